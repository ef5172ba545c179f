/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The one door to FFmpeg's libraries, 5.1 to 9. What Swift cannot import stands here and nothing
 * else: macros (as constants), and what moved between versions (as inline functions). */
#pragma once

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/cpu.h>
#include <libavutil/dict.h>
#include <libavutil/display.h>
#include <libavutil/dovi_meta.h>
#include <libavutil/error.h>
#include <libavutil/imgutils.h>
#include <libavutil/intreadwrite.h>
#include <libavutil/log.h>
#include <libavutil/mastering_display_metadata.h>
#include <libavutil/opt.h>
#include <libavutil/pixdesc.h>
#include <libavutil/timecode.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "filters.h"
#include "hardware.h"

/* Error codes: function-like macros. */
static const int kerf_AVERROR_EOF = AVERROR_EOF;
static const int kerf_AVERROR_EXIT = AVERROR_EXIT;
static const int kerf_AVERROR_INVALIDDATA = AVERROR_INVALIDDATA;
static const int kerf_AVERROR_DECODER_NOT_FOUND = AVERROR_DECODER_NOT_FOUND;
static const int kerf_AVERROR_DEMUXER_NOT_FOUND = AVERROR_DEMUXER_NOT_FOUND;
static const int kerf_AVERROR_STREAM_NOT_FOUND = AVERROR_STREAM_NOT_FOUND;
static const int kerf_AVERROR_PATCHWELCOME = AVERROR_PATCHWELCOME;
static const int kerf_AVERROR_EAGAIN = AVERROR(EAGAIN);
static const int kerf_AVERROR_ENOMEM = AVERROR(ENOMEM);
static const int kerf_AVERROR_ENOENT = AVERROR(ENOENT);
static const int kerf_AVERROR_EACCES = AVERROR(EACCES);
static const int kerf_AVERROR_EPERM = AVERROR(EPERM);
static const int kerf_AVERROR_EIO = AVERROR(EIO);
static const int kerf_AVERROR_ENOSYS = AVERROR(ENOSYS);
static const int kerf_AVERROR_EXTERNAL = AVERROR_EXTERNAL;
static const int kerf_AVERROR_UNKNOWN = AVERROR_UNKNOWN;
static const int kerf_AVERROR_EINVAL = AVERROR(EINVAL);
static const int kerf_AVERROR_ENOSPC = AVERROR(ENOSPC);
static const int kerf_AVERROR_EROFS = AVERROR(EROFS);
static inline int kerf_averror(int errno_value) { return AVERROR(errno_value); }

/* Cast macros, and macros that became enumerators in libswscale 9. */
static const int kerf_SWS_AREA = SWS_AREA;
static const int kerf_SWS_BILINEAR = SWS_BILINEAR;
static const int kerf_SWS_BICUBIC_EXACT =
    SWS_BICUBIC | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT | SWS_FULL_CHR_H_INP;
static const int64_t kerf_AV_NOPTS_VALUE = AV_NOPTS_VALUE;

/* The side data of a stream moved into its codec parameters in libavcodec 60.30 (FFmpeg 6.1). */
static inline const uint8_t *kerf_stream_side_data(
    const AVStream *stream, enum AVPacketSideDataType type, size_t *size) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  const AVPacketSideData *data = av_packet_side_data_get(
      stream->codecpar->coded_side_data, stream->codecpar->nb_coded_side_data, type);
  if (size) *size = data ? data->size : 0;
  return data ? data->data : NULL;
#else
  return av_stream_get_side_data(stream, type, size);
#endif
}

/* Copies all stream-level side data; avcodec_parameters_copy does it since FFmpeg 6.1. */
static inline int kerf_stream_copy_side_data(AVStream *to, const AVStream *from) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(60, 30, 100)
  (void)to;
  (void)from;
  return 0;
#else
  for (int i = 0; i < from->nb_side_data; i++) {
    const AVPacketSideData *data = &from->side_data[i];
    uint8_t *copy = av_stream_new_side_data(to, data->type, data->size);
    if (!copy) return AVERROR(ENOMEM);
    memcpy(copy, data->data, data->size);
  }
  return 0;
#endif
}

