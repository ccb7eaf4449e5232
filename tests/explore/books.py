"""The folder of pages that `bookends dump` makes of a book, opened as files, without a server."""
import glob
import os
import re

from selenium.webdriver.common.keys import Keys

from comparing import expect

# What a page's file says of its positions: anchor, line and FEN.
SECTION = re.compile(r'<section class="position" id="(p\d+)">.*?(?:<p class="line">([^<]*)</p>\n)?'
                     r'<p class="fen"><code>([^<]*)</code>', re.DOTALL)
# The position that the address names.
SHOWN = """
const at = document.getElementById(location.hash.slice(1));
return at ? [at.id, at.querySelector(".fen code").textContent] : [];
"""
FIND = """
const form = document.querySelector(".find");
form.querySelector("input").value = arguments[0];
form.requestSubmit();
"""


def made_pages(served):
    """A book of more than one page: the folder's address, and its positions."""
    book, folder = served.path("paged.book"), served.path("pages")
    if not os.path.exists(folder):
        make_pages(served, book, folder)
    positions = []
    for page in sorted(glob.glob(folder + "/p/*.html")):
        with open(page, encoding="utf-8") as file:
            positions += SECTION.findall(file.read())
    expect("more than one page", True, len(glob.glob(folder + "/p/*.html")) > 1 and len(positions) > 250)
    return f"file://{folder}/", positions


def make_pages(served, book, folder):
    served.run("book", "build", "fragments", "--start", "start1", "--positions", "300", "--nodes", "200", "--out", book,
               "--quiet")
    served.run("dump", book, "--format", "html", "--out", folder + "/", "--quiet")


def until_shown(browser, anchor, fen):
    browser.until(f"{anchor}, {fen}", lambda: browser.run(SHOWN) == [anchor, fen])


def type_search(browser, text):
    field = browser.one(".find input")
    field.clear()
    field.send_keys(text + "\n")


def check_book_pages(browser):
    home, positions = made_pages(browser.served)
    start, last = positions[0], max(positions, key=lambda position: int(position[0][1:]))
    browser.driver.get(home + "index.html")
    for anchor, _, fen in positions:
        browser.run(FIND, fen)
        until_shown(browser, anchor, fen)
    type_search(browser, start[2])
    until_shown(browser, start[0], start[2])
    fen = "4k/5/2K2/5/Q4 w - - 0 1"
    for text, told in ((fen, "does not show this position"), ("1. e3 zz", "does not go on with zz")):
        type_search(browser, text)
        browser.until(told, lambda told=told: told in browser.text(".find output"))
    for anchor, line, fen in (last, max(positions, key=lambda position: len(position[1]))):
        browser.driver.get(home + "index.html")
        type_search(browser, line)
        until_shown(browser, anchor, fen)
        browser.driver.get(f"{home}p/0.html#{start[0]}")
        type_search(browser, re.sub(r"\d+\.+ ", "", line))
        until_shown(browser, anchor, fen)


def check_book_pages_by_keys(browser):
    home, positions = made_pages(browser.served)
    start = positions[0]
    browser.driver.get(f"{home}p/0.html#{start[0]}")
    until_shown(browser, start[0], start[2])
    best = browser.one(f"#{start[0]} .book a").get_attribute("href").split("#")[1]
    browser.press(Keys.ARROW_RIGHT)
    until_shown(browser, best, dict((anchor, fen) for anchor, _, fen in positions)[best])
    browser.press(Keys.ARROW_LEFT)
    until_shown(browser, start[0], start[2])
