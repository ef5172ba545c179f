// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc

/// Encodes a few frames and decodes them again, to see what is lost.
struct EncodingTrial {
  let samples: [VideoFrame]
  let source: FrameSource

  /// The worst frame's peak signal-to-noise ratio in decibels, and the bytes of all.
  func run(
    _ settings: FilmEncoder.Settings
  ) throws(MediaError) -> (decibels: Double, bytes: Int64) {
    var settings = settings
    settings.storesHeadersApart = false
    guard let first = samples.first else { return (.infinity, 0) }
    let encoder = try FilmEncoder(
      settings, sample: first, source: source.decoder,
      stream: source.demuxer.stream(source.demuxer.videoStreamIndex))
    let decoder = try VideoDecoder(encoder: encoder)
    let packet = try Packet()
    var bytes: Int64 = 0
    var worst = Double.infinity
    var decoded = 0
    func drain() throws(MediaError) {
      while decoded < samples.count, let frame = try decoder.receiveFrame() {
        // Pictures in another format than they were given have no like to compare with.
        worst = min(worst, frame.decibels(to: samples[decoded]) ?? .infinity)
        decoded += 1
      }
    }
    func receive() throws(MediaError) {
      while try encoder.receive(into: packet) {
        bytes += Int64(packet.byteCount)
        while try !decoder.send(packet) { try drain() }
        try drain()
      }
    }
    for (number, frame) in samples.enumerated() {
      try encoder.send(frame, number: number)
      try receive()
    }
    try encoder.sendEndOfStream()
    try receive()
    decoder.sendEndOfStream()
    try drain()
    return (worst, bytes)
  }
}

extension VideoFrame {
  /// Peak signal-to-noise ratio against another picture over all planes, in decibels.
  ///
  /// Infinite for the same bytes; nil for pictures of different kinds.
  func decibels(to other: VideoFrame) -> Double? {
    let (a, b) = (pointer.pointee, other.pointer.pointee)
    guard a.width == b.width, a.height == b.height,
      let description = av_pix_fmt_desc_get(AVPixelFormat(a.format)),
      let second = av_pix_fmt_desc_get(AVPixelFormat(b.format)),
      description.pointee.log2_chroma_h == second.pointee.log2_chroma_h,
      description.pointee.log2_chroma_w == second.pointee.log2_chroma_w,
      description.pointee.comp.0.depth == second.pointee.comp.0.depth,
      (description.pointee.flags ^ second.pointee.flags) & UInt64(AV_PIX_FMT_FLAG_RGB) == 0,
      description.pointee.nb_components == second.pointee.nb_components
    else { return nil }
    return kerf_frame_psnr(pointer, other.pointer)
  }
}
