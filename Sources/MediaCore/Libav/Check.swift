// SPDX-License-Identifier: GPL-3.0-or-later

/// Returns `code`, or throws when it reports a failure: the funnel for every libav call.
@discardableResult
func check(_ code: Int32, _ operation: String) throws(MediaError) -> Int32 {
  guard code >= 0 else { throw MediaError(code: code, operation: operation) }
  return code
}
