// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

extension FrameSource {
  /// For the very first picture nothing is waited for; all else may read with others.
  static func open(
    _ path: FilePath, _ analysis: Demuxer.Analysis, film: Int?, _ cancellation: Cancellation
  ) throws(MediaError) -> Demuxer {
    switch analysis {
    case .headerOnly:
      try Demuxer(path: path, analysis: .headerOnly, film: film, cancellation: cancellation)
    case .full:
      try Demuxer(sharing: path, analysis: .full, film: film, cancellation: cancellation)
    }
  }

  static func makeDecoder(
    for demuxer: Demuxer, _ purpose: VideoDecoder.Purpose, _ viewing: Viewing,
    mayUseDevice: Bool = true
  ) throws(MediaError) -> VideoDecoder {
    let stream = demuxer.stream(demuxer.videoStreamIndex)
    let (showsAlpha, device): (Bool, (any DecodingDevice)?) =
      switch viewing {
      case .none: (false, nil)
      case .stills: (true, nil)
      case .moving(let hardware):
        (true, mayUseDevice && demuxer.isLargeFilm ? hardware.device() : nil)
      }
    return try VideoDecoder(stream: stream, for: purpose, showsAlpha: showsAlpha, device: device)
  }
}
