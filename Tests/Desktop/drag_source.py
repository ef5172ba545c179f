#!/usr/bin/python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A window of another program, to drag files from and to copy files in.

    drag_source.py URI…         offers these; a line on standard input replaces them (URIs, blanks
                                between) and puts them on the clipboard

Standard output tells what happened: `up`, `copied`, `drag-begin`, `accepted`, `drag-end`, `drag-cancel`.
"""

import sys

import gi

gi.require_version("Gtk", "4.0")
gi.require_version("Gdk", "4.0")
from gi.repository import Gdk, Gio, GLib, Gtk  # noqa: E402

uris = sys.argv[1:]


def tell(what):
    print(what, flush=True)


def content():
    text = "".join(uri + "\r\n" for uri in uris)
    return Gdk.ContentProvider.new_for_bytes("text/uri-list", GLib.Bytes.new(text.encode()))


def drag_began(_source, drag):
    tell("drag-begin")

    def action_changed(drag, _property):
        if drag.get_selected_action() != 0:
            tell("accepted")

    drag.connect("notify::selected-action", action_changed)


def drag_cancelled(_source, _drag, _reason):
    tell("drag-cancel")
    return False


def line_came(channel, _condition, window):
    status, line, _length, _end = channel.read_line()
    if status != GLib.IOStatus.NORMAL:
        return False
    uris[:] = line.split()
    window.get_clipboard().set_content(content())
    tell("copied")
    return True


def activate(application):
    window = Gtk.ApplicationWindow(
        application=application, title="Drag Source", default_width=160, default_height=100
    )
    label = Gtk.Label(label="Drag from here")
    window.set_child(label)
    source = Gtk.DragSource(actions=Gdk.DragAction.COPY)
    source.connect("prepare", lambda _source, _x, _y: content())
    source.connect("drag-begin", drag_began)
    source.connect("drag-end", lambda *_: tell("drag-end"))
    source.connect("drag-cancel", drag_cancelled)
    label.add_controller(source)
    window.connect("map", lambda _window: tell("up"))
    channel = GLib.IOChannel.unix_new(0)
    GLib.io_add_watch(channel, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN, line_came, window)
    window.present()


application = Gtk.Application(
    application_id="io.github.kerf_video.DragSource", flags=Gio.ApplicationFlags.NON_UNIQUE
)
application.connect("activate", activate)
application.run([])
