/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A difference as rows: folds against what the header says of them, told step by step. */

#include "app/compare/exm-comparison-rows.h"

#include <string.h>

#define N_ROUNDS 300u
#define MANY 5000u

static ExmLineDiff *
diff_bodies (const char *left, const char *right)
{
  g_autoptr (ExmDiffText) a = exm_diff_text_new_body (left),
                          b = exm_diff_text_new_body (right);
  ExmLineDiff *diff = exm_line_diff_new (a, b, NULL, NULL);

  g_assert_nonnull (diff);
  return diff;
}

/* Whether what the list told its views gives as many items as it has. */
static void
on_items_changed (GListModel *list, guint position, guint n_old, guint n_new, guint *n)
{
  g_assert_cmpuint (position + n_old, <=, *n);
  *n += n_new - n_old;
  g_assert_cmpuint (*n, ==, g_list_model_get_n_items (list));
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* "=" same, "~" changed, "<" only left, ">" only right, "|" one of each; folds by their
 * number of lines. */
static char *
describe (ExmComparisonRows *rows)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
    {
      g_autoptr (ExmComparisonItem) item = g_list_model_get_item (G_LIST_MODEL (rows), i);
      const ExmComparedRow *row = exm_comparison_item_get_row (item);
      g_assert_cmpmem (row, sizeof *row, exm_comparison_rows_get (rows, i), sizeof *row);
      if (row->kind == EXM_ROW_FOLD)
        g_string_append_printf (out, "(%u)", row->n);
      else if (row->kind == EXM_ROW_APART)
        g_string_append_c (out, row->left == EXM_NONE    ? '>'
                                : row->right == EXM_NONE ? '<'
                                                         : '|');
      else
        g_string_append_c (out, row->kind == EXM_ROW_SAME ? '=' : '~');
    }
  return g_string_free (out, FALSE);
}

static void
set_diff (ExmComparisonRows *rows, ExmLineDiff *diff, gboolean beside)
{
  g_autoptr (ExmComparisonLayout) layout = exm_comparison_layout_new (diff);

  exm_comparison_rows_set (rows, layout, beside);
}

static void
assert_rows (const char *left, const char *right, gboolean beside, const char *expected)
{
  g_autoptr (ExmLineDiff) diff = diff_bodies (left, right);
  g_autoptr (ExmComparisonRows) rows = exm_comparison_rows_new ();

  set_diff (rows, diff, beside);
  settle ();
  g_autofree char *found = describe (rows);
  g_assert_cmpstr (found, ==, expected);
}

#define TEN "a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n"

static void
test_by_hand (void)
{
  assert_rows ("", "", FALSE, "");
  assert_rows ("a\nb\nc\nd\n", "a\nb\nc\nd\n", FALSE, "====");
  assert_rows (TEN, TEN, TRUE, "(10)");
  assert_rows (TEN "what", TEN "this?\nand!", FALSE, "(7)===<>>");
  assert_rows (TEN "what", TEN "this?\nand!", TRUE, "(7)===|>");
  assert_rows ("new!\n" TEN, TEN, TRUE, "<===(7)");
  assert_rows (TEN "what\n" TEN, TEN TEN, TRUE, "(7)===<===(7)");
  /* Ten lines between two differences: three beside each, four are too few to fold. */
  assert_rows ("1x\n" TEN "what", TEN, TRUE, "<==========<");
  assert_rows ("1x\n" TEN "k\n"
               "what",
               TEN "k", TRUE, "<===(5)===<");
  assert_rows ("by Ann, 3 May\n" TEN, "by Ann, 4 May\n" TEN, TRUE, "~===(7)");
}

/* Texts of which some lines are gone and some are new. */
static ExmLineDiff *
make_random (GRand *rand, guint n)
{
  g_autoptr (GString) left = g_string_new (NULL), right = g_string_new (NULL);
  gint often = g_rand_int_range (rand, 3, 60);

  for (guint i = 0; i < n; i++)
    {
      gint fate = g_rand_int_range (rand, 0, often);
      if (fate != 0)
        g_string_append_printf (left, "%c%c%c\n", 'a' + i % 26, 'a' + i / 26 % 26,
                                'a' + i / 676);
      if (fate != 1)
        g_string_append_printf (right, "%c%c%c\n", 'a' + i % 26, 'a' + i / 26 % 26,
                                'a' + i / 676);
    }
  return diff_bodies (left->str, right->str);
}

/* Every line of both once; what folds is what is further than the context from every
 * difference, if it is much. */
