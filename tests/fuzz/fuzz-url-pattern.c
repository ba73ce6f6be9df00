/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A line with a URL pattern, then a line an address: the normal form of the pattern means
 * the same, what it generates it matches, what it proposes matches, and all in time. */

#include "fuzz.h"

#include "url/exm-url-pattern.h"

#include <string.h>

/* 2024-03-31 12:00 UTC */
#define NOW_USEC (G_GINT64_CONSTANT (1711886400) * G_USEC_PER_SEC)

static void
check_generated (ExmUrlPattern *pattern)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list
      = exm_url_pattern_generate (pattern, NOW_USEC, utc, 20, &error);

  FUZZ_EXPECT ((list == NULL) == (error != NULL));
  FUZZ_EXPECT (list == NULL || exm_url_pattern_can_generate (pattern));
  for (guint i = 0; list != NULL && i < list->len; i++)
    FUZZ_EXPECT (exm_url_pattern_matches (pattern, g_ptr_array_index (list, i), NULL));
  if (list != NULL)
    FUZZ_EXPECT (list->len > 0 && list->len <= exm_url_pattern_count (pattern));
}

static void
check_pattern (const char *text, GPtrArray *urls)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, &error);

  FUZZ_EXPECT ((pattern == NULL) == (error != NULL));
  if (pattern == NULL)
    return;
  const char *normal = exm_url_pattern_get_text (pattern);
  g_autoptr (ExmUrlPattern) again = exm_url_pattern_new (normal, &error);
  /* Escapes may make it longer than a pattern may be. */
  if (again == NULL
      && g_error_matches (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_LARGE))
    return;
  if (again == NULL)
    g_error ("“%s” has the normal form “%s”: %s", text, normal, error->message);
  if (strcmp (normal, exm_url_pattern_get_text (again)) != 0)
    g_error ("“%s” has the normal form “%s”, and that has “%s”", text, normal,
             exm_url_pattern_get_text (again));
  FUZZ_EXPECT (exm_url_pattern_count (pattern) == exm_url_pattern_count (again));
  check_generated (pattern);

  for (guint i = 0; i < urls->len; i++)
    {
      const char *url = g_ptr_array_index (urls, i);
      gboolean matches = exm_url_pattern_matches (pattern, url, NULL);
      if (exm_url_pattern_matches (again, url, NULL) != matches)
        g_error ("“%s” and its normal form “%s” differ about “%s”", text, normal, url);
      g_auto (GStrv) captures = exm_url_pattern_get_captures (pattern, url, NULL);
      FUZZ_EXPECT ((captures != NULL) == matches);
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_auto (GStrv) lines = g_strsplit (text, "\n", 8);
  g_autoptr (GPtrArray) urls = g_ptr_array_new ();

  if (lines[0] == NULL)
    return 0;
  for (guint i = 1; lines[i] != NULL; i++)
    g_ptr_array_add (urls, lines[i]);
  check_pattern (lines[0], urls);

  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlPattern) proposed = exm_url_pattern_propose (urls, &error);
  FUZZ_EXPECT ((proposed == NULL) == (error != NULL));
  return 0;
}
