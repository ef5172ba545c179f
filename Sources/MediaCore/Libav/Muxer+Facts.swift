// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

extension MuxerFormat {
  /// What the options of a clip's muxer depend on, from its source and its plan.
  init(_ plan: JoinPlan, demuxer: Demuxer, clip: ClipInfo, indexBytes: Int64) {
    let film = demuxer.stream(demuxer.videoStreamIndex).pointee
    let codec = film.codecpar.pointee.codec_id
    guard plan.container.hasEditLists else {
      self.init(plan.container, videoCodec: codec, facts: Facts(seconds: plan.seconds))
      return
    }
    let brand = clip.tags.first { $0.key.lowercased() == "major_brand" }?.value
    let rates = clip.streams.compactMap { $0.kind == .audio ? $0.sampleRate : nil }
    self.init(
      plan.container, videoCodec: codec,
      facts: Facts(
        majorBrand: brand,
        hasKeyedTags: clip.tags.contains { $0.key.hasPrefix("com.") },
        movieTimescale: Self.movieTimescale(
          film: film.time_base.den, soundRates: rates, seconds: plan.seconds),
        indexBytes: indexBytes))
  }

  /// A clock in which lengths of the film and, where that fits 31 bits, of the sound are whole.
  private static func movieTimescale(film: Int32, soundRates: [Int], seconds: Double) -> Int32 {
    // The muxer doubles coarse clocks until they reach this.
    var timescale = Int64(max(1, film))
    while timescale < 10_000 { timescale *= 2 }
    var best = timescale
    for rate in soundRates where rate > 0 {
      let common = best / av_gcd(best, Int64(rate)) * Int64(rate)
      // Longer durations need 64-bit boxes, which some players do not read.
      if common <= Int64(Int32.max), Double(common) * seconds < Double(Int32.max) { best = common }
    }
    return Int32(clamping: best)
  }
}

extension Demuxer {
  /// Room that an MP4 index will need for this plan, in bytes; rather too much than too little.
  func estimatedIndexBytes(for plan: JoinPlan, clip: ClipInfo) -> Int64 {
    var bytes: Int64 = 4096
    let seconds = plan.seconds
    for position in 0..<streamCount {
      let stream = stream(position).pointee
      guard let parameters = stream.codecpar?.pointee else { continue }
      bytes += 1024 + 2 * Int64(parameters.extradata_size) + 2 * Int64(stream.attached_pic.size)
      switch parameters.codec_type {
      case AVMEDIA_TYPE_VIDEO:
        // Size, times, offset and chunk of each packet.
        let packets = Int64(plan.frameCount + plan.hiddenFrames)
        bytes += packets * 40
      case AVMEDIA_TYPE_AUDIO:
        let samples = parameters.frame_size > 0 ? min(parameters.frame_size, 1024) : 1024
        bytes += Int64(seconds * Double(parameters.sample_rate) / Double(samples) + 16) * 24
      case AVMEDIA_TYPE_DATA: bytes += 16_384 + Int64(seconds * 60 + 16) * 32
      default: bytes += Int64(seconds * 10 + 16) * 32
      }
    }
    for tag in clip.tags { bytes += 2 * Int64(tag.key.utf8.count + tag.value.utf8.count) + 64 }
    return bytes + Int64(clip.chapters.count) * 1024
  }
}
