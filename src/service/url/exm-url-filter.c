/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-filter.h"

#include "base/exm-said-error.h"

#include <glib/gi18n-lib.h>

struct _ExmUrlFilter
{
  GPtrArray *include; /* (owned) (element-type ExmUrlPattern) */
  GPtrArray *exclude; /* (owned) (element-type ExmUrlPattern) */
};

static void
filter_clear (ExmUrlFilter *self)
{
  g_clear_pointer (&self->include, g_ptr_array_unref);
  g_clear_pointer (&self->exclude, g_ptr_array_unref);
}

ExmUrlFilter *
exm_url_filter_ref (ExmUrlFilter *self)
{
  return g_atomic_rc_box_acquire (self);
}

void
exm_url_filter_unref (ExmUrlFilter *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) filter_clear);
}

static GPtrArray *
parse_patterns (GPtrArray *texts, GError **error)
{
  g_autoptr (GPtrArray) patterns
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_url_pattern_unref);

  for (guint i = 0; i < texts->len; i++)
    {
      const char *text = g_ptr_array_index (texts, i);
      ExmUrlPattern *pattern = exm_url_pattern_new (text, error);
      if (pattern == NULL)
        {
          g_autofree char *valid = g_utf8_make_valid (text, -1);
          /* translators: a URL pattern; what is wrong with it follows */
          exm_said_prefix_error (error, N_ ("The pattern “%s” cannot be used. "), valid);
          return NULL;
        }
      g_ptr_array_add (patterns, pattern);
    }
  return g_steal_pointer (&patterns);
}

ExmUrlFilter *
exm_url_filter_new (GPtrArray *include, GPtrArray *exclude, GError **error)
{
  g_autoptr (ExmUrlFilter) self = g_atomic_rc_box_new0 (ExmUrlFilter);

  self->include = parse_patterns (include, error);
  if (self->include == NULL)
    return NULL;
  self->exclude = parse_patterns (exclude, error);
  return self->exclude != NULL ? g_steal_pointer (&self) : NULL;
}

/* The first of @patterns that matches, or else the first that cannot tell, with @error.
 */
static ExmUrlPattern *
find_pattern (GPtrArray *patterns, const char *url, GError **error)
{
  g_autoptr (GError) first_error = NULL;
  ExmUrlPattern *undecided = NULL;

  for (guint i = 0; i < patterns->len; i++)
    {
      g_autoptr (GError) local = NULL;
      ExmUrlPattern *pattern = g_ptr_array_index (patterns, i);
      if (exm_url_pattern_matches (pattern, url, &local))
        return pattern;
      if (local != NULL && undecided == NULL)
        {
          undecided = pattern;
          first_error = g_steal_pointer (&local);
        }
    }
  if (undecided != NULL)
    g_propagate_error (error, g_steal_pointer (&first_error));
  return undecided;
}

static ExmUrlVerdict
conclude (ExmUrlVerdict verdict, char *sentence, char **why)
{
  if (why != NULL)
    *why = sentence;
  else
    g_free (sentence);
  return verdict;
}

ExmUrlVerdict
exm_url_filter_check (ExmUrlFilter *self, const char *url, char **why)
{
  g_autoptr (GError) error = NULL;
  ExmUrlPattern *excluding = find_pattern (self->exclude, url, &error);
  ExmUrlPattern *including
      = excluding == NULL ? find_pattern (self->include, url, &error) : NULL;
  ExmUrlPattern *decisive = excluding != NULL ? excluding : including;
  const char *text = decisive != NULL ? exm_url_pattern_get_text (decisive) : NULL;

  if (error != NULL)
    return conclude (EXM_URL_VERDICT_UNDECIDED,
                     /* translators: a pattern, then an error message */
                     g_strdup_printf (_ ("“%s” cannot tell: %s"), text, error->message),
                     why);
  if (excluding != NULL)
    return conclude (EXM_URL_VERDICT_EXCLUDED,
                     g_strdup_printf (_ ("It is excluded by “%s”."), text), why);
  if (including != NULL)
    return conclude (EXM_URL_VERDICT_MATCHED,
                     g_strdup_printf (_ ("It matches “%s”."), text), why);
  if (self->include->len == 0)
    return conclude (EXM_URL_VERDICT_MATCHED,
                     g_strdup (_ ("The task takes every address.")), why);
  return conclude (EXM_URL_VERDICT_NOT_INCLUDED,
                   g_strdup (_ ("None of the patterns of the task matches it.")), why);
}
