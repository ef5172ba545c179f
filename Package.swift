// swift-tools-version: 6.2
// SPDX-License-Identifier: GPL-3.0-or-later
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]
/// The interface lives on the main thread; everything else says where it runs.
let interface = strict + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "kerf",
  products: [
    .executable(name: "kerf", targets: ["kerf"]),
    .executable(name: "kerf-cli", targets: ["kerf-cli"]),
    .library(name: "TrimModel", targets: ["TrimModel"]),
    .library(name: "MediaCore", targets: ["MediaCore"]),
    .library(name: "Playback", targets: ["Playback"]),
    .library(name: "KerfUI", targets: ["KerfUI"]),
  ],
  targets: [
    .systemLibrary(name: "CLibAV", pkgConfig: "libavformat"),
    .systemLibrary(name: "CAdwaita", pkgConfig: "libadwaita-1"),
    .systemLibrary(name: "CPulse", pkgConfig: "libpulse"),
    .target(name: "CSystemShim"),
    .target(name: "CGtkShim", dependencies: ["CAdwaita"]),
    .target(name: "TrimModel", swiftSettings: strict),
    .target(
      name: "MediaCore", dependencies: ["CLibAV", "CSystemShim", "TrimModel"],
      swiftSettings: strict),
    .target(
      name: "Playback", dependencies: ["CPulse", "CSystemShim", "MediaCore", "TrimModel"],
      swiftSettings: strict),
    .target(
      name: "KerfUI",
      dependencies: ["CAdwaita", "CGtkShim", "MediaCore", "Playback", "TrimModel"],
      resources: [.embedInCode("Resources/style.css")],
      swiftSettings: interface),
    .executableTarget(name: "kerf", dependencies: ["KerfUI"], swiftSettings: strict),
    .executableTarget(
      name: "kerf-cli", dependencies: ["MediaCore", "TrimModel"], swiftSettings: strict),
    .executableTarget(
      name: "kerf-bench", dependencies: ["MediaCore", "Playback", "TrimModel"],
      path: "benchmarks/Tool",
      swiftSettings: strict),
    .executableTarget(
      name: "video-view-example",
      dependencies: ["CAdwaita", "KerfUI", "MediaCore", "Playback", "TrimModel"],
      path: "Examples/VideoViewExample",
      swiftSettings: interface),
    .target(
      name: "TestSupport", dependencies: ["MediaCore", "Playback", "TrimModel"],
      swiftSettings: strict),
    .testTarget(
      name: "TrimModelTests", dependencies: ["TestSupport", "TrimModel"], swiftSettings: strict),
    .testTarget(
      name: "MediaCoreTests", dependencies: ["MediaCore", "TestSupport", "TrimModel"],
      swiftSettings: strict),
    .testTarget(
      name: "PlaybackTests", dependencies: ["MediaCore", "Playback", "TestSupport", "TrimModel"],
      swiftSettings: strict),
    .testTarget(
      name: "KerfUITests",
      dependencies: [
        "CAdwaita", "CGtkShim", "KerfUI", "MediaCore", "Playback", "TestSupport", "TrimModel",
      ], swiftSettings: strict),
    .testTarget(
      name: "EndToEndTests",
      dependencies: ["MediaCore", "TestSupport", "TrimModel", "kerf-cli"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
