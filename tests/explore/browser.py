"""A headless browser that looks at the explorer's pages."""
import json
import time
from urllib.parse import urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By

PATIENCE = 30  # seconds until something must have happened

# The rows of the page's table, by move; each cell by its column's head. A bar of results is what its label says.
ROWS = """
const table = document.querySelector("table.moves"), rows = {};
if (!table) return rows;
const heads = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
for (const row of table.tBodies[0].rows) {
  const cells = {};
  [...row.cells].forEach((cell, i) => {
    const bar = cell.querySelector("[aria-label]");
    cells[heads[i]] = bar ? bar.getAttribute("aria-label") : cell.textContent.trim();
  });
  cells.own = row.classList.contains("own");
  rows[row.querySelector("a[data-uci]").dataset.uci] = cells;
}
return rows;
"""


def options(javascript):
    chosen = Options()
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-background-networking", "--window-size=1280,900",
                     "--disable-ipc-flooding-protection"):  # that drops the clicks of who is faster than people
        chosen.add_argument(argument)
    chosen.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    if not javascript:
        chosen.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
    return chosen


class Browser:
    def __init__(self, served, javascript=True):
        self.served = served
        self.driver = webdriver.Chrome(options=options(javascript), service=Service("/usr/bin/chromedriver"))
        self.driver.execute_cdp_cmd("Browser.grantPermissions", {
            "permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]})

    def quit(self):
        self.driver.quit()

    def open(self, path):
        self.driver.get(self.served.address(path))

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def text(self, selector):
        script = "const e = document.querySelector(arguments[0]); return e ? e.textContent.trim() : ''"
        return self.run(script, selector)

    def fen(self):
        return self.run("const main = document.querySelector('main.explore'); return main ? main.dataset.fen : ''")

    def rows(self):
        return self.run(ROWS)

    def links(self):
        """The moves of the page: addresses by UCI."""
        return {a.get_attribute("data-uci"): a.get_attribute("href") for a in self.all("a[data-uci]")}

    def until(self, what, met):
        """Waits until something holds, and gives it back."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            found = met()
            if found:
                return found
            time.sleep(0.05)
        raise AssertionError(f"not seen: {what}; the page: {self.driver.current_url}\n{self.text('body')[:600]}")

    def until_fen(self, start):
        return self.until(f"a FEN that begins with {start}", lambda: self.fen().startswith(start))

    def square(self, name):
        return self.one(f'[data-square="{name}"]')

    def click(self, selector):
        self.one(selector).click()

    def click_squares(self, *names):
        for name in names:
            ActionChains(self.driver).move_to_element(self.square(name)).click().perform()

    def drag(self, source, target):
        ActionChains(self.driver).move_to_element(self.square(source)).click_and_hold().move_to_element(
            self.square(target)).release().perform()

    def press(self, *keys):
        chain = ActionChains(self.driver)
        for key in keys:
            chain = chain.send_keys(key)
        chain.perform()

    def type_fen(self, fen):
        field = self.one("#fen")
        field.clear()
        field.send_keys(fen + "\n")

    def size(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def usual_size(self):
        self.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def by_night(self, night):
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": "dark" if night else "light"}]})

    def copied(self):
        return self.driver.execute_async_script(
            "const done = arguments[0]; navigator.clipboard.readText().then(done, (e) => done('' + e))")

    def complaints(self):
        """What the console has complained of since the last call."""
        return [line["message"] for line in self.driver.get_log("browser") if line["level"] == "SEVERE"]

    def strangers(self):
        """Addresses of other hosts that were asked."""
        found = []
        for line in self.driver.get_log("performance"):
            message = json.loads(line["message"])["message"]
            if message["method"] != "Network.requestWillBeSent":
                continue
            address = urlsplit(message["params"]["request"]["url"])
            if address.scheme in ("http", "https", "ws") and address.netloc != f"127.0.0.1:{self.served.port}":
                found.append(address.geturl())
        return found
