/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* How two texts differ, against what the words of the header say, worked naively. */

#include "diff/exm-line-diff.h"

#include <stdio.h>
#include <string.h>

#define N_ROUNDS 600u
#define MAX_LINES 7
#define LONG_LINES 100000u

static ExmLineDiff *
diff_bodies (const char *left, const char *right)
{
  g_autoptr (ExmDiffText) a = exm_diff_text_new_body (left),
                          b = exm_diff_text_new_body (right);
  g_autoptr (GError) error = NULL;
  ExmLineDiff *diff = exm_line_diff_new (a, b, NULL, &error);

  g_assert_no_error (error);
  return diff;
}

/* "=" same, "~" changed, "-" left, "+" right. */
static void
assert_kinds (const char *left, const char *right, const char *expected)
{
  g_autoptr (ExmLineDiff) diff = diff_bodies (left, right);
  g_autoptr (GString) kinds = g_string_new (NULL);
  guint n;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (diff, &n);

  for (guint i = 0; i < n; i++)
    g_string_append_c (kinds, "=~-+"[pairs[i].kind]);
  g_assert_cmpstr (kinds->str, ==, expected);
}

static void
test_by_hand (void)
{
  assert_kinds ("", "", "");
  assert_kinds ("Home\nNews", "Home\nNews", "==");
  assert_kinds ("Home", "", "-");
  assert_kinds ("", "Home\n\nNews\n", "++");
  /* Other digits are the same line to the engine, and other words to a reader. */
  assert_kinds ("Home\n3 May 2026\nNews", "Home\n14 May 2026\nNews", "=~=");
  assert_kinds ("A storm came over the town.", "A storm went over the town!", "~");
  assert_kinds ("Nothing of it\nis here", "Quite another text\nstands there!", "--++");
  /* The one that is changed is found among those that are new. */
  assert_kinds ("Top\nThe quick brown fox\nEnd",
                "Top\nJust like that, no\nThe quick red fox\nWhat? Why?\nEnd", "=+~+=");
  assert_kinds ("首页\n市政府发布新规划方案\n版权所有",
                "首页\n市政府公布新规划草案\n版权所有", "=~=");
}

/* Levenshtein's distance by its definition. */
static guint
measure (const char *a, const char *b)
{
  if (*a == '\0' || *b == '\0')
    return (guint) (strlen (a) + strlen (b));
  if (*a == *b)
    return measure (a + 1, b + 1);
  guint both = measure (a + 1, b + 1), left = measure (a + 1, b),
        right = measure (a, b + 1);
  return 1 + MIN (both, MIN (left, right));
}

static guint
keep (const char *a, const char *b)
{
  guint most = (guint) MAX (strlen (a), strlen (b)), distance = measure (a, b);

  return 2 * distance > most ? 0 : most - distance;
}

/* Matches of each line of a text in the other, since they are asked for many times. */
typedef struct
{
  guint n_left, n_right;
  guint kept[MAX_LINES][MAX_LINES]; /* left, right */
} Kept;

static void
keep_all (Kept *all, char **left, char **right)
{
  all->n_left = g_strv_length (left);
  all->n_right = g_strv_length (right);
  g_assert_cmpuint (MAX (all->n_left, all->n_right), <=, MAX_LINES);
  for (guint i = 0; i < all->n_left; i++)
    for (guint k = 0; k < all->n_right; k++)
      all->kept[i][k] = keep (left[i], right[k]);
}

/* The most characters that can be kept in order, from these two lines on. */
static guint
keep_most (const Kept *all, guint left, guint right)
{
  if (left == all->n_left || right == all->n_right)
    return 0;
  guint both = all->kept[left][right];
  guint best = both > 0 ? both + keep_most (all, left + 1, right + 1) : 0;
  best = MAX (best, keep_most (all, left + 1, right));
  return MAX (best, keep_most (all, left, right + 1));
}

/* Lines of a few letters, none of which the other text has: a text has its own letter at
 * the end of each. */
static char *
make_text (GRand *rand, char own)
{
  GString *text = g_string_new (NULL);
  gint n = g_rand_int_range (rand, 0, MAX_LINES);

  for (gint i = 0; i < n; i++)
    {
      gint n_chars = g_rand_int_range (rand, 1, 7);
      for (gint k = 0; k < n_chars; k++)
        g_string_append_c (text, (char) ('a' + g_rand_int_range (rand, 0, 3)));
      g_string_append_printf (text, "%c\n", own);
    }
  return g_string_free (text, FALSE);
}

