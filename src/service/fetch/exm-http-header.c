/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-http-header.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>
#include <string.h>

static const char *
skip_space (const char *p)
{
  while (g_ascii_isspace (*p))
    p++;
  return p;
}

/* The value at *@p, which is moved behind it. */
static char *
read_parameter_value (const char **p)
{
  const char *start = *p;

  if (*start == '"' || *start == '\'')
    {
      const char *end = strchr (start + 1, *start);
      gsize length = end != NULL ? (gsize) (end - start) - 1 : strlen (start + 1);
      *p = start + 1 + length + (end != NULL);
      return g_strstrip (g_strndup (start + 1, length));
    }
  *p = start + strcspn (start, ";, \t\r\n");
  return g_strndup (start, *p - start);
}

char *
exm_http_parse_content_type (const char *value, char **charset)
{
  g_autofree char *found = NULL;

  if (charset != NULL)
    *charset = NULL;
  if (value == NULL)
    return NULL;

  const char *p = skip_space (value);
  gsize length = strcspn (p, ";, \t\r\n");
  g_autofree char *essence = g_ascii_strdown (p, length);
  const char *slash = strchr (essence, '/');

  p += length;
  while (*p != '\0' && found == NULL)
    {
      p += strspn (p, ";, \t\r\n");
      const char *name = p;
      p += strcspn (p, "=;, \t\r\n");
      gsize n_name = p - name;
      const char *equals = skip_space (p);
      if (*equals != '=')
        continue;
      p = skip_space (equals + 1);
      g_autofree char *parameter = read_parameter_value (&p);
      if (n_name == 7 && g_ascii_strncasecmp (name, "charset", 7) == 0
          && *parameter != '\0')
        found = g_steal_pointer (&parameter);
    }
  if (charset != NULL)
    *charset = g_steal_pointer (&found);
  if (slash == NULL || slash == essence || slash[1] == '\0')
    return NULL;
  return g_steal_pointer (&essence);
}

gint64
exm_http_parse_retry_after (const char *value, gint64 now_unix_s)
{
  if (value == NULL)
    return -1;
  g_autofree char *text = g_strstrip (g_strdup (value));
  if (*text != '\0' && text[strspn (text, "0123456789")] == '\0')
    {
      guint64 n = g_ascii_strtoull (text, NULL, 10);
      return (gint64) MIN (n, (guint64) G_MAXINT32);
    }

  g_autoptr (GDateTime) date = soup_date_time_new_from_http_string (text);
  if (date == NULL)
    return -1;
  gint64 seconds = g_date_time_to_unix (date) - now_unix_s;
  return CLAMP (seconds, 0, G_MAXINT32);
}

gboolean
exm_http_header_is_valid (const char *name, const char *value)
{
  if (*name == '\0')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("!#$%&'*+-.^_`|~", *p) == NULL)
      return FALSE;
  for (const char *p = value; *p != '\0'; p++)
    if (((guchar) *p < 0x20 && *p != '\t') || *p == 0x7f)
      return FALSE;
  return TRUE;
}

gboolean
exm_http_status_is_redirect (guint status)
{
  return (status >= 301 && status <= 303) || status == 307 || status == 308;
}

gboolean
exm_http_status_is_refusal (guint status)
{
  return status == 401 || status == 403 || status == 405 || status == 412 || status == 429
         || status == 503 || status == 521;
}

const char *
exm_http_status_explain (guint status)
{
  static const struct
  {
    guint status;
    const char *words;
  } known[] = {
    { 400, N_ ("it does not understand the request") },
    { 401, N_ ("it asks for a login") },
    { 403, N_ ("it refuses access") },
    { 404, N_ ("there is no such page") },
    { 410, N_ ("the page is gone for good") },
    { 429, N_ ("it was asked too often") },
    { 451, N_ ("it may not show the page, by law") },
    { 500, N_ ("it reported an internal error") },
    { 502, N_ ("the server behind it failed") },
    { 503, N_ ("it is busy or being serviced") },
    { 504, N_ ("the server behind it does not answer") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (known[i].status == status)
      return known[i].words;
  return NULL;
}
