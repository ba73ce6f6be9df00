/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What a program can see of a screen before a person looks at its picture: words that are
 * cut off, English in the Chinese window, and a window that its screen does not hold. */

#include "shots.h"

#include <string.h>

/* What is longer is a text of a page, of which lists show the beginning. */
#define LONGEST_WORDS 60

/* Its own, or that of what it is a part of. */
static gboolean
has_tooltip (GtkWidget *widget)
{
  while (widget != NULL && !gtk_widget_get_has_tooltip (widget))
    widget = gtk_widget_get_parent (widget);
  return widget != NULL;
}

/* A tooltip has the whole. */
static gboolean
is_cut (GtkLabel *label)
{
  return pango_layout_is_ellipsized (gtk_label_get_layout (label))
         && !has_tooltip (GTK_WIDGET (label))
         && g_utf8_strlen (gtk_label_get_text (label), -1) <= LONGEST_WORDS;
}

/* Two words of Latin letters beside each other are a sentence nobody translated; one may
 * be a name or a format. */
static gboolean
is_english (const char *text)
{
  return g_regex_match_simple ("[A-Za-z]{2,} [a-z]{2,}", text, 0, 0);
}

static void
look_at_label (GtkLabel *label, const char *shot, gboolean chinese)
{
  const char *text = gtk_label_get_text (label);

  if (is_cut (label))
    g_printerr ("%s: cut off: %s\n", shot, text);
  if (chinese && is_english (text))
    g_printerr ("%s: English: %s\n", shot, text);
}

static void
look_at (GtkWidget *widget, const char *shot, gboolean chinese)
{
  const char *tooltip = gtk_widget_get_tooltip_text (widget);

  if (!gtk_widget_get_mapped (widget))
    return;
  if (GTK_IS_LABEL (widget))
    look_at_label (GTK_LABEL (widget), shot, chinese);
  if (chinese && tooltip != NULL && is_english (tooltip))
    g_printerr ("%s: English: %s\n", shot, tooltip);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    look_at (child, shot, chinese);
}

void
shot_tell_flaws (GtkWindow *window, const char *shot, int screen_width, gboolean chinese)
{
  int width;

  gtk_widget_measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL,
                      NULL, NULL);
  if (width > screen_width)
    g_printerr ("%s: the window needs %d pixels, the screen has %d\n", shot, width,
                screen_width);
  look_at (GTK_WIDGET (window), shot, chinese);
}
