// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita

/// Swift objects that C holds.
///
/// A C callback that is formed in main-actor code kills the process when C calls it on another
/// thread, without a word from the compiler. GTK frees textures, closures and async data wherever it
/// happens to drop the last reference, so whatever may run elsewhere is formed here, in nonisolated
/// code, and nowhere else in this target.
nonisolated enum Retained {
  /// A C pointer that owns a reference to `object`, until ``release`` gets it.
  static func pointer(to object: AnyObject) -> UnsafeMutableRawPointer {
    Unmanaged.passRetained(object).toOpaque()
  }

  /// Frees what ``pointer(to:)`` made; any thread may call it.
  static let release: @convention(c) (UnsafeMutableRawPointer?) -> Void = { data in
    if let data { Unmanaged<AnyObject>.fromOpaque(data).release() }
  }

  /// The object behind a pointer, which keeps its reference.
  static func object<Object: AnyObject>(
    _ data: UnsafeMutableRawPointer, as type: Object.Type = Object.self
  ) -> Object {
    Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()
  }
}
