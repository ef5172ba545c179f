#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes a translation into a made-up language, each text in brackets and a third longer: POT PO."""

import re
import sys


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    out = ['msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n']
    for entry in text.split("\n\n")[1:]:
        body = "\n".join(line for line in entry.split("\n") if line and not line.startswith("#"))

        def pseudo(key):
            match = re.search(rf'^{key} ((?:".*"\n?)+)', body, re.M)
            plain = "".join(re.findall(r'"(.*)"', match[1]))
            return f'"⟦{plain}{"·" * (len(plain) // 3)}⟧"'

        if "msgid_plural" in body:
            body = body[: body.index("msgstr")] + f'msgstr[0] {pseudo("msgid")}\nmsgstr[1] {pseudo("msgid_plural")}'
        elif "msgstr" in body:
            body = body[: body.index("msgstr")] + f'msgstr {pseudo("msgid")}'
        else:
            continue
        out.append(body + "\n")
    open(sys.argv[2], "w", encoding="utf-8").write("\n".join(out))


if __name__ == "__main__":
    main()
