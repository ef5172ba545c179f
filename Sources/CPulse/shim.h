/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libpulse, and its macros as constants. */
#pragma once
#include <pulse/pulseaudio.h>
