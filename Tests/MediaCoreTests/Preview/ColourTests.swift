// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import MediaCore
import TestSupport
import Testing
import TrimModel

/// Colours against ffmpeg's own conversion: matrix, range, wide gamut, HDR, fields, transparency.
@Suite(.timeLimit(.minutes(10)))
struct ColourTests {
  struct Failed: Error { let message: String }

  private func ffmpeg(_ arguments: [any CommandArgument]) throws -> [UInt8] {
    let done = try ChildProcess.run(
      "ffmpeg", ["-nostdin", "-hide_banner", "-v", "error", "-y"] + arguments)
    guard done.status == 0 else { throw Failed(message: done.messages) }
    return done.output
  }

  /// A lossless film of a test picture, with these pixels and labels, of `setparams`.
  private func film(
    _ filters: String, labels: String, range: String = "tv",
    source: String = "testsrc2=s=320x180:d=1"
  ) throws -> FilePath {
    let path = try Fixture.temporaryFolder("colour").appending("film.mkv")
    _ = try ffmpeg([
      "-f", "lavfi", "-i", source, "-vf", "\(filters),setparams=\(labels):range=\(range)",
      "-c:v", "ffv1", "-color_range", range, path,
    ])
    return path
  }

  /// The first frame as ffmpeg makes it.
  private func expected(_ path: FilePath, _ filters: String) throws -> [UInt8] {
    try ffmpeg(
      ["-i", path, "-frames:v", "1", "-vf", filters, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"])
  }

  private func psnr(_ picture: Picture, _ expected: [UInt8]) -> Double {
    guard picture.pixels.count == expected.count else { return 0 }
    let sum = zip(picture.pixels, expected).reduce(0.0) { sum, pair in
      let difference = Double(Int(pair.0) - Int(pair.1))
      return sum + difference * difference
    }
    return sum == 0 ? 99 : 10 * log10(255 * 255 / (sum / Double(expected.count)))
  }

  @Test(arguments: [
    ("bt709", "tv", "yuv420p"), ("bt709", "pc", "yuv444p"), ("smpte170m", "tv", "yuv422p"),
    ("smpte170m", "pc", "yuv420p"), ("bt2020nc", "tv", "yuv420p10"), ("bt709", "tv", "yuv422p10"),
    ("bt709", "tv", "yuv444p12"),
  ])
  func matrixAndRangeAreTheFilms(matrix: String, range: String, format: String) throws {
    // The scaler has names of its own.
    let scalers = matrix == "bt2020nc" ? "bt2020" : matrix
    let path = try film(
      "format=gbrp,scale=out_color_matrix=\(scalers):out_range=\(range),format=\(format)",
      labels: "colorspace=\(matrix)", range: range)
    let picture = try FrameGrabber.firstPicture(of: path)
    let right = try expected(
      path,
      "scale=in_color_matrix=\(scalers):in_range=\(range):out_range=pc:flags=bicubic+accurate_rnd+full_chroma_int+full_chroma_inp"
    )
    #expect(psnr(picture, right) > 45)
    // The other matrix would be seen.
    let wrong = try expected(
      path,
      "scale=in_color_matrix=\(matrix == "bt709" ? "smpte170m" : "bt709"):in_range=\(range):out_range=pc"
    )
    #expect(psnr(picture, wrong) < 40)
  }

  static let hasZscale =
    (try? ChildProcess.run("ffmpeg", ["-hide_banner", "-filters"]).text.contains(" zscale "))
    ?? false

  @Test(
    .enabled(if: hasZscale, "needs ffmpeg's zscale"),
    arguments: [("smpte2084", 1_000), ("arib-std-b67", 1_000)])
  func brightFilmsAreMappedAsFFmpegDoes(transfer: String, nits: Int) throws {
    // Nearly grey, since zimg raises each channel of HLG by itself, where BT.2100 has luminance.
    let path = try film(
      "scale=out_color_matrix=bt2020:out_range=tv,format=yuv444p10",
      labels: "colorspace=bt2020nc:color_primaries=bt2020:color_trc=\(transfer)",
      source: "gradients=s=320x180:d=1:c0=0x303030:c1=0xb0b0a8:c2=0x98989c:n=3:seed=7")
    let picture = try FrameGrabber.firstPicture(of: path)
    let peak = Double(nits) / 203
    let mapped = try expected(
      path,
      "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,tonemap=mobius:param=0.3:peak=\(peak)"
        + ":desat=0,zscale=t=bt709:m=gbr:r=full,format=gbrp")
    let plain = try expected(path, "scale=in_color_matrix=bt2020:out_range=pc")
    let (ours, unmapped) = (psnr(picture, mapped), psnr(picture, plain))
    #expect(ours > 35, "not mapped it would be \(unmapped)")
    #expect(ours > unmapped + 10)
  }

  @Test(.enabled(if: hasZscale, "needs ffmpeg's zscale"))
  func wideGamutIsMappedAsFFmpegDoes() throws {
    let path = try film(
      "scale=out_color_matrix=bt2020:out_range=tv,format=yuv444p10",
      labels: "colorspace=bt2020nc:color_primaries=bt2020:color_trc=bt2020-10",
      source: "gradients=s=320x180:d=1:c0=0x606040:c1=0xb0a090:c2=0x90b080:n=3:seed=7")
    let picture = try FrameGrabber.firstPicture(of: path)
    let mapped = try expected(
      path,
      "zscale=t=linear:npl=100,format=gbrpf32le,zscale=p=bt709,zscale=t=bt709:m=gbr:r=full,format=gbrp"
    )
    #expect(psnr(picture, mapped) > 38)
  }

  @Test func fieldsThatMoveAreNotWoven() async throws {
    let folder = try Fixture.temporaryFolder("fields")
    let path = folder.appending("film.mkv")
    // A bar that moves between the fields of a frame.
    let moving =
      "color=0x303030:s=320x180:r=50:d=1[a];color=0xd0d0d0:s=40x180:r=50:d=1[b];"
      + "[a][b]overlay=x='n*6':y=0"
    _ = try ffmpeg([
      "-f", "lavfi", "-i", moving, "-vf", "tinterlace=interleave_top,setfield=tff,format=yuv420p",
      "-c:v", "ffv1", "-field_order", "tt", path,
    ])
    let clip = try ClipProbe.probe(path)
    let worker = try await PreviewWorker.open(clip)
    worker.setIndex(try FrameIndexBuilder.build(path))
    var pictures = worker.pictures.makeAsyncIterator()
    worker.showFrame(at: .zero, fitting: PixelSize(width: 320, height: 180))
    _ = try await pictures.next()?.get()
    worker.showFrame(
      at: MediaTime(ticks: 400, timebase: Timebase(numerator: 1, denominator: 1_000)),
      fitting: PixelSize(width: 320, height: 180))
    let picture = try #require(try await pictures.next()?.get())
    // Frame 10 has the first field of a picture whose bar begins at 126; woven, it would begin at 132 in
    // every second line.
    let row = { (y: Int) in Int(picture.pixels[(y * 320 + 129) * 3]) }
    let lines = (40..<140).map(row)
    #expect(lines.allSatisfy { $0 > 150 }, "\(lines.prefix(4))")
  }

  @Test func transparencyShowsACheckerboard() throws {
    let path = try Fixture.temporaryFolder("alpha").appending("film.mov")
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "color=red:s=64x32:d=0.2,format=rgba,colorchannelmixer=aa=0.5",
      "-c:v", "png", path,
    ])
    let picture = try FrameGrabber.firstPicture(of: path)
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      (0..<3).map { Int(picture.pixels[(y * 64 + x) * 3 + $0]) }
    }
    let (dark, light) = (pixel(2, 2), pixel(10, 2))
    for (found, ground) in [(dark, 0x66), (light, 0x99)] {
      let right = [(255 * 128 + ground * 127) / 255, ground * 127 / 255, ground * 127 / 255]
      #expect(zip(found, right).allSatisfy { abs($0 - $1) <= 3 }, "\(found), not \(right)")
    }
    #expect(pixel(2, 10) == light && pixel(10, 10) == dark)
  }

  /// VP8 and VP9 keep transparency in a second stream, which libavcodec's own decoders leave out.
  @Test(arguments: ["libvpx", "libvpx-vp9"])
  func transparencyBesideThePictureIsShown(encoder: String) throws {
    let path = try Fixture.temporaryFolder("alpha").appending("film.webm")
    // Opaque red on the left, nothing at all on the right.
    _ = try ffmpeg([
      "-f", "lavfi", "-i", "color=red:s=64x64:d=0.4:r=10,format=yuva420p", "-vf",
      "geq=lum='p(X,Y)':cb='cb(X,Y)':cr='cr(X,Y)':a='if(lt(X,32),255,0)'", "-c:v", encoder,
      "-auto-alt-ref", "0", "-b:v", "1M", "-pix_fmt", "yuva420p", path,
    ])
    let index = try FrameIndexBuilder.build(path)
    for picture in [
      try FrameGrabber.firstPicture(of: path),
      try FrameGrabber.picture(of: path, frame: 3, in: index),
    ] {
      func pixel(_ x: Int, _ y: Int) -> [Int] {
        (0..<3).map { Int(picture.pixels[(y * 64 + x) * 3 + $0]) }
      }
      #expect(pixel(8, 8)[0] > 200 && pixel(8, 8)[1] < 60, "\(pixel(8, 8))")
      let (dark, light) = (pixel(50, 50), pixel(58, 50))
      #expect(zip(dark, [0x66, 0x66, 0x66]).allSatisfy { abs($0 - $1) <= 4 }, "\(dark)")
      #expect(zip(light, [0x99, 0x99, 0x99]).allSatisfy { abs($0 - $1) <= 4 }, "\(light)")
    }
  }
}
