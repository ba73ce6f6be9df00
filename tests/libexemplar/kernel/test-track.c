/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "curves.h"
#include "oracle.h"

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
  return test_similarity (best, w);
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
  /* A part is cut out of the whole. */
  const ExmCurvePart part = { n / 3, n - n / 2 - n / 3 }, beyond = { n, 1 };
  g_autofree float *some_fs = g_new (float, n);
  g_autofree float *some_bs = g_new (float, n);
  g_assert_cmpint (exm_curve_tracked_part (text, track, w, stride, &part, some_fs,
                                           some_bs, NULL, NULL),
                   ==, EXM_KERNEL_OK);
  g_assert_cmpmem (some_fs, part.n * sizeof *fs, fs + part.first, part.n * sizeof *fs);
  g_assert_cmpmem (some_bs, part.n * sizeof *bs, bs + part.first, part.n * sizeof *bs);
  g_assert_cmpint (exm_curve_tracked_part (text, track, w, stride, &beyond, some_fs,
                                           some_bs, NULL, NULL),
                   ==, EXM_KERNEL_REFUSED);
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
      g_assert_cmpfloat (fs[i], ==, test_similarity (distance_at (forward, n_a, i), m));
      g_assert_cmpfloat (bs[i], ==,
                         test_similarity (distance_at (backward, n_a, n_a - 1 - i), m));
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
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
      g_autoptr (ExmCurveTrack) other = test_follow (text);
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
  g_autoptr (ExmCurveText) text = test_prepare (a, b);
  g_autoptr (ExmCurveTrack) track = test_follow (text);
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
      g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
      g_autoptr (ExmCurveTrack) fresh = test_follow (text);
      g_autoptr (ExmCurveTrack) reused = NULL;
      Stopper stopper = { 1, 0 };
      if (round % 3 == 0)
        g_assert_cmpint (
            exm_curve_track_new (text, workspace, test_on_stop, &stopper, &reused), !=,
            EXM_KERNEL_NO_MEMORY);
      g_clear_pointer (&reused, exm_curve_track_free);
      g_assert_cmpint (exm_curve_track_new (text, workspace, NULL, NULL, &reused), ==,
                       EXM_KERNEL_OK);
      assert_same_tracks (fresh, reused);
    }
  exm_curve_workspace_free (workspace);
}

/* So it is when the work was dropped in the middle of two searches. */
static void
test_workspace_after_cancel (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (18);
  g_auto (Text) long_b = text_random (rand, 150000, 40);
  g_auto (Text) long_a = text_edited (rand, &long_b, 12);
  g_auto (Text) b = text_random (rand, 2000, 40);
  g_auto (Text) a = text_edited (rand, &b, 12);
  g_autoptr (ExmCurveText) long_text = test_prepare (&long_a, &long_b);
  g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
  g_autoptr (ExmCurveTrack) fresh = test_follow (text);
  for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
    {
      ExmCurveWorkspace *workspace = exm_curve_workspace_new ();
      g_autoptr (ExmCurveTrack) none = NULL;
      g_autoptr (ExmCurveTrack) reused = NULL;
      Stopper stopper = { 2, 0 };
      g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
      g_assert_cmpint (
          exm_curve_track_new (long_text, workspace, test_on_stop, &stopper, &none), ==,
          EXM_KERNEL_CANCELLED);
      g_assert_null (none);
      g_assert_cmpint (exm_curve_track_new (text, workspace, NULL, NULL, &reused), ==,
                       EXM_KERNEL_OK);
      assert_same_tracks (fresh, reused);
      exm_curve_workspace_free (workspace);
    }
  g_unsetenv ("EXEMPLAR_CPU");
}

/* Places that 16 bits do not hold: two texts that go along each other to the end, and one
 * whose far end alone is in the other. */
static void
test_tracked_long_example (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (19);
  g_auto (Text) b = text_random (rand, 66000, 60);
  g_auto (Text) a = text_edited (rand, &b, 25);
  Text end = { a.chars + a.n - 900, 900 };
  check_tracked (&a, &b, 32, 9001);
  check_tracked (&end, &b, 32, 101);
  check_tracked (&b, &end, 32, 9001);
}

/* More characters than 16 bits hold, each of them once. */
static void
test_tracked_many_distinct (void)
{
  gsize n = 68000;
  Text a = { g_new (guint32, n), n }, b = { g_new (guint32, n), n };
  for (gsize i = 0; i < n; i++)
    {
      a.chars[i] = (guint32) i;
      b.chars[i] = (guint32) (i % 50 == 0 ? (i + 65536) % n : i);
    }
  check_tracked (&a, &b, 32, 9001);
  text_clear (&a);
  text_clear (&b);
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
  g_autoptr (ExmCurveText) text = test_prepare (&line, &line);
  g_autoptr (ExmCurveTrack) track = test_follow (text);
  g_assert_cmpfloat (exm_curve_track_fs (track, 30), ==, 1);
  g_assert_cmpfloat (exm_curve_track_bs (track, 0), ==, 1);
}

static void
test_stride_only_samples (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (14);
  g_auto (Text) a = text_random (rand, 333, 9);
  g_auto (Text) b = text_edited (rand, &a, 12);
  g_autoptr (ExmCurveText) text = test_prepare (&a, &b);
  g_autoptr (ExmCurveTrack) track = test_follow (text);
  float fs[333], bs[333], fs_10[34], bs_10[34];
  g_assert_cmpint (exm_curve_tracked (text, track, 50, 1, fs, bs, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  g_assert_cmpint (exm_curve_tracked (text, track, 50, 10, fs_10, bs_10, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  for (guint k = 0; k < 34; k++)
    g_assert_true (fs_10[k] == fs[10 * k] && bs_10[k] == bs[10 * k]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/tracked/oracle", test_search_oracle);
  g_test_add_func ("/kernel/tracked/pages", test_tracked_pages);
  g_test_add_func ("/kernel/tracked/short", test_tracked_short);
  g_test_add_func ("/kernel/tracked/jumps", test_tracked_jumps);
  g_test_add_func ("/kernel/tracked/adversarial", test_tracked_adversarial);
  g_test_add_func ("/kernel/tracked/workspace", test_workspace);
  g_test_add_func ("/kernel/tracked/workspace-cancelled", test_workspace_after_cancel);
  g_test_add_func ("/kernel/tracked/long-example", test_tracked_long_example);
  g_test_add_func ("/kernel/tracked/many-distinct", test_tracked_many_distinct);
  g_test_add_func ("/kernel/tracked/empty", test_tracked_example_longer_and_empty);
  g_test_add_func ("/kernel/tracked/stride", test_stride_only_samples);
  return g_test_run ();
}
