/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Patterns that take the addresses of articles and leave out the others that stand beside
 * them. */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern-learn.h"

#include "url/exm-url-filter.h"
#include "url/exm-url-judge.h"

#include <string.h>

/* Kinds of addresses of one section. */
#define MAX_INCLUDES 40u

/* Others that are left out one by one. */
#define MAX_EXCLUDES 40u

static gboolean
matches (ExmUrlPattern *pattern, const char *url)
{
  return exm_url_pattern_matches (pattern, url, NULL);
}

static guint
count_matches (ExmUrlPattern *pattern, GPtrArray *urls)
{
  guint n = 0;

  for (guint i = 0; i < urls->len; i++)
    n += matches (pattern, g_ptr_array_index (urls, i));
  return n;
}

/* Others that it would take, but for lists: these are left out by their directory. */
static guint
count_taken (ExmUrlPattern *pattern, GPtrArray *others)
{
  guint n = 0;

  for (guint i = 0; i < others->len; i++)
    {
      const char *url = g_ptr_array_index (others, i);
      n += matches (pattern, url) && !exm_url_names_list (url);
    }
  return n;
}

/* @urls with the one at @first before the others. */
static GPtrArray *
put_first (GPtrArray *urls, guint first)
{
  GPtrArray *list = g_ptr_array_new ();

  g_ptr_array_add (list, g_ptr_array_index (urls, first));
  for (guint i = 0; i < urls->len; i++)
    if (i != first)
      g_ptr_array_add (list, g_ptr_array_index (urls, i));
  return list;
}

static void
remove_matching (GPtrArray *urls, ExmUrlPattern *pattern)
{
  for (guint i = urls->len; i-- > 0;)
    if (matches (pattern, g_ptr_array_index (urls, i)))
      g_ptr_array_remove_index (urls, i);
}

/* Drops patterns whose articles others take as well. */
static void
drop_covered (GPtrArray *patterns, GPtrArray *articles)
{
  for (guint i = patterns->len; i-- > 0 && patterns->len > 1;)
    {
      gboolean needed = FALSE;
      for (guint k = 0; k < articles->len && !needed; k++)
        {
          const char *url = g_ptr_array_index (articles, k);
          needed = matches (g_ptr_array_index (patterns, i), url);
          for (guint p = 0; p < patterns->len && needed; p++)
            needed = p == i || !matches (g_ptr_array_index (patterns, p), url);
        }
      if (!needed)
        g_ptr_array_remove_index (patterns, i);
    }
}

#define WILDCARD "(*)"

/* Articles of one pattern that may begin alike by chance. */
#define FEW 3u

/* ".html" and its like. */
static const char *
find_extension (const char *name)
{
  const char *dot = strrchr (name, '.');

  return dot != NULL && dot > name && strlen (dot) <= 6 && strpbrk (dot, "()*{}") == NULL
             ? dot
             : "";
}

/* The pattern that takes what both take, and more: they differ in one directory or in the
 * name, or in two directories where the name has numbers. %NULL if they differ in more.
 */
static ExmUrlPattern *
join_patterns (ExmUrlPattern *a, ExmUrlPattern *b)
{
  g_auto (GStrv) left = g_strsplit (exm_url_pattern_get_text (a), "/", -1);
  g_auto (GStrv) right = g_strsplit (exm_url_pattern_get_text (b), "/", -1);
  guint n = g_strv_length (left);
  guint n_other = 0;

  if (n != g_strv_length (right))
    return NULL;
  for (guint i = 0; i < n; i++)
    {
      if (strcmp (left[i], right[i]) == 0)
        continue;
      const char *ending = find_extension (left[i]);
      if (i < 3 || *left[i] == '\0' || *right[i] == '\0'
          || strcmp (ending, find_extension (right[i])) != 0)
        return NULL;
      n_other += strcmp (left[i], WILDCARD) != 0 && strcmp (right[i], WILDCARD) != 0;
      char *joined = g_strconcat (WILDCARD, ending, NULL);
      g_free (left[i]);
      left[i] = joined;
    }
  g_autofree char *text = g_strjoinv ("/", left);
  return n_other <= 1 ? exm_url_pattern_new (text, NULL) : NULL;
}

