// SPDX-License-Identifier: GPL-3.0-or-later

/// A named stretch of the clip, on the container's clock.
public struct Chapter: Equatable, Sendable {
  public let start: MediaTime
  public let end: MediaTime
  public let title: String?

  public init(start: MediaTime, end: MediaTime, title: String?) {
    self.start = start
    self.end = end
    self.title = title
  }
}
