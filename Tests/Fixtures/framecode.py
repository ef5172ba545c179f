# SPDX-License-Identifier: GPL-3.0-or-later
"""The frame number that every made clip carries in its pixels.

The upper four tenths of the picture are a raster of 16 columns and 4 rows of grey cells:

    row 0   quiet, dark
    row 1   bits 15…8, a bit is two cells side by side: light-dark is 1, dark-light is 0
    row 2   bits 7…0
    row 3   flash: light while the time is within 0.1 s after a whole second, else dark

Bits 15…4 are the frame number, bits 3…0 a check sum. A bit is the *difference* of two neighbours, so
it survives lossy coding, scaling and a wrong colour range; a turned or mirrored picture does not
read, so a number that reads also proves that the picture is upright.
"""

COLUMNS = 16
RASTER_ROWS = 4
PICTURE_ROWS = 10  # the raster is 4 of these
LIGHT = 225
DARK = 30
MAXIMUM = 0xFFF

# A difference of fewer grey levels than this is nobody's bit.
LEAST_CONTRAST = 40


def word_for(number):
    """The 16 bits that stand for a frame number."""
    check = (number >> 8) ^ (number >> 4) ^ number ^ 0b1010
    return (number & MAXIMUM) << 4 | (check & 0xF)


def number_in(word):
    """The frame number of 16 bits; None when the check sum is wrong."""
    number = word >> 4
    return number if word_for(number) == word else None


def raster(number, flash):
    """16 × 4 grey bytes for one frame."""
    word = word_for(number)
    rows = [bytes([DARK]) * COLUMNS]
    for byte in (word >> 8, word & 0xFF):
        cells = bytearray()
        for bit in range(7, -1, -1):
            cells += bytes([LIGHT, DARK] if byte >> bit & 1 else [DARK, LIGHT])
        rows.append(bytes(cells))
    rows.append(bytes([LIGHT if flash else DARK]) * COLUMNS)
    return b"".join(rows)


class Reader:
    """Reads numbers back from grey pictures of one size, in one of the eight orientations."""

    def __init__(self, width, height, orientation=0):
        self.width, self.height, self.orientation = width, height, orientation
        self.cells = [
            [self._samples(column, row) for column in range(COLUMNS)] for row in (1, 2)
        ]
        self.flash_cells = [self._samples(column, 3) for column in range(1, COLUMNS, 2)]

    def _samples(self, column, row):
        """Offsets of nine pixels around the middle of a cell."""
        offsets = []
        for dx in (-0.2, 0.0, 0.2):
            for dy in (-0.2, 0.0, 0.2):
                u = (column + 0.5 + dx) / COLUMNS
                v = (row + 0.5 + dy) / PICTURE_ROWS
                if self.orientation & 1:
                    u = 1 - u
                if self.orientation & 2:
                    v = 1 - v
                if self.orientation & 4:
                    u, v = v, u
                offsets.append(int(v * self.height) * self.width + int(u * self.width))
        return offsets

    def number(self, picture):
        """The frame number in a picture; None when it cannot be read."""
        word = 0
        for row in self.cells:
            for left, right in zip(row[0::2], row[1::2]):
                difference = sum(picture[i] for i in left) - sum(picture[i] for i in right)
                if abs(difference) < LEAST_CONTRAST * len(left):
                    return None
                word = word << 1 | (difference > 0)
        return number_in(word)

    def flash(self, picture):
        """Whether the flash is lit."""
        total = sum(sum(picture[i] for i in cell) for cell in self.flash_cells)
        return total > 128 * 9 * len(self.flash_cells)
