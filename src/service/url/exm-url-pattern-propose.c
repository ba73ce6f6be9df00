/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-pattern.h"

#include <stdlib.h>
#include <string.h>

#include "fetch/exm-url-key.h"
#include "fetch/exm-url.h"
#include "url/exm-url-date.h"

#define WILDCARD "(*)"
#define DIGITS "0123456789"

/* Years that a number in an address is taken for. */
#define FIRST_YEAR 1990
#define LAST_YEAR 2099

/* Directories and parameters that the other addresses are asked about. */
#define MAX_ASKED 32

/* A directory, a file or a parameter of the first address. */
typedef struct
{
  char *literal; /* (owned): as it is */
  char *chosen;  /* (owned): as the pattern has it */
  char *relaxed; /* (owned): as it would be if anything could stand there */
  char before;   /* '/', '?', '&' or '#' */
} Piece;

/* File names that say nothing about the article. */
static const char *const generic_names[]
    = { "article", "content", "default", "detail", "details", "index", "item",
        "news",    "page",    "post",    "read",   "show",    "story", "view" };

static gboolean
is_generic_name (const char *name, gsize length)
{
  for (gsize i = 0; i < G_N_ELEMENTS (generic_names); i++)
    if (strlen (generic_names[i]) == length
        && g_ascii_strncasecmp (name, generic_names[i], length) == 0)
      return TRUE;
  return FALSE;
}

static void
piece_free (Piece *piece)
{
  g_free (piece->literal);
  g_free (piece->chosen);
  g_free (piece->relaxed);
  g_free (piece);
}

static int
read_digits (const char *text, guint n)
{
  int value = 0;

  for (guint i = 0; i < n; i++)
    value = value * 10 + (text[i] - '0');
  return value;
}

static gboolean
is_year (const char *text)
{
  int year = read_digits (text, 4);

  return year >= FIRST_YEAR && year <= LAST_YEAR;
}

static gboolean
is_month (const char *text, guint n)
{
  int month = read_digits (text, n);

  return month >= 1 && month <= 12;
}

static gboolean
is_day (const char *text, guint n)
{
  int day = read_digits (text, n);

  return day >= 1 && day <= 31;
}

/* A date element stands as one byte below the space until the text is written. */
static void
append_field (GString *out, ExmUrlDateField field)
{
  g_string_append_c (out, 1 + field);
}

/* Month and day with a mark between, behind a year. Whether a site pads them shows only
 * in those below ten; where neither is, they stay numbers. Returns the bytes read, or 0.
 */
static gsize
mark_month_and_day (GString *out, const char *text)
{
  gsize n_month = strspn (text + 1, DIGITS);
  gsize day_at = n_month + 2;

  if (strchr ("-/_.", *text) == NULL || n_month < 1 || n_month > 2
      || !is_month (text + 1, n_month))
    return 0;
  gsize n_day = text[day_at - 1] == *text ? strspn (text + day_at, DIGITS) : 0;
  if (n_day > 2 || (n_day > 0 && !is_day (text + day_at, n_day)))
    n_day = 0;
  gboolean padded = text[1] == '0' || (n_day == 2 && text[day_at] == '0');
  gboolean bare = n_month == 1 || n_day == 1;
  if (padded == bare)
    return 0;

  g_string_append_c (out, *text);
  append_field (out, padded ? EXM_URL_DATE_MONTH : EXM_URL_DATE_SHORT_MONTH);
  if (n_day == 0)
    return 1 + n_month;
  g_string_append_c (out, *text);
  append_field (out, padded ? EXM_URL_DATE_DAY : EXM_URL_DATE_SHORT_DAY);
  return day_at + n_day;
}

/* The digits at @text, as date where they are one; returns the bytes read.
 * @mixed: they stand in the midst of letters and digits, as of a session, where four of
 *   them are a year by chance alone */
static gsize
mark_number (GString *out, const char *text, gboolean mixed)
{
  gsize n = strspn (text, DIGITS);
  gboolean year = n >= 4 && is_year (text);
  gboolean full
      = year && n >= 8 && n <= 14 && is_month (text + 4, 2) && is_day (text + 6, 2);

  if (!full && (mixed || !(year && (n == 4 || (n == 6 && is_month (text + 4, 2))))))
    {
      g_string_append_len (out, text, n);
      return n;
    }
  append_field (out, EXM_URL_DATE_YEAR);
  if (n > 4)
    append_field (out, EXM_URL_DATE_MONTH);
  if (full)
    {
      append_field (out, EXM_URL_DATE_DAY);
      g_string_append_len (out, text + 8, n - 8);
    }
  if (n > 4)
    return n;

  /* "2024/0512" */
  if (strchr ("-/_.", text[4]) != NULL && strspn (text + 5, DIGITS) == 4
      && is_month (text + 5, 2) && is_day (text + 7, 2))
    {
      g_string_append_c (out, text[4]);
      append_field (out, EXM_URL_DATE_MONTH);
      append_field (out, EXM_URL_DATE_DAY);
      return 9;
    }
  return 4 + mark_month_and_day (out, text + 4);
}

