/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "publish/exm-offset-table.h"

#define N_LINES 50000u

/* The file: a line stands at a number, and is about what the number says. */
typedef struct
{
  const char *wanted; /* (unowned) */
  guint n_asked;
} Search;

static char *
make_text (goffset offset)
{
  return g_strdup_printf ("article %u", (guint) (offset % N_LINES));
}

static gboolean
is_wanted (goffset offset, gpointer data)
{
  Search *search = data;
  g_autofree char *text = make_text (offset);

  search->n_asked++;
  return g_str_equal (text, search->wanted);
}

static goffset
find (ExmOffsetTable *table, const char *text, guint *n_asked)
{
  Search search = { text, 0 };
  goffset offset = exm_offset_table_find (table, text, is_wanted, &search);

  *n_asked += search.n_asked;
  return offset;
}

static void
put (ExmOffsetTable *table, goffset offset)
{
  g_autofree char *text = make_text (offset);
  Search search = { text, 0 };

  exm_offset_table_put (table, text, offset, is_wanted, &search);
}

static void
assert_all (ExmOffsetTable *table, goffset first)
{
  guint n_asked = 0;

  for (guint i = 0; i < N_LINES; i++)
    {
      g_autofree char *text = make_text (i);
      g_assert_cmpint (find (table, text, &n_asked), ==, first + i);
    }
  /* Lines of another hash are not looked at. */
  g_assert_cmpuint (n_asked, <, N_LINES + N_LINES / 100);
}

static void
test_many (void)
{
  g_autoptr (ExmOffsetTable) table = exm_offset_table_new ();
  guint n_asked = 0;

  for (guint i = 0; i < N_LINES; i++)
    put (table, i);
  assert_all (table, 0);
  g_assert_cmpint (find (table, "no article", &n_asked), ==, -1);
  /* Later lines about the same take the place of the first. */
  for (guint i = 0; i < N_LINES; i++)
    put (table, N_LINES + i);
  assert_all (table, N_LINES);
  exm_offset_table_clear (table);
  g_assert_cmpint (find (table, "article 1", &n_asked), ==, -1);
}

static void
test_ends (void)
{
  g_autoptr (ExmOffsetTable) table = exm_offset_table_new ();
  goffset last = EXM_OFFSET_TABLE_MAX - 1;
  g_autofree char *text = make_text (last);
  guint n_asked = 0;

  g_assert_cmpint (find (table, text, &n_asked), ==, -1);
  put (table, last);
  g_assert_cmpint (find (table, text, &n_asked), ==, last);
  put (table, 0);
  g_assert_cmpint (find (table, "article 0", &n_asked), ==, 0);
  g_assert_cmpint (find (table, text, &n_asked), ==, last);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/publish/offset-table/many", test_many);
  g_test_add_func ("/publish/offset-table/ends", test_ends);
  return g_test_run ();
}
