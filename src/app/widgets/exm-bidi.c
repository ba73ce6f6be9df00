/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-bidi.h"

/* Left-to-right isolate, first strong isolate, pop directional isolate. */
#define LRI "\u2066"
#define FSI "\u2068"
#define PDI "\u2069"

/* Scripts of living languages that are written from the right. */
static gboolean
is_right_to_left (gunichar c)
{
  switch (g_unichar_get_script (c))
    {
    case G_UNICODE_SCRIPT_ARABIC:
    case G_UNICODE_SCRIPT_HEBREW:
    case G_UNICODE_SCRIPT_SYRIAC:
    case G_UNICODE_SCRIPT_THAANA:
    case G_UNICODE_SCRIPT_NKO:
    case G_UNICODE_SCRIPT_ADLAM:
    case G_UNICODE_SCRIPT_HANIFI_ROHINGYA:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Returns: the direction of the first letter; none where there is no letter */
static GtkTextDirection
find_direction (const char *text)
{
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);
      if (g_unichar_isalpha (c))
        return is_right_to_left (c) ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR;
    }
  return GTK_TEXT_DIR_NONE;
}

char *
exm_bidi_isolate (const char *text)
{
  gboolean right_to_left = gtk_widget_get_default_direction () == GTK_TEXT_DIR_RTL;

  if (text == NULL || *text == '\0')
    return g_strdup (text);
  switch (find_direction (text))
    {
    case GTK_TEXT_DIR_RTL:
      return right_to_left ? g_strdup (text) : g_strconcat (FSI, text, PDI, NULL);
    case GTK_TEXT_DIR_LTR:
      return right_to_left ? g_strconcat (FSI, text, PDI, NULL) : g_strdup (text);
    case GTK_TEXT_DIR_NONE:
    default:
      /* A time has no letters to tell by, and is written from the left everywhere. */
      return right_to_left ? g_strconcat (LRI, text, PDI, NULL) : g_strdup (text);
    }
}

void
exm_bidi_align (GtkLabel *label)
{
  GtkTextDirection own = find_direction (gtk_label_get_text (label));
  gboolean other
      = own != GTK_TEXT_DIR_NONE && own != gtk_widget_get_direction (GTK_WIDGET (label));

  gtk_label_set_xalign (label, other ? 1 : 0);
}
