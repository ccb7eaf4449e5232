"""Pages in windows of all sizes, for the keyboard, by day and by night, and without a script."""
import os

from selenium.webdriver.common.keys import Keys

from browser import Browser
from comparing import NO_FEN, PROMOTION, ROOK_ENDING, expect, in_address

HERE = os.path.dirname(os.path.abspath(__file__))


def check_sizes(browser):
    paths = ["/", "/explore/chess?moves=e2e4", "/explore/chess?fen=" + in_address(ROOK_ENDING), "/explore/fragments",
             "/explore/fragments?moves=b2b3", "/explore/fragments?moves=b2b3,a4b3",
             "/edit/chess", "/explore/chess?moves=" + ",".join(["g1f3", "g8f6", "f3g1", "f6g8"] * 20)]
    for width, height in ((320, 640), (390, 844), (768, 1024), (1280, 900)):
        browser.size(width, height)
        for path in paths:
            browser.open(path)
            found = browser.run("return document.documentElement.scrollWidth")
            expect(f"{path}: width at {width}", True, found <= width)
    browser.usual_size()


def below(browser, upper, lower):
    return browser.one(lower).rect["y"] >= browser.one(upper).rect["y"] + browser.one(upper).rect["height"]


def check_phone(browser):
    """The moves come directly below the board and its buttons, and can be tapped."""
    browser.size(390, 844)
    browser.open("/explore/chess?moves=e2e4")
    for upper, lower in (("svg.board", "table.moves"), (".steps", ".facts"), ("table.moves", "#fen")):
        expect(f"{lower} below {upper}", True, below(browser, upper, lower))
    expect("moves on the first screen", True, browser.one("table.moves").rect["y"] < 844)
    browser.click('a[data-uci="e7e5"]')
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3")
    browser.usual_size()


def check_desktop(browser):
    """The board stays while moves scroll, and is not higher than the window."""
    browser.size(1280, 600)
    browser.open("/explore/chess?fen=" + in_address(ROOK_ENDING))
    browser.run("scrollTo(0, document.documentElement.scrollHeight)")
    top = browser.run("return document.querySelector('svg.board').getBoundingClientRect().top")
    expect("the board is there", True, 0 <= top < 100)
    browser.usual_size()


def walk_with_tab(browser):
    """What Tab reaches, and what of it does not show that it has the keyboard."""
    reached, hidden = [], []
    for _ in range(200):
        browser.press(Keys.TAB)
        name, seen = browser.run("""
            const e = document.activeElement, shown = (x) => x && getComputedStyle(x).outlineStyle !== "none";
            if (e === document.body) return ["", true];
            const stroked = e.matches("rect") && getComputedStyle(e).stroke !== "none";
            return [e.dataset.uci || e.id || e.getAttribute("href") || e.textContent,
                    shown(e) || stroked || shown(e.nextElementSibling)];""")
        if not name or (reached and name == reached[0]):
            break
        reached.append(name)
        if not seen:
            hidden.append(name)
    return reached, hidden


def check_keyboard(browser):
    browser.open("/explore/chess?moves=e2e4")
    reached, hidden = walk_with_tab(browser)
    expect("moves out of reach", set(), set(browser.links()) - set(reached))
    expect("controls out of reach", set(), {"flip", "fen", "search"} - set(reached))
    expect("focus that is not seen", [], hidden)
    browser.run("document.querySelector('a[data-uci=\"e7e5\"]').focus()")
    browser.press(Keys.ENTER)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3")
    expect("the keyboard is at the moves", True, bool(browser.run("return document.activeElement.dataset.uci")))
    browser.open("/edit/chess")
    expect("focus that is not seen in the editor", [], walk_with_tab(browser)[1])


def check_accessible(browser):
    with open(os.path.join(HERE, "accessible.js"), encoding="ascii") as file:
        script = file.read()
    pages = ["/", "/explore/chess", "/explore/chess?moves=e2e4", "/explore/fragments", "/edit/chess", "/edit/makruk",
             "/explore/fragments?moves=b2b3", "/explore/fragments?moves=b2b3,a4b3",
             "/explore/chess?fen=" + in_address(ROOK_ENDING), "/explore/chess?fen=" + in_address(PROMOTION),
             "/explore/chess?fen=8/8/8/3k4/8/8/1R6/K7_b", "/explore/chess?fen=" + in_address(NO_FEN)]
    for night in (False, True):
        browser.by_night(night)
        for path in pages:
            browser.open(path)
            expect(f"{path}, {'dark' if night else 'light'}", [], browser.run(script))
    browser.by_night(False)
    browser.complaints()  # of the page that is none


def check_without_script(browser):
    """Every move is reached by links, and a FEN can be typed."""
    plain = Browser(browser.served, javascript=False)
    try:
        plain.open("/explore/chess")
        for move in ("e2e4", "e7e5", "g1f3"):
            plain.click(f'a[data-uci="{move}"]')
        expect("the position", True,
               plain.one("#fen").get_attribute("value").startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2"))
        expect("no button without use", [], [b.text for b in plain.all("main button") if b.is_displayed()
                                            and b.text != "Go"])
        every_move_leads_on(plain)
        plain.open("/edit/chess")
        plain.type_fen(ROOK_ENDING)
        expect("the position", ROOK_ENDING, plain.one("main.explore").get_attribute("data-fen"))
    finally:
        plain.quit()


def every_move_leads_on(plain):
    links = plain.links()
    expect("moves of Black after 2. Nf3", 29, len(links))
    for uci, address in links.items():
        plain.driver.get(address)
        marks = plain.one(".line a[aria-current]").get_attribute("href")
        expect(f"after {uci}", address, marks)
