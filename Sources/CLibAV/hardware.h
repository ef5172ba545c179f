/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Decoding by graphics cards: the part of libavcodec's interface that C has to do. */
#pragma once

#include <libavcodec/avcodec.h>
#include <libavutil/hwcontext.h>

/* A constant of an unnamed enumeration. */
static const int kerf_AV_FRAME_CROP_UNALIGNED = AV_FRAME_CROP_UNALIGNED;

/* Whether a decoder can hand its work to a device of this type and keep the frames there. */
static inline int kerf_decoder_knows_device(const AVCodec *codec, enum AVHWDeviceType type) {
  for (int i = 0;; i++) {
    const AVCodecHWConfig *config = avcodec_get_hw_config(codec, i);
    if (!config) return 0;
    if (config->device_type == type &&
        (config->methods & AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX))
      return 1;
  }
}

/* Chooses VA-API where it is offered: it is not for profiles that the device does not know, and not
 * again after it could not begin. libavcodec calls it from its own threads. */
static inline enum AVPixelFormat kerf_prefer_vaapi(
    AVCodecContext *context, const enum AVPixelFormat *formats) {
  for (const enum AVPixelFormat *format = formats; *format != AV_PIX_FMT_NONE; format++)
    if (*format == AV_PIX_FMT_VAAPI) return *format;
  return avcodec_default_get_format(context, formats);
}

/* Whether the packets of a stream carry transparency beside the pictures, which libavcodec's own
 * decoders of VP8 and VP9 leave out. */
static inline const AVCodec *kerf_alpha_decoder(const AVStream *stream) {
  const enum AVCodecID id = stream->codecpar->codec_id;
  if (id != AV_CODEC_ID_VP8 && id != AV_CODEC_ID_VP9) return NULL;
  const AVDictionaryEntry *mode = av_dict_get(stream->metadata, "alpha_mode", NULL, 0);
  if (!mode || mode->value[0] != '1') return NULL;
  return avcodec_find_decoder_by_name(id == AV_CODEC_ID_VP8 ? "libvpx" : "libvpx-vp9");
}
