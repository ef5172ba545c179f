# SPDX-License-Identifier: GPL-3.0-or-later
"""All the ways a film gets into the window."""

import os
import subprocess
import tempfile
import unittest

from desktop import eventually, key, type_text, xdotool
from drag import DragSource
from kerf_window import BINARIES, KerfWindow, clip, shown_numbers, uri


class Opening(unittest.TestCase):
    def test_by_argument(self):
        path = clip("h264_gop60.mp4")
        with KerfWindow(path) as window:
            self.assertEqual(window.wait("opened"), path)
            window.wait("first-picture")
            self.assertEqual(window.wait("index-complete"), "300")
            window.wait("playing")
            window.says("h264_gop60.mp4")

    def test_by_argument_with_names_that_look_like_something_else(self):
        folder = tempfile.mkdtemp(prefix="kerf-names-")
        for name in ("http:x.mp4", "%d {name} <b>.mp4", "concat:a|b.mp4", "--help.mp4"):
            path = os.path.join(folder, name)
            os.link(clip("no_audio.mp4"), path) if same_device(folder) else copy(path)
            with self.subTest(name), KerfWindow(path) as window:
                self.assertEqual(window.wait("opened"), path)
                window.wait("first-picture")
            os.unlink(path)
        os.rmdir(folder)

    def test_by_a_real_drop_on_the_empty_window(self):
        path = clip("h264_gop60.mkv")
        with KerfWindow() as window, DragSource(uri(path)) as source:
            x, y, width, height = window.place(window.node("frame"))
            source.drag_to(x + width // 2, y + height // 2)
            self.assertEqual(window.wait("opened"), path)
            window.wait("first-picture")
            self.assertEqual(window.wait("index-complete"), "300")

    def test_a_second_drop_replaces_the_first_clip(self):
        first, second = clip("h264_gop60.mp4"), clip("mjpeg.mov")
        with KerfWindow(first) as window, DragSource(uri(second)) as source:
            # While the first may still be loading.
            window.wait("opened")
            mark = window.mark()
            x, y, width, height = window.place(window.node("frame"))
            source.drag_to(x + width * 3 // 4, y + height // 2)
            self.assertEqual(window.wait("opened", after=mark), second)
            self.assertEqual(window.wait("index-complete", after=mark, when=lambda n: n == "120"), "120")
            window.says("mjpeg.mov")

    def test_by_pasting_a_copied_file(self):
        path = clip("vp9_altref.webm")
        with KerfWindow() as window, DragSource() as source:
            source.copy(uri(path))
            window.key("ctrl+v")
            self.assertEqual(window.wait("opened"), path)
            window.wait("first-picture")

    def test_a_file_that_only_gio_can_read(self):
        # GLib serves what is in this folder as resources, which have no path, as files on a phone
        # or a server have none.
        path = clip("h264_gop60.mp4")
        remote = "resource:///io/github/kerf_video/test/" + os.path.basename(path)
        overlay = "/io/github/kerf_video/test=" + os.path.dirname(path)
        with KerfWindow(remote, environment={"G_RESOURCE_OVERLAYS": overlay}) as window:
            self.assertEqual(window.wait("opened"), remote)
            self.assertEqual(window.open_and_rest(), 300)
            window.says("h264_gop60.mp4")
            mark = window.mark()
            window.key("Right")
            window.wait("shown", after=mark, when=lambda rest: rest.split()[1] != "-")
            window.key("i")
            saved = window.save()
            self.addCleanup(os.unlink, saved)
            numbers = shown_numbers(saved)
            self.assertEqual(numbers[-1], 299)
            self.assertEqual(numbers, list(range(numbers[0], 300)))

    def test_a_remote_file_that_is_not_there(self):
        with KerfWindow(clip("no_audio.mp4")) as window, DragSource() as source:
            window.wait("opened")
            source.copy("resource:///io/github/kerf_video/none.mp4")
            mark = window.mark()
            window.key("ctrl+v")
            window.wait("error", after=mark)
            window.says("“none.mp4” does not exist")

    def test_by_a_second_start_with_a_file(self):
        first, second = clip("no_audio.mp4"), clip("h264_gop60.ts")
        with KerfWindow(first) as window:
            window.wait("opened")
            mark = window.mark()
            again = subprocess.run(
                [os.path.join(BINARIES, "kerf"), second],
                env=window.environment, timeout=60, capture_output=True, check=False,
            )  # fmt: skip
            self.assertEqual(again.returncode, 0, again.stderr)
            # The running one opened it; the second start has only told it so.
            self.assertEqual(window.wait("opened", after=mark), second)
            window.says("h264_gop60.ts")

    def test_by_the_dialog(self):
        path = clip("no_audio.mp4")
        with KerfWindow() as window:
            window.key("ctrl+o")
            dialog = eventually(
                lambda: visible_window("^Open a Video$"), "the dialog to choose a file"
            )
            xdotool("windowfocus", "--sync", dialog)

            def opened():
                # Keys are lost as long as the dialog is still setting itself up, and nothing that
                # can be asked tells when it has.
                key("ctrl+l", "ctrl+a")
                type_text(path)
                key("Return")
                try:
                    return window.wait("opened", seconds=4)
                except AssertionError:
                    return None

            self.assertEqual(eventually(opened, "the file that was chosen"), path)


def visible_window(name):
    done = subprocess.run(
        ["xdotool", "search", "--onlyvisible", "--name", name],
        capture_output=True, text=True, timeout=30, check=False,
    )  # fmt: skip
    return done.stdout.split()[-1] if done.stdout.split() else None


def same_device(folder):
    return os.stat(folder).st_dev == os.stat(clip("no_audio.mp4")).st_dev


def copy(path):
    with open(clip("no_audio.mp4"), "rb") as source, open(path, "wb") as target:
        target.write(source.read())


if __name__ == "__main__":
    unittest.main()
