// SPDX-License-Identifier: GPL-3.0-or-later
public import CAdwaita

/// A widget, as GTK's functions take it.
///
/// GTK types with a public struct are typed pointers, all others are `OpaquePointer`; `cast()`,
/// `opaque` and `raw` turn one form into the other.
public typealias Widget = UnsafeMutablePointer<GtkWidget>

/// Holds one strong reference to a GObject.
class GObjectRef {
  let raw: UnsafeMutableRawPointer

  /// Takes over what a `_new` function returned: sinks a floating reference, keeps an owned one.
  ///
  /// Not for windows, which GTK owns: those take ``init(retaining:)``.
  init(sinking pointer: UnsafeMutableRawPointer) { raw = g_object_take_ref(pointer) }

  /// Adds a reference to an object that somebody else owns.
  init(retaining pointer: UnsafeMutableRawPointer) { raw = g_object_ref(pointer) }

  convenience init(sinking pointer: OpaquePointer) { self.init(sinking: pointer.raw) }
  convenience init(retaining pointer: OpaquePointer) { self.init(retaining: pointer.raw) }

  isolated deinit { g_object_unref(raw) }

  /// The form of C types without a public struct.
  var opaque: OpaquePointer { OpaquePointer(raw) }

  /// The form of C types with a public struct.
  func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }

  /// The object as a widget, which it must be.
  var widget: Widget { cast() }
}

nonisolated extension UnsafeMutablePointer {
  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
  var opaque: OpaquePointer { OpaquePointer(self) }
  func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    raw.assumingMemoryBound(to: T.self)
  }
}

nonisolated extension OpaquePointer {
  var raw: UnsafeMutableRawPointer { UnsafeMutableRawPointer(self) }
  func cast<T>(to type: T.Type = T.self) -> UnsafeMutablePointer<T> {
    UnsafeMutablePointer<T>(self)
  }
  var widget: Widget { cast() }
}

/// What a constructor of GTK returned; none of them returns NULL once GTK has started.
func made<Pointer>(_ pointer: Pointer?, _ function: StaticString = #function) -> Pointer {
  guard let pointer else { fatalError("a GTK constructor returned NULL in \(function)") }
  return pointer
}
