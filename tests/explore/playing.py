"""Moves, by all ways there are, in all games."""
from selenium.webdriver.common.keys import Keys

from comparing import PROMOTION, compare_with_probe, expect, in_address

GAMES = ["chess", "fragments", "fragments-sd", "makruk", "gardner"]
ROOK_AND_MAN = "8/8/8/3k4/8/8/1p6/KR6 w - - 0 1"  # Rxb2 leads into the tables
FRAGMENTS_ENDING = "4k/5/2K2/5/Q4 w - - 0 1"


def check_games(browser):
    """The start of each game is reached from the first page."""
    for game in GAMES:
        browser.open("/")
        browser.click(f'a.start[href^="/explore/{game}"]')
        browser.until(f"the start of {game}", browser.links)
        moves = browser.links()
        expect(f"{game}: squares", 25 if "5x5" in browser.text("h1") else 64, len(browser.all("[data-square]")))
        expect(f"{game}: the first page's link", True, len(moves) > 5)
        if game in ("chess", "fragments"):
            compare_with_probe(browser, game)


def check_moves(browser):
    """By clicks on squares, by drag, by links and by keys."""
    browser.open("/explore/chess")
    compare_with_probe(browser)
    browser.click_squares("e2", "e4")
    browser.until_fen("rnbqkbnr/pppppppp/8/8/4P3")
    compare_with_probe(browser)
    browser.drag("e7", "e5")
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3")
    compare_with_probe(browser)
    browser.click('a[data-uci="g1f3"]')
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2")
    compare_with_probe(browser)
    browser.press(Keys.ARROW_LEFT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8")
    browser.press(Keys.ARROW_RIGHT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2")
    browser.press("f")
    browser.until("the board flipped", lambda: "flip=1" in browser.driver.current_url)
    browser.press(Keys.HOME)
    browser.until_fen("rnbqkbnr/pppppppp/8/8/8/8")
    expect("flipped still", True, "flip=1" in browser.driver.current_url)


def check_taken_back(browser):
    """What was taken back comes again, though it is not the best move; after another move it is forgotten."""
    browser.open("/explore/chess?moves=e2e4,e7e5")
    browser.click('a[data-uci="a2a3"]')
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/P7")
    for key in (Keys.ARROW_LEFT, Keys.ARROW_LEFT):
        at = browser.fen()
        browser.press(key)
        browser.until("a move was taken back", lambda: browser.fen() != at)
    expect("two moves back", True, browser.fen().startswith("rnbqkbnr/pppppppp/8/8/4P3/8"))
    browser.press(Keys.ARROW_RIGHT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8")
    browser.press(Keys.ARROW_RIGHT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/P7")
    browser.press(Keys.ARROW_LEFT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8")
    browser.click('a[data-uci="h2h3"]')
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/7P")
    browser.press(Keys.ARROW_LEFT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/8")
    browser.press(Keys.ARROW_RIGHT)
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3/4P3/7P")


def check_squares(browser):
    """What is no move does nothing, and squares are marked."""
    browser.open("/explore/chess")
    browser.click_squares("e2")
    expect("targets", {"e3", "e4"}, {e.get_attribute("data-square") for e in browser.all(".square.target")})
    browser.click_squares("e2")
    expect("targets of nothing", 0, len(browser.all(".square.target")))
    browser.click_squares("e2", "e5")
    browser.drag("e2", "e6")
    browser.click_squares("g1")
    expect("targets of the knight", {"f3", "h3"}, {e.get_attribute("data-square") for e in browser.all(".target")})
    expect("no move", True, browser.fen().startswith("rnbqkbnr/pppppppp/8/8/8/8"))


def check_ending(browser):
    """A pasted FEN, a capture into the tables, and best play up to the mate."""
    browser.open("/explore/chess")
    browser.type_fen(ROOK_AND_MAN)
    browser.until_fen(ROOK_AND_MAN)
    browser.drag("b1", "b2")
    browser.until_fen("8/8/8/3k4/8/8/1R6/K7 b")
    told = compare_with_probe(browser)
    for ply in range(told["dtm"]):
        before = browser.fen()
        browser.press(Keys.ARROW_RIGHT)
        browser.until(f"ply {ply + 1} of best play", lambda: browser.fen() != before)
        told = compare_with_probe(browser)
    expect("the end", "White wins: checkmate", browser.text(".verdict"))
    expect("moves of the mated", {}, browser.links())


def check_fragments(browser):
    browser.open("/explore/fragments?fen=" + in_address(FRAGMENTS_ENDING))
    plies = compare_with_probe(browser, "fragments")["dtm"]
    for _ in range(plies):
        before = browser.fen()
        browser.press(Keys.ARROW_RIGHT)
        browser.until("best play", lambda: browser.fen() != before)
        compare_with_probe(browser, "fragments")
    expect("the end", "White wins: checkmate", browser.text(".verdict"))


def check_promotion(browser):
    browser.open("/explore/chess?fen=" + in_address(PROMOTION))
    compare_with_probe(browser)
    browser.click_squares("a7", "a8")
    browser.until("the dialog", lambda: browser.all("dialog[open]"))
    browser.press(Keys.ESCAPE)
    browser.until("no dialog", lambda: not browser.all("dialog"))
    expect("nothing was played", PROMOTION, browser.fen())
    browser.drag("a7", "a8")
    offered = browser.until("the dialog", lambda: browser.all("dialog[open] button"))
    expect("offered", {"a8=Q+", "a8=R", "a8=B+", "a8=N", "Cancel"}, {button.text for button in offered})
    next(button for button in offered if button.text == "a8=R").click()
    browser.until_fen("R7/8/8/3k4")
    compare_with_probe(browser)


def check_history(browser):
    browser.open("/explore/chess")
    for move, fen in (("e2e4", "rnbqkbnr/pppppppp/8/8/4P3"), ("e7e5", "rnbqkbnr/pppp1ppp/8/4p3")):
        browser.click(f'a[data-uci="{move}"]')
        browser.until_fen(fen)
    browser.driver.back()
    browser.until_fen("rnbqkbnr/pppppppp/8/8/4P3")
    compare_with_probe(browser)
    browser.driver.back()
    browser.until_fen("rnbqkbnr/pppppppp/8/8/8")
    browser.driver.forward()
    browser.until_fen("rnbqkbnr/pppppppp/8/8/4P3")
    browser.driver.refresh()
    browser.until_fen("rnbqkbnr/pppppppp/8/8/4P3")


def check_flip(browser):
    browser.open("/explore/chess?moves=e2e4")
    up = lambda: browser.square("a8").rect["y"] < browser.square("a1").rect["y"]
    expect("White below", True, up())
    browser.click("#flip")
    browser.until("Black below", lambda: "flip=1" in browser.driver.current_url and not up())
    browser.click_squares("e7", "e5")
    browser.until_fen("rnbqkbnr/pppp1ppp/8/4p3")
    expect("Black below still", False, up())