/* Sections and names of several kinds are one pattern, where that takes none of the
 * others in addition. */
static gboolean
join_two (GPtrArray *patterns, GPtrArray *others)
{
  for (guint i = 0; i < patterns->len; i++)
    for (guint k = i + 1; k < patterns->len; k++)
      {
        ExmUrlPattern *a = g_ptr_array_index (patterns, i);
        ExmUrlPattern *b = g_ptr_array_index (patterns, k);
        g_autoptr (ExmUrlPattern) joined = join_patterns (a, b);
        if (joined == NULL
            || count_matches (joined, others)
                   > count_matches (a, others) + count_matches (b, others))
          continue;
        g_ptr_array_remove_index (patterns, k);
        g_ptr_array_remove_index (patterns, i);
        g_ptr_array_insert (patterns, (int) i, g_steal_pointer (&joined));
        return TRUE;
      }
  return FALSE;
}

/* Below a date the name is the article's, whatever a few names have in common. %NULL
 * where there is no date, or nothing to widen. */
static ExmUrlPattern *
widen_name (ExmUrlPattern *pattern)
{
  const char *text = exm_url_pattern_get_text (pattern);
  g_auto (GStrv) parts = g_strsplit (text, "/", -1);
  guint last = g_strv_length (parts) - 1;

  if (last > 0 && *parts[last] == '\0')
    last--;
  if (last < 4 || strstr (text, "{yyyy}") == NULL
      || strstr (parts[last], "{yyyy}") != NULL || strchr (parts[last], '?') != NULL
      || g_str_has_prefix (parts[last], "index.")
      || g_str_has_prefix (parts[last], WILDCARD))
    return NULL;
  char *wide = g_strconcat (WILDCARD, find_extension (parts[last]), NULL);
  g_free (parts[last]);
  parts[last] = wide;
  g_autofree char *joined = g_strjoinv ("/", parts);
  return exm_url_pattern_new (joined, NULL);
}

/* A few articles do not tell what all names begin with. */
static void
widen_names (GPtrArray *patterns, GPtrArray *articles, GPtrArray *others)
{
  for (guint i = 0; i < patterns->len; i++)
    {
      ExmUrlPattern *narrow = g_ptr_array_index (patterns, i);
      g_autoptr (ExmUrlPattern) wide
          = count_matches (narrow, articles) < FEW ? widen_name (narrow) : NULL;
      if (wide == NULL || count_matches (wide, others) > count_matches (narrow, others))
        continue;
      g_ptr_array_index (patterns, i) = g_steal_pointer (&wide);
      exm_url_pattern_unref (narrow);
    }
}

/* Articles in the directory of the one at @first, this before the others. */
static GPtrArray *
list_neighbours (GPtrArray *articles, guint first)
{
  const char *url = g_ptr_array_index (articles, first);
  gsize n = strlen (url);
  g_autoptr (GPtrArray) all = put_first (articles, first);
  GPtrArray *list = g_ptr_array_new ();

  /* The slash at the end belongs to the name. */
  while (n > 0 && url[n - 1] == '/')
    n--;
  while (n > 0 && url[n - 1] != '/')
    n--;
  for (guint i = 0; i < all->len; i++)
    if (strncmp (g_ptr_array_index (all, i), url, n) == 0)
      g_ptr_array_add (list, g_ptr_array_index (all, i));
  return list;
}

/* The pattern of the article at @first, as wide as it can be without taking others; where
 * it takes some in any case, the wide one. */
