// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Whether the program sees only the files that somebody chose in a dialog.
enum Sandbox {
  /// True inside Flatpak.
  ///
  /// The home folder there is empty and goes away with the program: what were saved without a dialog
  /// would be lost. `KERF_SANDBOX` in the environment says so for tests.
  static let isConfined = access("/.flatpak-info", F_OK) == 0 || getenv("KERF_SANDBOX") != nil
}
