// SPDX-License-Identifier: GPL-3.0-or-later
import Testing
import TrimModel

@testable import MediaCore

struct UserFoldersTests {
  private let home = FilePath("/home/ada")

  private func videos(_ text: String) -> String? {
    UserFolders.folder("XDG_VIDEOS_DIR", in: Array(text.utf8), home: home)?.displayString
  }

  @Test(arguments: [
    ("XDG_VIDEOS_DIR=\"$HOME/Videos\"", "/home/ada/Videos"),
    ("XDG_VIDEOS_DIR=\"$HOME/Vidéos\"\n", "/home/ada/Vidéos"),
    ("XDG_VIDEOS_DIR=\"/srv/films/\"", "/srv/films"),
    ("# a comment\nXDG_MUSIC_DIR=\"$HOME/Music\"\n  XDG_VIDEOS_DIR = \"$HOME/V\"", "/home/ada/V"),
    ("XDG_VIDEOS_DIR=\"$HOME/a\"\nXDG_VIDEOS_DIR=\"$HOME/b\"", "/home/ada/b"),
    ("XDG_VIDEOS_DIR=\"$HOME/with \\\"quotes\\\"\"", "/home/ada/with \"quotes\""),
    ("XDG_VIDEOS_DIR=\"$HOME/\"", "/home/ada"), ("XDG_VIDEOS_DIR=\"$HOME\"", "/home/ada"),
  ])
  func foldersAreRead(_ text: String, _ expected: String) { #expect(videos(text) == expected) }

  @Test(arguments: [
    "", "#XDG_VIDEOS_DIR=\"$HOME/Videos\"", "XDG_VIDEOS_DIR=$HOME/Videos",
    "XDG_VIDEOS_DIR=\"Videos\"", "XDG_VIDEOS_DIR=\"$HOMEWORK/Videos\"", "XDG_VIDEOS_DIR=\"\"",
  ])
  func whatIsNoFolderIsNil(_ text: String) { #expect(videos(text) == nil) }
}
