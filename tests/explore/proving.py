"""What the pages say of a proof, compared with the certificate itself."""
import os
import re
import urllib.request

from certificate import Certificate
from comparing import expect
from served import PROOF

OPENED = "Black wins in at most {} plies; {} to move."


class Page:
    """A page of the server as it is sent: the position, and where moves lead."""

    def __init__(self, address):
        with urllib.request.urlopen(address) as answer:
            text = answer.read().decode()
        self.fen = re.search(r'data-fen="([^"]*)"', text).group(1)
        host = re.match(r"http://[^/]*", address).group(0)
        links = re.findall(r'<a href="([^"]*)" data-uci="[^"]*">([^<]*)</a>', text)
        self.moves = {san: host + path.replace("&amp;", "&") for path, san in links}


def bound_after(certificate, address):
    """After a move of the winner's: by the records alone; None where a reply leads out of them."""
    replies = [Page(reply).fen for reply in Page(address).moves.values()]
    known = [certificate.find(fen) for fen in replies]
    return None if None in known else 1 + max(distance for _, distance in known)


def leads_out(certificate, address, san):
    """Whether the reply that the page names is one that the certificate knows nothing of."""
    return certificate.find(Page(Page(address).moves[san]).fen) is None


def compare_winner(browser, certificate):
    """The winner is to move: the proof's move, which it gives back, and every other one."""
    own, distance = certificate.find(browser.fen())
    expect("verdict", OPENED.format(distance, "Black"), browser.text(".verdict strong"))
    rows, links = browser.rows(), browser.links()
    for uci, cells in rows.items():
        told, bound = cells["proof, in plies"], bound_after(certificate, links[uci])
        if bound is None:
            said = re.fullmatch(r"not in this proof: (\S+) leads out", told)
            expect(f"{uci} leads out: {told}", True, bool(said))
            expect(f"{uci} {said.group(1)}", True, leads_out(certificate, links[uci], said.group(1)))
        else:
            expect(uci, f"at most {bound}" + (" the proof's move" if uci == own else ""), told)
    expect("all moves have rows", set(links), set(rows))
    return own


def compare_loser(browser, certificate):
    """Every reply with its bound, the longest and the shortest marked; gives back the first of the longest."""
    links = browser.links()
    bounds = {uci: certificate.find(Page(address).fen)[1] for uci, address in links.items()}
    longest, shortest = max(bounds.values()), min(bounds.values())
    expect("verdict", OPENED.format(longest + 1, "White"), browser.text(".verdict strong"))
    rows = browser.rows()
    for uci, bound in bounds.items():
        mark = " holds out longest" if bound == longest else " loses fastest" if bound == shortest else ""
        expect(uci, f"at most {bound}{mark}", rows[uci]["proof, in plies"])
    return next(uci for uci in links if bounds[uci] == longest)


def go(browser, uci):
    before = browser.fen()
    browser.click(f'a[data-uci="{uci}"]')
    browser.until("the next position", lambda: browser.fen() not in ("", before))


def check_proof(browser):
    """From the first page to the root, and on by the longest defence."""
    certificate = Certificate(PROOF)
    browser.open("/")
    browser.driver.find_element("link text", os.path.basename(PROOF)).click()
    browser.until("the root", browser.links)
    root = certificate.header["root"]
    expect("the root", root.split()[:4], browser.fen().split()[:4])
    expect("its distance", int(certificate.header["distance"]), certificate.find(root)[1])
    for _ in range(3):
        go(browser, compare_winner(browser, certificate))
        go(browser, compare_loser(browser, certificate))


def check_main_line(browser):
    """The proof's moves against replies that hold out longest, by the arrow key; the line says the same."""
    certificate = Certificate(PROOF)
    browser.open("/explore/fragments?moves=b2b3")
    expect("heading", "Main line of the proof", browser.text("h2"))
    line = [a.text for a in browser.all(".best a")]
    expect("the page names so many plies", min(40, int(certificate.header["distance"])), len(line))
    browser.all(".best a")[9].click()
    browser.until("the position after ten plies", lambda: len(browser.all(".line a")) == 12)
    expect("the same moves", line[:10], [a.text for a in browser.all(".line a")][2:])
    expect("Black is to move again", True, certificate.find(browser.fen()) is not None)
    own, distance = certificate.find(browser.fen())
    browser.press("\ue014")  # the right arrow
    browser.until("the proof's move", lambda: browser.driver.current_url.endswith("," + own))
    if distance >= int(certificate.header["distance"]):
        raise AssertionError("the distance has not fallen")
