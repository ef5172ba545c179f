# SPDX-License-Identifier: GPL-3.0-or-later
"""Kerf's window as a person meets it: started, seen through accessibility, told by its event log."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import warnings

warnings.simplefilter("ignore")

import gi  # noqa: E402

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402

from desktop import PATIENCE, Pointer, eventually, key, xdotool  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, os.pardir, "Fixtures")
BINARIES = os.environ.get("KERF_BINARIES", "")

Atspi.init()

# Newer accessibility libraries call some roles by other names.
ROLES = {"button": "push button"}


def clip(name):
    """The path of a made clip."""
    done = subprocess.run(
        [os.path.join(FIXTURES, "make-clip"), name], check=True, stdout=subprocess.PIPE, text=True
    )
    return done.stdout.strip()


def shown_numbers(path, *options):
    """The frame numbers that ffmpeg shows of a file, in order."""
    done = subprocess.run(
        [os.path.join(FIXTURES, "read-frames"), *options, path],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return [None if n == "-" else int(n) for n in (line.split()[1] for line in done.stdout.splitlines())]


def uri(path):
    return GLib.filename_to_uri(os.path.abspath(path), None)


def seconds(timecode):
    """`1:02:03.450` in seconds."""
    total = 0.0
    for part in timecode.split(":"):
        total = total * 60 + float(part)
    return total


class KerfWindow:
    """A running Kerf; use it in a `with`."""

    def __init__(self, *arguments, environment=None, folder=None):
        self.folder = folder or tempfile.mkdtemp(prefix="kerf-window-")
        self.log_path = os.path.join(self.folder, f"events-{id(self)}")
        self.output_path = os.path.join(self.folder, "output")
        own = {"KERF_EVENT_LOG": self.log_path, "XDG_STATE_HOME": f"{self.folder}/state"}
        self.environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"} | own | (environment or {})
        self.scale = int(self.environment.get("GDK_SCALE", "1"))
        with open(self.output_path, "wb") as output:
            self.process = subprocess.Popen(
                [os.path.join(BINARIES, "kerf"), *arguments],
                env=self.environment, stdout=output, stderr=output, stdin=subprocess.DEVNULL,
            )  # fmt: skip
        self.wait("window-mapped")

    def __enter__(self):
        return self

    def __exit__(self, kind, _value, _trace):
        self.end()
        if kind is not None:
            telling = [e for e in self.events() if not e.startswith("shown ")]
            print("--- the window's events ---", *telling[-40:], sep="\n", file=sys.stderr)
            print("--- the window's output ---\n" + self.output(), file=sys.stderr)
        shutil.rmtree(self.folder, ignore_errors=True)

    def end(self):
        """Closes the program as its Quit does; only then is its name free for the next one."""
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait(timeout=PATIENCE)

    # What it tells

    def events(self):
        try:
            with open(self.log_path, encoding="utf-8", errors="surrogateescape") as log:
                text = log.read()
        except FileNotFoundError:
            return []
        return text.split("\n")[:-1]

    def output(self):
        with open(self.output_path, encoding="utf-8", errors="replace") as output:
            return output.read()

    def mark(self):
        """A place in the log to wait from."""
        return len(self.events())

    def all_of(self, kind, after=0):
        return [
            event[len(kind) :].strip()
            for event in self.events()[after:]
            if event == kind or event.startswith(kind + " ")
        ]

    def wait(self, kind, after=0, when=lambda rest: True, seconds=PATIENCE):
        """Waits for an event of this kind and returns what stands behind the word."""

        def found():
            for rest in self.all_of(kind, after):
                if when(rest):
                    return [rest]
            if self.process.poll() is not None:
                raise AssertionError(f"Kerf ended with {self.process.returncode}:\n{self.output()}")
            return None

        return eventually(
            found, lambda: f"event “{kind}”; there were {self.events()[after:][-12:]}", seconds
        )[0]

    def open_and_rest(self):
        """Waits until the clip is open, indexed and shown, and lets it pause. Returns its frames."""
        self.wait("opened")
        self.wait("first-picture")
        count = int(self.wait("index-complete"))
        self.pause()
        return count

    def is_playing(self):
        states = [e for e in self.events() if e in ("playing", "paused")]
        return bool(states) and states[-1] == "playing"

    def pause(self):
        """Presses the space bar unless it is paused already; waits for the first play to begin."""
        self.wait("playing")
        if self.is_playing():
            mark = self.mark()
            self.focus()
            key("space")
            self.wait("paused", after=mark)

    def shown_frame(self):
        """The number of the frame on screen, as Kerf says; None before there is one."""
        shown = self.all_of("shown")
        return int(shown[-1].split()[1]) if shown and shown[-1].split()[1] != "-" else None

    def range_seconds(self):
        """The last in and out point told; None when the range is the whole clip since opening."""
        told = self.all_of("range")
        return tuple(map(seconds, told[-1].split())) if told else None

    # What accessibility sees

    def application(self):
        def found():
            desktop = Atspi.get_desktop(0)
            desktop.set_cache_mask(Atspi.Cache.NONE)
            for i in range(desktop.get_child_count()):
                child = desktop.get_child_at_index(i)
                if child is not None and child.get_process_id() == self.process.pid:
                    child.set_cache_mask(Atspi.Cache.NONE)
                    return child
            return None

        return eventually(found, "Kerf on the accessibility bus")

    def described(self):
        """All nodes with their roles and names, as accessibility has them now."""
        found = []

        def walk(node):
            try:
                role = node.get_role_name()
                found.append((node, ROLES.get(role, role), node.get_name() or ""))
                for i in range(node.get_child_count()):
                    child = node.get_child_at_index(i)
                    if child is not None:
                        walk(child)
            except GLib.Error:
                pass  # a node that went away while it was looked at

        walk(self.application())
        return found

    def nodes(self, role=None, name=None):
        """The nodes of this role whose name matches."""
        return [
            node
            for node, its_role, its_name in self.described()
            if role in (None, its_role) and (name is None or re.search(name, its_name))
        ]

    def node(self, role=None, name=None):
        """The node of this role and name, awaited."""
        return eventually(
            lambda: next(iter(self.nodes(role, name)), None), f"a {role} named {name!r}"
        )

    def names(self):
        return [name for _, _, name in self.described()]

    def says(self, pattern):
        """Waits until some text in the window matches."""
        return eventually(
            lambda: next((n for n in self.names() if re.search(pattern, n)), None),
            lambda: f"text {pattern!r} in {[n for n in self.names() if n]}",
        )

    def slider(self, name):
        """A handle or the playhead by the first word of its name: Start, End, Playhead."""
        return self.node("slider", "^" + name)

    # Where it is

    def x_window(self):
        def largest():
            areas = []
            out = subprocess.run(
                ["xdotool", "search", "--onlyvisible", "--pid", str(self.process.pid)],
                capture_output=True, text=True, timeout=30, check=False,
            ).stdout  # fmt: skip
            for window in out.split():
                width, height = self.geometry(window)[2:]
                areas.append((width * height, window))
            return max(areas)[1] if areas else None

        return eventually(largest, "Kerf's window on the screen")

    @staticmethod
    def geometry(window):
        text = subprocess.run(
            ["xwininfo", "-id", window], capture_output=True, text=True, timeout=30, check=False
        ).stdout
        numbers = [
            re.search(pattern, text)
            for pattern in (
                r"Absolute upper-left X: *(-?\d+)", r"Absolute upper-left Y: *(-?\d+)",
                r"Width: *(\d+)", r"Height: *(\d+)",
            )
        ]  # fmt: skip
        return [int(match[1]) if match else 0 for match in numbers]

    def place(self, node):
        """A node's left, top, width and height on the screen."""
        window = self.x_window()
        x, y, width, height = self.geometry(window)
        frame = node
        while frame.get_role_name() not in ("frame", "dialog", "window"):
            frame = frame.get_parent()
        outer = frame.get_extents(Atspi.CoordType.WINDOW)
        # GTK draws the shadow inside its X window; accessibility counts from behind it.
        shadow = subprocess.run(
            ["xprop", "-id", window, "_GTK_FRAME_EXTENTS"], capture_output=True, text=True, check=False
        ).stdout
        extents = [int(n) for n in re.findall(r"\d+", shadow.partition("=")[2])]
        if len(extents) == 4 and width - extents[0] - extents[1] == outer.width * self.scale:
            left, top = extents[0], extents[2]
        else:
            left = (width - outer.width * self.scale) // 2
            top = (height - outer.height * self.scale) // 2
        inner = node.get_extents(Atspi.CoordType.WINDOW)
        return (
            x + left + inner.x * self.scale,
            y + top + inner.y * self.scale,
            inner.width * self.scale,
            inner.height * self.scale,
        )

    def middle(self, node):
        x, y, width, height = self.place(node)
        return x + width // 2, y + height // 2

    def focus(self):
        xdotool("windowfocus", "--sync", self.x_window())

    # What a hand does

    def key(self, *names):
        self.focus()
        key(*names)

    def click(self, node):
        Pointer.click(*self.middle(node))

    def bring_into_view(self, name):
        """Zooms out to the whole clip when the handle is outside the window."""

        def in_view():
            left, _, width, _ = self.geometry(self.x_window())
            return left < self.middle(self.slider(name))[0] < left + width

        if not in_view():
            self.key("ctrl+0")
            eventually(in_view, f"{name} in view")

    def drag_slider(self, name, by, release=True, beside=0):
        """Drags a handle sideways by that many pixels; returns the log's mark at the press.

        `beside` is how far from the middle of the handle it is caught.
        """
        self.bring_into_view(name)
        middle, y = self.middle(self.slider(name))
        Pointer.move(middle + beside, y)
        was_playing = self.is_playing()
        mark = self.mark()
        Pointer.press()
        Pointer.move(middle + beside + by, y, steps=12)
        # The hand is quicker than the window: all of the way has to arrive; a mark draws by 7 px.
        eventually(
            lambda: abs(self.middle(self.slider(name))[0] - (middle + by)) <= 10 * self.scale,
            lambda: f"{name} at {middle + by}, it is at {self.middle(self.slider(name))[0]}",
        )
        self.wait("range", after=mark)
        if release:
            released = self.mark()
            Pointer.release()
            if was_playing:
                self.wait("playing", after=released)
        return mark

    def save(self):
        """Saves by Ctrl+S and returns the path of the clip."""
        mark = self.mark()
        self.key("ctrl+s")
        return self.wait("saved", after=mark)
