// SPDX-License-Identifier: GPL-3.0-or-later
import CAdwaita
import CGtkShim
import MediaCore
import TrimModel

extension TimelineView {
  /// Shows a film's sound below its pictures; nil for a film without.
  func setWaveform(_ waveform: Waveform?) {
    let hadWaveform = self.waveform != nil
    self.waveform = waveform
    if hadWaveform != (waveform != nil) { gtk_widget_queue_resize(widget) }
    canvas.queueDraw()
    tellView()
  }

  /// Tells the listener what is in view.
  func tellView() {
    guard let geometry else { return }
    noteView(geometry)
    guard waveform != nil else { return }
    let from = max(0, geometry.seconds(at: 0))
    let to = min(geometry.durationSeconds, geometry.seconds(at: geometry.viewWidth))
    let scale = Double(gtk_widget_get_scale_factor(widget))
    let view = WaveformView(
      seconds: from...max(from, to), columnSeconds: 1 / (geometry.pixelsPerSecond * scale))
    guard view != lastView else { return }
    lastView = view
    looksAt?(view)
  }

  /// For tests: seconds at the left border and pixels a second, whenever they change.
  private func noteView(_ geometry: TimelineGeometry) {
    guard EventLog.isOn else { return }
    let line = "view \(geometry.seconds(at: 0)) \(geometry.pixelsPerSecond)"
    guard line != lastNote else { return }
    lastNote = line
    EventLog.note(line)
  }

  func drawWaveform(_ frame: Frame) {
    guard let waveform, let lane = frame.layout.waveform else { return }
    let (brush, geometry) = (frame.brush, frame.geometry)
    let left = max(0, frame.stripX.lowerBound)
    let right = min(geometry.viewWidth, frame.stripX.upperBound)
    let y = brush.snap(lane.lowerBound)...brush.snap(lane.upperBound)
    guard left < right, y.lowerBound < y.upperBound else { return }
    let middle = (y.lowerBound + y.upperBound) / 2
    if frame.palette.isHighContrast {
      brush.fill(Brush.Rectangle(x: left...right, y: y), frame.palette.background)
    }
    // Where nothing is known yet, or all is silent, a line says that sound belongs here.
    let line = brush.thickness(1)
    brush.fill(
      Brush.Rectangle(
        x: left, y: brush.snap(middle - line / 2), width: right - left, height: line),
      frame.palette.foreground(0.18))
    let size = PixelSize(
      width: Int(((right - left) * brush.scale).rounded(.up)),
      height: Int(((y.upperBound - y.lowerBound) * brush.scale).rounded()))
    // The film's first frame and the sound's zero may differ while the index grows.
    let offset = (geometry.extent.inPoint - waveform.start).seconds
    let texture = waveformTexture.texture(
      of: waveform, from: geometry.seconds(at: left) + offset,
      perPixel: 1 / (geometry.pixelsPerSecond * brush.scale), size: size,
      color: frame.palette.sound)
    guard let texture else { return }
    brush.texture(
      texture.opaque,
      Brush.Rectangle(
        x: left, y: y.lowerBound, width: Double(size.width) / brush.scale,
        height: Double(size.height) / brush.scale))
  }
}
