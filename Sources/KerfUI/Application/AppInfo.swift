// SPDX-License-Identifier: GPL-3.0-or-later

/// What the program is called, in one place.
public enum AppInfo {
  /// The ID of the application, its settings, its icon and its window's actions on the bus.
  public nonisolated static let id = "io.github.kerf_video.Kerf"
  public nonisolated static let name = "Kerf"
  public nonisolated static let version = "0.1.0"
  public nonisolated static let website = "https://github.com/kerf-video/kerf"
  public nonisolated static let issues = "https://github.com/kerf-video/kerf/issues"
}
