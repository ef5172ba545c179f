// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim

/// A type that a signal's argument can be read as.
protocol SignalArgument {
  /// Reads one argument; it is borrowed for the length of the handler.
  static func read(_ value: UnsafePointer<GValue>) -> Self
}

extension Double: SignalArgument {
  static func read(_ value: UnsafePointer<GValue>) -> Double { kerf_value_get_real(value) }
}
extension Int: SignalArgument {
  static func read(_ value: UnsafePointer<GValue>) -> Int { Int(kerf_value_get_integer(value)) }
}
extension Int32: SignalArgument {
  static func read(_ value: UnsafePointer<GValue>) -> Int32 {
    Int32(truncatingIfNeeded: kerf_value_get_integer(value))
  }
}
extension UInt32: SignalArgument {
  static func read(_ value: UnsafePointer<GValue>) -> UInt32 {
    UInt32(truncatingIfNeeded: kerf_value_get_integer(value))
  }
}
extension Bool: SignalArgument {
  static func read(_ value: UnsafePointer<GValue>) -> Bool { kerf_value_get_integer(value) != 0 }
}
/// Objects, boxed values and strings, which may be NULL.
extension Optional: SignalArgument where Wrapped == OpaquePointer {
  static func read(_ value: UnsafePointer<GValue>) -> OpaquePointer? {
    kerf_value_get_pointer(value).map { OpaquePointer($0) }
  }
}
/// The argument itself, for values of changing types, such as what is dropped.
extension UnsafePointer: SignalArgument where Pointee == GValue {
  static func read(_ value: UnsafePointer<GValue>) -> UnsafePointer<GValue> {
    // A GValue argument arrives as a boxed GValue.
    guard let boxed = kerf_value_get_pointer(value) else { return value }
    return UnsafePointer(boxed.assumingMemoryBound(to: GValue.self))
  }
}

/// Calls `handler` at each emission, without the instance and with as many arguments as it names.
///
/// The instance owns the handler: capture its owners weakly. It ends with the instance, or with
/// ``disconnect(_:_:)``.
///
/// ```swift
/// connect(drag, "drag-update") { [weak self] (dx: Double, dy: Double) in self?.drag(dx, dy) }
/// ```
@discardableResult
func connect<each Argument: SignalArgument>(
  _ instance: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Void
) -> gulong {
  connect(instance, signal, after: after) { (arguments: inout SignalArguments) in
    handler(repeat arguments.next(as: (each Argument).self))
    return false
  }
}

/// Calls `handler` at each emission and returns its answer; true commonly means handled.
@discardableResult
func connect<each Argument: SignalArgument>(
  _ instance: UnsafeMutableRawPointer, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Bool
) -> gulong {
  connect(instance, signal, after: after) { (arguments: inout SignalArguments) in
    handler(repeat arguments.next(as: (each Argument).self))
  }
}

@discardableResult
func connect<each Argument: SignalArgument, T>(
  _ instance: UnsafeMutablePointer<T>, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Void
) -> gulong {
  connect(instance.raw, signal, after: after, handler)
}

@discardableResult
func connect<each Argument: SignalArgument, T>(
  _ instance: UnsafeMutablePointer<T>, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Bool
) -> gulong {
  connect(instance.raw, signal, after: after, handler)
}

@discardableResult
func connect<each Argument: SignalArgument>(
  _ instance: OpaquePointer, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Void
) -> gulong {
  connect(instance.raw, signal, after: after, handler)
}

@discardableResult
func connect<each Argument: SignalArgument>(
  _ instance: OpaquePointer, _ signal: String, after: Bool = false,
  _ handler: @escaping (repeat each Argument) -> Bool
) -> gulong {
  connect(instance.raw, signal, after: after, handler)
}

/// Ends a connection that would otherwise live as long as the instance.
func disconnect(_ instance: UnsafeMutableRawPointer, _ connection: gulong) {
  g_signal_handler_disconnect(instance, connection)
}

/// The arguments of one emission, read from left to right.
struct SignalArguments {
  private let values: UnsafePointer<GValue>
  private let count: Int
  private var position = 1

  fileprivate init(values: UnsafePointer<GValue>, count: Int) {
    self.values = values
    self.count = count
  }

  fileprivate mutating func next<Argument: SignalArgument>(as type: Argument.Type) -> Argument {
    precondition(position < count, "the signal has fewer arguments than its handler")
    defer { position += 1 }
    return Argument.read(values + position)
  }
}

private func connect(
  _ instance: UnsafeMutableRawPointer, _ signal: String, after: Bool,
  handler: @escaping (inout SignalArguments) -> Bool
) -> gulong {
  let box = SignalBox(handler)
  return kerf_signal_connect(
    instance, signal, SignalBox.call, Unmanaged.passRetained(box).toOpaque(), Retained.release,
    after ? 1 : 0)
}

private final class SignalBox {
  let handler: (inout SignalArguments) -> Bool

  init(_ handler: @escaping (inout SignalArguments) -> Bool) { self.handler = handler }

  static let call: KerfSignalFunc = { data, result, count, values in
    guard let data, let values else { return }
    var arguments = SignalArguments(values: values, count: Int(count))
    let answer = Unmanaged<SignalBox>.fromOpaque(data).takeUnretainedValue().handler(&arguments)
    kerf_value_set_boolean(result, answer ? 1 : 0)
  }
}
