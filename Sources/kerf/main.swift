// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import KerfUI

exit(EditorApplication.run())
