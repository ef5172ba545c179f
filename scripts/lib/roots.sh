# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Other Debians to try things in: source after common.sh and packages.sh.

ROOTS=${KERF_ROOTS:-$TOP/.build/roots}

# make_root SUITE NAME [PACKAGE…]: says where a Debian of this suite with these packages is; made once.
make_root() {
  local suite=$1 name=$2
  shift 2
  local root=$ROOTS/$name include
  [ "$(id -u)" = 0 ] || fail "only root can make another Debian (sudo $0)."
  if [ ! -f "$root/.complete" ]; then
    include=$(IFS=,; echo "$*")
    say "Making a Debian $suite in $root …"
    rm -rf "$root"
    mkdir -p "$ROOTS"
    # A mirror that is a copy may be past the date that its index was good for.
    mmdebstrap --variant=minbase --aptopt='Acquire::Check-Valid-Until "false"' \
      ${include:+"--include=$include"} --skip=cleanup/apt "$suite" "$root" ${KERF_MIRROR:+"$KERF_MIRROR"} >&2 ||
      fail "no Debian $suite could be made (see above)."
    touch "$root/.complete"
  fi
  echo "$root"
}

# in_root ROOT COMMAND…: runs a command there, with the system's own folders in their places and no others'.
# BIND=FROM:TO,… in the environment brings folders of this system along.
in_root() {
  local root=$1
  shift
  # shellcheck disable=SC2016 # expanded by the inner shell
  unshare --mount --pid --fork bash -c '
    root=$1
    shift
    mount -t proc proc "$root/proc"
    mount --rbind /dev "$root/dev"
    mount -t tmpfs tmpfs "$root/run"
    [ ! -e /etc/resolv.conf ] || cat /etc/resolv.conf >"$root/etc/resolv.conf"
    IFS=, read -r -a binds <<<"${BIND:-}"
    for bind in "${binds[@]}"; do
      mkdir -p "$root${bind#*:}"
      mount --bind "${bind%%:*}" "$root${bind#*:}"
    done
    exec env -i HOME=/root PATH="${ROOT_PATH:-}/usr/sbin:/usr/bin:/sbin:/bin" LANG=C.UTF-8 LC_ALL=C.UTF-8 \
      DEBIAN_FRONTEND=noninteractive CI=true SWIFT_BACKTRACE=enable=no chroot "$root" "$@"
  ' _ "$root" "$@"
}
