/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-probe.h"

#include "base/exm-sniff.h"
#include "discover/exm-feed-reader.h"
#include "discover/exm-links.h"
#include "discover/exm-sitemap.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"
#include "jobs/exm-task-fetch.h"
#include "kernel/exm-kernel.h"
#include "page/exm-page-reader.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Sitemaps that are read behind an index. */
#define MAX_SITEMAPS 4u

/* Addresses of a sitemap that are looked at. */
#define MAX_ENTRIES 2000u

/* Less text than this, in characters, is no page that was written to be read. */
#define FEW_CHARS 1500u

/* Pages that send on to another one at once, in a row, and the seconds that are at once.
 */
#define MAX_REFRESHES 3u
#define MAX_REFRESH_S 5.

/* An address with its date, to be sorted. */
typedef struct
{
  char *url; /* (owned) */
  gint64 date_usec;
} Dated;

static void
dated_clear (Dated *dated)
{
  g_free (dated->url);
}

static void
add_dated (GArray *list, const char *url, gint64 date_usec)
{
  Dated dated = { .url = g_strdup (url), .date_usec = date_usec };

  g_array_append_val (list, dated);
}

/* Newest first; what has no date comes last, in the order it was found in. */
static int
compare_dates (gconstpointer a, gconstpointer b)
{
  const Dated *left = a;
  const Dated *right = b;

  if (left->date_usec == right->date_usec)
    return 0;
  if (left->date_usec == EXM_DATE_NONE)
    return 1;
  if (right->date_usec == EXM_DATE_NONE)
    return -1;
  return left->date_usec > right->date_usec ? -1 : 1;
}

static GArray *
new_dated_list (void)
{
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Dated));

  g_array_set_clear_func (list, (GDestroyNotify) dated_clear);
  return list;
}

static void
set_date (ExmProbe *self, const char *url, gint64 date_usec)
{
  if (date_usec != EXM_DATE_NONE)
    g_hash_table_insert (self->dates, g_strdup (url),
                         g_memdup2 (&date_usec, sizeof date_usec));
}

static void
set_articles (ExmProbe *self, GArray *dated)
{
  g_array_sort (dated, compare_dates);
  for (guint i = 0; i < dated->len; i++)
    {
      const Dated *one = &g_array_index (dated, Dated, i);
      g_ptr_array_add (self->articles, g_strdup (one->url));
      set_date (self, one->url, one->date_usec);
    }
}

/* As a run reads them: those of its articles alone stand beside each other. */
static void
set_list_dates (ExmProbe *self, GPtrArray *links)
{
  g_autoptr (GHashTable) is_article = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) articles = g_ptr_array_new ();

  for (guint i = 0; i < self->articles->len; i++)
    g_hash_table_add (is_article, g_ptr_array_index (self->articles, i));
  for (guint i = 0; i < links->len; i++)
    if (g_hash_table_contains (is_article, ((ExmLink *) links->pdata[i])->url))
      g_ptr_array_add (articles, links->pdata[i]);
  exm_links_set_dates (self->page, articles);
  for (guint i = 0; i < articles->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (articles, i);
      set_date (self, link->url, link->date_usec);
    }
}

void
exm_probe_clear (ExmProbe *self)
{
  g_clear_pointer (&self->fetched, exm_fetched_unref);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->listing, exm_listing_free);
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_clear_pointer (&self->known, g_hash_table_unref);
  g_clear_pointer (&self->articles, g_ptr_array_unref);
  g_clear_pointer (&self->dates, g_hash_table_unref);
}

void
exm_probe_copy_dates (const ExmProbe *self, GHashTable *dates)
{
  GHashTableIter iter;
  gpointer url, date_usec;

  g_hash_table_iter_init (&iter, self->dates);
  while (g_hash_table_iter_next (&iter, &url, &date_usec))
    g_hash_table_insert (dates, g_strdup (url), g_memdup2 (date_usec, sizeof (gint64)));
}

static void
add_link (ExmProbe *self, const char *url, const char *title)
{
  const char *known = g_hash_table_lookup (self->known, url);

  if (known == NULL)
    g_ptr_array_add (self->links, g_strdup (url));
  /* A picture and a "more" lead to the same page as the title. */
  if (known == NULL || (title != NULL && strlen (title) > strlen (known)))
    g_hash_table_replace (self->known, g_strdup (url),
                          g_strdup (title != NULL ? title : ""));
}

void
exm_probe_add_titles (const ExmProbe *self, GHashTable *titles)
{
  GHashTableIter iter;
  gpointer url, title;

  g_hash_table_iter_init (&iter, self->known);
  while (g_hash_table_iter_next (&iter, &url, &title))
    {
      const char *other = g_hash_table_lookup (titles, url);
      if (*(const char *) title != '\0'
          && (other == NULL || strlen (other) < strlen (title)))
        g_hash_table_replace (titles, g_strdup (url), g_strdup (title));
    }
}

