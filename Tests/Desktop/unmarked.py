#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads the window in the made-up language of scripts/test-pseudo and names text without brackets."""

import os
import re
import subprocess
import sys

from kerf_window import KerfWindow, clip

# Names, times, sizes, numbers and signs are no text; what GTK itself says is GTK's to translate.
NO_TEXT = re.compile(
    r"^(kerf|Kerf|The Kerf developers|.*\.(mp4|png)|[\d:.,\s×·≈+-]*(s|kB|MB|GB|KB)?|[\d:.]+ · .*|[¼½1-4]+½?×|"
    r"H\.264|MP4|QuickTime \(MOV\)|Matroska \(MKV\)|WebM|~/.*|/.*|Gtk\w+|Adw\w+)$"
)
GTK_ROLES = {"filler", "panel", "application", "scroll bar", "image", "icon", "unknown"}


def unmarked(window):
    names = {
        name
        for _, role, name in window.described()
        if name and role not in GTK_ROLES and not NO_TEXT.match(name)
    }
    # GTK speaks German in that locale: its own buttons for closing, making small and large.
    ours = {name for name in names if "⟦" not in name and "⟧" not in name}
    return ours - {"Schließen", "Minimieren", "Maximieren", "Wiederherstellen", "Menü", "Suche"}


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ""
    found = {}

    def look(window, name):
        found[name] = unmarked(window)
        if folder:
            os.makedirs(folder, exist_ok=True)
            path = os.path.join(folder, f"pseudo-{name}.png")
            subprocess.run(["import", "-silent", "-window", "root", path], check=True, timeout=60)

    with KerfWindow() as window:
        window.says("⟦Drop a Video Here")
        look(window, "empty")
    with KerfWindow(clip("still.png")) as window:
        window.wait("error")
        window.says("⟦Choose a video")
        look(window, "error")
    with KerfWindow(clip("h264_gop60.mp4")) as window:
        window.open_and_rest()
        window.key("Right", "Right", "i")
        window.wait("range")
        look(window, "editing")
        mark = window.mark()
        window.key("e")
        window.wait("export-draft", after=mark)
        window.says("⟦Kind of File")
        look(window, "export")
        window.key("Escape")
        window.key("ctrl+s")
        window.wait("saved")
        window.says("⟦Saved")
        look(window, "saved")
    status = 0
    for name, texts in found.items():
        for text in sorted(texts):
            print(f"unmarked, {name}: {text!r}")
            status = 1
    print(f"pseudo: {len(found)} pages read")
    sys.exit(status)


if __name__ == "__main__":
    main()
