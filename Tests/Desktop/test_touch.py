# SPDX-License-Identifier: GPL-3.0-or-later
"""Fingers on the timeline: they pull handles, scroll, pinch, and magnify by staying."""

import os
import tempfile
import unittest

import touch
from desktop import eventually
from kerf_window import KerfWindow, clip


@unittest.skipUnless(touch.BROWSER and touch.SERVER, "Chromium and gtk4-broadwayd are not installed")
class Touch(unittest.TestCase):
    def setUp(self):
        config = self.enterContext(tempfile.TemporaryDirectory(prefix="kerf-config-"))
        os.makedirs(os.path.join(config, "glib-2.0/settings"))
        with open(os.path.join(config, "glib-2.0/settings/keyfile"), "w", encoding="utf-8") as settings:
            settings.write("[io/github/kerf_video/Kerf]\nplay-on-opening=false\n")
        self.screen = self.enterContext(touch.TouchScreen(1100, 900))
        own = {"XDG_CONFIG_HOME": config, "GSETTINGS_BACKEND": "keyfile"}
        self.window = self.enterContext(
            KerfWindow(clip("h264_gop60.mp4"), environment=self.screen.environment | own)
        )
        self.window.wait("index-complete")
        self.screen.show()
        # Nothing is laid out before there is a page to show it; hands wait until nothing moves.
        for event in ("view", "shown", "waveform-complete", "marks-complete"):
            self.window.wait(event)
        self.window.wait("thumbnail", when=lambda count: int(count) >= 10)
        eventually(lambda: self.screen.pixels() == self.screen.pixels(), "a page at rest")
        self.left, self.top, self.right, self.bottom = eventually(
            self.screen.accent_box, "the strip on the screen"
        )
        self.middle = (self.top + self.bottom) // 2

    def view(self, after=0):
        """Seconds at the left border and pixels a second, as told last."""
        told = self.window.all_of("view", after)
        return tuple(map(float, told[-1].split())) if told else None

    def test_a_finger_beside_a_handle_pulls_it(self):
        # The handle is 14 px wide, and a finger's own are 44 px about its middle.
        self.screen.put(self.left + 24, self.middle)
        mark = self.window.mark()
        self.screen.move(f0=(self.left + 224, self.middle))
        self.window.wait("range", after=mark)
        self.screen.lift()
        in_point, out_point = self.window.range_seconds()
        self.assertGreater(in_point, 1.5)
        self.assertEqual(out_point, 10)

    def test_a_tap_on_the_strip_shows_that_frame(self):
        mark = self.window.mark()
        middle = (self.left + self.right) // 2
        self.screen.tap(middle, self.middle)
        self.window.wait("shown", after=mark, when=lambda rest: 4.9 < float(rest[2:7]) < 5.2)
        self.assertIsNone(self.window.range_seconds())

    def test_two_fingers_zoom_and_one_scrolls(self):
        middle = (self.left + self.right) // 2
        start = self.view()
        mark = self.window.mark()
        self.screen.put(middle - 40, self.middle, finger=0)
        self.screen.put(middle + 40, self.middle, finger=1)
        self.screen.move(f0=(middle - 200, self.middle), f1=(middle + 200, self.middle))
        zoomed = eventually(
            lambda: (view := self.view(mark)) and abs(view[1] / start[1] - 5) < 0.1 and view,
            lambda: f"five times as large as {start}; it is {self.view(mark)}",
        )
        self.screen.lift()
        self.assertIsNone(self.window.range_seconds(), "the fingers moved no handle")
        # What was between the fingers still is: nearly half a window of the first view lies left of it.
        between = start[0] + (5 - start[0]) * (1 - 1 / 5)
        self.assertAlmostEqual(zoomed[0], between, delta=0.1)
        mark = self.window.mark()
        self.screen.put(middle + 150, self.middle)
        self.screen.move(f0=(middle - 150, self.middle))
        moved = eventually(
            lambda: (view := self.view(mark)) and view[0] > zoomed[0] + 0.5 and view,
            lambda: f"scrolled on from {zoomed}; it is {self.view(mark)}",
        )
        self.screen.lift()
        self.assertEqual(moved[1], zoomed[1])
        self.assertIsNone(self.window.range_seconds())

    def test_a_finger_that_stays_on_a_handle_magnifies(self):
        start = self.view()
        mark = self.window.mark()
        self.screen.put(self.left + 8, self.middle)
        eventually(
            lambda: (view := self.view(mark)) and view[1] > 4 * start[1],
            lambda: f"magnified from {start}; it is {self.view(mark)}",
        )
        self.screen.lift()
        eventually(lambda: self.view(mark)[1] == start[1], "back as it was before")


if __name__ == "__main__":
    unittest.main()
