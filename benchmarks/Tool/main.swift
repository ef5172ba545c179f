// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Runs parts of the shipped engine alone, for the programs of this folder.
///
///     kerf-bench strip FILE COUNT WIDTHxHEIGHT     pictures evenly over the film
///     kerf-bench index FILE                        every frame, from packets
///     kerf-bench waveform FILE SECONDS             peaks of the film's beginning
///     kerf-bench memory FILE                       all of them at once, as a window has them
///     kerf-bench scrub FILE                        frames whose numbers stand on standard input
///     kerf-bench play FILE SECONDS                 plays, with nobody looking
///     kerf-bench decode FILE SECONDS               the same without pictures
///     kerf-bench idle FILE SECONDS                 is paused
///     kerf-bench player FILE sound|silent          does what standard input says; see `PlayerRemote`
///     kerf-bench plan FILE                         what the cost line needs, a thousand times
///
/// Prints one line, `name=value` pairs: milliseconds since the start, counts, and the most memory.
let status = await Bench.run(Array(CommandLine.arguments.dropFirst()))
exit(status)
