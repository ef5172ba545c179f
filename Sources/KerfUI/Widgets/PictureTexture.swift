// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import MediaCore
import TrimModel

/// Makes GDK textures of pictures.
enum PictureTexture {
  /// A `GdkTexture` that shows the picture's own bytes: nothing is copied, the texture keeps the
  /// picture alive.
  static func make(_ picture: Picture) -> GObjectRef {
    // The renderer may drop the last reference on a thread of its own: see `Retained`.
    let bytes = g_bytes_new_with_free_func(
      picture.pixels.baseAddress, gsize(picture.byteCount), Retained.release,
      Retained.pointer(to: picture))
    defer { g_bytes_unref(bytes) }
    return GObjectRef(
      sinking: made(
        gdk_memory_texture_new(
          Int32(picture.size.width), Int32(picture.size.height), GDK_MEMORY_R8G8B8, bytes,
          gsize(picture.bytesPerRow))))
  }
}
