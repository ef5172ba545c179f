# SPDX-License-Identifier: GPL-3.0-or-later
"""Where phones and cameras write by whom, where and with what a film was made: no muxer of ffmpeg does."""

import struct

import containers

MAKER, MODEL = "Maker", "Model 1"
DATE = "2021-03-04T06:06:07+0100"
PLACE = "+48.8577+002.2950/"
XMP = bytes.fromhex("be7acfcb97a942e89c71999491e3afac")


def box(kind, payload):
    return struct.pack(">I4s", len(payload) + 8, kind) + payload


def quicktime_text(kind, text):
    """A string of user data, in English."""
    data = text.encode()
    return box(kind, struct.pack(">HH", len(data), 0x15C7) + data)


def quicktime_keys(tags):
    """A `meta` of QuickTime, which is no full box there, with keys of reverse domains."""
    handler = box(b"hdlr", struct.pack(">II4s12xB", 0, 0, b"mdta", 0))
    keys = b"".join(box(b"mdta", key.encode()) for key in tags)
    items = b"".join(
        box(struct.pack(">I", number), box(b"data", struct.pack(">II", 1, 0) + value.encode()))
        for number, value in enumerate(tags.values(), 1)
    )
    table = box(b"keys", struct.pack(">II", 0, len(tags)) + keys)
    return box(b"meta", handler + table + box(b"ilst", items))


def location(name, longitude, latitude, altitude):
    """A place as 3GPP has it (TS 26.244, section 8)."""
    numbers = [round(value * 65536) for value in (longitude, latitude, altitude)]
    return box(
        b"loci",
        struct.pack(">IH", 0, 0x15C7) + name.encode() + struct.pack(">xB3i", 0, *numbers)
        + b"earth\0\0",
    )  # fmt: skip


def write(path):
    """Replaces the user data of a clip whose media lies before its index; the name says by which."""
    boxes = containers.Boxes(path)
    boxes.rename(b"udta", b"free")
    movie, track = [(b"moov", 0)], [(b"moov", 0), (b"trak", 0)]
    if path.endswith(".mov"):
        domain = "com.apple.quicktime."
        keys = {"make": MAKER, "model": MODEL, "location.ISO6709": PLACE, "creationdate": DATE}
        boxes.append(movie, quicktime_keys({domain + key: value for key, value in keys.items()}))
        boxes.append(track, quicktime_keys({domain + "camera.lens_model": "Lens 26 mm"}))
    elif "3gpp" in path:
        data = location("Tower", 2.295, 48.8577, 35) + box(b"smta", bytes(20))
        boxes.append(movie, box(b"udta", data))
    elif "camera" in path:
        # Marks at 1, 3 and 8 seconds, a thumbnail, and XMP beside the index.
        marks = struct.pack(">4I", 3, 1000, 3000, 8000) + bytes(16)
        data = box(b"FIRM", b"HD7.01") + box(b"HMMT", marks) + box(b"thmb", b"picture")
        boxes.append(movie, box(b"udta", data))
        boxes.data += box(b"uuid", XMP + b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>")
    else:
        texts = {b"\xa9xyz": PLACE, b"\xa9mak": MAKER, b"\xa9mod": MODEL, b"\xa9day": DATE}
        data = b"".join(quicktime_text(kind, text) for kind, text in texts.items())
        boxes.append(movie, box(b"udta", data))
        boxes.append(track, box(b"udta", box(b"tagc", b"camera")))
    boxes.save()
