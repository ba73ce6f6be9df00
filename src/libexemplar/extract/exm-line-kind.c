/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-line-kind.h"

#include "base/exm-byte-pairs.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"

#include <string.h>

/* Words of a line that says a date or a name; a longer one is a sentence. */
#define MAX_SHORT 24u

/* Elements up from a line whose class names are asked. */
#define N_AROUND 3u

/* How a line begins that names who wrote it or where it is from, lower-cased. */
static const char *const by_openings[] = {
  "by ",      "written by", "posted by", "published by", "reported by", "author:",
  "source:",  "von ",       "par ",      "por ",         "di ",         "door ",
  "av ",      "autor:",     "auteur",    "fonte:",       "fuente:",     "quelle:",
  "автор",    "источник",   "作者",      "记者",         "記者",        "来源",
  "來源",     "编辑",       "責任編輯",  "责任编辑",     "文/",         "文／",
  "本报记者", "新华社",     "著者",      "執筆",         "기자",        "글 ",
};

/* Words of a line that tells a date. */
static const char *const date_words[] = {
  "january",   "february",   "march",    "april",     "june",      "july",    "august",
  "september", "october",    "november", "december",  "januar",    "februar", "märz",
  "juni",      "juli",       "oktober",  "dezember",  "janvier",   "février", "mars",
  "avril",     "juin",       "juillet",  "août",      "septembre", "octobre", "décembre",
  "enero",     "febrero",    "marzo",    "abril",     "mayo",      "junio",   "julio",
  "agosto",    "septiembre", "octubre",  "noviembre", "diciembre", "janeiro", "fevereiro",
  "março",     "maio",       "junho",    "julho",     "setembro",  "outubro", "dezembro",
  "gennaio",   "febbraio",   "aprile",   "maggio",    "giugno",    "luglio",  "settembre",
  "ottobre",   "dicembre",   "января",   "февраля",   "марта",     "апреля",  "мая",
  "июня",      "июля",       "августа",  "сентября",  "октября",   "ноября",  "декабря",
  "jan",       "feb",        "mar",      "apr",       "may",       "jun",     "jul",
  "aug",       "sep",        "sept",     "oct",       "nov",       "dec",
};

/* Bytes of the shortest part below. */
#define MIN_NAME_BYTES 6u

/* Parts of class names and ids, lower-cased. */
static const struct
{
  const char *part;
  guint8 kind;
} name_parts[] = {
  { "byline", EXM_LINE_KIND_BYLINE },   { "author", EXM_LINE_KIND_BYLINE },
  { "dateline", EXM_LINE_KIND_DATE },   { "pubdate", EXM_LINE_KIND_DATE },
  { "pub_date", EXM_LINE_KIND_DATE },   { "timestamp", EXM_LINE_KIND_DATE },
  { "caption", EXM_LINE_KIND_CAPTION }, { "headline", EXM_LINE_KIND_HEADLINE },
};

static gboolean
is_digit (const char *p)
{
  return g_ascii_isdigit (*p);
}

static guint
count_digits (const char *p)
{
  guint n = 0;

  while (is_digit (p + n))
    n++;
  return n;
}

/* A year, or "10:30", "10-30", "3/4", "12.5." */
static gboolean
has_date_numbers (const char *text)
{
  gboolean year = FALSE, parts = FALSE, time = FALSE;

  for (const char *p = text; *p != '\0';)
    {
      guint n = count_digits (p);
      if (n == 0)
        {
          p++;
          continue;
        }
      year |= n == 4 && (p[0] == '1' || p[0] == '2') && (p[1] == '9' || p[1] == '0');
      const char *mark = p + n;
      if (n <= 4 && *mark != '\0' && strchr ("-/.", *mark) != NULL && is_digit (mark + 1))
        parts = TRUE;
      if (n <= 2 && *mark == ':' && count_digits (mark + 1) == 2)
        time = TRUE;
      parts |= n <= 4 && (exm_text_begins (mark, "年") || exm_text_begins (mark, "月"));
      p = mark;
    }
  return time || (year && parts);
}

static gboolean
has_date_word (const char *folded)
{
  ExmBytePairs pairs;

  exm_byte_pairs_read (&pairs, folded);
  for (gsize i = 0; i < G_N_ELEMENTS (date_words); i++)
    {
      if (!exm_byte_pairs_may_have (&pairs, date_words[i]))
        continue;
      const char *found = strstr (folded, date_words[i]);
      if (found != NULL && (found == folded || !g_ascii_isalpha (found[-1]))
          && !g_ascii_isalpha (found[strlen (date_words[i])]))
        return TRUE;
    }
  return FALSE;
}

/* Bytes of a line that needs no memory of its own. */
#define SHORT_BYTES 512u

