/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-serve"

#include "config.h"

#include "serve/exm-feed-page.h"

#include "publish/exm-article-writer.h"
#include "publish/formats/exm-article-values.h"

#include <inttypes.h>
#include <string.h>

/* Articles that are looked through for the page before, in steps. */
#define BACK_STEP 1000u
#define BACK_STEPS 10u

/* A place in the order of the feed. */
typedef struct
{
  gint64 usec;
  gint64 id;
} Place;

/* The articles of a page that is being written. */
typedef struct
{
  const ExmFeedPage *page; /* (unowned) */
  GString *entries;        /* (owned) */
  GHashTable *keys;        /* (owned): of articles that are in it */
  gint64 changed_usec;
} Writing;

static int
compare_places (Place a, Place b)
{
  if (a.usec != b.usec)
    return a.usec > b.usec ? -1 : 1;
  return a.id != b.id ? (a.id > b.id ? -1 : 1) : 0;
}

static gint
compare_found (gconstpointer a, gconstpointer b)
{
  return compare_places (*(const Place *) a, *(const Place *) b);
}

/* Adds up to @n places of one task, of all tasks where @uid is %NULL; those that the feed
 * searches for. */
static gboolean
find_of_task (const ExmFeedPage *self,
              const char *uid,
              Place before,
              guint n,
              GArray *places,
              GCancellable *cancellable,
              GError **error)
{
  const ExmStoreQuery query = {
    .kind = EXM_READ_ARTICLES,
    .filter = {
      .task_uid = uid,
      .state = exm_article_state_get_name (EXM_ARTICLE_GOOD),
      .search = self->feed->words,
      .before_usec = before.usec,
      .before_id = before.id,
      .limit = n,
    },
  };
  g_autoptr (GPtrArray) infos
      = exm_store_reader_read (self->reader, &query, cancellable, error);

  for (guint i = 0; infos != NULL && i < infos->len; i++)
    {
      const ExmArticleInfo *info = g_ptr_array_index (infos, i);
      const Place place = { info->collected_usec, info->id };
      g_array_append_val (places, place);
    }
  return infos != NULL;
}

/* Up to @n places behind @before, (transfer full) (nullable) (element-type Place). */
static GArray *
find_places (const ExmFeedPage *self,
             Place before,
             guint n,
             GCancellable *cancellable,
             GError **error)
{
  g_autoptr (GArray) places = g_array_new (FALSE, FALSE, sizeof (Place));
  gboolean found = TRUE;

  if (self->feed->kind == EXM_SERVED_ALL || self->feed->kind == EXM_SERVED_SEARCH)
    found = find_of_task (self, NULL, before, n, places, cancellable, error);
  else
    for (guint i = 0; found && i < self->feed->uids->len; i++)
      {
        found = find_of_task (self, g_ptr_array_index (self->feed->uids, i), before, n,
                              places, cancellable, error);
        g_array_sort (places, compare_found);
        g_array_set_size (places, MIN (places->len, n));
      }
  return found ? g_steal_pointer (&places) : NULL;
}

/* Finds where the page before this one begins: behind *@start, which is all zero for the
 * newest. What lies too deep begins anew. */
static gboolean
find_previous (const ExmFeedPage *self,
               Place *start,
               GCancellable *cancellable,
               GError **error)
{
  const Place here = { self->before_usec, self->before_id };
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (Place));
  Place last = { 0 };

  *start = last;
  for (guint step = 0; step < BACK_STEPS; step++)
    {
      g_autoptr (GArray) places = find_places (self, last, BACK_STEP, cancellable, error);
      if (places == NULL)
        return FALSE;
      for (guint i = 0; i < places->len; i++)
        {
          last = g_array_index (places, Place, i);
          if (compare_places (last, here) > 0)
            break;
          g_array_append_val (all, last);
        }
      if (places->len < BACK_STEP || compare_places (last, here) >= 0)
        break;
    }
  if (compare_places (last, here) >= 0 && all->len > self->newest)
    *start = g_array_index (all, Place, all->len - self->newest - 1);
  return TRUE;
}

