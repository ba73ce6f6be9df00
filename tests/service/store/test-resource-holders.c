/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Resources that articles hold: not swept, gone with the last holder, and what becomes of
 * older and of damaged files. */

#include "store-fixture.h"
#include "store/db/exm-statement.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-resource-holders.h"
#include "test-folder.h"

#include <glib/gstdio.h>

#define UID "0123456789abcdef0123456789abcdef"
#define OTHER "fedcba9876543210fedcba9876543210"

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

  self->store = exm_resource_store_open_durable (self->folder, &error);
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

/* @urls: separated by spaces */
static void
want (Fixture *self, const char *uid, const char *key, const char *urls)
{
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) parts = g_strsplit (urls, " ", -1);
  g_autoptr (GPtrArray) wanted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);

  for (guint i = 0; parts[i] != NULL && *parts[i] != '\0'; i++)
    {
      g_autofree char *url = g_strndup (parts[i], strcspn (parts[i], "#"));
      g_ptr_array_add (wanted, exm_held_resource_new (parts[i], "image", url));
    }
  exm_resource_store_want (self->store, uid, key, wanted, FALSE, &error);
  g_assert_no_error (error);
}

static ExmResource *
make (const char *text)
{
  ExmResource *resource = g_new0 (ExmResource, 1);

  resource->bytes = g_bytes_new (text, strlen (text));
  resource->type = g_strdup ("image/png");
  resource->final_url = g_strdup ("http://a.example/final");
  return resource;
}

static void
hold (Fixture *self, const char *url, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource = make (text);

  exm_resource_store_hold (self->store, url, resource, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
put (Fixture *self, const char *url, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResource) resource = make (text);

  exm_resource_store_put (self->store, url, resource, STORE_NOW, &error);
  g_assert_no_error (error);
}

static void
release (Fixture *self, const char *uid, const char *key)
{
  g_autoptr (GError) error = NULL;

  exm_resource_store_release (self->store, uid, key, &error);
  g_assert_no_error (error);
}

/* Returns: (transfer full): "address=hash's text or failure or ?", by address */
static char *
dup_held (Fixture *self, const char *uid, const char *key)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (self->store, uid, key, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < held->len; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      g_autoptr (GBytes) bytes
          = one->hash != NULL ? exm_resource_store_get_held (self->store, one->hash, NULL)
                              : NULL;
      g_string_append_printf (text, "%s%s=", i > 0 ? " " : "", one->address);
      if (bytes != NULL)
        g_string_append_len (text, g_bytes_get_data (bytes, NULL),
                             (gssize) g_bytes_get_size (bytes));
      else
        g_string_append (text, one->failure != NULL ? one->failure : "?");
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
check_held (Fixture *self, const char *uid, const char *key, const char *expected)
{
  g_autofree char *held = dup_held (self, uid, key);

  g_assert_cmpstr (held, ==, expected);
}

static ExmHeldSize
count_held (Fixture *self, const char *uid)
{
  g_autoptr (GError) error = NULL;
  ExmHeldSize size;

  exm_resource_store_count_held (self->store, uid, &size, &error);
  g_assert_no_error (error);
  return size;
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
check_articles (Fixture *self, const char *url, gboolean settled, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) keys
      = exm_resource_store_list_articles (self->store, UID, url, settled, &error);

  g_assert_no_error (error);
  g_ptr_array_add (keys, NULL);
  g_autofree char *text = g_strjoinv (" ", (char **) keys->pdata);
  g_assert_cmpstr (text, ==, expected);
}

static void
test_hold (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  gboolean wanted = FALSE;

  put (self, "http://a.example/3", "three");
  want (self, UID, "a", "http://a.example/1#x http://a.example/2 http://a.example/3");
  want (self, UID, "b", "http://a.example/1");
  check_held (self, UID, "a",
              "http://a.example/1#x=? http://a.example/2=? http://a.example/3=three");
  hold (self, "http://a.example/1", "one");
  check_articles (self, "http://a.example/1", FALSE, "a b");
  check_articles (self, "http://a.example/1", TRUE, "b");
  exm_resource_store_is_wanted (self->store, UID, "http://a.example/1", &wanted, &error);
  g_assert_no_error (error);
  g_assert_false (wanted);
  exm_resource_store_is_wanted (self->store, UID, "http://a.example/2", &wanted, &error);
  g_assert_true (wanted);
  exm_resource_store_give_up (self->store, UID, "http://a.example/2", "gone", &error);
  g_assert_no_error (error);
  check_articles (self, "http://a.example/2", TRUE, "a");
  check_held (
      self, UID, "a",
      "http://a.example/1#x=one http://a.example/2=gone http://a.example/3=three");
  /* The task's other articles do not ask for it again. */
  want (self, UID, "c", "http://a.example/2");
  check_held (self, UID, "c", "http://a.example/2=gone");
  want (self, OTHER, "c", "http://a.example/2");
  check_held (self, OTHER, "c", "http://a.example/2=?");
  release (self, OTHER, "c");
  release (self, UID, "c");
  /* Wants that come again stay as they are; others go. */
  want (self, UID, "a", "http://a.example/1#x http://a.example/2");
  check_held (self, UID, "a", "http://a.example/1#x=one http://a.example/2=gone");
  g_assert_cmpuint (count_held (self, NULL).n_bytes, ==, 3);
  g_assert_cmpuint (count_held (self, NULL).n_articles, ==, 2);
  g_assert_cmpuint (count_held (self, OTHER).n_articles, ==, 0);
}

static void
want_via (
    Fixture *self, const char *key, const char *kind, const char *url, const char *via)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) wanted
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_held_resource_free);
  ExmHeldResource *one = exm_held_resource_new (url, kind, url);

  one->via = g_strdup (via);
  g_ptr_array_add (wanted, one);
  exm_resource_store_want (self->store, UID, key, wanted, TRUE, &error);
  g_assert_no_error (error);
}

