/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "config.h"

#include "damage-fixture.h"

#include "store-fixture.h"
#include "store/db/exm-db.h"
#include "store/db/exm-statement.h"
#include "store/exm-store-reader.h"
#include "test-folder.h"

#include <string.h>

static const char *const files[] = { EXM_STORE_MAIN_FILE, EXM_STORE_PAGES_FILE };

/* As long as bodies are, so that most of the file is text. */
static char *
make_text (guint number)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 20 + number % 40; i++)
    g_string_append_printf (text, "Sentence %u of article %u, 第%u句。 It says %x.\n", i,
                            number, i, number * 2654435761u + i);
  return g_string_free (text, FALSE);
}

static ExmArticle *
make_article (guint number, const char *hash)
{
  g_auto (ExmArticleFields) fields = { 0 };
  g_autofree char *text = make_text (number);
  g_autofree char *title = g_strdup_printf ("Title %u", number);

  fields.task_uid = g_strdup (store_task_uid (1 + number % 2));
  fields.task_version = 1;
  fields.url = g_strdup_printf ("http://site.example/%u.html", number);
  fields.final_url = g_strdup (fields.url);
  fields.url_key = g_strdup_printf ("site.example/%u", number);
  fields.page_hash = g_strdup (hash);
  fields.collected_usec = STORE_NOW + number * G_TIME_SPAN_SECOND;
  fields.state = EXM_ARTICLE_GOOD;
  fields.confidence = 0.75;
  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_OPEN_GRAPH, title);
  fields.method = g_strdup ("exemplar");
  fields.text = g_strdup (text);
  fields.html = g_strdup_printf ("<p>%s</p>", text);
  fields.markdown = g_strdup_printf ("%s\n", text);
  return exm_article_new (&fields);
}

static void
add_article (ExmStore *store, guint number)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmJob) job = store_job_new (number);
  g_autoptr (GBytes) bytes = store_page_bytes (number);
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  g_autofree char *hash = NULL;
  gint64 id = 0;

  page->url = g_strdup (job->url);
  page->final_url = g_strdup (job->url);
  page->status = 200;
  page->fetched_usec = STORE_NOW;
  exm_store_put_page (store, bytes, page, &hash, &error);
  g_assert_no_error (error);
  g_autoptr (ExmArticle) article = make_article (number, hash);
  const ExmCommitOutput output = { .key = "folder" };
  const ExmArticleCommit commit
      = { .article = article, .content_hash = hash, .outputs = &output, .n_outputs = 1 };
  exm_store_commit_article (store, &commit, &id, &error);
  g_assert_no_error (error);
}

static void
make_base (const char *folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 1; i <= 2; i++)
    {
      g_autoptr (ExmTask) task = store_task_new (i);
      exm_store_add_task (store, task, STORE_NOW, &error);
      g_assert_no_error (error);
    }
  g_assert_true (exm_store_begin_group (store, &error));
  for (guint i = 0; i < DAMAGE_ARTICLES; i++)
    add_article (store, i);
  exm_store_commit_group (store, &error);
  g_assert_no_error (error);
}

GBytes *
damage_read (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  char *bytes = NULL;
  gsize n_bytes = 0;

  g_file_get_contents (path, &bytes, &n_bytes, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (bytes, n_bytes);
}

static void
write_file (const char *folder, const char *file, GBytes *bytes)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  gsize n_bytes = 0;
  const char *data = g_bytes_get_data (bytes, &n_bytes);

  g_assert_true (g_file_set_contents_full (path, data, (gssize) n_bytes,
                                           G_FILE_SET_CONTENTS_NONE, 0600, NULL));
}

