/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "curves.h"
#include "kernel/literal/exm-literal.h"
#include "oracle.h"

#include <math.h>

/* Literal curves */

/* The same from every instruction set by either method, and from all widths at once. */
static void
check_literal_paths (
    const ExmCurveText *text, gsize n, guint w, const float *fs, const float *bs)
{
  g_autofree float *other_fs = g_new (float, n + 1);
  g_autofree float *other_bs = g_new (float, n + 1);
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      ExmCurveLiteral *curves;
      g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
      g_assert_cmpint (exm_curve_literal (text, w, other_fs, other_bs, NULL, NULL), ==,
                       EXM_KERNEL_OK);
      g_assert_cmpmem (fs, n * sizeof *fs, other_fs, n * sizeof *fs);
      g_assert_cmpmem (bs, n * sizeof *bs, other_bs, n * sizeof *bs);
      ExmPoll poll = { NULL, NULL, 0 };
      g_assert_cmpint (exm_literal_comb (text, w, other_fs, other_bs, &poll), ==,
                       EXM_KERNEL_OK);
      g_assert_cmpmem (fs, n * sizeof *fs, other_fs, n * sizeof *fs);
      g_assert_cmpmem (bs, n * sizeof *bs, other_bs, n * sizeof *bs);
      g_assert_cmpint (
          exm_curve_literal_new (text, MIN (w + 7 * k, 256), NULL, NULL, &curves), ==,
          EXM_KERNEL_OK);
      g_assert_cmpint (exm_curve_literal_fill (curves, w, other_fs, other_bs), ==,
                       EXM_KERNEL_OK);
      g_assert_cmpmem (fs, n * sizeof *fs, other_fs, n * sizeof *fs);
      g_assert_cmpmem (bs, n * sizeof *bs, other_bs, n * sizeof *bs);
      g_assert_cmpint (exm_curve_literal_fill (curves, 257, other_fs, NULL), ==,
                       EXM_KERNEL_REFUSED);
      g_assert_cmpint (exm_curve_literal_fill (curves, 0, other_fs, NULL), ==,
                       EXM_KERNEL_REFUSED);
      exm_curve_literal_free (curves);
    }
  g_unsetenv ("EXEMPLAR_CPU");
}

static void
check_literal (const Text *a, const Text *b, guint w)
{
  g_autoptr (ExmCurveText) text = test_prepare (a, b);
  g_auto (Text) a_reversed = text_reversed (a);
  g_auto (Text) b_reversed = text_reversed (b);
  g_autofree float *fs = g_new (float, a->n);
  g_autofree float *bs = g_new (float, a->n);
  g_assert_cmpint (exm_curve_literal (text, w, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  check_literal_paths (text, a->n, w, fs, bs);
  for (gsize i = 0; i < a->n; i++)
    {
      guint d = oracle_literal (a->chars, a->n, b->chars, b->n, i, w);
      g_assert_cmpfloat (fs[i], ==, test_similarity (d, w));
      d = oracle_literal (a_reversed.chars, a->n, b_reversed.chars, b->n, a->n - 1 - i,
                          w);
      g_assert_cmpfloat (bs[i], ==, test_similarity (d, w));
      if (i > 0)
        {
          g_assert_cmpfloat (fabsf (fs[i] - fs[i - 1]), <=, 1.0001 / w);
          g_assert_cmpfloat (fabsf (bs[i] - bs[i - 1]), <=, 1.0001 / w);
        }
    }
}

static void
test_literal_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);
  guint rounds = g_test_slow () ? 3000 : 60;
  for (guint round = 0; round < rounds; round++)
    {
      /* Every width in turn; few characters make chance matches. */
      guint w = round % 3 == 0 ? 1 + round * 7 % 256 : 1 + round % 70;
      gsize n = (gsize) g_rand_int_range (rand, 0, w > 100 ? 60 : 200);
      g_auto (Text) a = text_random (rand, n, (guint) g_rand_int_range (rand, 1, 30));
      g_auto (Text) b = text_edited (rand, &a, (guint) g_rand_int_range (rand, 2, 40));
      check_literal (&a, &b, w);
    }
}

