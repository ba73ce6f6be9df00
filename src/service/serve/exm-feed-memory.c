/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-memory.h"

#include "publish/formats/exm-article-values.h"
#include "store/tables/exm-table-checksum.h"

#include <inttypes.h>
#include <string.h>

/* Bytes of a file that is read at all: three times what is ever written. */
#define MAX_BYTES (EXM_FEED_MEMORY_ARTICLES * 300u)

typedef struct
{
  char *key; /* (owned) */
  gint64 checksum;
  gint64 updated_usec;
  GList link; /* in the order of use; its data is this */
} Entry;

struct _ExmFeedMemory
{
  char *path;          /* (owned) */
  GHashTable *entries; /* (owned): by key */
  GQueue used;         /* that were used last, first */
  gboolean changed;
};

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->key);
  g_free (entry);
}

/* @key: (transfer full) */
static void
add (ExmFeedMemory *self, char *key, gint64 checksum, gint64 updated_usec)
{
  Entry *entry = g_new0 (Entry, 1);

  entry->key = key;
  entry->checksum = checksum;
  entry->updated_usec = updated_usec;
  entry->link.data = entry;
  g_hash_table_insert (self->entries, entry->key, entry);
  g_queue_push_head_link (&self->used, &entry->link);
  if (self->used.length <= EXM_FEED_MEMORY_ARTICLES)
    return;
  Entry *last = g_queue_peek_tail (&self->used);
  g_queue_unlink (&self->used, &last->link);
  g_hash_table_remove (self->entries, last->key);
}

/* A line of the file: key, checksum, time. Those that are none are passed over. */
static void
read_line (ExmFeedMemory *self, const char *line)
{
  g_auto (GStrv) cells = g_strsplit (line, " ", 4);
  gint64 checksum, updated_usec;

  if (g_strv_length (cells) == 3 && *cells[0] != '\0'
      && !g_hash_table_contains (self->entries, cells[0])
      && g_ascii_string_to_signed (cells[1], 10, G_MININT64, G_MAXINT64, &checksum, NULL)
      && g_ascii_string_to_signed (cells[2], 10, G_MININT64, G_MAXINT64, &updated_usec,
                                   NULL))
    add (self, g_strdup (cells[0]), checksum, updated_usec);
}

static void
read_file (ExmFeedMemory *self)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (self->path, FALSE, NULL);

  if (file == NULL || g_mapped_file_get_length (file) == 0
      || g_mapped_file_get_length (file) > MAX_BYTES)
    return;
  g_autofree char *text
      = g_strndup (g_mapped_file_get_contents (file), g_mapped_file_get_length (file));
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    read_line (self, lines[i]);
}

ExmFeedMemory *
exm_feed_memory_new (const char *folder)
{
  ExmFeedMemory *self = g_new0 (ExmFeedMemory, 1);

  self->path = g_build_filename (folder, EXM_FEED_MEMORY_FILE, NULL);
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, entry_free);
  g_queue_init (&self->used);
  read_file (self);
  return self;
}

void
exm_feed_memory_free (ExmFeedMemory *self)
{
  g_hash_table_unref (self->entries);
  g_free (self->path);
  g_free (self);
}

static gint64
make_checksum (const ExmArticle *article)
{
  static const ExmField fields[] = {
    EXM_FIELD_TITLE,     EXM_FIELD_AUTHOR,   EXM_FIELD_SOURCE,   EXM_FIELD_SECTION,
    EXM_FIELD_PUBLISHED, EXM_FIELD_MODIFIED, EXM_FIELD_LANGUAGE, EXM_FIELD_IMAGE,
  };
  const ExmArticleFields *f = exm_article_get (article);
  const char *texts[G_N_ELEMENTS (fields) + 3] = { f->url, f->text, f->html };

  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    texts[3 + i] = exm_article_field (article, fields[i]);
  return exm_checksum_of_texts (texts, G_N_ELEMENTS (texts));
}

gint64
exm_feed_memory_update (ExmFeedMemory *self, const ExmArticle *article, gint64 now_usec)
{
  g_autofree char *key = exm_article_key (article);
  g_autofree char *name
      = g_strconcat (exm_article_get (article)->task_uid, "-", key, NULL);
  gint64 checksum = make_checksum (article);
  gint64 own = exm_article_updated_usec (article);
  Entry *entry = g_hash_table_lookup (self->entries, name);

  if (entry == NULL)
    {
      add (self, g_steal_pointer (&name), checksum, own);
      self->changed = TRUE;
      return own;
    }
  g_queue_unlink (&self->used, &entry->link);
  g_queue_push_head_link (&self->used, &entry->link);
  if (entry->checksum != checksum)
    {
      entry->checksum = checksum;
      entry->updated_usec = MAX (own, now_usec);
      self->changed = TRUE;
    }
  return entry->updated_usec;
}

gboolean
exm_feed_memory_save (ExmFeedMemory *self, GError **error)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (!self->changed)
    return TRUE;
  for (const GList *link = self->used.tail; link != NULL; link = link->prev)
    {
      const Entry *entry = link->data;
      g_string_append_printf (text, "%s %" PRId64 " %" PRId64 "\n", entry->key,
                              entry->checksum, entry->updated_usec);
    }
  if (!g_file_set_contents_full (self->path, text->str, (gssize) text->len,
                                 G_FILE_SET_CONTENTS_CONSISTENT, 0600, error))
    return FALSE;
  self->changed = FALSE;
  return TRUE;
}
