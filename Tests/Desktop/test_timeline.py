#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The strip beyond one range and one look: several ranges, what is remembered, holding, jumping."""

import glob
import os
import shutil
import tempfile
import unittest

from desktop import Pointer, eventually
from kerf_window import KerfWindow, clip, shown_numbers

RATE = 30


class Timeline(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kerf-timeline-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def remembered(self):
        """What the only film's file says."""
        for path in glob.glob(f"{self.folder}/state/kerf/*.ranges"):
            with open(path) as file:
                return file.read()

    def test_what_was_marked_is_there_when_the_film_is_opened_again(self):
        state = {"XDG_STATE_HOME": os.path.join(self.folder, "state")}
        with KerfWindow(clip("h264_gop60.mp4"), environment=state) as window:
            window.open_and_rest()
            window.drag_slider("Start", 150)
            first = eventually(self.remembered, "the ranges' file")
            window.drag_slider("End", -100)
            marked = window.range_seconds()
            eventually(lambda: self.remembered() != first, "the other end in it")
        renamed = os.path.join(self.folder, "other name.mp4")
        shutil.copy(clip("h264_gop60.mp4"), renamed)
        with KerfWindow(renamed, environment=state) as window:
            window.wait("index-complete")
            self.assertEqual(window.range_seconds(), marked)

    def test_two_ranges_become_two_clips_of_their_frames(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            # From 2 s on a range of its own: there is the next keyframe.
            window.key("alt+Right")
            window.key("plus")
            eventually(lambda: window.says(r"2 clips"), "the second range")
            window.key("Home")
            window.key("shift+Right", "shift+Right")
            window.key("i")
            eventually(lambda: window.range_seconds() == (4.0, 10.0), "the later range from 4 s on")
            window.key("ctrl+s")
            eventually(lambda: len(window.all_of("saved")) == 2, "two clips", seconds=60)
            first, second = window.all_of("saved")
            self.assertEqual(shown_numbers(first), list(range(0, 60)))
            self.assertEqual(shown_numbers(second), list(range(120, 300)))

    def test_control_and_an_arrow_jump_to_free_cuts(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("Start", 30)
            mark = window.mark()
            window.key("ctrl+Right")
            window.wait("range", after=mark)
            in_point, _ = window.range_seconds()
            self.assertEqual(round(in_point * RATE) % 60, 0)

    def test_a_handle_held_still_magnifies_and_gives_way_again(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("Start", 120)
            middle, y = window.middle(window.slider("Start"))
            end = window.middle(window.slider("End"))[0]
            Pointer.move(middle, y)
            Pointer.press()
            try:
                # Magnified, the out edge is far away: its handle stands at the border.
                eventually(
                    lambda: window.middle(window.slider("End"))[0] != end, "the strip to magnify"
                )
                before = window.range_seconds()[0]
                Pointer.move(middle + 200, y, steps=8)
                eventually(lambda: window.range_seconds()[0] > before, "the edge to move")
                self.assertLess(window.range_seconds()[0] - before, 8 / RATE)
            finally:
                Pointer.release()
            eventually(
                lambda: abs(window.middle(window.slider("End"))[0] - end) <= 2, "the zoom from before"
            )


if __name__ == "__main__":
    unittest.main()
