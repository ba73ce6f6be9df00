/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-formulas.h"

#include "page/exm-mathml.h"
#include "page/exm-parts.h"

#include <string.h>

/* Elements around the MathML that draw the same formula. */
#define MAX_DEPTH 8u

/* Elements before its script that MathJax draws a formula in. */
#define MAX_DRAWN 3u

static const char *
get_classes (const ExmEventList *events, guint32 node)
{
  return events->parts->strings->str + exm_event_list_node (events, node)->class_names;
}

/* The outermost element that is nothing but the formula of the annotation @source. */
static guint32
find_shown (const ExmEventList *events, guint32 source)
{
  static const char *const drawn[] = { "katex", "mwe-math", "MathJax", "mjx-" };
  guint32 found = source, at = source;

  for (guint i = 0; i < MAX_DEPTH; i++)
    {
      at = exm_event_list_node (events, at)->parent;
      if (at == EXM_NONE)
        break;
      if (exm_event_list_node (events, at)->tag == EXM_TAG_MATH)
        found = at;
      for (gsize k = 0; k < G_N_ELEMENTS (drawn); k++)
        if (g_str_has_prefix (get_classes (events, at), drawn[k]))
          found = at;
    }
  return found;
}

/* Marks what MathJax drew of the script that comes just behind it. */
static void
mark_drawn (ExmEventList *events, guint32 script)
{
  guint32 parent = exm_event_list_node (events, script)->parent;
  guint32 at = script;

  for (guint i = 0; i < MAX_DRAWN && at > 0; i++)
    {
      guint32 before = at - 1;
      while (before != EXM_NONE && exm_event_list_node (events, before)->parent != parent)
        before = exm_event_list_node (events, before)->parent;
      if (before == EXM_NONE
          || !g_str_has_prefix (get_classes (events, before), "MathJax"))
        return;
      exm_event_list_info (events, before)->bits |= EXM_NODE_SPAN | EXM_NODE_FORMULA;
      at = before;
    }
}

guint32
exm_formulas_find (ExmEventList *events, ExmTag tag, guint32 source)
{
  ExmEventFormula formula = { .node = source, .source = source };
  const ExmSpan span = { .kind = EXM_SPAN_FORMULA, .node = source };

  if (tag == EXM_TAG_SCRIPT)
    {
      mark_drawn (events, source);
      exm_array_append (&events->formulas, formula);
      exm_array_append (&events->images, span);
      return events->images.len;
    }
  formula.node = find_shown (events, source);
  exm_event_list_info (events, formula.node)->bits |= EXM_NODE_SPAN | EXM_NODE_FORMULA;
  exm_array_append (&events->formulas, formula);
  return 0;
}

void
exm_formulas_see_math (ExmEventList *events, guint32 node, gsize start)
{
  const ExmEventFormula formula
      = { .node = node, .source = node, .math = (guint32) start + 1 };

  exm_event_list_info (events, node)->bits |= EXM_NODE_SPAN | EXM_NODE_FORMULA;
  exm_array_append (&events->formulas, formula);
}

/* Cuts @mark off the beginning or the end of @tex, with the white space beside it. */
static void
cut_mark (char *tex, const char *mark, gboolean at_end)
{
  g_strstrip (tex);
  gsize n = strlen (tex), n_mark = strlen (mark);

  if (at_end && g_str_has_suffix (tex, mark))
    tex[n - n_mark] = '\0';
  else if (!at_end && g_str_has_prefix (tex, mark))
    memmove (tex, tex + n_mark, n - n_mark + 1);
  g_strstrip (tex);
}

/* The TeX that a person would write: without what hides it from readers of XML, and
 * without the frame that MediaWiki puts around it. */
static guint32
append_tex (ExmPageTextParts *parts, const ExmSlice *slice)
{
  static const char style[] = "{\\displaystyle ";
  g_autofree char *tex = g_strdup (parts->strings->str + slice->value);

  cut_mark (tex, "%", FALSE);
  cut_mark (tex, "<![CDATA[", FALSE);
  cut_mark (tex, "]]>", TRUE);
  cut_mark (tex, "%", TRUE);
  if (g_str_has_prefix (tex, style) && g_str_has_suffix (tex, "}"))
    {
      cut_mark (tex, style, FALSE);
      cut_mark (tex, "}", TRUE);
    }
  return *tex != '\0' ? exm_parts_append_string (parts, tex) : 0;
}

typedef struct
{
  const ExmEventList *events; /* (unowned) */
  ExmPageTextParts *parts;    /* (unowned) */
  GHashTable *shown;   /* (owned): 1 + element → 1 + index of the slice of its TeX */
  GHashTable *maths;   /* (owned): 1 + element → 1 + where its tag lies */
  GHashTable *settled; /* (owned): 1 + element, whose first line has its TeX */
  ExmSpans spans;      /* settled ones */
  ExmSpan drawn;       /* what the script to come may have drawn; node EXM_NONE: none */
  guint drawn_at;      /* its place among the settled ones */
} Settling;

static GHashTable *
find_shown_slices (const ExmEventList *events)
{
  const ExmPageTextParts *parts = events->parts;
  g_autoptr (GHashTable) slices = g_hash_table_new (NULL, NULL);
  GHashTable *shown = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < parts->slices.len; i++)
    if (parts->slices.data[i].kind == EXM_SLICE_TEX)
      g_hash_table_insert (slices, GUINT_TO_POINTER (parts->slices.data[i].node + 1),
                           GUINT_TO_POINTER (i + 1));
  for (guint i = 0; i < events->formulas.len; i++)
    {
      const ExmEventFormula *formula = &events->formulas.data[i];
      gpointer slice
          = g_hash_table_lookup (slices, GUINT_TO_POINTER (formula->source + 1));
      if (slice != NULL)
        g_hash_table_insert (shown, GUINT_TO_POINTER (formula->node + 1), slice);
    }
  return shown;
}

