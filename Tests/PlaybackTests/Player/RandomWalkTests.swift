// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import MediaCore
import TestSupport
import Testing
import TrimModel

/// After any sequence of seeks, steps and drags the frame on screen is the one asked for.
///
/// In the environment `KERF_WALK_COUNT` makes the walks longer and `KERF_WALK_SEED` other ones;
/// `KERF_WALK_FILMS` names a folder of any films to walk over as well, judged by ffmpeg's pictures.
@Suite(.serialized, .timeLimit(.minutes(240)))
struct RandomWalkTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let count = environment["KERF_WALK_COUNT"].flatMap { Int($0) } ?? 40
  private static let seed = environment["KERF_WALK_SEED"].flatMap { UInt64($0) } ?? 20
  private static let folder = environment["KERF_WALK_FILMS"]

  static let clips = [
    "h264_gop60.mp4", "h264_gop60.ts", "h264_gop60.m2ts", "h264_gop60.flv", "h264_open_gop.mp4",
    "h264_open_gop.ts", "h264_start_10s.mkv", "h264_single_keyframe.mp4", "h264_vfr.mp4",
    "h264_no_stss.mp4", "h264_editlist.mp4", "h264_fragmented.mp4", "h264_nopts.avi",
    "h264_interlaced.ts", "hevc_gop60.mkv", "hevc_open_gop.mp4", "hevc_rotated.mov",
    "mirrored.mp4", "vp8.webm", "vp9_altref.webm", "av1.mp4", "mpeg2.mpg", "mpeg2.mxf",
    "mpeg4_nopts.avi", "mjpeg.mov", "prores.mov", "wmv2.wmv", "theora.ogv", "animation.gif",
    "h264_intra_refresh.mp4", "h264_10bit.mkv", "one_frame.mp4",
  ]

  @Test(arguments: clips)
  func frameOnScreenIsTheOneAskedFor(name: String) async throws {
    let path = try Fixture.clip(name)
    let expected = try Judge.frameNumbers(of: path)
    let walk = try await PlayerWalk(path, seed: Self.seed) { picture, number in
      number < expected.count && frameNumber(in: picture) == expected[number]
    }
    try await walk.run(Self.count)
  }

  @Test(.enabled(if: folder != nil, "KERF_WALK_FILMS names no folder"), arguments: films)
  func anyFilmShowsTheFrameAskedFor(film: String) async throws {
    let path = FilePath(film)
    let size = try ClipProbe.probe(path).geometry.displaySize
    // Frames of fewer pixels than the judge looks at cannot be told apart.
    guard size.width >= 36, size.height >= 24 else { return }
    let reference = try ReferenceFilm(of: path)
    let walk = try await PlayerWalk(path, seed: Self.seed) { picture, number in
      number < reference.count && reference.isNearest(number, to: picture)
    }
    try await walk.run(Self.count)
  }

  private static var films: [String] {
    guard let folder else { return [] }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.sorted().map { "\(folder)/\($0)" }
  }
}
