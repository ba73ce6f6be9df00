/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-links.h"

#include <string.h>

#include "base/exm-lower.h"
#include "base/exm-text.h"
#include "discover/exm-links-private.h"
#include "url/exm-url-shape.h"

/* Lines on either side of a link where its date may stand. */
#define DATE_LINES 3u

/* Links of one kind that make a list. */
#define MIN_LIST 2u

/* A title longer than this says no more. */
#define MAX_WEIGHT 60u

/* Nor is a longer one measured to its end. */
#define MAX_COUNTED 1000u

/* Shorter lines are labels. */
#define MIN_PROSE 15u

/* Links in blocks of one class path. */
typedef struct
{
  const ExmLink *model; /* (unowned): the one with the longest text */
  char **shape;         /* (owned): of its address */
  GHashTable *urls;     /* (owned) (element-type utf8 (unowned)): like it */
  guint weight;         /* of their texts */
} Group;

static void
group_free (gpointer data)
{
  Group *group = data;

  g_strfreev (group->shape);
  g_clear_pointer (&group->urls, g_hash_table_unref);
  g_free (group);
}

guint
exm_links_weigh_text (const char *text)
{
  guint weight = 0;

  for (const char *p = text; *p != '\0' && weight < MAX_COUNTED; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);
      gboolean is_hangul = c >= 0xac00 && c <= 0xd7a3;
      weight += is_hangul ? 2 : exm_char_is_cjk (c) ? 3 : 1;
    }
  return weight;
}

gboolean
exm_link_is_paging (const ExmLink *link)
{
  return exm_link_is_number (link->text) > 0 || exm_link_says_next (link->text) > 0;
}

/* "More", "Read on", "[2]": no title of anything. */
static gboolean
is_poor (const char *text)
{
  static const char *const words[] = {
    "more",       "read more", "read on",  "continue", "continue reading",
    "full story", "查看全文",  "阅读全文", "详细",     "详情",
    "更多",       "[详细]",    "查看详情", NULL,
  };
  g_autofree char *lower = exm_text_lower (text, (gssize) strnlen (text, 100));

  return exm_links_weigh_text (text) < 4 || g_strv_contains (words, lower);
}

static void
choose_models (const GPtrArray *links, GHashTable *groups)
{
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      Group *group = g_hash_table_lookup (groups, &link->class_path);
      if (exm_link_is_paging (link))
        continue;
      if (group == NULL)
        {
          group = g_new0 (Group, 1);
          group->urls = g_hash_table_new (g_str_hash, g_str_equal);
          g_hash_table_insert (groups, (gpointer) &link->class_path, group);
        }
      if (group->model == NULL
          || exm_links_weigh_text (link->text)
                 > exm_links_weigh_text (group->model->text))
        group->model = link;
    }
}

/* Groups by class path; keys point into @links. */
static GHashTable *
group_links (const GPtrArray *links)
{
  GHashTable *groups
      = g_hash_table_new_full (g_int64_hash, g_int64_equal, NULL, group_free);

  choose_models (links, groups);
  for (guint i = 0; i < links->len; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      Group *group = g_hash_table_lookup (groups, &link->class_path);
      if (group == NULL || exm_link_is_paging (link))
        continue;
      if (group->shape == NULL)
        group->shape = exm_url_shape_new (group->model->url);
      g_auto (GStrv) shape = exm_url_shape_new (link->url);
      if (shape == NULL || group->shape == NULL
          || exm_url_shape_compare ((const char *const *) shape,
                                    (const char *const *) group->shape)
                 < EXM_URL_SHAPE_SAME
          || !g_hash_table_add (group->urls, link->url))
        continue;
      group->weight += MIN (exm_links_weigh_text (link->text), MAX_WEIGHT);
    }
  return groups;
}

static const Group *
find_largest (GHashTable *groups)
{
  GHashTableIter iter;
  gpointer value = NULL;
  const Group *best = NULL;

  g_hash_table_iter_init (&iter, groups);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const Group *group = value;
      if (g_hash_table_size (group->urls) >= MIN_LIST
          && (best == NULL || group->weight > best->weight
              || (group->weight == best->weight
                  && group->model->line < best->model->line)))
        best = group;
    }
  return best;
}

static void
add_article (const ExmPageText *page,
             GPtrArray *articles,
             GHashTable *seen,
             const ExmLink *link)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  ExmLink *known = g_hash_table_lookup (seen, link->url);

  if (known == NULL)
    {
      ExmLink *copy = g_memdup2 (link, sizeof *link);
      copy->url = g_strdup (link->url);
      copy->text = g_strdup (link->text);
      g_hash_table_insert (seen, copy->url, copy);
      g_ptr_array_add (articles, copy);
    }
  else if ((is_poor (known->text) && !is_poor (link->text))
           || (lines[known->line].heading == 0 && lines[link->line].heading > 0))
    {
      g_free (known->text);
      known->text = g_strdup (link->text);
    }
}

