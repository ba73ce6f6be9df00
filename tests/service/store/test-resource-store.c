/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The store of resources: once by hash, found by address, swept by last use, made anew
 * where it is damaged. */

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-resource-store.h"
#include "test-folder.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#define DAY (G_GINT64_CONSTANT (24) * 3600 * G_USEC_PER_SEC)

typedef struct
{
  char *folder;            /* (owned) */
  char *path;              /* (owned) */
  ExmResourceStore *store; /* (owned) */
} Fixture;

static void
open_store (Fixture *self)
{
  g_autoptr (GError) error = NULL;

  self->store = exm_resource_store_open (self->folder, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *self, gconstpointer unused)
{
  self->folder = test_folder_new ();
  self->path = g_build_filename (self->folder, EXM_STORE_RESOURCES_FILE, NULL);
  open_store (self);
}

static void
tear_down (Fixture *self, gconstpointer unused)
{
  g_clear_pointer (&self->store, exm_resource_store_close);
  g_free (self->path);
  test_folder_free (self->folder);
}

static void
put (Fixture *self, const char *url, const char *text, gsize n, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new (text, n);
  const ExmResource resource = { bytes, (char *) "text/css", (char *) url, NULL };

  exm_resource_store_put (self->store, url, &resource, now_usec, &error);
  g_assert_no_error (error);
}

static gboolean
has (Fixture *self, const char *url, gint64 now_usec)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource
      = exm_resource_store_get (self->store, url, now_usec, &error);

  if (resource == NULL)
    g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
  return resource != NULL;
}

static guint64
count (Fixture *self)
{
  g_autoptr (GError) error = NULL;
  guint64 n_bytes = 0;

  exm_resource_store_count (self->store, &n_bytes, &error);
  g_assert_no_error (error);
  return n_bytes;
}

static void
test_round (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  struct stat status;

  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  put (self, "http://a.example/2", "abc", 3, STORE_NOW);
  put (self, "http://a.example/3", "", 0, STORE_NOW);
  g_assert_cmpuint (count (self), ==, 3);
  exm_resource_store_close (self->store);
  open_store (self);
  g_autoptr (ExmResource) resource
      = exm_resource_store_get (self->store, "http://a.example/2", STORE_NOW, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (g_bytes_get_data (resource->bytes, NULL),
                   g_bytes_get_size (resource->bytes), "abc", 3);
  g_assert_cmpstr (resource->type, ==, "text/css");
  g_assert_cmpstr (resource->final_url, ==, "http://a.example/2");
  g_assert_null (resource->charset);
  g_assert_true (has (self, "http://a.example/3", STORE_NOW));
  g_assert_false (has (self, "http://a.example/4", STORE_NOW));
  /* Another answer takes the place of the one before. */
  put (self, "http://a.example/2", "abcd", 4, STORE_NOW);
  g_assert_cmpuint (count (self), ==, 7);
  g_assert_cmpint (stat (self->path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
}

/* Those that were used longest ago go; a use is noted once a day. */
static void
test_sweep (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  char text[100];

  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://a.example/%u", i);
      memset (text, 'a' + (int) i, sizeof text);
      put (self, url, text, sizeof text, STORE_NOW + i);
    }
  g_assert_true (has (self, "http://a.example/0", STORE_NOW + 2 * DAY));
  g_assert_true (has (self, "http://a.example/1", STORE_NOW + DAY / 2));
  exm_resource_store_sweep (self->store, 2400, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (self), ==, 2400);
  g_assert_true (has (self, "http://a.example/0", STORE_NOW + 2 * DAY));
  g_assert_false (has (self, "http://a.example/1", STORE_NOW + 2 * DAY));
  g_assert_true (has (self, "http://a.example/39", STORE_NOW + 2 * DAY));
  exm_resource_store_sweep (self->store, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (self), ==, 0);
  g_assert_false (has (self, "http://a.example/0", STORE_NOW));
}

static void
test_limit (Fixture *self, gconstpointer unused)
{
  const gsize n = 40 * 1024 * 1024;
  g_autofree char *text = g_malloc0 (n);

  for (guint i = 0; i < 7; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://a.example/%u", i);
      text[0] = (char) i;
      put (self, url, text, n, STORE_NOW + i);
      g_assert_cmpuint (count (self), <=, EXM_RESOURCE_STORE_MAX_BYTES);
    }
  g_assert_true (has (self, "http://a.example/6", STORE_NOW));
}

/* Bytes that changed on the disk are not given to anybody. */
static void
test_changed (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  exm_resource_store_close (self->store);
  ExmDb *db = exm_db_open (self->path, NULL, &error);
  g_assert_no_error (error);
  exm_db_execute (db, "UPDATE resource SET bytes = x'00'", &error);
  g_assert_no_error (error);
  exm_db_close (db);
  open_store (self);
  g_assert_false (has (self, "http://a.example/1", STORE_NOW));
  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  g_assert_true (has (self, "http://a.example/1", STORE_NOW));
}

static void
test_damaged (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *noise = g_strnfill (100000, 'x');

  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  exm_resource_store_close (self->store);
  g_file_set_contents (self->path, noise, 100000, &error);
  g_assert_no_error (error);
  g_test_expect_message ("exm-store", G_LOG_LEVEL_MESSAGE, "*made anew*");
  open_store (self);
  g_test_assert_expected_messages ();
  g_assert_cmpuint (count (self), ==, 0);
  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  g_assert_true (has (self, "http://a.example/1", STORE_NOW));
}

/* Damage in the midst shows when a row is read. */
static void
test_damaged_inside (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  gsize n = 0;

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://a.example/%u", i);
      put (self, url, url, strlen (url), STORE_NOW);
    }
  exm_resource_store_close (self->store);
  g_file_get_contents (self->path, &bytes, &n, &error);
  g_assert_no_error (error);
  /* All but the first page, which says whose file it is. */
  memset (bytes + 4096, 0xa5, n - 4096);
  g_file_set_contents (self->path, bytes, (gssize) n, &error);
  g_assert_no_error (error);
  g_test_expect_message ("exm-store", G_LOG_LEVEL_MESSAGE, "*made anew*");
  open_store (self);
  g_assert_false (has (self, "http://a.example/1", STORE_NOW));
  g_test_assert_expected_messages ();
  put (self, "http://a.example/1", "abc", 3, STORE_NOW);
  g_assert_true (has (self, "http://a.example/1", STORE_NOW));
}

/* A newer version's file is left as it is. */
static void
test_newer (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  exm_resource_store_close (g_steal_pointer (&self->store));
  ExmDb *db = exm_db_open (self->path, NULL, &error);
  exm_db_execute (db, "PRAGMA user_version = 99", &error);
  g_assert_no_error (error);
  exm_db_close (db);
  g_assert_null (exm_resource_store_open (self->folder, &error));
  g_assert_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NEWER);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "/store/resources/round", test_round },
    { "/store/resources/sweep", test_sweep },
    { "/store/resources/limit", test_limit },
    { "/store/resources/changed", test_changed },
    { "/store/resources/damaged", test_damaged },
    { "/store/resources/damaged-inside", test_damaged_inside },
    { "/store/resources/newer", test_newer },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].func, tear_down);
  return g_test_run ();
}
