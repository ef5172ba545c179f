// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// What an encoder is told, so that what it makes is like the source.
struct EncoderOptions {
  /// The encoder's own options.
  private(set) var values: [(String, String)] = []

  private let settings: FilmEncoder.Settings
  private let sample: AVFrame
  private let source: AVCodecContext
  private let rate: AVRational
  /// Frames that the source's pictures may have to wait for others.
  private let reorderDepth: Int

  init(
    _ settings: FilmEncoder.Settings, sample: VideoFrame, source: VideoDecoder,
    stream: UnsafeMutablePointer<AVStream>
  ) {
    self.settings = settings
    self.sample = sample.pointer.pointee
    self.source = source.context.pointee
    reorderDepth = Int(max(0, source.context.pointee.has_b_frames))
    let rates = [
      // What the bitstream says of itself comes first, so that all of it goes on saying the same.
      // Else the rate whose ticks hold all frames of a film with variable rate, before the average.
      source.context.pointee.framerate, stream.pointee.r_frame_rate, stream.pointee.avg_frame_rate,
    ]
    rate =
      rates.first { $0.num > 0 && $0.den > 0 && av_q2d($0) >= 0.1 && av_q2d($0) <= 240 }
      ?? AVRational(num: 25, den: 1)
  }

  /// Sets what all encoders have in common, and collects what only this one knows.
  mutating func apply(
    to context: UnsafeMutablePointer<AVCodecContext>, pixelFormat: AVPixelFormat
  ) {
    context.pointee.width = sample.width
    context.pointee.height = sample.height
    context.pointee.pix_fmt = pixelFormat
    context.pointee.sample_aspect_ratio = sample.sample_aspect_ratio
    // A reduced fraction whose parts fit the 16 bits that some codecs have.
    var reduced = rate
    av_reduce(&reduced.num, &reduced.den, Int64(rate.num), Int64(rate.den), 65_535)
    context.pointee.framerate = reduced
    context.pointee.time_base = AVRational(num: reduced.den, den: reduced.num)
    context.pointee.color_range = sample.color_range
    context.pointee.color_primaries = sample.color_primaries
    context.pointee.color_trc = sample.color_trc
    context.pointee.colorspace = sample.colorspace
    context.pointee.chroma_sample_location = sample.chroma_location
    if sample.colorspace == AVCOL_SPC_RGB, !Self.isRGB(pixelFormat) {
      // What swscale makes of RGB when nobody says otherwise.
      context.pointee.colorspace = AVCOL_SPC_SMPTE170M
      context.pointee.color_range = AVCOL_RANGE_MPEG
    }
    context.pointee.gop_size = Self.keyframeDistance
    context.pointee.max_b_frames = 0
    context.pointee.thread_count = 0
    if settings.storesHeadersApart { context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER }
    switch settings.name {
    case "libx264": applyX264(context, pixelFormat: pixelFormat)
    case "libx265": applyX265(context)
    case "libvpx", "libvpx-vp9": applyVPX(context)
    case "libaom-av1": applyAOM()
    case "libsvtav1": applySVT(context)
    case "librav1e": values = [("qp", text(settings.quality * 4)), ("speed", "8")]
    default: applyLibavcodec(context)
    }
  }

  /// Bits of a sample.
  private static func depth(of format: AVPixelFormat) -> Double {
    av_pix_fmt_desc_get(format).map { Double($0.pointee.comp.0.depth) } ?? 8
  }

  private static func isRGB(_ format: AVPixelFormat) -> Bool {
    guard let description = av_pix_fmt_desc_get(format) else { return false }
    return description.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
  }

  // MARK: - H.264 and HEVC

  private mutating func applyX264(
    _ context: UnsafeMutablePointer<AVCodecContext>, pixelFormat: AVPixelFormat
  ) {
    let isInterlaced = kerf_frame_is_interlaced(&mutableSample) != 0
    var list = [
      "sps-id=\(settings.parameterSetID)", "open-gop=0", "force-cfr=0", "nal-hrd=none",
      "stitchable=1", "b-pyramid=\(reorderDepth > 1 ? "normal" : "none")",
      "ref=\(min(4, max(1, source.refs)))",
    ]
    if isInterlaced {
      list.append(kerf_frame_is_top_first(&mutableSample) != 0 ? "tff=1" : "bff=1")
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT
    }
    context.pointee.max_b_frames = reorderDepth > 0 ? 3 : 0
    if isSameCodec(AV_CODEC_ID_H264), source.level > 0 { context.pointee.level = source.level }
    values = pace(&list, options: "x264-params", depth: Self.depth(of: pixelFormat))
    if isSameCodec(AV_CODEC_ID_H264), let profile = Self.x264Profile(source.profile) {
      values.append(("profile", profile))
    }
  }

