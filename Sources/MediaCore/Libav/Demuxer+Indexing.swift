// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

extension Demuxer {
  /// How the film's packets are read to tell their pictures apart.
  var pictureCoding: PictureCoding { Self.pictureCoding(of: stream(videoStreamIndex)) }

  /// How a stream's packets are read to tell their pictures apart.
  static func pictureCoding(of stream: UnsafeMutablePointer<AVStream>) -> PictureCoding {
    guard let parameters = stream.pointee.codecpar?.pointee else { return .container }
    let extra = UnsafeBufferPointer(
      start: parameters.extradata, count: Int(max(0, parameters.extradata_size)))
    switch parameters.codec_id {
    case AV_CODEC_ID_H264:
      // An avcC record starts with its version 1; Annex B with a start code.
      return .h264(lengthBytes: extra.count > 6 && extra[0] == 1 ? Int(extra[4] & 3) + 1 : nil)
    case AV_CODEC_ID_HEVC:
      let isRecord = extra.count > 22 && (extra[0] != 0 || extra[1] != 0 || extra[2] > 1)
      return .hevc(lengthBytes: isRecord ? Int(extra[21] & 3) + 1 : nil)
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: return .mpeg2
    case AV_CODEC_ID_VP8: return .vp8
    case AV_CODEC_ID_VP9: return .vp9
    default:
      let properties = avcodec_descriptor_get(parameters.codec_id)?.pointee.props ?? 0
      return properties & AV_CODEC_PROP_INTRA_ONLY != 0 ? .intraOnly : .container
    }
  }

  /// Whether the film may store the two fields of a frame in packets of their own.
  var mayHaveFieldPackets: Bool {
    guard let parameters = stream(videoStreamIndex).pointee.codecpar?.pointee,
      parameters.codec_id == AV_CODEC_ID_H264 || parameters.codec_id == AV_CODEC_ID_HEVC
    else { return false }
    // In containers with an index a packet is a whole frame by definition.
    guard !["mov", "matroska"].contains(where: { formatName.hasPrefix($0) }) else { return false }
    return parameters.field_order != AV_FIELD_PROGRESSIVE
  }

  /// Packets of fewer bytes are read as they are: finding the next place costs as much.
  private static let leastSkimmedBytes: Int64 = 32 << 10

  /// Lets packets be read without most of their bytes from now on, where nothing is lost by that.
  ///
  /// Only for the one reader of a container.
  ///
  /// - Returns: Whether it is so: then the bytes of a packet are what ``headCount(of:)`` says.
  func skim() -> Bool {
    // This family alone has packets wherever its index says, and no parser that looks into them.
    guard formatName.hasPrefix("mov"), container.canBeSkimmed, pictureCoding.isToldByHead,
      stream(videoStreamIndex).pointee.codecpar?.pointee.codec_id != AV_CODEC_ID_DVVIDEO,
      storedFrameCount > 0, byteCount / Int64(storedFrameCount) >= Self.leastSkimmedBytes
    else { return false }
    container.skim()
    return true
  }

  /// How many bytes at the start of a packet are the file's; all where nothing is skimmed.
  func headCount(of packet: borrowing Packet) -> Int { container.headCount(of: packet) }

  /// Reads all bytes of a packet that was skimmed.
  func complete(_ packet: borrowing Packet) throws(MediaError) { try container.complete(packet) }

  /// Frames of the film that the container's own index counts; 0 when it has none.
  var storedFrameCount: Int { Int(stream(videoStreamIndex).pointee.nb_frames) }

  /// Length of a frame by the stream's rate, in ticks of its timebase; at least 1.
  var typicalFrameTicks: Int64 {
    let stream = stream(videoStreamIndex).pointee
    for rate in [stream.avg_frame_rate, stream.r_frame_rate] where rate.num > 0 && rate.den > 0 {
      return max(1, av_rescale_q(1, AVRational(num: rate.den, den: rate.num), stream.time_base))
    }
    return max(1, av_rescale_q(1, AVRational(num: 1, den: 25), stream.time_base))
  }
}
