# SPDX-License-Identifier: GPL-3.0-or-later
"""Subtitles that are pictures, as Blu-ray discs have them (PGS)."""

import struct


def subtitles(lines, width, height):
    """The bytes of a .sup file: for each (start, end) in seconds a bar."""

    def segment(ticks, kind, payload):
        return b"PG" + struct.pack(">IIBH", ticks, 0, kind, len(payload)) + payload

    stream = b""
    row = bytes((0, 0x80 | 60, 1)) + b"\0\0"
    for number, (start, end) in enumerate(lines):
        ticks = round(start * 90_000)
        compose = struct.pack(">HHBHBBB", width, height, 0x10, 2 * number, 0x80, 0, 0)
        window = struct.pack(">HHHH", 20, 120, 60, 16)
        rle = row * 16
        stream += segment(ticks, 0x16, compose + b"\1" + struct.pack(">HBBHH", 0, 0, 0, 20, 120))
        stream += segment(ticks, 0x17, b"\1\0" + window)
        stream += segment(ticks, 0x14, bytes((0, 0, 1, 235, 128, 128, 255)))
        header = struct.pack(">HBB", 0, 0, 0xC0) + (len(rle) + 4).to_bytes(3, "big")
        stream += segment(ticks, 0x15, header + struct.pack(">HH", 60, 16) + rle)
        stream += segment(ticks, 0x80, b"")
        ticks = round(end * 90_000)
        compose = struct.pack(">HHBHBBB", width, height, 0x10, 2 * number + 1, 0, 0, 0)
        stream += segment(ticks, 0x16, compose + b"\0")
        stream += segment(ticks, 0x17, b"\1\0" + window)
        stream += segment(ticks, 0x80, b"")
    return stream