void
damage_make_store (const char *folder)
{
  static GBytes *base[G_N_ELEMENTS (files)];

  if (base[0] == NULL)
    {
      g_autoptr (TestFolder) made = test_folder_new ();
      make_base (made);
      for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
        base[i] = damage_read (made, files[i]);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    write_file (folder, files[i], base[i]);
}

void
damage_bytes (
    const char *folder, const char *file, gsize offset, gsize n_bytes, guint8 mask)
{
  g_autoptr (GBytes) before = damage_read (folder, file);
  gsize size = 0;
  guint8 *data = g_bytes_unref_to_data (g_steal_pointer (&before), &size);

  for (gsize i = offset; i < MIN (offset + n_bytes, size); i++)
    data[i] ^= mask;
  before = g_bytes_new_take (data, size);
  write_file (folder, file, before);
}

void
damage_table (const char *folder, const char *table)
{
  const ExmDbOptions options = { .read_only = TRUE };
  g_autofree char *path = g_build_filename (folder, EXM_STORE_MAIN_FILE, NULL);
  g_autoptr (GError) error = NULL;
  gint64 page = 0;

  g_autoptr (ExmDb) db = exm_db_open (path, &options, &error);
  g_assert_no_error (error);
  exm_db_query_int (db, "SELECT rootpage FROM sqlite_schema WHERE name = ?",
                    EXM_VALUES (EXM_TEXT (table)), &page, &error);
  g_assert_no_error (error);
  damage_bytes (folder, EXM_STORE_MAIN_FILE, ((gsize) page - 1) * 4096, 4096, 0xa5);
}

/* A number of the file format, 7 bits a byte. */
static guint64
read_varint (const guint8 **place)
{
  guint64 value = 0;
  guint8 byte;

  do
    {
      byte = *(*place)++;
      value = value << 7 | (byte & 0x7f);
    }
  while (byte >= 0x80);
  return value;
}

/* Place of the row id in a leaf page of rows that are as long as articles; %NULL if it is
 * not there. */
static guint8 *
find_row_id (guint8 *page, guint id)
{
  guint n_cells = page[0] == 0x0d ? (guint) page[3] << 8 | page[4] : 0;

  for (guint i = 0; i < n_cells; i++)
    {
      const guint8 *place = page + ((gsize) page[8 + 2 * i] << 8 | page[9 + 2 * i]);
      guint64 n_payload = read_varint (&place);
      guint8 *found = page + (place - page);
      if (n_payload > 1000 && read_varint (&place) == id)
        return found;
    }
  return NULL;
}

void
damage_row_id (const char *folder, guint id, guint claimed)
{
  g_autoptr (GBytes) bytes = damage_read (folder, EXM_STORE_MAIN_FILE);
  gsize size = 0;
  guint8 *data = g_bytes_unref_to_data (g_steal_pointer (&bytes), &size);
  guint n_found = 0;

  g_assert_true (MIN (id, claimed) >= 0x80 && MAX (id, claimed) < 0x4000);
  for (gsize page = 4096; page + 4096 <= size; page += 4096)
    {
      guint8 *place = find_row_id (data + page, id);
      if (place == NULL)
        continue;
      place[0] = (guint8) (0x80 | claimed >> 7);
      place[1] = (guint8) (claimed & 0x7f);
      n_found++;
    }
  g_assert_cmpuint (n_found, ==, 1);
  bytes = g_bytes_new_take (data, size);
  write_file (folder, EXM_STORE_MAIN_FILE, bytes);
}

gsize
damage_get_size (const char *folder, const char *file)
{
  g_autoptr (GBytes) bytes = damage_read (folder, file);

  return g_bytes_get_size (bytes);
}

gint
damage_count_listed (const char *folder)
{
  ExmStoreQuery query = { .kind = EXM_READ_ARTICLES };
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  gint n_listed = 0;

  for (;;)
    {
      g_autoptr (GPtrArray) part = exm_store_reader_read (reader, &query, NULL, NULL);
      if (part == NULL)
        return -1;
      if (part->len == 0)
        return n_listed;
      const ExmArticleInfo *last = g_ptr_array_index (part, part->len - 1);
      n_listed += (gint) part->len;
      query.filter.before_usec = last->collected_usec;
      query.filter.before_id = last->id;
    }
}

guint
damage_check_articles (const char *folder, guint *n_noticed)
{
  g_autoptr (ExmStoreReader) reader = exm_store_reader_new (folder);
  guint n_read = 0;

  *n_noticed = 0;
  for (guint i = 0; i < DAMAGE_ARTICLES; i++)
    {
      const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = i + 1 };
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmArticle) article
          = exm_store_reader_read (reader, &query, NULL, &error);
      if (article == NULL)
        {
          (*n_noticed)++;
          continue;
        }
      g_autoptr (ExmArticle) expected = make_article (i, NULL);
      const ExmArticleFields *f = exm_article_get (article);
      const ExmArticleFields *e = exm_article_get (expected);
      g_assert_cmpstr (f->url, ==, e->url);
      g_assert_cmpstr (f->text, ==, e->text);
      g_assert_cmpstr (f->html, ==, e->html);
      g_assert_cmpstr (f->markdown, ==, e->markdown);
      g_assert_cmpstr (exm_metadata_get (f->metadata, EXM_FIELD_TITLE), ==,
                       exm_metadata_get (e->metadata, EXM_FIELD_TITLE));
      n_read++;
    }
  return n_read;
}
