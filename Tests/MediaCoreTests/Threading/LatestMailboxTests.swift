// SPDX-License-Identifier: GPL-3.0-or-later
import MediaCore
import Testing

struct LatestMailboxTests {
  @Test func replacedMessagesDoNotCutAWaitShort() {
    let mailbox = LatestMailbox<Int>()
    for number in 0..<50 { mailbox.put(number) }
    guard case .message(49) = mailbox.take(withinMilliseconds: 0) else {
      Issue.record("not the newest")
      return
    }
    let time = ContinuousClock().measure {
      guard case .nothing = mailbox.take(withinMilliseconds: 120) else {
        Issue.record("taken twice")
        return
      }
    }
    #expect(time >= .milliseconds(119))
  }

  @Test func whatComesWhileItWaitsIsTakenAtOnce() {
    let mailbox = LatestMailbox<Int>()
    mailbox.put(1)
    mailbox.put(2)
    #expect(mailbox.take() == 2)
    WorkerThread.start(name: "test-put") { mailbox.put(3) }
    guard case .message(3) = mailbox.take(withinMilliseconds: 60_000) else {
      Issue.record("not taken")
      return
    }
    mailbox.close()
    guard case .closed = mailbox.take(withinMilliseconds: 60_000) else {
      Issue.record("not closed")
      return
    }
  }
}
