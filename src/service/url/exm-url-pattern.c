/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "base/exm-text.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#define REGEX_PREFIX "re:"

static void
part_free (ExmUrlPart *part)
{
  g_free (part->text);
  g_clear_pointer (&part->choices, g_ptr_array_unref);
  g_free (part);
}

static void
pattern_clear (ExmUrlPattern *self)
{
  g_free (self->text);
  g_ptr_array_unref (self->parts);
  g_clear_pointer (&self->regex, exm_url_regex_free);
}

void
exm_url_pattern_unref (ExmUrlPattern *self)
{
  g_atomic_rc_box_release_full (self, (GDestroyNotify) pattern_clear);
}

const char *
exm_url_pattern_get_text (ExmUrlPattern *self)
{
  return self->text;
}

/* @text, which is UTF-8, without the white space around it. */
static char *
trim (const char *text)
{
  const char *end = text + strlen (text);

  while (text < end && exm_char_is_space (g_utf8_get_char (text)))
    text = g_utf8_next_char (text);
  while (end > text && exm_char_is_space (g_utf8_get_char (g_utf8_prev_char (end))))
    end = g_utf8_prev_char (end);
  return g_strndup (text, end - text);
}

static gboolean
check_text (const char *text, GError **error)
{
  const char *bad = NULL;

  if (strlen (text) > EXM_MAX_URL_PATTERN_BYTES)
    {
      exm_said_set_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_LARGE,
                          N_ ("The pattern is longer than %u bytes."),
                          EXM_MAX_URL_PATTERN_BYTES);
      return FALSE;
    }
  if (g_utf8_validate (text, -1, &bad))
    return TRUE;
  exm_said_set_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX,
                      N_ ("Character %u: the pattern is not text in UTF-8."),
                      (guint) g_utf8_strlen (text, bad - text) + 1);
  return FALSE;
}

ExmUrlPattern *
exm_url_pattern_new (const char *text, GError **error)
{
  if (!check_text (text, error))
    return NULL;
  g_autofree char *trimmed = trim (text);
  g_autoptr (ExmUrlPattern) self = g_atomic_rc_box_new0 (ExmUrlPattern);
  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) part_free);
  self->dates.unit = 'd';

  if (!g_str_has_prefix (trimmed, REGEX_PREFIX))
    return exm_url_pattern_parse (self, trimmed, error) ? g_steal_pointer (&self) : NULL;
  self->text = g_strdup (trimmed);
  self->has_fragment = strchr (trimmed, '#') != NULL;
  self->regex
      = exm_url_regex_new (trimmed + strlen (REGEX_PREFIX), strlen (REGEX_PREFIX), error);
  return self->regex != NULL ? g_steal_pointer (&self) : NULL;
}

/* The address in the form that patterns are written for; %NULL for what is no address or
 * too long. Regular expressions see the scheme as it is. */
static char *
make_subject (ExmUrlPattern *self, const char *url)
{
  const char *colon = strstr (url, "://");
  gsize n_scheme = colon != NULL ? colon - url : 0;

  if (n_scheme < 4 || n_scheme > 5 || g_ascii_strncasecmp (url, "https", n_scheme) != 0
      || strnlen (url, EXM_MAX_URL_BYTES + 1) > EXM_MAX_URL_BYTES)
    return NULL;
  const char *host = colon + 3;
  gsize n_authority = strcspn (host, "/?#");
  const char *at = g_strrstr_len (host, n_authority, "@");
  const char *tail = host + n_authority;
  if (at != NULL)
    host = at + 1;

  GString *out = g_string_new (self->regex != NULL && n_scheme == 4 ? "http" : "https");
  g_string_append (out, "://");
  g_string_append_len (out, host, tail - host);
  g_string_ascii_down (out);
  if (*tail != '/')
    g_string_append_c (out, '/');
  exm_url_append_escaped (out, tail,
                          self->has_fragment ? strlen (tail) : strcspn (tail, "#"));
  return g_string_free (out, FALSE);
}

static gboolean
number_fits (const ExmUrlPart *part, const char *digits, guint n_digits)
{
  guint64 value = 0;

  if (n_digits < part->width || (n_digits > part->width && *digits == '0'))
    return FALSE;
  for (guint i = 0; i < n_digits; i++)
    value = value * 10 + (digits[i] - '0');
  if (part->first <= part->last)
    return value >= part->first && value <= part->last
           && (value - part->first) % part->step == 0;
  return value <= part->first && value >= part->last
         && (part->first - value) % part->step == 0;
}

/* How many characters a part of bounded length takes so that all behind it match: @next
 * is the row of the part behind it from the same place. -1 where there is no way. */
static gssize
part_take (const ExmUrlPart *part, const char *text, const char *next)
{
  guint lengths[2];

  switch (part->kind)
    {
    case EXM_URL_PART_LITERAL:
      {
        gsize length = strlen (part->text);
        return strncmp (text, part->text, length) == 0 && next[length] != 0
                   ? (gssize) length
                   : -1;
      }
    case EXM_URL_PART_NUMBERS:
      /* So many digits the largest bound has. */
      for (guint n = 1; n <= 18 && g_ascii_isdigit (text[n - 1]); n++)
        if (next[n] != 0 && number_fits (part, text, n))
          return n;
      return -1;
    case EXM_URL_PART_CHOICES:
      for (guint i = 0; i < part->choices->len; i++)
        {
          const char *choice = g_ptr_array_index (part->choices, i);
          gsize length = strlen (choice);
          if (strncmp (text, choice, length) == 0 && next[length] != 0)
            return length;
        }
      return -1;
    default:
      for (guint i = 0; i < exm_url_date_field_match (part->field, text, lengths); i++)
        if (next[lengths[i]] != 0)
          return lengths[i];
      return -1;
    }
}

