/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-search"

#include "config.h"

#include "search/exm-search-text.h"

#include <string.h>

/* The units of a text while it is read. */
typedef struct
{
  ExmSearchText *text; /* (unowned) */
  gboolean in_word;    /* the last unit is a word that may go on */
  gboolean follows;    /* nothing stood between the last unit and here */
} Reading;

static void
add_unit (Reading *reading, guint start, gboolean is_word)
{
  const ExmSearchUnit unit = { .start = start,
                               .end = start,
                               .folded = (guint) reading->text->folded->len,
                               .is_word = is_word,
                               .joined = reading->follows };

  g_array_append_val (reading->text->units, unit);
  reading->in_word = is_word;
  reading->follows = TRUE;
}

static void
add_folded (Reading *reading, const char *folded, gsize n_folded, guint start, guint end)
{
  ExmSearchText *text = reading->text;

  for (const char *p = folded; p < folded + n_folded;)
    {
      const char *next = p + g_utf8_skip[(guchar) *p];
      ExmSearchClass class = exm_search_get_class (g_utf8_get_char (p));
      if (class == EXM_SEARCH_GAP)
        reading->in_word = reading->follows = FALSE;
      else if (class == EXM_SEARCH_CHARACTER || !reading->in_word)
        add_unit (reading, start, class == EXM_SEARCH_WORD);
      if (class != EXM_SEARCH_GAP)
        {
          ExmSearchUnit *unit
              = &g_array_index (text->units, ExmSearchUnit, text->units->len - 1);
          g_string_append_len (text->folded, p, next - p);
          unit->n_folded += (guint) (next - p);
          unit->end = end;
        }
      p = next;
    }
}

/* Adds letters and digits of ASCII that follow each other: the quick way for most
 * alphabetic text. Returns: where they end */
static const char *
add_ascii_word (Reading *reading, const char *p, const char *begin)
{
  ExmSearchText *text = reading->text;
  const char *end = p;

  if (!reading->in_word)
    add_unit (reading, (guint) (p - begin), TRUE);
  gsize from = text->folded->len;
  while (g_ascii_isalnum (*end))
    end++;
  g_string_append_len (text->folded, p, end - p);
  for (char *c = text->folded->str + from; *c != '\0'; c++)
    *c = g_ascii_tolower (*c);
  ExmSearchUnit *unit = &g_array_index (text->units, ExmSearchUnit, text->units->len - 1);
  unit->n_folded += (guint) (end - p);
  unit->end = (guint) (end - begin);
  return end;
}

ExmSearchText *
exm_search_text_new (const char *source)
{
  ExmSearchText *self = g_new0 (ExmSearchText, 1);
  gsize n_bytes = source != NULL ? strlen (source) : 0;
  g_autofree char *valid
      = n_bytes > 0 && !g_utf8_validate (source, (gssize) n_bytes, NULL)
            ? g_utf8_make_valid (source, (gssize) n_bytes)
            : NULL;
  Reading reading = { .text = self };
  char folded[EXM_SEARCH_FOLD_BYTES];

  self->folded = g_string_sized_new (n_bytes);
  self->units = g_array_sized_new (FALSE, FALSE, sizeof (ExmSearchUnit),
                                   (guint) MIN (n_bytes / 3, G_MAXUINT / 64));
  const char *begin = valid != NULL ? valid : source;
  for (const char *p = begin; p != NULL && *p != '\0';)
    {
      gsize n_folded = 0;
      if (g_ascii_isalnum (*p))
        {
          p = add_ascii_word (&reading, p, begin);
          continue;
        }
      const char *next = exm_search_fold (p, folded, &n_folded);
      add_folded (&reading, folded, n_folded, (guint) (p - begin),
                  (guint) (next - begin));
      p = next;
    }
  return self;
}

void
exm_search_text_free (ExmSearchText *self)
{
  g_string_free (self->folded, TRUE);
  g_array_unref (self->units);
  g_free (self);
}

static gboolean
unit_fits (const ExmSearchText *self,
           const ExmSearchUnit *unit,
           const ExmSearchText *part,
           const ExmSearchUnit *wanted,
           gboolean prefix)
{
  if (unit->is_word != wanted->is_word || unit->n_folded < wanted->n_folded
      || (!prefix && unit->n_folded != wanted->n_folded))
    return FALSE;
  return memcmp (self->folded->str + unit->folded, part->folded->str + wanted->folded,
                 wanted->n_folded)
         == 0;
}

guint
exm_search_text_find (const ExmSearchText *self,
                      const ExmSearchText *part,
                      gboolean prefix,
                      guint from)
{
  guint n_part = part->units->len;

  if (n_part == 0)
    return G_MAXUINT;
  for (guint first = from; first + n_part <= self->units->len; first++)
    {
      guint i = 0;
      for (; i < n_part; i++)
        {
          const ExmSearchUnit *unit = exm_search_text_get_unit (self, first + i);
          const ExmSearchUnit *wanted = exm_search_text_get_unit (part, i);
          if (!unit_fits (self, unit, part, wanted,
                          prefix && wanted->is_word && i == n_part - 1)
              || (i > 0 && wanted->joined && !unit->joined))
            break;
        }
      if (i == n_part)
        return first;
    }
  return G_MAXUINT;
}

/* Returns: @n_bytes, or less, at the end of a character */
static gsize
cut_token (const char *token, gsize n_bytes)
{
  gsize n = MIN (n_bytes, EXM_SEARCH_TOKEN_BYTES);

  while (n < n_bytes && n > 0 && ((guchar) token[n] & 0xc0) == 0x80)
    n--;
  return n;
}

void
exm_search_text_foreach_token (const ExmSearchText *self,
                               gboolean is_query,
                               gboolean prefix,
                               ExmSearchTokenFunc func,
                               gpointer data)
{
  guint n_units = self->units->len;

  for (guint i = 0; i < n_units; i++)
    {
      const ExmSearchUnit *unit = exm_search_text_get_unit (self, i);
      const ExmSearchUnit *next
          = i + 1 < n_units ? exm_search_text_get_unit (self, i + 1) : NULL;
      const char *token = self->folded->str + unit->folded;
      gboolean begins = next != NULL && !unit->is_word && !next->is_word && next->joined;
      gboolean ends = i > 0 && !unit->is_word && unit->joined
                      && !exm_search_text_get_unit (self, i - 1)->is_word;
      gboolean goes_on = is_query && (unit->is_word ? prefix && next == NULL : TRUE);
      if (begins)
        func (token, unit->n_folded + next->n_folded, FALSE, data);
      else if (!is_query || !ends)
        func (token, cut_token (token, unit->n_folded), goes_on, data);
    }
}

gboolean
exm_search_text_is_token (const ExmSearchText *self)
{
  const ExmSearchUnit *unit
      = self->units->len > 0 ? exm_search_text_get_unit (self, 0) : NULL;

  if (self->units->len == 2)
    {
      const ExmSearchUnit *next = exm_search_text_get_unit (self, 1);
      return !unit->is_word && !next->is_word && next->joined;
    }
  /* A longer word may be cut down to this one. */
  return self->units->len == 1 && unit->n_folded < EXM_SEARCH_TOKEN_BYTES - 3;
}
