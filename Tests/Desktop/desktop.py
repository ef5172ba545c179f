# SPDX-License-Identifier: GPL-3.0-or-later
"""Waiting, pointer and keys for the desktop tests: what a person does, and nothing else."""

import subprocess
import time

# A machine that runs the tests may be slow and busy; nothing is ever awaited this long in vain.
PATIENCE = 40.0


def eventually(condition, what, seconds=PATIENCE):
    """Waits until `condition()` is true and returns its value; fails with `what` otherwise."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds:g} s: {what() if callable(what) else what}")
        time.sleep(0.02)


def xdotool(*words):
    return subprocess.run(
        ["xdotool", *map(str, words)], check=True, capture_output=True, text=True, timeout=30
    ).stdout


class Pointer:
    """The mouse, in pixels of the screen."""

    @staticmethod
    def move(x, y, steps=8):
        """Moves there in steps, as a hand does: a jump is no drag to GTK."""
        place = dict(
            word.split("=") for word in xdotool("getmouselocation", "--shell").split() if "=" in word
        )
        from_x, from_y = int(place["X"]), int(place["Y"])
        words = []
        for step in range(1, steps + 1):
            words += [
                "mousemove",
                round(from_x + (x - from_x) * step / steps),
                round(from_y + (y - from_y) * step / steps),
            ]
        xdotool(*words)

    @staticmethod
    def press(button=1):
        xdotool("mousedown", button)

    @staticmethod
    def release(button=1):
        xdotool("mouseup", button)

    @classmethod
    def click(cls, x, y, button=1):
        cls.move(x, y)
        xdotool("click", button)


def key(*names):
    """Presses keys one after the other, such as `space` or `ctrl+s`."""
    xdotool("key", "--clearmodifiers", *names)


def type_text(text):
    xdotool("type", "--clearmodifiers", "--delay", "5", text)
