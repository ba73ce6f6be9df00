/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "setup/exm-probe.h"

#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url-display.h"
#include "fetch/exm-url.h"

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

/* Search engines, by what stands before the ends of their hosts, and the part of a query
 * that holds what was searched for. */
static const struct
{
  const char *host; /* with a dot behind it: under any country */
  const char *key;
  const char *name;
} search_engines[] = {
  { "google.", "q", N_ ("Google") },
  { "bing.com", "q", N_ ("Bing") },
  { "baidu.com", "wd", N_ ("Baidu") },
  { "baidu.com", "word", N_ ("Baidu") },
  { "sogou.com", "query", N_ ("Sogou") },
  { "sogou.com", "keyword", N_ ("Sogou") },
  { "so.com", "q", N_ ("360 Search") },
  { "sm.cn", "q", N_ ("Shenma") },
  { "so.toutiao.com", "keyword", N_ ("Toutiao") },
  { "duckduckgo.com", "q", N_ ("DuckDuckGo") },
  { "search.yahoo.com", "p", N_ ("Yahoo") },
  { "yandex.", "text", N_ ("Yandex") },
  { "search.naver.com", "query", N_ ("Naver") },
};

/* Parts of a query in which a site's own search keeps what was searched for: those that
 * say so anywhere, and those that say so on a page called "search". */
static const char *const search_keys[] = {
  "q",        "s",          "wd",         "kw",           "query",      "keyword",
  "keywords", "searchword", "searchtext", "search_query", "searchterm",
};
static const char *const other_search_keys[] = {
  "w", "k", "key", "word", "words", "term", "text", "search", "title",
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

/* Escapes stay: what was searched for may be in any encoding.
 * Returns: (transfer full) (nullable): the query's parts, as "q=river" */
static GStrv
split_query (GUri *uri)
{
  const char *query = g_uri_get_query (uri);

  return query != NULL ? g_strsplit (query, "&", -1) : NULL;
}

/* Returns: (nullable): what stands in the part @key */
static const char *
find_part (GStrv query, const char *key)
{
  gsize n = strlen (key);

  for (guint i = 0; query[i] != NULL; i++)
    if (g_ascii_strncasecmp (query[i], key, n) == 0 && query[i][n] == '=')
      return query[i] + n + 1;
  return NULL;
}

/* Some sites keep a whole address in there: "?q=node/12". */
static gboolean
is_address (const char *value)
{
  return strchr (value, '/') != NULL || strstr (value, "%2F") != NULL
         || strstr (value, "%2f") != NULL;
}

static gboolean
has_words (GStrv query, const char *const *keys, gsize n_keys)
{
  for (gsize i = 0; i < n_keys; i++)
    {
      const char *words = find_part (query, keys[i]);
      if (words != NULL && *words != '\0' && !is_address (words))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_engine (const char *host, const char *engine)
{
  g_autofree char *within = NULL;
  const char *at;

  if (!g_str_has_suffix (engine, "."))
    return is_host_of (host, engine);
  within = g_strconcat (".", host, NULL);
  at = g_strrstr (within, engine);
  /* Behind it is a country alone: "co.uk", not "mirror.example.org". */
  return at != NULL && at > within && at[-1] == '.' && strlen (at + strlen (engine)) <= 6;
}

/* Results of a search engine are for people, and it says so in its robots.txt. Its feeds
 * are another thing. */
static gboolean
refuse_search_engine (const char *url, GError **error)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);
  g_auto (GStrv) query = uri != NULL ? split_query (uri) : NULL;

  if (query == NULL || g_str_has_prefix (g_uri_get_path (uri), "/rss")
      || g_strcmp0 (find_part (query, "format"), "rss") == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (search_engines); i++)
    {
      const char *words = find_part (query, search_engines[i].key);
      /* "/url" leads on to what was found. */
      if (words == NULL || *words == '\0' || strcmp (g_uri_get_path (uri), "/url") == 0
          || !is_engine (g_uri_get_host (uri), search_engines[i].host))
        continue;
      g_set_error (error, EXM_FETCH_ERROR, EXM_FETCH_ERROR_URL,
                   /* translators: %s is a search engine such as Google */
                   _ ("This is what %s found: it changes all the time, and programs are "
                      "not to collect it. Open one of the sites that it names and paste "
                      "the address of an article or a section from there"),
                   g_dgettext (GETTEXT_PACKAGE, search_engines[i].name));
      return FALSE;
    }
  return TRUE;
}

gboolean
exm_probe_is_search (const char *url)
{
  g_autoptr (GUri) uri = exm_url_parse (url, NULL);
  g_auto (GStrv) query = uri != NULL ? split_query (uri) : NULL;

  if (query == NULL)
    return FALSE;
  g_autofree char *path = g_ascii_strdown (g_uri_get_path (uri), -1);
  gboolean named = strstr (path, "/search") != NULL || g_str_has_suffix (path, "/so")
                   || g_str_has_prefix (g_uri_get_host (uri), "search.")
                   || g_str_has_prefix (g_uri_get_host (uri), "so.");
  if (named && has_words (query, other_search_keys, G_N_ELEMENTS (other_search_keys)))
    return TRUE;
  /* An article may have a part "s" in its address too. */
  return (named || *path == '\0' || g_str_has_suffix (path, "/")
          || g_str_has_suffix (path, "/index.php"))
         && has_words (query, search_keys, G_N_ELEMENTS (search_keys));
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
exm_probe_find_address (const char *text, GError **error)
{
  g_autofree char *address = cut_out (text);
  g_autofree char *url = NULL;

  if (!refuse_app_link (address, error))
    return NULL;
  url = exm_url_normalize_input (address, error);
  if (url == NULL || !refuse_closed (url, error) || !refuse_search_engine (url, error))
    return NULL;
  return g_steal_pointer (&url);
}
