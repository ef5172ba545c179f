# SPDX-License-Identifier: GPL-3.0-or-later
"""The same clip by the mouse alone, by keys alone, and by what a screen reader can do."""

import os
import unittest

from desktop import eventually
from kerf_window import KerfWindow, clip, shown_numbers

RATE = 30


class ThreeWays(unittest.TestCase):
    def saved(self, window, after):
        """The frames of the clip that was saved; the clip is gone afterwards."""
        path = window.wait("saved", after=after)
        self.addCleanup(os.unlink, path)
        return shown_numbers(path)

    def chosen(self, window, first, last):
        eventually(
            lambda: window.range_seconds() == (round(first / RATE, 3), round((last + 1) / RATE, 3)),
            lambda: f"frames {first}…{last}; the range is {window.range_seconds()}",
        )

    def by_mouse(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("Start", +260)
            window.drag_slider("End", -150)
            mark = window.mark()
            window.click(window.node("push button", "^Save$"))
            return self.saved(window, mark)

    def by_keys(self, first, last):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            for frame, mark_here in ((first, "i"), (last, "o")):
                seconds, frames = divmod(frame, RATE)
                window.key("ctrl+Home", *["shift+Right"] * seconds, *["Right"] * frames, mark_here)
            self.chosen(window, first, last)
            mark = window.mark()
            window.key("ctrl+s")
            return self.saved(window, mark)

    def by_accessibility(self, first, last):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            self.assertTrue(window.slider("Start").set_current_value(first / RATE))
            self.assertTrue(window.slider("End").set_current_value(last / RATE))
            self.chosen(window, first, last)
            mark = window.mark()
            self.assertTrue(window.node("push button", "^Save$").do_action(0))
            return self.saved(window, mark)

    def test_all_of_them_save_the_same_frames(self):
        by_mouse = self.by_mouse()
        first, last = by_mouse[0], by_mouse[-1]
        self.assertEqual(by_mouse, list(range(first, last + 1)))
        self.assertTrue(0 < first < last < 299, (first, last))
        self.assertEqual(self.by_keys(first, last), by_mouse)
        self.assertEqual(self.by_accessibility(first, last), by_mouse)


if __name__ == "__main__":
    unittest.main()
