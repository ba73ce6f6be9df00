/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-url-key.h"

#include <libpsl.h>
#include <string.h>

#include "fetch/exm-address.h"
#include "fetch/exm-url.h"

#define SESSION_IN_PATH ";jsessionid="

/* A "*" at the end stands for any rest. All in lower case. */
static const char *const tracking_names[] = {
  /* campaigns: Google, Matomo, AT Internet, comScore, Baidu, Openstat, HubSpot */
  "utm_*",
  "mtm_*",
  "pk_campaign",
  "pk_cid",
  "pk_content",
  "pk_keyword",
  "pk_kwd",
  "pk_medium",
  "pk_source",
  "piwik_campaign",
  "piwik_kwd",
  "piwik_keyword",
  "at_campaign",
  "at_medium",
  "ns_campaign",
  "ns_linkname",
  "ns_mchannel",
  "ns_source",
  "hmsr",
  "hmpl",
  "hmcu",
  "hmkw",
  "hmci",
  "_openstat",
  "hsctatracking",
  /* clicks */
  "fbclid",
  "gclid",
  "gclsrc",
  "gbraid",
  "wbraid",
  "dclid",
  "msclkid",
  "yclid",
  "ysclid",
  "twclid",
  "ttclid",
  "li_fat_id",
  "bd_vid",
  "qhclickid",
  "_ga",
  "_gl",
  "ref_src",
  "ref_url",
  /* mails */
  "mc_cid",
  "mc_eid",
  "mkt_tok",
  "_hsenc",
  "_hsmi",
  "vero_id",
  "oly_anon_id",
  "oly_enc_id",
  /* shares and apps */
  "spm",
  "spm_id_from",
  "scm",
  "igsh",
  "igshid",
  "vd_source",
  "share_from",
  "share_medium",
  "share_plat",
  "share_session_id",
  "share_source",
  "share_tag",
  "share_token",
  "isappinstalled",
  "nsukey",
  "tdsourcetag",
  /* sessions */
  "phpsessid",
  "jsessionid",
};

static const char *const doubtful_names[] = { "from", "source", "src", "ref", "refer" };

static const char *const referring_values[] = {
  "app",           "facebook", "feed",    "groupmessage", "home",  "homepage",
  "newsletter",    "push",     "qq",      "qzone",        "rss",   "share",
  "singlemessage", "timeline", "twitter", "wechat",       "weibo", "weixin",
};

void
exm_url_append_escaped (GString *out, const char *text, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    {
      guchar c = text[i];
      gboolean escape = c == '%' && i + 2 < n_bytes && g_ascii_isxdigit (text[i + 1])
                        && g_ascii_isxdigit (text[i + 2]);
      if (escape)
        {
          c = g_ascii_xdigit_value (text[i + 1]) * 16
              + g_ascii_xdigit_value (text[i + 2]);
          i += 2;
        }
      gboolean unreserved = g_ascii_isalnum (c) || (c != 0 && strchr ("-._~", c) != NULL);
      if (unreserved
          || (!escape && c > 0x20 && c < 0x7f && strchr ("%\"<>`{}|^\\", c) == NULL))
        g_string_append_c (out, c);
      else
        g_string_append_printf (out, "%%%02X", c);
    }
}

