"""The board editor."""
from selenium.webdriver.common.keys import Keys

from comparing import ROOK_ENDING, expect


def check_editor(browser):
    browser.open("/explore/chess?moves=e2e4")
    browser.driver.find_element("link text", "Edit").click()
    browser.until("the editor", lambda: browser.all("main.edit"))
    expect("the position to begin with", True, browser.one("#fen").get_attribute("value").startswith("rnbqkbnr"))
    browser.click("#clear")
    put = lambda man, square: (browser.run(f"document.querySelector('[name=man][value={man}]').click()"),
                               browser.click_squares(square))
    for man, square in (("K", "a1"), ("R", "b1"), ("k", "d4"), ("p", "h4")):
        put(man, square)
    put("p", "h4")  # once more: away
    browser.drag("d4", "d5")
    browser.click('[name="turn"][value="w"]')
    expect("the FEN", ROOK_ENDING, browser.one("#fen").get_attribute("value"))
    expect("men drawn", 3, browser.run("return document.querySelectorAll('main svg.board use[x]').length"))
    browser.run("document.querySelector('[data-square=a1]').focus()")
    browser.press(Keys.ARROW_RIGHT, Keys.ARROW_UP)
    expect("the keyboard's square", "b2", browser.run("return document.activeElement.dataset.square"))
    browser.click("form.fen button")
    browser.until_fen(ROOK_ENDING)


def check_editor_castling(browser):
    """A right goes with its rook."""
    browser.open("/edit/chess")
    browser.click_squares("h1")
    fen = browser.one("#fen").get_attribute("value")
    expect("the FEN", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w Qkq - 0 1", fen)
    browser.click("form.fen button")
    browser.until_fen(fen)


def check_editor_refused(browser):
    """A position that is none leads to a message, and back to what was set up."""
    browser.open("/edit/fragments")
    browser.click("#clear")
    browser.click("form.fen button")
    browser.until("a message", lambda: "FEN" in browser.text(".wrong"))
    browser.driver.find_element("link text", "Edit").click()
    browser.until("the editor", lambda: browser.all("main.edit"))
    expect("what was set up", "5/5/5/5/5 w - - 0 1", browser.one("#fen").get_attribute("value"))
    expect("men drawn", 0, browser.run("return document.querySelectorAll('main svg.board use[x]').length"))
    browser.click("#start")
    browser.click("form.fen button")
    browser.until("the start", browser.links)
    browser.complaints()
