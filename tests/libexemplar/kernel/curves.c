/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "curves.h"

ExmCurveText *
test_prepare (const Text *a, const Text *b)
{
  ExmCurveText *text;
  ExmKernelStatus status
      = exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text);
  g_assert_cmpint (status, ==, EXM_KERNEL_OK);
  g_assert_cmpuint (exm_curve_text_get_length (text), ==, a->n);
  return text;
}

bool
test_on_stop (void *data)
{
  Stopper *stopper = data;
  g_assert_cmpuint (stopper->asked, <, stopper->stop_at);
  return ++stopper->asked == stopper->stop_at;
}

ExmCurveTrack *
test_follow (const ExmCurveText *text)
{
  ExmCurveTrack *track;
  g_assert_cmpint (exm_curve_track_new (text, NULL, NULL, NULL, &track), ==,
                   EXM_KERNEL_OK);
  return track;
}

float
test_similarity (guint d, gsize w)
{
  return (float) (w - d) / (float) w;
}
