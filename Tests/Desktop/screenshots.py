#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the pictures of scripts/screenshots: the window as a person sees it, in both schemes and scales."""

import os
import subprocess
import sys

from desktop import Pointer, eventually
from kerf_window import KerfWindow, clip


def take(window, path):
    window.focus()
    # The pointer would draw its hover; a corner of the screen is nobody's.
    Pointer.move(2598, 1798, steps=2)
    subprocess.run(["import", "-silent", "-window", window.x_window(), path], check=True, timeout=60)
    print(path, flush=True)


def thumbnails_settled(window):
    """Waits until no thumbnail has come for as long as it took to ask twice."""
    counts = []

    def settled():
        counts.append(len(window.all_of("thumbnail")))
        return len(counts) > 40 and counts[-1] == counts[-40] and counts[-1] > 0

    eventually(settled, "thumbnails")


def editing(folder, name, environment):
    with KerfWindow(clip("sample.mp4"), environment=environment) as window:
        window.open_and_rest()
        thumbnails_settled(window)
        window.drag_slider("Start", 170 * window.scale)
        mark = window.drag_slider("End", -230 * window.scale)
        window.wait("playing", after=mark)
        window.key("space")
        window.wait("paused", after=mark)
        thumbnails_settled(window)
        take(window, os.path.join(folder, name))


def manual(folder):
    """The pictures of docs/manual: the window while something is done with it."""
    os.makedirs(folder, exist_ok=True)
    environment = {"ADW_DEBUG_COLOR_SCHEME": "prefer-light"}

    def take_screen(window, name):
        # Dialogs are windows of their own: a piece of the screen has both.
        x, y, width, height = window.geometry(window.x_window())
        place = f"{width}x{height}+{x}+{y}"
        path = os.path.join(folder, name)
        subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", place, "+repage", path], check=True, timeout=60
        )
        print(path, flush=True)

    with KerfWindow(clip("sample.mp4"), environment=environment) as window:
        window.open_and_rest()
        thumbnails_settled(window)
        window.drag_slider("Start", 170)
        mark = window.drag_slider("End", -230)
        window.wait("playing", after=mark)
        window.key("space")
        window.wait("paused", after=mark)
        thumbnails_settled(window)
        take(window, os.path.join(folder, "window.png"))
        window.drag_slider("Start", 100, release=False)
        thumbnails_settled(window)
        take_screen(window, "drag.png")
        Pointer.release()
        mark = window.mark()
        window.key("space", "e")
        window.wait("export-draft", after=mark)
        # The dialog is drawn once it has the focus.
        window.says("^Kind of File$")
        thumbnails_settled(window)
        take_screen(window, "export.png")


def main():
    folder = sys.argv[1]
    manual(os.path.join(folder, "..", "manual", "images"))
    for suffix, scheme in (("", "prefer-light"), ("-dark", "prefer-dark")):
        for density in (1, 2):
            environment = {"ADW_DEBUG_COLOR_SCHEME": scheme, "GDK_SCALE": str(density)}
            scale = "" if density == 1 else "@2x"
            editing(folder, f"window{suffix}{scale}.png", environment)
        with KerfWindow(environment={"ADW_DEBUG_COLOR_SCHEME": scheme}) as window:
            take(window, os.path.join(folder, f"empty{suffix}.png"))
        with KerfWindow(clip("still.png"), environment={"ADW_DEBUG_COLOR_SCHEME": scheme}) as window:
            window.wait("error")
            take(window, os.path.join(folder, f"error{suffix}.png"))


if __name__ == "__main__":
    main()
