// SPDX-License-Identifier: GPL-3.0-or-later
import TrimModel

/// One reading of all video packets of a file.
///
/// Belongs to one thread.
final class PacketScan {
  /// How often a growing prefix is handed out at most.
  private static let growthInterval = Duration.milliseconds(200)

  private let path: FilePath
  /// The stream that is taken for the film; nil for the one that players take.
  private let film: Int?
  private let cancellation: Cancellation
  private let demuxer: Demuxer
  private let coding: PictureCoding
  private let parser: PictureParser?
  private let countsByOrder: Bool
  /// Whether packets are read without most of their bytes.
  let isSkimming: Bool
  private var assembler: FrameIndexAssembler
  private var isStartChecked = false
  private var openField: PictureParser.Picture.Structure?
  private let observe: ((borrowing Packet) -> Void)?

  /// - Parameters:
  ///   - path: The file.
  ///   - film: Position of the stream that is taken for the film; nil for the one that players take.
  ///   - ordering: What the frames' order is taken from.
  ///   - cancellation: Stops the reading.
  ///   - observe: Gets every packet of all streams; without it, only the film's are read.
  /// - Throws: What ``Demuxer`` throws.
  init(
    path: FilePath, film: Int? = nil, ordering: FrameIndexAssembler.Ordering,
    cancellation: Cancellation,
    observe: ((borrowing Packet) -> Void)? = nil
  ) throws(MediaError) {
    self.path = path
    self.film = film
    self.cancellation = cancellation
    self.observe = observe
    demuxer = try Demuxer(path: path, film: film, cancellation: cancellation)
    if observe == nil { demuxer.keepOnly([demuxer.videoStreamIndex]) }
    coding = demuxer.pictureCoding
    parser =
      ordering == .bitstream || demuxer.mayHaveFieldPackets
      ? PictureParser(stream: demuxer.stream(demuxer.videoStreamIndex)) : nil
    // Whoever observes packets, and the parser, look at all of them.
    isSkimming = observe == nil && parser == nil && demuxer.skim()
    countsByOrder =
      switch coding {
      case .h264, .hevc: true
      default: false
      }
    assembler = FrameIndexAssembler(
      timebase: demuxer.videoTimebase, ordering: ordering,
      typicalFrameTicks: demuxer.typicalFrameTicks)
  }

  /// The file as its demuxer has it before the first packet is read.
  func describe() -> ClipInfo { demuxer.describe(path: path) }

  /// Reads the film's packets from the start up to a little behind `limit`.
  ///
  /// - Returns: The frames before `limit`, all of those of a shorter film; nil when the timestamps turn
  ///   out to be no order to go by.
  func run(until limit: MediaTime) throws(MediaError) -> FrameIndex? {
    let packet = try Packet()
    var behind = 0
    while behind < Self.packetsBehind, try demuxer.read(into: packet) {
      guard packet.streamIndex == demuxer.videoStreamIndex, packet.byteCount > 0 else { continue }
      if cancellation.isCancelled { throw MediaError(.cancelled, "read packets") }
      guard assembler.add(try describe(packet)) else { return nil }
      if let dts = packet.dts ?? packet.pts,
        MediaTime(ticks: dts, timebase: demuxer.videoTimebase) >= limit
      {
        behind += 1
      }
    }
    if behind < Self.packetsBehind { assembler.finish() }
    try checkStart()
    return assembler.makeIndex(isComplete: behind < Self.packetsBehind)
  }

  /// As many as frames may be stored away from where they are shown, and then some.
  private static let packetsBehind = 64

  /// Reads to the end.
  ///
  /// - Returns: nil when the timestamps turn out to be no order to go by.
  func run(onGrowth: (FrameIndex) -> Void) throws(MediaError) -> FrameIndex? {
    let packet = try Packet()
    let clock = ContinuousClock()
    var lastGrowth = clock.now
    while try demuxer.read(into: packet) {
      observe?(packet)
      guard packet.streamIndex == demuxer.videoStreamIndex, packet.byteCount > 0 else { continue }
      if cancellation.isCancelled { throw MediaError(.cancelled, "read packets") }
      guard assembler.add(try describe(packet)) else { return nil }
      guard assembler.packetCount % 64 == 0, assembler.hasSettledStart,
        clock.now - lastGrowth > Self.growthInterval
      else { continue }
      try checkStart()
      onGrowth(assembler.makeIndex(isComplete: false))
      lastGrowth = clock.now
    }
    assembler.finish()
    try checkStart()
    return assembler.makeIndex(isComplete: true)
  }

  private func facts(of packet: borrowing Packet) throws(MediaError) -> PictureCoding.Facts {
    let isMarked = packet.isMarkedKeyframe
    guard isSkimming else { return coding.facts(of: packet.bytes, isMarked: isMarked) }
    let facts = coding.facts(
      of: packet.bytes, headCount: demuxer.headCount(of: packet), isMarked: isMarked)
    if facts.hasPicture { return facts }
    // So much comes before the picture that its head was left out.
    try demuxer.complete(packet)
    return coding.facts(of: packet.bytes, isMarked: isMarked)
  }

  private func describe(
    _ packet: borrowing Packet
  ) throws(MediaError) -> FrameIndexAssembler.Packet {
    let facts = try facts(of: packet)
    let picture = parser?.parse(packet)
    return FrameIndexAssembler.Packet(
      pts: packet.pts, dts: packet.dts, duration: packet.duration, bytes: packet.byteCount,
      bytePosition: packet.bytePosition, isHidden: packet.isHidden, facts: facts,
      displayOrder: countsByOrder ? picture?.displayOrder : nil,
      isBidirectional: picture?.isBidirectional ?? false,
      isSecondField: picture.map { isSecondField($0.structure) } ?? false)
  }

  /// Whether a packet is the other half of the frame that the packet before began.
  private func isSecondField(_ structure: PictureParser.Picture.Structure) -> Bool {
    switch (openField, structure) {
    case (_, .frame):
      openField = nil
      return false
    case (.topField, .bottomField), (.bottomField, .topField):
      openField = nil
      return true
    default:
      openField = structure
      return false
    }
  }

  /// Leaves out what decoders do not show at the start of a file.
  private func checkStart() throws(MediaError) {
    guard !isStartChecked else { return }
    isStartChecked = true
    guard assembler.hasDoubtfulStart,
      let position = try FirstFrameSearch.packetPosition(
        of: path, film: film, cancellation: cancellation)
    else { return }
    assembler.startDisplay(atPacket: Int32(clamping: position))
  }
}
