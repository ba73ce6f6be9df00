/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-feed-file.h"

#include "publish/exm-article-writer.h"
#include "publish/formats/exm-article-values.h"

#include <string.h>

/* An entry: the line, and where its first values stand in it. */
typedef struct
{
  char *line; /* (owned): without a separator and a line feed */
  char *id;   /* (owned) */
  char
      *published; /* (owned): RFC 3339, all in UTC, so that their order is that of time */
  char *updated;  /* (owned) */
  gsize updated_at; /* in bytes */
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->line);
  g_free (entry->id);
  g_free (entry->published);
  g_free (entry->updated);
  g_free (entry);
}

/* The value between @marks[0], where @*at is, and @marks[1], where it is then. */
static char *
take_value (const char **at, const char *const *marks)
{
  if (!g_str_has_prefix (*at, marks[0]))
    return NULL;
  const char *start = *at + strlen (marks[0]);
  const char *end = strstr (start, marks[1]);
  if (end == NULL)
    return NULL;
  *at = end;
  return g_strndup (start, (gsize) (end - start));
}

/* (transfer full) (nullable): %NULL for a line that is none */
static Entry *
parse_entry (const ExmFormat *format, const char *line)
{
  const char *const *marks = format->entry;
  gsize n_separator = format->separator != NULL ? strlen (format->separator) : 0;
  const char *at = line;
  Entry *entry = g_new0 (Entry, 1);

  if (n_separator > 0 && g_str_has_prefix (line, format->separator))
    at += n_separator;
  entry->line = g_strdup (at);
  g_strchomp (entry->line);
  at = entry->line;
  entry->id = take_value (&at, marks);
  entry->published = entry->id != NULL ? take_value (&at, marks + 1) : NULL;
  entry->updated_at = (gsize) (at - entry->line) + strlen (marks[2]);
  entry->updated = entry->published != NULL ? take_value (&at, marks + 2) : NULL;
  if (entry->updated != NULL)
    return entry;
  entry_free (entry);
  return NULL;
}

gboolean
exm_feed_file_is_ours (const ExmFeedFile *self, const char *text)
{
  return g_str_has_prefix (text, exm_format_get (self->format)->sign);
}

/* The id of the feed that @text is, up to what cannot stand in one. */
static char *
find_id (const ExmFormat *format, const char *text)
{
  const char *start = text + strlen (format->sign);

  return g_strndup (start, strcspn (start, "<\"\n"));
}

static GPtrArray *
parse_entries (const ExmFormat *format, const char *text)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (entry_free);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      Entry *entry = parse_entry (format, lines[i]);
      if (entry != NULL)
        g_ptr_array_add (entries, entry);
    }
  return entries;
}

static void
set_updated (Entry *entry, const char *updated)
{
  g_autoptr (GString) line = g_string_new (entry->line);

  g_string_erase (line, (gssize) entry->updated_at, (gssize) strlen (entry->updated));
  g_string_insert (line, (gssize) entry->updated_at, updated);
  g_free (entry->line);
  entry->line = g_string_free (g_steal_pointer (&line), FALSE);
  g_free (entry->updated);
  entry->updated = g_strdup (updated);
}

/* Makes @entry what it is where @old was: the same entry, or one that was updated now. */
static void
follow (const ExmFeedFile *self, Entry *entry, const Entry *old)
{
  g_autofree char *now = exm_article_format_rfc3339 (self->now_usec);
  g_autofree char *own = g_strdup (entry->updated);

  set_updated (entry, old->updated);
  if (strcmp (entry->line, old->line) != 0)
    set_updated (entry, strcmp (own, now) > 0 ? own : now);
}

static gint
compare_entries (gconstpointer a, gconstpointer b)
{
  const Entry *one = *(Entry *const *) a;
  const Entry *other = *(Entry *const *) b;
  gint order = strcmp (other->published, one->published);

  return order != 0 ? order : strcmp (one->id, other->id);
}

static char *
write_feed (const ExmFeedFile *self, const char *id, const GPtrArray *entries)
{
  const ExmFormat *format = exm_format_get (self->format);
  const char *updated = "";
  g_autofree char *end = exm_article_write_end (self->format);

  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (entries, i);
      updated = strcmp (entry->updated, updated) > 0 ? entry->updated : updated;
    }
  g_autoptr (GDateTime) time = g_date_time_new_from_iso8601 (updated, NULL);
  const ExmFormatHead head = {
    .id = id,
    .title = self->title,
    .updated_usec
    = time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : self->now_usec,
  };
  g_autofree char *start = exm_article_write_start (self->format, &head);
  g_autoptr (GString) out = g_string_new (start);
  for (guint i = 0; i < entries->len; i++)
    {
      const Entry *entry = g_ptr_array_index (entries, i);
      g_string_append (out, i > 0 && format->separator != NULL ? format->separator : "");
      g_string_append (out, entry->line);
      g_string_append_c (out, '\n');
    }
  g_string_append (out, end);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

char *
exm_feed_file_add (const ExmFeedFile *self, const char *text, const ExmArticle *article)
{
  const ExmFormat *format = exm_format_get (self->format);
  g_autoptr (GPtrArray) entries = parse_entries (format, text != NULL ? text : "");
  g_autofree char *id = text != NULL ? find_id (format, text) : g_strdup (self->id);
  g_autofree char *line = exm_article_write (article, self->format);
  Entry *entry = parse_entry (format, line);

  g_return_val_if_fail (entry != NULL, NULL);
  for (guint i = entries->len; i > 0; i--)
    {
      const Entry *old = g_ptr_array_index (entries, i - 1);
      if (strcmp (old->id, entry->id) != 0)
        continue;
      follow (self, entry, old);
      g_ptr_array_remove_index (entries, i - 1);
    }
  g_ptr_array_add (entries, entry);
  g_ptr_array_sort (entries, compare_entries);
  if (entries->len > self->newest)
    g_ptr_array_set_size (entries, (gint) self->newest);
  return write_feed (self, id, entries);
}
