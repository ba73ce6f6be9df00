/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-engine"

#include "config.h"

#include "engine/exm-curves-pair.h"

#include "extract/exm-similarity.h"

/* Above, all widths at once would take too much memory: 256 MB here. */
#define MAX_KEPT 2000000u

/* Up to here all widths take a moment only, and a slider that moves on must not stop
 * again and again what each of its steps needs. */
#define MAX_FINISHED 200000u

struct ExmCurvesPair
{
  ExmPrepared *target;  /* (owned) */
  ExmPrepared *example; /* (owned) */
  GMutex mutex;         /* guards what follows; once made, a thing stays as it is */
  ExmCurveText *text;   /* (owned) (nullable) */
  ExmCurveTrack *track; /* (owned) (nullable) */
  ExmCurveLiteral *all; /* (owned) (nullable): literal curves at all widths */
  gboolean asked;       /* for literal curves, so that other widths may be wanted next */
};

ExmCurvesPair *
exm_curves_pair_new (ExmPrepared *target, ExmPrepared *example)
{
  ExmCurvesPair *self = g_atomic_rc_box_new0 (ExmCurvesPair);

  self->target = exm_prepared_ref (target);
  self->example = exm_prepared_ref (example);
  g_mutex_init (&self->mutex);
  return self;
}

static void
pair_free (void *data)
{
  ExmCurvesPair *self = data;

  exm_prepared_unref (self->target);
  exm_prepared_unref (self->example);
  exm_curve_text_free (self->text);
  exm_curve_track_free (self->track);
  exm_curve_literal_free (self->all);
  g_mutex_clear (&self->mutex);
}

ExmCurvesPair *
exm_curves_pair_ref (ExmCurvesPair *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
exm_curves_pair_unref (ExmCurvesPair *self)
{
  g_atomic_rc_box_release_full (self, pair_free);
}

gboolean
exm_curves_pair_is_of (const ExmCurvesPair *self,
                       const ExmPrepared *target,
                       const ExmPrepared *example)
{
  return self->target == target && self->example == example;
}

/* The mutex is held. */
static gboolean
need_text (ExmCurvesPair *self, GCancellable *cancellable, GError **error)
{
  if (self->text == NULL)
    self->text = exm_similarity_pair (self->target, self->example, cancellable, error);
  return self->text != NULL;
}

static gboolean
need_track (ExmCurvesPair *self, GCancellable *cancellable, GError **error)
{
  ExmKernelStatus status = EXM_KERNEL_OK;
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (!need_text (self, cancellable, error))
    return FALSE;
  if (self->track == NULL)
    status = exm_curve_track_new (self->text, NULL, exm_similarity_stop, cancellable,
                                  &self->track);
  return exm_similarity_check (status, error);
}

/* Without the curves at all widths the one that is asked for is worked out alone: the
 * first time, if there are too many characters or too many different ones, and when out
 * of memory. */
static gboolean
need_literal (ExmCurvesPair *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (!need_text (self, cancellable, error))
    return FALSE;
  gsize n = exm_curve_text_get_length (self->text);
  ExmKernelStatus status = EXM_KERNEL_OK;
  if (self->asked && self->all == NULL && n <= MAX_KEPT)
    status
        = exm_curve_literal_new (self->text, EXM_KERNEL_MAX_WINDOW, exm_similarity_stop,
                                 n > MAX_FINISHED ? cancellable : NULL, &self->all);
  self->asked = TRUE;
  return status != EXM_KERNEL_CANCELLED || exm_similarity_check (status, error);
}

/* One side of the tracked curves. */
typedef struct
{
  const ExmCurvesPair *pair;
  guint window;
  gsize stride;
  const ExmCurvePart *part; /* (unowned) */
  float *fs;                /* (nullable) */
  float *bs;                /* (nullable) */
  GCancellable *cancellable;
  ExmKernelStatus status;
} Side;

static gpointer
draw_side (gpointer data)
{
  Side *side = data;

  side->status = exm_curve_tracked_part (
      side->pair->text, side->pair->track, side->window, side->stride, side->part,
      side->fs, side->bs, exm_similarity_stop, side->cancellable);
  return NULL;
}

/* Shorter texts are done before another thread has begun. */
#define MIN_SHARED 20000u

/* The two sides know nothing of each other: a slider's hand waits half as long. */
static gboolean
measure_tracked (ExmCurvesPair *self,
                 guint window,
                 gsize stride,
                 const ExmCurvePart *part,
                 float *fs,
                 float *bs,
                 GCancellable *cancellable,
                 GError **error)
{
  if (!need_track (self, cancellable, error))
    return FALSE;
  Side forward = { self, window, stride, part, fs, NULL, cancellable, EXM_KERNEL_OK };
  Side backward = { self, window, stride, part, NULL, bs, cancellable, EXM_KERNEL_OK };
  GThread *other = NULL;
  if (part->n * stride >= MIN_SHARED)
    other = g_thread_try_new ("curve", draw_side, &backward, NULL);
  draw_side (&forward);
  if (other != NULL)
    g_thread_join (other);
  else
    draw_side (&backward);
  return exm_similarity_check (
      forward.status != EXM_KERNEL_OK ? forward.status : backward.status, error);
}

/* @fs and @bs have room for all characters. */
static ExmKernelStatus
fill_literal (
    ExmCurvesPair *self, guint window, float *fs, float *bs, GCancellable *cancellable)
{
  g_mutex_lock (&self->mutex);
  const ExmCurveLiteral *all = self->all;
  g_mutex_unlock (&self->mutex);
  if (all != NULL)
    return exm_curve_literal_fill (all, window, fs, bs);
  return exm_curve_literal (self->text, window, fs, bs, exm_similarity_stop, cancellable);
}

static gboolean
measure_literal (ExmCurvesPair *self,
                 guint window,
                 gsize stride,
                 const ExmCurvePart *part,
                 float *fs,
                 float *bs,
                 GCancellable *cancellable,
                 GError **error)
{
  if (!need_literal (self, cancellable, error))
    return FALSE;
  gsize n = exm_curve_text_get_length (self->text);
  if (stride == 1 && part->n == n)
    return exm_similarity_check (fill_literal (self, window, fs, bs, cancellable), error);
  g_autofree float *all_fs = g_new (float, n + 1);
  g_autofree float *all_bs = g_new (float, n + 1);
  if (!exm_similarity_check (fill_literal (self, window, all_fs, all_bs, cancellable),
                             error))
    return FALSE;
  for (gsize k = 0; k < part->n; k++)
    {
      fs[k] = all_fs[(part->first + k) * stride];
      bs[k] = all_bs[(part->first + k) * stride];
    }
  return TRUE;
}

gboolean
exm_curves_pair_measure (ExmCurvesPair *self,
                         gboolean literal,
                         guint window,
                         gsize stride,
                         const ExmCurvePart *part,
                         float *fs,
                         float *bs,
                         GCancellable *cancellable,
                         GError **error)
{
  return (literal ? measure_literal : measure_tracked) (self, window, stride, part, fs,
                                                        bs, cancellable, error);
}
