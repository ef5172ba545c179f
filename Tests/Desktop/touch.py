# SPDX-License-Identifier: GPL-3.0-or-later
"""A touch screen: GTK's broadway display, shown by a real browser whose fingers go to the program.

X has no fingers to lend, and this machine may have none either; a browser's are as real to GTK.
"""

import base64
import fcntl
import itertools
import json
import os
import shutil
import socket
import subprocess
import tempfile

from desktop import eventually

# What the browser and the display's server are called; tests skip without them.
BROWSER = shutil.which("chromium")
SERVER = shutil.which("gtk4-broadwayd")

# The handles and the frame of the range, in the accent's blue.
ACCENT = (53, 132, 228)


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def out_of_the_way(descriptor):
    """The same by another number, which is none of those that a browser wants."""
    moved = fcntl.fcntl(descriptor, fcntl.F_DUPFD_CLOEXEC, 10)
    os.close(descriptor)
    return moved


class Page:
    """A page of a headless browser, driven through its debugging pipe."""

    def __init__(self, url, width, height):
        self.folder = tempfile.mkdtemp(prefix="kerf-browser-")
        their_input, commands = map(out_of_the_way, os.pipe())
        answers, their_output = map(out_of_the_way, os.pipe())
        # It reads from descriptor 3 and writes to 4; the shell puts them there.
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec 3<&{their_input} 4>&{their_output}; exec "$@"', "bash", BROWSER,
             "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run",
             "--remote-debugging-pipe", f"--user-data-dir={self.folder}",
             f"--window-size={width},{height}", "about:blank"],
            pass_fds=(their_input, their_output), stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(their_input)
        os.close(their_output)
        self.commands = os.fdopen(commands, "wb", 0)
        self.answers = os.fdopen(answers, "rb", 0)
        self.numbers = itertools.count(1)
        self.unread = b""
        self.session = None
        pages = eventually(
            lambda: [t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page"],
            "the browser's page",
        )
        target = pages[0]["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip
        self.call("Page.navigate", url=url)

    def call(self, method, **parameters):
        """What the browser answers to a command; events on the way are passed over."""
        number = next(self.numbers)
        command = {"id": number, "method": method, "params": parameters}
        if self.session:
            command["sessionId"] = self.session
        self.commands.write(json.dumps(command).encode() + b"\0")
        while True:
            while b"\0" not in self.unread:
                more = self.answers.read(1 << 16)
                if not more:
                    raise AssertionError("the browser has ended")
                self.unread += more
            line, _, self.unread = self.unread.partition(b"\0")
            answer = json.loads(line)
            if answer.get("id") == number:
                if "error" in answer:
                    raise AssertionError(f"{method}: {answer['error']}")
                return answer["result"]

    def value(self, expression):
        """What a script expression in the page is."""
        return self.call("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def screenshot(self):
        return base64.b64decode(self.call("Page.captureScreenshot")["data"])

    def end(self):
        self.process.terminate()
        self.process.wait(timeout=30)
        self.commands.close()
        self.answers.close()
        shutil.rmtree(self.folder, ignore_errors=True)


class TouchScreen:
    """Use it in a `with`, and its `environment` for the program."""

    def __init__(self, width, height):
        self.width, self.height = width, height
        port = free_port()
        display = f":{port - 8080}" if port >= 8080 else ":7"
        self.server = subprocess.Popen(
            [SERVER, f"--port={port}", "--address=127.0.0.1", display],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        # Its own renderer is the only one that this display shows rightly.
        self.environment = {
            "GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": display, "GSK_RENDERER": "broadway"
        }  # fmt: skip
        self.url = f"http://127.0.0.1:{port}/"
        eventually(lambda: self.answers(port), "the display's server")
        self.page = None
        self.fingers = {}

    @staticmethod
    def answers(port):
        with socket.socket() as calling:
            return calling.connect_ex(("127.0.0.1", port)) == 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.page:
            self.page.end()
        self.server.terminate()
        self.server.wait(timeout=30)

    def show(self):
        """Opens the page once the program has a window."""
        self.page = Page(self.url, self.width, self.height)
        eventually(
            lambda: self.page.value("Object.values(surfaces).some(s => s.visible)"),
            "the window in the page",
        )
        # Browsers count fingers from 0, which is no finger to GTK, and would zoom the page by them.
        self.page.value(
            "document.documentElement.style.touchAction = 'none';"
            "const send = sendInput;"
            "sendInput = (kind, values) => {"
            "  if (kind == BROADWAY_EVENT_TOUCH) values[2] += 1;"
            "  send(kind, values);"
            "}; 0"
        )

    def pixels(self):
        """The page as rows of RGB."""
        done = subprocess.run(
            ["convert", "png:-", "-depth", "8", "rgb:-"],
            input=self.page.screenshot(), check=True, capture_output=True,
        )  # fmt: skip
        return done.stdout

    def accent_box(self):
        """Left, top, right and bottom of what is blue in the lower half: the range on the strip; or None."""
        data = self.pixels()
        row = self.width * 3
        accent = bytes(ACCENT)
        found = []
        for y in range(self.height // 2, self.height):
            line = data[y * row : (y + 1) * row]
            at = line.find(accent)
            while at >= 0:
                if at % 3 == 0:
                    found.append((at // 3, y))
                at = line.find(accent, at + 1)
        if len(found) < 200:
            return None
        xs, ys = [x for x, _ in found], [y for _, y in found]
        return min(xs), min(ys), max(xs), max(ys)

    # What fingers do

    def _send(self, kind, changed):
        self.page.call(
            "Input.dispatchTouchEvent", type=kind,
            touchPoints=[
                {"x": x, "y": y, "id": finger}
                for finger, (x, y) in self.fingers.items()
                if kind != "touchEnd" or finger not in changed
            ],
        )  # fmt: skip

    def put(self, x, y, finger=0):
        self.fingers[finger] = (x, y)
        self._send("touchStart", {finger})

    def move(self, **places):
        """Moves fingers in steps: `move(f0=(x, y), f1=(x, y))`."""
        steps = 10
        from_places = dict(self.fingers)
        for step in range(1, steps + 1):
            for name, (x, y) in places.items():
                finger = int(name[1:])
                from_x, from_y = from_places[finger]
                self.fingers[finger] = (
                    from_x + (x - from_x) * step / steps, from_y + (y - from_y) * step / steps
                )  # fmt: skip
            self._send("touchMove", set(self.fingers))
            # A hand takes its time: a frame of the screen for each step.
            self.page.call(
                "Runtime.evaluate", expression="new Promise(requestAnimationFrame)", awaitPromise=True
            )

    def lift(self, *fingers):
        lifted = set(fingers or self.fingers)
        self._send("touchEnd", lifted)
        for finger in lifted:
            del self.fingers[finger]

    def tap(self, x, y):
        self.put(x, y)
        self.lift()
