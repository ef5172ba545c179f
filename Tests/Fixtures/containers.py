# SPDX-License-Identifier: GPL-3.0-or-later
"""Bytes of containers, changed as no muxer of ffmpeg would."""

import struct
import subprocess


class Boxes:
    """The boxes of an MP4 file in memory, as far as the recipes change them."""

    CONTAINERS = {b"moov", b"trak", b"mdia", b"minf", b"stbl", b"edts"}

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = bytearray(file.read())

    def each(self, kind, start=0, end=None):
        """The offsets of the payload of every box of this kind."""
        end = len(self.data) if end is None else end
        while start + 8 <= end:
            size, name = struct.unpack(">I4s", self.data[start : start + 8])
            header = 8
            if size == 1:
                size = struct.unpack(">Q", self.data[start + 8 : start + 16])[0]
                header = 16
            elif size == 0:
                size = end - start
            if name == kind:
                yield start + header
            elif name in self.CONTAINERS:
                yield from self.each(kind, start + header, start + size)
            start += size

    def rename(self, kind, to):
        for payload in self.each(kind):
            self.data[payload - 4 : payload] = to

    def set_matrix(self, a, b, c, d, x, y):
        """Sets the display matrix of the first track; x and y in pixels."""
        payload = next(self.each(b"tkhd"))
        matrix = payload + (40 if self.data[payload] == 0 else 52)
        values = (a << 16, b << 16, 0, c << 16, d << 16, 0, x << 16, y << 16, 1 << 30)
        self.data[matrix : matrix + 36] = struct.pack(">9i", *values)

    def move_to_front(self, kind):
        """Makes this child of moov its first; the size of moov stays."""
        moov = next(self.each(b"moov"))
        payload = next(self.each(kind))
        size = struct.unpack(">I", self.data[payload - 8 : payload - 4])[0]
        box = bytes(self.data[payload - 8 : payload - 8 + size])
        del self.data[payload - 8 : payload - 8 + size]
        self.data[moov:moov] = box

    def append(self, path, box):
        """Adds a box as the last of what `path` leads to: (kind, bytes before its boxes) from the top.

        The media must lie before the index, since offsets into it stay.
        """
        start, end, sizes = 0, len(self.data), []
        for kind, skipped in path:
            while self.data[start + 4 : start + 8] != kind:
                start += struct.unpack(">I", self.data[start : start + 4])[0]
            end = start + struct.unpack(">I", self.data[start : start + 4])[0]
            sizes.append(start)
            start += 8 + skipped
        self.data[end:end] = box
        for place in sizes:
            size = struct.unpack(">I", self.data[place : place + 4])[0]
            self.data[place : place + 4] = struct.pack(">I", size + len(box))

    def save(self):
        with open(self.path, "wb") as file:
            file.write(self.data)


def write_start_codes(plain, path):
    """Writes a Matroska file of H.264 anew, with start codes in the place of lengths."""
    with open(plain, "rb") as file:
        data = bytearray(file.read())
    packets = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of",
         "csv=p=0", plain], check=True, stdout=subprocess.PIPE, text=True,
    ).stdout  # fmt: skip
    start_code = b"\0\0\0\1"

    def element_size(at):
        length = 9 - data[at].bit_length()
        value = int.from_bytes(data[at : at + length], "big") & ((1 << (7 * length)) - 1)
        return at + length, value

    for line in packets.split():
        size, position = (int(word) for word in line.split(",")[:2])
        at = position + 4  # behind the block's track, time and flags
        end = at + size
        while at < end:
            length = int.from_bytes(data[at : at + 4], "big")
            data[at : at + 4] = start_code
            at += 4 + length
    # An avcC record is longer than its parameter sets with start codes: zeros may follow a unit.
    at = data.index(b"\x63\xa2") + 2
    at, size = element_size(at)
    record = data[at : at + size]
    units, place = b"", 6
    for count in (record[5] & 31, None):
        if count is None:
            count, place = record[place], place + 1
        for _ in range(count):
            length = int.from_bytes(record[place : place + 2], "big")
            units += start_code + record[place + 2 : place + 2 + length]
            place += 2 + length
    data[at : at + size] = units.ljust(size, b"\0")
    with open(path, "wb") as file:
        file.write(data)


MATROSKA_SEGMENT, MATROSKA_CLUSTER = 0x18538067, 0x1F43B675
MATROSKA_TIMESTAMP, MATROSKA_BLOCK = 0xE7, 0xA3


def matroska_elements(data, start, end):
    """The elements from `start` on: identifier, start and end of the content."""
    while start < end:
        length = 9 - data[start].bit_length()
        identifier = int.from_bytes(data[start : start + length], "big")
        start += length
        length = 9 - data[start].bit_length()
        size = int.from_bytes(data[start : start + length], "big") & ((1 << 7 * length) - 1)
        start += length
        yield identifier, start, start + size
        start += size


def repeat_matroska_timestamps(data, numbers):
    """Gives packets of the first track, by their number, the timestamp of the packet before."""
    data = bytearray(data)
    number, previous = 0, 0
    for segment, first, last in list(matroska_elements(data, 0, len(data))):
        if segment != MATROSKA_SEGMENT:
            continue
        for cluster, start, end in matroska_elements(data, first, last):
            if cluster != MATROSKA_CLUSTER:
                continue
            base = 0
            for element, place, behind in matroska_elements(data, start, end):
                if element == MATROSKA_TIMESTAMP:
                    base = int.from_bytes(data[place:behind], "big")
                if element != MATROSKA_BLOCK or data[place] != 0x81:
                    continue
                if number in numbers:
                    offset = previous - base
                    data[place + 1 : place + 3] = offset.to_bytes(2, "big", signed=True)
                offset = int.from_bytes(data[place + 1 : place + 3], "big", signed=True)
                previous, number = base + offset, number + 1
    return bytes(data)