/* Whether letters follow digits in the word: "0f3c2012ab", not "news2012". */
static gboolean
is_mixed (const char *word)
{
  gboolean has_digit = FALSE;

  for (; g_ascii_isalnum (*word); word++)
    if (g_ascii_isdigit (*word))
      has_digit = TRUE;
    else if (has_digit)
      return TRUE;
  return FALSE;
}

static char *
mark_dates (const char *text)
{
  GString *out = g_string_new (NULL);
  gboolean in_word = FALSE, mixed = FALSE;

  while (*text != '\0')
    {
      if (!in_word)
        mixed = is_mixed (text);
      in_word = g_ascii_isalnum (*text);
      if (g_ascii_isdigit (*text))
        text += mark_number (out, text, mixed);
      else
        g_string_append_c (out, *text++);
    }
  return g_string_free (out, FALSE);
}

static gsize
word_length (const char *text)
{
  gsize n = 0;

  while (g_ascii_isalnum (text[n]) || text[n] == '%')
    n++;
  return n;
}

/* Letters before digits, "content123": the letters name the kind. One or two letters do
 * so only before long numbers. */
static gsize
prefix_length (const char *word, gsize n)
{
  gsize n_letters = 0;

  while (n_letters < n && g_ascii_isalpha (word[n_letters]))
    n_letters++;
  if (n_letters == n)
    return n;
  gsize n_digits = MIN (strspn (word + n_letters, DIGITS), n - n_letters);
  return n_letters + n_digits == n && (n_letters > 2 || n_digits > 4) ? n_letters : 0;
}

typedef struct
{
  guint n_names;     /* words of letters only */
  gboolean specific; /* one of them is not generic */
  gboolean hash;     /* letters and digits all mixed: nothing in it has a meaning */
} Shape;

static Shape
look_at (const char *text, gsize length)
{
  Shape shape = { 0 };

  for (gsize i = 0; i < length;)
    {
      gsize n = MIN (word_length (text + i), length - i);
      if (n > 0)
        {
          gsize n_digits = MIN (strspn (text + i, DIGITS), n);
          gsize n_prefix = prefix_length (text + i, n);
          shape.n_names += n_prefix == n;
          shape.specific |= n_prefix == n && !is_generic_name (text + i, n);
          shape.hash |= n_digits < n && n_prefix == 0;
        }
      i += MAX (n, 1);
    }
  return shape;
}

/* Wildcards with only marks between them become one. */
static void
append_wildcard (GString *out, gssize *last_end)
{
  if (*last_end >= 0
      && strspn (out->str + *last_end, "-_.~,+!=:") == out->len - (gsize) *last_end)
    g_string_truncate (out, *last_end);
  else
    g_string_append (out, WILDCARD);
  *last_end = out->len;
}

static void
append_literal (GString *out, const char *text, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      if (strchr ("[]{}*\\", text[i]) != NULL)
        g_string_append_c (out, '\\');
      g_string_append_c (out, text[i]);
    }
}

static gsize
append_date (GString *out, const char *text)
{
  gsize n = 0;

  g_string_append_c (out, '{');
  for (; text[n] > 0 && text[n] <= EXM_N_URL_DATE_FIELDS; n++)
    g_string_append (out, exm_url_date_field_get_name (text[n] - 1));
  g_string_append_c (out, '}');
  return n;
}

/* Writes what stands for @text, of which the dates are marked, in the pattern. */
static char *
generalize (const char *text, gsize length)
{
  Shape shape = look_at (text, length);
  /* Names behind a number or a date, "2024-05-07-fire", are a title, be they few. */
  gboolean numbered
      = length > 0
        && (g_ascii_isdigit (*text) || (*text > 0 && *text <= EXM_N_URL_DATE_FIELDS));
  gboolean title = shape.hash || shape.n_names > 2 || (numbered && shape.specific);
  GString *out = g_string_new (NULL);
  gssize last_end = -1;

  for (gsize i = 0; i < length;)
    {
      gsize n = MIN (word_length (text + i), length - i);
      gsize n_prefix = title ? 0 : prefix_length (text + i, n);
      if (text[i] > 0 && text[i] <= EXM_N_URL_DATE_FIELDS)
        {
          i += append_date (out, text + i);
          continue;
        }
      append_literal (out, text + i, n == 0 ? 1 : n_prefix);
      if (n_prefix < n)
        append_wildcard (out, &last_end);
      i += MAX (n, 1);
    }
  return g_string_free (out, FALSE);
}