/* AV_PKT_DATA_SKIP_SAMPLES holds two little-endian counts of samples: macros read and write them. */
static inline void kerf_packet_padding(
    const AVPacket *packet, int64_t *leading, int64_t *trailing) {
  size_t size = 0;
  const uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  *leading = data && size >= 10 ? AV_RL32(data) : 0;
  *trailing = data && size >= 10 ? AV_RL32(data + 4) : 0;
}
static inline int kerf_packet_set_padding(AVPacket *packet, int64_t leading, int64_t trailing) {
  size_t size = 0;
  uint8_t *data = av_packet_get_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, &size);
  if (!data || size < 10) {
    if (leading == 0 && trailing == 0) return 0;
    size = 10;
    data = av_packet_new_side_data(packet, AV_PKT_DATA_SKIP_SAMPLES, size);
    if (!data) return AVERROR(ENOMEM);
  }
  memset(data, 0, size);
  AV_WL32(data, (uint32_t)leading);
  AV_WL32(data + 4, (uint32_t)trailing);
  return 0;
}

/* AVFrame.pkt_duration became duration in libavutil 57.30, its flags moved in 58.7. */
static inline int64_t kerf_frame_duration(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 30, 100)
  return frame->duration;
#else
  return frame->pkt_duration;
#endif
}
static inline int kerf_frame_is_key(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_KEY) != 0;
#else
  return frame->key_frame;
#endif
}
static inline int kerf_frame_is_interlaced(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_INTERLACED) != 0;
#else
  return frame->interlaced_frame;
#endif
}

/* A macro that is another format on machines of the other byte order. */
static const enum AVPixelFormat kerf_AV_PIX_FMT_RGB48 = AV_PIX_FMT_RGB48;

/* Flags of a pixel format are macros. */
static inline int kerf_format_has_alpha(enum AVPixelFormat format) {
  const AVPixFmtDescriptor *descriptor = av_pix_fmt_desc_get(format);
  return descriptor && (descriptor->flags & AV_PIX_FMT_FLAG_ALPHA);
}

/* The brightest light of a film in cd/m2, of its pixels or else of the screen that it was made on; 0
 * where a frame does not say. The side data is C structs behind a byte pointer. */
static inline double kerf_frame_peak_nits(const AVFrame *frame) {
  const AVFrameSideData *data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  if (data) {
    const unsigned peak = ((const AVContentLightMetadata *)data->data)->MaxCLL;
    if (peak) return peak;
  }
  data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  if (!data) return 0;
  const AVMasteringDisplayMetadata *screen = (const AVMasteringDisplayMetadata *)data->data;
  return screen->has_luminance && screen->max_luminance.den ? av_q2d(screen->max_luminance) : 0;
}

/* The write callback's buffer became const in libavformat 61 (FFmpeg 7.0). */
typedef int (*KerfReadFunction)(void *opaque, uint8_t *buffer, int size);
typedef int (*KerfWriteFunction)(void *opaque, const uint8_t *buffer, int size);
typedef int64_t (*KerfSeekFunction)(void *opaque, int64_t offset, int whence);
static inline AVIOContext *kerf_avio_new(
    int buffer_size, void *opaque, KerfReadFunction read, KerfWriteFunction write,
    KerfSeekFunction seek) {
  unsigned char *buffer = av_malloc(buffer_size);
  if (!buffer) return NULL;
  AVIOContext *context = avio_alloc_context(
      buffer, buffer_size, write != NULL, opaque, read,
#if LIBAVFORMAT_VERSION_MAJOR >= 61
      write,
#else
      (int (*)(void *, uint8_t *, int))(void *)write,
#endif
      seek);
  if (!context) av_free(buffer);
  return context;
}
static inline void kerf_avio_free(AVIOContext *context) {
  if (!context) return;
  av_freep(&context->buffer);
  avio_context_free(&context);
}

/* Whether the Matroska muxer leaves it to its caller to shift the times of sound whose first samples
 * are decoded and thrown away: it writes that delay, and demuxers subtract it. */
static inline int kerf_matroska_wants_shifted_times(void) {
  return LIBAVFORMAT_VERSION_MAJOR < 60;
}

/* The AVStream of an index: context->streams is a C array of pointers. */
static inline AVStream *kerf_stream(const AVFormatContext *context, int index) {
  return context->streams[index];
}

