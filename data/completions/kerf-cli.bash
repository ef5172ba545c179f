# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck shell=bash
# Completion of kerf-cli for bash.

_kerf_cli() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command='' word options=''
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
      probe | frame | plan | cut | verify)
        command=$word
        break
        ;;
    esac
  done
  COMPREPLY=()
  case $previous in
    --method)
      mapfile -t COMPREPLY < <(compgen -W 'auto copy hide smart encode' -- "$current")
      return
      ;;
    --format)
      mapfile -t COMPREPLY < <(compgen -W 'same mp4 mov mkv webm' -- "$current")
      return
      ;;
    --creation-time)
      mapfile -t COMPREPLY < <(compgen -W 'keep moved' -- "$current")
      return
      ;;
    --from | --to | --at)
      mapfile -t COMPREPLY < <(compgen -W 'end' -- "$current")
      return
      ;;
    --fit) return ;;
    --into)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return
      ;;
    -o | --list)
      compopt -o filenames
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return
      ;;
  esac
  case $command in
    '') options='probe frame plan cut verify --help --version' ;;
    probe) options='--json --help' ;;
    frame) options='--at -o --fit --help' ;;
    plan) options='--from --to --method --format --json --help' ;;
    cut) options='--from --to --join --list --into -o --method --format --creation-time --overwrite --no-verify --progress --json --help' ;;
    verify) options='--from --to --json --help' ;;
  esac
  if [ -z "$command" ] || [[ $current == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    return
  fi
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}
complete -F _kerf_cli kerf-cli
