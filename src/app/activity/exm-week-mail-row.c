/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-week-mail-row.h"

#include "app/activity/exm-week-mail-dialog.h"
#include "app/widgets/exm-toast.h"
#include "report/exm-weekly-mail.h"

#include <glib/gi18n-lib.h>

struct _ExmWeekMailRow
{
  AdwActionRow parent_instance;

  ExmSession *session; /* (owned) */
  ExmWeeklyMail mail;  /* as it was read last */
  GtkWidget *icon;     /* (unowned): of mail, or that something is wrong */
  GtkWidget *again;    /* (unowned) */
  GtkWidget *off;      /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmWeekMailRow, exm_week_mail_row, ADW_TYPE_ACTION_ROW)

/* Choice of a person, to be written. */
typedef struct
{
  char *to;          /* (owned) (nullable) */
  gint64 since_usec; /* 0 for now */
} Choice;

static void
choice_free (gpointer data)
{
  Choice *choice = data;

  g_free (choice->to);
  g_free (choice);
}

/* Reading */

static void
mail_free (gpointer data)
{
  exm_weekly_mail_clear (data);
  g_free (data);
}

static void
read_in_pool (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  ExmWeeklyMail *mail = g_new0 (ExmWeeklyMail, 1);
  GError *error = NULL;

  if (exm_weekly_mail_read (NULL, data, mail, &error))
    g_task_return_pointer (task, mail, mail_free);
  else
    {
      mail_free (mail);
      g_task_return_error (task, error);
    }
}

static void
show (ExmWeekMailRow *self)
{
  gboolean is_in_doubt = exm_weekly_mail_is_in_doubt (&self->mail);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
  g_autofree char *words = exm_weekly_mail_describe (&self->mail);
  g_autofree char *escaped = g_markup_escape_text (words, -1);

  adw_action_row_set_subtitle (ADW_ACTION_ROW (self), escaped);
  gtk_widget_set_visible (self->off, self->mail.to != NULL);
  gtk_widget_set_visible (self->again, exm_weekly_mail_may_send_again (
                                           &self->mail, zone, g_get_real_time ()));
  gtk_image_set_from_icon_name (GTK_IMAGE (self->icon), is_in_doubt
                                                            ? "dialog-warning-symbolic"
                                                            : "mail-send-symbolic");
  if (is_in_doubt)
    gtk_widget_add_css_class (self->icon, "exm-warning");
  else
    gtk_widget_remove_css_class (self->icon, "exm-warning");
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmWeekMailRow *self = EXM_WEEK_MAIL_ROW (source);
  g_autoptr (GError) error = NULL;
  ExmWeeklyMail *mail = g_task_propagate_pointer (G_TASK (result), &error);

  /* The window may have been closed meanwhile. */
  if (self->session == NULL)
    {
      g_clear_pointer (&mail, mail_free);
      return;
    }
  if (mail == NULL)
    {
      g_autofree char *escaped = g_markup_escape_text (error->message, -1);
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self), escaped);
      return;
    }
  exm_weekly_mail_clear (&self->mail);
  self->mail = *mail;
  g_free (mail);
  gtk_widget_set_sensitive (GTK_WIDGET (self), TRUE);
  show (self);
}

static void
reload (ExmWeekMailRow *self)
{
  if (self->session == NULL)
    return;
  g_autoptr (GTask) task = g_task_new (self, NULL, on_read, NULL);

  g_task_set_source_tag (task, reload);
  g_task_set_task_data (task, g_object_ref (exm_session_get_reader (self->session)),
                        g_object_unref);
  g_task_run_in_thread (task, read_in_pool);
}

/* Writing */

static gboolean
write_choice (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const Choice *choice = data;

  return exm_weekly_mail_set (
      store, choice->to, choice->since_usec != 0 ? choice->since_usec : now_usec, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWeekMailRow) self = data;
  g_autoptr (GError) error = NULL;

  if (!exm_session_write_finish (EXM_SESSION (source), result, &error))
    exm_toast_show_error (GTK_WIDGET (self), error);
  reload (self);
}

static void
put (ExmWeekMailRow *self, const char *to, gint64 since_usec)
{
  Choice *choice = g_new0 (Choice, 1);

  choice->to = g_strdup (to);
  choice->since_usec = since_usec;
  exm_session_write_async (self->session, NULL, write_choice, choice, choice_free,
                           on_written, g_object_ref (self));
}