static ExmUrlPattern *
propose (GPtrArray *articles, guint first, GPtrArray *others, GError **error)
{
  g_autoptr (GPtrArray) all = put_first (articles, first);
  g_autoptr (ExmUrlPattern) wide = exm_url_pattern_propose (all, error);
  guint n_taken = wide != NULL ? count_taken (wide, others) : 0;

  if (n_taken == 0)
    return g_steal_pointer (&wide);
  g_autoptr (GPtrArray) near = list_neighbours (articles, first);
  g_autoptr (ExmUrlPattern) narrow = exm_url_pattern_propose (near, NULL);
  return narrow != NULL && count_taken (narrow, others) < n_taken
             ? g_steal_pointer (&narrow)
             : g_steal_pointer (&wide);
}

static GPtrArray *
learn_includes (GPtrArray *articles, GPtrArray *others, GError **error)
{
  g_autoptr (GPtrArray) patterns
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_url_pattern_unref);
  g_autoptr (GPtrArray) left = g_ptr_array_new ();

  for (guint i = 0; i < articles->len; i++)
    g_ptr_array_add (left, g_ptr_array_index (articles, i));
  while (left->len > 0 && patterns->len < MAX_INCLUDES)
    {
      if (g_cancellable_set_error_if_cancelled (g_cancellable_get_current (), error))
        return NULL;
      guint first = 0;
      while (strcmp (g_ptr_array_index (articles, first), g_ptr_array_index (left, 0))
             != 0)
        first++;
      ExmUrlPattern *pattern = propose (articles, first, others, error);
      if (pattern == NULL)
        return NULL;
      g_ptr_array_add (patterns, pattern);
      guint before = left->len;
      remove_matching (left, pattern);
      if (left->len == before)
        g_ptr_array_remove_index (left, 0);
    }
  widen_names (patterns, articles, others);
  while (join_two (patterns, others))
    ;
  drop_covered (patterns, articles);
  return g_steal_pointer (&patterns);
}

/* The directory whose name says that it lists, with all below it; else the address. */
static ExmUrlPattern *
leave_out (const char *url)
{
  if (exm_url_names_list (url))
    {
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new_below (url);
      if (pattern != NULL)
        return g_steal_pointer (&pattern);
    }
  return exm_url_pattern_new_literal (url);
}

static void
learn_excludes (GPtrArray *includes,
                GPtrArray *articles,
                GPtrArray *others,
                GPtrArray *exclude)
{
  g_autoptr (GPtrArray) patterns
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_url_pattern_unref);

  for (guint i = 0; i < others->len && patterns->len < MAX_EXCLUDES; i++)
    {
      const char *url = g_ptr_array_index (others, i);
      gboolean taken = FALSE;
      for (guint k = 0; k < includes->len && !taken; k++)
        taken = matches (g_ptr_array_index (includes, k), url);
      for (guint k = 0; k < patterns->len && taken; k++)
        taken = !matches (g_ptr_array_index (patterns, k), url);
      if (!taken)
        continue;
      g_autoptr (ExmUrlPattern) pattern = leave_out (url);
      if (pattern != NULL && count_matches (pattern, articles) > 0)
        {
          exm_url_pattern_unref (pattern);
          pattern = exm_url_pattern_new_literal (url);
        }
      if (pattern != NULL && count_matches (pattern, articles) == 0)
        g_ptr_array_add (patterns, g_steal_pointer (&pattern));
    }
  for (guint i = 0; i < patterns->len; i++)
    g_ptr_array_add (
        exclude, g_strdup (exm_url_pattern_get_text (g_ptr_array_index (patterns, i))));
}

gboolean
exm_url_patterns_learn (GPtrArray *articles,
                        GPtrArray *others,
                        GPtrArray *include,
                        GPtrArray *exclude,
                        GError **error)
{
  g_autoptr (GPtrArray) patterns = learn_includes (articles, others, error);

  if (patterns == NULL)
    return FALSE;
  for (guint i = 0; i < patterns->len; i++)
    g_ptr_array_add (
        include, g_strdup (exm_url_pattern_get_text (g_ptr_array_index (patterns, i))));
  learn_excludes (patterns, articles, others, exclude);
  return TRUE;
}
