# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole folders of odd, broken and real files, one after the other in one window.

`KERF_COLLECTIONS` names the folders, colons between; without it there is nothing to open and the test
is skipped.
"""

import os
import unittest

from desktop import eventually
from drag import DragSource
from kerf_window import KerfWindow, uri

FOLDERS = [folder for folder in os.environ.get("KERF_COLLECTIONS", "").split(":") if folder]

# The caches have bounds; what a file says of itself must not break them.
MOST_MEMORY = 1_500_000

# No film: what describes a collection, not what belongs to it.
BESIDE = (".tsv", ".md", ".txt", ".sh", ".py", ".json", ".csv")


def collected():
    found = []
    for top in FOLDERS:
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                path = os.path.join(folder, name)
                # A device may be anything; its refusal has a test of its own.
                if not name.endswith(BESIDE) and (os.path.isfile(path) or os.path.islink(path)):
                    found.append(path)
    return found


def memory(process):
    """The most memory that the process ever had, in kB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii", errors="replace") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return 0


@unittest.skipUnless(FOLDERS, "KERF_COLLECTIONS names no folder of films to try")
class Collections(unittest.TestCase):
    def test_every_file_is_shown_or_refused(self):
        window = KerfWindow()
        files = collected()
        self.assertTrue(files, f"no file in {FOLDERS}")
        with DragSource() as source:
            for path in files:
                with self.subTest(os.fsencode(path)):
                    if window.process.poll() is not None:
                        window = KerfWindow()
                    source.copy(uri(path))
                    mark = window.mark()
                    window.key("ctrl+v")
                    self.outcome(window, mark)
        self.assertIsNone(window.process.poll())
        window.end()

    def outcome(self, window, mark):
        """Waits for a picture and all of its frames, or for a sentence: nothing else may come."""
        marks = [mark]

        def came():
            kinds = [event.partition(" ")[0] for event in window.events()[marks[-1] :]]
            if "nothing-to-paste" in kinds:
                # The window had not heard yet of what was copied.
                marks.append(window.mark())
                window.key("ctrl+v")
            self.assertIsNone(window.process.poll(), window.output()[-2000:])
            return "error" in kinds or {"first-picture", "index-complete"} <= set(kinds)

        def told():
            events = window.events()[mark:]
            return [e for e in events if not e.startswith(("shown", "thumbnail"))]

        eventually(came, lambda: f"neither a picture nor an error; there were {told()}", seconds=30)
        self.assertLess(memory(window.process), MOST_MEMORY, "kB of memory")


if __name__ == "__main__":
    unittest.main()
