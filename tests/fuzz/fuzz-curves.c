/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Two texts and a width: the curves are those of the definition. A byte is a character;
 * the first byte is the width, the second says where the texts part. */

#include "fuzz.h"

#include "kernel/exm-curve.h"

#include "oracle.h"

/* Longer inputs are cut: the definition costs their square, times the width. */
#define MAX_TEXT 160u

static guint32 *
widen (const guint8 *bytes, gsize n)
{
  guint32 *text = g_new (guint32, n + 1);

  for (gsize i = 0; i < n; i++)
    text[i] = bytes[i] % 16 == 0 ? 0x20000u + bytes[i] : bytes[i];
  return text;
}

static void
check_literal (const ExmCurveText *text,
               const guint32 *a,
               gsize n_a,
               const guint32 *b,
               gsize n_b,
               guint w)
{
  g_autofree float *fs = g_new (float, n_a + 1);
  g_autofree float *bs = g_new (float, n_a + 1);

  FUZZ_EXPECT (exm_curve_literal (text, w, fs, bs, NULL, NULL) == EXM_KERNEL_OK);
  for (gsize i = 0; i < n_a; i++)
    {
      guint d = oracle_literal (a, n_a, b, n_b, i, w);
      FUZZ_EXPECT (fs[i] == (float) (w - d) / (float) w);
      FUZZ_EXPECT (bs[i] >= 0 && bs[i] <= 1);
    }
}

static void
check_tracked (const ExmCurveText *text,
               const guint32 *a,
               gsize n_a,
               const guint32 *b,
               gsize n_b,
               guint w)
{
  ExmCurveTrack *track = NULL;
  gsize n;
  g_autofree guint32 *codes_a = g_new (guint32, n_a + 1);
  g_autofree guint32 *codes_b = g_new (guint32, n_b + 1);
  g_autofree float *fs = g_new (float, n_a + 1);
  g_autofree float *bs = g_new (float, n_a + 1);

  FUZZ_EXPECT (exm_curve_track_new (text, NULL, NULL, NULL, &track) == EXM_KERNEL_OK);
  oracle_number (a, n_a, a, n_a, codes_a);
  oracle_number (a, n_a, b, n_b, codes_b);
  g_autoptr (GArray) path = oracle_path (codes_a, n_a, codes_b, n_b);
  const ExmCurveGroup *found = exm_curve_track_get_path (track, EXM_CURVE_FORWARD, &n);
  FUZZ_EXPECT (n == path->len);
  for (gsize g = 0; g < n; g++)
    FUZZ_EXPECT (
        oracle_is_same_group (&found[g], &g_array_index (path, ExmCurveGroup, g)));
  FUZZ_EXPECT (exm_curve_tracked (text, track, w, 1, fs, bs, NULL, NULL)
               == EXM_KERNEL_OK);
  for (gsize i = 0; i < n_a; i++)
    {
      FUZZ_EXPECT (fs[i] >= 0 && fs[i] <= 1);
      FUZZ_EXPECT (bs[i] >= 0 && bs[i] <= 1);
    }
  exm_curve_track_free (track);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  if (size < 2)
    return 0;

  guint w = 1 + data[0] % 80u;
  gsize n = size - 2;
  gsize n_a = n * data[1] / 256;
  gsize n_b = MIN (n - n_a, MAX_TEXT);
  g_autofree guint32 *b = widen (data + 2 + n_a, n_b);
  n_a = MIN (n_a, MAX_TEXT);
  g_autofree guint32 *a = widen (data + 2, n_a);
  ExmCurveText *text = NULL;

  FUZZ_EXPECT (exm_curve_text_new (a, n_a, b, n_b, NULL, NULL, &text) == EXM_KERNEL_OK);
  check_literal (text, a, n_a, b, n_b, w);
  check_tracked (text, a, n_a, b, n_b, w);
  exm_curve_text_free (text);
  return 0;
}