static gboolean
write_again (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  return exm_weekly_mail_send_again (store, error);
}

static void
on_again (GtkButton *button, ExmWeekMailRow *self)
{
  exm_session_write_async (self->session, NULL, write_again, NULL, NULL, on_written,
                           g_object_ref (self));
}

static void
on_chosen (ExmWeekMailRow *self, const char *to)
{
  put (self, to, self->mail.to != NULL ? self->mail.since_usec : 0);
}

static void
exm_week_mail_row_activate (AdwActionRow *row)
{
  ExmWeekMailRow *self = EXM_WEEK_MAIL_ROW (row);
  GtkWindow *dialog
      = exm_week_mail_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (row))),
                                  exm_session_get_folder (self->session), self->mail.to);

  g_signal_connect_object (dialog, "chosen", G_CALLBACK (on_chosen), self,
                           G_CONNECT_SWAPPED);
  gtk_window_present (dialog);
}

/* Key of a choice that Undo puts back. */
#define BEFORE "exm-before"

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  ExmWeekMailRow *self = data;
  const Choice *before = g_object_get_data (G_OBJECT (toast), BEFORE);

  put (self, before->to, before->since_usec);
}

static void
on_off (GtkButton *button, ExmWeekMailRow *self)
{
  AdwToast *toast = exm_toast_new (_ ("The week is no longer sent by mail"));
  Choice *before = g_new0 (Choice, 1);

  before->to = g_strdup (self->mail.to);
  before->since_usec = self->mail.since_usec;
  adw_toast_set_button_label (toast, _ ("Undo"));
  g_object_set_data_full (G_OBJECT (toast), BEFORE, before, choice_free);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo_clicked), self,
                           0);
  put (self, NULL, 0);
  exm_toast_show (GTK_WIDGET (self), toast);
}

/* The row */

static void
exm_week_mail_row_dispose (GObject *object)
{
  ExmWeekMailRow *self = EXM_WEEK_MAIL_ROW (object);

  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_week_mail_row_parent_class)->dispose (object);
}

static void
exm_week_mail_row_finalize (GObject *object)
{
  exm_weekly_mail_clear (&EXM_WEEK_MAIL_ROW (object)->mail);
  G_OBJECT_CLASS (exm_week_mail_row_parent_class)->finalize (object);
}

static void
exm_week_mail_row_class_init (ExmWeekMailRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = exm_week_mail_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_week_mail_row_finalize;
  ADW_ACTION_ROW_CLASS (klass)->activate = exm_week_mail_row_activate;
}

static GtkWidget *
add_button (GtkWidget *box,
            const char *label,
            void (*clicked) (GtkButton *button, ExmWeekMailRow *self),
            ExmWeekMailRow *self)
{
  GtkWidget *button = gtk_button_new_with_label (label);

  gtk_widget_set_visible (button, FALSE);
  g_signal_connect (button, "clicked", G_CALLBACK (clicked), self);
  gtk_box_append (GTK_BOX (box), button);
  return button;
}

static void
exm_week_mail_row_init (ExmWeekMailRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  self->icon = gtk_image_new_from_icon_name ("mail-send-symbolic");
  self->again = add_button (box, _ ("Send Again"), on_again, self);
  self->off = add_button (box, _ ("Switch Off"), on_off, self);
  gtk_widget_set_valign (box, GTK_ALIGN_CENTER);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self), _ ("Send by Mail…"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self), TRUE);
  gtk_widget_set_sensitive (GTK_WIDGET (self), FALSE);
  adw_action_row_add_prefix (ADW_ACTION_ROW (self), self->icon);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self), box);
  adw_action_row_add_suffix (ADW_ACTION_ROW (self),
                             gtk_image_new_from_icon_name ("go-next-symbolic"));
}

/* The worker has told what became of one, or somebody else chose. */
static void
on_event (ExmWeekMailRow *self, const ExmWorkerEvent *event)
{
  if (event->kind == EXM_WORKER_CHANGED || event->kind == EXM_WORKER_PROBLEM)
    reload (self);
}

GtkWidget *
exm_week_mail_row_new (ExmSession *session)
{
  ExmWeekMailRow *self = g_object_new (EXM_TYPE_WEEK_MAIL_ROW, NULL);

  self->session = g_object_ref (session);
  g_signal_connect_object (session, "event", G_CALLBACK (on_event), self,
                           G_CONNECT_SWAPPED);
  reload (self);
  return GTK_WIDGET (self);
}
