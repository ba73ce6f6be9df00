/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app-web"

#include "config.h"

#include "exm-page-marks.h"

#include "exm-page-script.h"
#include "exm-result.h"

#include <glib/gi18n-lib.h>

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

void
exm_page_marks_send_hover_text (WebKitWebView *view,
                                GCancellable *cancellable,
                                guint n_lines,
                                guint n_chars)
{
  /* Translators: a part of "12 lines · 1,830 characters". */
  g_autofree char *lines
      = g_strdup_printf (ngettext ("%'u line", "%'u lines", n_lines), n_lines);
  /* Translators: a part of "12 lines · 1,830 characters". */
  g_autofree char *chars
      = g_strdup_printf (ngettext ("%'u character", "%'u characters", n_chars), n_chars);
  g_autofree char *text = g_strdup_printf ("%s · %s", lines, chars);
  GVariantDict arguments;

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "text", "s", text);
  exm_page_script_call (view, "exemplar.setHoverText(text)",
                        g_variant_dict_end (&arguments), cancellable, NULL, NULL);
}

const char *
exm_page_marks_get_key_call (guint key, GdkModifierType modifiers)
{
  gboolean extend = (modifiers & GDK_SHIFT_MASK) != 0;

  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK))
    return NULL;
  switch (key)
    {
    case GDK_KEY_Up:
      return extend ? "exemplar.markMove(-1, true)" : "exemplar.markVertical(-1)";
    case GDK_KEY_Down:
      return extend ? "exemplar.markMove(1, true)" : "exemplar.markVertical(1)";
    case GDK_KEY_Left:
      return extend ? "exemplar.markMove(-1, true)" : "exemplar.markMove(-1, false)";
    case GDK_KEY_Right:
      return extend ? "exemplar.markMove(1, true)" : "exemplar.markMove(1, false)";
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
      return "exemplar.markTake()";
    case GDK_KEY_Escape:
      return "exemplar.markClear()";
    default:
      return NULL;
    }
}
