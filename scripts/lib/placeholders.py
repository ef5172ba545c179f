#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that translations have the {names}, the mnemonic and the end of their text: PO [NAME-TO-SAY]."""

import ast
import re
import sys


def entries(path):
    """(line, msgid, [translation…]) of every entry that is in use."""
    line_of, field, entry = 0, None, {}

    def done():
        return line_of, entry

    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if not line or line.startswith("#"):
                if entry:
                    yield done()
                entry, field = {}, None
                continue
            if match := re.match(r'(msg\w+(?:\[\d+\])?) (".*")$', line):
                if not entry:
                    line_of = number
                field = match[1]
                entry[field] = ast.literal_eval(match[2])
            elif field:
                entry[field] += ast.literal_eval(line)
    if entry:
        yield done()


def names(text):
    return sorted(set(re.findall(r"\{[a-z]+\}", text)))


def main():
    path, shown = sys.argv[1], sys.argv[-1]
    findings = []
    for line, entry in entries(path):
        text = entry.get("msgid", "")
        translations = [value for key, value in entry.items() if key.startswith("msgstr") and value]
        if not text:
            continue
        wanted = set(names(text)) | set(names(entry.get("msgid_plural", "")))
        for translation in translations:
            got = set(names(translation))
            odd = got - wanted
            # A form for one or two things may leave its number out.
            missing = wanted - got - ({"{count}"} if "msgid_plural" in entry else set())
            what = f"{shown}: “{text}”"
            if odd:
                findings.append(f"{what}: has {' '.join(sorted(odd))}, which the text has not")
            if missing:
                findings.append(f"{what}: lacks {' '.join(sorted(missing))}")
            if text.endswith("…") != translation.endswith(("…", "...")) and not translation.endswith("……"):
                findings.append(f"{what}: only one of the two ends in …")
            if "_" in text and text.count("_") == 1 and "_" not in translation:
                findings.append(f"{what}: has no _mnemonic")
            if "\\(" in translation:
                findings.append(f"{what}: has \\(, which nothing replaces")
    print("\n".join(findings), file=sys.stderr, end="\n" if findings else "")
    sys.exit(1 if findings else 0)


if __name__ == "__main__":
    main()
