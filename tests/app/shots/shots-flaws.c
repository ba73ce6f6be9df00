/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Flaws of a screen that a program can see before a person looks at its picture: words
 * that are cut off, English in the Chinese window, and a window that its screen does
 * not hold. */

#include "shots.h"

#include <string.h>

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

  if (test_gui_is_cut (label))
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

static int
measure_least (GtkWidget *widget)
{
  int width;

  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  return width;
}

/* The innermost widget that needs more than there is. */
static GtkWidget *
find_widest (GtkWidget *widget, int width)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_mapped (child) && measure_least (child) > width)
      return find_widest (child, width);
  return widget;
}

void
shot_tell_flaws (GtkWindow *window, const char *shot, int screen_width, gboolean chinese)
{
  if (measure_least (GTK_WIDGET (window)) > screen_width)
    {
      GtkWidget *widest = find_widest (GTK_WIDGET (window), screen_width);
      const char *id = gtk_buildable_get_buildable_id (GTK_BUILDABLE (widest));
      g_printerr ("%s: %s %s needs %d pixels, the screen has %d\n", shot,
                  G_OBJECT_TYPE_NAME (widest), id != NULL ? id : "",
                  measure_least (widest), screen_width);
    }
  look_at (GTK_WIDGET (window), shot, chinese);
}
