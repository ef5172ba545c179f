// SPDX-License-Identifier: GPL-3.0-or-later

/// One of the two ends of a range.
public enum RangeEdge: String, CaseIterable, Sendable {
  case inPoint
  case outPoint
}