  /// How x264 works, by what the pictures are for; `list` goes under the name `options`.
  private func pace(
    _ list: inout [String], options: String, depth: Double
  ) -> [(String, String)] {
    guard case .edge(let isDense) = settings.aim else {
      return [
        (options, list.joined(separator: ":")), ("preset", "fast"),
        ("crf", text(settings.quality)),
      ]
    }
    // At a constant quantiser, with nothing moved to where eyes would miss it, the worst picture is
    // nearly as good as the mean, so that a few pictures tell what all will be like: noise whose
    // worst picture is at 40 dB with "fast" and crf 18 is at 43 dB and as large with qp 21.
    list += Self.evenness
    // Of pictures that are mostly noise, 27 at 1280×720 take 0.6 s instead of 1.7 s, in as many
    // bytes; simple ones would take a quarter more of them.
    if isDense { list += ["cabac=1", "8x8dct=1"] }
    return [
      (options, list.joined(separator: ":")), ("preset", isDense ? "ultrafast" : "veryfast"),
      // Each bit more is as fine with a quantiser of 6 more; the scale of crf knows that by itself.
      ("qp", text((settings.quality + 6 * max(0, depth - 8)).rounded())),
    ]
  }

  /// Options of x264 for pictures that are all alike in quality.
  private static let evenness = [
    "psy=0", "aq-mode=0", "mbtree=0", "ipratio=1.1", "pbratio=1.1",
  ]

  private static func x264Profile(_ profile: Int32) -> String? {
    // Without the constraint flags: constrained baseline is what x264 makes of baseline.
    switch profile & 0xFF {
    case 66: "baseline"
    case 77, 88: "main"
    case 100: "high"
    case 110: "high10"
    case 122: "high422"
    case 244: "high444"
    default: nil
    }
  }

  private mutating func applyX265(_ context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.max_b_frames = reorderDepth > 0 ? 3 : 0
    var list = [
      "log-level=none", "info=0", "open-gop=0", "aud=0", "hrd=0",
      "ref=\(min(3, max(1, source.refs)))",
      "bframes=\(reorderDepth > 0 ? 3 : 0)", "b-pyramid=\(reorderDepth > 1 ? 1 : 0)",
      "keyint=\(Self.keyframeDistance)",
    ]
    // Not the source's level: x265 then keeps to that level's bit rate, which sources seldom mind, with
    // pictures that are 20 dB worse where they are dense. Joints write it afterwards.
    var buffer = [CChar](repeating: 0, count: 256)
    if kerf_frame_mastering_display(&mutableSample, &buffer, buffer.count) > 0 {
      list.append("master-display=\(Self.string(buffer))")
    }
    if kerf_frame_light_level(&mutableSample, &buffer, buffer.count) > 0 {
      list.append("max-cll=\(Self.string(buffer))")
    }
    // A picture of 8K takes seconds at the usual pace.
    let isHuge = Int(sample.width) * Int(sample.height) > 16_000_000
    var preset = isHuge ? "superfast" : "fast"
    if settings.aim != .film {
      // As with x264: pictures that are all alike. With a curve that is straight, and nothing else that
      // moves it, this is a constant quantiser that has tenths.
      list += [
        "qcomp=1", "cutree=0", "aq-mode=0", "psy-rd=0", "psy-rdoq=0", "ipratio=1.1", "pbratio=1.1",
      ]
      // "ultrafast" has pictures 15 dB below the others.
      if !isHuge { preset = "veryfast" }
    }
    values = [
      ("x265-params", list.joined(separator: ":")), ("preset", preset),
      ("crf", text(settings.quality)),
    ]
  }

  // MARK: - VP8, VP9, AV1

