"""Chromium without a screen, on a page that `tactus report` made."""

import json
import shutil
import sys
import time

SKIPPED = 77  # CTest's SKIP_RETURN_CODE for these tests

try:
    from selenium import webdriver
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys  # noqa: F401 (for the tests)
except ImportError:
    print("skipped: python3-selenium is not installed")
    sys.exit(SKIPPED)

DRIVER = shutil.which("chromedriver")
CHROMIUM = shutil.which("chromium")


class Browser:
    """One browser for all tests of a program."""

    def __init__(self):
        if not DRIVER or not CHROMIUM:
            print("skipped: chromium or chromium-driver is not installed")
            sys.exit(SKIPPED)
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                         "--window-size=1440,900"):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
        self.driver = webdriver.Chrome(service=webdriver.chrome.service.Service(DRIVER), options=options)

    def close(self):
        self.driver.quit()

    def open(self, page):
        """Shows the file; answers the seconds until it was drawn."""
        self.driver.get_log("browser")
        self.driver.get_log("performance")
        begin = time.monotonic()
        self.driver.get(page.as_uri())
        while not self.run("return document.body.dataset.ready") and time.monotonic() - begin < 120:
            time.sleep(0.02)
        seconds = time.monotonic() - begin
        self.settle()
        return seconds

    def show_as(self, width=1440, dark=False, paper=False):
        """From now on pages are so wide, in the system's dark colours or not, and as they are printed or not."""
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
        scheme = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print" if paper else "", "features": scheme})
        self.settle()

    def settle(self):
        """Until what a change brings about is drawn."""
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def press(self, *keys):
        for key in keys:
            self.driver.find_element(By.TAG_NAME, "body").send_keys(key)
        self.settle()

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def messages(self):
        """What the page has said on the console."""
        return [entry["message"] for entry in self.driver.get_log("browser")]

    def requests(self):
        """Addresses that the page has asked for, data within it left out."""
        events = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        asked = [event["params"]["request"]["url"] for event in events if event["method"] == "Network.requestWillBeSent"]
        return [address for address in asked if not address.startswith(("data:", "blob:"))]

    def pixels(self, states):
        """Colours of places, each of [state, place] after the page looks at this state: of the middle of a link, or near the
        corner of a node, where nothing is written."""
        return [tuple(colour) for colour in self.run("""
            const canvas = document.getElementById("torus");
            const copy = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
            return arguments[0].map(([state, place]) => {
              if (Object.keys(state).length > 0) tactus.state.set(state);
              const [left, top, width, height] = tactus.rectanglesOf(place)[0];
              const node = place >= tactus.state.map.links.from.length;
              const at = node ? [left + 2, top + 2] : [left + width / 2, top + height / 2];
              copy.drawImage(canvas, -Math.floor(at[0]), -Math.floor(at[1]));
              return Array.from(copy.getImageData(0, 0, 1, 1).data.slice(0, 3));
            })""", states)]
