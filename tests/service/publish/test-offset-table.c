/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "publish/exm-offset-table.h"
#include "publish/exm-publish-error.h"

#include <errno.h>
#include <malloc.h>
#include <string.h>
#include <unistd.h>

#define N_LINES 50000u

/* Bar for a table, however many lines it has. */
#define MAX_HEAP_BYTES (96u * 1024u)

/* The linker puts these before the system's calls. */
static gboolean broken;

ssize_t __real_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset);
ssize_t __wrap_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset);
ssize_t __real_pwrite64 (int fd, const void *bytes, size_t n_bytes, off_t offset);
ssize_t __wrap_pwrite64 (int fd, const void *bytes, size_t n_bytes, off_t offset);

ssize_t
__wrap_pread64 (int fd, void *bytes, size_t n_bytes, off_t offset)
{
  errno = EIO;
  return broken ? -1 : __real_pread64 (fd, bytes, n_bytes, offset);
}

ssize_t
__wrap_pwrite64 (int fd, const void *bytes, size_t n_bytes, off_t offset)
{
  errno = EIO;
  return broken ? -1 : __real_pwrite64 (fd, bytes, n_bytes, offset);
}

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

static gsize
get_heap_bytes (void)
{
  struct mallinfo2 heap = mallinfo2 ();

  return heap.uordblks + heap.hblkhd;
}

static void
test_memory (void)
{
  g_autoptr (ExmOffsetTable) table = exm_offset_table_new ();
  gsize before = get_heap_bytes ();

  for (guint i = 0; i < N_LINES; i++)
    put (table, i);
  g_assert_cmpuint (get_heap_bytes (), <, before + MAX_HEAP_BYTES);
  assert_all (table, 0);
}

/* Slots that cannot be read are never taken for free ones. */
static void
test_broken (void)
{
  g_autoptr (ExmOffsetTable) table = exm_offset_table_new ();
  g_autoptr (GError) error = NULL;
  guint n_asked = 0;

  for (guint i = 0; i < N_LINES; i++)
    put (table, i);
  g_assert_true (exm_offset_table_check (table, &error));
  broken = TRUE;
  g_assert_cmpint (find (table, "article 1", &n_asked), ==, -1);
  broken = FALSE;
  g_assert_false (exm_offset_table_check (table, &error));
  g_assert_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, "exemplar-"));
  put (table, 1);
  g_assert_cmpint (find (table, "article 1", &n_asked), ==, -1);

  exm_offset_table_clear (table);
  for (guint i = 0; i < N_LINES; i++)
    put (table, i);
  g_assert_true (exm_offset_table_check (table, NULL));
  assert_all (table, 0);
}

/* Without a place for a file, all stays in memory. */
static void
test_no_folder (void)
{
  g_autoptr (ExmOffsetTable) table = exm_offset_table_new ();

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, G_TEST_SUBPROCESS_DEFAULT);
      g_test_trap_assert_passed ();
      return;
    }
  g_setenv ("TMPDIR", "/nowhere", TRUE);
  for (guint i = 0; i < N_LINES; i++)
    put (table, i);
  assert_all (table, 0);
  g_assert_true (exm_offset_table_check (table, NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/publish/offset-table/many", test_many);
  g_test_add_func ("/publish/offset-table/ends", test_ends);
  g_test_add_func ("/publish/offset-table/memory", test_memory);
  g_test_add_func ("/publish/offset-table/broken", test_broken);
  g_test_add_func ("/publish/offset-table/no-folder", test_no_folder);
  return g_test_run ();
}
