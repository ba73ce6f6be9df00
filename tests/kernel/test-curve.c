/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-curve.h"

#include "oracle.h"
#include "texts.h"

#include <math.h>

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveText, exm_curve_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmCurveTrack, exm_curve_track_free)

static ExmCurveText *
prepare (const Text *a, const Text *b)
{
  ExmCurveText *text;
  ExmKernelStatus status
      = exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text);
  g_assert_cmpint (status, ==, EXM_KERNEL_OK);
  g_assert_cmpuint (exm_curve_text_get_length (text), ==, a->n);
  return text;
}

typedef struct
{
  guint stop_at;
  guint asked;
} Stopper;

static bool
on_stop (void *data)
{
  Stopper *stopper = data;
  g_assert_cmpuint (stopper->asked, <, stopper->stop_at);
  return ++stopper->asked == stopper->stop_at;
}

static ExmCurveTrack *
follow (const ExmCurveText *text)
{
  ExmCurveTrack *track;
  g_assert_cmpint (exm_curve_track_new (text, NULL, NULL, NULL, &track), ==,
                   EXM_KERNEL_OK);
  return track;
}

static float
similarity (guint d, gsize w)
{
  return (float) (w - d) / (float) w;
}

/* Literal curves */

static void
check_literal (const Text *a, const Text *b, guint w)
{
  g_autoptr (ExmCurveText) text = prepare (a, b);
  g_auto (Text) a_reversed = text_reversed (a);
  g_auto (Text) b_reversed = text_reversed (b);
  g_autofree float *fs = g_new (float, a->n);
  g_autofree float *bs = g_new (float, a->n);
  g_assert_cmpint (exm_curve_literal (text, w, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  for (gsize i = 0; i < a->n; i++)
    {
      guint d = oracle_literal (a->chars, a->n, b->chars, b->n, i, w);
      g_assert_cmpfloat (fs[i], ==, similarity (d, w));
      d = oracle_literal (a_reversed.chars, a->n, b_reversed.chars, b->n, a->n - 1 - i,
                          w);
      g_assert_cmpfloat (bs[i], ==, similarity (d, w));
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
  g_autoptr (ExmCurveText) same = prepare (&a, &a);
  g_assert_cmpint (exm_curve_literal (same, 1, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  for (guint i = 0; i < 26; i++)
    g_assert_true (fs[i] == 1 && bs[i] == 1);
  /* The sentinels behind the ends differ from each other. */
  g_assert_cmpint (exm_curve_literal (same, 4, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  g_assert_true (fs[22] == 1 && fs[23] == .75 && fs[25] == .25);
  g_assert_true (bs[3] == 1 && bs[2] == .75 && bs[0] == .25);
  g_autoptr (ExmCurveText) disjoint = prepare (&a, &b);
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
  g_autoptr (ExmCurveText) text = prepare (&a, &b);
  g_autofree float *fs = g_new (float, n);
  g_assert_cmpint (exm_curve_literal (text, 8, fs, NULL, NULL, NULL), ==, EXM_KERNEL_OK);
  for (gsize i = 0; i < n - 8; i += 97)
    g_assert_cmpfloat (fs[i], ==,
                       similarity (oracle_literal (a.chars, n, b.chars, n, i, 8), 8));
  text_clear (&a);
  text_clear (&b);
}

/* Tracked curves */

static void
assert_same_path (const ExmCurveGroup *path, gsize n, const GArray *expected)
{
  g_assert_cmpuint (n, ==, expected->len);
  for (gsize g = 0; g < n; g++)
    {
      const ExmCurveGroup *group = &g_array_index (expected, ExmCurveGroup, g);
      g_assert_true (oracle_is_same_group (&path[g], group));
    }
}

/* @a and @b: in codes. */
static void
check_path (const ExmCurveTrack *track, ExmCurveSide side, const Text *a, const Text *b)
{
  g_autoptr (GArray) expected = oracle_path (a->chars, a->n, b->chars, b->n);
  gsize n;
  const ExmCurveGroup *path = exm_curve_track_get_path (track, side, &n);
  assert_same_path (path, n, expected);
}

/* A value at any width from its definition, on the side's own texts. */
static float
oracle_tracked (const ExmCurveTrack *track,
                ExmCurveSide side,
                const Text *a,
                const Text *b,
                gsize x,
                guint w)
{
  gsize n, start;
  const ExmCurveGroup *path = exm_curve_track_get_path (track, side, &n);
  w = (guint) MIN (w, a->n);
  x = MIN (x, a->n - w);
  const ExmCurveGroup *group = &path[MIN (x / 32, n - 1)];
  guint best = a->n < 32 ? w : (20 * w + 31) / 32;
  for (guint s = 0; s < group->n_stretches; s++)
    {
      gsize hi = group->stretches[s].hi + (w > 32 ? w - 32 : 0);
      guint d = oracle_search (a->chars + x, w, b->chars, group->stretches[s].lo,
                               MIN (hi, b->n), &start);
      best = MIN (best, d);
    }
  return similarity (best, w);
}

static void
check_width (const ExmCurveText *text,
             const ExmCurveTrack *track,
             const Text sides[2][2],
             guint w,
             gsize stride)
{
  gsize n_a = sides[0][0].n, n = exm_curve_n_samples (n_a, stride);
  g_assert_cmpuint (n, ==, (n_a + stride - 1) / stride);
  g_autofree float *fs = g_new (float, n);
  g_autofree float *bs = g_new (float, n);
  g_assert_cmpint (exm_curve_tracked (text, track, w, stride, fs, bs, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  for (gsize k = 0; k < n; k++)
    {
      gsize i = k * stride;
      g_assert_cmpfloat (
          fs[k], ==,
          oracle_tracked (track, EXM_CURVE_FORWARD, &sides[0][0], &sides[0][1], i, w));
      g_assert_cmpfloat (bs[k], ==,
                         oracle_tracked (track, EXM_CURVE_BACKWARD, &sides[1][0],
                                         &sides[1][1], n_a - 1 - i, w));
    }
}

static guint
distance_at (const ExmCurveGroup *path, gsize n_target, gsize x)
{
  gsize n_points = n_target < 32 ? 1 : (n_target - 32) / 4 + 1;
  gsize point = MIN (x / 4, n_points - 1);
  return path[point / 8].d[point % 8];
}

static void
check_fill (const ExmCurveTrack *track, gsize n_a)
{
  g_autofree float *fs = g_new (float, n_a);
  g_autofree float *bs = g_new (float, n_a);
  exm_curve_track_fill (track, fs, bs);
  gsize n, m = MIN (n_a, 32);
  const ExmCurveGroup *forward = exm_curve_track_get_path (track, EXM_CURVE_FORWARD, &n);
  const ExmCurveGroup *backward
      = exm_curve_track_get_path (track, EXM_CURVE_BACKWARD, &n);
  for (gsize i = 0; i < n_a; i++)
    {
      g_assert_cmpfloat (fs[i], ==, similarity (distance_at (forward, n_a, i), m));
      g_assert_cmpfloat (bs[i], ==,
                         similarity (distance_at (backward, n_a, n_a - 1 - i), m));
      g_assert_cmpfloat (exm_curve_track_fs (track, i), ==, fs[i]);
      g_assert_cmpfloat (exm_curve_track_bs (track, i), ==, bs[i]);
    }
}

static Text
text_in_codes (const Text *a, const Text *text)
{
  Text codes = { g_new (guint32, text->n), text->n };
  oracle_number (a->chars, a->n, text->chars, text->n, codes.chars);
  return codes;
}

static void
assert_same_tracks (const ExmCurveTrack *track, const ExmCurveTrack *other)
{
  for (guint side = 0; side < 2; side++)
    {
      gsize n, m;
      const ExmCurveGroup *groups = exm_curve_track_get_path (track, side, &n);
      const ExmCurveGroup *others = exm_curve_track_get_path (other, side, &m);
      g_assert_cmpmem (groups, n * sizeof *groups, others, m * sizeof *others);
    }
}

/* Every instruction set that this processor has gives the same bytes. */
static void
check_paths_of_processor (const ExmCurveText *text, const ExmCurveTrack *track)
{
  static const char *const paths[] = { "portable", "avx2", "avx512" };
  for (guint k = 0; k < G_N_ELEMENTS (paths); k++)
    {
      g_setenv ("EXEMPLAR_CPU", paths[k], TRUE);
      g_autoptr (ExmCurveTrack) other = follow (text);
      assert_same_tracks (track, other);
    }
  g_unsetenv ("EXEMPLAR_CPU");
}

static void
check_tracked (const Text *a, const Text *b, guint w, gsize stride)
{
  g_auto (Text) a_reversed = text_reversed (a);
  g_auto (Text) b_reversed = text_reversed (b);
  const Text sides[2][2] = { { *a, *b }, { a_reversed, b_reversed } };
  g_autoptr (ExmCurveText) text = prepare (a, b);
  g_autoptr (ExmCurveTrack) track = follow (text);
  g_auto (Text) a_codes = text_in_codes (a, a);
  g_auto (Text) b_codes = text_in_codes (a, b);
  g_auto (Text) a_codes_reversed = text_reversed (&a_codes);
  g_auto (Text) b_codes_reversed = text_reversed (&b_codes);
  check_path (track, EXM_CURVE_FORWARD, &a_codes, &b_codes);
  check_path (track, EXM_CURVE_BACKWARD, &a_codes_reversed, &b_codes_reversed);
  check_paths_of_processor (text, track);
  check_fill (track, a->n);
  check_width (text, track, sides, w, stride);
}

static void
test_tracked_pages (void)
{
  static const guint widths[]
      = { 32, 1, 7, 31, 33, 64, 65, 100, 128, 150, 200, 255, 256 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  guint rounds = g_test_slow () ? 260 : 26;
  for (guint round = 0; round < rounds; round++)
    {
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      text_page_pair (rand,
                      (gsize) g_rand_int_range (rand, 1800, g_test_slow () ? 4500 : 2400),
                      &a, &b);
      guint w = widths[round % G_N_ELEMENTS (widths)];
      check_tracked (&a, &b, w, w > 64 ? 61 : 17);
    }
}

static void
test_tracked_short (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  guint rounds = g_test_slow () ? 20000 : 400;
  for (guint round = 0; round < rounds; round++)
    {
      /* Few distinct characters: many equally good matches. */
      guint n_distinct = (guint) g_rand_int_range (rand, 1, 6);
      gsize n = (gsize) g_rand_int_range (rand, 0, 90);
      g_auto (Text) a = text_random (rand, n, n_distinct);
      g_auto (Text) b
          = round % 2 == 0
                ? text_edited (rand, &a, 10)
                : text_random (rand, (gsize) g_rand_int_range (rand, 0, 300), n_distinct);
      check_tracked (&a, &b, 1 + round % 256, 1 + round % 5);
    }
}

/* The oracle of the search itself against one matrix for each start. */
static void
test_search_oracle (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);
  guint rounds = g_test_slow () ? 500 : 40;
  for (guint round = 0; round < rounds; round++)
    {
      guint n_distinct = (guint) g_rand_int_range (rand, 1, 8);
      g_auto (Text) window
          = text_random (rand, (gsize) g_rand_int_range (rand, 1, 12), n_distinct);
      g_auto (Text) b
          = text_random (rand, (gsize) g_rand_int_range (rand, 0, 25), n_distinct);
      gsize lo = b.n / 5, start, expected_start;
      guint w = (guint) window.n;
      guint d = oracle_search (window.chars, w, b.chars, lo, b.n, &start);
      g_assert_cmpuint (
          d, ==,
          oracle_search_all_starts (window.chars, w, b.chars, lo, b.n, &expected_start));
      g_assert_cmpuint (start, ==, expected_start);
    }
}

/* Bands at their least and greatest, good matches lost and found again. */
static void
test_tracked_jumps (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);
  g_auto (Text) line = text_random (rand, 120, 60);
  g_auto (Text) filler_a = text_random (rand, 1900, 50);
  g_auto (Text) filler_b = text_random (rand, 2700, 50);
  GString *order[] = { g_string_new ("lalal"), g_string_new ("lblbl") };
  Text pages[2];
  for (guint k = 0; k < 2; k++)
    {
      pages[k].n = 3 * line.n + 2 * (k == 0 ? filler_a.n : filler_b.n);
      pages[k].chars = g_new (guint32, pages[k].n);
      gsize at = 0;
      for (const char *c = order[k]->str; *c != '\0'; c++)
        {
          const Text *part = *c == 'l' ? &line : *c == 'a' ? &filler_a : &filler_b;
          for (gsize i = 0; i < part->n; i++)
            pages[k].chars[at++] = part->chars[i];
        }
      g_assert_cmpuint (at, ==, pages[k].n);
      g_string_free (order[k], TRUE);
    }
  check_tracked (&pages[0], &pages[1], 40, 53);
  text_clear (&pages[0]);
  text_clear (&pages[1]);
}

/* Texts in which everything is like everything: the work stays bounded. */
static void
test_tracked_adversarial (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (13);
  g_auto (Text) one = text_random (rand, 1500, 1);
  g_auto (Text) two = text_random (rand, 1500, 2);
  g_auto (Text) period = text_random (rand, 1500, 20);
  for (gsize i = 7; i < period.n; i++)
    period.chars[i] = period.chars[i - 7];
  g_auto (Text) mutated = text_edited (rand, &period, 4);
  const Text *texts[] = { &one, &two, &period, &mutated };
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize j = 0; j < G_N_ELEMENTS (texts); j++)
      check_tracked (texts[i], texts[j], 32, 29);
}

/* A workspace is left as it was found, whatever was done in it. */
static void
test_workspace (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (17);
  ExmCurveWorkspace *workspace = exm_curve_workspace_new ();
  for (guint round = 0; round < 40; round++)
    {
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      text_page_pair (rand, (gsize) g_rand_int_range (rand, 20, 6000), &a, &b);
      g_autoptr (ExmCurveText) text = prepare (&a, &b);
      g_autoptr (ExmCurveTrack) fresh = follow (text);
      g_autoptr (ExmCurveTrack) reused = NULL;
      Stopper stopper = { 1, 0 };
      if (round % 3 == 0)
        g_assert_cmpint (
            exm_curve_track_new (text, workspace, on_stop, &stopper, &reused), !=,
            EXM_KERNEL_NO_MEMORY);
      g_clear_pointer (&reused, exm_curve_track_free);
      g_assert_cmpint (exm_curve_track_new (text, workspace, NULL, NULL, &reused), ==,
                       EXM_KERNEL_OK);
      assert_same_tracks (fresh, reused);
    }
  exm_curve_workspace_free (workspace);
}

static void
test_tracked_example_longer_and_empty (void)
{
  g_auto (Text) empty = text_from_utf8 ("");
  g_auto (Text) line = text_from_utf8 ("thirty-one characters are short");
  g_assert_cmpuint (line.n, ==, 31);
  check_tracked (&empty, &line, 32, 1);
  check_tracked (&line, &empty, 32, 1);
  check_tracked (&empty, &empty, 1, 1);
  check_tracked (&line, &line, 256, 3);
  g_autoptr (ExmCurveText) text = prepare (&line, &line);
  g_autoptr (ExmCurveTrack) track = follow (text);
  g_assert_cmpfloat (exm_curve_track_fs (track, 30), ==, 1);
  g_assert_cmpfloat (exm_curve_track_bs (track, 0), ==, 1);
}

static void
test_stride_only_samples (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);
  g_auto (Text) a = text_random (rand, 333, 9);
  g_auto (Text) b = text_edited (rand, &a, 12);
  g_autoptr (ExmCurveText) text = prepare (&a, &b);
  g_autoptr (ExmCurveTrack) track = follow (text);
  float fs[333], bs[333], fs_10[34], bs_10[34];
  g_assert_cmpint (exm_curve_tracked (text, track, 50, 1, fs, bs, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  g_assert_cmpint (exm_curve_tracked (text, track, 50, 10, fs_10, bs_10, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  for (guint k = 0; k < 34; k++)
    g_assert_true (fs_10[k] == fs[10 * k] && bs_10[k] == bs[10 * k]);
}

/* What is refused, and cancelling */

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
  g_autoptr (ExmCurveText) text = prepare (&a, &b);
  g_autoptr (ExmCurveText) other = prepare (&b, &a);
  g_autoptr (ExmCurveTrack) track = follow (text);
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
  g_autoptr (ExmCurveText) text = prepare (&a, &a);
  g_autoptr (ExmCurveTrack) track = follow (text);
  for (guint stop_at = 1; stop_at < 4; stop_at++)
    {
      Stopper stopper = { stop_at, 0 };
      g_assert_cmpint (exm_curve_literal (text, 100, fs, bs, on_stop, &stopper), ==,
                       EXM_KERNEL_CANCELLED);
      g_assert_cmpuint (stopper.asked, ==, stop_at);
      stopper.asked = 0;
      g_assert_cmpint (
          exm_curve_tracked (text, track, 200, 16, fs, bs, on_stop, &stopper), ==,
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
      exm_curve_text_new (a.chars, a.n, b.chars, b.n, on_stop, &stopper, &none), ==,
      EXM_KERNEL_CANCELLED);
  g_assert_null (none);
  g_assert_cmpuint (stopper.asked, ==, 2);

  stopper = (Stopper){ 3, 0 };
  ExmCurveTrack *no_track;
  g_autoptr (ExmCurveText) unlike = prepare (&a, &b);
  g_assert_cmpint (exm_curve_track_new (unlike, NULL, on_stop, &stopper, &no_track), ==,
                   EXM_KERNEL_CANCELLED);
  g_assert_null (no_track);
  g_assert_cmpuint (stopper.asked, ==, 3);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/literal/random", test_literal_random);
  g_test_add_func ("/kernel/literal/wide", test_literal_wide);
  g_test_add_func ("/kernel/literal/ends", test_literal_ends);
  g_test_add_func ("/kernel/literal/equal-disjoint", test_literal_equal_and_disjoint);
  g_test_add_func ("/kernel/literal/many-distinct", test_many_distinct);
  g_test_add_func ("/kernel/tracked/oracle", test_search_oracle);
  g_test_add_func ("/kernel/tracked/pages", test_tracked_pages);
  g_test_add_func ("/kernel/tracked/short", test_tracked_short);
  g_test_add_func ("/kernel/tracked/jumps", test_tracked_jumps);
  g_test_add_func ("/kernel/tracked/adversarial", test_tracked_adversarial);
  g_test_add_func ("/kernel/tracked/workspace", test_workspace);
  g_test_add_func ("/kernel/tracked/empty", test_tracked_example_longer_and_empty);
  g_test_add_func ("/kernel/tracked/stride", test_stride_only_samples);
  g_test_add_func ("/kernel/refuses", test_refuses);
  g_test_add_func ("/kernel/cancel/curves", test_cancel);
  g_test_add_func ("/kernel/cancel/prepare", test_cancel_while_preparing);
  return g_test_run ();
}