static gboolean
look_for_feed (ExmProbe *self)
{
  g_autoptr (ExmFeed) feed = exm_feed_read (self->fetched->body, self->fetched->final_url,
                                            self->fetched->charset, NULL);
  g_autoptr (GArray) dated = new_dated_list ();

  if (feed == NULL)
    return FALSE;
  self->is_source = TRUE;
  self->kind = EXM_SOURCE_FEED;
  self->title = g_strdup (exm_feed_get_title (feed));
  for (guint i = 0; i < exm_feed_get_n_items (feed); i++)
    {
      const ExmFeedItem *item = exm_feed_get_item (feed, i);
      if (item->url == NULL)
        continue;
      add_link (self, item->url, item->title);
      add_dated (dated, item->url, item->published.usec);
    }
  set_articles (self, dated);
  return TRUE;
}

/* Entries of a sitemap that is being read. */
typedef struct
{
  GArray *dated;        /* (unowned) (element-type Dated) */
  ExmSitemapWalk *walk; /* (unowned) */
  guint depth;
} Entries;

static gboolean
on_entry (const ExmSitemapEntry *entry, gpointer data)
{
  Entries *entries = data;
  gint64 date = entry->published_usec != EXM_DATE_NONE ? entry->published_usec
                                                       : entry->modified_usec;

  if (entry->is_sitemap)
    exm_sitemap_walk_add (entries->walk, entry->url, entries->depth + 1);
  else
    add_dated (entries->dated, entry->url, date);
  return entries->dated->len < MAX_ENTRIES;
}

static gboolean
read_sitemap (const ExmFetched *fetched, Entries *entries)
{
  g_auto (ExmSitemapReport) report = { 0 };

  return exm_sitemap_read (fetched->body, fetched->final_url, fetched->charset, on_entry,
                           entries, &report, NULL);
}

static void
tell (const ExmProbeProgress *watch, const char *url)
{
  if (watch != NULL && watch->func != NULL)
    watch->func (url, watch->data);
}

static GCancellable *
get_cancellable (const ExmProbeProgress *watch)
{
  return watch != NULL ? watch->cancellable : NULL;
}

/* Fetches one of those that an index names; one that cannot be had is left out. */
static ExmFetched *
fetch_sitemap (const char *url,
               const ExmTaskFields *fields,
               const ExmProbeProgress *watch)
{
  tell (watch, url);
  return exm_task_fetch (fields, url, TRUE, get_cancellable (watch), NULL);
}

static gboolean
look_for_sitemap (ExmProbe *self,
                  const ExmTaskFields *fields,
                  const ExmProbeProgress *watch)
{
  g_autoptr (ExmSitemapWalk) walk = exm_sitemap_walk_new (MAX_SITEMAPS);
  g_autoptr (GArray) dated = new_dated_list ();
  Entries entries = { .dated = dated, .walk = walk };

  if (!read_sitemap (self->fetched, &entries))
    return FALSE;
  for (;;)
    {
      g_autofree char *url = exm_sitemap_walk_next (walk, &entries.depth);
      g_autoptr (ExmFetched) fetched
          = url != NULL ? fetch_sitemap (url, fields, watch) : NULL;
      if (url == NULL)
        break;
      if (fetched != NULL)
        read_sitemap (fetched, &entries);
    }
  self->is_source = TRUE;
  self->kind = EXM_SOURCE_SITEMAP;
  for (guint i = 0; i < dated->len; i++)
    add_link (self, g_array_index (dated, Dated, i).url, NULL);
  set_articles (self, dated);
  return TRUE;
}

static char *
dup_title (const ExmPageText *page)
{
  const char *title = exm_page_text_get_title (page);

  return *title != '\0' ? exm_quote_line (title) : NULL;
}

/* Better said now than of every page that is compared with it. */
static gboolean
is_comparable (ExmProbe *self, GError **error)
{
  if (exm_page_text_get_n_chars (self->page) <= EXM_KERNEL_MAX_CHARS)
    return TRUE;
  g_autofree char *shown = exm_url_to_display (self->fetched->final_url);
  g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_TOO_LARGE,
               /* translators: an address, and a number of characters */
               _ ("%1$s has more than %2$u characters of text, which is too much for one "
                  "article; paste the address of a single one"),
               shown, EXM_KERNEL_MAX_CHARS);
  return FALSE;
}

static gboolean
look_at_page (ExmProbe *self, GError **error)
{
  const ExmPageHints hints
      = { .url = self->fetched->final_url, .http_charset = self->fetched->charset };
  gsize n = 0;
  const guint8 *bytes = g_bytes_get_data (self->fetched->body, &n);
  ExmSniffed sniffed = exm_sniff (bytes, n);

  if (!exm_sniffed_is_page (sniffed))
    {
      g_autofree char *shown = exm_url_to_display (self->fetched->final_url);
      g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_NOT_HTML,
                   /* translators: an address, and what was found there, such as
                    * "a PDF document" */
                   _ ("%s is %s, not a page; paste the address of the page that "
                      "links to it"),
                   shown, _ (exm_sniffed_describe (sniffed)));
      return FALSE;
    }
  self->page = exm_page_read (self->fetched->body, &hints, error);
  if (self->page == NULL || !is_comparable (self, error))
    return FALSE;
  self->kind = EXM_SOURCE_LIST;
  self->title = dup_title (self->page);
  g_autoptr (GPtrArray) links = exm_links_new (self->page);
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      add_link (self, link->url, link->text);
    }
  self->listing = exm_listing_new (self->page);
  self->is_source = exm_listing_judge (self->listing, NULL) < 0;
  g_ptr_array_unref (self->articles);
  self->articles = exm_listing_choose (self->listing, NULL);
  set_list_dates (self, links);
  return TRUE;
}

