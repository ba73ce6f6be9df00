/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The file of sections that are being added: there and back, cut off at every byte, and
 * with another process at it. */

#include "setup/exm-section-book.h"
#include "store/db/exm-store-error.h"

#include "test-folder.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#define N_SECTIONS 4u

static const char *const names[N_SECTIONS]
    = { "News\tof\nthe \\ day", "日报 \"要闻\"", NULL, "=\t0\tready" };

static void
add_sections (ExmSectionBook *book)
{
  g_autoptr (GPtrArray) sections
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_section_free);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < N_SECTIONS; i++)
    {
      ExmSection *section = g_new0 (ExmSection, 1);
      section->line = i + 1;
      section->name = g_strdup (names[i]);
      section->address = g_strdup_printf ("https://a.example/%u/", i);
      g_ptr_array_add (sections, section);
    }
  g_assert_true (exm_section_book_add (book, sections, FALSE, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (sections->len, ==, 0);
}

static void
note (ExmSectionBook *book,
      guint index,
      ExmSectionState state,
      const char *uid,
      gboolean is_stored)
{
  g_autoptr (GError) error = NULL;

  exm_section_book_note (book, index, state, uid, "why\tnot?", "https://a.example/1",
                         is_stored, &error);
  g_assert_no_error (error);
}

static ExmSectionBook *
open_book (const char *folder)
{
  g_autoptr (GError) error = NULL;
  ExmSectionBook *book = exm_section_book_open (folder, &error);

  g_assert_no_error (error);
  return book;
}

static void
fill (const char *folder)
{
  g_autoptr (ExmSectionBook) book = open_book (folder);

  add_sections (book);
  note (book, 0, EXM_SECTION_READY, "u0", FALSE);
  note (book, 0, EXM_SECTION_READY, "u0", TRUE);
  note (book, 1, EXM_SECTION_LOOK, "u1", FALSE);
  note (book, 2, EXM_SECTION_FAILED, NULL, FALSE);
}

/* All that is said of sections comes back. */
static void
test_round_trip (void)
{
  char *folder = test_folder_new ();
  guint n_examples;

  fill (folder);
  {
    g_autoptr (ExmSectionBook) book = open_book (folder);
    g_autoptr (GHashTable) uids = g_hash_table_new (g_str_hash, g_str_equal);
    g_assert_cmpuint (exm_section_book_get_n (book), ==, N_SECTIONS);
    for (guint i = 0; i < N_SECTIONS; i++)
      g_assert_cmpstr (exm_section_book_get (book, i)->section->name, ==, names[i]);
    g_assert_cmpstr (exm_section_book_get (book, 2)->question, ==, "why\tnot?");
    g_assert_cmpuint (exm_section_book_count_shared (book, &n_examples), ==, 2);
    g_assert_cmpuint (n_examples, ==, 1);
    /* The task of the second one was not stored before the end. */
    exm_section_book_resolve (book, uids);
    g_assert_cmpint (exm_section_book_get (book, 0)->state, ==, EXM_SECTION_READY);
    g_assert_cmpint (exm_section_book_get (book, 1)->state, ==, EXM_SECTION_WAITING);
    g_assert_cmpint (exm_section_book_get (book, 2)->state, ==, EXM_SECTION_FAILED);
    g_assert_cmpint (exm_section_book_get (book, 3)->state, ==, EXM_SECTION_WAITING);
    /* Given again, all are new: what is done leaves, the others come a second time. */
    add_sections (book);
    g_assert_cmpuint (exm_section_book_get_n (book), ==, N_SECTIONS);
  }
  {
    g_autoptr (ExmSectionBook) book = open_book (folder);
    g_autoptr (GHashTable) uids = g_hash_table_new (g_str_hash, g_str_equal);
    note (book, 1, EXM_SECTION_LOOK, "u1", FALSE);
    g_hash_table_add (uids, (gpointer) "u1");
    exm_section_book_resolve (book, uids);
    g_assert_cmpint (exm_section_book_get (book, 1)->state, ==, EXM_SECTION_LOOK);
    g_assert_true (exm_section_book_get (book, 1)->is_stored);
  }
  test_folder_free (folder);
}

/* Whole lines of a text count; what is behind the last end of a line does not. */
static guint
count_lines (const char *text, gsize n_bytes, char kind)
{
  guint n = 0;

  for (const char *p = text, *end; (end = memchr (p, '\n', n_bytes - (gsize) (p - text)));
       p = end + 1)
    n += *p == kind;
  return n;
}

/* A file that ends anywhere is read as far as it goes, and written on. */
static void
test_cut (void)
{
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, EXM_SECTION_BOOK_NAME, NULL);
  g_autofree char *text = NULL;
  gsize n_bytes;

  fill (folder);
  g_assert_true (g_file_get_contents (path, &text, &n_bytes, NULL));
  for (gsize n = 0; n <= n_bytes; n++)
    {
      g_assert_true (g_file_set_contents (path, text, (gssize) n, NULL));
      guint n_sections = count_lines (text, n, '+');
      g_autoptr (ExmSectionBook) book = open_book (folder);
      g_assert_cmpuint (exm_section_book_get_n (book), ==, n_sections);
      if (n_sections == 0)
        continue;
      note (book, 0, EXM_SECTION_LOOK, "again", TRUE);
      g_clear_pointer (&book, exm_section_book_close);
      book = open_book (folder);
      g_assert_cmpstr (exm_section_book_get (book, 0)->uid, ==, "again");
    }
  test_folder_free (folder);
}

/* Lines that are none say nothing. */
static void
test_damage (void)
{
  static const char text[] = "=\t0\tready\t1\tu\t\t\n+\t1\ta.example\t\t\n+\tx\ta\t\t\n"
                             "=\t7\tready\t1\tu\t\t\n=\t0\tgreat\t1\tu\t\t\n\xff\n\t\n"
                             "=\t0\tfailed\t0\t\t\xff\t\n";
  char *folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, EXM_SECTION_BOOK_NAME, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_autoptr (ExmSectionBook) book = open_book (folder);
  g_assert_cmpuint (exm_section_book_get_n (book), ==, 1);
  g_assert_cmpint (exm_section_book_get (book, 0)->state, ==, EXM_SECTION_FAILED);
  g_assert_null (exm_section_book_get (book, 0)->question);
  test_folder_free (folder);
}

/* One at a time. */
static void
test_busy (void)
{
  char *folder = test_folder_new ();
  g_autoptr (ExmSectionBook) book = open_book (folder);
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_section_book_open (folder, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_BUSY);
  g_clear_pointer (&book, exm_section_book_close);
  book = open_book (folder);
  test_folder_free (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/section-book/round-trip", test_round_trip);
  g_test_add_func ("/section-book/cut", test_cut);
  g_test_add_func ("/section-book/damage", test_damage);
  g_test_add_func ("/section-book/busy", test_busy);
  return g_test_run ();
}
