// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import TrimModel

/// Reads a clip's sound along a presentation, to the sample at every seam.
///
/// Belongs to the sound thread.
final class SoundCursor {
  /// One pass of the loop, or the way to its end, in samples of the presentation.
  private struct Turn {
    let number: Int
    /// Its first sample on the presentation.
    let start: Int64
    /// Where it begins in the clip: in ticks, and in samples of the film's clock.
    let clipTicks: Int64
    let clipStart: Int64
    /// Sound of the whole turn, to be kept; nil when it does not begin at the in point.
    var recording: [Float]?
  }

  /// What is kept ready, in samples: a busy machine and a seek take their time.
  private static let fillCount: Int64 = 24_000

  /// Loops up to this long are kept in memory, 12 MB at most.
  private static let recordedSeconds = 30

  private let reader: AudioReader
  private var turn: Turn?
  /// Read and not yet written: the queue has no room for it, or it belongs later.
  private var pending: SoundBlock?
  private var isReaderAtEnd = false
  /// The sound of whole turns, of one stretch or two.
  private var kept: [(stretch: Range<Int64>, samples: [Float])] = []
  private var replay: (samples: [Float], position: Int)?
  /// The session's ``PlaySession/soundEpoch`` that the cursor works for.
  private var epoch = 0

  /// Whether nothing more comes, ever.
  private(set) var isAtEnd = false
  /// Whether the queue took no more when it was last filled.
  private(set) var isFull = false

  init(reader: AudioReader) { self.reader = reader }

  func sample(atNanoseconds nanoseconds: Int64) -> Int64 {
    MediaTime(ticks: nanoseconds, timebase: .nanoseconds)
      .rescaled(to: sampleBase, rounding: .down).ticks
  }

  func nanoseconds(ofSample sample: Int64) -> Int64 {
    MediaTime(ticks: sample, timebase: sampleBase).rescaled(to: .nanoseconds).ticks
  }

  /// Goes to a position of the presentation and empties the path for what follows.
  ///
  /// - Throws: `.unsupported` when sound cannot be had at this rate.
  func start(
    at position: Int64, on timeline: PlayTimeline, epoch: Int, path: SoundPath, rate: Double
  ) throws(MediaError) {
    try path.begin(at: sample(atNanoseconds: position), rate: rate)
    go(to: position, on: timeline, epoch: epoch)
  }

  /// Goes on along another timeline from `cut` on; what is before stays.
  func follow(
    _ timeline: PlayTimeline, from cut: Int64, epoch: Int, path: SoundPath
  ) throws(MediaError) {
    let sample = try path.cut(at: sample(atNanoseconds: cut))
    go(to: nanoseconds(ofSample: sample), on: timeline, epoch: epoch)
  }

  private func go(to position: Int64, on timeline: PlayTimeline, epoch: Int) {
    isAtEnd = false
    self.epoch = epoch
    let place = timeline.place(at: timeline.ticks(atNanoseconds: position))
    begin(place.turn, at: place.clipTicks, on: timeline)
  }

  /// Fills the path as far as wanted.
  func fill(_ path: SoundPath, core: PlayerCore, generation: Int) {
    isFull = false
    // So much of the presentation is heard in the time that is kept ready.
    let fillCount = Int64(Double(Self.fillCount) * max(1, path.rate))
    while !isAtEnd {
      guard path.heardCount < Int(Self.fillCount) else {
        isFull = true
        return
      }
      let timeline = core.control.withLock { control in
        isCurrent(control, generation) ? control.session?.timeline : nil
      }
      guard let timeline, let turn, turn.number >= timeline.baseTurn else { return }
      // Turns without any sound do not fill the path.
      guard turn.start - path.readPosition < fillCount else {
        isFull = true
        return
      }
      let isStale = { core.control.withLock { !self.isCurrent($0, generation) } }
      guard let block = pending ?? nextBlock(unless: isStale) else {
        if isStale() { return }
        finish(turn, on: timeline, path: path, core: core, generation: generation)
        continue
      }
      pending = block
      let position = turn.start + block.firstSample - turn.clipStart
      if let end = end(of: turn, on: timeline), position >= end {
        finish(turn, on: timeline, path: path, core: core, generation: generation)
        continue
      }
      guard position - path.readPosition < fillCount else {
        isFull = true
        return
      }
      guard write(block, of: turn, at: position, to: path, core: core, generation: generation)
      else { return }
      pending = nil
    }
  }

  /// Writes a block; false once it is stale.
  private func write(
    _ block: SoundBlock, of turn: Turn, at position: Int64, to path: SoundPath, core: PlayerCore,
    generation: Int
  ) -> Bool {
    guard let samples = claim(block, of: turn, core: core, generation: generation) else {
      return false
    }
    do throws(MediaError) {
      try path.write(samples, at: position)
    } catch {
      // Without memory for a filter it plays on in silence.
      isAtEnd = true
    }
    var turn = turn
    self.turn = nil
    record(samples, at: Int(position - turn.start), in: &turn)
    self.turn = turn
    return true
  }