static void
make_lists (ExmProbe *self)
{
  self->links = g_ptr_array_new_with_free_func (g_free);
  self->known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->articles = g_ptr_array_new_with_free_func (g_free);
  self->dates = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

/* Address that the page asks to go on to at once; %NULL if it does not. */
static char *
find_refresh (const ExmPageText *page)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    {
      const char *value = exm_page_text_get_string (page, slices[i].value);
      if (slices[i].kind != EXM_SLICE_META
          || strcmp (exm_page_text_get_string (page, slices[i].name), "refresh") != 0
          || g_ascii_strtod (value, NULL) > MAX_REFRESH_S)
        continue;
      const char *to = value + strcspn (value, ";,");
      to += strspn (to, ";, \t\r\n");
      if (g_ascii_strncasecmp (to, "url", 3) != 0)
        continue;
      to += 3;
      to += strspn (to, " =\t\"'");
      g_autofree char *target = g_strndup (to, strcspn (to, "\"' "));
      char *url = *target != '\0'
                      ? exm_url_resolve (exm_page_text_get_url (page), target, NULL)
                      : NULL;
      if (g_strcmp0 (url, exm_page_text_get_url (page)) != 0)
        return url;
      g_free (url);
    }
  return NULL;
}

static gboolean
look_at (ExmProbe *self,
         const char *url,
         ExmTaskFields *fields,
         gboolean asked,
         const ExmProbeProgress *watch,
         GError **error)
{
  GCancellable *cancellable = get_cancellable (watch);

  tell (watch, url);
  self->fetched = asked ? exm_task_fetch_asked (fields, url, TRUE, cancellable, error)
                        : exm_task_fetch (fields, url, TRUE, cancellable, error);
  make_lists (self);
  if (self->fetched == NULL)
    return FALSE;
  /* The parsers look at it between two chunks. */
  if (cancellable != NULL)
    g_cancellable_push_current (cancellable);
  gboolean good = look_for_feed (self) || look_for_sitemap (self, fields, watch)
                  || look_at_page (self, error);
  if (cancellable != NULL)
    g_cancellable_pop_current (cancellable);
  if (!good || !g_cancellable_is_cancelled (cancellable))
    return good;
  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

gboolean
exm_probe_at (ExmProbe *self,
              const char *url,
              ExmTaskFields *fields,
              gboolean asked,
              const ExmProbeProgress *watch,
              GError **error)
{
  if (!look_at (self, url, fields, asked, watch, error))
    return FALSE;
  for (guint i = 0; i < MAX_REFRESHES && self->page != NULL; i++)
    {
      g_autofree char *next = find_refresh (self->page);
      if (next == NULL)
        break;
      exm_probe_clear (self);
      self->is_source = FALSE;
      if (!look_at (self, next, fields, asked, watch, error))
        return FALSE;
    }
  return TRUE;
}

gboolean
exm_probe_render (ExmProbe *self,
                  ExmRenderer *renderer,
                  const ExmTaskFields *fields,
                  const ExmProbeProgress *watch,
                  GError **error)
{
  g_auto (GStrv) hosts = exm_task_fields_dup_private_hosts (fields);
  g_auto (ExmProbe) look = { 0 };

  tell (watch, self->fetched->final_url);
  look.fetched = exm_renderer_render_fetched (renderer, self->fetched, fields->user_agent,
                                              (const char *const *) hosts,
                                              get_cancellable (watch), error);
  if (look.fetched == NULL)
    return FALSE;
  make_lists (&look);
  if (!look_at_page (&look, error))
    return FALSE;
  exm_probe_clear (self);
  *self = look;
  look = (ExmProbe){ 0 };
  return TRUE;
}

gboolean
exm_probe_is_scripted (const ExmPageText *page)
{
  gsize size = 0;
  const char *source = g_bytes_get_data (exm_page_text_get_source (page), &size);

  return exm_page_text_get_n_chars (page) < FEW_CHARS && source != NULL
         && g_strstr_len (source, (gssize) size, "<script") != NULL;
}

char *
exm_probe_dup_name (const ExmProbe *self)
{
  static GRegex *number = NULL;

  if (g_once_init_enter (&number))
    {
      GRegex *made = g_regex_new (
          "\\P{L}*(?:(?<!\\pL)page\\s*\\p{Nd}+|第\\s*\\p{Nd}+\\s*页)\\P{L}*$",
          G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, NULL);
      g_once_init_leave (&number, made);
    }
  g_autofree char *name
      = g_regex_replace_literal (number, self->title, -1, 0, "", 0, NULL);
  return name != NULL && *name != '\0' ? g_steal_pointer (&name) : g_strdup (self->title);
}
