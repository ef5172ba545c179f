# SPDX-License-Identifier: GPL-3.0-or-later
"""Handles, playhead and keys: what a hand moves and what the eye then sees."""

import unittest

from desktop import Pointer, eventually, xdotool
from kerf_window import Atspi, KerfWindow, clip

RATE = 30


def frame_at(time):
    return round(time * RATE)


class Editing(unittest.TestCase):
    def test_start_handle_shows_its_frame_while_it_is_held(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.wait("index-complete")
            window.wait("first-picture")
            mark = window.drag_slider("Start", +120, release=False)
            # The loop rests while the hand holds the edge, and the frame of the edge is shown.
            window.wait("paused", after=mark)
            self.settle(window, edge=0, offset=0)
            before = window.mark()
            Pointer.release()
            window.wait("playing", after=before)
            in_point, out_point = window.range_seconds()
            self.assertGreater(in_point, 0)
            self.assertAlmostEqual(out_point, 10, places=2)
            # The loop begins again at the in point and stays inside the range.
            shown = window.wait("shown", after=before, when=lambda rest: rest.split()[1] != "-")
            self.assertGreaterEqual(int(shown.split()[1]), frame_at(in_point))

    def test_a_handle_is_caught_beside_its_picture(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            for name, edge in (("Start", 0), ("End", 1)):
                for beside in (-11, 11):
                    with self.subTest(f"{name} {beside:+} px"):
                        window.bring_into_view(name)
                        before = window.range_seconds() or (0.0, 10.0)
                        toward_middle = 60 if edge == 0 else -60
                        window.drag_slider(name, toward_middle, beside=beside)
                        after = window.range_seconds()
                        self.assertNotEqual(before[edge], after[edge])
                        self.assertEqual(before[1 - edge], after[1 - edge])

    def test_end_handle_shows_the_last_frame_kept(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.wait("index-complete")
            window.wait("first-picture")
            window.drag_slider("End", -150, release=False)
            self.settle(window, edge=1, offset=-1)
            Pointer.release()
            in_point, out_point = window.range_seconds()
            self.assertEqual(in_point, 0)
            self.assertLess(out_point, 10)

    def settle(self, window, edge, offset):
        """Waits until the frame on screen is the one of the edge."""

        def same():
            told = window.range_seconds()
            return told and window.shown_frame() == frame_at(told[edge]) + offset

        eventually(
            same, lambda: f"frame {window.shown_frame()} on screen, range {window.range_seconds()}"
        )

    def test_loop_wraps_at_the_out_point(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.wait("index-complete")
            window.wait("first-picture")
            window.drag_slider("End", -400)
            _, out_point = window.range_seconds()
            mark = window.mark()
            last = frame_at(out_point) - 1

            def wrapped():
                frames = [
                    int(rest.split()[1])
                    for rest in window.all_of("shown", after=mark)
                    if rest.split()[1] != "-"
                ]
                self.assertLessEqual(max(frames, default=0), last)
                return any(b < a for a, b in zip(frames, frames[1:]))

            eventually(wrapped, "the loop to begin again")

    def test_keys(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()

            def press(name, frame):
                window.key(name)
                eventually(
                    lambda: window.shown_frame() == frame,
                    lambda: f"{name}: frame {frame}, not {window.shown_frame()}",
                )

            press("ctrl+Home", 0)
            press("Right", 1)
            press("Right", 2)
            press("period", 3)
            press("Left", 2)
            press("comma", 1)
            press("shift+Right", 31)
            press("alt+Right", 60)
            press("Right", 61)
            press("alt+Left", 60)
            mark = window.mark()
            window.key("i")
            window.wait("range", after=mark)
            self.assertEqual(frame_at(window.range_seconds()[0]), 60)
            press("shift+Right", 90)
            mark = window.mark()
            window.key("o")
            window.wait("range", after=mark)
            # The frame under the playhead is the last one kept.
            self.assertEqual(frame_at(window.range_seconds()[1]), 91)
            press("Home", 60)
            mark = window.mark()
            window.key("ctrl+z")
            window.wait("range", after=mark)
            self.assertEqual(frame_at(window.range_seconds()[1]), 300)
            mark = window.mark()
            window.key("ctrl+shift+z")
            window.wait("range", after=mark)
            self.assertEqual(frame_at(window.range_seconds()[1]), 91)
            press("ctrl+End", 299)
            mark = window.mark()
            window.key("space")
            window.wait("playing", after=mark)
            window.key("space")
            window.wait("paused", after=mark)

    def test_a_click_in_the_strip_moves_the_playhead(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            start, _ = window.middle(window.slider("Start"))
            end, y = window.middle(window.slider("End"))
            mark = window.mark()
            Pointer.click((start + end) // 2, y)
            window.wait("shown", after=mark)
            eventually(
                lambda: abs((window.shown_frame() or 0) - 150) <= 6,
                lambda: f"a frame near 150, not {window.shown_frame()}",
            )


class Accessibility(unittest.TestCase):
    def test_handles_and_playhead_are_sliders_with_values(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            for name in ("Start", "End", "Playhead"):
                with self.subTest(name):
                    slider = window.slider(name)
                    self.assertIn("Value", slider.get_interfaces())
                    self.assertLess(slider.get_minimum_value(), slider.get_maximum_value())

    def test_a_screen_reader_can_move_an_edge(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            slider = window.slider("Start")
            least, most = slider.get_minimum_value(), slider.get_maximum_value()
            mark = window.mark()
            self.assertTrue(slider.set_current_value(least + (most - least) / 2))
            window.wait("range", after=mark)
            self.assertGreater(window.range_seconds()[0], 1)

    def test_arrows_move_a_handle_that_has_the_focus(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()

            def focused():
                return window.slider("Start").get_state_set().contains(Atspi.StateType.FOCUSED)

            for _ in range(60):
                if focused():
                    break
                window.key("Tab")
            self.assertTrue(focused(), "Tab reaches the start handle")
            mark = window.mark()
            window.key("Right", "Right", "Right")
            window.wait("range", after=mark, when=lambda rest: rest.startswith("0:00.100"))

    def test_every_control_has_a_name(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            # GTK 4.8 tells of no control that it is showing, but of all that take the focus.
            controls = [
                (role, name)
                for node, role, name in window.described()
                if node.get_state_set().contains(Atspi.StateType.FOCUSABLE) and role != "scroll pane"
            ]
            self.assertGreater(len(controls), 20, controls)
            self.assertEqual([c for c in controls if not c[1] or c[1].startswith("Gtk")], [])

    def test_tab_reaches_every_control_in_reading_order(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()

            def focused():
                found = [
                    name
                    for node, _, name in window.described()
                    if node.get_state_set().contains(Atspi.StateType.FOCUSED)
                ]
                # A slider's name goes on with its value.
                return found[-1].split(",")[0] if found else None

            order = [eventually(focused, "something has the focus")]
            for _ in range(40):
                window.key("Tab")
                there = eventually(focused, "something has the focus")
                if there == order[0]:
                    break
                order.append(there)
            self.assertEqual(len(set(order)), len(order), order)
            start = order.index("Open")
            self.assertEqual(
                order[start:] + order[:start],
                ["Open", "Recent Videos", "Save", "More Ways to Save", "Main Menu", "In", "Out",
                 "Start Here", "Previous Frame", "Play", "Next Frame", "End Here", "Loop",
                 "Keep the Handles in Place While Scrolling", "1×", "Volume",
                 "Start", "Playhead", "End", "Mark Another Range at the Playhead"],
            )  # fmt: skip


class SmallWindow(unittest.TestCase):
    def test_it_is_as_small_as_a_phone(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            x_window = window.x_window()

            def is_small():
                # Asked again: it gets smaller still once it has icons for words.
                xdotool("windowsize", x_window, 360, 640)
                return window.geometry(x_window)[2:] == [360, 640]

            eventually(is_small, lambda: f"360 × 640, not {window.geometry(x_window)[2:]}")


if __name__ == "__main__":
    unittest.main()