/* An article that shows a style sheet which another one holds gets what that asks for. */
static void
test_imports (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  /* A sheet that was not read for an article is read for the first that wants it. */
  put (self, "http://a.example/s", "sheet");
  want_via (self, "a", "style", "http://a.example/s", NULL);
  check_held (self, UID, "a", "http://a.example/s=?");
  want_via (self, "a", "style", "http://a.example/t", "http://a.example/s");
  want_via (self, "a", "style", "http://a.example/s", "http://a.example/t");
  want_via (self, "a", "font", "http://a.example/f", "http://a.example/t");
  hold (self, "http://a.example/s", "sheet");
  hold (self, "http://a.example/t", "other");
  exm_resource_store_give_up (self->store, UID, "http://a.example/f", "none", &error);
  g_assert_no_error (error);
  want_via (self, "b", "style", "http://a.example/s", NULL);
  check_held (self, UID, "b",
              "http://a.example/f=none http://a.example/s=sheet http://a.example/s=sheet"
              " http://a.example/t=other");
  /* The body's pictures may change; what the page's sheets ask for stays. */
  want (self, UID, "b", "http://a.example/s");
  check_held (self, UID, "b",
              "http://a.example/f=none http://a.example/s=sheet http://a.example/s=sheet"
              " http://a.example/s=sheet http://a.example/t=other");
}

static void
test_swept_with_last (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  put (self, "http://a.example/free", "free");
  want (self, UID, "a", "http://a.example/1 http://a.example/2");
  want (self, OTHER, "a", "http://a.example/1");
  hold (self, "http://a.example/1", "one");
  hold (self, "http://a.example/2", "two two");
  g_assert_cmpuint (count (self), ==, 4);
  /* Clearing takes what nobody holds. */
  exm_resource_store_sweep (self->store, 0, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count (self), ==, 0);
  check_held (self, UID, "a", "http://a.example/1=one http://a.example/2=two two");
  release (self, UID, "a");
  g_assert_cmpuint (count_held (self, NULL).n_bytes, ==, 3);
  check_held (self, OTHER, "a", "http://a.example/1=one");
  release (self, OTHER, NULL);
  g_assert_cmpuint (count_held (self, NULL).n_bytes, ==, 0);
  g_assert_cmpuint (count (self), ==, 0);
}

static void
test_not_swept (Fixture *self, gconstpointer unused)
{
  const gsize n = 60 * 1024 * 1024;
  g_autofree char *big = g_malloc0 (n + 1);

  memset (big, 'a', n);
  want (self, UID, "a", "http://a.example/held");
  hold (self, "http://a.example/held", big);
  for (guint i = 0; i < 5; i++)
    {
      g_autofree char *url = g_strdup_printf ("http://a.example/%u", i);
      big[0] = (char) ('b' + i);
      put (self, url, big);
    }
  g_assert_cmpuint (count (self), <=, EXM_RESOURCE_STORE_SWEPT_BYTES);
  g_assert_cmpuint (count_held (self, UID).n_bytes, ==, n);
}

