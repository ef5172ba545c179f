# SPDX-License-Identifier: GPL-3.0-or-later
"""Saving where a sandbox lets a program write: one name in a folder of the document portal."""

import json
import os
import subprocess
import tempfile
import unittest

from desktop import PATIENCE, eventually
from gi.repository import Gio, GLib
from kerf_window import BINARIES, clip, shown_numbers

PORTAL = "/usr/libexec/xdg-document-portal"
NAME = "org.freedesktop.portal.Documents"


@unittest.skipUnless(os.path.exists(PORTAL), "the document portal is not installed")
@unittest.skipUnless(os.access("/dev/fuse", os.R_OK | os.W_OK), "file systems cannot be mounted here")
class DocumentPortal(unittest.TestCase):
    def setUp(self):
        self.run = tempfile.mkdtemp(prefix="kerf-portal-")
        environment = os.environ | {"XDG_RUNTIME_DIR": self.run, "XDG_CACHE_HOME": self.run}
        self.portal = subprocess.Popen(
            [PORTAL, "--replace"], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self.addCleanup(self.end)
        self.bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)

    def end(self):
        self.portal.terminate()
        self.portal.wait(timeout=PATIENCE)
        subprocess.run(["fusermount3", "-q", "-u", "-z", f"{self.run}/doc"], check=False)

    def call(self, method, parameters=None, descriptors=None):
        answer, _ = self.bus.call_with_unix_fd_list_sync(
            NAME, "/org/freedesktop/portal/documents", NAME, method, parameters, None,
            Gio.DBusCallFlags.NO_AUTO_START, 5000, descriptors, None,
        )  # fmt: skip
        return answer.unpack()[0]

    def mount_point(self):
        def there():
            try:
                return bytes(self.call("GetMountPoint")).rstrip(b"\0").decode()
            except GLib.Error:
                return None

        return eventually(there, "the document portal")

    def test_a_clip_is_saved_under_the_one_name_that_was_chosen(self):
        mount_point = self.mount_point()
        with tempfile.TemporaryDirectory() as chosen:
            folder = os.open(chosen, os.O_PATH | os.O_DIRECTORY)
            self.addCleanup(os.close, folder)
            descriptors = Gio.UnixFDList.new()
            number = descriptors.append(folder)
            document = self.call(
                "AddNamed", GLib.Variant("(haybb)", (number, b"clip.mp4\0", False, False)), descriptors
            )
            target = f"{mount_point}/{document}/clip.mp4"
            cut = [os.path.join(BINARIES, "kerf-cli"), "cut", clip("h264_gop60.mp4")]
            done = subprocess.run(
                [*cut, "--from", "1", "--to", "3", "-o", target, "--json"],
                check=True, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            self.assertEqual(json.loads(done.stdout)["output"], target)
            # Outside the sandbox: that name, and nothing else.
            self.assertEqual(os.listdir(chosen), ["clip.mp4"])
            self.assertEqual(shown_numbers(f"{chosen}/clip.mp4"), list(range(30, 90)))


if __name__ == "__main__":
    unittest.main()
