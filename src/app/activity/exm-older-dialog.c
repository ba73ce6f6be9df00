/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-older-dialog.h"

#include "app/session/exm-older-articles.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

/* Choices that are offered; the last one is all. */
static const ExmOlderChoice choices[]
    = { { .newest = 20 }, { .days = 7 }, { .days = 30 }, { 0 } };

typedef struct
{
  GtkWidget *over;         /* (owned) */
  ExmSession *session;     /* (owned) */
  ExmOlderArticles *older; /* (owned) (nullable): until it is collected */
  guint chosen;
} Question;

static void
question_free (gpointer data)
{
  Question *self = data;

  g_object_unref (self->over);
  g_object_unref (self->session);
  g_clear_pointer (&self->older, exm_older_articles_free);
  g_free (self);
}

static void
free_question_of_closure (gpointer data, GClosure *closure)
{
  question_free (data);
}

static void
tell (GtkWidget *over, const char *text)
{
  if (gtk_widget_get_root (over) != NULL)
    exm_toast_show (over, exm_toast_new (text));
}

static guint
count (const Question *self, guint choice)
{
  return exm_older_articles_count (self->older, &choices[choice]);
}

/* A choice that takes as many as another before it, or none, is none. */
static gboolean
is_offered (const Question *self, guint choice)
{
  guint n = count (self, choice), n_all = count (self, G_N_ELEMENTS (choices) - 1);

  if (choice == G_N_ELEMENTS (choices) - 1)
    return TRUE;
  if (n == 0 || n == n_all)
    return FALSE;
  return choice == 0 || choices[choice].days == 0 || n != count (self, choice - 1);
}

static char *
describe_choice (const ExmOlderChoice *choice)
{
  if (choice->newest > 0)
    return g_strdup_printf (_ ("Newest %u"), choice->newest);
  if (choice->days > 0)
    return g_strdup_printf (ngettext ("Last %u day", "Last %u days", choice->days),
                            choice->days);
  return g_strdup (_ ("All"));
}

/* Returns: (transfer full) (nullable): how long so many pages take with the pause of the
 * task, where that is worth a word */
static char *
describe_time (const Question *self, guint n_pages)
{
  const ExmTaskFields *fields = exm_task_get (exm_older_articles_get_task (self->older));
  guint64 minutes = (guint64) n_pages * fields->delay_ms / 60000;

  if (minutes == 0)
    return NULL;
  if (minutes < 120)
    return g_strdup_printf (
        ngettext ("About %u minute", "About %u minutes", (gulong) minutes),
        (guint) minutes);
  return g_strdup_printf (
      ngettext ("About %u hour", "About %u hours", (gulong) (minutes / 60)),
      (guint) (minutes / 60));
}

static void
on_toggled (GtkCheckButton *check, gpointer data)
{
  Question *self = data;

  if (gtk_check_button_get_active (check))
    self->chosen = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "exm-choice"));
}

/* @group: (nullable): another one's button */
static GtkCheckButton *
add_choice (Question *self, GtkListBox *list, GtkCheckButton *group, guint choice)
{
  AdwActionRow *row = ADW_ACTION_ROW (adw_action_row_new ());
  GtkCheckButton *check = GTK_CHECK_BUTTON (gtk_check_button_new ());
  g_autofree char *title = describe_choice (&choices[choice]);
  g_autofree char *number = g_strdup_printf ("%u", count (self, choice));
  g_autofree char *time = describe_time (self, count (self, choice));
  GtkWidget *label = gtk_label_new (number);

  gtk_check_button_set_group (check, group);
  g_object_set_data (G_OBJECT (check), "exm-choice", GUINT_TO_POINTER (choice));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  if (time != NULL)
    adw_action_row_set_subtitle (row, time);
  gtk_widget_add_css_class (label, "dim-label");
  gtk_widget_add_css_class (label, "numeric");
  gtk_widget_set_valign (GTK_WIDGET (check), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  title, -1);
  adw_action_row_add_prefix (row, GTK_WIDGET (check));
  adw_action_row_add_suffix (row, label);
  adw_action_row_set_activatable_widget (row, GTK_WIDGET (check));
  g_signal_connect (check, "toggled", G_CALLBACK (on_toggled), self);
  gtk_list_box_append (list, GTK_WIDGET (row));
  return check;
}

