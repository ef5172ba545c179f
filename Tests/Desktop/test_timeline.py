#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The strip beyond one range and one look: several ranges, what is remembered, holding, jumping."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

from desktop import Pointer, eventually, xdotool
from kerf_window import FIXTURES, KerfWindow, clip, shown_numbers

sys.path.insert(0, FIXTURES)
import framecode  # noqa: E402

RATE = 30


class Strip:
    """The pictures of the strip, as the screen shows them."""

    HEIGHT = 64

    def __init__(self, window, count):
        self.window, self.count = window, count
        self.x, top, self.width, height = window.place(window.node("panel", "^Timeline$"))
        _, handle_top, _, _ = window.place(window.slider("Start"))
        self.y, self.height = handle_top, self.HEIGHT
        self.tile = round(self.HEIGHT * 16 / 9)
        self.reader = framecode.Reader(self.tile, self.HEIGHT)

    def find(self):
        """Moves to the height at which most pictures can be read."""
        top = self.y
        counts = []
        for self.y in range(top - 16, top + 17):
            counts.append((len(self.numbers()), self.y))
        most = max(counts)[0]
        best = [y for count, y in counts if count == most]
        self.y = best[len(best) // 2]
        return most

    def grab(self):
        place = f"{self.width}x{self.height}+{self.x}+{self.y}"
        return subprocess.run(
            ["import", "-silent", "-window", "root", "-crop", place, "-depth", "8", "rgb:-"],
            check=True, stdout=subprocess.PIPE, timeout=30,
        ).stdout  # fmt: skip

    def numbers(self):
        """The numbers of the pictures that are there and whole, with their places in pixels."""
        colours = self.grab()
        # Green is nearly what the eye calls light; the numbers are grey.
        rows = [
            colours[y * self.width * 3 + 1 : (y + 1) * self.width * 3 : 3] for y in range(self.height)
        ]
        found = []
        # Handles of edges that are out of view stand over the strip's ends.
        for x in range(20, self.width - 20 - self.tile):
            # Two pictures side by side may read as a third one: a picture begins where there is red
            # at the bottom, which no other place of it has.
            red, green, blue = colours[((self.height - 6) * self.width + x + 4) * 3 :][:3]
            if red < 180 or green > 90 or blue > 90:
                continue
            picture = b"".join(row[x : x + self.tile] for row in rows)
            number = self.reader.number(picture)
            if number is None or number >= self.count:
                continue
            # A check sum of four bits errs; the neighbours do not agree by chance.
            if found and found[-1][1] == number and x - found[-1][0] == found[-1][2]:
                found[-1][2] += 1
            else:
                found.append([x, number, 1])
        sure = [(x, number) for x, number, count in found if count >= 4]
        # Between two pictures a number may read as well; theirs are a picture apart.
        together = [[f for f in sure if (f[0] - x + 2) % self.tile <= 4] for x, _ in sure]
        return max(together, key=len, default=[])

    def is_filled(self):
        return len(self.numbers()) >= self.width // self.tile // 2


class Timeline(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kerf-timeline-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def remembered(self):
        """What the only film's file says."""
        for path in glob.glob(f"{self.folder}/state/kerf/*.ranges"):
            with open(path) as file:
                return file.read()

    def mark_two_ranges(self, window):
        """Marks the frames 0…59 and 120…299."""
        # From 2 s on a range of its own: there is the next keyframe.
        window.key("alt+Right")
        window.key("plus")
        eventually(lambda: window.says(r"2 clips"), "the second range")
        window.key("Home")
        window.key("shift+Right", "shift+Right")
        window.key("i")
        eventually(lambda: window.range_seconds() == (4.0, 10.0), "the later range from 4 s on")

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
            self.mark_two_ranges(window)
            window.key("ctrl+s")
            eventually(lambda: len(window.all_of("saved")) == 2, "two clips", seconds=60)
            first, second = window.all_of("saved")
            self.assertEqual(shown_numbers(first), list(range(0, 60)))
            self.assertEqual(shown_numbers(second), list(range(120, 300)))

    def test_two_ranges_become_one_clip_when_they_are_joined(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            self.mark_two_ranges(window)
            window.click(window.node("push button", "^Save All Ranges as One Clip$"))
            eventually(lambda: window.says(r"2 ranges in one clip"), "the cost of one clip")
            saved = window.save()
            self.addCleanup(os.unlink, saved)
            self.assertEqual(shown_numbers(saved), list(range(0, 60)) + list(range(120, 300)))

    def test_control_and_an_arrow_jump_to_free_cuts(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("Start", 30)
            mark = window.mark()
            window.key("ctrl+Right")
            window.wait("range", after=mark)
            in_point, _ = window.range_seconds()
            self.assertEqual(round(in_point * RATE) % 60, 0)

    def test_keys_zoom_while_the_playhead_has_the_focus(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.key("ctrl+0", "ctrl+Home", *["shift+Right"] * 4, "i", "shift+Right")
            eventually(lambda: window.shown_frame() == 5 * RATE, "the playhead at 5 s")

            def second_in_pixels():
                """From the start of the range to the playhead, about which is zoomed."""
                places = [window.middle(window.slider(name))[0] for name in ("Start", "Playhead")]
                return places[1] - places[0]

            fitted = second_in_pixels()
            for keys, is_right in (
                ("ctrl+plus", lambda: second_in_pixels() > fitted),
                ("ctrl+minus", lambda: second_in_pixels() == fitted),
                ("ctrl+KP_Add", lambda: second_in_pixels() > fitted),
                ("ctrl+KP_Subtract", lambda: second_in_pixels() == fitted),
            ):
                window.key(keys)
                eventually(is_right, lambda keys=keys: f"{keys}: {second_in_pixels()}, {fitted}")
                self.assertEqual(window.shown_frame(), 5 * RATE, "the playhead stays")

    def test_scrolling_never_shows_a_picture_in_a_wrong_place(self):
        with KerfWindow(clip("h264_hour.mkv")) as window:
            window.open_and_rest()
            strip = Strip(window, 3600)
            # A picture for each frame is as wide as it is.
            window.key(*["ctrl+plus"] * 4, "ctrl+Home")
            self.assertGreater(eventually(strip.find, "pictures in the strip"), 2)
            eventually(lambda: strip.numbers() and strip.numbers()[0][1] == 0, "the film's start")
            eventually(strip.is_filled, lambda: f"a full strip, not {strip.numbers()}")
            # The bar below the strip has all of the film: pulled along from end to end.
            bar = strip.y + strip.height + 14
            Pointer.move(strip.x + 20, bar)
            Pointer.press()
            seen = set()
            for step in range(1, 61):
                Pointer.move(strip.x + 20 + (strip.width - 40) * step // 60, bar, steps=2)
                shown = strip.numbers()
                if len(shown) < 3:
                    continue  # most are blank yet
                seen.update(number for _, number in shown)
                firsts = sorted(number - x // strip.tile for x, number in shown)
                wrong = [
                    (x, number) for x, number in shown
                    # A keyframe may stand for the nine frames after it.
                    if abs(number - x // strip.tile - firsts[len(firsts) // 2]) > 9
                ]  # fmt: skip
                self.assertEqual(wrong, [], shown)
            Pointer.release()
            window.key("ctrl+End")

            def end_is_shown():
                # The playhead stands in the last one.
                shown = strip.numbers()
                firsts = {number - x // strip.tile for x, number in shown}
                return len(shown) > 2 and len(firsts) == 1 and shown[-1][1] >= 3595

            eventually(end_is_shown, lambda: f"the film's end in order, not {strip.numbers()}")
            self.assertGreater(len(seen), 30, "it was looked at on the way")

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
