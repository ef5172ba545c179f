#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses an installed Kerf as a person does, with the mouse, and tells on standard output, in three lines,
the clip that it saved and the in and out point in seconds.

    use_window.py FILM    in a session of its own, with KERF_EVENT_LOG set, beside the desktop tests' helpers

The menu's entry starts the program by the bus; the film is dropped on its window; the handles are pulled;
Save saves; and the film is opened again from the recent ones.
"""

import os
import subprocess
import sys

from gi.repository import Gio, GLib

from desktop import eventually
from drag import DragSource
from kerf_window import KerfWindow, seconds, uri

NAME = "io.github.kerf_video.Kerf"
ENTRY = f"/usr/share/applications/{NAME}.desktop"


class StartedByTheBus(KerfWindow):
    """The window of a program that the session's bus has started."""

    def __init__(self):
        self.log_path = os.environ["KERF_EVENT_LOG"]
        self.scale = 1
        open(self.log_path, "wb").close()
        subprocess.run(["gio", "launch", ENTRY], check=True, timeout=60)
        self.process = ProcessOnTheBus()
        self.wait("window-mapped")

    def output(self):
        return "(what it wrote is the bus's)"

    def end(self):
        self.key("ctrl+q")
        eventually(lambda: self.process.poll() is not None, "Kerf ends")

    def __exit__(self, kind, *_):
        if kind is not None:
            print("--- the window's events ---", *self.events()[-40:], sep="\n", file=sys.stderr)
        self.end()


class ProcessOnTheBus:
    """Who owns Kerf's name; asked as a `subprocess.Popen` is."""

    returncode = None

    def __init__(self):
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION)
        self.pid = eventually(self.owner, "a program has Kerf's name on the bus")

    def owner(self):
        try:
            answer = self.bus.call_sync(
                "org.freedesktop.DBus", "/", "org.freedesktop.DBus", "GetConnectionUnixProcessID",
                GLib.Variant("(s)", (NAME,)), None, Gio.DBusCallFlags.NONE, -1, None,
            )  # fmt: skip
        except GLib.Error:
            return None
        return answer.unpack()[0]

    def poll(self):
        if self.owner() is None:
            self.returncode = 0
        return self.returncode


def trim(film):
    """Drops the film, keeps what lies between two pulled handles and saves it; returns the clip and the range."""
    with DragSource(uri(film)) as source, StartedByTheBus() as window:
        left, top, width, height = window.geometry(window.x_window())
        source.drag_to(left + width // 2, top + height // 2)
        window.open_and_rest()
        window.drag_slider("Start", 150)
        window.drag_slider("End", -200)
        window.pause()
        return window.save(), window.all_of("range")[-1]


def open_recent(film):
    """Starts the program again, empty, and opens the film by its picture."""
    with StartedByTheBus() as window:
        window.wait("recent-picture")
        window.click(window.node("push button", f"^Open “{os.path.basename(film)}”$"))
        opened = window.wait("opened")
        if os.path.realpath(opened) != os.path.realpath(film):
            raise AssertionError(f"the recent film opened {opened}")


if __name__ == "__main__":
    path, kept = trim(sys.argv[1])
    open_recent(sys.argv[1])
    print(path, *map(seconds, kept.split()), sep="\n")