/* The entry with another time of its last change; (transfer full) */
static char *
set_updated (const ExmFormat *format, const char *entry, gint64 usec)
{
  const char *start = strstr (entry, format->entry[2]);
  const char *end;
  g_autofree char *updated = exm_article_format_rfc3339 (usec);

  g_return_val_if_fail (start != NULL, g_strdup (entry));
  start += strlen (format->entry[2]);
  end = strstr (start, format->entry[3]);
  g_return_val_if_fail (end != NULL, g_strdup (entry));
  return g_strdup_printf ("%.*s%s%s", (int) (start - entry), entry, updated, end);
}

/* Returns: whether there is room for more */
static gboolean
write_article (Writing *self, const ExmArticle *article)
{
  const ExmFeedPage *page = self->page;
  const ExmFormat *format = exm_format_get (page->format);
  char *key = exm_article_key (article);
  gint64 updated;

  if (key == NULL || !g_hash_table_add (self->keys, key))
    return TRUE;
  updated = exm_feed_memory_update (page->memory, article, page->now_usec);
  g_autofree char *plain = exm_article_write (article, page->format);
  g_autofree char *entry = set_updated (format, plain, updated);
  gsize n_before = self->entries->len;
  if (n_before > 0 && n_before + strlen (entry) > EXM_FEED_PAGE_BYTES)
    return FALSE;
  if (n_before > 0 && format->separator != NULL)
    g_string_append (self->entries, format->separator);
  g_string_append (self->entries, entry);
  self->changed_usec = MAX (self->changed_usec, updated);
  self->changed_usec
      = MAX (self->changed_usec, exm_article_get (article)->collected_usec);
  return TRUE;
}

/* @last: (out): the last place of the page. Returns: whether all places fit */
static gboolean
write_places (Writing *self, const GArray *places, Place *last, GCancellable *cancellable)
{
  for (guint i = 0; i < places->len && i < self->page->newest; i++)
    {
      const Place place = g_array_index (places, Place, i);
      const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = place.id };
      g_autoptr (ExmArticle) article
          = exm_store_reader_read_or_report (self->page->reader, &query, cancellable);
      /* It may have been held since the list was read. */
      if (article != NULL && exm_article_get (article)->state == EXM_ARTICLE_GOOD
          && !write_article (self, article))
        return FALSE;
      *last = place;
    }
  return places->len <= self->page->newest;
}

static char *
make_link (const ExmFeedPage *self, Place before)
{
  g_autoptr (GString) link = g_string_new (self->address);
  char mark = '?';

  if (self->newest != EXM_FEED_PAGE_ARTICLES)
    {
      g_string_append_printf (link, "?n=%u", self->newest);
      mark = '&';
    }
  if (before.id != 0 || before.usec != 0)
    g_string_append_printf (link, "%cbefore=%" PRId64 "-%" PRId64, mark, before.usec,
                            before.id);
  return g_string_free (g_steal_pointer (&link), FALSE);
}

GString *
exm_feed_page_write (const ExmFeedPage *self,
                     gint64 *changed_usec,
                     GCancellable *cancellable,
                     GError **error)
{
  const Place here = { self->before_usec, self->before_id };
  gboolean is_first = here.usec == 0 && here.id == 0;
  Place previous = { 0 };
  Place last = here;

  if (!is_first && !find_previous (self, &previous, cancellable, error))
    return NULL;
  g_autoptr (GArray) places
      = find_places (self, here, self->newest + 1, cancellable, error);
  if (places == NULL)
    return NULL;
  g_autoptr (GString) entries = g_string_new (NULL);
  g_autoptr (GHashTable) keys
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  Writing writing = { .page = self, .entries = entries, .keys = keys };
  gboolean is_last = write_places (&writing, places, &last, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  g_autofree char *self_url = make_link (self, here);
  g_autofree char *first_url = make_link (self, (Place){ 0 });
  g_autofree char *previous_url = make_link (self, previous);
  g_autofree char *next_url = make_link (self, last);
  const ExmFormatHead head = {
    .id = self->id,
    .title = self->feed->title,
    .updated_usec = writing.changed_usec,
    .self_url = self_url,
    .first_url = is_first && is_last ? NULL : first_url,
    .previous_url = is_first ? NULL : previous_url,
    .next_url = is_last ? NULL : next_url,
  };
  g_autofree char *start = exm_article_write_start (self->format, &head);
  g_autofree char *end = exm_article_write_end (self->format);
  g_string_prepend (entries, start);
  g_string_append (entries, end);
  *changed_usec = writing.changed_usec;
  return g_steal_pointer (&entries);
}
