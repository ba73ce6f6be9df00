/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-search-name.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Characters of the query that the question shows, and that are a name of their own. */
#define MAX_SHOWN 400
#define MAX_NAME 40

typedef struct
{
  AdwMessageDialog *dialog; /* (unowned): has this */
  ExmSavedSearchList *list; /* (owned) */
  char *old_name;           /* (owned) (nullable) */
  GtkWidget *row;           /* (unowned) */
  GtkLabel *why;            /* (unowned) */
  ExmSearchNameFunc func;
  gpointer data; /* (owned) */
  GDestroyNotify free_data;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->list);
  g_free (self->old_name);
  if (self->free_data != NULL)
    self->free_data (self->data);
  g_free (self);
}

static char *
dup_name (Question *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->row))));
}

/* Returns: whether it is the same but for its case, as far as the file is concerned */
static gboolean
is_old (Question *self, const char *name)
{
  g_autofree char *folded = g_utf8_casefold (name, -1);
  g_autofree char *old
      = self->old_name != NULL ? g_utf8_casefold (self->old_name, -1) : NULL;

  return g_strcmp0 (folded, old) == 0;
}

/* An empty name is wrong too, but nobody is told before anything was typed. */
static void
check_name (Question *self)
{
  g_autofree char *name = dup_name (self);
  g_autoptr (GError) error = NULL;
  gboolean right = is_old (self, name)
                   || exm_saved_search_list_check_name (self->list, name, &error);
  gboolean told = !right && *name != '\0';

  gtk_label_set_label (self->why, told ? error->message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->why), told);
  if (told)
    gtk_widget_add_css_class (self->row, "error");
  else
    gtk_widget_remove_css_class (self->row, "error");
  adw_message_dialog_set_response_enabled (self->dialog, "save", right);
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *self = data;
  g_autofree char *name = dup_name (self);

  if (g_str_equal (response, "save"))
    self->func (name, self->data);
}

/* Start of the query of a search that was made in a task. */
#define TASK "task:\""

/* Returns: (transfer full): the query on one line, for a name too */
static char *
shorten (const char *words, glong n_chars)
{
  g_autofree char *line = g_strdelimit (g_strdup (words), "\r\n\t", ' ');

  if (g_utf8_strlen (line, -1) <= n_chars)
    return g_steal_pointer (&line);
  g_autofree char *begin = g_utf8_substring (line, 0, n_chars);
  return g_strconcat (begin, "…", NULL);
}

/* The task that a search is saved with says little beside its words. */
static char *
propose_name (const char *words)
{
  const char *end
      = g_str_has_prefix (words, TASK) ? strchr (words + strlen (TASK), '"') : NULL;
  g_autofree char *name = shorten (end != NULL ? end + 1 : words, MAX_NAME);

  g_strdelimit (name, "=\"", ' ');
  return g_strdup (g_strstrip (*name == '#' ? name + 1 : name));
}

static GtkWidget *
make_entry (Question *self, const char *name)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *list = gtk_list_box_new ();

  self->row = adw_entry_row_new ();
  self->why = GTK_LABEL (gtk_label_new (NULL));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->row), _ ("Name"));
  adw_entry_row_set_activates_default (ADW_ENTRY_ROW (self->row), TRUE);
  gtk_editable_set_text (GTK_EDITABLE (self->row), name);
  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_list_box_append (GTK_LIST_BOX (list), self->row);
  gtk_label_set_wrap (self->why, TRUE);
  gtk_label_set_xalign (self->why, 0);
  gtk_widget_add_css_class (GTK_WIDGET (self->why), "caption");
  gtk_widget_add_css_class (GTK_WIDGET (self->why), "error");
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->why));
  g_signal_connect_swapped (self->row, "changed", G_CALLBACK (check_name), self);
  return box;
}

void
exm_search_name_ask (GtkWidget *parent,
                     ExmSavedSearchList *list,
                     const char *words,
                     const char *old_name,
                     ExmSearchNameFunc func,
                     gpointer data,
                     GDestroyNotify free_data)
{
  Question *self = g_new0 (Question, 1);
  g_autofree char *shown = shorten (words, MAX_SHOWN);
  g_autofree char *name = old_name != NULL ? g_strdup (old_name) : propose_name (words);

  self->dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (parent)),
      old_name != NULL ? _ ("Rename Saved Search") : _ ("Save Search"), shown));
  self->list = g_object_ref (list);
  self->old_name = g_strdup (old_name);
  self->func = func;
  self->data = data;
  self->free_data = free_data;
  g_object_set_data_full (G_OBJECT (self->dialog), "exm-question", self, question_free);
  adw_message_dialog_set_extra_child (self->dialog, make_entry (self, name));
  adw_message_dialog_add_responses (self->dialog, "cancel", _ ("_Cancel"), "save",
                                    old_name != NULL ? _ ("_Rename") : _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (self->dialog, "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (self->dialog, "save");
  adw_message_dialog_set_close_response (self->dialog, "cancel");
  g_signal_connect (self->dialog, "response", G_CALLBACK (on_response), self);
  check_name (self);
  gtk_window_present (GTK_WINDOW (self->dialog));
  gtk_widget_grab_focus (self->row);
}
