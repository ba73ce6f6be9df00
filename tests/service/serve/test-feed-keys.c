/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Keys of served feeds, and the file that they are in. */

#include "config.h"

#include "serve/exm-feed-keys.h"

#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *const feeds[] = { "all", "task-1", NULL };

static void
test_make (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmFeedKeys) keys = exm_feed_keys_new (folder);
  g_autoptr (ExmFeedKeys) others = exm_feed_keys_new (folder);
  g_autofree char *path = g_build_filename (folder, EXM_FEED_KEYS_FILE, NULL);
  g_autoptr (GError) error = NULL;
  struct stat info;

  g_assert_true (exm_feed_keys_read (keys, &error));
  g_assert_null (exm_feed_keys_get (keys, "all"));
  g_assert_true (exm_feed_keys_make (keys, feeds, &error));
  g_assert_no_error (error);
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_autofree char *all = g_strdup (exm_feed_keys_get (keys, "all"));
  g_assert_cmpuint (strlen (all), >=, 32);
  g_assert_cmpstr (all, !=, exm_feed_keys_get (keys, "task-1"));
  g_assert_cmpstr (exm_feed_keys_find (keys, all), ==, "all");
  g_assert_null (exm_feed_keys_find (keys, ""));
  /* Tokens that one process made are kept by the other one. */
  g_assert_true (exm_feed_keys_make (others, feeds, &error));
  g_assert_cmpstr (exm_feed_keys_get (others, "all"), ==, all);
  g_assert_cmpstr (exm_feed_keys_get_folder_id (others), ==,
                   exm_feed_keys_get_folder_id (keys));
}

static void
test_revoke (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmFeedKeys) keys = exm_feed_keys_new (folder);
  g_autoptr (ExmFeedKeys) server = exm_feed_keys_new (folder);
  g_autoptr (GError) error = NULL;
  gboolean had = TRUE;

  g_assert_true (exm_feed_keys_revoke (keys, "all", &had, &error));
  g_assert_false (had);
  g_assert_true (exm_feed_keys_make (keys, feeds, &error));
  g_autofree char *all = g_strdup (exm_feed_keys_get (keys, "all"));
  g_autofree char *id = g_strdup (exm_feed_keys_get_folder_id (keys));
  g_assert_true (exm_feed_keys_read (server, &error));
  g_assert_nonnull (exm_feed_keys_find (server, all));
  g_assert_true (exm_feed_keys_revoke (keys, "all", &had, &error));
  g_assert_true (had);
  g_assert_true (exm_feed_keys_read (server, &error));
  g_assert_null (exm_feed_keys_find (server, all));
  g_assert_nonnull (exm_feed_keys_get (server, "task-1"));
  g_assert_true (exm_feed_keys_make (keys, feeds, &error));
  g_assert_cmpstr (exm_feed_keys_get (keys, "all"), !=, all);
  g_assert_cmpstr (exm_feed_keys_get_folder_id (keys), ==, id);
}

/* Rights that others were given are taken; a token that somebody made up is none. */
static void
test_edited (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  g_autoptr (ExmFeedKeys) keys = exm_feed_keys_new (folder);
  g_autofree char *path = g_build_filename (folder, EXM_FEED_KEYS_FILE, NULL);
  g_autoptr (GError) error = NULL;
  struct stat info;

  g_assert_true (g_file_set_contents (path, "[tokens]\nall=\nopml=x\n", -1, NULL));
  g_assert_cmpint (g_chmod (path, 0644), ==, 0);
  g_assert_true (exm_feed_keys_read (keys, &error));
  g_assert_null (exm_feed_keys_find (keys, ""));
  g_assert_null (exm_feed_keys_find (keys, "x"));
  g_assert_cmpint (stat (path, &info), ==, 0);
  g_assert_cmpuint (info.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_set_contents (path, "rubbish", -1, NULL));
  g_assert_false (exm_feed_keys_read (keys, &error));
  g_assert_nonnull (strstr (error->message, path));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed-keys/make", test_make);
  g_test_add_func ("/feed-keys/revoke", test_revoke);
  g_test_add_func ("/feed-keys/edited", test_edited);
  return g_test_run ();
}
