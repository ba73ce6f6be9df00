/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-marks.h"

#include "app/web/exm-page-script.h"
#include "types/exm-result.h"

#include <glib/gi18n-lib.h>

/* Characters of a line that are read out with its number. */
#define SAID_CHARS 80

void
exm_page_marks_init (ExmPageMarks *self)
{
  *self = (ExmPageMarks){ 0 };
  exm_page_marks_forget (self);
}

void
exm_page_marks_clear (ExmPageMarks *self)
{
  g_free (self->verdicts);
  g_free (self->region);
}

void
exm_page_marks_forget (ExmPageMarks *self)
{
  exm_page_marks_set (self, NULL, 0, EXM_NONE, EXM_NONE, NULL);
  self->hover_line = EXM_NONE;
}

/* A digit a line: what crosses to the page's process as one string. */
static char *
digits_of (const guint8 *values, guint n, guint8 largest)
{
  char *digits = g_malloc (n + 1);

  for (guint i = 0; i < n; i++)
    digits[i] = (char) ('0' + MIN (values[i], largest));
  digits[n] = '\0';
  return digits;
}

void
exm_page_marks_set (ExmPageMarks *self,
                    const guint8 *verdicts,
                    guint n_lines,
                    guint head,
                    guint tail,
                    const guint8 *region)
{
  g_free (self->verdicts);
  g_free (self->region);
  self->verdicts = digits_of (verdicts, verdicts != NULL ? n_lines : 0, EXM_VERDICT_KEPT);
  self->region = digits_of (region, region != NULL ? n_lines : 0, 1);
  self->head = head;
  self->tail = tail;
}