/* ".html" and its like at the end of a file name, 0 where there is none. */
static gsize
extension_length (const char *name)
{
  const char *dot = strrchr (name, '.');
  gsize n = dot != NULL ? strlen (dot) : 0;

  return n >= 2 && n <= 6 && dot > name && g_ascii_isalpha (dot[1])
                 && word_length (dot + 1) == n - 1
             ? n
             : 0;
}

static char *
quote (const char *text, gsize n)
{
  GString *out = g_string_new (NULL);

  append_literal (out, text, n);
  return g_string_free (out, FALSE);
}

/* @marked is @literal with its dates marked. The names of parameters and the extensions
 * of files are kept. */
static void
add_piece (GPtrArray *pieces, char before, const char *literal, const char *marked)
{
  Piece *piece = g_new0 (Piece, 1);
  const char *equals = before == '?' || before == '&' ? strchr (marked, '=') : NULL;
  gsize n_name = equals != NULL ? equals + 1 - marked : 0;
  gsize n_extension = before == '/' ? extension_length (marked) : 0;
  gsize n_middle = strlen (marked) - n_name - n_extension;
  g_autofree char *name = quote (marked, n_name);
  g_autofree char *middle = generalize (marked + n_name, n_middle);
  g_autofree char *extension = quote (marked + n_name + n_middle, n_extension);

  piece->before = before;
  piece->literal = quote (literal, strlen (literal));
  piece->chosen = g_strconcat (name, middle, extension, NULL);
  piece->relaxed = g_strconcat (name, n_middle > 0 ? WILDCARD : "", extension, NULL);
  g_ptr_array_add (pieces, piece);
}

/* Dates may go over several directories, so they are marked before the text is cut. */
static void
add_pieces (GPtrArray *pieces, char before, const char *text, const char *separator)
{
  g_autofree char *marked_text = mark_dates (text);
  g_auto (GStrv) literals = g_strsplit (text, separator, -1);
  g_auto (GStrv) marked = g_strsplit (marked_text, separator, -1);

  for (guint i = 0; literals[i] != NULL && marked[i] != NULL; i++)
    add_piece (pieces, i == 0 ? before : *separator, literals[i], marked[i]);
}

static char *
join (const char *head, GPtrArray *pieces, gboolean literally)
{
  GString *out = g_string_new (head);

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = g_ptr_array_index (pieces, i);
      g_string_append_c (out, piece->before);
      g_string_append (out, literally ? piece->literal : piece->chosen);
    }
  return g_string_free (out, FALSE);
}

/* How many of the other addresses the pieces match as they are chosen now. */
static guint
count_matches (const char *head, GPtrArray *pieces, GPtrArray *urls)
{
  g_autofree char *text = join (head, pieces, FALSE);
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, NULL);
  guint n = 0;

  for (guint i = 1; pattern != NULL && i < urls->len; i++)
    n += exm_url_pattern_matches (pattern, g_ptr_array_index (urls, i), NULL) ? 1 : 0;
  return n;
}

static void
swap_relaxed (Piece *piece)
{
  char *chosen = piece->chosen;

  piece->chosen = piece->relaxed;
  piece->relaxed = chosen;
}

static gboolean
is_fixed (const Piece *piece)
{
  return *piece->literal != '\0' && strcmp (piece->literal, piece->chosen) == 0
         && strcmp (piece->relaxed, piece->chosen) != 0;
}

/* The other addresses decide about a piece without numbers: it stays if at least half of
 * those that differ at most there have the same. Returns how many these are. */
static guint
ask_others (const char *head, GPtrArray *pieces, guint index, GPtrArray *urls)
{
  Piece *piece = g_ptr_array_index (pieces, index);
  guint n_same = count_matches (head, pieces, urls);

  swap_relaxed (piece);
  guint n_all = count_matches (head, pieces, urls);
  if (n_same * 2 >= n_all)
    swap_relaxed (piece);
  return n_all;
}

static gboolean
has_number (GPtrArray *pieces)
{
  for (guint i = 0; i < pieces->len; i++)
    if (strstr (((Piece *) g_ptr_array_index (pieces, i))->chosen, WILDCARD) != NULL)
      return TRUE;
  return FALSE;
}

static gboolean
is_generic (const Piece *piece)
{
  return is_generic_name (piece->literal,
                          strlen (piece->literal) - extension_length (piece->literal));
}

