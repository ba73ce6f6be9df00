/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern-private.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"

#define MAX_NUMBER_DIGITS 18

/* Part of an address that the text stands in: it decides what a wildcard takes. */
typedef enum
{
  REGION_HOST,
  REGION_PATH,
  REGION_QUERY,
  REGION_FRAGMENT,
} Region;

typedef struct
{
  ExmUrlPattern *pattern; /* (unowned) */
  const char *start;      /* (unowned): the whole text */
  const char *at;         /* (unowned) */
  GString *canonical;     /* (owned) */
  GString *literal;       /* (owned): not yet a part, not yet escaped */
  Region region;
  guint n_choices;
  gboolean has_dates;
} Parser;

/* The host, before it is cut into parts */

/* Returns: bytes of @text, a pattern behind its scheme, up to the first slash, question
 * mark or number sign outside of brackets */
static gsize
get_authority_length (const char *text)
{
  gboolean inside = FALSE;
  const char *p = text;

  for (; *p != '\0' && (inside || strchr ("/?#", *p) == NULL); p++)
    {
      if (*p == '\\' && p[1] != '\0')
        p++;
      else if (*p == '{' || *p == '[')
        inside = TRUE;
      else if (*p == '}' || *p == ']')
        inside = FALSE;
    }
  return p - text;
}

/* Whether nothing in @authority, host and port, is a wildcard or the like; the brackets
 * of IPv6 are not. */
static gboolean
is_plain_authority (const char *authority)
{
  if (*authority == '[')
    {
      gsize length = strspn (authority + 1, "0123456789abcdefABCDEF:.");
      return authority[length + 1] == ']' && strchr (authority, '-') == NULL
             && strpbrk (authority + length + 2, "[({*\\") == NULL;
    }
  return strpbrk (authority, "[]({}*\\") == NULL;
}

/* @text: the end of a host behind a wildcard, such as ".例子.测试:8080"
 *
 * Returns: (transfer full) (nullable): as an address has it; %NULL where @text does not
 * begin with a dot or cannot be normalised by itself */
static char *
normalize_host_end (const char *text, gboolean plain_http)
{
  const char *scheme = plain_http ? "http://" : "https://";

  if (text[0] != '.' || text[1] == '.' || text[1] == '\0')
    return NULL;
  g_autofree char *url = g_strconcat (scheme, text + 1, "/", NULL);
  g_autofree char *normal = exm_url_normalize_input (url, NULL);
  if (normal == NULL)
    return NULL;
  normal[strlen (normal) - 1] = '\0';
  return g_strconcat (".", normal + strlen (scheme), NULL);
}

static const char *const region_stops[] = { "/?#@:", "/?#", "&#", "" };

static gboolean
parser_fail (Parser *self, const char *where, GError **error, const char *cause)
{
  guint position = g_utf8_pointer_to_offset (self->start, where) + 1;

  exm_said_set_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX,
                      /* translators: a position in a pattern, then what is wrong there */
                      N_ ("Character %u: %s"), position, cause);
  return FALSE;
}

G_GNUC_PRINTF (2, 3)
static gboolean
fail_large (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_autofree char *what = exm_said_new_valist (format, arguments);
  va_end (arguments);
  exm_said_set_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_LARGE, "%s",
                      what);
  return FALSE;
}

static ExmUrlPart *
parser_add_part (Parser *self, ExmUrlPartKind kind)
{
  ExmUrlPart *part = g_new0 (ExmUrlPart, 1);

  part->kind = kind;
  g_ptr_array_add (self->pattern->parts, part);
  return part;
}

