// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// The person's preferences: in GSettings where the schema is installed, else for this run only.
///
/// `g_settings_new` ends the process when the schema is missing, as it is in runs from the source
/// tree and in tests, so the schema is looked up first.
final class Settings {
  /// What becomes of the window when a clip was saved.
  enum AfterSaving: String, CaseIterable {
    case keepEditing = "keep-editing"
    case openClip = "open-clip"
  }

  private enum Value {
    case real(Double)
    case boolean(Bool)
    case text(String)
    case integer(Int)
  }

  private let stored: GObjectRef?
  private var remembered: [String: Value] = [:]

  /// - Parameter schemaID: Names the schema; nil keeps everything in memory.
  init(schemaID: String?) {
    stored = schemaID.flatMap(Self.open)
  }

  /// Seconds that a range has at least; 0 for one frame.
  var minimumRangeSeconds: Double {
    get { real("minimum-range", default: 0) }
    set { set(newValue, "minimum-range") }
  }

  /// Seconds that a range has at most; 0 for any length.
  var maximumRangeSeconds: Double {
    get { real("maximum-range", default: 0) }
    set { set(newValue, "maximum-range") }
  }

  var afterSaving: AfterSaving {
    get { AfterSaving(rawValue: text("after-saving", default: "")) ?? .keepEditing }
    set { set(newValue.rawValue, "after-saving") }
  }

  /// What saved clips say about when they were recorded.
  var creationTime: CreationTime {
    get { CreationTime(rawValue: text("creation-time", default: "")) ?? .keep }
    set { set(newValue.rawValue, "creation-time") }
  }

  /// Whether a file plays as soon as it is open.
  var playsOnOpening: Bool {
    get { boolean("play-on-opening", default: true) }
    set { set(newValue, "play-on-opening") }
  }

  /// Whether a graphics card may decode what is looked at.
  var hardwareDecoding: HardwareDecoding.Preference {
    get {
      HardwareDecoding.Preference(rawValue: text("hardware-decoding", default: "")) ?? .automatic
    }
    set { set(newValue.rawValue, "hardware-decoding") }
  }

  /// Whether places near it draw a dragged edge.
  var snaps: Bool {
    get { boolean("snap", default: true) }
    set { set(newValue, "snap") }
  }

  /// 0 to 1.
  var volume: Double {
    get { real("volume", default: 1) }
    set { set(newValue, "volume") }
  }

  var isMuted: Bool {
    get { boolean("muted", default: false) }
    set { set(newValue, "muted") }
  }

  /// Addresses of the folders that were used last; empty for none.
  var openFolder: String {
    get { text("open-folder", default: "") }
    set { set(newValue, "open-folder") }
  }
  var saveFolder: String {
    get { text("save-folder", default: "") }
    set { set(newValue, "save-folder") }
  }

  /// What the export dialog was told last.
  var exportMethod: String {
    get { text("export-method", default: "auto") }
    set { set(newValue, "export-method") }
  }
  var exportFormat: String {
    get { text("export-format", default: "same") }
    set { set(newValue, "export-format") }
  }

  /// Whether several ranges become one clip.
  var joinsRanges: Bool {
    get { boolean("join-ranges", default: false) }
    set { set(newValue, "join-ranges") }
  }

  /// Size of the window without its shadow, and whether it fills the screen.
  var windowWidth: Int {
    get { integer("window-width", default: 960) }
    set { set(newValue, "window-width") }
  }
  var windowHeight: Int {
    get { integer("window-height", default: 720) }
    set { set(newValue, "window-height") }
  }
  var isMaximized: Bool {
    get { boolean("window-maximized", default: false) }
    set { set(newValue, "window-maximized") }
  }
}

extension Settings {
  /// Whether preferences outlive the run.
  static func isSchemaInstalled(_ schemaID: String) -> Bool { open(schemaID) != nil }

  /// Finds the schema beside the program first, then wherever GLib looks.
  private static func open(_ schemaID: String) -> GObjectRef? {
    let fallback = g_settings_schema_source_get_default()
    let folder = InstallPrefix.share + "/glib-2.0/schemas"
    let ours = g_settings_schema_source_new_from_directory(folder, fallback, 0, nil)
    defer { if let ours { g_settings_schema_source_unref(ours) } }
    guard let source = ours ?? fallback,
      let schema = g_settings_schema_source_lookup(source, schemaID, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    return g_settings_new_full(schema, nil, nil).map { GObjectRef(sinking: $0.raw) }
  }

  /// The stored settings if they know `key`: an older schema may lack one.
  private func store(for key: String) -> UnsafeMutablePointer<GSettings>? {
    guard let stored else { return nil }
    var schema: OpaquePointer?
    g_object_get_schema(stored, &schema)
    guard let schema else { return nil }
    defer { g_settings_schema_unref(schema) }
    return g_settings_schema_has_key(schema, key) != 0 ? stored.cast() : nil
  }

  private func g_object_get_schema(_ settings: GObjectRef, _ schema: inout OpaquePointer?) {
    var value = GValue()
    g_value_init(&value, g_settings_schema_get_type())
    g_object_get_property(settings.cast(), "settings-schema", &value)
    schema = g_value_dup_boxed(&value).map { OpaquePointer($0) }
    g_value_unset(&value)
  }

  private func real(_ key: String, default fallback: Double) -> Double {
    if let store = store(for: key) { return g_settings_get_double(store, key) }
    if case .real(let value) = remembered[key] { return value }
    return fallback
  }

  private func boolean(_ key: String, default fallback: Bool) -> Bool {
    if let store = store(for: key) { return g_settings_get_boolean(store, key) != 0 }
    if case .boolean(let value) = remembered[key] { return value }
    return fallback
  }

  private func integer(_ key: String, default fallback: Int) -> Int {
    if let store = store(for: key) { return Int(g_settings_get_int(store, key)) }
    if case .integer(let value) = remembered[key] { return value }
    return fallback
  }

  private func text(_ key: String, default fallback: String) -> String {
    if let store = store(for: key) {
      guard let value = g_settings_get_string(store, key) else { return fallback }
      defer { g_free(value) }
      return String(cString: value)
    }
    if case .text(let value) = remembered[key] { return value }
    return fallback
  }

  private func set(_ value: Double, _ key: String) {
    if let store = store(for: key) { g_settings_set_double(store, key, value) }
    remembered[key] = .real(value)
  }

  private func set(_ value: Bool, _ key: String) {
    if let store = store(for: key) { g_settings_set_boolean(store, key, value ? 1 : 0) }
    remembered[key] = .boolean(value)
  }

  private func set(_ value: Int, _ key: String) {
    if let store = store(for: key) { g_settings_set_int(store, key, Int32(clamping: value)) }
    remembered[key] = .integer(value)
  }

  private func set(_ value: String, _ key: String) {
    if let store = store(for: key) { g_settings_set_string(store, key, value) }
    remembered[key] = .text(value)
  }
}
