// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// What a stream of sound begins with that is not to be heard.
struct SoundLead: Equatable {
  /// Samples from the first packet's first one to the first that is heard.
  let samples: Int64
}

extension Demuxer {
  /// A stream of sound as it is cut, before there is a muxer.
  func mappedSound(_ info: StreamInfo) -> MappedStream {
    Muxer.mapped(info, stream(info.index), output: 0, role: .sound, lead: .zero)
  }

  /// Samples that the codec's own header lets decoders throw away; Opus only.
  func preSkip(ofStream index: Int) -> Int64 {
    guard let parameters = stream(index).pointee.codecpar, let header = OpusHeader(parameters)
    else { return 0 }
    return header.preSkip
  }
}

extension Muxer {
  /// Whether libavformat adds a lead to the times of packets itself, and wants them without.
  static var addsLeads: Bool { kerf_matroska_wants_shifted_times() == 0 }

  /// Describes a lead in the stream's header, where the container has a place for it.
  ///
  /// - Returns: What demuxers will subtract from the times of its packets in the file.
  func setLead(
    _ lead: SoundLead?, ofStream output: Int, in container: ExportContainer
  ) -> MediaTime {
    guard container.soundEdges == .padding, let parameters = stream(output).pointee.codecpar,
      parameters.pointee.codec_type == AVMEDIA_TYPE_AUDIO, parameters.pointee.sample_rate > 0
    else { return .zero }
    let samples = min(lead?.samples ?? 0, Int64(UInt16.max))
    parameters.pointee.initial_padding = Int32(samples)
    OpusHeader(parameters)?.setPreSkip(UInt16(samples))
    return MediaTime(
      ticks: samples,
      timebase: Timebase(numerator: 1, denominator: parameters.pointee.sample_rate))
  }
}

/// The header of an Opus stream, `OpusHead` (RFC 7845, section 5.1).
private struct OpusHeader {
  private let bytes: UnsafeMutablePointer<UInt8>

  /// Nil for another codec, or for a header that is none.
  init?(_ parameters: UnsafeMutablePointer<AVCodecParameters>) {
    guard parameters.pointee.codec_id == AV_CODEC_ID_OPUS, parameters.pointee.extradata_size >= 19,
      let bytes = parameters.pointee.extradata
    else { return nil }
    self.bytes = bytes
  }

  /// In samples of 48 kHz.
  var preSkip: Int64 { Int64(bytes[10]) | Int64(bytes[11]) << 8 }

  func setPreSkip(_ samples: UInt16) {
    bytes[10] = UInt8(truncatingIfNeeded: samples)
    bytes[11] = UInt8(truncatingIfNeeded: samples >> 8)
  }
}
