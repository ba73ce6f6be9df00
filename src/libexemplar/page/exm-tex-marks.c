/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-tex-marks.h"

#include "page/exm-parts.h"

#include <string.h>

/* Bytes of a formula at the most. */
#define MAX_FORMULA 2000u

/* Marks around a formula. @apart: it stands apart from its text */
typedef struct
{
  const char *opens;
  const char *closes;
  gboolean apart;
} Marks;

static const Marks all_marks[] = {
  { "\\(", "\\)", FALSE },
  { "\\[", "\\]", TRUE },
  { "$$", "$$", TRUE },
  { "$", "$", FALSE }, /* prices have such marks, too */
};

#define N_SAFE_MARKS 3u

/* Knows of the script of a page that draws its formulas. */
typedef struct
{
  gboolean is_known;
  guint n_marks; /* how many of the marks it has */
} Page;

static gboolean
has_one_of (GBytes *source, const char *const *words, gsize n_words)
{
  gsize n;
  const char *text = g_bytes_get_data (source, &n);

  for (gsize i = 0; i < n_words; i++)
    if (memmem (text, n, words[i], strlen (words[i])) != NULL)
      return TRUE;
  return FALSE;
}

/* Asked when the first mark is met. Returns: how many of the marks count */
static guint
count_marks (const ExmPageTextParts *parts, Page *page)
{
  static const char *const names[]
      = { "athjax", "athJax", "katex", "KaTeX", "class=\"math", "arithmatex" };
  static const char *const dollars[]
      = { "['$'", "[\"$\"", "left: '$'", "left: \"$\"", "left:'$'", "left:\"$\"" };

  if (!page->is_known && has_one_of (parts->source, names, G_N_ELEMENTS (names)))
    page->n_marks = has_one_of (parts->source, dollars, G_N_ELEMENTS (dollars))
                        ? G_N_ELEMENTS (all_marks)
                        : N_SAFE_MARKS;
  page->is_known = TRUE;
  return page->n_marks;
}

/* Whether what stands between single dollars is TeX. */
static gboolean
is_tex (const char *tex, gsize n_bytes, char behind)
{
  return !g_ascii_isspace (tex[0]) && !g_ascii_isspace (tex[n_bytes - 1])
         && !g_ascii_isdigit (behind);
}

/* Line, and its next mark that closes of each kind: looking for one is O(bytes of the
 * line), however many open. */
typedef struct
{
  const char *end;
  const char *closes[G_N_ELEMENTS (all_marks)]; /* @end: there is none any more */
} Line;

/* Whether @marks close at @text, which is no dollar that is written as such. */
static gboolean
closes_at (const char *text, const Marks *marks)
{
  return text[0] == marks->closes[0]
         && (marks->closes[1] == '\0' || text[1] == marks->closes[1])
         && (*marks->closes != '$' || text[-1] != '\\');
}

/* The first mark from @tex on that closes. @marks: one of all_marks */
static const char *
find_close (Line *line, const char *tex, const Marks *marks)
{
  const char **known = &line->closes[marks - all_marks];

  if (*known < tex)
    for (*known = tex; *known < line->end && !closes_at (*known, marks);)
      (*known)++;
  return *known;
}

/* The first place from @text on where marks may open; %NULL if there is none. */
static const char *
find_open (const Line *line, const char *text)
{
  while (text < line->end && *text != '\\' && *text != '$')
    text++;
  return text < line->end ? text : NULL;
}

/* The end of the formula that @marks open at @text; %NULL if they do not close. */
static const char *
find_end (Line *line, const char *text, const Marks *marks)
{
  const char *tex = text + strlen (marks->opens);
  const char *close = find_close (line, tex, marks);

  if (close == line->end || close == tex || (gsize) (close - tex) > MAX_FORMULA)
    return NULL;
  if (strlen (marks->opens) == 1
      && !is_tex (tex, (gsize) (close - tex), close[strlen (marks->closes)]))
    return NULL;
  return close + strlen (marks->closes);
}

/* The marks that open at @text; %NULL if none do. */
static const Marks *
find_marks (const char *text, guint n_marks)
{
  for (guint i = 0; i < n_marks; i++)
    if (g_str_has_prefix (text, all_marks[i].opens))
      return &all_marks[i];
  return NULL;
}

static void
add_formula (ExmPageTextParts *parts,
             ExmSpans *spans,
             const Marks *marks,
             guint line,
             const char *start,
             const char *end)
{
  const char *text = parts->text.data + parts->lines.data[line].text;
  const char *tex = start + strlen (marks->opens);
  g_autofree char *plain = g_strndup (tex, (gsize) (end - tex) - strlen (marks->closes));

  g_strstrip (plain);
  if (*plain == '\0')
    return;
  const ExmSpan span = {
    .line = line,
    .start = (guint32) (start - text),
    .end = (guint32) (end - text),
    .kind = EXM_SPAN_FORMULA,
    .value = exm_parts_append_string (parts, plain),
    .label = marks->apart ? exm_parts_append_string (parts, "display") : 0,
    .node = parts->lines.data[line].node,
  };
  exm_array_append (spans, span);
}

static void
find_in_line (ExmPageTextParts *parts, guint line, Page *page, ExmSpans *found)
{
  const char *text = parts->text.data + parts->lines.data[line].text;
  /* None is known: formulas lie behind the line's first byte. */
  Line known = { text + parts->lines.data[line].n_bytes, { text, text, text, text } };

  for (const char *p = find_open (&known, text); p != NULL;)
    {
      const Marks *marks = find_marks (p, G_N_ELEMENTS (all_marks));
      const char *end = marks != NULL ? find_end (&known, p, marks) : NULL;
      if (end != NULL && (marks >= all_marks + count_marks (parts, page)))
        end = NULL;
      if (end != NULL)
        add_formula (parts, found, marks, line, p, end);
      p = find_open (&known, end != NULL ? end : p + 1);
    }
}

static gboolean
is_before (const ExmSpan *a, const ExmSpan *b)
{
  return a->line != b->line ? a->line < b->line : a->start < b->start;
}

static gboolean
lies_in (const ExmSpan *inner, const ExmSpan *outer)
{
  return inner->line == outer->line && inner->start >= outer->start
         && inner->end <= outer->end && inner->start < outer->end;
}

/* Puts the formulas among the other spans, in the place of those that lie in them. */
static void
merge (ExmPageTextParts *parts, const ExmSpans *found)
{
  ExmSpans spans = { 0 };
  guint at = 0;

  for (guint i = 0; i < parts->spans.len; i++)
    {
      const ExmSpan *span = &parts->spans.data[i];
      while (at < found->len && !is_before (span, &found->data[at])
             && (is_before (&found->data[at], span) || lies_in (span, &found->data[at])))
        exm_array_append (&spans, found->data[at++]);
      if (at == 0 || !lies_in (span, &found->data[at - 1]))
        exm_array_append (&spans, *span);
    }
  exm_array_extend (&spans, found->data + at, found->len - at);
  exm_array_clear (&parts->spans);
  parts->spans = spans;
}

void
exm_tex_marks_find (ExmPageTextParts *parts)
{
  ExmSpans found = { 0 };
  Page page = { 0 };

  for (guint i = 0; i < parts->lines.len; i++)
    if ((parts->lines.data[i].flags & (EXM_LINE_FLAGGED | EXM_LINE_CODE)) == 0)
      find_in_line (parts, i, &page, &found);
  if (found.len > 0)
    merge (parts, &found);
  exm_array_clear (&found);
}
