/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "fetch/exm-url.h"

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>
#include <string.h>
#include <unicode/uidna.h>

#include "base/exm-text.h"
#include "fetch/exm-address.h"
#include "fetch/exm-fetch-error.h"
#include "fetch/exm-url-display.h"

#define URI_FLAGS (SOUP_HTTP_URI_FLAGS | G_URI_FLAGS_HAS_PASSWORD)

G_GNUC_PRINTF (2, 3)
static gpointer
refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (
      error, exm_fetch_error_new_valist (EXM_FETCH_ERROR_URL, NULL, format, arguments));
  va_end (arguments);
  return NULL;
}

GUri *
exm_url_parse (const char *url, GError **error)
{
  g_autoptr (GUri) uri = g_uri_parse (url, URI_FLAGS, NULL);
  g_autofree char *display = NULL;

  if (uri != NULL && g_uri_get_host (uri) != NULL && *g_uri_get_host (uri) != '\0')
    return g_steal_pointer (&uri);
  display = exm_url_to_display (url);
  return refuse (error, N_ ("“%s” is not a web address."), display);
}

static void
append_encoded (GString *out, const char *bytes, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    {
      guchar c = bytes[i];
      gboolean bare_percent = c == '%'
                              && !(i + 2 < n_bytes && g_ascii_isxdigit (bytes[i + 1])
                                   && g_ascii_isxdigit (bytes[i + 2]));
      if (c <= 0x20 || c >= 0x7f || bare_percent || strchr ("\"<>`{}|^\\", c) != NULL)
        g_string_append_printf (out, "%%%02X", c);
      else
        g_string_append_c (out, c);
    }
}

/* White space around @text and line breaks and tabs inside are dropped; so are the angle
 * brackets that mails and documents put around an address. */