static void
append_quoted (GString *out, const char *text, const char *quoted)
{
  for (const char *p = text; *p != '\0'; p++)
    {
      if (strchr (quoted, *p) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
    }
}

/* Makes a part of what is collected; @host_ends where the host does after it. */
static gboolean
parser_flush (Parser *self, gboolean host_ends, GError **error)
{
  g_autofree char *text = NULL;

  if (self->literal->len == 0)
    return TRUE;
  if (self->region == REGION_HOST)
    {
      text = host_ends
                 ? normalize_host_end (self->literal->str, self->pattern->plain_http)
                 : NULL;
      if (text == NULL && !g_str_is_ascii (self->literal->str))
        return parser_fail (self, self->at, error,
                            N_ ("an international host name beside a wildcard must be "
                                "written as in addresses, “xn--…”."));
      if (text == NULL)
        text = g_ascii_strdown (self->literal->str, -1);
    }
  else
    {
      GString *escaped = g_string_new (NULL);
      exm_url_append_escaped (escaped, self->literal->str, self->literal->len);
      text = g_string_free (escaped, FALSE);
    }
  append_quoted (self->canonical, text, "[]*");
  g_string_truncate (self->literal, 0);
  parser_add_part (self, EXM_URL_PART_LITERAL)->text = g_steal_pointer (&text);
  return TRUE;
}

/* The path begins, maybe without a slash of its own. */
static gboolean
parser_end_host (Parser *self, char next, GError **error)
{
  if (!parser_flush (self, TRUE, error))
    return FALSE;
  self->region = REGION_PATH;
  if (next != '/')
    g_string_append_c (self->literal, '/');
  return TRUE;
}

static void
parser_follow_region (Parser *self, char c)
{
  if (c == '#')
    {
      self->region = REGION_FRAGMENT;
      self->pattern->has_fragment = TRUE;
    }
  else if (c == '?' && self->region == REGION_PATH)
    self->region = REGION_QUERY;
}

static gboolean
fail_host (Parser *self, const char *where, GError **error)
{
  return parser_fail (self, where, error,
                      N_ ("a host name holds letters, digits, hyphens and dots only."));
}

/* International characters are judged with the end of the host. */
static gboolean
is_host_char (gunichar c)
{
  return c >= 0x80 || g_ascii_isalnum (c) || strchr ("-._:", c) != NULL;
}

static gboolean
parser_add_char (Parser *self, gunichar c, const char *where, GError **error)
{
  if (self->region == REGION_HOST && (c == '/' || c == '?' || c == '#')
      && !parser_end_host (self, c, error))
    return FALSE;
  if (self->region == REGION_HOST && c == '@')
    return parser_fail (self, where, error, N_ ("a pattern holds no user name."));
  if (self->region == REGION_HOST && !is_host_char (c))
    return fail_host (self, where, error);
  if (c == '?' || c == '#')
    parser_follow_region (self, c);
  g_string_append_unichar (self->literal, c);
  return TRUE;
}

/* The next character, plain or behind a backslash; 0 with an error where there is none.
 */
static gunichar
parser_take (Parser *self, GError **error)
{
  gunichar c = g_utf8_get_char (self->at);

  if (c != '\\')
    {
      self->at = g_utf8_next_char (self->at);
      return c;
    }
  if (g_ascii_ispunct (self->at[1]))
    {
      self->at += 2;
      return (guchar) self->at[-1];
    }
  parser_fail (self, self->at, error,
               N_ ("a backslash makes the mark after it a plain one, as in “\\[”; here "
                   "no mark follows."));
  return 0;
}

static gboolean
parser_read_wildcard (Parser *self, GError **error)
{
  gboolean deep = g_str_has_prefix (self->at, "(**)");

  if (!deep && !g_str_has_prefix (self->at, "(*)"))
    return parser_fail (self, self->at, error,
                        N_ ("“(*” begins a wildcard: “(*)” or “(**)”."));
  if (deep)
    {
      parser_add_part (self, EXM_URL_PART_ANYTHING);
      /* It may have taken the rest of the host. */
      if (self->region == REGION_HOST)
        self->region = REGION_PATH;
    }
  else
    parser_add_part (self, EXM_URL_PART_WILDCARD)->stops = region_stops[self->region];
  g_string_append (self->canonical, deep ? "(**)" : "(*)");
  self->at += deep ? 4 : 3;
  return TRUE;
}

/* Digits at the parser's place; their number, or 0 for none or too many. */
static guint
parser_read_number (Parser *self, guint64 *number)
{
  gsize n_digits = strspn (self->at, "0123456789");

  if (n_digits == 0 || n_digits > MAX_NUMBER_DIGITS)
    return 0;
  *number = g_ascii_strtoull (self->at, NULL, 10);
  self->at += n_digits;
  return n_digits;
}

static gboolean
find_width (
    const char *first, guint n_first, const char *last, guint n_last, guint *width)
{
  gboolean first_padded = n_first > 1 && *first == '0';
  gboolean last_padded = n_last > 1 && *last == '0';

  *width = first_padded ? n_first : last_padded ? n_last : 1;
  return n_first >= *width && n_last >= *width
         && (!first_padded || !last_padded || n_first == n_last);
}

static void
add_letters (ExmUrlPart *part, char first, char last, guint64 step)
{
  int direction = first <= last ? 1 : -1;
  int distance = abs (last - first);

  for (int i = 0; i <= distance; i += step > 26 ? 26 : (int) step)
    {
      char *letter = g_strnfill (1, first + i * direction);
      g_ptr_array_add (part->choices, letter);
    }
}

/* "first-last", numbers or letters; @part becomes what they are. */
static gboolean
parser_read_bounds (Parser *self, ExmUrlPart *part, char letters[2], GError **error)
{
  const char *first = self->at;

  if (g_ascii_isalpha (first[0]) && first[1] == '-' && g_ascii_isalpha (first[2]))
    {
      if (g_ascii_isupper (first[0]) != g_ascii_isupper (first[2]))
        return parser_fail (self, first, error,
                            N_ ("the letters of a range must both be small or both be "
                                "capital."));
      part->kind = EXM_URL_PART_CHOICES;
      letters[0] = first[0];
      letters[1] = first[2];
      self->at += 3;
      return TRUE;
    }

  guint n_first = parser_read_number (self, &part->first);
  const char *last = self->at + 1;
  guint n_last = 0;
  if (n_first > 0 && *self->at == '-')
    {
      self->at++;
      n_last = parser_read_number (self, &part->last);
    }
  if (n_last == 0)
    return parser_fail (self, first - 1, error,
                        N_ ("not a range such as “[1-20]”, “[001-100:10]” or “[a-e]” (of "
                            "at most 18 digits); a bracket of the address itself is "
                            "written “\\[”."));
  if (!find_width (first, n_first, last, n_last, &part->width))
    return parser_fail (self, first, error,
                        N_ ("where one bound begins with 0, the other needs as many "
                            "digits."));
  return TRUE;
}

static gboolean
parser_read_range (Parser *self, GError **error)
{
  const char *open = self->at;
  char letters[2] = "";

  ExmUrlPart *part = parser_add_part (self, EXM_URL_PART_NUMBERS);
  part->step = 1;
  self->at++;
  if (!parser_read_bounds (self, part, letters, error))
    return FALSE;
  if (*self->at == ':')
    {
      self->at++;
      if (parser_read_number (self, &part->step) == 0 || part->step == 0)
        return parser_fail (self, self->at, error,
                            N_ ("the step of a range is a number from 1."));
    }
  if (*self->at != ']')
    return parser_fail (self, self->at, error, N_ ("the range lacks its “]” here."));
  self->at++;
  g_string_append_len (self->canonical, open, self->at - open);
  if (part->kind == EXM_URL_PART_CHOICES)
    {
      part->choices = g_ptr_array_new_with_free_func (g_free);
      add_letters (part, letters[0], letters[1], part->step);
    }
  return TRUE;
}

static gboolean
parser_add_choice (Parser *self, ExmUrlPart *part, const char *raw, GError **error)
{
  GString *text = g_string_new (NULL);

  if (self->region == REGION_HOST
      && strspn (raw, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "-._:") < strlen (raw))
    {
      g_string_free (text, TRUE);
      return parser_fail (self, self->at, error,
                          N_ ("alternatives in a host name hold letters, digits, hyphens "
                              "and dots only; international ones are written “xn--…”."));
    }
  exm_url_append_escaped (text, raw, strlen (raw));
  if (self->region == REGION_HOST)
    g_string_ascii_down (text);
  append_quoted (self->canonical, text->str, ",[]*");
  g_ptr_array_add (part->choices, g_string_free (text, FALSE));
  if (++self->n_choices > EXM_MAX_URL_PATTERN_CHOICES)
    return fail_large (error, N_ ("A pattern may have %u alternatives at most."),
                       EXM_MAX_URL_PATTERN_CHOICES);
  return TRUE;
}

static gboolean
parser_read_choices (Parser *self, GError **error)
{
  g_autoptr (GString) raw = g_string_new (NULL);
  const char *open = self->at;

  ExmUrlPart *part = parser_add_part (self, EXM_URL_PART_CHOICES);
  part->choices = g_ptr_array_new_with_free_func (g_free);
  do
    {
      g_string_append_c (self->canonical, *self->at++ == '{' ? '{' : ',');
      while (*self->at != ',' && *self->at != '}')
        {
          if (*self->at == '\0')
            return parser_fail (self, open, error, N_ ("“{” lacks its “}”."));
          if (strchr ("{[]*", *self->at) != NULL)
            return parser_fail (self, self->at, error,
                                N_ ("wildcards, ranges and brackets cannot stand inside "
                                    "“{…}”; a plain one is written with a backslash."));
          gunichar c = parser_take (self, error);
          if (c == 0)
            return FALSE;
          g_string_append_unichar (raw, c);
        }
      if (!parser_add_choice (self, part, raw->str, error))
        return FALSE;
      for (const char *p = raw->str; *p != '\0'; p++)
        parser_follow_region (self, *p);
      g_string_truncate (raw, 0);
    }
  while (*self->at == ',');
  self->at++;
  g_string_append_c (self->canonical, '}');
  return TRUE;
}

/* The dates before the colon, if there are. */
static gboolean
parser_read_dates (Parser *self, GError **error)
{
  ExmUrlDates dates;
  gsize length = exm_url_dates_read (self->at, &dates);

  if (length == 0)
    return TRUE;
  if (self->has_dates)
    return parser_fail (self, self->at, error,
                        N_ ("a pattern has one date; only one of its elements may say "
                            "which, the others follow it."));
  if ((guint) abs (dates.to - dates.from) >= EXM_MAX_URL_PATTERN_DATES)
    return fail_large (error, N_ ("A run of dates may have %u dates at most."),
                       EXM_MAX_URL_PATTERN_DATES);
  self->has_dates = TRUE;
  self->pattern->dates = dates;
  g_string_append_len (self->canonical, self->at, length);
  self->at += length;
  return TRUE;
}

/* In the canonical text the elements of one "{…}" stay together, so what stands between
 * them goes there and to the parts by itself. */
static gboolean
parser_read_date (Parser *self, GError **error)
{
  const char *open = self->at++;
  gboolean any = FALSE;

  g_string_append_c (self->canonical, '{');
  if (!parser_read_dates (self, error))
    return FALSE;
  for (; *self->at != '}'; any = TRUE)
    {
      ExmUrlDateField field;
      gsize length = exm_url_date_field_read (self->at, &field);
      if (length > 0)
        parser_add_part (self, EXM_URL_PART_DATE)->field = field;
      else if (*self->at != '\0' && strchr ("-_./", *self->at) != NULL
               && (*self->at != '/' || self->region != REGION_HOST))
        parser_add_part (self, EXM_URL_PART_LITERAL)->text = g_strndup (self->at, 1);
      else
        return parser_fail (self, open, error,
                            N_ ("neither alternatives such as “{news,sport}” nor a date "
                                "of yyyy, yy, MM, M, dd, d, HH and H such as "
                                "“{yyyyMMdd}” or “{-3d..0d:yyyy/MM/dd}”; a bracket of "
                                "the address itself is written “\\{”."));
      g_string_append_len (self->canonical, self->at, MAX (length, 1));
      self->at += MAX (length, 1);
    }
  self->at++;
  g_string_append_c (self->canonical, '}');
  return any
         || parser_fail (self, open, error,
                         N_ ("an empty “{}”; brackets of the address itself are written "
                             "“\\{\\}”."));
}

/* Alternatives have a comma before their end. */
static gboolean
is_choices (const char *open)
{
  const char *p = open + 1;

  while (*p != '\0' && *p != '}' && *p != ',')
    p += *p == '\\' && p[1] != '\0' ? 2 : 1;
  return *p == ',';
}

static gboolean
parser_read_part (Parser *self, GError **error)
{
  switch (*self->at)
    {
    case '[':
      return parser_flush (self, FALSE, error) && parser_read_range (self, error);
    case '{':
      return parser_flush (self, FALSE, error)
             && (is_choices (self->at) ? parser_read_choices (self, error)
                                       : parser_read_date (self, error));
    case '*':
      return parser_fail (self, self->at, error,
                          N_ ("for any characters write “(*)”; a plain “*” is written "
                              "“\\*”."));
    case ']':
    case '}':
      return parser_fail (self, self->at, error,
                          N_ ("a closing bracket that nothing opened; a plain one is "
                              "written with a backslash."));
    case '(':
      if (self->at[1] == '*')
        return parser_flush (self, FALSE, error) && parser_read_wildcard (self, error);
      break;
    default:
      break;
    }
  const char *before = self->at;
  /* No mark of a host needs an escape, and one would hide a plain host. */
  if (self->region == REGION_HOST && *before == '\\')
    return fail_host (self, before, error);
  gunichar c = parser_take (self, error);
  return c != 0 && parser_add_char (self, c, before, error);
}

/* A host without wildcards is brought to its normal form as a whole. */
static gboolean
parser_read_plain_head (Parser *self,
                        const char *scheme,
                        const char *authority,
                        GError **error)
{
  g_autofree char *typed = g_strconcat (scheme, authority, "/", NULL);

  if (strchr (authority, '@') != NULL)
    return parser_fail (self, self->at, error, N_ ("a pattern holds no user name."));
  g_autoptr (GError) cause = NULL;
  g_autofree char *head = exm_url_normalize_input (typed, &cause);
  if (head == NULL)
    return parser_fail (self, self->at, error, cause->message);
  self->pattern->plain_http = g_str_has_prefix (head, "http:");
  g_string_append (self->canonical, head);
  parser_add_part (self, EXM_URL_PART_LITERAL)->text
      = g_strconcat ("https", strchr (head, ':'), NULL);
  self->region = REGION_PATH;
  self->at += strlen (authority);
  if (*self->at == '/')
    self->at++;
  return TRUE;
}

/* Scheme and host, as far as they need to be seen as a whole. */
static gboolean
parser_read_head (Parser *self, GError **error)
{
  const char *text = self->at;
  const char *colon = strstr (text, "://");
  gboolean http = g_ascii_strncasecmp (text, "http://", 7) == 0;
  gboolean https = g_ascii_strncasecmp (text, "https://", 8) == 0;

  if (*text == '\0')
    return parser_fail (self, text, error, N_ ("the pattern is empty."));
  if (*text == '/')
    return parser_fail (self, text, error,
                        N_ ("a pattern begins with “https://”, a host name or “(**)”."));
  if (!http && !https && colon != NULL && colon < text + strcspn (text, "/?#"))
    return parser_fail (self, text, error,
                        N_ ("a pattern begins with “https://” or “http://”."));
  if (g_str_has_prefix (text, "(**)"))
    {
      self->region = REGION_PATH;
      return TRUE;
    }

  self->pattern->plain_http = http;
  self->at += http ? 7 : https ? 8 : 0;
  g_autofree char *authority = g_strndup (self->at, get_authority_length (self->at));
  const char *scheme = http ? "http://" : https ? "https://" : "";
  if (is_plain_authority (authority))
    return parser_read_plain_head (self, scheme, authority, error);
  g_string_append (self->canonical, http ? "http://" : "https://");
  parser_add_part (self, EXM_URL_PART_LITERAL)->text = g_strdup ("https://");
  self->region = REGION_HOST;
  return TRUE;
}

gboolean
exm_url_pattern_parse (ExmUrlPattern *self, const char *text, GError **error)
{
  g_autoptr (GString) canonical = g_string_new (NULL);
  g_autoptr (GString) literal = g_string_new (NULL);
  Parser parser = {
    .pattern = self,
    .start = text,
    .at = text,
    .canonical = canonical,
    .literal = literal,
  };

  if (!parser_read_head (&parser, error))
    return FALSE;
  while (*parser.at != '\0')
    {
      if (!parser_read_part (&parser, error))
        return FALSE;
      if (self->parts->len > EXM_MAX_URL_PATTERN_PARTS)
        return fail_large (error, N_ ("A pattern may have %u parts at most."),
                           EXM_MAX_URL_PATTERN_PARTS);
    }
  if (parser.region == REGION_HOST && !parser_end_host (&parser, '\0', error))
    return FALSE;
  if (!parser_flush (&parser, FALSE, error))
    return FALSE;
  self->text = g_string_free (g_steal_pointer (&canonical), FALSE);
  return TRUE;
}