/* Every line once, in order. */
static void
assert_whole (const ExmLineDiff *diff)
{
  guint n, n_left, n_right, left = 0, right = 0;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (diff, &n);
  const ExmDiffLine *a = exm_diff_text_get_lines (exm_line_diff_get_left (diff), &n_left),
                    *b
                    = exm_diff_text_get_lines (exm_line_diff_get_right (diff), &n_right);

  for (guint i = 0; i < n; i++)
    {
      const ExmDiffPair *pair = &pairs[i];
      g_assert_cmpint (pair->left == EXM_NONE, ==, pair->kind == EXM_DIFF_RIGHT);
      g_assert_cmpint (pair->right == EXM_NONE, ==, pair->kind == EXM_DIFF_LEFT);
      if (pair->left != EXM_NONE)
        g_assert_cmpuint (pair->left, ==, left++);
      if (pair->right != EXM_NONE)
        g_assert_cmpuint (pair->right, ==, right++);
      if (pair->kind == EXM_DIFF_SAME)
        g_assert_cmpstr (a[pair->left].text, ==, b[pair->right].text);
      else if (pair->kind == EXM_DIFF_CHANGED)
        g_assert_cmpstr (a[pair->left].text, !=, b[pair->right].text);
    }
  g_assert_cmpuint (left, ==, n_left);
  g_assert_cmpuint (right, ==, n_right);
}

static void
test_changed (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree char *left = make_text (rand, 'x'), *right = make_text (rand, 'y');
      g_autoptr (ExmLineDiff) diff = diff_bodies (left, right);
      g_auto (GStrv) a = g_strsplit (left, "\n", -1), b = g_strsplit (right, "\n", -1);
      guint n, kept = 0;
      Kept all;
      const ExmDiffPair *pairs = exm_line_diff_get_pairs (diff, &n);

      keep_all (&all, a, b);
      assert_whole (diff);
      for (guint i = 0; i < n; i++)
        if (pairs[i].kind == EXM_DIFF_CHANGED)
          kept += all.kept[pairs[i].left][pairs[i].right];
      g_assert_cmpuint (kept, ==, keep_most (&all, 0, 0));
    }
}

/* @left with @unified applied, as patch does it. */
static char *
apply (const char *left, const char *unified)
{
  g_auto (GStrv) lines = g_strsplit (left, "\n", -1),
                 rows = g_strsplit (unified, "\n", -1);
  GString *out = g_string_new (NULL);
  guint at = 0, n_lines = g_strv_length (lines) - 1;

  for (guint i = 2; g_strv_length (rows) > 2 && rows[i] != NULL; i++)
    {
      guint first, n = 1;
      if (rows[i][0] == '@')
        {
          g_assert_cmpint (sscanf (rows[i], "@@ -%u,%u", &first, &n), >=, 1);
          for (guint begin = n > 0 ? first - 1 : first; at < begin; at++)
            g_string_append_printf (out, "%s\n", lines[at]);
          continue;
        }
      if (rows[i][0] == ' ' || rows[i][0] == '-')
        g_assert_cmpstr (rows[i] + 1, ==, lines[at++]);
      if (rows[i][0] == ' ' || rows[i][0] == '+')
        g_string_append_printf (out, "%s\n", rows[i] + 1);
    }
  for (; at < n_lines; at++)
    g_string_append_printf (out, "%s\n", lines[at]);
  return g_string_free (out, FALSE);
}

static void
test_unified (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autoptr (ExmLineDiff) same = diff_bodies ("a\nb", "a\nb");
  g_autoptr (ExmLineDiff) simple = diff_bodies ("a\nb\nc\nd\ne", "a\nb\nc\nd\ne\nf");
  g_autofree char *nothing = exm_line_diff_write_unified (same, "old", "new"),
                  *something = exm_line_diff_write_unified (simple, "old", "new");

  g_assert_cmpstr (nothing, ==, "");
  g_assert_cmpstr (something, ==, "--- old\n+++ new\n@@ -3,3 +3,4 @@\n c\n d\n e\n+f\n");
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GString) left = g_string_new (NULL), right = g_string_new (NULL);
      for (guint i = 0; i < 60; i++)
        {
          gint fate = g_rand_int_range (rand, 0, 24);
          if (fate != 0)
            g_string_append_printf (left, "line %c%c\n", 'a' + i % 26, 'a' + i / 26);
          if (fate != 1)
            g_string_append_printf (right, "line %c%c%s\n", 'a' + i % 26, 'a' + i / 26,
                                    fate == 2 ? " other" : "");
        }
      g_autoptr (ExmLineDiff) diff = diff_bodies (left->str, right->str);
      g_autofree char *unified = exm_line_diff_write_unified (diff, "l", "r");
      g_autofree char *applied = apply (left->str, unified);
      assert_whole (diff);
      g_assert_cmpstr (applied, ==, right->str);
    }
}

static char *
mark (const char *text, const GArray *spans)
{
  GString *out = g_string_new (NULL);
  guint at = 0;

  for (guint i = 0; i < spans->len; i++)
    {
      const ExmDiffSpan *span = &g_array_index (spans, ExmDiffSpan, i);
      g_string_append_len (out, text + at, span->start - at);
      g_string_append_c (out, '[');
      g_string_append_len (out, text + span->start, span->end - span->start);
      g_string_append_c (out, ']');
      at = span->end;
    }
  g_string_append (out, text + at);
  return g_string_free (out, FALSE);
}