static char *
trim (const char *text)
{
  gboolean utf8 = g_utf8_validate (text, -1, NULL);
  const char *start = text;
  const char *end = text + strlen (text);

  while (start < end
         && exm_char_is_space (utf8 ? g_utf8_get_char (start) : (guchar) *start))
    start = utf8 ? g_utf8_next_char (start) : start + 1;
  while (start < end)
    {
      const char *last = utf8 ? g_utf8_prev_char (end) : end - 1;
      if (!exm_char_is_space (utf8 ? g_utf8_get_char (last) : (guchar) *last))
        break;
      end = last;
    }
  if (end - start > 2 && *start == '<' && end[-1] == '>')
    {
      start++;
      end--;
    }

  GString *out = g_string_sized_new (end - start);
  for (const char *p = start; p < end; p++)
    if (strchr ("\t\r\n", *p) == NULL)
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

/* Length of the scheme at the start, without its colon; 0 where there is none. */
static gsize
scheme_length (const char *text)
{
  gsize i = 0;

  if (!g_ascii_isalpha (text[0]))
    return 0;
  while (g_ascii_isalnum (text[i])
         || (text[i] != '\0' && strchr ("+-.", text[i]) != NULL))
    i++;
  return text[i] == ':' ? i : 0;
}

/* "host:8080/path" begins like a scheme; a port is what follows here. */
static gboolean
is_port (const char *text)
{
  gsize n_digits = strspn (text, "0123456789");

  return n_digits > 0 && n_digits <= 5 && strchr ("/?#\\", text[n_digits]) != NULL;
}

static gboolean
is_web_scheme (const char *text, gsize length)
{
  return (length == 4 && g_ascii_strncasecmp (text, "http", 4) == 0)
         || (length == 5 && g_ascii_strncasecmp (text, "https", 5) == 0);
}

static char *
add_scheme (const char *text, GError **error)
{
  gsize length = scheme_length (text);

  if (length > 0 && !is_port (text + length + 1))
    return g_strdup (text);
  if (g_str_has_prefix (text, "//"))
    return g_strconcat ("https:", text, NULL);

  gsize n_authority = strcspn (text, "/\\?#");
  g_autofree char *authority = g_strndup (text, n_authority);
  const char *at = strrchr (authority, '@');
  g_autofree char *host = g_strdup (at != NULL ? at + 1 : authority);
  if (*host == '[')
    host[strcspn (host, "]")] = '\0';
  else
    host[strcspn (host, ":")] = '\0';

  g_autoptr (GInetAddress) address = exm_host_parse_ipv4 (host);
  if (*host == '[' || address != NULL || exm_host_is_private_literal (host))
    return g_strconcat ("http://", text, NULL);
  if (strchr (host, '.') == NULL && strstr (host, "。") == NULL)
    {
      g_autofree char *display = exm_url_to_display (text);
      return refuse (error,
                     N_ ("“%s” is not a web address; a host of your own network needs "
                         "“http://” before it."),
                     display);
    }
  return g_strconcat ("https://", text, NULL);
}

static char *
name_to_ascii (const char *host)
{
  UErrorCode status = U_ZERO_ERROR;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  char ascii[256];
  /* As browsers: hyphens where they may not be and names that are too long are left to
   * the resolver. */
  const uint32_t ignored = UIDNA_ERROR_LEADING_HYPHEN | UIDNA_ERROR_TRAILING_HYPHEN
                           | UIDNA_ERROR_HYPHEN_3_4 | UIDNA_ERROR_EMPTY_LABEL;

  UIDNA *idna = uidna_openUTS46 (
      UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ | UIDNA_NONTRANSITIONAL_TO_ASCII, &status);
  if (U_FAILURE (status))
    return NULL;
  int32_t length
      = uidna_nameToASCII_UTF8 (idna, host, -1, ascii, sizeof ascii - 1, &info, &status);
  uidna_close (idna);
  if (U_FAILURE (status) || (info.errors & ~ignored) != 0 || length == 0)
    return NULL;
  ascii[length] = '\0';
  return g_ascii_strdown (ascii, -1);
}

/* The host of a URL in ASCII, IPv6 in its brackets; %NULL where it cannot be one. */
static char *
normalize_host (const char *raw)
{
  gsize length = strlen (raw);

  if (raw[0] == '[')
    {
      if (length < 3 || raw[length - 1] != ']')
        return NULL;
      g_autofree char *inner = g_strndup (raw + 1, length - 2);
      g_autoptr (GInetAddress) address = g_inet_address_new_from_string (inner);
      if (address == NULL || strchr (inner, ':') == NULL)
        return NULL;
      g_autofree char *text = g_inet_address_to_string (address);
      return g_strconcat ("[", text, "]", NULL);
    }

  g_autofree char *decoded = g_uri_unescape_string (raw, NULL);
  if (decoded == NULL || !g_utf8_validate (decoded, -1, NULL))
    return NULL;
  g_autofree char *ascii = name_to_ascii (decoded);
  if (ascii == NULL || *ascii == '\0' || *ascii == '.' || strstr (ascii, "..") != NULL)
    return NULL;
  for (const char *p = ascii; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && strchr ("-._~!$&'()*+,;=", *p) == NULL)
      return NULL;
  g_autoptr (GInetAddress) address = exm_host_parse_ipv4 (ascii);
  return address != NULL ? g_inet_address_to_string (address) : g_steal_pointer (&ascii);
}

/* Appends "user@host:port", normalised, or returns %FALSE. */
static gboolean
append_authority (GString *out, const char *authority)
{
  const char *at = strrchr (authority, '@');
  const char *host_start = at != NULL ? at + 1 : authority;
  const char *host_end = host_start + strlen (host_start);
  const char *colon = strrchr (
      *host_start == '[' ? host_start + strcspn (host_start, "]") : host_start, ':');

  if (colon != NULL)
    {
      if (colon[1 + strspn (colon + 1, "0123456789")] != '\0' || strlen (colon + 1) > 5
          || atoi (colon + 1) > 65535)
        return FALSE;
      host_end = colon;
    }
  g_autofree char *raw = g_strndup (host_start, host_end - host_start);
  g_autofree char *host = normalize_host (raw);
  if (host == NULL)
    return FALSE;

  if (at != NULL)
    {
      g_autofree char *user = g_strndup (authority, at - authority);
      g_autofree char *encoded = g_uri_escape_string (user, ":%!$&'()*+,;=", FALSE);
      g_string_append_printf (out, "%s@", encoded);
    }
  g_string_append (out, host);
  if (colon != NULL && colon[1] != '\0')
    g_string_append_printf (out, ":%d", atoi (colon + 1));
  return TRUE;
}

/* Path, query and fragment; slashes the wrong way round are righted in the path alone. */
static void
append_tail (GString *out, const char *tail)
{
  gsize n_path = strcspn (tail, "?#");
  g_autofree char *path = g_strdelimit (g_strndup (tail, n_path), "\\", '/');

  append_encoded (out, path, n_path);
  append_encoded (out, tail + n_path, strlen (tail + n_path));
}

static char *
normalize_absolute (const char *url, GError **error)
{
  g_autofree char *display = exm_url_to_display (url);
  gsize n_scheme = scheme_length (url);

  if (n_scheme == 0)
    return refuse (error, N_ ("“%s” is not a web address."), display);
  g_autofree char *scheme = g_ascii_strdown (url, n_scheme);
  if (!is_web_scheme (scheme, n_scheme))
    {
      g_propagate_error (error, exm_fetch_error_new (
                                    EXM_FETCH_ERROR_SCHEME, NULL,
                                    /* translators: an address, then its scheme: "ftp" */
                                    N_ ("“%s” cannot be fetched: only http and https "
                                        "addresses can, not “%s”."),
                                    display, scheme));
      return NULL;
    }

  const char *rest = url + n_scheme + 1;
  rest += strspn (rest, "/\\");
  gsize n_authority = strcspn (rest, "/\\?#");
  g_autofree char *authority = g_strndup (rest, n_authority);
  g_autoptr (GString) out = g_string_new (NULL);
  g_string_append_printf (out, "%s://", scheme);
  if (!append_authority (out, authority))
    return refuse (error, N_ ("“%s” is not a web address: its host cannot be right."),
                   display);
  append_tail (out, rest + n_authority);

  /* Resolving against any base removes the dot segments of an absolute URL. */
  g_autoptr (GUri) any
      = g_uri_build (URI_FLAGS, scheme, NULL, "localhost", -1, "/", NULL, NULL);
  g_autoptr (GUri) uri = g_uri_parse_relative (any, out->str, URI_FLAGS, NULL);
  if (uri == NULL)
    return refuse (error, N_ ("“%s” is not a web address."), display);
  return g_uri_to_string (uri);
}

char *
exm_url_normalize_input (const char *text, GError **error)
{
  if (strlen (text) > EXM_MAX_URL_BYTES)
    return refuse (error, N_ ("The address is longer than %u bytes."), EXM_MAX_URL_BYTES);
  g_autofree char *trimmed = trim (text);
  if (*trimmed == '\0')
    return refuse (error, N_ ("No address was given."));
  g_autofree char *url = add_scheme (trimmed, error);
  return url != NULL ? normalize_absolute (url, error) : NULL;
}

char *
exm_url_resolve (const char *base, const char *reference, GError **error)
{
  if (strlen (reference) > EXM_MAX_URL_BYTES)
    return refuse (error, N_ ("The address is longer than %u bytes."), EXM_MAX_URL_BYTES);
  g_autoptr (GUri) base_uri = exm_url_parse (base, error);
  if (base_uri == NULL)
    return NULL;

  g_autofree char *trimmed = trim (reference);
  if (scheme_length (trimmed) > 0)
    return normalize_absolute (trimmed, error);
  if (strspn (trimmed, "/\\") >= 2)
    {
      g_autofree char *url
          = g_strconcat (g_uri_get_scheme (base_uri), ":", trimmed, NULL);
      return normalize_absolute (url, error);
    }

  g_autoptr (GString) encoded = g_string_new (NULL);
  append_tail (encoded, trimmed);
  g_autoptr (GUri) uri = g_uri_parse_relative (base_uri, encoded->str, URI_FLAGS, NULL);
  if (uri == NULL)
    {
      g_autofree char *display = exm_url_to_display (trimmed);
      return refuse (error, N_ ("“%s” is not a web address."), display);
    }
  return g_uri_to_string (uri);
}