/* Returns: (nullable): the choices, where there is more than one */
static GtkWidget *
make_list (Question *self)
{
  guint n_offered = 0;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    n_offered += is_offered (self, i);
  self->chosen = G_N_ELEMENTS (choices) - 1;
  if (n_offered == 1)
    return NULL;
  GtkListBox *list = GTK_LIST_BOX (gtk_list_box_new ());
  GtkCheckButton *group = NULL;

  gtk_list_box_set_selection_mode (list, GTK_SELECTION_NONE);
  gtk_widget_add_css_class (GTK_WIDGET (list), "boxed-list");
  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    if (is_offered (self, i))
      {
        GtkCheckButton *check = add_choice (self, list, group, i);
        /* The first, which brings least. */
        if (group == NULL)
          gtk_check_button_set_active (check, TRUE);
        group = check;
      }
  return GTK_WIDGET (list);
}

/* Returns: (transfer full): what there is, and what becomes of it */
static char *
describe (const Question *self)
{
  const ExmTaskFields *fields = exm_task_get (exm_older_articles_get_task (self->older));
  guint n_all = count (self, G_N_ELEMENTS (choices) - 1);
  guint n_left_out = exm_older_articles_get_n_left_out (self->older);
  GString *text = g_string_new (NULL);

  g_string_append_printf (
      text,
      /* translators: a number, the name of a task */
      ngettext (
          "The first run passed over %1$u address of “%2$s”, still listed or not.",
          "The first run passed over %1$u addresses of “%2$s”, still listed or not.",
          n_all),
      n_all, fields->name);
  if (n_left_out > 0)
    {
      g_string_append_c (text, '\n');
      g_string_append_printf (text,
                              ngettext ("%u more is left out by the patterns.",
                                        "%u more are left out by the patterns.",
                                        n_left_out),
                              n_left_out);
    }
  g_string_append_printf (text, "\n\n%s",
                          _ ("What comes is backlog: it is published, without an alert. "
                             "Stop keeps what was collected."));
  return g_string_free (text, FALSE);
}

static void
on_collecting (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GtkWidget) over = data;
  g_autoptr (GError) error = NULL;
  ExmSession *session = EXM_SESSION (source);

  if (!exm_session_write_finish (session, result, &error))
    tell (over, error->message);
  else if (exm_session_is_started (session))
    tell (over, _ ("Older articles are being collected"));
}

static void
on_response (AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Question *self = data;

  if (g_str_equal (response, "collect") && self->older != NULL)
    exm_older_articles_collect_async (g_steal_pointer (&self->older),
                                      &choices[self->chosen], self->session,
                                      on_collecting, g_object_ref (self->over));
}

static void
ask (Question *self)
{
  g_autofree char *body = describe (self);
  AdwMessageDialog *dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (
      GTK_WINDOW (gtk_widget_get_root (self->over)), _ ("Collect Older Articles"), body));

  adw_message_dialog_set_extra_child (dialog, make_list (self));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "collect",
                                    _ ("C_ollect"), NULL);
  adw_message_dialog_set_default_response (dialog, "collect");
  adw_message_dialog_set_close_response (dialog, "cancel");
  adw_message_dialog_set_response_appearance (dialog, "collect", ADW_RESPONSE_SUGGESTED);
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), self,
                         free_question_of_closure, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  Question *self = data;
  g_autoptr (GError) error = NULL;

  self->older = exm_older_articles_read_finish (result, &error);
  if (error != NULL)
    tell (self->over, error->message);
  else if (count (self, G_N_ELEMENTS (choices) - 1) == 0)
    tell (self->over, _ ("No older articles are left to collect"));
  else if (gtk_widget_get_root (self->over) != NULL)
    {
      ask (self);
      return;
    }
  question_free (self);
}

void
exm_older_dialog_present (GtkWidget *over, ExmSession *session, const char *uid)
{
  Question *self = g_new0 (Question, 1);

  self->over = g_object_ref (over);
  self->session = g_object_ref (session);
  exm_older_articles_read_async (session, uid, NULL, on_read, self);
}
