// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import Glibc

extension VideoFrame {
  /// Whether the decoder had to make up parts of the picture.
  var isDamaged: Bool {
    pointer.pointee.decode_error_flags != 0 || pointer.pointee.flags & AV_FRAME_FLAG_CORRUPT != 0
  }

  /// Whether two decoded pictures have the same format, size and bytes in every plane.
  func hasSamePicture(as other: VideoFrame) -> Bool {
    let (a, b) = (pointer.pointee, other.pointer.pointee)
    guard a.format == b.format, a.width == b.width, a.height == b.height else { return false }
    let format = AVPixelFormat(a.format)
    guard let description = av_pix_fmt_desc_get(format) else { return false }
    let first = Self.planes(of: a)
    let second = Self.planes(of: b)
    for plane in 0..<min(4, Int(max(0, av_pix_fmt_count_planes(format)))) {
      let bytes = av_image_get_linesize(format, a.width, Int32(plane))
      guard bytes > 0, let left = first[plane].data, let right = second[plane].data else {
        continue
      }
      // Planes 1 and 2 are chroma where there are that many.
      let isChroma = plane == 1 || plane == 2
      let shift = Int32(isChroma ? description.pointee.log2_chroma_h : 0)
      let rows = -((-a.height) >> shift)
      for row in 0..<Int(rows)
      where memcmp(
        left + row * first[plane].stride, right + row * second[plane].stride, Int(bytes)) != 0
      {
        return false
      }
    }
    return true
  }

  private static func planes(
    of frame: AVFrame
  ) -> [(data: UnsafeMutablePointer<UInt8>?, stride: Int)] {
    let (d, s) = (frame.data, frame.linesize)
    return [
      (d.0, Int(s.0)), (d.1, Int(s.1)), (d.2, Int(s.2)), (d.3, Int(s.3)),
    ]
  }
}