void
exm_page_marks_send_lines (const ExmPageMarks *self,
                           WebKitWebView *view,
                           GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "verdicts", "s", self->verdicts);
  g_variant_dict_insert (&arguments, "region", "s", self->region);
  g_variant_dict_insert (&arguments, "head", "d", (double) self->head);
  g_variant_dict_insert (&arguments, "tail", "d", (double) self->tail);
  exm_page_script_call (view, "await exemplar.mark(verdicts, region, head, tail)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

static void
send_words (WebKitWebView *view, GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  /* Translators: the label at the first line of the article in a page. */
  g_variant_dict_insert (&arguments, "start", "s", _ ("Body starts"));
  /* Translators: the label at the last line of the article in a page. */
  g_variant_dict_insert (&arguments, "end", "s", _ ("Body ends"));
  /* Translators: the pin at the lines that the operator marked as the article. */
  g_variant_dict_insert (&arguments, "yours", "s", _ ("yours"));
  exm_page_script_call (view, "exemplar.setWords(start, end, yours)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

void
exm_page_marks_send_hover_line (const ExmPageMarks *self,
                                WebKitWebView *view,
                                GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "line", "d", (double) self->hover_line);
  exm_page_script_call (view, "exemplar.setHoverLine(line)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

void
exm_page_marks_send_mark_mode (const ExmPageMarks *self,
                               WebKitWebView *view,
                               GCancellable *cancellable)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "on", "d", self->mark_mode ? 1.0 : 0.0);
  exm_page_script_call (view, "exemplar.setMarkMode(on !== 0)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

void
exm_page_marks_send_scroll (WebKitWebView *view, GCancellable *cancellable, guint line)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "line", "d", (double) line);
  exm_page_script_call (view, "exemplar.scrollToLine(line)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

void
exm_page_marks_send (const ExmPageMarks *self,
                     WebKitWebView *view,
                     GCancellable *cancellable)
{
  send_words (view, cancellable);
  exm_page_marks_send_lines (self, view, cancellable);
  exm_page_marks_send_mark_mode (self, view, cancellable);
  exm_page_marks_send_hover_line (self, view, cancellable);
}

char *
exm_page_marks_dup_counts (guint n_lines, guint n_chars)
{
  /* Translators: a part of "12 lines · 1,830 characters". */
  g_autofree char *lines
      = g_strdup_printf (ngettext ("%'u line", "%'u lines", n_lines), n_lines);
  /* Translators: a part of "12 lines · 1,830 characters". */
  g_autofree char *chars
      = g_strdup_printf (ngettext ("%'u character", "%'u characters", n_chars), n_chars);
  return g_strdup_printf ("%s · %s", lines, chars);
}

static void
send_text (WebKitWebView *view,
           GCancellable *cancellable,
           const char *call,
           const char *text)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "text", "s", text);
  exm_page_script_call (view, call, g_variant_dict_end (&arguments), cancellable, NULL,
                        NULL);
}

void
exm_page_marks_send_hover_text (WebKitWebView *view,
                                GCancellable *cancellable,
                                const char *text)
{
  send_text (view, cancellable, "exemplar.setHoverText(text)", text);
}

void
exm_page_marks_announce (WebKitWebView *view, GCancellable *cancellable, const char *text)
{
  send_text (view, cancellable, "exemplar.announce(text)", text);
}

void
exm_page_marks_send_ghost (WebKitWebView *view,
                           GCancellable *cancellable,
                           guint head,
                           guint tail)
{
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "head", "d", (double) head);
  g_variant_dict_insert (&arguments, "tail", "d", (double) tail);
  exm_page_script_call (view, "exemplar.showGhost(head, tail)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

const char *
exm_page_marks_get_key_call (guint key, GdkModifierType modifiers)
{
  static const struct
  {
    guint key;
    const char *plain;
    const char *extend;  /* with Shift */
    const char *exclude; /* with Alt */
  } calls[] = {
    { GDK_KEY_Up, "exemplar.markVertical(-1)", "exemplar.markExtend(-1)",
      "exemplar.markExclude(-1)" },
    { GDK_KEY_Down, "exemplar.markVertical(1)", "exemplar.markExtend(1)",
      "exemplar.markExclude(1)" },
    { GDK_KEY_Left, "exemplar.markMove(-1)", "exemplar.markExtend(-1)",
      "exemplar.markExclude(-1)" },
    { GDK_KEY_Right, "exemplar.markMove(1)", "exemplar.markExtend(1)",
      "exemplar.markExclude(1)" },
    { GDK_KEY_Return, "exemplar.markTake()", NULL, NULL },
    { GDK_KEY_KP_Enter, "exemplar.markTake()", NULL, NULL },
    { GDK_KEY_space, "exemplar.markToggle()", NULL, NULL },
    { GDK_KEY_Escape, "exemplar.markClear()", NULL, NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (calls); i++)
    {
      if (calls[i].key != key || (modifiers & (GDK_CONTROL_MASK | GDK_SUPER_MASK)))
        continue;
      switch (modifiers & (GDK_SHIFT_MASK | GDK_ALT_MASK))
        {
        case 0:
          return calls[i].plain;
        case GDK_SHIFT_MASK:
          return calls[i].extend;
        case GDK_ALT_MASK:
          return calls[i].exclude;
        default:
          return NULL;
        }
    }
  return NULL;
}

char *
exm_page_marks_dup_region_words (const ExmPageText *page, const guint8 *region)
{
  guint n_lines, n_inside = 0, n_chars = 0;

  if (region == NULL)
    return g_strdup (_ ("Nothing is marked"));
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (region[i])
      {
        n_inside++;
        n_chars += lines[i].n_chars;
      }
  g_autofree char *counts = exm_page_marks_dup_counts (n_inside, n_chars);
  /* translators: read out; %s is as "12 lines · 1,830 characters" */
  return g_strdup_printf (_ ("Marked: %s"), counts);
}

char *
exm_page_marks_dup_line_words (const ExmPageText *page, guint line, gboolean is_marked)
{
  guint n_lines;
  const char *text = exm_page_text_get_line (page, line);
  g_autofree char *start
      = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), SAID_CHARS));

  exm_page_text_get_lines (page, &n_lines);
  return g_strdup_printf (
      /* translators: read out: number of a line, of how many, and its text */
      is_marked ? _ ("Line %u of %u, marked: %s") : _ ("Line %u of %u: %s"), line + 1,
      n_lines, start);
}
