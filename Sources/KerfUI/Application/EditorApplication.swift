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

  /// The films that are open now.
  private(set) var films = OpenFilms(file: nil)
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
    if let status = application.answerOptions() { return status }
    HardwareDecoding.shared.preference = application.settings.hardwareDecoding
    application.caches = CacheFolder.user()
    application.memory = RangeMemory(folder: CacheFolder.userState())
    MainLoop.attach()
    application.addSignals()
    application.films = OpenFilms(file: OpenFilms.usualFile)
    return application.runLoop()
  }

  private func runLoop() -> Int32 {
    defer { memory?.flush() }
    var arguments = CommandLine.unsafeArgv
    var count = CommandLine.argc
    // Options of ours that GLib does not know; files are bytes and are left as they are.
    if count > 1, let first = arguments[1], strcmp(first, "--new-window") == 0 {
      arguments[1] = arguments[0]
      arguments += 1
      count -= 1
    }
    return g_application_run(application.cast(), count, arguments)
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
    let window = makeWindow()
    window.present()
    window.offer(films.left)
    films.forgetLeft()
  }

  private func open(_ files: OpaquePointer?, _ count: Int) {
    guard let files else { return activate() }
    let list = UnsafePointer<OpaquePointer?>(files)
    let targets = (0..<count).compactMap { list[$0].map { OpenTarget(file: $0) } }
    films.forgetLeft()
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

  /// Brings the window of this number to the front.
  func showWindow(_ id: guint32) { windows.first { $0.windowID == id }?.present() }

  /// Ends the program as the system asks: what is being saved is given up, the ranges are kept.
  func terminate() {
    for window in windows { window.closeAtOnce() }
  }

  /// Has every open clip keep to the limits that the person just set.
  func limitsChanged() {
    for window in windows { window.controller?.send(.setLimits(settings.limits)) }
  }

  /// Lets go of a window that was destroyed.
  func forget(_ window: EditorWindow) { windows.removeAll { $0 === window } }
}