/* Whether @part and all behind it match from @text on; @same_next is what this part has
 * one character on. */
static gboolean
part_fits (const ExmUrlPart *part, const char *text, const char *next, char same_next)
{
  if (part->kind == EXM_URL_PART_WILDCARD)
    return *text != '\0' && strchr (part->stops, *text) == NULL
           && (next[1] != 0 || same_next != 0);
  if (part->kind == EXM_URL_PART_ANYTHING)
    return next[0] != 0 || same_next != 0;
  return part_take (part, text, next) >= 0;
}

/* A row a part and one for the end, a byte a place in @subject: whether the part and all
 * behind it match from there. Filled from the end, so that no way is tried twice. */
static char *
fill_table (ExmUrlPattern *self, const char *subject, gsize length)
{
  gsize n_parts = self->parts->len;
  char *table = g_malloc0_n (n_parts + 1, length + 1);

  table[n_parts * (length + 1) + length] = 1;
  for (gsize k = n_parts; k-- > 0;)
    {
      const ExmUrlPart *part = g_ptr_array_index (self->parts, k);
      char *row = table + k * (length + 1);
      const char *next = row + length + 1;
      for (gsize i = length + 1; i-- > 0;)
        row[i] = part_fits (part, subject + i, next + i, i < length ? row[i + 1] : 0);
    }
  return table;
}

static void
add_captures (ExmUrlPattern *self,
              const char *subject,
              const char *table,
              GPtrArray *captures)
{
  gsize width = strlen (subject) + 1;
  gsize at = 0;

  for (guint k = 0; k < self->parts->len; k++)
    {
      const ExmUrlPart *part = g_ptr_array_index (self->parts, k);
      const char *next = table + (k + 1) * width + at;
      gsize length = part->kind == EXM_URL_PART_WILDCARD ? 1 : 0;
      if (part->kind != EXM_URL_PART_WILDCARD && part->kind != EXM_URL_PART_ANYTHING)
        {
          at += part_take (part, subject + at, next);
          continue;
        }
      while (next[length] == 0)
        length++;
      g_ptr_array_add (captures, g_strndup (subject + at, length));
      at += length;
    }
}

/* Most addresses of a page are told apart by the host. */
static gboolean
ends_fit (ExmUrlPattern *self, const char *subject)
{
  const ExmUrlPart *first = g_ptr_array_index (self->parts, 0);
  const ExmUrlPart *last = g_ptr_array_index (self->parts, self->parts->len - 1);

  return (first->kind != EXM_URL_PART_LITERAL || g_str_has_prefix (subject, first->text))
         && (last->kind != EXM_URL_PART_LITERAL
             || g_str_has_suffix (subject, last->text));
}

static gboolean
match_parts (ExmUrlPattern *self, const char *subject, GPtrArray *captures)
{
  if (!ends_fit (self, subject))
    return FALSE;
  g_autofree char *table = fill_table (self, subject, strlen (subject));
  if (table[0] != 0 && captures != NULL)
    add_captures (self, subject, table, captures);
  return table[0] != 0;
}

static gboolean
match_regex (ExmUrlPattern *self,
             const char *subject,
             GPtrArray *captures,
             GError **error)
{
  g_autoptr (GError) local = NULL;

  if (exm_url_regex_match (self->regex, subject, captures, &local))
    return TRUE;
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_autofree char *readable
      = strchr (subject, '%') != NULL ? g_uri_unescape_string (subject, NULL) : NULL;
  return readable != NULL && g_utf8_validate (readable, -1, NULL)
         && exm_url_regex_match (self->regex, readable, captures, error);
}

static gboolean
match (ExmUrlPattern *self, const char *url, GPtrArray *captures, GError **error)
{
  g_autofree char *subject = make_subject (self, url);
  g_autoptr (GError) local = NULL;
  gboolean matches = FALSE;

  if (subject == NULL)
    return FALSE;
  matches = self->regex != NULL ? match_regex (self, subject, captures, &local)
                                : match_parts (self, subject, captures);
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  g_autofree char *bare = matches ? NULL : exm_url_without_tracking (subject);
  if (matches || strcmp (bare, subject) == 0)
    return matches;
  return self->regex != NULL ? match_regex (self, bare, captures, error)
                             : match_parts (self, bare, captures);
}

gboolean
exm_url_pattern_matches (ExmUrlPattern *self, const char *url, GError **error)
{
  return match (self, url, NULL, error);
}

char **
exm_url_pattern_get_captures (ExmUrlPattern *self, const char *url, GError **error)
{
  g_autoptr (GPtrArray) captures = g_ptr_array_new_with_free_func (g_free);

  if (!match (self, url, captures, error))
    return NULL;
  g_ptr_array_add (captures, NULL);
  return (char **) g_ptr_array_steal (captures, NULL);
}
