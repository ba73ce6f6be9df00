/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When an entry of a served feed was updated. */

#include "config.h"

#include "serve/exm-feed-memory.h"

#include "serve-fixture.h"
#include "test-folder.h"

#include <sys/stat.h>

#define LATER (SERVE_NOW + G_TIME_SPAN_DAY)

static gint64
update (ExmFeedMemory *memory, guint task, const char *text, gint64 now)
{
  g_autoptr (ExmArticle) article
      = serve_article (task, 1, "Title", text, EXM_ARTICLE_GOOD);

  return exm_feed_memory_update (memory, article, now);
}

static void
test_moves (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmFeedMemory) memory = exm_feed_memory_new (folder);
  gint64 first = update (memory, 1, "Text", LATER);

  g_assert_cmpint (first, ==, SERVE_NOW + G_TIME_SPAN_MINUTE);
  g_assert_cmpint (update (memory, 1, "Text", LATER), ==, first);
  g_assert_cmpint (update (memory, 1, "Corrected", LATER), ==, LATER);
  g_assert_cmpint (update (memory, 1, "Corrected", LATER + 1), ==, LATER);
  /* The same address in another task has a text of its own. */
  g_assert_cmpint (update (memory, 2, "Text", LATER), ==, first);
}

static void
test_kept (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmFeedMemory) memory = exm_feed_memory_new (folder);
  g_autofree char *path = g_build_filename (folder, EXM_FEED_MEMORY_FILE, NULL);
  g_autoptr (GError) error = NULL;
  struct stat info;

  update (memory, 1, "Text", LATER);
  update (memory, 1, "Corrected", LATER);
  g_assert_true (exm_feed_memory_save (memory, &error));
  g_assert_no_error (error);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_autoptr (ExmFeedMemory) again = exm_feed_memory_new (folder);
  g_assert_cmpint (update (again, 1, "Corrected", LATER + 1), ==, LATER);
  g_assert_cmpint (update (again, 1, "Text", LATER + 1), ==, LATER + 1);
}

static void
test_damaged (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autofree char *path = g_build_filename (folder, EXM_FEED_MEMORY_FILE, NULL);
  static const char rubbish[] = "a b c\n\0x 1\n  \nx 99999999999999999999 1\n";

  g_assert_true (g_file_set_contents (path, rubbish, sizeof rubbish, NULL));
  g_autoptr (ExmFeedMemory) memory = exm_feed_memory_new (folder);
  g_assert_cmpint (update (memory, 1, "Text", LATER), ==, SERVE_NOW + G_TIME_SPAN_MINUTE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed-memory/moves", test_moves);
  g_test_add_func ("/feed-memory/kept", test_kept);
  g_test_add_func ("/feed-memory/damaged", test_damaged);
  return g_test_run ();
}
