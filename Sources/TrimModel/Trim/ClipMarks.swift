// SPDX-License-Identifier: GPL-3.0-or-later

/// Places of a clip where somebody may want to cut, as far as they have been found.
///
/// All times are on the film's clock. A hint: the film is the same without it.
public struct ClipMarks: Equatable, Sendable {
  /// First frames of new scenes, rising.
  public var sceneChanges: [MediaTime]

  /// Stretches without sound, rising and apart.
  public var silences: [TrimRange]

  /// Stretches of black pictures, rising and apart.
  public var blacks: [TrimRange]

  public init(
    sceneChanges: [MediaTime] = [], silences: [TrimRange] = [], blacks: [TrimRange] = []
  ) {
    self.sceneChanges = sceneChanges
    self.silences = silences
    self.blacks = blacks
  }

  public var isEmpty: Bool { sceneChanges.isEmpty && silences.isEmpty && blacks.isEmpty }
}
