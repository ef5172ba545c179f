# SPDX-License-Identifier: GPL-3.0-or-later
"""The median of several runs of one program: `medians.py OUTPUT…` prints it and fails where a goal does not hold.

Lines that say the same but for their numbers are one line, and each number the median of its own. A
verdict at the end of a row, yes or NO, is the one of most runs: that of the median, since every row has
one goal. Loads are told as they were, because they say how far to trust the rest.
"""

import re
import statistics
import sys

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?![\w.]*\d)")
VERDICT = re.compile(r"\| (yes|NO) \|$")
LOAD = re.compile(r"load ([0-9. ]+)")


def skeleton(line):
    """What a line says without its numbers."""
    return NUMBER.sub("#", VERDICT.sub("| ? |", LOAD.sub("load", line)))


def numbered(lines):
    """Lines by what they say and how often that was said before: tables repeat for each film."""
    seen, found = {}, {}
    for line in lines:
        what = skeleton(line)
        seen[what] = seen.get(what, 0) + 1
        found[what, seen[what]] = line
    return found


def middle(texts):
    """The median of numbers, written as exactly as the most exact of them."""
    digits = max(len(text.partition(".")[2]) for text in texts)
    sign = "+" if any(text.startswith("+") for text in texts) else ""
    return f"{statistics.median(float(text) for text in texts):{sign}.{digits}f}"


def merged(lines):
    """One line of those that several runs printed."""
    if all(line == lines[0] for line in lines):
        return lines[0]
    text = lines[0]
    loads = [match[1].strip() for line in lines if (match := LOAD.search(line))]
    if loads:
        text = LOAD.sub("load " + "; ".join(loads), text)
        return text
    columns = list(zip(*(NUMBER.findall(line) for line in lines)))
    values = iter([middle(column) for column in columns])
    text = NUMBER.sub(lambda _: next(values), text)
    verdicts = [match[1] for line in lines if (match := VERDICT.search(line))]
    if verdicts:
        most = "NO" if 2 * verdicts.count("NO") >= len(verdicts) else "yes"
        text = VERDICT.sub(f"| {most} |", text)
    return text


def main():
    runs = []
    for path in sys.argv[1:]:
        with open(path) as file:
            runs.append(numbered(file.read().splitlines()))
    failed = False
    for key in runs[0]:
        lines = [run[key] for run in runs if key in run]
        line = merged(lines)
        print(line if len(lines) == len(runs) else f"{line} (of {len(lines)} runs)")
        failed |= line.endswith("| NO |")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
