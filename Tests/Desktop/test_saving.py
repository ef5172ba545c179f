# SPDX-License-Identifier: GPL-3.0-or-later
"""Three gestures, a file drop, two handles and Ctrl+S, and ffmpeg as the judge of the clip."""

import os
import subprocess
import unittest

from drag import DragSource
from kerf_window import KerfWindow, clip, shown_numbers, uri


def kinds(path):
    """The kinds of the streams of a file, in order."""
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-show_entries", "stream=codec_type", "-of", "csv=p=0", path],
        check=True, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    return sorted(word.strip(",") for word in done.stdout.split())


class Saving(unittest.TestCase):
    def trim_and_save(self, name, rate=30):
        """Drops a film, drags both handles, saves, and returns (clip, first, last frame chosen)."""
        source_path = clip(name)
        with KerfWindow() as window, DragSource(uri(source_path)) as source:
            x, y, width, height = window.place(window.node("frame"))
            source.drag_to(x + width // 2, y + height // 2)
            window.wait("opened")
            window.wait("first-picture")
            count = int(window.wait("index-complete"))
            window.drag_slider("Start", +400)
            window.drag_slider("End", -130)
            in_point, out_point = window.range_seconds()
            first, end = round(in_point * rate), round(out_point * rate)
            self.assertTrue(0 < first < end < count, (first, end, count))
            saved = window.save()
            self.assertTrue(os.path.basename(saved).startswith(os.path.splitext(name)[0] + " (trimmed)"))
            self.assertEqual(
                os.path.dirname(saved), os.path.join(os.environ["HOME"], "Videos"), "the Videos folder"
            )
            self.addCleanup(os.unlink, saved)
            # Said in the window too, for whoever does not see a toast.
            window.says("Saved “" + os.path.basename(saved).replace("(", r"\(").replace(")", r"\)"))
            # Nothing of the work is left behind.
            self.assertEqual(
                [n for n in os.listdir(os.path.dirname(saved)) if n.startswith(".")], []
            )
            self.assertEqual(kinds(saved), kinds(source_path))
            numbers = shown_numbers(saved)
            print(f"    {name}: asked {first}…{end - 1}, shown {numbers[0]}…{numbers[-1]}", flush=True)
            self.assertEqual(numbers, list(range(first, end)), "exactly the frames chosen")
        return saved

    def test_mp4_h264(self):
        self.trim_and_save("h264_gop60.mp4")

    def test_mov_hevc_rotated(self):
        # The numbers are only legible in an upright picture: the rotation was kept.
        self.trim_and_save("hevc_rotated.mov")

    def test_mkv_h264(self):
        self.trim_and_save("h264_gop60.mkv")

    def test_webm_vp9(self):
        self.trim_and_save("vp9_altref.webm")

    def test_ts_h264(self):
        self.trim_and_save("h264_gop60.ts")

    def test_a_second_clip_does_not_replace_the_first(self):
        with KerfWindow(clip("no_audio.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("End", -200)
            first = window.save()
            second = window.save()
            self.assertNotEqual(first, second)
            self.assertTrue(os.path.exists(first) and os.path.exists(second))
            self.assertEqual(shown_numbers(first), shown_numbers(second))
            os.unlink(first)
            os.unlink(second)

    def test_save_button(self):
        with KerfWindow(clip("no_audio.mp4")) as window:
            window.open_and_rest()
            window.drag_slider("Start", 100)
            in_point, _ = window.range_seconds()
            mark = window.mark()
            window.click(window.node("push button", "^Save$"))
            saved = window.wait("saved", after=mark)
            self.addCleanup(os.unlink, saved)
            self.assertEqual(shown_numbers(saved)[0], round(in_point * 30))


if __name__ == "__main__":
    unittest.main()
