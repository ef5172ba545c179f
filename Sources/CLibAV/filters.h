/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * libavfilter, loaded when it is first needed: it draws in some forty libraries, which would be a
 * third of the time that a program takes to start, and only other speeds of playing need it. */
#pragma once

#include <dlfcn.h>
#include <libavfilter/avfilter.h>
#include <libavfilter/buffersink.h>
#include <libavfilter/buffersrc.h>
#include <libavutil/frame.h>
#include <libavutil/opt.h>
#include <pthread.h>

struct kerf_filter_functions {
  AVFilterGraph *(*graph_alloc)(void);
  void (*graph_free)(AVFilterGraph **);
  const AVFilter *(*get_by_name)(const char *);
  AVFilterContext *(*graph_alloc_filter)(AVFilterGraph *, const AVFilter *, const char *);
  int (*init_str)(AVFilterContext *, const char *);
  int (*link)(AVFilterContext *, unsigned, AVFilterContext *, unsigned);
  int (*graph_config)(AVFilterGraph *, void *);
  int (*add_frame)(AVFilterContext *, AVFrame *);
  int (*get_frame)(AVFilterContext *, AVFrame *);
};

/* NULL where libavfilter is not installed. Any thread may call it. */
static inline const struct kerf_filter_functions *kerf_filters(void) {
  static struct kerf_filter_functions functions;
  static int state; /* 0 not tried, 1 there, 2 not there */
  static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&mutex);
  if (state == 0) {
    void *library =
        dlopen("libavfilter.so." AV_STRINGIFY(LIBAVFILTER_VERSION_MAJOR), RTLD_NOW | RTLD_LOCAL);
    state = 2;
    if (library) {
      *(void **)&functions.graph_alloc = dlsym(library, "avfilter_graph_alloc");
      *(void **)&functions.graph_free = dlsym(library, "avfilter_graph_free");
      *(void **)&functions.get_by_name = dlsym(library, "avfilter_get_by_name");
      *(void **)&functions.graph_alloc_filter = dlsym(library, "avfilter_graph_alloc_filter");
      *(void **)&functions.init_str = dlsym(library, "avfilter_init_str");
      *(void **)&functions.link = dlsym(library, "avfilter_link");
      *(void **)&functions.graph_config = dlsym(library, "avfilter_graph_config");
      *(void **)&functions.add_frame = dlsym(library, "av_buffersrc_add_frame");
      *(void **)&functions.get_frame = dlsym(library, "av_buffersink_get_frame");
      if (functions.graph_alloc && functions.graph_free && functions.get_by_name &&
          functions.graph_alloc_filter && functions.init_str && functions.link &&
          functions.graph_config && functions.add_frame && functions.get_frame)
        state = 1;
    }
  }
  const int is_there = state == 1;
  pthread_mutex_unlock(&mutex);
  return is_there ? &functions : NULL;
}

/* A chain of sound filters: interleaved stereo floats go in and come out. */
typedef struct KerfSoundFilter {
  void *graph;
  void *source;
  void *sink;
} KerfSoundFilter;

static inline void kerf_sound_filter_close(KerfSoundFilter *filter) {
  AVFilterGraph *graph = filter->graph;
  if (graph) kerf_filters()->graph_free(&graph);
  filter->graph = filter->source = filter->sink = NULL;
}

/* Opens `count` tempo filters in a row, which each take a factor from 0.5 to 2 without leaving
 * samples out. The factors go in as numbers, since libav reads text by the locale. */
static inline int kerf_sound_filter_open(
    KerfSoundFilter *filter, int sample_rate, const double *factors, int count) {
  const struct kerf_filter_functions *functions = kerf_filters();
  filter->graph = filter->source = filter->sink = NULL;
  if (!functions) return AVERROR(ENOSYS);
  AVFilterGraph *graph = functions->graph_alloc();
  if (!graph) return AVERROR(ENOMEM);
  filter->graph = graph;
  char arguments[96];
  snprintf(
      arguments, sizeof arguments, "sample_rate=%d:sample_fmt=flt:channel_layout=stereo:time_base=1/%d",
      sample_rate, sample_rate);
  int code = AVERROR_FILTER_NOT_FOUND;
  AVFilterContext *last = NULL;
  for (int i = -1; i <= count; i++) {
    const char *const name = i < 0 ? "abuffer" : i == count ? "abuffersink" : "atempo";
    const AVFilter *const kind = functions->get_by_name(name);
    AVFilterContext *context = kind ? functions->graph_alloc_filter(graph, kind, NULL) : NULL;
    if (!context) goto failed;
    if (i >= 0 && i < count) {
      code = av_opt_set_double(context, "tempo", factors[i], AV_OPT_SEARCH_CHILDREN);
      if (code < 0) goto failed;
    }
    code = functions->init_str(context, i < 0 ? arguments : NULL);
    if (code >= 0 && last) code = functions->link(last, 0, context, 0);
    if (code < 0) goto failed;
    if (i < 0) filter->source = context;
    last = context;
  }
  filter->sink = last;
  code = functions->graph_config(graph, NULL);
  if (code >= 0) return code;
failed:
  kerf_sound_filter_close(filter);
  return code;
}

/* Puts in `count` samples a channel; none says that no more come. */
static inline int kerf_sound_filter_send(
    KerfSoundFilter *filter, int sample_rate, const float *samples, int count) {
  const struct kerf_filter_functions *functions = kerf_filters();
  if (count == 0) return functions->add_frame(filter->source, NULL);
  AVFrame *frame = av_frame_alloc();
  if (!frame) return AVERROR(ENOMEM);
  frame->format = AV_SAMPLE_FMT_FLT;
  frame->sample_rate = sample_rate;
  frame->nb_samples = count;
  av_channel_layout_default(&frame->ch_layout, 2);
  int code = av_frame_get_buffer(frame, 0);
  if (code >= 0) {
    memcpy(frame->data[0], samples, sizeof *samples * 2 * count);
    code = functions->add_frame(filter->source, frame);
  }
  av_frame_free(&frame);
  return code;
}

/* Takes what has come out; AVERROR(EAGAIN) for nothing yet. */
static inline int kerf_sound_filter_receive(KerfSoundFilter *filter, AVFrame *frame) {
  return kerf_filters()->get_frame(filter->sink, frame);
}
