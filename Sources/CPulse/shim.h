/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libpulse. Flags stand here since C combines enumerators with | and Swift does not. */
#pragma once
#include <pulse/pulseaudio.h>

/* Never starts a daemon: without a server Kerf plays silently. */
static const pa_context_flags_t kerf_PA_CONTEXT_FLAGS = PA_CONTEXT_NOAUTOSPAWN;

/* Starts silent; the server reports times, between reports they are interpolated; the buffer's
 * length is what was asked for, device included. Times may be corrected backwards: PresentationClock
 * smooths them, and libpulse holding a wrong time until the right one has caught up would not help. */
static const pa_stream_flags_t kerf_PA_STREAM_FLAGS = (pa_stream_flags_t)(
    PA_STREAM_START_CORKED | PA_STREAM_INTERPOLATE_TIMING | PA_STREAM_AUTO_TIMING_UPDATE |
    PA_STREAM_ADJUST_LATENCY | PA_STREAM_NOT_MONOTONIC);

static const char *const kerf_PA_PROP_APPLICATION_NAME = PA_PROP_APPLICATION_NAME;
static const char *const kerf_PA_PROP_APPLICATION_ID = PA_PROP_APPLICATION_ID;
static const char *const kerf_PA_PROP_APPLICATION_ICON_NAME = PA_PROP_APPLICATION_ICON_NAME;
static const char *const kerf_PA_PROP_MEDIA_ROLE = PA_PROP_MEDIA_ROLE;
static const char *const kerf_PA_PROP_MEDIA_NAME = PA_PROP_MEDIA_NAME;
