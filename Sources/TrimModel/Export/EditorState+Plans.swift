// SPDX-License-Identifier: GPL-3.0-or-later

extension EditorState {
  /// What saving all that is kept will do, clip by clip; nothing when nothing is kept.
  ///
  /// - Parameters:
  ///   - joined: Whether all ranges become one clip instead of a clip each.
  ///   - settings: How they are saved.
  /// - Returns: A plan for each clip, in order.
  /// - Throws: ``ExportPlan/Refusal`` when a range, or all of them together, cannot be saved so.
  public func plans(
    joined: Bool, settings: ExportSettings
  ) throws(ExportPlan.Refusal) -> [JoinPlan] {
    let ranges = keptRanges
    guard !ranges.isEmpty else { return [] }
    let clips = joined ? [ranges] : ranges.map { [$0] }
    var plans: [JoinPlan] = []
    for ranges in clips {
      plans.append(
        try JoinPlan.make(ranges: ranges, clip: clip, index: index, settings: settings))
    }
    return plans
  }
}
