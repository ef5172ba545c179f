// SPDX-License-Identifier: GPL-3.0-or-later

/// What a person chooses about saving, beside the range.
public struct ExportSettings: Hashable, Sendable {
  public var method: ExportMethod
  public var format: ExportFormat

  public init(method: ExportMethod = .auto, format: ExportFormat = .same) {
    self.method = method
    self.format = format
  }
}
