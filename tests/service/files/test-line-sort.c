/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lines in order, beside qsort() over all of them. */

#include "files/exm-line-sort.h"

#include "test-folder.h"

#include <string.h>

/* Checks that a line is the next of those that are expected. @data: the place in them */
static void
expect_line (const char *line, gpointer data)
{
  char ***next = data;

  g_assert_nonnull (**next);
  g_assert_cmpstr (line, ==, **next);
  ++*next;
}

static void
check (GRand *rand, guint n_lines, gsize n_memory, guint max_length)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmLineSort) sort = exm_line_sort_new (folder, n_memory);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < n_lines; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      guint n = (guint) g_rand_int_range (rand, 0, (gint32) max_length);
      /* Few letters, so that lines are alike, and bytes around the line break. */
      for (guint c = 0; c < n; c++)
        g_string_append_c (line, "\t a\xff"[g_rand_int_range (rand, 0, 4)]);
      g_string_append_c (line, '\n');
      g_ptr_array_add (all, g_strdup (line->str));
      exm_line_sort_add (sort, g_strdup (line->str), &error);
      g_assert_no_error (error);
    }
  g_ptr_array_sort (all, exm_line_sort_compare);
  g_ptr_array_add (all, NULL);
  char **next = (char **) all->pdata;
  exm_line_sort_foreach (sort, expect_line, &next, &error);
  g_assert_no_error (error);
  g_assert_null (*next);
  /* The runs have no names. */
  g_autoptr (GDir) dir = g_dir_open (folder, 0, &error);
  g_assert_null (g_dir_read_name (dir));
}

static void
test_order (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (27);

  check (rand, 0, 100, 2);
  check (rand, 500, 1u << 20, 20); /* in memory */
  check (rand, 500, 1, 20);        /* a run a line */
  for (guint i = 0; i < 20; i++)
    check (rand, 2000, 1000, 40);
  /* Lines longer than what is read at once. */
  check (rand, 12, 1u << 20, 1000000);
}

static void
test_no_folder (void)
{
  g_autoptr (ExmLineSort) sort = exm_line_sort_new ("/none/such", 1);
  g_autoptr (GError) error = NULL;

  g_assert_false (exm_line_sort_add (sort, g_strdup ("a\n"), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "/none/such"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/line-sort/order", test_order);
  g_test_add_func ("/line-sort/no-folder", test_no_folder);
  return g_test_run ();
}
