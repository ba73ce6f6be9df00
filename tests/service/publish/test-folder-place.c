/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The place at which a disk is connected at other times is told from a folder that was
 * emptied. Where it was before is what the publisher is told. */

#include "publish-fixture.h"
#include "publish/exm-folder-publisher.h"
#include "publish/exm-folder.h"
#include "publish/exm-publish-index.h"
#include "task/exm-output-format.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

static ExmFolderPublisher *
make_publisher (const char *folder, ExmOutputFormat format)
{
  const ExmTaskOutput output = { .format = format, .folder = (char *) folder };
  g_autoptr (GError) error = NULL;
  ExmFolderPublisher *publisher = exm_folder_publisher_new (&output, "Task", &error);

  g_assert_no_error (error);
  return publisher;
}

static gboolean
publish (ExmFolderPublisher *publisher, gint64 *device, GError **error)
{
  g_auto (ExmPublished) published = { 0 };
  g_autoptr (ExmArticle) article = make_article ("http://x/1", "A title", "text");
  gboolean ok
      = exm_folder_publisher_publish (publisher, article, NULL, &published, error);

  if (ok)
    *device = published.device;
  return ok;
}

/* By a publisher that was told so. Returns: whether the article went there; else nothing
 * of it is there */
static gboolean
publish_expecting (const char *folder, ExmOutputFormat format, gint64 expected)
{
  g_autoptr (ExmFolderPublisher) publisher = make_publisher (folder, format);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) before = list_files (folder, TRUE);
  gint64 device = 0;

  exm_folder_publisher_expect_folder (publisher, expected);
  gboolean ok = publish (publisher, &device, &error);
  if (ok)
    {
      g_assert_no_error (error);
      g_assert_cmpint (device, !=, 0);
      return TRUE;
    }
  g_test_message ("%s", error->message);
  g_assert_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_NOT_FOLDER);
  g_assert_nonnull (strstr (error->message, folder));
  g_assert_nonnull (strstr (error->message, EXM_PUBLISH_INDEX_NAME));
  g_auto (GStrv) after = list_files (folder, TRUE);
  g_assert_cmpstrv (before, after);
  return FALSE;
}

static void
touch_index (const char *folder)
{
  g_autofree char *index = g_build_filename (folder, EXM_PUBLISH_INDEX_NAME, NULL);

  g_assert_true (g_file_set_contents (index, "", 0, NULL));
}

static void
empty (char **folder)
{
  remove_folder (*folder);
  *folder = make_folder ();
}

static void
test_expected (void)
{
  static const ExmOutputFormat formats[] = { EXM_OUTPUT_TEXT, EXM_OUTPUT_CSV };

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      char *folder = make_folder ();
      gint64 device = 0;
      g_autoptr (ExmFolderPublisher) first = make_publisher (folder, formats[i]);
      g_assert_true (publish (first, &device, NULL));
      g_assert_cmpint (device, !=, 0);

      /* It is what it was, whatever number its file system has now. */
      g_assert_true (publish_expecting (folder, formats[i], device));
      g_assert_true (publish_expecting (folder, formats[i], device + 1));
      g_assert_true (publish_expecting (folder, formats[i], 0));
      /* It was emptied. */
      empty (&folder);
      g_assert_true (publish_expecting (folder, formats[i], device));
      empty (&folder);
      g_assert_true (publish_expecting (folder, formats[i], 0));
      /* It is another one, until somebody says that it is meant. */
      empty (&folder);
      g_assert_false (publish_expecting (folder, formats[i], device + 1));
      g_assert_false (publish_expecting (folder, formats[i], device + 1));
      touch_index (folder);
      g_assert_true (publish_expecting (folder, formats[i], device + 1));
      remove_folder (folder);
    }
}

/* Takes the begin of a file system for a connected disk, even if it is another one. */
static void
test_mount_point (void)
{
  char *folder = make_folder ();
  int own = exm_folder_open (folder, FALSE, NULL);
  int proc = exm_folder_open ("/proc", FALSE, NULL);

  g_assert_cmpint (own, >=, 0);
  g_assert_cmpint (proc, >=, 0);
  g_assert_false (exm_folder_is_mount_point (own));
  g_assert_true (exm_folder_is_mount_point (proc));
  g_assert_cmpint (exm_folder_get_device (own), !=, 0);
  g_assert_cmpint (exm_folder_get_device (own), !=, exm_folder_get_device (proc));
  close (own);
  close (proc);
  remove_folder (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/publish/folder-place/expected", test_expected);
  g_test_add_func ("/publish/folder-place/mount-point", test_mount_point);
  return g_test_run ();
}
