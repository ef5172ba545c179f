// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing
import TrimModel

@testable import MediaCore

struct OutputFileTests {
  private let folder: FilePath

  init() throws { folder = try Fixture.temporaryFolder("output") }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.displayString).sorted()
  }

  private func write(_ text: String, to file: OutputFile) {
    let bytes = Array(text.utf8)
    #expect(pwrite(file.descriptor, bytes, bytes.count, 0) == bytes.count)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.appending(name).displayString, encoding: .utf8)
  }

  /// What cannot be synced says so, as soon as it was tried and ever after.
  @Test(arguments: [(1, false, false), (1, true, true), (64 << 20, false, true)])
  func theDiskWorksWhenAskedAndAfterMuch(bytes: Int64, isAsked: Bool, isTried: Bool) throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let disk = DiskSync(descriptor: ends[1])
    for end in ends { close(end) }
    disk.wrote(bytes)
    if isAsked { disk.start() }
    for _ in 0..<2 {
      let outcome = Result { () throws(MediaError) in try disk.finish() }
      #expect((try? outcome.get()) == nil ? isTried : !isTried)
    }
    disk.close()
  }

  @Test func untilItIsNamedOnlyAHiddenFileExistsAndItGoesAway() throws {
    do {
      let file = try OutputFile(in: folder)
      write("clip", to: file)
      #expect(try names().count == 1)
      #expect(try names().allSatisfy { $0.hasPrefix(".kerf-") })
    }
    #expect(try names().isEmpty)
  }

  @Test func theFirstFreeNameIsTakenAndNothingIsReplaced() throws {
    for content in ["first", "second", "third"] {
      let file = try OutputFile(in: folder)
      write(content, to: file)
      _ = try file.publish(isReplacing: false) { folder.appending("clip \($0)") }
    }
    #expect(try names() == ["clip 1", "clip 2", "clip 3"])
    #expect(try text("clip 1") == "first")
    #expect(try text("clip 3") == "third")
  }

  @Test func aTakenNameIsRefusedAndTheOldFileStays() throws {
    let old = folder.appending("clip")
    try "old".write(toFile: old.displayString, atomically: true, encoding: .utf8)
    do {
      let file = try OutputFile(in: folder)
      #expect(throws: MediaError(.alreadyExists, "name file")) {
        try file.publish(isReplacing: false) { $0 == 1 ? old : nil }
      }
    }
    #expect(try names() == ["clip"])
    #expect(try text("clip") == "old")
  }

  @Test func replacingIsDoneWhenItIsAskedFor() throws {
    let old = folder.appending("clip")
    try "old".write(toFile: old.displayString, atomically: true, encoding: .utf8)
    let file = try OutputFile(in: folder)
    write("new", to: file)
    #expect(try file.publish(isReplacing: true) { _ in old } == old)
    #expect(try text("clip") == "new")
  }

  @Test func spaceReservedInVainIsGivenBack() throws {
    let file = try OutputFile(in: folder)
    file.reserve(bytes: 1 << 20)
    write("clip", to: file)
    let path = try file.publish(isReplacing: false) { _ in folder.appending("clip") }
    var status = stat()
    #expect(path.withCString { stat($0, &status) } == 0)
    #expect(status.st_size == 4)
    #expect(Int(status.st_blocks) * 512 < 1 << 20)
  }

  @Test func permissionsAndTimesAreTheSources() throws {
    let source = folder.appending("source")
    try "s".write(toFile: source.displayString, atomically: true, encoding: .utf8)
    let date = Date(timeIntervalSince1970: 1_000_000_000)
    try FileManager.default.setAttributes(
      [.modificationDate: date, .posixPermissions: 0o440], ofItemAtPath: source.displayString)
    let file = try OutputFile(in: folder)
    let path = try file.publish(attributesOf: source, isReplacing: false) { _ in
      folder.appending("clip")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: path.displayString)
    #expect(attributes[.modificationDate] as? Date == date)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
  }

  @Test func aFolderThatIsMissingIsNotWritable() {
    let error = #expect(throws: MediaError.self) {
      try OutputFile(in: folder.appending("missing"))
    }
    #expect(error?.reason == .notWritable)
  }

  @Test func litterOfDeadProcessesIsRemovedAndNothingElse() throws {
    let running = try OutputFile(in: folder)
    for name in [".kerf-1-2.part", ".kerf-notes", "kerf-1-2.part", ".other-1.part"] {
      try "x".write(
        toFile: folder.appending(name).displayString, atomically: true, encoding: .utf8)
    }
    OutputFolder.removeStaleTemporaries(in: folder)
    let left = try names()
    #expect(!left.contains(".kerf-1-2.part"))
    #expect(left.count == 4)
    #expect(left.contains(running.temporary.displayName))
  }

  @Test func theVideosFolderExists() {
    var status = stat()
    #expect(OutputFolder.videos().withCString { stat($0, &status) } == 0)
    #expect(status.st_mode & S_IFMT == S_IFDIR)
  }
}
