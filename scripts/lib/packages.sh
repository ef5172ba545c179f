# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash disable=SC2034
# Debian packages by purpose: source after common.sh, then need_packages build media …

# known_package NAME…: the first of these names that this release of Debian knows.
known_package() {
  local name
  for name in "$@"; do
    if apt-cache show "$name" >/dev/null 2>&1 || dpkg-query -W "$name" >/dev/null 2>&1; then
      echo "$name"
      return
    fi
  done
  echo "$1"
}

PACKAGES_build=(
  # what the Swift toolchain itself leans on
  binutils gcc libc6-dev "$(known_package libstdc++-12-dev libstdc++-14-dev)"
  "$(known_package libcurl4t64 libcurl4)" libedit2 libncurses6 libsqlite3-0 libxml2
  zlib1g-dev pkg-config git ca-certificates tzdata
  # what Kerf is linked with
  libadwaita-1-dev libgtk-4-dev libpulse-dev
  libavcodec-dev libavfilter-dev libavformat-dev libavutil-dev libswresample-dev libswscale-dev
)
# What makes the window look right, and its settings.
PACKAGES_window=(adwaita-icon-theme fonts-cantarell libglib2.0-bin librsvg2-common)
# What makes clips and judges them.
PACKAGES_media=(ffmpeg python3)
# What clips are opened in, and the compiler for the faults that saving must survive.
PACKAGES_players=(
  mpv gstreamer1.0-tools gstreamer1.0-plugins-base gstreamer1.0-plugins-good
  gstreamer1.0-plugins-bad gstreamer1.0-libav chromium firefox-esr
)
PACKAGES_faults=(gcc libc6-dev)
PACKAGES_lint=(python3 shellcheck)
PACKAGES_data=(appstream desktop-file-utils flatpak-builder gettext libglib2.0-dev-bin mandoc)
PACKAGES_package=(meson dpkg-dev lintian)
# What makes other Debians to try packages and newer libraries in.
PACKAGES_roots=(mmdebstrap util-linux)
PACKAGES_desktop=(
  xvfb openbox xdotool x11-utils libgtk-4-bin imagemagick dbus at-spi2-core pulseaudio pulseaudio-utils locales
  python3-gi gir1.2-atspi-2.0 gir1.2-gtk-4.0 gir1.2-adw-1 fonts-dejavu-core procps
  xdg-desktop-portal fuse3
)

# missing_packages NAME…: those that are not installed.
missing_packages() {
  local name
  for name in "$@"; do
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || echo "$name"
  done
}

# need_packages PURPOSE…: installs what is missing, after saying what, and asking where sudo is used.
need_packages() {
  local purpose wanted=() missing sudo=()
  if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    say "This is not a Debian-like system, so nothing is installed here. Needed, by Debian's names:"
    for purpose in "$@"; do
      local -n of_purpose=PACKAGES_$purpose
      say "  ${of_purpose[*]}"
    done
    return 0
  fi
  for purpose in "$@"; do
    local -n of_purpose=PACKAGES_$purpose
    wanted+=("${of_purpose[@]}")
  done
  mapfile -t missing < <(missing_packages "${wanted[@]}" | sort -u)
  [ ${#missing[@]} -gt 0 ] || return 0

  say "These Debian packages are missing: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null ||
      fail "install them as root: apt-get install ${missing[*]}"
    if can_ask; then
      ask "Install them with sudo apt-get?" || fail "they are needed; nothing was installed."
      sudo=(sudo)
    else
      sudo=(sudo -n)
    fi
  fi
  say "Installing ${#missing[@]} packages …"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q >&2 ||
    say "The package lists could not be renewed; going on with those at hand."
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends \
    "${missing[@]}" >&2 || fail "the packages could not be installed (see above)."
}