static guint8
judge_text (const char *text, gsize n_bytes)
{
  char room[EXM_LOWER_ROOM (SHORT_BYTES)];
  g_autofree char *larger
      = n_bytes > SHORT_BYTES ? g_malloc (EXM_LOWER_ROOM (n_bytes)) : NULL;
  char *folded = larger != NULL ? larger : room;
  exm_text_lower_into (folded, text, n_bytes);
  const char *start = folded + strspn (folded, " ([-|*");
  guint8 kinds = 0;

  for (gsize i = 0; i < G_N_ELEMENTS (by_openings); i++)
    if (*start == by_openings[i][0] && exm_text_begins (start, by_openings[i]))
      kinds |= EXM_LINE_KIND_BYLINE;
  if (strpbrk (folded, "0123456789") != NULL
      && (has_date_numbers (folded) || has_date_word (folded)))
    kinds |= EXM_LINE_KIND_DATE;
  return kinds;
}

gboolean
exm_line_kind_is_dateline (const char *text, gsize n_bytes)
{
  const guint8 both = EXM_LINE_KIND_BYLINE | EXM_LINE_KIND_DATE;

  return (judge_text (text, n_bytes) & both) == both;
}

static guint8
judge_names (const char *names)
{
  guint8 kinds = 0;
  char room[SHORT_BYTES];
  gsize n = strlen (names);

  if (n < MIN_NAME_BYTES)
    return 0;
  g_autofree char *larger = n < sizeof room ? NULL : g_malloc (n + 1);
  char *folded = larger != NULL ? larger : room;
  ExmBytePairs pairs;

  for (gsize i = 0; i <= n; i++)
    folded[i] = (char) (names[i] | (names[i] >= 'A' && names[i] <= 'Z' ? 0x20 : 0));
  exm_byte_pairs_read (&pairs, folded);
  for (gsize i = 0; i < G_N_ELEMENTS (name_parts); i++)
    if (exm_byte_pairs_may_have (&pairs, name_parts[i].part)
        && strstr (folded, name_parts[i].part) != NULL)
      kinds |= name_parts[i].kind;
  return kinds;
}

/* Names that were judged lately: a page repeats a few hundred. */
#define N_JUDGED 1024u

typedef struct
{
  guint32 names[N_JUDGED]; /* offsets among the page's strings, 0 for none */
  guint8 kinds[N_JUDGED];
} Judged;

static guint8
judge_names_once (Judged *self, const ExmPageText *page, guint32 names)
{
  guint slot = names * 0x9e3779b1u >> 22;

  if (names == 0)
    return 0;
  if (self->names[slot] != names)
    {
      self->names[slot] = names;
      self->kinds[slot] = judge_names (exm_page_text_get_string (page, names));
    }
  return self->kinds[slot];
}

/* Reads the kinds named by the classes of up to N_AROUND elements, from a node outwards.
 */
static guint8 *
judge_nodes (const ExmPageText *page)
{
  guint n_nodes;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n_nodes);
  g_autofree guint8 *own = g_new0 (guint8, MAX (n_nodes, 1));
  guint8 *around = g_new0 (guint8, MAX (n_nodes, 1));
  Judged judged = { 0 };

  for (guint i = 0; i < n_nodes; i++)
    {
      own[i] = judge_names_once (&judged, page, nodes[i].class_names)
               | judge_names_once (&judged, page, nodes[i].id);
      if (nodes[i].tag == EXM_TAG_FIGCAPTION)
        own[i] |= EXM_LINE_KIND_CAPTION;
      guint up = i;
      for (guint k = 0; k < N_AROUND && up != EXM_NONE; k++, up = nodes[up].parent)
        around[i] |= own[up];
    }
  return around;
}

void
exm_line_kind_find (const ExmPageText *page, guint8 *kinds)
{
  guint n_lines, n_slices;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  const ExmSlice *slices = exm_page_text_get_slices (page, &n_slices);
  g_autofree guint8 *around = judge_nodes (page);

  for (guint i = 0; i < n_lines; i++)
    {
      gboolean is_short = lines[i].n_tokens <= MAX_SHORT;
      kinds[i] = around[lines[i].node];
      if (!is_short)
        kinds[i] &= EXM_LINE_KIND_CAPTION | EXM_LINE_KIND_HEADLINE;
      else
        kinds[i] |= judge_text (exm_page_text_get_line (page, i), lines[i].n_bytes);
      if (lines[i].flags & EXM_LINE_CAPTION)
        kinds[i] |= EXM_LINE_KIND_CAPTION;
      if (lines[i].heading == 1 || lines[i].heading == 2)
        kinds[i] = EXM_LINE_KIND_HEADLINE;
    }
  for (guint k = 0; k < n_slices; k++)
    if (slices[k].kind == EXM_SLICE_TIME && slices[k].line < n_lines
        && lines[slices[k].line].n_tokens <= MAX_SHORT)
      kinds[slices[k].line] |= EXM_LINE_KIND_DATE;
}