/* The places of AAC's numbered channel configurations: the constants are macros. */
static inline uint64_t kerf_aac_channel_mask(int channels) {
  switch (channels) {
  case 1: return AV_CH_LAYOUT_MONO;
  case 2: return AV_CH_LAYOUT_STEREO;
  case 3: return AV_CH_LAYOUT_SURROUND;
  case 4: return AV_CH_LAYOUT_4POINT0;
  case 5: return AV_CH_LAYOUT_5POINT0_BACK;
  case 6: return AV_CH_LAYOUT_5POINT1_BACK;
  default: return 0;
  }
}

/* A scaler: SwsContext is a public struct since libswscale 9, which changes how Swift sees it. */
typedef struct KerfScaler KerfScaler;
static inline KerfScaler *kerf_scaler_new(
    int width, int height, enum AVPixelFormat format, int to_width, int to_height,
    enum AVPixelFormat to_format, int flags) {
  return (KerfScaler *)sws_getContext(
      width, height, format, to_width, to_height, to_format, flags, NULL, NULL, NULL);
}
static inline void kerf_scaler_free(KerfScaler *scaler) {
  sws_freeContext((struct SwsContext *)scaler);
}
/* From the YUV matrix and range of the source to full-range RGB. */
static inline void kerf_scaler_set_colours(KerfScaler *scaler, int matrix, int is_full_range) {
  const int unit = 1 << 16; /* swscale's 16.16 fixed point */
  sws_setColorspaceDetails(
      (struct SwsContext *)scaler, sws_getCoefficients(matrix), is_full_range,
      sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, unit, unit);
}
/* Scales a frame into one packed plane, or one field of it, whose lines are every second one from
 * `field` on; -1 takes all lines. Returns rows written, or an error. */
static inline int kerf_scaler_run(
    KerfScaler *scaler, const AVFrame *frame, int field, uint8_t *to, int bytes_per_row) {
  uint8_t *planes[4] = {to, NULL, NULL, NULL};
  const int strides[4] = {bytes_per_row, 0, 0, 0};
  if (field < 0)
    return sws_scale(
        (struct SwsContext *)scaler, (const uint8_t *const *)frame->data, frame->linesize, 0,
        frame->height, planes, strides);
  const uint8_t *from[4];
  int from_strides[4];
  for (int i = 0; i < 4; i++) {
    from[i] = frame->data[i] ? frame->data[i] + field * frame->linesize[i] : NULL;
    from_strides[i] = 2 * frame->linesize[i];
  }
  return sws_scale(
      (struct SwsContext *)scaler, from, from_strides, 0, frame->height / 2, planes, strides);
}

/* Scales a whole frame into the planes of another. */
static inline int kerf_scaler_run_planes(
    KerfScaler *scaler, const AVFrame *frame, AVFrame *to) {
  return sws_scale(
      (struct SwsContext *)scaler, (const uint8_t *const *)frame->data, frame->linesize, 0,
      frame->height, to->data, to->linesize);
}

/* av_parser_init takes an enumerator instead of an int since libavcodec 63 (FFmpeg 9). */
static inline AVCodecParserContext *kerf_parser_new(enum AVCodecID codec) {
  return av_parser_init(codec);
}

/* The pixel formats that an encoder takes, ended by AV_PIX_FMT_NONE; NULL when it does not say. The
 * table in AVCodec is deprecated since libavcodec 61.13 (FFmpeg 7.1). */
static inline const enum AVPixelFormat *kerf_encoder_pixel_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_PIX_FORMAT, 0, &formats, NULL) < 0)
    return NULL;
  return (const enum AVPixelFormat *)formats;
#else
  return codec->pix_fmts;
#endif
}

/* The sample formats that an encoder takes, ended by AV_SAMPLE_FMT_NONE, as above. */
static inline const enum AVSampleFormat *kerf_encoder_sample_formats(const AVCodec *codec) {
#if LIBAVCODEC_VERSION_INT >= AV_VERSION_INT(61, 13, 100)
  const void *formats = NULL;
  if (avcodec_get_supported_config(NULL, codec, AV_CODEC_CONFIG_SAMPLE_FORMAT, 0, &formats, NULL) <
      0)
    return NULL;
  return (const enum AVSampleFormat *)formats;
#else
  return codec->sample_fmts;
#endif
}

