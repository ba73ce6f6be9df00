/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-search"

#include "config.h"

#include "search/exm-search-query.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

typedef enum
{
  FIELD_NONE,
  FIELD_TITLE,
  FIELD_SITE,
  FIELD_TASK,
  FIELD_AFTER,
  FIELD_BEFORE,
} Field;

static const char *const field_names[] = {
  [FIELD_TITLE] = "title", [FIELD_SITE] = "site",     [FIELD_TASK] = "task",
  [FIELD_AFTER] = "after", [FIELD_BEFORE] = "before",
};

/* One part of a query: -field:"value" */
typedef struct
{
  Field field;
  gboolean negated;
  gboolean quoted;
  char *value; /* (owned) */
  char *whole; /* (owned): as it was typed, without the minus */
} Part;

static void
part_clear (Part *part)
{
  g_free (part->value);
  g_free (part->whole);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Part, part_clear)

static void
term_free (gpointer data)
{
  ExmSearchTerm *term = data;

  exm_search_text_free (term->text);
  g_free (term);
}

static void
filter_free (gpointer data)
{
  ExmSearchFilter *filter = data;

  g_free (filter->value);
  g_free (filter);
}

static gboolean
is_quote (gunichar c)
{
  return c == '"' || c == 0x201c || c == 0x201d || c == 0x201e || c == 0xff02;
}

static gboolean
is_minus (gunichar c)
{
  return c == '-' || c == 0x2212 || c == 0xff0d;
}

