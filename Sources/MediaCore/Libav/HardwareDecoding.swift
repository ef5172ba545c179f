// SPDX-License-Identifier: GPL-3.0-or-later
import Synchronization

/// Whether a graphics card may decode what is looked at, and the device that does it.
///
/// Pictures are decoded there and brought back to memory: the same pictures, and the processor is free
/// for other work. A device that cannot be opened, or fails once, is not tried again by this object: the
/// processor decodes on from the same frame. Files that are written are never decoded by a device. Any
/// thread may use it.
public final class HardwareDecoding: Sendable {
  /// What the person chose.
  public enum Preference: String, Sendable, CaseIterable {
    /// Where there is a device that decodes this kind of film.
    case automatic
    case off
  }

  /// The whole program's.
  public static let shared = HardwareDecoding { VideoAccelerator() }

  /// Films with fewer pixels cost a processor less than their way to a device and back.
  static let leastPixels = 1280 * 720

  private enum Device {
    case untried
    case open(any DecodingDevice)
    case failed
  }

  private struct State {
    var preference = Preference.automatic
    var device = Device.untried
  }

  private let state = Mutex(State())
  private let open: @Sendable () -> (any DecodingDevice)?

  /// - Parameter open: Opens the device, at most once; nil when there is none.
  init(_ open: @escaping @Sendable () -> (any DecodingDevice)?) { self.open = open }

  /// What holds for films that are opened from now on.
  public var preference: Preference {
    get { state.withLock { $0.preference } }
    set { state.withLock { $0.preference = newValue } }
  }

  /// Whether a device was tried and is not used any more.
  public var hasFailed: Bool {
    state.withLock { if case .failed = $0.device { true } else { false } }
  }

  /// Whether a device is there and may be used; opens it if nobody has yet.
  public var isAvailable: Bool { device() != nil }

  /// The device to decode with, opened when it is first asked for; nil for none.
  func device() -> (any DecodingDevice)? {
    // Whoever comes second waits for the answer: opening takes some milliseconds.
    state.withLock { state in
      guard state.preference == .automatic else { return nil }
      switch state.device {
      case .open(let device): return device
      case .failed: return nil
      case .untried:
        let device = open()
        state.device = device.map { .open($0) } ?? .failed
        return device
      }
    }
  }

  /// Takes note that the device failed: nobody gets it any more.
  func giveUp() { state.withLock { $0.device = .failed } }
}
