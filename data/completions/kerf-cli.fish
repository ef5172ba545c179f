# SPDX-License-Identifier: GPL-3.0-or-later
# Completion of kerf-cli for fish.

set -l commands probe frame plan cut verify
set -l before "not __fish_seen_subcommand_from $commands"

complete -c kerf-cli -n $before -f -a probe -d 'say what is in a file'
complete -c kerf-cli -n $before -f -a frame -d 'save one frame as a picture'
complete -c kerf-cli -n $before -f -a plan -d 'say how a range would be saved'
complete -c kerf-cli -n $before -f -a cut -d 'save a range as a clip'
complete -c kerf-cli -n $before -f -a verify -d 'compare a clip with the range of its source'
complete -c kerf-cli -n $before -f -l version -d 'tell the version'
complete -c kerf-cli -l help -d 'tell about the command'

complete -c kerf-cli -n '__fish_seen_subcommand_from probe plan cut verify' -l json -d 'print one JSON object'
complete -c kerf-cli -n '__fish_seen_subcommand_from plan cut verify' -x -l from -d 'first frame kept'
complete -c kerf-cli -n '__fish_seen_subcommand_from plan cut verify' -x -l to -a end -d 'first frame not kept'
complete -c kerf-cli -n '__fish_seen_subcommand_from plan cut' -x -l method -d 'how frames get into the clip' \
    -a 'auto copy hide smart encode'
complete -c kerf-cli -n '__fish_seen_subcommand_from plan cut' -x -l format -d 'kind of file' \
    -a 'same mp4 mov mkv webm'
complete -c kerf-cli -n '__fish_seen_subcommand_from frame' -x -l at -a end -d 'frame to save'
complete -c kerf-cli -n '__fish_seen_subcommand_from frame' -x -l fit -d 'no larger than WIDTHxHEIGHT'
complete -c kerf-cli -n '__fish_seen_subcommand_from frame cut' -r -s o -d 'file to write'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -x -l into -a '(__fish_complete_directories)' -d 'folder for the clips'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -r -l list -d 'clips to make, as CSV'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -l join -d 'make one clip of all ranges'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -x -l creation-time -a 'keep moved' \
    -d 'what the clip says about when it was recorded'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -l overwrite -d 'let the clip be replaced'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -l no-verify -d 'do not read the clip back'
complete -c kerf-cli -n '__fish_seen_subcommand_from cut' -l progress -d 'tell how far it is'
