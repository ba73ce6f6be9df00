/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-change.h"

#include "fetch/exm-url-key.h"
#include "url/exm-url-filter.h"
#include "url/exm-url-judge.h"
#include "url/exm-url-pattern-learn.h"

#include <string.h>

#define WILDCARD "(*)"

/* Addresses of one pattern that may be alike by chance. */
#define FEW 3u

void
exm_url_change_free (ExmUrlChange *self)
{
  g_ptr_array_unref (self->include);
  g_ptr_array_unref (self->exclude);
  g_ptr_array_unref (self->changed);
  g_free (self);
}

/* Whether more than the number of directories tells what a pattern takes: a word, a date
 * or a parameter of the address. */
static gboolean
is_distinct (ExmUrlPattern *pattern)
{
  g_auto (GStrv) parts = g_strsplit (exm_url_pattern_get_text (pattern), "/", -1);
  guint n = g_strv_length (parts);

  /* "https:", "", the host */
  for (guint i = 3; i < n; i++)
    {
      const char *rest
          = g_str_has_prefix (parts[i], WILDCARD) ? parts[i] + strlen (WILDCARD) : NULL;
      if (*parts[i] == '\0' || (rest != NULL && (*rest == '\0' || *rest == '.')))
        continue;
      return TRUE;
    }
  return FALSE;
}

/* The last name may be any other, with the same ending. */
static ExmUrlPattern *
widen_name (ExmUrlPattern *pattern)
{
  g_auto (GStrv) parts = g_strsplit (exm_url_pattern_get_text (pattern), "/", -1);
  guint last = g_strv_length (parts) - 1;

  while (last > 3 && *parts[last] == '\0')
    last--;
  if (last < 3 || strpbrk (parts[last], "?{}") != NULL)
    return NULL;
  const char *dot = strrchr (parts[last], '.');
  char *wide
      = g_strconcat (WILDCARD, dot != NULL && strchr (dot, ')') == NULL ? dot : "", NULL);
  g_free (parts[last]);
  parts[last] = wide;
  g_autofree char *text = g_strjoinv ("/", parts);
  return exm_url_pattern_new (text, NULL);
}

/* Adds those of @all behind the first that @pattern takes, and that are as much a list,
 * or where the pattern says little, an article, as the first is. */
static void
add_alike (GPtrArray *alike, const GPtrArray *all, ExmUrlPattern *pattern)
{
  const char *url = g_ptr_array_index (all, 0);
  gboolean distinct = is_distinct (pattern);
  gboolean lists = exm_url_names_list (url);
  gboolean likely = exm_url_judge (url) > 0;

  g_ptr_array_set_size (alike, 1);
  for (guint i = 1; i < all->len; i++)
    {
      char *other = g_ptr_array_index (all, i);
      if (exm_url_pattern_matches (pattern, other, NULL)
          && exm_url_names_list (other) == lists
          && (distinct || (exm_url_judge (other) > 0) == likely))
        g_ptr_array_add (alike, other);
    }
}

GPtrArray *
exm_url_find_alike (const GPtrArray *urls, const char *url)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  GPtrArray *alike = g_ptr_array_new ();

  g_ptr_array_add (all, (gpointer) url);
  g_ptr_array_add (alike, (gpointer) url);
  for (guint i = 0; i < urls->len; i++)
    if (strcmp (g_ptr_array_index (urls, i), url) != 0)
      g_ptr_array_add (all, g_ptr_array_index (urls, i));
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_propose (all, NULL);
  if (pattern == NULL)
    return alike;
  add_alike (alike, all, pattern);
  /* A number in a title is not what titles have in common. */
  g_autoptr (ExmUrlPattern) wide = alike->len < FEW ? widen_name (pattern) : NULL;
  if (wide != NULL)
    add_alike (alike, all, wide);
  return alike;
}

static gpointer
copy_text (gconstpointer text, gpointer unused)
{
  return g_strdup (text);
}