static void
test_literal_wide (void)
{
  static const guint widths[] = { 63, 64, 65, 127, 128, 129, 191, 192, 193, 255, 256 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (6);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_auto (Text) a = text_random (rand, 180, 20);
      g_auto (Text) b = text_edited (rand, &a, 15);
      check_literal (&a, &b, widths[i]);
    }
}

/* Every instruction set, and every width out of the pass at 256, against the scalar way,
 * which test_literal_random() compares with the naive one: some millions of windows when
 * there is time. */
static void
check_against_scalar (const ExmCurveText *text,
                      gsize n,
                      guint w,
                      const ExmCurveLiteral *all)
{
  /* Both sides, one behind the other. */
  g_autofree float *expected = g_new (float, 2 * n);
  g_autofree float *got = g_new (float, 2 * n);
  ExmPoll poll = { NULL, NULL, 0 };
  g_assert_cmpint (exm_literal_scalar (text, w, expected, expected + n, &poll), ==,
                   EXM_KERNEL_OK);
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
      g_assert_cmpint (exm_curve_literal (text, w, got, got + n, NULL, NULL), ==,
                       EXM_KERNEL_OK);
      g_assert_cmpmem (expected, 2 * n * sizeof *got, got, 2 * n * sizeof *got);
      g_assert_cmpint (exm_literal_comb (text, w, got, got + n, &poll), ==,
                       EXM_KERNEL_OK);
      g_assert_cmpmem (expected, 2 * n * sizeof *got, got, 2 * n * sizeof *got);
      g_assert_cmpint (exm_curve_literal_fill (all, w, got, got + n), ==, EXM_KERNEL_OK);
      g_assert_cmpmem (expected, 2 * n * sizeof *got, got, 2 * n * sizeof *got);
    }
  g_unsetenv ("EXEMPLAR_CPU");
}

static void
test_literal_millions (void)
{
  /* At these widths some windows in a thousand were wrong once, in long texts alone. */
  static const guint always[] = { 8, 10, 16, 28, 40, 44 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  for (guint w = 1; w <= 256; w++)
    {
      gboolean known = FALSE;
      for (gsize i = 0; i < G_N_ELEMENTS (always); i++)
        known |= w == always[i];
      if (!known && !g_test_slow () && w % 17 != 1)
        continue;
      gsize n = known || g_test_slow () ? 4100 : 1100;
      guint n_distinct = (guint) g_rand_int_range (rand, 2, 80);
      g_auto (Text) a = text_random (rand, n, n_distinct);
      g_auto (Text) b = w % 3 == 0 ? text_random (rand, n, n_distinct)
                                   : text_edited (rand, &a, 3 + w % 40);
      g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
      ExmCurveLiteral *all;
      g_setenv ("EXEMPLAR_CPU", processor_paths[w % N_PROCESSOR_PATHS], TRUE);
      g_assert_cmpint (exm_curve_literal_new (text, 256, NULL, NULL, &all), ==,
                       EXM_KERNEL_OK);
      check_against_scalar (text, a.n, w, all);
      exm_curve_literal_free (all);
    }
}

/* The longest text that is taken. */
static void
test_longest (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_auto (Text) a = text_random (rand, EXM_KERNEL_MAX_CHARS, 60);
  g_autoptr (ExmCurveText) text = test_prepare (&a, &a);
  g_autofree float *fs = g_new (float, a.n);
  /* By bands, and combed. */
  for (guint w = 32; w <= 64; w += 32)
    {
      g_assert_cmpint (exm_curve_literal (text, w, fs, NULL, NULL, NULL), ==,
                       EXM_KERNEL_OK);
      for (gsize i = 0; i <= a.n - w; i++)
        g_assert_true (fs[i] == 1);
      for (gsize i = a.n - w + 1; i < a.n; i++)
        g_assert_cmpfloat (fs[i], ==, test_similarity ((guint) (i + w - a.n), w));
    }
  g_autoptr (ExmCurveTrack) track = test_follow (text);
  exm_curve_track_fill (track, fs, NULL);
  for (gsize i = 0; i < a.n; i++)
    g_assert_true (fs[i] == 1);
}

static Text
load_page (const char *name)
{
  g_autofree char *path = g_build_filename (EXM_TEST_PAGES, name, NULL);
  g_autofree char *html = NULL;
  g_autoptr (GError) error = NULL;
  gsize n = 0;
  g_file_get_contents (path, &html, &n, &error);
  g_assert_no_error (error);
  /* Some of them are in another encoding. */
  g_autofree char *valid = g_utf8_make_valid (html, (gssize) n);
  return text_from_utf8 (valid);
}

/* Two pages of one site as they are, markup and all; a part of them, for the slow way is
 * slow. */
static void
test_literal_pages (void)
{
  static const char *const pages[][2] = {
    { "en-target.html", "en-example.html" },
    { "en-third.html", "en-other-site.html" },
    { "zh-target.html", "zh-example.html" },
  };
  static const guint widths[] = { 32, 64, 200 };
  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_auto (Text) a = load_page (pages[i][0]);
      g_auto (Text) b = load_page (pages[i][1]);
      g_assert_cmpuint (MIN (a.n, b.n), >, 600);
      a.n = b.n = 600;
      for (gsize k = 0; k < G_N_ELEMENTS (widths); k++)
        check_literal (&a, &b, widths[k]);
    }
}

