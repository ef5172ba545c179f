// SPDX-License-Identifier: GPL-3.0-or-later
public import TrimModel

/// Everything an export needs to know.
public struct ExportRequest: Sendable {
  /// Where the clip goes.
  public enum Destination: Equatable, Sendable {
    /// Into this folder under a free name made from the source's.
    case folder(FilePath)
    /// To this very name.
    case file(FilePath, overwrite: Bool)
  }

  public let clip: ClipInfo
  public let index: FrameIndex
  /// What is done; one part or several.
  public let join: JoinPlan
  public let destination: Destination

  /// Whether the finished clip is read back and compared before it gets its name.
  public let isVerified: Bool

  /// What the clip says about when it was recorded.
  public let creationTime: CreationTime

  public init(
    clip: ClipInfo, index: FrameIndex, plan: ExportPlan, destination: Destination,
    isVerified: Bool = true, creationTime: CreationTime = .keep
  ) {
    self.init(
      clip: clip, index: index, join: JoinPlan(plan), destination: destination,
      isVerified: isVerified, creationTime: creationTime)
  }

  /// A clip of several ranges.
  public init(
    clip: ClipInfo, index: FrameIndex, join: JoinPlan, destination: Destination,
    isVerified: Bool = true, creationTime: CreationTime = .keep
  ) {
    self.clip = clip
    self.index = index
    self.join = join
    self.destination = destination
    self.isVerified = isVerified
    self.creationTime = creationTime
  }
}