static GPtrArray *
copy_list (const GPtrArray *list)
{
  GPtrArray *copy = g_ptr_array_copy ((GPtrArray *) list, copy_text, NULL);

  g_ptr_array_set_free_func (copy, g_free);
  return copy;
}

static gboolean
has (const GPtrArray *urls, const char *url)
{
  for (guint i = 0; i < urls->len; i++)
    if (strcmp (g_ptr_array_index (urls, i), url) == 0)
      return TRUE;
  return FALSE;
}

static GHashTable *
new_set (const GPtrArray *urls)
{
  GHashTable *set = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < urls->len; i++)
    g_hash_table_add (set, g_ptr_array_index (urls, i));
  return set;
}

static gboolean
is_taken (ExmUrlFilter *filter, const char *url)
{
  return exm_url_filter_check (filter, url, NULL) == EXM_URL_VERDICT_MATCHED;
}

static gboolean
text_matches (const char *text, const char *url)
{
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, NULL);

  return pattern != NULL && exm_url_pattern_matches (pattern, url, NULL);
}

static gboolean
matches_any (ExmUrlPattern *pattern, const GPtrArray *urls)
{
  for (guint i = 0; i < urls->len; i++)
    if (exm_url_pattern_matches (pattern, g_ptr_array_index (urls, i), NULL))
      return TRUE;
  return FALSE;
}

static void
add_pattern (GPtrArray *patterns, ExmUrlPattern *pattern)
{
  const char *text = exm_url_pattern_get_text (pattern);

  if (!has (patterns, text))
    g_ptr_array_add (patterns, g_strdup (text));
}

/* Addresses that are left out by themselves; those of @kept never are. */
static void
leave_out_literally (ExmUrlChange *self, const GPtrArray *urls, const GPtrArray *kept)
{
  guint n = 0;
  g_autoptr (ExmUrlFilter) filter
      = exm_url_filter_new (self->include, self->exclude, NULL);

  for (guint i = 0; filter != NULL && i < urls->len && n < EXM_URL_CHANGE_MAX_LITERALS;
       i++)
    {
      const char *url = g_ptr_array_index (urls, i);
      g_autoptr (ExmUrlPattern) pattern
          = is_taken (filter, url) ? exm_url_pattern_new_literal (url) : NULL;
      if (pattern == NULL || matches_any (pattern, kept))
        continue;
      add_pattern (self->exclude, pattern);
      n++;
    }
}

/* Lists those of @urls that match now and did not before, or the other way round. */
static gboolean
tell_changed (ExmUrlChange *self,
              ExmUrlFilter *before,
              const GPtrArray *urls,
              const char *url,
              GError **error)
{
  g_autoptr (ExmUrlFilter) after
      = exm_url_filter_new (self->include, self->exclude, error);

  if (after == NULL)
    return FALSE;
  if (is_taken (before, url) != is_taken (after, url))
    g_ptr_array_add (self->changed, g_strdup (url));
  for (guint i = 0; i < urls->len; i++)
    {
      const char *other = g_ptr_array_index (urls, i);
      if (strcmp (other, url) != 0 && is_taken (before, other) != is_taken (after, other))
        g_ptr_array_add (self->changed, g_strdup (other));
    }
  return TRUE;
}

static ExmUrlChange *
change_new (const GPtrArray *include, const GPtrArray *exclude)
{
  ExmUrlChange *self = g_new0 (ExmUrlChange, 1);

  self->include = copy_list (include);
  self->exclude = copy_list (exclude);
  self->changed = g_ptr_array_new_with_free_func (g_free);
  return self;
}

/* Those of @urls that are neither in @alike nor taken by @filter. */
static GPtrArray *
list_others (const GPtrArray *urls, const GPtrArray *alike, ExmUrlFilter *filter)
{
  g_autoptr (GHashTable) known = new_set (alike);
  GPtrArray *others = g_ptr_array_new ();

  for (guint i = 0; i < urls->len; i++)
    {
      char *url = g_ptr_array_index (urls, i);
      if (!g_hash_table_contains (known, url)
          && (filter == NULL || !is_taken (filter, url)))
        g_ptr_array_add (others, url);
    }
  return others;
}