static void
test_literal_ends (void)
{
  g_auto (Text) empty = text_from_utf8 ("");
  g_auto (Text) one = text_from_utf8 ("a");
  g_auto (Text) other = text_from_utf8 ("b");
  g_auto (Text) abc = text_from_utf8 ("abcabcabc");
  const Text *texts[] = { &empty, &one, &other, &abc };
  static const guint widths[] = { 1, 2, 9, 10, 64, 256 };
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (texts); j++)
      for (gsize k = 0; k < G_N_ELEMENTS (widths); k++)
        check_literal (texts[i], texts[j], widths[k]);
}

static void
test_literal_equal_and_disjoint (void)
{
  g_auto (Text) a = text_from_utf8 ("the same text, 文字 and all!");
  g_auto (Text) b = text_from_utf8 ("ZZZZZZZZZZZZZZZZZZZZZZZZZZ");
  float fs[26], bs[26];
  g_assert_cmpuint (a.n, ==, 26);
  g_autoptr (ExmCurveText) same = test_prepare (&a, &a);
  g_assert_cmpint (exm_curve_literal (same, 1, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  for (guint i = 0; i < 26; i++)
    g_assert_true (fs[i] == 1 && bs[i] == 1);
  /* The sentinels behind the ends differ from each other. */
  g_assert_cmpint (exm_curve_literal (same, 4, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  g_assert_true (fs[22] == 1 && fs[23] == .75 && fs[25] == .25);
  g_assert_true (bs[3] == 1 && bs[2] == .75 && bs[0] == .25);
  g_autoptr (ExmCurveText) disjoint = test_prepare (&a, &b);
  g_assert_cmpint (exm_curve_literal (disjoint, 4, fs, bs, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  for (guint i = 0; i < 26; i++)
    g_assert_true (fs[i] == 0 && bs[i] == 0);
}

static void
test_many_distinct (void)
{
  gsize n = 70000;
  Text a = { g_new (guint32, n), n }, b = { g_new (guint32, n), n };
  for (gsize i = 0; i < n; i++)
    {
      /* 65536 apart: codes cut to 16 bits would take these for equal. */
      a.chars[i] = (guint32) i;
      b.chars[i] = (guint32) (i % 2 == 0 ? i : (i + 65536) % n);
    }
  g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
  g_autofree float *fs = g_new (float, n);
  g_assert_cmpint (exm_curve_literal (text, 8, fs, NULL, NULL, NULL), ==, EXM_KERNEL_OK);
  ExmCurveLiteral *none;
  g_assert_cmpint (exm_curve_literal_new (text, 8, NULL, NULL, &none), ==,
                   EXM_KERNEL_REFUSED);
  g_assert_null (none);
  for (gsize i = 0; i < n - 8; i += 97)
    g_assert_cmpfloat (
        fs[i], ==, test_similarity (oracle_literal (a.chars, n, b.chars, n, i, 8), 8));
  text_clear (&a);
  text_clear (&b);
}

/* Refused input, and cancelling */

static void
test_refuses (void)
{
  guint32 one = 1;
  ExmCurveText *none = (ExmCurveText *) &one;
  g_assert_cmpint (
      exm_curve_text_new (&one, EXM_KERNEL_MAX_CHARS + 1, &one, 1, NULL, NULL, &none), ==,
      EXM_KERNEL_REFUSED);
  g_assert_null (none);
  g_assert_cmpint (exm_curve_text_new (&one, 1, &one, SIZE_MAX, NULL, NULL, &none), ==,
                   EXM_KERNEL_REFUSED);
  g_auto (Text) a = text_from_utf8 ("abc");
  g_auto (Text) b = text_from_utf8 ("abcd");
  g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
  g_autoptr (ExmCurveText) other = test_prepare (&b, &a);
  g_autoptr (ExmCurveTrack) track = test_follow (text);
  float fs[4] = { -1, -1, -1, -1 };
  static const guint widths[] = { 0, 257, G_MAXUINT };
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      g_assert_cmpint (exm_curve_literal (text, widths[i], fs, NULL, NULL, NULL), ==,
                       EXM_KERNEL_REFUSED);
      g_assert_cmpint (
          exm_curve_tracked (text, track, widths[i], 1, fs, NULL, NULL, NULL), ==,
          EXM_KERNEL_REFUSED);
    }
  g_assert_cmpint (exm_curve_tracked (text, track, 32, 0, fs, NULL, NULL, NULL), ==,
                   EXM_KERNEL_REFUSED);
  g_assert_cmpint (exm_curve_tracked (other, track, 32, 1, fs, NULL, NULL, NULL), ==,
                   EXM_KERNEL_REFUSED);
  g_assert_cmpfloat (fs[0], ==, -1);
}

static void
test_cancel (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (15);
  g_auto (Text) a = text_random (rand, 40000, 40);
  g_autofree float *fs = g_new (float, a.n);
  g_autofree float *bs = g_new (float, a.n);
  g_autoptr (ExmCurveText) text = test_prepare (&a, &a);
  g_autoptr (ExmCurveTrack) track = test_follow (text);
  for (guint stop_at = 1; stop_at < 4; stop_at++)
    {
      Stopper stopper = { stop_at, 0 };
      g_assert_cmpint (exm_curve_literal (text, 256, fs, bs, test_on_stop, &stopper), ==,
                       EXM_KERNEL_CANCELLED);
      g_assert_cmpuint (stopper.asked, ==, stop_at);
      stopper.asked = 0;
      g_assert_cmpint (
          exm_curve_tracked (text, track, 200, 16, fs, bs, test_on_stop, &stopper), ==,
          EXM_KERNEL_CANCELLED);
      g_assert_cmpuint (stopper.asked, ==, stop_at);
    }
}

static void
test_cancel_while_preparing (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);
  g_auto (Text) a = text_random (rand, 1200000, 40);
  g_auto (Text) b = text_random (rand, 12000, 40);
  Stopper stopper = { 2, 0 };
  ExmCurveText *none;
  g_assert_cmpint (
      exm_curve_text_new (a.chars, a.n, b.chars, b.n, test_on_stop, &stopper, &none), ==,
      EXM_KERNEL_CANCELLED);
  g_assert_null (none);
  g_assert_cmpuint (stopper.asked, ==, 2);

  stopper = (Stopper){ 3, 0 };
  ExmCurveTrack *no_track;
  g_autoptr (ExmCurveText) unlike = test_prepare (&a, &b);
  g_assert_cmpint (exm_curve_track_new (unlike, NULL, test_on_stop, &stopper, &no_track),
                   ==, EXM_KERNEL_CANCELLED);
  g_assert_null (no_track);
  g_assert_cmpuint (stopper.asked, ==, 3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/literal/random", test_literal_random);
  g_test_add_func ("/kernel/literal/wide", test_literal_wide);
  g_test_add_func ("/kernel/literal/millions", test_literal_millions);
  /* It needs half a gigabyte. */
  if (g_test_slow ())
    g_test_add_func ("/kernel/literal/longest", test_longest);
  g_test_add_func ("/kernel/literal/pages", test_literal_pages);
  g_test_add_func ("/kernel/literal/ends", test_literal_ends);
  g_test_add_func ("/kernel/literal/equal-disjoint", test_literal_equal_and_disjoint);
  g_test_add_func ("/kernel/literal/many-distinct", test_many_distinct);
  g_test_add_func ("/kernel/refuses", test_refuses);
  g_test_add_func ("/kernel/cancel/curves", test_cancel);
  g_test_add_func ("/kernel/cancel/prepare", test_cancel_while_preparing);
  return g_test_run ();
}