static gint
find_zone (const ExmPageText *page)
{
  guint n = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);
  const char *charset = exm_page_text_get_charset (page)->name;

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_LANGUAGE)
      return exm_date_zone_for_language (
          exm_page_text_get_string (page, slices[i].value));
  return exm_date_zone_for_language (
      charset != NULL && g_ascii_strncasecmp (charset, "gb", 2) == 0 ? "zh" : NULL);
}

/* The date of each line that has one. */
static GHashTable *
find_dates (const ExmPageText *page)
{
  GHashTable *dates = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  gint zone_minutes = find_zone (page);
  guint n_slices = 0, n_lines = 0;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n_slices);
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  for (guint i = 0; i < n_lines; i++)
    {
      gint64 usec
          = lines[i].flags & EXM_LINE_FLAGGED
                ? EXM_DATE_NONE
                : exm_date_find_time (exm_page_text_get_line (page, i), zone_minutes);
      if (usec != EXM_DATE_NONE)
        g_hash_table_insert (dates, GUINT_TO_POINTER (i), g_memdup2 (&usec, sizeof usec));
    }
  for (guint i = 0; i < n_slices; i++)
    {
      gint64 usec
          = slices[i].kind != EXM_SLICE_TIME
                ? EXM_DATE_NONE
                : exm_date_parse_time (exm_page_text_get_string (page, slices[i].value),
                                       zone_minutes, NULL);
      if (usec != EXM_DATE_NONE)
        g_hash_table_insert (dates, GUINT_TO_POINTER (slices[i].line),
                             g_memdup2 (&usec, sizeof usec));
    }
  return dates;
}

static const gint64 *
date_of_line (GHashTable *dates, guint line)
{
  return g_hash_table_lookup (dates, GUINT_TO_POINTER (line));
}

/* The nearest date behind (@step 1) or before (−1) article @i, short of the next one. */
static const gint64 *
date_beside (GHashTable *dates, const GPtrArray *articles, guint i, gint step)
{
  const ExmLink *link = g_ptr_array_index (articles, i);
  gint64 limit = step > 0 ? (gint64) G_MAXUINT32 : -1;

  if (step > 0 && i + 1 < articles->len)
    limit = ((const ExmLink *) g_ptr_array_index (articles, i + 1))->line;
  if (step < 0 && i > 0)
    limit = ((const ExmLink *) g_ptr_array_index (articles, i - 1))->line;
  gint64 line = (gint64) link->line + step;
  for (guint n = 0; n < DATE_LINES && line * step < limit * step; n++, line += step)
    {
      const gint64 *usec = date_of_line (dates, (guint) line);
      if (usec != NULL)
        return usec;
    }
  return NULL;
}

/* A stamp above one entry is below the one before: what the list does more often holds.
 */
void
exm_links_set_dates (const ExmPageText *page, GPtrArray *articles)
{
  g_autoptr (GHashTable) dates = find_dates (page);
  guint n_behind = 0, n_before = 0;

  for (guint i = 0; i < articles->len; i++)
    {
      n_behind += date_beside (dates, articles, i, 1) != NULL;
      n_before += date_beside (dates, articles, i, -1) != NULL;
    }
  for (guint i = 0; i < articles->len; i++)
    {
      ExmLink *link = g_ptr_array_index (articles, i);
      const gint64 *usec = date_of_line (dates, link->line);
      if (usec == NULL)
        usec = date_beside (dates, articles, i, n_before > n_behind ? -1 : 1);
      if (usec != NULL)
        link->date_usec = *usec;
    }
}

GPtrArray *
exm_links_find_articles (const ExmPageText *page,
                         const GPtrArray *links,
                         const char *example_url)
{
  GPtrArray *articles = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_link_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) groups = NULL;

  if (example_url == NULL)
    {
      groups = group_links (links);
      const Group *group = find_largest (groups);
      if (group == NULL)
        return articles;
      example_url = group->model->url;
    }
  g_auto (GStrv) wanted = exm_url_shape_new (example_url);
  for (guint i = 0; i < links->len && wanted != NULL; i++)
    {
      const ExmLink *link = g_ptr_array_index (links, i);
      g_auto (GStrv) shape = exm_url_shape_new (link->url);
      if (shape != NULL && !exm_link_is_paging (link)
          && exm_url_shape_compare ((const char *const *) shape,
                                    (const char *const *) wanted)
                 >= EXM_URL_SHAPE_SAME)
        add_article (page, articles, seen, link);
    }
  exm_links_set_dates (page, articles);
  return articles;
}

guint
exm_links_get_longest_prose (const ExmPageText *page)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint run = 0, longest = 0;

  for (guint i = 0; i < n; i++)
    {
      const ExmLine *line = &lines[i];
      if (line->flags & EXM_LINE_FLAGGED)
        continue;
      if (line->n_link_chars * 2 > line->n_chars)
        run = 0;
      else if (line->length >= MIN_PROSE)
        run += line->length;
      longest = MAX (longest, run);
    }
  return longest;
}
