# SPDX-License-Identifier: GPL-3.0-or-later
"""Another program's window, from which files are dragged and copied by the mouse."""

import os
import shutil
import subprocess
import tempfile

from desktop import PATIENCE, Pointer, eventually, xdotool
from kerf_window import HERE, KerfWindow


class DragSource:
    """The other program that files come from."""

    def __init__(self, *uris):
        self.folder = tempfile.mkdtemp(prefix="kerf-source-")
        self.output_path = os.path.join(self.folder, "output")
        self.output = open(self.output_path, "wb")
        self.process = subprocess.Popen(
            ["/usr/bin/python3", os.path.join(HERE, "drag_source.py"), *uris],
            stdin=subprocess.PIPE, stdout=self.output,
        )  # fmt: skip
        self.wait("up")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self.process.stdin.close()
        self.output.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def told(self):
        with open(self.output_path, encoding="utf-8") as output:
            return output.read().split("\n")[:-1]

    def wait(self, word, after=0):
        eventually(lambda: word in self.told()[after:], lambda: f"{word} in {self.told()[after:]}")

    def copy(self, *uris):
        """Puts files on the clipboard."""
        mark = len(self.told())
        self.process.stdin.write((" ".join(uris) + "\n").encode())
        self.process.stdin.flush()
        self.wait("copied", after=mark)

    def drag_to(self, x, y):
        """Drags what it offers to a place on the screen and drops it there once it is accepted."""
        window = eventually(
            lambda: xdotool("search", "--onlyvisible", "--name", "^Drag Source$").split(),
            "the drag source's window",
        )[-1]
        # It may lie under Kerf's window, in whole or in part.
        xdotool("windowraise", window, "windowmove", "--sync", window, 2, 2)
        left, top, width, height = KerfWindow.geometry(window)
        mark = len(self.told())
        Pointer.move(left + width // 2, top + height * 2 // 3)
        Pointer.press()
        Pointer.move(left + width // 2 + 30, top + height * 2 // 3 + 20)
        self.wait("drag-begin", after=mark)
        Pointer.move(x, y, steps=20)
        wiggle = iter(range(1_000_000))

        def accepted():
            if "accepted" in self.told()[mark:]:
                return True
            # The target learns of the drag from motion, and may have been busy at the last.
            Pointer.move(x + next(wiggle) % 3, y, steps=1)
            return False

        eventually(accepted, lambda: f"the window takes the drop; {self.told()[mark:]}")
        Pointer.release()
        self.wait("drag-end", after=mark)
