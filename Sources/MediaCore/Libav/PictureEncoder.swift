// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Writes a picture as a PNG file's bytes.
public enum PictureEncoder {
  /// Encodes without loss; blocks for some tens of milliseconds a megapixel.
  ///
  /// - Throws: ``MediaError``: `.unsupported` when libavcodec was built without PNG, `.outOfMemory`.
  public static func png(_ picture: Picture) throws(MediaError) -> [UInt8] {
    guard let codec = avcodec_find_encoder(AV_CODEC_ID_PNG) else {
      throw MediaError(.unsupported, "find PNG encoder")
    }
    var context = avcodec_alloc_context3(codec)
    defer { avcodec_free_context(&context) }
    var frame = av_frame_alloc()
    defer { av_frame_free(&frame) }
    guard let context, let frame else { throw MediaError(.outOfMemory, "allocate PNG encoder") }
    context.pointee.width = Int32(picture.size.width)
    context.pointee.height = Int32(picture.size.height)
    context.pointee.pix_fmt = AV_PIX_FMT_RGB24
    context.pointee.time_base = AVRational(num: 1, den: 1)
    context.pointee.thread_count = 1
    // Level 1 behind the row above is smaller than level 6 without prediction, in a third of the
    // time: a photograph of 1920×1080 takes 80 ms.
    context.pointee.compression_level = 1
    var options: OpaquePointer?
    av_dict_set(&options, "pred", "up", 0)
    defer { av_dict_free(&options) }
    try check(avcodec_open2(context, codec, &options), "open PNG encoder")
    frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
    frame.pointee.width = context.pointee.width
    frame.pointee.height = context.pointee.height
    try check(av_frame_get_buffer(frame, 0), "allocate picture")
    guard let rows = frame.pointee.data.0, let pixels = picture.pixels.baseAddress else {
      throw MediaError(.outOfMemory, "allocate picture")
    }
    for row in 0..<picture.size.height {
      UnsafeMutableRawPointer(rows + row * Int(frame.pointee.linesize.0)).copyMemory(
        from: pixels + row * picture.bytesPerRow, byteCount: picture.bytesPerRow)
    }
    let packet = try Packet()
    try check(avcodec_send_frame(context, frame), "encode picture")
    try check(avcodec_receive_packet(context, packet.pointer), "encode picture")
    return Array(packet.bytes)
  }
}
