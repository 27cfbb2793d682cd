# SPDX-License-Identifier: MIT
"""A headless Chromium, spoken to over a pipe by its own protocol (DevTools)."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time


class Page:
    """One tab. Storage is that of its context."""

    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target
        self.said = []  # what the page wrote to its console, and errors that nobody caught

    def send(self, method, **about):
        return self.browser.send(method, about, self.session)

    def open(self, address, wait="complete"):
        self.send("Page.navigate", url=address)
        self.until(f"document.readyState === '{wait}'")

    def value(self, script, seconds=60):
        """What a script, which may wait, gives. Errors: what it throws, as RuntimeError."""
        result = self.browser.send(
            "Runtime.evaluate",
            {"expression": script, "awaitPromise": True, "returnByValue": True, "userGesture": True},
            self.session,
            seconds,
        )
        if "exceptionDetails" in result:
            fault = result["exceptionDetails"]
            raise RuntimeError(fault.get("exception", {}).get("description") or fault["text"])
        return result["result"].get("value")

    def until(self, condition, seconds=60):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if found := self.value(condition):
                    return found
            except RuntimeError as fault:  # a page that is being left has no script
                if "context" not in str(fault):
                    raise
            time.sleep(0.05)
        raise AssertionError(f"never came: {condition}\n" + "\n".join(self.said))

    def size(self, width, height=900):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)

    def picture(self, path):
        """All of the page, as wide as it is."""
        shot = self.send("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(shot["data"]))

    def pictures(self, folder, name):
        """As a wide and as a narrow screen has it: pictures where there is a folder for them, and nothing sticks out."""
        for width in (1280, 390):
            self.size(width)
            if folder:
                self.picture(folder / f"{name}-{width}.png")
            wide = self.value("document.documentElement.scrollWidth")
            assert wide <= width, f"{name}: the page is {wide} wide on a screen of {width}"

    def take_file(self, selector, path):
        document = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", files=[str(path)], nodeId=node)

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})


class Browser:
    """`with Browser() as b: page = b.page()`. profile: a folder that outlives the process, to start again from. host: a name
    that means this machine, as if it were another one."""

    def __init__(self, profile=None, host=None):
        self.own = None if profile else tempfile.mkdtemp(prefix="edgeldp-chromium-")
        to_browser, self.to = os.pipe()
        self.from_, from_browser = os.pipe()
        # The protocol's pipes are the descriptors 3 and 4.
        program = shutil.which("chromium") or shutil.which("google-chrome")
        if not program:
            raise FileNotFoundError("chromium")
        command = [program, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run",
                   "--disable-dev-shm-usage", "--disable-background-networking", "--disable-sync",
                   f"--user-data-dir={profile or self.own}", *([f"--host-resolver-rules=MAP {host} 127.0.0.1"] if host else []), "about:blank"]  # fmt: skip
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{to_browser} 4>&{from_browser} "$@"', "bash", *command],
            pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(to_browser)
        os.close(from_browser)
        self.rest, self.number, self.pages = b"", 0, {}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        if self.own:
            shutil.rmtree(self.own, ignore_errors=True)

    def kill(self):
        """At once, as a machine that loses power."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
            os.close(self.to)
            os.close(self.from_)

    def send(self, method, about=None, session=None, seconds=60):
        self.number += 1
        message = {"id": self.number, "method": method, "params": about or {}}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        end = time.monotonic() + seconds
        while True:
            answer = self.receive(end, method)
            if answer.get("id") == message["id"]:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def receive(self, end, method):
        while b"\0" not in self.rest:
            left = end - time.monotonic()
            if left <= 0 or not select.select([self.from_], [], [], left)[0]:
                raise TimeoutError(method)
            if not (part := os.read(self.from_, 1 << 20)):
                raise ConnectionError("the browser has ended")
            self.rest += part
        one, self.rest = self.rest.split(b"\0", 1)
        return json.loads(one)

    def note(self, event):
        page = self.pages.get(event.get("sessionId"))
        if page is None:
            return
        about = event.get("params", {})
        if event["method"] == "Runtime.consoleAPICalled":
            page.said.append(" ".join(str(a.get("value", a.get("description"))) for a in about["args"]))
        elif event["method"] == "Runtime.exceptionThrown":
            details = about["exceptionDetails"]
            page.said.append(details.get("exception", {}).get("description") or details["text"])
        elif event["method"] == "Log.entryAdded":
            page.said.append(about["entry"]["text"])

    def context(self):
        """Storage of its own, as another browser has."""
        return self.send("Target.createBrowserContext")["browserContextId"]

    def page(self, context=None):
        about = {"url": "about:blank"}
        if context:
            about["browserContextId"] = context
        target = self.send("Target.createTarget", about)["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = self.pages[session] = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "DOM"):
            page.send(f"{domain}.enable")
        return page
