// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV

extension Demuxer {
  /// Makes what turns the first picture of a copy into one that all players can start at.
  ///
  /// Chromium does not decode H.264 that begins with an I picture that is no IDR picture.
  ///
  /// - Parameter hasGap: Whether pictures behind it are left out.
  /// - Returns: Nil where copies stay as they are.
  func makeStart(hasGap: Bool) -> AVCJoint? {
    guard let parameters = stream(videoStreamIndex).pointee.codecpar?.pointee,
      parameters.codec_id == AV_CODEC_ID_H264
    else { return nil }
    return try? AVCJoint(extradata: extradata(of: parameters), hasGap: hasGap)
  }

  private func extradata(of parameters: AVCodecParameters) -> [UInt8] {
    Array(
      UnsafeBufferPointer(
        start: parameters.extradata, count: Int(max(0, parameters.extradata_size))))
  }

  /// Makes what joins encoded pieces to copied ones of this film.
  ///
  /// - Parameter hasGap: Whether pictures behind the first copied one are left out.
  /// - Returns: A joint for one clip.
  /// - Throws: `.unsupported` where they cannot stand side by side.
  func makeJoint(hasGap: Bool) throws(MediaError) -> any StreamJoint {
    guard let parameters = stream(videoStreamIndex).pointee.codecpar?.pointee else {
      throw MediaError(.unsupported, "join pieces")
    }
    let extradata = extradata(of: parameters)
    switch parameters.codec_id {
    case AV_CODEC_ID_H264: return try AVCJoint(extradata: extradata, hasGap: hasGap)
    case AV_CODEC_ID_HEVC: return try HEVCJoint(extradata: extradata)
    case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO:
      return PlainJoint(
        extradata: extradata, headers: extradata,
        hasHeaders: PlainJoint.hasStartCode(0xB3...0xB3))
    case AV_CODEC_ID_MPEG4:
      return PlainJoint(
        extradata: extradata, headers: extradata,
        hasHeaders: PlainJoint.hasStartCode(0x20...0x2F))
    case AV_CODEC_ID_AV1:
      // The record's four bytes, then the units.
      return PlainJoint(
        extradata: extradata,
        headers: extradata.first == 0x81 ? Array(extradata.dropFirst(4)) : extradata,
        delimiter: [0x12, 0],
        hasHeaders: PlainJoint.hasAV1SequenceHeader)
    default: return PlainJoint(extradata: extradata)
    }
  }
}

extension Muxer {
  /// Describes the film as one of which pieces are encoded.
  ///
  /// - Parameters:
  ///   - output: The film's stream, added as a copy of the source's.
  ///   - extradata: The description of all pieces together.
  /// - Throws: `.outOfMemory`.
  func describeFilm(_ output: Int, extradata: [UInt8]) throws(MediaError) {
    try setExtradata(extradata, of: stream(output).pointee.codecpar)
  }

  /// Describes the film as what an encoder makes from beginning to end.
  func describeFilm(_ output: Int, encoder: FilmEncoder) throws(MediaError) {
    let stream = stream(output)
    guard let parameters = stream.pointee.codecpar else { return }
    let context = encoder.context.pointee
    let isSameCodec = parameters.pointee.codec_id == context.codec_id
    parameters.pointee.codec_id = context.codec_id
    parameters.pointee.format = context.pix_fmt.rawValue
    parameters.pointee.width = context.width
    parameters.pointee.height = context.height
    parameters.pointee.profile = context.profile
    parameters.pointee.level = context.level
    parameters.pointee.bit_rate = 0
    parameters.pointee.bits_per_coded_sample = 0
    parameters.pointee.video_delay = Int32(encoder.reorderDepth)
    try setExtradata(encoder.extradata, of: parameters)
    if !isSameCodec {
      parameters.pointee.codec_tag = 0
      let hvc1 = "hvc1".utf8.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      if context.codec_id == AV_CODEC_ID_HEVC { parameters.pointee.codec_tag = hvc1 }
    }
  }

  private func setExtradata(
    _ bytes: [UInt8], of parameters: UnsafeMutablePointer<AVCodecParameters>?
  ) throws(MediaError) {
    guard let parameters else { return }
    av_freep(&parameters.pointee.extradata)
    parameters.pointee.extradata_size = 0
    guard !bytes.isEmpty else { return }
    guard let memory = av_mallocz(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE)) else {
      throw MediaError(.outOfMemory, "describe film")
    }
    memory.copyMemory(from: bytes, byteCount: bytes.count)
    parameters.pointee.extradata = memory.assumingMemoryBound(to: UInt8.self)
    parameters.pointee.extradata_size = Int32(bytes.count)
  }
}

extension Packet {
  /// Puts other bytes in the place of the payload; times and marks stay.
  func replaceBytes(with bytes: [UInt8]) throws(MediaError) {
    av_buffer_unref(&pointer.pointee.buf)
    guard
      let buffer = av_buffer_alloc(bytes.count + Int(AV_INPUT_BUFFER_PADDING_SIZE))
    else { throw MediaError(.outOfMemory, "allocate packet") }
    guard let memory = buffer.pointee.data else {
      throw MediaError(.outOfMemory, "allocate packet")
    }
    UnsafeMutableRawPointer(memory).copyMemory(from: bytes, byteCount: bytes.count)
    (memory + bytes.count).update(repeating: 0, count: Int(AV_INPUT_BUFFER_PADDING_SIZE))
    pointer.pointee.buf = buffer
    pointer.pointee.data = memory
    pointer.pointee.size = Int32(bytes.count)
  }
}
