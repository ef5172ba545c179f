// SPDX-License-Identifier: GPL-3.0-or-later

/// Every key of the window, in words: what the list of shortcuts shows.
///
/// A test compares it with the keys that are really bound.
struct Shortcuts {
  struct Group {
    let title: String
    let items: [Item]
  }

  /// What some keys do; several keys are parted by spaces.
  struct Item {
    let title: String
    let keys: String

    init(_ title: String, _ keys: String) {
      self.title = title
      self.keys = keys
    }
  }

  static var groups: [Group] {
    [
      Group(
        title: _t("Playing"),
        items: [
          Item(_t("Play or pause"), "space"),
          Item(_t("Pause"), "k"),
          Item(_t("Play, then faster"), "l"),
          Item(_t("Play backwards, then faster"), "j"),
          Item(_t("Play the edges of the range"), "p"),
          Item(_t("Mute"), "m"),
          Item(_t("Full screen"), "F11"),
          Item(_t("Leave full screen"), "Escape"),
        ]),
      Group(
        title: _t("Moving"),
        items: [
          Item(_t("One frame back"), "Left comma"),
          Item(_t("One frame forward"), "Right period"),
          Item(_t("One second back or forward"), "<Shift>Left <Shift>Right"),
          Item(_t("Previous or next keyframe"), "<Alt>Left <Alt>Right"),
          Item(_t("Previous or next place worth a cut"), "<Control>Left <Control>Right"),
          Item(_t("To the start or the end of the range"), "Home End"),
          Item(_t("To the start or the end of the file"), "<Control>Home <Control>End"),
          Item(_t("Larger or smaller pictures"), "<Control>plus <Control>minus"),
          Item(_t("The whole file in view"), "<Control>0"),
        ]),
      Group(
        title: _t("Trimming"),
        items: [
          Item(_t("Start here"), "i"),
          Item(_t("End here"), "o"),
          Item(_t("Move the start by one frame"), "bracketleft bracketright"),
          Item(_t("Move the end by one frame"), "braceleft braceright"),
          Item(_t("Snap handles to places worth a cut"), "n"),
          Item(_t("Mark another range, or divide it"), "plus"),
          Item(_t("Remove the selected range"), "Delete"),
          Item(_t("Previous or next range"), "<Control>Page_Up <Control>Page_Down"),
          Item(_t("Choose the whole file"), "<Control>a"),
          Item(_t("Undo"), "<Control>z"),
          Item(_t("Redo"), "<Control><Shift>z"),
        ]),
      Group(
        title: _t("Files"),
        items: [
          Item(_t("Open"), "<Control>o"),
          Item(_t("Open a copied file"), "<Control>v"),
          Item(_t("Save to the Videos folder"), "<Control>s"),
          Item(_t("Save under another name"), "<Control><Shift>s"),
          Item(_t("Choose how to save"), "e"),
        ]),
      Group(
        title: _t("General"),
        items: [
          Item(_t("Help"), "F1"),
          Item(_t("Main menu"), "F10"),
          Item(_t("Preferences"), "<Control>comma"),
          Item(_t("Keyboard shortcuts"), "<Control>question"),
          Item(_t("New window"), "<Control>n"),
          Item(_t("Close the window"), "<Control>w"),
          Item(_t("Quit"), "<Control>q"),
        ]),
    ]
  }
}
