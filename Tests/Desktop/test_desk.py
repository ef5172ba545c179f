# SPDX-License-Identifier: GPL-3.0-or-later
"""What surrounds editing: the export dialog, help, recent films, and what a killed program leaves."""

import os
import shutil
import signal
import tempfile
import unittest

from desktop import eventually, key, type_text
from kerf_window import KerfWindow, clip, shown_numbers


class Desk(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="kerf-desk-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        # Several starts share what is remembered.
        self.state = {"XDG_STATE_HOME": os.path.join(self.folder, "state")}

    def test_export_says_what_each_method_costs_and_saves_under_the_name(self):
        videos = os.path.join(os.environ["HOME"], "Videos")
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.key("Home", "shift+Right", "i")
            window.wait("range")
            mark = window.mark()
            window.key("e")
            self.assertTrue(window.wait("export-draft", after=mark).startswith("auto true"))
            window.says("^Method$")
            key("ctrl+a")
            type_text("by hand.mp4")
            key("Return")
            saved = window.wait("saved", after=mark)
            self.assertEqual(os.path.basename(saved), "by hand.mp4")
            self.assertEqual(os.path.dirname(saved), os.path.realpath(videos))
            self.assertEqual(shown_numbers(saved), list(range(30, 300)))

    def test_escape_leaves_the_export_dialog_without_saving(self):
        with KerfWindow(clip("h264_gop60.mp4")) as window:
            window.open_and_rest()
            window.key("e")
            window.says("^Method$")
            key("Escape")
            eventually(lambda: "Method" not in window.names(), "the dialog closed")
            self.assertEqual(window.all_of("saved"), [])

    def test_help_opens_the_installed_manual(self):
        with KerfWindow() as window:
            window.key("F1")
            address = window.wait("manual")
            self.assertRegex(address, r"^file:///.*/share/kerf/manual\.html$")
            with open(address[len("file://") :], encoding="utf-8") as page:
                self.assertIn("Privacy of hidden frames", page.read())

    def test_what_was_open_when_the_program_was_killed_is_offered_again(self):
        with KerfWindow(clip("h264_gop60.mp4"), environment=self.state) as window:
            window.open_and_rest()
            window.drag_slider("Start", 160)
            chosen = window.range_seconds()
            memory = os.path.join(self.folder, "state", "kerf")
            # What is still being written has another name.
            eventually(
                lambda: [f for _, _, fs in os.walk(memory) for f in fs if f.endswith(".ranges")],
                "the range on the disk",
            )
            window.process.send_signal(signal.SIGKILL)
            window.process.wait()
        with KerfWindow(environment=self.state) as window:
            window.wait("left-open")
            window.click(window.node("push button", "^Open Again$"))
            window.wait("range-restored")
            window.says("marked again")
            self.assertEqual(window.range_seconds(), chosen)
        with KerfWindow(environment=self.state) as window:
            window.wait("recent-picture")
            self.assertEqual(window.all_of("left-open"), [], "it was closed in good order")

    def test_the_recent_pictures_open_their_film(self):
        path = clip("h264_gop60.mp4")
        with KerfWindow(path) as window:
            window.open_and_rest()
        with KerfWindow() as window:
            window.wait("recent-picture")
            window.click(window.node("push button", "^Open “h264_gop60.mp4”$"))
            self.assertEqual(os.path.realpath(window.wait("opened")), os.path.realpath(path))


if __name__ == "__main__":
    unittest.main()
