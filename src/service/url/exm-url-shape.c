/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-shape.h"

#include <string.h>

#include "fetch/exm-url.h"

#define MAX_PARTS 64u

/* Weight of an otherwise unequal part that has the same file name extension. */
#define EXTENSION_AGREES .25

static char *
fold_digits (const char *text)
{
  GString *out = g_string_new (NULL);

  for (const char *p = text; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      g_string_append_c (out, g_ascii_tolower (*p));
    else if (out->len == 0 || out->str[out->len - 1] != '0')
      g_string_append_c (out, '0');
  return g_string_free (out, FALSE);
}

/* "?name=value" or "/segment" → the same with digits folded. */
static void
add_parts (GPtrArray *parts, char mark, const char *text, const char *separators)
{
  g_auto (GStrv) pieces = g_strsplit_set (text, separators, (gint) MAX_PARTS);

  for (char **piece = pieces; *piece != NULL && parts->len < MAX_PARTS; piece++)
    {
      g_autofree char *folded = fold_digits (*piece);
      g_ptr_array_add (parts, g_strdup_printf ("%c%s", mark, folded));
    }
}

char **
exm_url_shape_new (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);

  if (uri == NULL)
    return NULL;
  GPtrArray *parts = g_ptr_array_new ();
  const char *host = g_uri_get_host (uri);
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);
  g_ptr_array_add (
      parts,
      g_ascii_strdown (g_ascii_strncasecmp (host, "www.", 4) == 0 ? host + 4 : host, -1));
  add_parts (parts, '/', *path == '/' ? path + 1 : path, "/");
  if (query != NULL)
    add_parts (parts, '?', query, "&;");
  g_ptr_array_add (parts, NULL);
  return (char **) g_ptr_array_free (parts, FALSE);
}

/* A part that is a name of its own: words joined by hyphens, or a long mix of letters
 * and digits. */
static gboolean
is_own_name (const char *part, gsize n)
{
  guint n_joints = 0;
  guint n_zeros = 0;

  for (gsize i = 1; i < n; i++)
    {
      n_joints += part[i] == '-' || part[i] == '_' || part[i] == '%';
      n_zeros += part[i] == '0';
    }
  return n_joints >= 2 || n >= 17 || (n_zeros >= 2 && n >= 7)
         || (n_joints >= 1 && n >= 10);
}

static gsize
stem_length (const char *part)
{
  const char *dot = strrchr (part, '.');

  return dot != NULL && strlen (dot) <= 6 ? (gsize) (dot - part) : strlen (part);
}

char *
exm_url_shape_fold (const char *part)
{
  gsize n = stem_length (part);

  if (part[0] == '?')
    return g_strndup (part, strcspn (part, "="));
  return n > 1 && is_own_name (part, n) ? g_strconcat ("/*", part + n, NULL)
                                        : g_strdup (part);
}

static double
compare_parts (const char *a, const char *b)
{
  gsize n_a = stem_length (a);
  gsize n_b = stem_length (b);

  if (strcmp (a, b) == 0)
    return 1;
  if (a[0] != b[0] || strcmp (a + n_a, b + n_b) != 0 || n_a <= 1 || n_b <= 1)
    return 0;
  if (is_own_name (a, n_a) && is_own_name (b, n_b))
    return 1;
  return a[n_a] != '\0' ? EXTENSION_AGREES : 0;
}

/* A parameter must have the same name; its value may be anything. */
static double
compare_parameters (const char *a, const char *b)
{
  gsize n_a = strcspn (a, "=");
  gsize n_b = strcspn (b, "=");

  if (n_a != n_b || memcmp (a, b, n_a) != 0)
    return -1;
  return strcmp (a, b) == 0 ? 1 : EXTENSION_AGREES;
}

double
exm_url_shape_compare (const char *const *a, const char *const *b)
{
  guint n = g_strv_length ((char **) a);
  double sum = 0;

  if (n != g_strv_length ((char **) b) || n == 0 || strcmp (a[0], b[0]) != 0)
    return 0;
  if (n == 1)
    return 1; /* two front pages */
  for (guint i = 1; i < n; i++)
    {
      double agree = a[i][0] == '?' && b[i][0] == '?' ? compare_parameters (a[i], b[i])
                                                      : compare_parts (a[i], b[i]);
      if (agree < 0)
        return 0;
      sum += agree;
    }
  return sum / (n - 1);
}

gboolean
exm_url_is_built_as (const char *a, const char *b)
{
  g_auto (GStrv) shape_a = exm_url_shape_new (a);
  g_auto (GStrv) shape_b = exm_url_shape_new (b);

  return shape_a != NULL && shape_b != NULL
         && exm_url_shape_compare ((const char *const *) shape_a,
                                   (const char *const *) shape_b)
                >= EXM_URL_SHAPE_SAME;
}