static gboolean
fills_line (const ExmPageTextParts *parts, const ExmSpan *span)
{
  return span->start == 0 && span->end == parts->lines.data[span->line].n_bytes;
}

static GHashTable *
find_maths (const ExmEventList *events)
{
  GHashTable *maths = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < events->formulas.len; i++)
    if (events->formulas.data[i].math != 0)
      g_hash_table_insert (maths, GUINT_TO_POINTER (events->formulas.data[i].node + 1),
                           GUINT_TO_POINTER (events->formulas.data[i].math));
  return maths;
}

/* Elements that MathJax drew one after the other are one formula. */
static void
add_drawn (Settling *self, const ExmSpan *span)
{
  if (self->drawn.node != EXM_NONE && self->drawn.line == span->line
      && self->drawn.end == span->start)
    {
      self->drawn.end = span->end;
      return;
    }
  self->drawn = *span;
  self->drawn_at = self->spans.len;
}

/* The formula of a script takes the place of what is drawn of it. */
static void
add_script (Settling *self, ExmSpan span)
{
  const ExmSpan *drawn = &self->drawn;
  gboolean known = drawn->node != EXM_NONE;
  gboolean beside = known && drawn->line == span.line && drawn->end <= span.start
                    && span.start <= drawn->end + 1;
  gboolean before = known && drawn->line + 1 == span.line && span.start == 0
                    && fills_line (self->parts, drawn);

  if (!beside && !before)
    {
      exm_array_append (&self->spans, span);
      return;
    }
  span.line = drawn->line;
  span.start = drawn->start;
  span.end = drawn->end;
  exm_array_insert (&self->spans, self->drawn_at, &span, 1);
  self->drawn.node = EXM_NONE;
}

/* Whether a formula, or an image, only draws one whose TeX is known. */
static gboolean
draws_formula (const Settling *self, const ExmSpan *span)
{
  guint32 node = span->node;

  for (guint i = 0; i < MAX_DEPTH && node != EXM_NONE; i++)
    {
      if (g_hash_table_contains (self->shown, GUINT_TO_POINTER (node + 1)))
        return TRUE;
      node = self->parts->nodes.data[node].parent;
    }
  return FALSE;
}

/* MathML of which the page has no TeX. */
static void
add_math (Settling *self, ExmSpan span, guint math)
{
  const ExmEventList *events = self->events;
  const ExmSpan *drawn = &self->drawn;

  if (draws_formula (self, &span)
      || (drawn->node != EXM_NONE && drawn->line == span.line && drawn->end >= span.end))
    return;
  g_autofree char *tex
      = exm_mathml_dup_tex (events->source + math - 1, events->n_bytes - (math - 1));
  if (tex == NULL)
    return;
  span.value = exm_parts_append_string (self->parts, tex);
  if (fills_line (self->parts, &span))
    span.label = exm_parts_append_string (self->parts, "display");
  exm_array_append (&self->spans, span);
}

static void
settle_span (Settling *self, ExmSpan span)
{
  gpointer key = GUINT_TO_POINTER (span.node + 1);
  gpointer found = g_hash_table_lookup (self->shown, key);
  gpointer math = g_hash_table_lookup (self->maths, key);

  /* It has a span in each of its lines. */
  if ((found != NULL || math != NULL) && !g_hash_table_add (self->settled, key))
    return;
  if (found == NULL && math != NULL)
    add_math (self, span, GPOINTER_TO_UINT (math));
  else if (found == NULL)
    add_drawn (self, &span);
  if (found == NULL)
    return;
  const ExmSlice slice = self->parts->slices.data[GPOINTER_TO_UINT (found) - 1];
  const char *type = self->parts->strings->str + slice.name;
  gboolean is_script = span.start == span.end;
  gboolean apart
      = is_script ? strstr (type, "display") != NULL : fills_line (self->parts, &span);
  span.value = append_tex (self->parts, &slice);
  if (span.value == 0)
    return;
  if (apart)
    span.label = exm_parts_append_string (self->parts, "display");
  if (is_script)
    add_script (self, span);
  else
    exm_array_append (&self->spans, span);
}

void
exm_formulas_settle (ExmEventList *events)
{
  ExmPageTextParts *parts = events->parts;
  Settling self = { .events = events, .parts = parts, .drawn = { .node = EXM_NONE } };

  if (events->formulas.len == 0)
    return;
  self.shown = find_shown_slices (events);
  self.maths = find_maths (events);
  self.settled = g_hash_table_new (NULL, NULL);
  for (guint i = 0; i < parts->spans.len; i++)
    if (parts->spans.data[i].kind == EXM_SPAN_FORMULA)
      settle_span (&self, parts->spans.data[i]);
    else if (parts->spans.data[i].kind != EXM_SPAN_IMAGE
             || !draws_formula (&self, &parts->spans.data[i]))
      exm_array_append (&self.spans, parts->spans.data[i]);
  exm_array_clear (&parts->spans);
  parts->spans = self.spans;
  g_hash_table_unref (self.shown);
  g_hash_table_unref (self.maths);
  g_hash_table_unref (self.settled);
}
