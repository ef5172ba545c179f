// SPDX-License-Identifier: GPL-3.0-or-later

extension ExportPlan {
  /// Why a range cannot be saved as asked.
  public enum Refusal: Error, Equatable, Sendable {
    /// No frame begins inside the range.
    case noFrameInRange
    /// The file is still being read and the end of the range is not known yet.
    case stillReading
    /// The method has to encode and no encoder for this codec is installed.
    case encoderMissing(codec: String)
    /// Pieces that are encoded cannot stand beside copied ones in this codec.
    case codecCannotBeJoined(String)
    /// Only MP4, MOV and 3GP can hide frames.
    case containerCannotHide(ExportContainer)
    /// Several ranges cannot be one clip without encoding, by the chosen method.
    case partsCannotBeJoined
    /// The chosen format has no way to store the film's codec.
    case formatCannotHold(ExportContainer, codec: String)
  }
}