/* Returns: (nullable): the next quotation mark */
static const char *
find_quote (const char *p)
{
  while (*p != '\0' && !is_quote (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return *p != '\0' ? p : NULL;
}

gboolean
exm_search_query_fits_quotes (const char *text)
{
  return find_quote (text) == NULL;
}

static const char *
skip_to_space (const char *p)
{
  while (*p != '\0' && !g_unichar_isspace (g_utf8_get_char (p)))
    p = g_utf8_next_char (p);
  return p;
}

/* Reads "field:" where a value follows. Returns: where the value begins, else @p */
static const char *
read_field (const char *p, Field *field)
{
  *field = FIELD_NONE;
  for (guint i = FIELD_TITLE; i < G_N_ELEMENTS (field_names); i++)
    {
      gsize n = strlen (field_names[i]);
      if (g_ascii_strncasecmp (p, field_names[i], n) != 0)
        continue;
      gunichar colon = g_utf8_get_char (p + n);
      const char *value = p + n + (colon == ':' ? 1 : 3);
      if ((colon != ':' && colon != 0xff1a) || *value == '\0'
          || g_unichar_isspace (g_utf8_get_char (value)))
        continue;
      *field = (Field) i;
      return value;
    }
  return p;
}

/* Reads the part that begins at @p. Returns: where the next one may begin */
static const char *
read_part (const char *p, Part *part)
{
  part->negated = is_minus (g_utf8_get_char (p));
  if (part->negated)
    p = g_utf8_next_char (p);
  const char *value = read_field (p, &part->field);
  const char *end = skip_to_space (value);
  if (is_quote (g_utf8_get_char (value)))
    {
      const char *inside = g_utf8_next_char (value);
      const char *quote = find_quote (inside);
      part->quoted = quote != NULL;
      if (part->quoted)
        {
          part->value = g_strndup (inside, (gsize) (quote - inside));
          end = g_utf8_next_char (quote);
        }
    }
  if (part->value == NULL)
    part->value = g_strndup (value, (gsize) (end - value));
  part->whole = g_strndup (p, (gsize) (end - p));
  return end;
}

static void
add_term (ExmSearchQuery *self, const Part *part, const char *words, gboolean in_title)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (words);

  if (text->units->len == 0)
    return;
  ExmSearchTerm *term = g_new0 (ExmSearchTerm, 1);
  term->text = g_steal_pointer (&text);
  term->negated = part->negated;
  term->in_title = in_title;
  term->prefix = g_str_has_suffix (words, "*") || g_str_has_suffix (words, "＊");
  g_ptr_array_add (self->terms, term);
}

static void
add_filter (GPtrArray *filters, const Part *part, const char *value)
{
  ExmSearchFilter *filter = g_new0 (ExmSearchFilter, 1);

  filter->value = g_strdup (value);
  filter->negated = part->negated;
  g_ptr_array_add (filters, filter);
}

/* The host of what stands behind "site:", which may be a whole address. */
static void
add_site (ExmSearchQuery *self, const Part *part)
{
  const char *scheme = strstr (part->value, "://");
  const char *begin = scheme != NULL ? scheme + 3 : part->value;
  g_autofree char *host = g_strndup (begin, strcspn (begin, "/?#"));

  if (g_str_has_prefix (host, "*."))
    memmove (host, host + 2, strlen (host) - 1);
  g_autofree char *ascii = g_hostname_to_ascii (host);
  g_autofree char *lower = g_ascii_strdown (ascii != NULL ? ascii : host, -1);
  if (*lower == '\0')
    add_term (self, part, part->whole, FALSE);
  else
    add_filter (self->sites, part, lower);
}

/* Reads a number of at most @max_digits and what separates it from the next. Returns:
 * %G_MAXUINT if there is none, or something else behind it */
static guint
read_number (const char **p, guint max_digits)
{
  guint number = 0;
  guint n = 0;

  for (; n < max_digits && g_ascii_isdigit (**p); n++, (*p)++)
    number = number * 10 + (guint) (**p - '0');
  if (n == 0)
    return G_MAXUINT;
  gunichar mark = g_utf8_get_char (*p);
  if (mark == '-' || mark == '/' || mark == '.' || mark == 0x5e74 || mark == 0x6708
      || mark == 0x65e5)
    *p = g_utf8_next_char (*p);
  else if (mark != 0)
    return G_MAXUINT;
  return number;
}

/* Reads 2026, 2026-03 and 2026-03-31, also with other marks between. */
static gboolean
read_day (const char *value, char day[11])
{
  g_autofree char *normal = g_utf8_normalize (value, -1, G_NORMALIZE_ALL_COMPOSE);
  const char *p = normal != NULL ? normal : "";
  guint year = read_number (&p, 4);
  guint month = *p != '\0' ? read_number (&p, 2) : 1;
  guint of_month = *p != '\0' ? read_number (&p, 2) : 1;

  if (*p != '\0' || year < 1000 || year > 9999 || month > 12 || of_month > 31
      || !g_date_valid_dmy ((GDateDay) of_month, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_snprintf (day, 11, "%04u-%02u-%02u", year, month, of_month);
  return TRUE;
}

/* Keeps the narrowest of several days. */
static void
add_day (ExmSearchQuery *self, const Part *part)
{
  gboolean after = (part->field == FIELD_AFTER) != part->negated;
  char *place = after ? self->after : self->before;
  char day[11];

  if (!read_day (part->value, day))
    {
      /* translators: what stood behind after: or before: */
      g_ptr_array_add (
          self->messages,
          g_strdup_printf (_ ("“%s” is no date: write 2026-03-31, 2026-03 or "
                              "2026. It is searched for as words."),
                           part->value));
      add_term (self, part, part->whole, FALSE);
      return;
    }
  if (*place == '\0' || (after ? strcmp (day, place) > 0 : strcmp (day, place) < 0))
    memcpy (place, day, sizeof day);
}

static void
add_part (ExmSearchQuery *self, const Part *part)
{
  switch (part->field)
    {
    case FIELD_TITLE:
      add_term (self, part, part->value, TRUE);
      break;
    case FIELD_SITE:
      add_site (self, part);
      break;
    case FIELD_TASK:
      if (*part->value != '\0')
        add_filter (self->tasks, part, part->value);
      break;
    case FIELD_AFTER:
    case FIELD_BEFORE:
      add_day (self, part);
      break;
    case FIELD_NONE:
    default:
      add_term (self, part, part->value, FALSE);
    }
}

ExmSearchQuery *
exm_search_query_new (const char *words)
{
  ExmSearchQuery *self = g_new0 (ExmSearchQuery, 1);
  g_autofree char *valid = g_utf8_make_valid (words, -1);
  const char *p = valid;
  guint n_parts = 0;

  self->terms = g_ptr_array_new_with_free_func (term_free);
  self->sites = g_ptr_array_new_with_free_func (filter_free);
  self->tasks = g_ptr_array_new_with_free_func (filter_free);
  self->messages = g_ptr_array_new_with_free_func (g_free);
  for (; *p != '\0' && n_parts < EXM_SEARCH_MAX_TERMS; n_parts++)
    {
      g_auto (Part) part = { 0 };
      while (*p != '\0' && g_unichar_isspace (g_utf8_get_char (p)))
        p = g_utf8_next_char (p);
      if (*p == '\0')
        break;
      p = read_part (p, &part);
      add_part (self, &part);
    }
  if (*p != '\0')
    g_ptr_array_add (self->messages,
                     g_strdup_printf (_ ("Only the first %u words are searched for."),
                                      EXM_SEARCH_MAX_TERMS));
  return self;
}

/* Whether the last character of @words is of a word. */
static gboolean
ends_in_word (const char *words)
{
  g_autoptr (ExmSearchText) text = exm_search_text_new (words);
  guint n = text->units->len;

  if (n == 0)
    return FALSE;
  const ExmSearchUnit *last = exm_search_text_get_unit (text, n - 1);
  return last->is_word && last->end == strlen (words);
}

char *
exm_search_query_complete (const char *words)
{
  g_autofree char *valid = g_utf8_make_valid (words, -1);
  gboolean grows = FALSE;

  for (const char *p = valid; *p != '\0';)
    {
      g_auto (Part) part = { 0 };
      if (g_unichar_isspace (g_utf8_get_char (p)))
        {
          p = g_utf8_next_char (p);
          grows = FALSE;
          continue;
        }
      p = read_part (p, &part);
      grows = !part.negated && !part.quoted
              && (part.field == FIELD_NONE || part.field == FIELD_TITLE)
              && ends_in_word (part.value);
    }
  return g_strconcat (valid, grows ? "*" : "", NULL);
}

void
exm_search_query_free (ExmSearchQuery *self)
{
  g_ptr_array_unref (self->terms);
  g_ptr_array_unref (self->sites);
  g_ptr_array_unref (self->tasks);
  g_ptr_array_unref (self->messages);
  g_free (self);
}

gboolean
exm_search_query_is_empty (const ExmSearchQuery *self)
{
  return self->terms->len == 0 && self->sites->len == 0 && self->tasks->len == 0
         && *self->after == '\0' && *self->before == '\0';
}

gboolean
exm_search_query_matches (const ExmSearchQuery *self,
                          const ExmSearchText *title,
                          const ExmSearchText *body)
{
  for (guint i = 0; i < self->terms->len; i++)
    {
      const ExmSearchTerm *term = g_ptr_array_index (self->terms, i);
      gboolean found
          = exm_search_text_find (title, term->text, term->prefix, 0) != G_MAXUINT
            || (!term->in_title
                && exm_search_text_find (body, term->text, term->prefix, 0) != G_MAXUINT);
      if (found == term->negated)
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_host_of (const char *host, const char *site)
{
  gsize n_host = strlen (host);
  gsize n_site = strlen (site);

  return g_str_has_suffix (host, site)
         && (n_host == n_site || host[n_host - n_site - 1] == '.');
}

gboolean
exm_search_query_allows_host (const ExmSearchQuery *self, const char *host)
{
  gboolean wanted = FALSE;
  gboolean found = FALSE;

  for (guint i = 0; i < self->sites->len; i++)
    {
      const ExmSearchFilter *site = g_ptr_array_index (self->sites, i);
      gboolean is_of = is_host_of (host, site->value);
      if (is_of && site->negated)
        return FALSE;
      wanted = wanted || !site->negated;
      found = found || is_of;
    }
  return found || !wanted;
}

gboolean
exm_search_query_allows_day (const ExmSearchQuery *self,
                             const char *published,
                             gint64 collected_usec)
{
  char day[11] = "";

  if (*self->after == '\0' && *self->before == '\0')
    return TRUE;
  if (published != NULL && strlen (published) >= 10 && published[4] == '-'
      && published[7] == '-')
    {
      g_strlcpy (day, published, sizeof day);
    }
  else
    {
      g_autoptr (GDateTime) time
          = g_date_time_new_from_unix_utc (collected_usec / G_USEC_PER_SEC);
      g_autofree char *text = time != NULL ? g_date_time_format (time, "%Y-%m-%d") : NULL;
      g_strlcpy (day, text != NULL ? text : "", sizeof day);
    }
  return strcmp (day, self->after) >= 0
         && (*self->before == '\0' || strcmp (day, self->before) < 0);
}
