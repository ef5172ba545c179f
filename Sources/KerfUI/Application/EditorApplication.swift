// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import Glibc
import MediaCore
import TrimModel

/// The program: one per process, on the main thread.
///
/// A second start hands its files to the first and ends; `KERF_NON_UNIQUE` in the environment turns
/// that off, for tests.
public final class EditorApplication {
  let application: GObjectRef
  let settings = Settings(schemaID: AppInfo.id)

  /// Where strips and waveforms are kept; nil for nowhere.
  var caches: CacheFolder?

  /// Remembers what was marked in each film; nil for nobody.
  var memory: RangeMemory?
  private var windows: [EditorWindow] = []

  public init() {
    Localization.start()
    let flags =
      kerf_G_APPLICATION_HANDLES_OPEN.rawValue
      | (getenv("KERF_NON_UNIQUE") == nil ? 0 : kerf_G_APPLICATION_NON_UNIQUE.rawValue)
    application = GObjectRef(
      sinking: made(adw_application_new(AppInfo.id, GApplicationFlags(rawValue: flags))).raw)
    g_set_application_name(AppInfo.name)
    g_set_prgname(AppInfo.id)
    gtk_window_set_default_icon_name(AppInfo.id)
    connect(application.raw, "startup") { [weak self] in self?.startUp() }
    connect(application.raw, "activate") { [weak self] in self?.activate() }
    // Not the window's own "destroy": that waits for the last reference, which is ours.
    connect(application.raw, "window-removed") { [weak self] (window: OpaquePointer?) -> Void in
      self?.windows.first { $0.window.opaque == window }?.destroyed()
    }
    connect(application.raw, "open") {
      [weak self] (files: OpaquePointer?, count: Int, _: OpaquePointer?) in
      self?.open(files, count)
    }
  }

  /// Runs until the last window closes.
  ///
  /// - Returns: The status for the system.
  public static func run() -> Int32 {
    if CommandLine.arguments.dropFirst().contains("--version") {
      print("\(AppInfo.name) \(AppInfo.version)")
      return 0
    }
    if CommandLine.arguments.dropFirst().contains("--self-check") { return SelfCheck.run() }
    let application = EditorApplication()
    application.caches = CacheFolder.user()
    application.memory = RangeMemory(folder: CacheFolder.userState())
    MainLoop.attach()
    let status = g_application_run(
      application.application.cast(), CommandLine.argc, CommandLine.unsafeArgv)
    application.memory?.flush()
    return status
  }

  private func startUp() {
    PackageResources.style_css.withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return }
        kerf_compat_add_style(start, gssize(text.count))
      }
    }
    addActions()
    // What a killed run was writing when it was killed.
    WorkerThread.start(name: "clean-up", priority: .background) {
      OutputFolder.removeStaleTemporaries(in: OutputFolder.videos())
    }
  }

  private func activate() {
    if let window = windows.last { return window.present() }
    makeWindow().present()
  }

  private func open(_ files: OpaquePointer?, _ count: Int) {
    guard let files else { return activate() }
    let list = UnsafePointer<OpaquePointer?>(files)
    let targets = (0..<count).compactMap { list[$0].map { OpenTarget(file: $0) } }
    let window = windows.last { $0.isEmpty } ?? makeWindow()
    // The file is read while the window is being shown, which takes longer.
    window.open(targets)
    window.present()
  }

  /// A new window with nothing open, not yet shown.
  @discardableResult
  func makeWindow() -> EditorWindow {
    let window = EditorWindow(application: self)
    windows.append(window)
    return window
  }

  /// Has every open clip keep to the limits that the person just set.
  func limitsChanged() {
    for window in windows { window.controller?.send(.setLimits(settings.limits)) }
  }

  /// Lets go of a window that was destroyed.
  func forget(_ window: EditorWindow) { windows.removeAll { $0 === window } }
}
