/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "exm-look.h"

#include "exm-fetch-error.h"
#include "exm-url.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Services whose articles are read in their own app, or behind a login, and of which no
 * page on the web lists what an account published. */
static const struct
{
  const char *host;
  const char *name;
} closed_services[] = {
  { "weixin.qq.com", N_ ("WeChat") },    { "douyin.com", N_ ("Douyin") },
  { "kuaishou.com", N_ ("Kuaishou") },   { "xiaohongshu.com", N_ ("Xiaohongshu") },
  { "xhslink.com", N_ ("Xiaohongshu") },
};

static gboolean
is_host_of (const char *host, const char *service)
{
  gsize n = strlen (host);
  gsize n_service = strlen (service);

  return n >= n_service && g_ascii_strcasecmp (host + n - n_service, service) == 0
         && (n == n_service || host[n - n_service - 1] == '.');
}

static gboolean
refuse_closed (const char *url, GError **error)
{
  g_autoptr (GUri) uri = exm_url_parse (url, error);

  if (uri == NULL)
    return FALSE;
  for (gsize i = 0; i < G_N_ELEMENTS (closed_services); i++)
    if (is_host_of (g_uri_get_host (uri), closed_services[i].host))
      {
        g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_URL,
                     /* translators: %s is a service such as WeChat */
                     _ ("%s cannot be followed: no page on the web lists its articles. "
                        "Paste an address of the publisher’s own site"),
                     g_dgettext (GETTEXT_PACKAGE, closed_services[i].name));
        return FALSE;
      }
  return TRUE;
}

static gboolean
refuse_app_link (const char *text, GError **error)
{
  g_autofree char *scheme = g_uri_parse_scheme (text);
  g_autofree char *shown = NULL;

  /* "localhost:8080/news" has no scheme either. */
  if (scheme == NULL || g_ascii_isdigit (text[strlen (scheme) + 1]))
    return TRUE;
  if (strcmp (scheme, "http") == 0 || strcmp (scheme, "https") == 0)
    return TRUE;
  shown = exm_url_to_display (text);
  if (strcmp (scheme, "file") == 0)
    g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_SCHEME,
                 _ ("%s is a file on this computer; paste the address of a page on the "
                    "web"),
                 shown);
  else
    g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_SCHEME,
                 _ ("%s opens an app, not a page. Open the article in a web browser and "
                    "paste the address from there"),
                 shown);
  return FALSE;
}

/* The part of a message that is an address; all of it where none begins with http. */
static char *
cut_out (const char *text)
{
  g_autofree char *whole = g_strstrip (g_utf8_make_valid (text, -1));
  char *start = whole;
  char *end;

  while (start != NULL && !g_str_has_prefix (start, "http://")
         && !g_str_has_prefix (start, "https://"))
    start = *start != '\0' ? strstr (start + 1, "http") : NULL;
  if (start == NULL)
    return g_steal_pointer (&whole);
  /* Another kind of address may have one inside. */
  if (start != whole && g_ascii_isgraph (start[-1]))
    return g_steal_pointer (&whole);
  for (end = start; *end != '\0'; end = g_utf8_next_char (end))
    {
      gunichar c = g_utf8_get_char (end);
      if (c == ' ' || c == '"' || c == 0x3002 || c == 0xff0c || c == 0x3000)
        break;
    }
  return g_strndup (start, (gsize) (end - start));
}

char *
exm_look_find_address (const char *text, GError **error)
{
  g_autofree char *address = cut_out (text);
  g_autofree char *url = NULL;

  if (!refuse_app_link (address, error))
    return NULL;
  url = exm_url_normalize_input (address, error);
  if (url == NULL || !refuse_closed (url, error))
    return NULL;
  return g_steal_pointer (&url);
}