static void
assert_marks (const char *left,
              const char *right,
              const char *marked_left,
              const char *marked_right)
{
  g_autoptr (GArray) a = NULL, b = NULL;

  exm_diff_mark_words (left, right, &a, &b);
  g_autofree char *found_left = mark (left, a), *found_right = mark (right, b);
  g_assert_cmpstr (found_left, ==, marked_left);
  g_assert_cmpstr (found_right, ==, marked_right);
}

static void
test_marks (void)
{
  assert_marks ("", "", "", "");
  assert_marks ("same", "same", "same", "same");
  assert_marks ("3 May 2026", "14 May 2026", "[3] May 2026", "[14] May 2026");
  assert_marks ("the old grey house", "the house", "the [old grey ]house", "the house");
  /* A word that stays between two that change is no island. */
  assert_marks ("by Ann Lee, London", "by Bob Ray, London", "by [Ann Lee], London",
                "by [Bob Ray], London");
  assert_marks ("市政府发布规划", "市政府公布规划", "市政府[发]布规划",
                "市政府[公]布规划");
  assert_marks ("שלום עולם", "שלום לכם", "שלום [עולם]", "שלום [לכם]");
  /* An accent that stands by itself belongs to its letter. */
  assert_marks ("cafe\xcc\x81 noir", "cafe noir", "[cafe\xcc\x81] noir", "[cafe] noir");
}

/* Too many words to tell apart are one span. */
static void
test_many_marks (void)
{
  g_autoptr (GString) left = g_string_new ("begin "), right = g_string_new ("begin ");
  g_autoptr (GArray) a = NULL, b = NULL;

  for (guint i = 0; i < 5000; i++)
    {
      g_string_append_printf (left, "left %u ", i);
      g_string_append_printf (right, "right %u ", i);
    }
  g_string_append (left, "end");
  g_string_append (right, "end");
  exm_diff_mark_words (left->str, right->str, &a, &b);
  g_assert_cmpuint (a->len, ==, 1);
  g_assert_cmpuint (g_array_index (a, ExmDiffSpan, 0).start, ==, strlen ("begin "));
  g_assert_cmpuint (g_array_index (b, ExmDiffSpan, 0).end, <,
                    right->len - strlen ("end"));
}

/* Two long texts, of whose lines a tenth is changed, and two without anything in common.
 */
static void
test_long (void)
{
  g_autoptr (GString) left = g_string_new (NULL), right = g_string_new (NULL),
                      other = g_string_new (NULL);
  ExmDiffCounts counts;

  for (guint i = 0; i < LONG_LINES; i++)
    {
      char letters[5] = { (char) ('a' + i % 26), (char) ('a' + i / 26 % 26),
                          (char) ('a' + i / 676 % 26), (char) ('a' + i / 17576), 0 };
      g_string_append_printf (left, "The line of %s stands here, as before\n", letters);
      g_string_append_printf (right, "The line of %s stands here, as %s\n", letters,
                              i % 10 == 0 ? "never" : "before");
      g_string_append_printf (other, "%s? Quite another text!\n", letters);
    }
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (ExmLineDiff) changed = diff_bodies (left->str, right->str);
  g_test_message ("changed lines: %.0f ms", 1000 * g_timer_elapsed (timer, NULL));
  exm_line_diff_count (changed, &counts);
  g_assert_cmpuint (counts.n[EXM_DIFF_CHANGED], ==, LONG_LINES / 10);
  g_assert_cmpuint (counts.n[EXM_DIFF_SAME], ==, LONG_LINES - LONG_LINES / 10);
  g_timer_start (timer);
  g_autoptr (ExmLineDiff) foreign = diff_bodies (left->str, other->str);
  g_test_message ("nothing in common: %.0f ms", 1000 * g_timer_elapsed (timer, NULL));
  assert_whole (foreign);
}

static void
test_cancelled (void)
{
  g_autoptr (ExmDiffText) text = exm_diff_text_new_body ("a\nb");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (exm_line_diff_new (text, text, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_text (void)
{
  g_autoptr (ExmDiffText) text = exm_diff_text_new_body ("first\n\n第三行");
  guint n;
  const ExmDiffLine *lines = exm_diff_text_get_lines (text, &n);

  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (lines[1].line, ==, 2);
  g_assert_cmpstr (lines[0].text, ==, "first");
  g_assert_cmpuint (lines[1].n_tokens, ==, 3);
  g_assert_cmpuint (exm_diff_text_find (text, 2), ==, 1);
  g_assert_cmpuint (exm_diff_text_find (text, 1), ==, EXM_NONE);
  g_assert_cmpuint (exm_diff_text_find (text, 3), ==, EXM_NONE);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-diff/text", test_text);
  g_test_add_func ("/line-diff/by-hand", test_by_hand);
  g_test_add_func ("/line-diff/changed", test_changed);
  g_test_add_func ("/line-diff/unified", test_unified);
  g_test_add_func ("/line-diff/marks", test_marks);
  g_test_add_func ("/line-diff/many-marks", test_many_marks);
  g_test_add_func ("/line-diff/long", test_long);
  g_test_add_func ("/line-diff/cancelled", test_cancelled);
  return g_test_run ();
}
