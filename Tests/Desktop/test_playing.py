# SPDX-License-Identifier: GPL-3.0-or-later
"""Playing in the window, seen and not seen."""

import os
import re
import subprocess
import unittest

from desktop import xdotool
from kerf_window import KerfWindow, clip


def wake_ups(process):
    """How often the threads of a process have waited for something so far."""
    count = 0
    for thread in os.listdir(f"/proc/{process}/task"):
        with open(f"/proc/{process}/task/{thread}/status") as file:
            count += int(re.search(r"^voluntary_ctxt_switches:\s+(\d+)", file.read(), re.M)[1])
    return count


class Playing(unittest.TestCase):
    def test_minimised_window_plays_nothing_and_goes_on_afterwards(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.wait("first-picture")
            window.wait("index-complete")
            window.wait("playing")
            mark = window.mark()
            own = window.x_window()
            xdotool("windowminimize", "--sync", own)
            window.wait("paused", after=mark)
            mark = window.mark()
            xdotool("windowmap", "--sync", own)
            window.wait("playing", after=mark)
            window.wait("shown", after=mark)

    def test_paused_window_sleeps(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.wait("waveform-complete")
            window.wait("marks-complete")
            # What is prepared around the playhead, and animations, come to their end.
            least = None
            for _ in range(30):
                before = wake_ups(window.process.pid)
                # A second in which nothing happens to it, not even an end.
                with self.assertRaises(subprocess.TimeoutExpired):
                    window.process.wait(timeout=1)
                count = wake_ups(window.process.pid) - before
                least = count if least is None else min(least, count)
                if least < 20:
                    break
            # An animation would need hundreds.
            self.assertLess(least, 20)

    def test_paused_stays_paused_when_the_window_comes_back(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            mark = window.mark()
            own = window.x_window()
            xdotool("windowminimize", "--sync", own)
            xdotool("windowmap", "--sync", own)
            window.key("Right")
            window.wait("shown", after=mark)
            self.assertNotIn("playing", window.events()[mark:])

    def test_without_a_sound_server_it_plays_and_says_so(self):
        nowhere = {"PULSE_SERVER": "unix:/nowhere/native"}
        with KerfWindow(clip("h264_gop60.mp4"), environment=nowhere) as window:
            window.wait("playing")
            mark = window.mark()
            window.wait("silent")
            window.node("label", "^Sound cannot be heard now$")
            window.wait("shown", after=mark)
            self.assertTrue(window.is_playing())

    def test_j_plays_backwards_from_where_it_is_paused(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            mark = window.mark()
            window.key("ctrl+End")
            window.wait("shown", after=mark, when=lambda rest: rest.endswith(" 299"))
            mark = window.mark()
            window.key("j")
            window.wait("shown", after=mark, when=lambda rest: int(rest.split()[-1]) <= 290)
            window.key("k")
            window.wait("paused", after=mark)
            frames = [int(rest.split()[-1]) for rest in window.all_of("shown", mark)]
            self.assertEqual(frames, sorted(frames, reverse=True))
            # The next play goes forward again.
            mark = window.mark()
            window.key("space")
            window.wait("shown", after=mark, when=lambda rest: int(rest.split()[-1]) > frames[-1])


if __name__ == "__main__":
    unittest.main()
