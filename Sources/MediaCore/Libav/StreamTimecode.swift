// SPDX-License-Identifier: GPL-3.0-or-later
import CLibAV
import TrimModel

/// Timecodes such as `01:00:04:00`, moved along with the in point.
enum StreamTimecode {
  /// The timecode of the film, wherever the container keeps it; nil without one.
  static func text(
    of context: UnsafeMutablePointer<AVFormatContext>, film: UnsafeMutablePointer<AVStream>
  ) -> String? {
    var dictionaries = [film.pointee.metadata, context.pointee.metadata]
    for index in 0..<Int32(context.pointee.nb_streams) {
      if let stream = kerf_stream(context, index),
        stream.pointee.codecpar.pointee.codec_type == AVMEDIA_TYPE_DATA
      {
        dictionaries.append(stream.pointee.metadata)
      }
    }
    for dictionary in dictionaries {
      if let entry = av_dict_get(dictionary, "timecode", nil, 0) {
        return String(cString: entry.pointee.value)
      }
    }
    return nil
  }

  /// The timecode `seconds` later at the film's rate, dropped numbers counted right; nil when it is
  /// no timecode at that rate.
  static func moved(
    _ text: String, by seconds: Double, film: UnsafeMutablePointer<AVStream>
  ) -> String? {
    let stated = film.pointee.avg_frame_rate
    let rate = stated.num > 0 && stated.den > 0 ? stated : film.pointee.r_frame_rate
    guard rate.num > 0, rate.den > 0 else { return nil }
    var timecode = AVTimecode()
    guard av_timecode_init_from_string(&timecode, rate, text, nil) >= 0 else { return nil }
    let frames = (seconds * Double(rate.num) / Double(rate.den)).rounded()
    guard frames >= 0, frames < 1e9 else { return nil }
    var buffer = [CChar](repeating: 0, count: Int(AV_TIMECODE_STR_SIZE) + 1)
    guard av_timecode_make_string(&timecode, &buffer, Int32(frames)) != nil else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
