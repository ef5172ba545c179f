// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

struct SoundCutTests {
  private func cut(
    _ container: ExportContainer, _ codec: String, profile: String? = nil
  ) -> ExportContainer.SoundCut {
    container.soundCut(
      StreamInfo(
        index: 1, kind: .audio, codec: codec, profile: profile,
        timebase: Timebase(numerator: 1, denominator: 48_000)))
  }

  @Test(arguments: ["aac", "mp3", "opus", "pcm_s16le", "flac"])
  func editListsCutAllSound(_ codec: String) {
    #expect(cut(.mp4, codec) == .sample)
    #expect(cut(.mov, codec) == .sample)
  }

  @Test(arguments: [ExportContainer.mpegTS, .blurayTS, .mpegPS, .flv, .matroska])
  func elsewhereTheEdgesAreEncoded(_ container: ExportContainer) {
    for codec in ["aac", "ac3", "eac3", "mp2", "mp3"] { #expect(cut(container, codec) == .edges) }
    #expect(cut(container, "pcm_s16le") == .sample)
    #expect(cut(container, "dts") == .packets)
  }

  @Test func onlyPlainAACIsEncoded() {
    #expect(cut(.mpegTS, "aac", profile: "LC") == .edges)
    #expect(cut(.mpegTS, "aac", profile: "HE-AAC") == .packets)
  }

  @Test func whatCannotBeCutIsEncodedThroughoutInAVIAndBesideEncodedFilms() {
    func isWhole(
      _ container: ExportContainer, _ codec: String, isFilmEncoded: Bool = false,
      isStart: Bool = false
    ) -> Bool {
      container.encodesThroughout(
        StreamInfo(
          index: 1, kind: .audio, codec: codec,
          timebase: Timebase(numerator: 1, denominator: 48_000)),
        isFilmEncoded: isFilmEncoded, isStart: isStart)
    }
    #expect(isWhole(.avi, "mp3"))
    #expect(!isWhole(.avi, "mp3", isStart: true))
    #expect(!isWhole(.avi, "pcm_s16le"))
    #expect(!isWhole(.ogg, "vorbis") && isWhole(.ogg, "vorbis", isFilmEncoded: true))
    #expect(!isWhole(.asf, "wmav2") && isWhole(.asf, "wmav2", isFilmEncoded: true))
    #expect(!isWhole(.mpegTS, "aac", isFilmEncoded: true))
    #expect(!isWhole(.matroska, "dts", isFilmEncoded: true))
  }

  @Test func whatIsLosslessIsEncodedThroughout() {
    #expect(cut(.matroska, "flac") == .lossless)
    #expect(cut(.matroska, "opus") == .sample)
    #expect(cut(.avi, "flac") == .packets)
  }
}