/* The last name of the path, which in most addresses is the title. */
static int
find_title (GPtrArray *pieces, int below)
{
  for (int i = below - 1; i >= 0; i--)
    {
      const Piece *piece = g_ptr_array_index (pieces, i);
      if (piece->before == '/' && *piece->literal != '\0')
        return i;
    }
  return -1;
}

/* Something must vary from article to article: where there is no number, the title. */
static void
relax_title (const char *head, GPtrArray *pieces, GPtrArray *urls)
{
  int title = find_title (pieces, pieces->len);
  gboolean numbered = has_number (pieces);
  Piece *piece = title >= 0 ? g_ptr_array_index (pieces, title) : NULL;

  if (piece == NULL || !is_fixed (piece))
    return;
  guint n_others = ask_others (head, pieces, title, urls);
  if (!is_fixed (piece) || (numbered && (n_others > 0 || is_generic (piece))))
    return;
  /* "…/title/index.html" */
  int directory = is_generic (piece) ? find_title (pieces, title) : -1;
  if (directory >= 0 && is_fixed (g_ptr_array_index (pieces, directory)))
    piece = g_ptr_array_index (pieces, directory);
  swap_relaxed (piece);
}

static GPtrArray *
cut (GUri *uri)
{
  GPtrArray *pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) piece_free);
  const char *path = g_uri_get_path (uri);
  const char *query = g_uri_get_query (uri);
  const char *fragment = g_uri_get_fragment (uri);

  add_pieces (pieces, '/', path + 1, "/");
  if (query != NULL)
    add_pieces (pieces, '?', query, "&");
  /* Applications keep the path of the article there. */
  if (fragment != NULL && (*fragment == '!' || *fragment == '/'))
    add_pieces (pieces, '#', fragment, "/");
  return pieces;
}

static char *
get_head (GUri *uri)
{
  const char *host = g_uri_get_host (uri);
  gboolean brackets = strchr (host, ':') != NULL;
  GString *out = g_string_new (g_uri_get_scheme (uri));

  g_string_append_printf (out, brackets ? "://[%s]" : "://%s", host);
  if (g_uri_get_port (uri) > 0)
    g_string_append_printf (out, ":%d", g_uri_get_port (uri));
  return g_string_free (out, FALSE);
}

ExmUrlPattern *
exm_url_pattern_propose (GPtrArray *urls, GError **error)
{
  g_autofree char *normal
      = exm_url_normalize_input (urls->len > 0 ? g_ptr_array_index (urls, 0) : "", error);
  if (normal == NULL)
    return NULL;
  g_autofree char *bare = exm_url_without_tracking (normal);
  if (strlen (bare) > EXM_MAX_URL_PATTERN_BYTES)
    return exm_url_pattern_new (bare, error);
  g_autoptr (GUri) uri = exm_url_parse (bare, error);
  if (uri == NULL)
    return NULL;

  g_autofree char *head = get_head (uri);
  g_autoptr (GPtrArray) pieces = cut (uri);
  relax_title (head, pieces, urls);
  for (guint i = 0; i < MIN (pieces->len, MAX_ASKED); i++)
    if (is_fixed (g_ptr_array_index (pieces, i)))
      ask_others (head, pieces, i, urls);

  g_autofree char *text = join (head, pieces, FALSE);
  g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, NULL);
  if (pattern != NULL && exm_url_pattern_matches (pattern, normal, NULL))
    return g_steal_pointer (&pattern);
  g_autofree char *literal = join (head, pieces, TRUE);
  return exm_url_pattern_new (literal, error);
}

/* @n_pieces: how many of them; @tail: what follows */
static ExmUrlPattern *
new_of_head (const char *url, int n_left_out, const char *tail)
{
  g_autofree char *bare = exm_url_without_tracking (url);
  g_autoptr (GUri) uri = exm_url_parse (bare, NULL);

  if (uri == NULL)
    return NULL;
  g_autofree char *head = get_head (uri);
  g_autoptr (GPtrArray) pieces = cut (uri);
  /* "/tag/sea/" ends with an empty name. */
  const Piece *last = g_ptr_array_index (pieces, pieces->len - 1);
  if (n_left_out > 0 && last->before == '/' && *last->literal == '\0')
    n_left_out++;
  if (n_left_out >= (int) pieces->len && n_left_out > 0)
    return NULL;
  g_ptr_array_set_size (pieces, (int) pieces->len - n_left_out);
  g_autofree char *literal = join (head, pieces, TRUE);
  g_autofree char *text = g_strconcat (literal, tail, NULL);
  return exm_url_pattern_new (text, NULL);
}

ExmUrlPattern *
exm_url_pattern_new_literal (const char *url)
{
  return new_of_head (url, 0, "");
}

ExmUrlPattern *
exm_url_pattern_new_below (const char *url)
{
  return new_of_head (url, 1, "/(**)");
}
