# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Kerf's data as an installed program would find it: source after common.sh.

APPLICATION_ID=io.github.kerf_video.Kerf
export APPLICATION_ID

# prepare_data FOLDER: settings, icons and desktop entry under FOLDER/share, for a run from the tree.
prepare_data() {
  local share=$1/share
  mkdir -p "$share/glib-2.0/schemas" "$share/applications"
  cp "$TOP/data/$APPLICATION_ID.gschema.xml" "$share/glib-2.0/schemas/"
  # Without the compiler there are no settings, and Kerf runs with its defaults.
  if command -v glib-compile-schemas >/dev/null; then
    glib-compile-schemas --strict "$share/glib-2.0/schemas"
  fi
  rm -rf "$share/icons"
  cp -r "$TOP/data/icons" "$share/icons"
  mkdir -p "$share/kerf"
  # Without Python F1 opens the manual on the web.
  ! command -v python3 >/dev/null ||
    python3 "$TOP/scripts/make-manual" "$TOP/docs/manual/README.md" "$share/kerf/manual.html"
  if command -v msgfmt >/dev/null; then
    local language
    while read -r language; do
      case $language in '' | '#'*) continue ;; esac
      mkdir -p "$share/locale/$language/LC_MESSAGES"
      msgfmt -o "$share/locale/$language/LC_MESSAGES/kerf.mo" "$TOP/po/$language.po"
    done <"$TOP/po/LINGUAS"
    export KERF_LOCALEDIR=$share/locale
  fi
  sed 's|@bindir@/||' "$TOP/data/$APPLICATION_ID.desktop.in" >"$share/applications/$APPLICATION_ID.desktop"
  export GSETTINGS_SCHEMA_DIR=$share/glib-2.0/schemas
  export XDG_DATA_DIRS=$share:${XDG_DATA_DIRS:-/usr/local/share:/usr/share}
}