static void
assert_folds (ExmComparisonRows *rows, ExmLineDiff *diff)
{
  guint n_pairs, n = g_list_model_get_n_items (G_LIST_MODEL (rows)), at = 0;
  const ExmDiffPair *pairs = exm_line_diff_get_pairs (diff, &n_pairs);

  for (guint i = 0; i < n; i++)
    {
      const ExmComparedRow *row = exm_comparison_rows_get (rows, i);
      for (guint k = 0; k < row->n; k++, at++)
        {
          gboolean near = FALSE;
          guint first = at > EXM_COMPARISON_CONTEXT ? at - EXM_COMPARISON_CONTEXT : 0;
          for (guint p = first; p <= at + EXM_COMPARISON_CONTEXT && p < n_pairs; p++)
            near = near || pairs[p].kind != EXM_DIFF_SAME;
          if (row->kind == EXM_ROW_FOLD)
            g_assert_false (near);
          g_assert_cmpuint (pairs[at].left, ==,
                            row->left == EXM_NONE ? EXM_NONE : row->left + k);
          g_assert_cmpuint (pairs[at].right, ==,
                            row->right == EXM_NONE ? EXM_NONE : row->right + k);
        }
      if (row->kind == EXM_ROW_FOLD)
        g_assert_cmpuint (row->n, >=, EXM_COMPARISON_FOLD);
    }
  g_assert_cmpuint (at, ==, n_pairs);
}

static void
assert_found (ExmComparisonRows *rows, ExmLineDiff *diff)
{
  guint n;

  exm_diff_text_get_lines (exm_line_diff_get_right (diff), &n);
  for (guint i = 0; i < n; i++)
    {
      const ExmComparedRow *row
          = exm_comparison_rows_get (rows, exm_comparison_rows_find (rows, TRUE, i));
      g_assert_cmpuint (row->right, <=, i);
      g_assert_cmpuint (i - row->right, <, row->n);
    }
  g_assert_cmpuint (exm_comparison_rows_find (rows, TRUE, n), ==, G_MAXUINT);
}

/* Steps forward, then back: the same differences, as many as are counted. */
static void
assert_steps (ExmComparisonRows *rows)
{
  guint n, n_steps = 0, last = G_MAXUINT, at = G_MAXUINT;

  exm_comparison_rows_count (rows, G_MAXUINT, &n);
  while ((at = exm_comparison_rows_step (rows, at, TRUE)) != G_MAXUINT)
    {
      g_assert_cmpuint (exm_comparison_rows_count (rows, at, &n), ==, ++n_steps);
      if (last != G_MAXUINT)
        g_assert_cmpuint (exm_comparison_rows_step (rows, at, FALSE), ==, last);
      last = at;
    }
  g_assert_cmpuint (n_steps, ==, n);
  g_assert_cmpuint (exm_comparison_rows_step (rows, G_MAXUINT, FALSE), ==, last);
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  g_autoptr (ExmComparisonRows) rows = exm_comparison_rows_new ();
  guint n_told = 0;

  g_signal_connect (rows, "items-changed", G_CALLBACK (on_items_changed), &n_told);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (ExmLineDiff) diff
          = make_random (rand, (guint) g_rand_int_range (rand, 0, 600));
      set_diff (rows, diff, FALSE);
      settle ();
      assert_folds (rows, diff);
      assert_found (rows, diff);
      assert_steps (rows);
      /* Opened, folds are lines, and nothing else has changed. */
      for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (rows)); i++)
        if (exm_comparison_rows_get (rows, i)->kind == EXM_ROW_FOLD)
          {
            exm_comparison_rows_open (rows, i);
            if (g_rand_boolean (rand))
              settle ();
          }
      settle ();
      guint n_pairs;
      exm_line_diff_get_pairs (diff, &n_pairs);
      g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, n_pairs);
      assert_folds (rows, diff);
      assert_found (rows, diff);
      assert_steps (rows);
    }
  exm_comparison_rows_set (rows, NULL, FALSE);
  g_assert_cmpuint (n_told, ==, 0);
}

/* The most rows that a view was told of at once while it had less than it has widgets. */
static void
on_many_changed (GListModel *list, guint position, guint n_old, guint n_new, guint *most)
{
  if (position < 200)
    *most = MAX (*most, n_new);
}

/* Many rows at once are told in steps: a view makes their widgets for longer than a
 * frame. */
static void
test_steps (void)
{
  g_autoptr (GString) left = g_string_new (NULL), right = g_string_new (NULL);
  g_autoptr (ExmComparisonRows) rows = exm_comparison_rows_new ();
  guint most = 0;

  for (guint i = 0; i < MANY; i++)
    {
      g_string_append_printf (left, "%c%c%c\n", 'a' + i % 26, 'a' + i / 26 % 26,
                              'a' + i / 676);
      g_string_append_printf (right, "? %c! %c: %c\n", 'a' + i / 676, 'a' + i % 26,
                              'a' + i / 26 % 26);
    }
  g_autoptr (ExmLineDiff) apart = diff_bodies (left->str, right->str),
                          same = diff_bodies (left->str, left->str);
  g_signal_connect (rows, "items-changed", G_CALLBACK (on_many_changed), &most);
  set_diff (rows, apart, FALSE);
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), >, MANY);
  g_assert_cmpuint (most, <=, 16);
  exm_comparison_rows_set (rows, NULL, FALSE);
  set_diff (rows, same, FALSE);
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 1);
  exm_comparison_rows_open (rows, 0);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 17);
  /* The rest is asked for meanwhile. */
  exm_comparison_rows_open (rows, 16);
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, MANY);
  g_assert_cmpuint (most, <=, 17);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/comparison-rows/by-hand", test_by_hand);
  g_test_add_func ("/app/comparison-rows/random", test_random);
  g_test_add_func ("/app/comparison-rows/steps", test_steps);
  return g_test_run ();
}