/* The patterns of @alike are added; what they take of @others is left out, but for what
 * matches already. */
static gboolean
include_alike (ExmUrlChange *self,
               GPtrArray *alike,
               GPtrArray *others,
               const GPtrArray *matched,
               GError **error)
{
  const char *url = g_ptr_array_index (alike, 0);
  g_autoptr (GPtrArray) include = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) exclude = g_ptr_array_new_with_free_func (g_free);

  if (!exm_url_patterns_learn (alike, others, include, exclude, error))
    return FALSE;
  for (guint i = 0; i < include->len; i++)
    if (!has (self->include, g_ptr_array_index (include, i)))
      g_ptr_array_add (self->include, g_strdup (g_ptr_array_index (include, i)));
  for (guint i = 0; i < exclude->len; i++)
    {
      g_autoptr (ExmUrlPattern) pattern
          = exm_url_pattern_new (g_ptr_array_index (exclude, i), error);
      if (pattern == NULL)
        return FALSE;
      if (!matches_any (pattern, matched)
          && !exm_url_pattern_matches (pattern, url, NULL))
        add_pattern (self->exclude, pattern);
    }
  return TRUE;
}

/* Exclusions that stand against an address are given up. */
static void
drop_excludes (ExmUrlChange *self, const char *url)
{
  for (guint i = self->exclude->len; i-- > 0;)
    if (text_matches (g_ptr_array_index (self->exclude, i), url))
      g_ptr_array_remove_index (self->exclude, i);
}

static gboolean
any_includes (const ExmUrlChange *self, const char *url)
{
  for (guint i = 0; i < self->include->len; i++)
    if (text_matches (g_ptr_array_index (self->include, i), url))
      return TRUE;
  return FALSE;
}

ExmUrlChange *
exm_url_change_new_taking (const GPtrArray *include,
                           const GPtrArray *exclude,
                           const GPtrArray *urls,
                           const char *url,
                           gboolean only,
                           GError **error)
{
  g_autoptr (ExmUrlChange) self = change_new (include, exclude);
  g_autoptr (ExmUrlFilter) before
      = exm_url_filter_new (self->include, self->exclude, error);
  g_autoptr (GPtrArray) alike = exm_url_find_alike (urls, url);
  g_autoptr (GPtrArray) matched = g_ptr_array_new ();

  if (before == NULL)
    return NULL;
  for (guint i = 0; i < urls->len && !only; i++)
    if (is_taken (before, g_ptr_array_index (urls, i)))
      g_ptr_array_add (matched, g_ptr_array_index (urls, i));
  if (only)
    {
      g_ptr_array_set_size (self->include, 0);
      g_ptr_array_set_size (self->exclude, 0);
    }
  drop_excludes (self, url);
  g_autoptr (GPtrArray) others = list_others (urls, alike, only ? NULL : before);
  /* No include takes every address. */
  if ((only || include->len > 0) && !any_includes (self, url)
      && !include_alike (self, alike, others, matched, error))
    return NULL;
  leave_out_literally (self, others, alike);
  return tell_changed (self, before, urls, url, error) ? g_steal_pointer (&self) : NULL;
}

/* Includes that take nothing but what is left out are given up, not the last one. */
static void
drop_includes (ExmUrlChange *self, const GPtrArray *alike, const GPtrArray *rest)
{
  for (guint i = self->include->len; i-- > 0 && self->include->len > 1;)
    {
      g_autoptr (ExmUrlPattern) pattern
          = exm_url_pattern_new (g_ptr_array_index (self->include, i), NULL);
      if (pattern != NULL && matches_any (pattern, alike) && !matches_any (pattern, rest))
        g_ptr_array_remove_index (self->include, i);
    }
}

/* A directory whose name lists, with all below it; else what the addresses have in
 * common. What would take one of @rest is not written. */
