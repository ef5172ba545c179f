// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

/// libavcodec's parser of one stream: what a packet's picture is, without decoding it.
///
/// Belongs to one thread.
final class PictureParser {
  /// What the header of a packet's first picture says.
  struct Picture {
    enum Structure { case frame, topField, bottomField }

    let structure: Structure

    /// Whether it is shown as soon as it is decoded, before the reference frame stored before it.
    let isBidirectional: Bool

    /// Place in display order since the last picture that began a new count.
    let displayOrder: Int
  }

  private let parser: UnsafeMutablePointer<AVCodecParserContext>
  private let context: UnsafeMutablePointer<AVCodecContext>

  /// Fails when libavcodec has no parser for the codec.
  init?(stream: UnsafeMutablePointer<AVStream>) {
    guard let parameters = stream.pointee.codecpar,
      let parser = kerf_parser_new(parameters.pointee.codec_id)
    else { return nil }
    guard let context = avcodec_alloc_context3(nil),
      avcodec_parameters_to_context(context, parameters) >= 0
    else {
      av_parser_close(parser)
      return nil
    }
    // Packets from a demuxer are whole pictures already.
    parser.pointee.flags |= PARSER_FLAG_COMPLETE_FRAMES
    self.parser = parser
    self.context = context
  }

  deinit {
    var context: UnsafeMutablePointer<AVCodecContext>? = context
    avcodec_free_context(&context)
    av_parser_close(parser)
  }

  /// Reads a packet's headers; packets must come in decode order.
  func parse(_ packet: borrowing Packet) -> Picture {
    var data: UnsafeMutablePointer<UInt8>?
    var size: Int32 = 0
    av_parser_parse2(
      parser, context, &data, &size, packet.pointer.pointee.data, packet.pointer.pointee.size,
      packet.pointer.pointee.pts, packet.pointer.pointee.dts, packet.pointer.pointee.pos)
    let found = parser.pointee
    let structure: Picture.Structure =
      switch found.picture_structure {
      case AV_PICTURE_STRUCTURE_TOP_FIELD: .topField
      case AV_PICTURE_STRUCTURE_BOTTOM_FIELD: .bottomField
      default: .frame
      }
    return Picture(
      structure: structure,
      isBidirectional: found.pict_type == Int32(AV_PICTURE_TYPE_B.rawValue),
      displayOrder: Int(found.output_picture_number))
  }
}