static gboolean
is_one_of (const char *word, const char *const *words, gsize n_words)
{
  for (gsize i = 0; i < n_words; i++)
    {
      gsize length = strlen (words[i]);
      if (words[i][length - 1] == '*' ? strncmp (word, words[i], length - 1) == 0
                                      : strcmp (word, words[i]) == 0)
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_tracking (const char *parameter)
{
  gsize n_name = strcspn (parameter, "=");
  g_autofree char *name = g_ascii_strdown (parameter, n_name);

  if (is_one_of (name, tracking_names, G_N_ELEMENTS (tracking_names)))
    return TRUE;
  if (parameter[n_name] == '\0'
      || !is_one_of (name, doubtful_names, G_N_ELEMENTS (doubtful_names)))
    return FALSE;
  g_autofree char *value = g_ascii_strdown (parameter + n_name + 1, -1);
  return is_one_of (value, referring_values, G_N_ELEMENTS (referring_values));
}

char *
exm_url_without_tracking (const char *url)
{
  gsize n_before = strcspn (url, "?#");
  GString *out = g_string_new_len (url, n_before);

  if (url[n_before] != '?')
    {
      g_string_append (out, url + n_before);
      return g_string_free (out, FALSE);
    }

  const char *query = url + n_before + 1;
  gsize n_query = strcspn (query, "#");
  g_autofree char *text = g_strndup (query, n_query);
  g_auto (GStrv) parameters = g_strsplit (text, "&", -1);
  char between = '?';
  for (guint i = 0; parameters[i] != NULL; i++)
    if (!is_tracking (parameters[i]))
      {
        g_string_append_c (out, between);
        g_string_append (out, parameters[i]);
        between = '&';
      }
  g_string_append (out, query + n_query);
  return g_string_free (out, FALSE);
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  const char *left = *(const char *const *) a;
  const char *right = *(const char *const *) b;
  gsize n_left = strcspn (left, "=");
  gsize n_right = strcspn (right, "=");
  int order = memcmp (left, right, MIN (n_left, n_right));

  return order != 0 ? order : (n_left > n_right) - (n_left < n_right);
}

/* Sorted by name where every parameter has one: what lacks it means something by its
 * place. */
static void
append_query (GString *out, const char *query)
{
  g_auto (GStrv) parameters = g_strsplit (query, "&", -1);
  g_autoptr (GPtrArray) kept = g_ptr_array_new ();
  gboolean named = TRUE;

  for (guint i = 0; parameters[i] != NULL; i++)
    if (*parameters[i] != '\0')
      {
        g_ptr_array_add (kept, parameters[i]);
        named = named && *parameters[i] != '=' && strchr (parameters[i], '=') != NULL;
      }
  /* A stable sort: the values of one name keep their order. */
  if (named)
    g_ptr_array_sort (kept, compare_names);
  for (guint i = 0; i < kept->len; i++)
    g_string_append_printf (out, "%c%s", i == 0 ? '?' : '&',
                            (char *) g_ptr_array_index (kept, i));
}

/* %NULL for what has no registrable domain. */
static const char *
find_registrable (const char *host)
{
  g_autoptr (GInetAddress) address = exm_host_parse_ipv4 (host);

  if (address != NULL || strchr (host, ':') != NULL)
    return NULL;
  return psl_registrable_domain (psl_builtin (), host);
}

/* The host as GUri has it: without brackets. */
static void
append_host (GString *out, const char *host)
{
  if (strchr (host, ':') != NULL)
    g_string_append_printf (out, "[%s]", host);
  else
    g_string_append (out, host);
}

static const char *
skip_www (const char *host)
{
  if (!g_str_has_prefix (host, "www."))
    return host;
  const char *domain = find_registrable (host + 4);
  return domain != NULL && strcmp (domain, host + 4) == 0 ? host + 4 : host;
}

static char *
drop_session (const char *path)
{
  GString *out = g_string_new (NULL);
  gsize n_mark = strlen (SESSION_IN_PATH);

  while (*path != '\0')
    if (g_ascii_strncasecmp (path, SESSION_IN_PATH, n_mark) == 0)
      path += n_mark + strcspn (path + n_mark, "/;");
    else
      g_string_append_c (out, *path++);
  return g_string_free (out, FALSE);
}

/* Everything but the query: whatever changes the path comes before its dot segments are
 * resolved, and the host loses its last dot before IPv4 addresses are looked for. */
static char *
simplify (GUri *uri, GError **error)
{
  g_autoptr (GString) out = g_string_new ("https://");
  g_autoptr (GString) path = g_string_new (NULL);
  g_autofree char *host = g_strdup (g_uri_get_host (uri));
  const char *query = g_uri_get_query (uri);
  const char *fragment = g_uri_get_fragment (uri);
  int port = g_uri_get_port (uri);

  if (g_str_has_suffix (host, "."))
    host[strlen (host) - 1] = '\0';
  append_host (out, host);
  if (port > 0 && port != 80 && port != 443)
    g_string_append_printf (out, ":%d", port);
  exm_url_append_escaped (path, g_uri_get_path (uri), strlen (g_uri_get_path (uri)));
  g_autofree char *sessionless = drop_session (path->str);
  g_string_append (out, sessionless);
  if (query != NULL)
    {
      g_string_append_c (out, '?');
      exm_url_append_escaped (out, query, strlen (query));
    }
  if (fragment != NULL && (*fragment == '!' || *fragment == '/'))
    {
      g_string_append_c (out, '#');
      exm_url_append_escaped (out, fragment, strlen (fragment));
    }
  return exm_url_normalize_input (out->str, error);
}

/* Parsed, with what does not matter gone. */
static GUri *
parse_simple (const char *url, GError **error)
{
  g_autofree char *normal = exm_url_normalize_input (url, error);
  if (normal == NULL)
    return NULL;
  g_autoptr (GUri) raw = exm_url_parse (normal, error);
  if (raw == NULL)
    return NULL;
  g_autofree char *simple = simplify (raw, error);
  if (simple == NULL)
    return NULL;
  g_autofree char *bare = exm_url_without_tracking (simple);
  return exm_url_parse (bare, error);
}

char *
exm_url_get_key (const char *url, GError **error)
{
  g_autoptr (GUri) uri = parse_simple (url, error);
  if (uri == NULL)
    return NULL;

  GString *out = g_string_new ("https://");
  append_host (out, skip_www (g_uri_get_host (uri)));
  if (g_uri_get_port (uri) > 0 && g_uri_get_port (uri) != 443)
    g_string_append_printf (out, ":%d", g_uri_get_port (uri));
  g_string_append (out, g_uri_get_path (uri));
  if (g_uri_get_query (uri) != NULL)
    append_query (out, g_uri_get_query (uri));
  if (g_uri_get_fragment (uri) != NULL)
    g_string_append_printf (out, "#%s", g_uri_get_fragment (uri));
  return g_string_free (out, FALSE);
}

char *
exm_url_get_site (const char *url, GError **error)
{
  g_autoptr (GUri) uri = parse_simple (url, error);
  if (uri == NULL)
    return NULL;

  const char *host = g_uri_get_host (uri);
  const char *domain = find_registrable (host);
  GString *out = g_string_new (NULL);
  append_host (out, domain != NULL ? domain : host);
  return g_string_free (out, FALSE);
}

gboolean
exm_url_is_same_host (const char *a, const char *b)
{
  const char *host_a = strstr (a, "://"), *host_b = strstr (b, "://");

  if (host_a == NULL || host_b == NULL)
    return FALSE;
  host_a += g_str_has_prefix (host_a, "://www.") ? 7 : 3;
  host_b += g_str_has_prefix (host_b, "://www.") ? 7 : 3;
  gsize n = strcspn (host_a, "/?#");
  return n == strcspn (host_b, "/?#") && g_ascii_strncasecmp (host_a, host_b, n) == 0;
}

char *
exm_url_get_page_key (const char *url)
{
  char *key = exm_url_get_key (url, NULL);

  if (key == NULL)
    return NULL;
  if (g_str_has_suffix (key, "/index.html"))
    key[strlen (key) - strlen ("index.html")] = '\0';
  if (g_str_has_suffix (key, "/"))
    key[strlen (key) - 1] = '\0';
  return key;
}

gboolean
exm_url_is_same_page (const char *a, const char *b)
{
  g_autofree char *key_a = exm_url_get_page_key (a);
  g_autofree char *key_b = exm_url_get_page_key (b);

  return g_strcmp0 (key_a, key_b) == 0;
}

guint64
exm_url_get_mark (const char *key)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_MD5);
  guint8 digest[16];
  gsize size = sizeof digest;
  guint64 mark;

  g_checksum_update (sum, (const guchar *) key, -1);
  g_checksum_get_digest (sum, digest, &size);
  memcpy (&mark, digest, sizeof mark);
  return mark;
}