  private mutating func applyVPX(_ context: UnsafeMutablePointer<AVCodecContext>) {
    // A ceiling that constant quality does not reach; VP9 knows how to do without one.
    let pixels = Double(sample.width) * Double(sample.height)
    context.pointee.bit_rate =
      settings.name == "libvpx" ? Int64(max(4_000_000, pixels * av_q2d(rate) * 2)) : 0
    context.pointee.qmin = 0
    // One packet a picture: none that nobody sees, for they could not be told apart.
    values = [
      ("crf", text(settings.quality)), ("deadline", "good"), ("cpu-used", "4"),
      ("auto-alt-ref", "0"), ("lag-in-frames", "0"),
    ]
    if settings.name == "libvpx-vp9" { values += [("row-mt", "1"), ("tile-columns", "2")] }
  }

  private mutating func applyAOM() {
    values = [
      ("crf", text(settings.quality)), ("usage", "realtime"), ("cpu-used", "6"), ("row-mt", "1"),
      ("lag-in-frames", "0"),
    ]
  }

  private mutating func applySVT(_ context: UnsafeMutablePointer<AVCodecContext>) {
    values = [
      ("crf", text(settings.quality)), ("preset", "8"), ("svtav1-params", "pred-struct=1"),
    ]
  }

  // MARK: - libavcodec's own

  private mutating func applyLibavcodec(_ context: UnsafeMutablePointer<AVCodecContext>) {
    context.pointee.flags |= AV_CODEC_FLAG_QSCALE
    context.pointee.global_quality = Int32(settings.quality * Double(FF_QP2LAMBDA))
    context.pointee.qmin = 1
    context.pointee.gop_size = settings.name == "libtheora" ? 64 : 15
    if settings.name == "libtheora" {
      context.pointee.global_quality = Int32((11 - settings.quality) * Double(FF_QP2LAMBDA))
    }
    // Their values end at 127, and what does not fit is cut off: a macroblock that is tried in all
    // ways finds one in which it fits. Of 90 frames the worst came from 36.5 dB to 48.5 dB.
    if ["wmv1", "wmv2", "msmpeg4v2", "msmpeg4", "flv"].contains(settings.name) {
      context.pointee.mb_decision = FF_MB_DECISION_RD
    }
    // Where containers store no presentation times, both must show frames equally late.
    if settings.name == "mpeg4" { context.pointee.max_b_frames = reorderDepth > 0 ? 2 : 0 }
    guard settings.name == "mpeg2video" || settings.name == "mpeg1video" else { return }
    context.pointee.flags |= Int32(bitPattern: AV_CODEC_FLAG_CLOSED_GOP)
    if let nearest = Self.nearestMPEGRate(rate) {
      context.pointee.framerate = nearest
      context.pointee.time_base = AVRational(num: nearest.den, den: nearest.num)
    }
    if isSameCodec(AV_CODEC_ID_MPEG2VIDEO) {
      context.pointee.profile = source.profile
      context.pointee.level = source.level
    }
    if kerf_frame_is_interlaced(&mutableSample) != 0 {
      context.pointee.flags |= AV_CODEC_FLAG_INTERLACED_DCT | AV_CODEC_FLAG_INTERLACED_ME
    }
    values = [("sc_threshold", "1000000000")]
  }

  /// The rates that MPEG-1 and MPEG-2 have numbers for.
  private static func nearestMPEGRate(_ rate: AVRational) -> AVRational? {
    let rates: [(Int32, Int32)] = [
      (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (50, 1), (60000, 1001), (60, 1),
    ]
    return rates.map { AVRational(num: $0.0, den: $0.1) }
      .min { abs(av_q2d($0) - av_q2d(rate)) < abs(av_q2d($1) - av_q2d(rate)) }
  }

  // MARK: - Values

  private func isSameCodec(_ codec: AVCodecID) -> Bool { source.codec_id == codec }

  private func text(_ quality: Double) -> String {
    let tenths = Int((quality * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  private static func string(_ buffer: [CChar]) -> String {
    String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A copy that C functions may be given.
  private lazy var mutableSample = sample

  /// Far enough that edges have one keyframe, near enough to seek in what is encoded throughout.
  private static let keyframeDistance: Int32 = 250
}