static void
test_holders (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  ExmHolder last = { NULL, NULL };
  g_autoptr (GString) all = g_string_new (NULL);
  guint n = 0;

  want (self, UID, "b", "http://a.example/1 http://a.example/2");
  want (self, UID, "a", "http://a.example/1");
  want (self, OTHER, "a", "http://a.example/1");
  do
    {
      g_autoptr (GPtrArray) some = exm_resource_store_list_holders (
          self->store, last.uid != NULL ? &last : NULL, 2, &error);
      g_assert_no_error (error);
      n = some->len;
      for (guint i = 0; i < n; i++)
        {
          const ExmHolder *one = g_ptr_array_index (some, i);
          g_string_append_printf (all, "%.1s%s ", one->uid, one->url_key);
          g_free (last.uid);
          g_free (last.url_key);
          last = (ExmHolder){ g_strdup (one->uid), g_strdup (one->url_key) };
        }
    }
  while (n > 0);
  g_assert_cmpstr (all->str, ==, "0a 0b fa ");
  g_free (last.uid);
  g_free (last.url_key);
}

/* Bytes that are not what was stored: the article goes on with the address. */
static void
test_rotten (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;

  want (self, UID, "a", "http://a.example/1");
  hold (self, "http://a.example/1", "one");
  g_autoptr (ExmDb) db = exm_db_open (self->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_db_execute (db, "UPDATE resource SET bytes = x'00'", &error));
  check_held (self, UID, "a", "http://a.example/1=?");
  check_held (self, UID, "a", "http://a.example/1=damaged");
}

static void
test_damaged (Fixture *self, gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *before = exm_resource_store_get_identity (self->store, &error);
  g_autofree char *junk = g_strnfill (20000, 'x');

  g_assert_no_error (error);
  want (self, UID, "a", "http://a.example/1");
  exm_resource_store_close (self->store);
  open_store (self);
  g_autofree char *same = exm_resource_store_get_identity (self->store, &error);
  g_assert_cmpstr (same, ==, before);
  exm_resource_store_close (self->store);
  g_file_set_contents (self->path, junk, 20000, &error);
  g_assert_no_error (error);
  open_store (self);
  g_autofree char *after = exm_resource_store_get_identity (self->store, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (after, !=, before);
  check_held (self, UID, "a", "");
}

/* A file of before has no holders; drawings in it were not cleaned. */
static void
test_older (Fixture *self, gconstpointer unused)
{
  static const char sql[]
      = "CREATE TABLE resource (hash TEXT PRIMARY KEY NOT NULL, size INTEGER NOT NULL,"
        " used_usec INTEGER NOT NULL, type TEXT NOT NULL, bytes BLOB NOT NULL) STRICT;"
        "CREATE INDEX resource_used ON resource (used_usec, size, hash);"
        "CREATE TABLE address (url TEXT PRIMARY KEY NOT NULL, hash TEXT NOT NULL"
        " REFERENCES resource (hash) ON DELETE CASCADE, final_url TEXT NOT NULL,"
        " charset TEXT, fetched_usec INTEGER NOT NULL) STRICT;"
        "CREATE INDEX address_hash ON address (hash);"
        "INSERT INTO resource VALUES ('aa', 3, 1, 'image/svg+xml', x'010203');"
        "INSERT INTO resource VALUES ('bb', 2, 1, 'image/png', x'0102');"
        "INSERT INTO address VALUES ('http://a.example/1', 'aa', 'http://a.example/1',"
        " NULL, 1);"
        "PRAGMA application_id = 0x45584d33; PRAGMA user_version = 1;";
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&self->store, exm_resource_store_close);
  g_assert_cmpint (g_unlink (self->path), ==, 0);
  ExmDb *db = exm_db_open (self->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (exm_db_execute (db, sql, &error));
  exm_db_close (db);
  open_store (self);
  g_assert_cmpuint (count (self), ==, 2);
  want (self, UID, "a", "http://a.example/1");
  hold (self, "http://a.example/1", "new");
  check_held (self, UID, "a", "http://a.example/1=new");
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*func) (Fixture *self, gconstpointer unused);
  } tests[] = {
    { "hold", test_hold },
    { "imports", test_imports },
    { "swept-with-last", test_swept_with_last },
    { "not-swept", test_not_swept },
    { "holders", test_holders },
    { "rotten", test_rotten },
    { "damaged", test_damaged },
    { "older", test_older },
  };

  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path
          = g_strconcat ("/store/resource-holders/", tests[i].path, NULL);
      g_test_add (path, Fixture, NULL, set_up, tests[i].func, tear_down);
    }
  return g_test_run ();
}