  /// Whether the cursor still works along the session's timeline; called under the lock.
  private func isCurrent(_ control: PlayerControl, _ generation: Int) -> Bool {
    !control.isStale(generation) && control.session?.soundEpoch == epoch
  }

  private var sampleBase: Timebase {
    Timebase(numerator: 1, denominator: Int32(reader.sampleRate))
  }

  /// What of a block is inside the turn now, noted as made; nil once it is stale.
  private func claim(_ block: SoundBlock, of turn: Turn, core: PlayerCore, generation: Int)
    -> ArraySlice<Float>?
  {
    core.control.withLock { control in
      guard isCurrent(control, generation), var session = control.session else { return nil }
      var samples = block.samples[...]
      let position = turn.start + block.firstSample - turn.clipStart
      if let end = end(of: turn, on: session.timeline) {
        samples = samples.prefix(Int(max(0, end - position)) * 2)
      }
      let last = block.firstSample + Int64(samples.count / 2)
      session.soundEdge = PlayTimeline.Place(
        turn: turn.number,
        clipTicks: MediaTime(ticks: last, timebase: sampleBase)
          .rescaled(to: session.timeline.timebase, rounding: .down).ticks)
      control.session = session
      return samples
    }
  }

  /// The first sample after the turn; nil for the way to the end of the clip.
  private func end(of turn: Turn, on timeline: PlayTimeline) -> Int64? {
    guard let stretch = timeline.stretch(ofTurn: turn.number) else { return nil }
    let place = PlayTimeline.Place(turn: turn.number, clipTicks: stretch.upperBound)
    return sample(ofTicks: timeline.ticks(of: place), on: timeline)
  }

  private func sample(ofTicks ticks: Int64, on timeline: PlayTimeline) -> Int64 {
    MediaTime(ticks: ticks, timebase: timeline.timebase)
      .rescaled(to: sampleBase, rounding: .down).ticks
  }

  private func begin(_ number: Int, at clipTicks: Int64, on timeline: PlayTimeline) {
    let place = PlayTimeline.Place(turn: number, clipTicks: clipTicks)
    let turnStart = timeline.clipStart(ofTurn: number)
    let stretch = timeline.stretch(ofTurn: number)
    let isWhole =
      clipTicks == turnStart && clipTicks == stretch?.lowerBound && timeline.route.repeats
    turn = Turn(
      number: number, start: sample(ofTicks: timeline.ticks(of: place), on: timeline),
      clipTicks: clipTicks, clipStart: sample(ofTicks: clipTicks, on: timeline),
      recording: isWhole ? [] : nil)
    pending = nil
    isReaderAtEnd = false
    replay = nil
    if isWhole, let kept = kept.first(where: { $0.stretch == stretch }) {
      replay = (kept.samples, 0)
      turn?.recording = nil
      return
    }
    do throws(MediaError) {
      try reader.start(at: timeline.time(ofClipTicks: clipTicks))
    } catch {
      isReaderAtEnd = true
    }
  }

  /// Goes on to the next turn, or ends.
  private func finish(
    _ turn: Turn, on timeline: PlayTimeline, path: SoundPath, core: PlayerCore, generation: Int
  ) {
    if let recording = turn.recording, let stretch = timeline.stretch(ofTurn: turn.number),
      turn.clipTicks == stretch.lowerBound
    {
      kept = kept.suffix(1) + [(stretch, recording)]
    }
    guard !timeline.isLast(turn: turn.number) else {
      isAtEnd = true
      // What is held back of other speeds; there is nothing to do about its failing.
      try? path.finish()
      return
    }
    let start = timeline.clipStart(ofTurn: turn.number + 1)
    let goesOn = core.control.withLock { control in
      guard isCurrent(control, generation) else { return false }
      control.session?.soundEdge = PlayTimeline.Place(turn: turn.number + 1, clipTicks: start)
      return true
    }
    if goesOn { begin(turn.number + 1, at: start, on: timeline) }
  }

  /// The next sound of the turn; nil when there is none any more.
  private func nextBlock(unless isStale: () -> Bool) -> SoundBlock? {
    if let (whole, position) = replay, let turn {
      let samples = whole[min(position * 2, whole.count)...].prefix(4_096)
      guard !samples.isEmpty else { return nil }
      replay = (whole, position + samples.count / 2)
      return SoundBlock(firstSample: turn.clipStart + Int64(position), samples: Array(samples))
    }
    if isReaderAtEnd { return nil }
    do throws(MediaError) {
      if let block = try reader.nextBlock(unless: isStale) { return block }
      isReaderAtEnd = true
    } catch {
      // A damaged file plays on in silence.
      if error.reason != .cancelled { isReaderAtEnd = true }
    }
    return nil
  }

  private func record(_ samples: ArraySlice<Float>, at offset: Int, in turn: inout Turn) {
    guard var recording = turn.recording else { return }
    turn.recording = nil
    guard offset * 2 + samples.count <= Self.recordedSeconds * reader.sampleRate * 2 else { return }
    let missing = offset * 2 - recording.count
    if missing > 0 { recording.append(contentsOf: repeatElement(0, count: missing)) }
    recording.append(contentsOf: samples)
    turn.recording = recording
  }
}