static void
exclude_alike (ExmUrlChange *self, GPtrArray *alike, GPtrArray *rest)
{
  const char *url = g_ptr_array_index (alike, 0);
  g_autoptr (GPtrArray) include = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) exclude = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (ExmUrlPattern) below
      = exm_url_names_list (url) ? exm_url_pattern_new_below (url) : NULL;

  if (below != NULL && exm_url_pattern_matches (below, url, NULL)
      && !matches_any (below, rest))
    {
      add_pattern (self->exclude, below);
      return;
    }
  /* One address alone does not tell what others have in common with it. */
  if (alike->len < 2 || !exm_url_patterns_learn (alike, rest, include, exclude, NULL))
    return;
  for (guint i = 0; i < include->len; i++)
    {
      g_autoptr (ExmUrlPattern) pattern
          = exm_url_pattern_new (g_ptr_array_index (include, i), NULL);
      if (pattern != NULL && is_distinct (pattern) && !matches_any (pattern, rest))
        add_pattern (self->exclude, pattern);
    }
}

/* One page has several addresses: by its key it is one of them. */
static GHashTable *
new_key_set (const GPtrArray *urls)
{
  GHashTable *keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < urls->len; i++)
    {
      char *key = exm_url_get_page_key (g_ptr_array_index (urls, i));
      if (key != NULL)
        g_hash_table_add (keys, key);
    }
  return keys;
}

static gboolean
has_key (GHashTable *keys, const char *url)
{
  g_autofree char *key = exm_url_get_page_key (url);

  return key != NULL && g_hash_table_contains (keys, key);
}

static void
add_all (GPtrArray *all, const GPtrArray *urls, GHashTable *but)
{
  for (guint i = 0; i < urls->len; i++)
    if (!g_hash_table_contains (but, g_ptr_array_index (urls, i)))
      g_ptr_array_add (all, g_ptr_array_index (urls, i));
}

/* The addresses that go with @url: it alone where one that is kept is of its kind. */
static GPtrArray *
list_leaving (const GPtrArray *matched,
              const char *url,
              const GPtrArray *kept,
              GHashTable *kept_keys,
              gboolean alone)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) known = new_set (matched);

  add_all (all, matched, none);
  add_all (all, kept, known);
  GPtrArray *leaving = exm_url_find_alike (all, url);
  for (guint i = 1; i < leaving->len && !alone; i++)
    alone = has_key (kept_keys, g_ptr_array_index (leaving, i));
  if (alone)
    g_ptr_array_set_size (leaving, 1);
  return leaving;
}

ExmUrlChange *
exm_url_change_new_leaving (const GPtrArray *include,
                            const GPtrArray *exclude,
                            const GPtrArray *urls,
                            const char *url,
                            const GPtrArray *kept,
                            gboolean alone,
                            GError **error)
{
  g_autoptr (ExmUrlChange) self = change_new (include, exclude);
  g_autoptr (ExmUrlFilter) before
      = exm_url_filter_new (self->include, self->exclude, error);
  g_autoptr (GPtrArray) matched = g_ptr_array_new ();
  g_autoptr (GPtrArray) rest = g_ptr_array_new ();

  g_autoptr (GHashTable) kept_keys = new_key_set (kept);

  if (before == NULL || has_key (kept_keys, url))
    return NULL;
  for (guint i = 0; i < urls->len; i++)
    if (is_taken (before, g_ptr_array_index (urls, i)))
      g_ptr_array_add (matched, g_ptr_array_index (urls, i));
  g_autoptr (GPtrArray) leaving = list_leaving (matched, url, kept, kept_keys, alone);
  g_autoptr (GHashTable) gone = new_set (leaving);
  add_all (rest, matched, gone);
  add_all (rest, kept, gone);
  if (!alone)
    {
      drop_includes (self, leaving, rest);
      exclude_alike (self, leaving, rest);
    }
  leave_out_literally (self, leaving, rest);
  return tell_changed (self, before, urls, url, error) ? g_steal_pointer (&self) : NULL;
}