/* What the base layer of a Dolby Vision stream is compatible with; 0 for nothing. */
static inline int kerf_dovi_compatibility(const void *record, size_t size) {
  if (size < sizeof(AVDOVIDecoderConfigurationRecord)) return 1;
  return ((const AVDOVIDecoderConfigurationRecord *)record)->dv_bl_signal_compatibility_id;
}

/* Field order of a frame moved into its flags in libavutil 58.7. */
static inline int kerf_frame_is_top_first(const AVFrame *frame) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(58, 7, 100)
  return (frame->flags & AV_FRAME_FLAG_TOP_FIELD_FIRST) != 0;
#else
  return frame->top_field_first;
#endif
}

/* Mastering display and light level of a frame as x265 spells them; 0 when the frame has none. */
static inline int kerf_frame_mastering_display(const AVFrame *frame, char *text, size_t size) {
  const AVFrameSideData *data =
      av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA);
  if (!data) return 0;
  const AVMasteringDisplayMetadata *m = (const AVMasteringDisplayMetadata *)data->data;
  if (!m->has_primaries || !m->has_luminance) return 0;
#define KERF_C(q) (int)(av_q2d(q) * 50000 + 0.5)
#define KERF_L(q) (long long)(av_q2d(q) * 10000 + 0.5)
  return snprintf(
      text, size, "G(%d,%d)B(%d,%d)R(%d,%d)WP(%d,%d)L(%lld,%lld)",
      KERF_C(m->display_primaries[1][0]), KERF_C(m->display_primaries[1][1]),
      KERF_C(m->display_primaries[2][0]), KERF_C(m->display_primaries[2][1]),
      KERF_C(m->display_primaries[0][0]), KERF_C(m->display_primaries[0][1]),
      KERF_C(m->white_point[0]), KERF_C(m->white_point[1]), KERF_L(m->max_luminance),
      KERF_L(m->min_luminance));
#undef KERF_C
#undef KERF_L
}
static inline int kerf_frame_light_level(const AVFrame *frame, char *text, size_t size) {
  const AVFrameSideData *data =
      av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL);
  if (!data) return 0;
  const AVContentLightMetadata *light = (const AVContentLightMetadata *)data->data;
  return snprintf(text, size, "%u,%u", light->MaxCLL, light->MaxFALL);
}

/* Peak signal-to-noise ratio of two frames of the same planar format over all planes, in decibels;
 * infinite for equal ones. In C, since it looks at every sample. */
static inline double kerf_frame_psnr(const AVFrame *a, const AVFrame *b) {
  const AVPixFmtDescriptor *format = av_pix_fmt_desc_get((enum AVPixelFormat)a->format);
  const int depth = format->comp[0].depth, planes = av_pix_fmt_count_planes(a->format);
  double sum = 0, count = 0;
  for (int plane = 0; plane < planes && plane < 4; plane++) {
    const int is_chroma = plane == 1 || plane == 2;
    const int rows = is_chroma ? AV_CEIL_RSHIFT(a->height, format->log2_chroma_h) : a->height;
    const int bytes = av_image_get_linesize((enum AVPixelFormat)a->format, a->width, plane);
    for (int row = 0; row < rows; row++) {
      const uint8_t *p = a->data[plane] + (ptrdiff_t)row * a->linesize[plane];
      const uint8_t *q = b->data[plane] + (ptrdiff_t)row * b->linesize[plane];
      uint64_t line = 0;
      if (depth > 8) {
        for (int i = 0; i + 1 < bytes; i += 2) {
          const int64_t d = (p[i] | p[i + 1] << 8) - (q[i] | q[i + 1] << 8);
          line += d * d;
        }
        count += bytes / 2;
      } else {
        for (int i = 0; i < bytes; i++) line += (p[i] - q[i]) * (p[i] - q[i]);
        count += bytes;
      }
      sum += line;
    }
  }
  if (sum == 0) return INFINITY;
  const double peak = (1 << depth) - 1;
  return 10 * log10(peak * peak * count / sum);
}
