# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# What the scripts share: source it; it goes to the top of the package.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
TOP=$PWD
export TOP
# On a crash the Swift runtime would start a symbolizer that can take minutes and hold the output open.
export SWIFT_BACKTRACE=enable=no

say() { printf '%s\n' "$*" >&2; }
fail() {
  say "$(basename "$0"): $*"
  exit 1
}

# Whether somebody can be asked.
can_ask() { [ -z "${CI:-}" ] && [ -t 0 ] && [ -t 2 ]; }

# ask QUESTION: true for yes, which is also the answer to plain Return.
ask() {
  local answer
  read -r -p "$1 [Y/n] " answer || return 1
  case $answer in '' | [yY]*) return 0 ;; *) return 1 ;; esac
}

need_swift() {
  command -v swift >/dev/null ||
    fail "there is no Swift toolchain in PATH. Install Swift 6.2 or newer (swift.org/install) and add its usr/bin to PATH."
}

# SwiftPM drops two flags of GTK's pkg-config file and says so at each call; nothing is wrong.
quiet_swift_notes() { grep -v --line-buffered 'prohibited flag(s)' || true; }
