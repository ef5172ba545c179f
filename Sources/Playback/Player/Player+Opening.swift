// SPDX-License-Identifier: GPL-3.0-or-later
public import MediaCore
public import TrimModel

extension PreviewWorker: StillSource {}

extension Player {
  /// Opens a clip that was probed before.
  ///
  /// - Parameters:
  ///   - clip: What `ClipProbe` found.
  ///   - audio: Where sound goes; no server is reached before the first ``play(from:)``.
  /// - Returns: A paused player.
  /// - Throws: `MediaError`: what opening the file throws, `.unsupported` without a decoder.
  public static func open(
    _ clip: ClipInfo, audio: AudioOutputChoice = .automatic
  ) async throws(MediaError) -> Player {
    let stills = try await PreviewWorker.open(clip, showsCoarse: true)
    return Player(clip: clip, audio: audio, clock: MonotonicClock(), stills: stills)
  }
}
