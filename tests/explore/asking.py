"""What is asked of the server beside moves, and what a page says where it does not answer."""
import urllib.error
import urllib.request

from comparing import NO_FEN, ROOK_ENDING, expect, in_address


def check_wrong_fen(browser):
    browser.open("/explore/chess")
    browser.type_fen(NO_FEN)
    browser.until("a message", lambda: "FEN" in browser.text(".wrong"))
    expect("what was typed is there", NO_FEN, browser.one("#fen").get_attribute("value"))
    browser.type_fen(ROOK_ENDING)
    browser.until_fen(ROOK_ENDING)
    browser.open("/explore/chess?fen=" + in_address(NO_FEN))
    browser.driver.find_element("link text", "Back to the start").click()
    browser.until_fen("rnbqkbnr/pppppppp")
    expect("complaints but of 400", [], [line for line in browser.complaints() if "400" not in line])


def check_copies(browser):
    browser.open("/explore/chess?moves=e2e4,e7e5")
    browser.click('button[data-copy="fen"]')
    browser.until("the FEN copied", lambda: browser.copied() == browser.fen())
    browser.click('button[data-copy="pgn"]')
    browser.until("the moves copied", lambda: browser.copied() == '[Variant "chess"]\n\n1. e4 e5 *\n')
    browser.open(f"/explore/chess?fen={in_address(ROOK_ENDING)}&moves=b1b2")
    browser.click('button[data-copy="pgn"]')
    told = f'[Variant "chess"]\n[SetUp "1"]\n[FEN "{ROOK_ENDING}"]\n\n1. Rb2 *\n'
    browser.until("the ending copied", lambda: browser.copied() == told)


def start_search(browser):
    browser.click("#search")
    browser.until("a line of the search", lambda: browser.all("#found [data-rank]"))
    expect("the button", "Stop", browser.text("#search"))


def check_search(browser):
    """More searches than the server allows at a time, one after the other: so each has ended."""
    for way in ("button", "move", "leave", "button", "move", "leave"):
        browser.open("/explore/chess")
        start_search(browser)
        if "depth" not in browser.text("#found"):
            raise AssertionError("a line without its depth: " + browser.text("#found"))
        if way == "button":
            browser.click("#search")
            browser.until("stopped", lambda: browser.text("#searched") == "Stopped.")
        elif way == "move":
            browser.click('a[data-uci="e2e4"]')
            browser.until_fen("rnbqkbnr/pppppppp/8/8/4P3")
            expect("the search of the move before", "", browser.text("#found"))
    browser.open("/explore/chess?moves=f2f3,e7e5,g2g4,d8h4")
    expect("nothing to search", 0, len(browser.all("#search")))


def begun_search(browser):
    """None where the server has no room."""
    try:
        return urllib.request.urlopen(browser.served.address("/search/fragments"))
    except urllib.error.HTTPError:
        return None


def check_search_refused(browser):
    """While the server searches for so many others."""
    others = [browser.until("room for a search", lambda: begun_search(browser)) for _ in range(4)]
    browser.open("/explore/chess")
    browser.click("#search")
    browser.until("a refusal", lambda: browser.text("#searched").startswith("No search"))
    expect("the button", "Search", browser.text("#search"))
    for other in others:
        other.close()
    browser.until("room once they have left", lambda: search_begins(browser))
    expect("complaints but of 503", [], [line for line in browser.complaints() if "503" not in line])


def search_begins(browser):
    browser.click("#search")
    return browser.until("an answer", lambda: "depth" in browser.text("#found") or "No" in browser.text("#searched")) \
        and "depth" in browser.text("#found")


def check_server_gone(browser):
    browser.open("/explore/chess?moves=e2e4")
    browser.served.stop()
    browser.click('a[data-uci="e7e5"]')
    browser.until("a message", lambda: "does not answer" in browser.text("#trouble"))
    expect("the position is still there", True, browser.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3"))
    browser.click("#search")
    browser.until("no search", lambda: browser.text("#searched").startswith("No search"))
    expect("the button", "Search", browser.text("#search"))
    browser.served.start()
    browser.click("#trouble button")
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3")
    expect("the message", "", browser.text("#trouble"))
    browser.complaints()
