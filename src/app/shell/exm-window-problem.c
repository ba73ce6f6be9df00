/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window-private.h"
#include "store/db/exm-store-backup.h"
#include "store/db/exm-store-files.h"

#include <glib/gi18n-lib.h>

/* Titles and advice by the store's errors; the cause is the error itself. */
static const struct
{
  ExmStoreError code;
  const char *title;
  const char *advice;
} advices[] = {
  { EXM_STORE_ERROR_BUSY, N_ ("The data folder is in use"),
    N_ ("Nothing was changed. Wait for the other program, or end it, and try again.") },
  { EXM_STORE_ERROR_FULL, N_ ("The disk is full"),
    N_ ("What is stored is kept. Free some space and try again.") },
  { EXM_STORE_ERROR_READ_ONLY, N_ ("The data folder cannot be written"),
    N_ ("What is stored is kept. Make the folder writable for yourself and try again.") },
  { EXM_STORE_ERROR_DAMAGED, N_ ("The database is damaged"),
    N_ ("Nothing was changed. Repair makes a new database of all that can be read, and "
        "keeps the damaged one.") },
  { EXM_STORE_ERROR_NEWER, N_ ("The data is of a newer version"),
    N_ ("Nothing was changed. Install the newer version of Exemplar, or start this one "
        "with another data folder: exemplar --data FOLDER") },
  { EXM_STORE_ERROR_FOREIGN, N_ ("This is the database of another program"),
    N_ ("Nothing was changed. Move the file away, or start Exemplar with another data "
        "folder: exemplar --data FOLDER") },
  { EXM_STORE_ERROR_IO, N_ ("The disk reports an error"),
    N_ ("Nothing was changed. Check the disk and try again.") },
};

/* @title, @advice: as they are to be shown; @suggested: (nullable): the button that is
 * likely to help; %NULL while nothing can be done */
static void
show_words (ExmWindow *self,
            const char *title,
            const char *cause,
            const char *advice,
            GtkWidget *suggested)
{
  GtkWidget *const buttons[] = { self->repair, self->restore, self->retry };
  g_autofree char *escaped = g_markup_escape_text (cause, -1);
  g_autofree char *folder
      = g_filename_display_name (exm_session_get_folder (self->session));
  /* translators: what is kept and what to do, then the data folder */
  g_autofree char *detail = g_strdup_printf (_ ("%s\n\nData folder: %s"), advice, folder);

  adw_status_page_set_icon_name (self->problem, suggested != NULL
                                                    ? "dialog-error-symbolic"
                                                    : "view-refresh-symbolic");
  adw_status_page_set_title (self->problem, title);
  adw_status_page_set_description (self->problem, escaped);
  gtk_label_set_label (self->problem_detail, detail);
  gtk_stack_set_visible_child_name (self->main_stack, "problem");
  for (gsize i = 0; i < G_N_ELEMENTS (buttons); i++)
    if (buttons[i] == suggested)
      gtk_widget_add_css_class (buttons[i], "suggested-action");
    else
      gtk_widget_remove_css_class (buttons[i], "suggested-action");
  gtk_widget_set_sensitive (self->retry, suggested != NULL);
  if (suggested != NULL)
    gtk_widget_grab_focus (suggested);
  /* The focus went by it. */
  gtk_label_select_region (self->problem_detail, 0, 0);
}

/* Offers what can be done about a damaged database.
 *
 * Returns: (transfer none): the button that is likely to help */
static GtkWidget *
offer (ExmWindow *self, gboolean damaged)
{
  const char *folder = exm_session_get_folder (self->session);
  g_autoptr (GPtrArray) copies = exm_store_backup_list (folder);
  ExmStoreFiles files;

  exm_store_files_find (folder, &files);
  gboolean can_repair = damaged && files.has_main;
  gboolean can_restore = damaged && copies->len > 0;
  gtk_widget_set_visible (self->repair, can_repair);
  gtk_widget_set_visible (self->restore, can_restore);
  return can_repair ? self->repair : can_restore ? self->restore : self->retry;
}

void
exm_window_problem_show (ExmWindow *self, const char *title, const GError *error)
{
  gboolean damaged = g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_DAMAGED);
  GtkWidget *suggested = offer (self, damaged || title != NULL);
  gboolean is_busy = g_error_matches (error, EXM_WORKER_ERROR, EXM_WORKER_ERROR_BUSY);
  const char *advice = N_ ("Nothing was changed. Mend the cause and try again.");
  const char *name = _ ("The data folder cannot be used");

  for (gsize i = 0; i < G_N_ELEMENTS (advices); i++)
    {
      gboolean fits = g_error_matches (error, EXM_STORE_ERROR, (int) advices[i].code);
      if (fits)
        name = _ (advices[i].title);
      if (fits || (is_busy && advices[i].code == EXM_STORE_ERROR_BUSY))
        advice = advices[i].advice;
    }
  /* Damage that a repair cannot mend. */
  if (damaged && title != NULL && gtk_widget_get_visible (self->restore))
    suggested = self->restore;
  if (damaged && suggested == self->restore)
    advice = N_ ("Nothing was changed. A backup brings tasks and articles back as they "
                 "were when it was made.");
  else if (damaged && suggested == self->retry)
    advice = N_ ("Nothing was changed. Mend the cause and try again.");
  show_words (self, title != NULL ? title : name, error->message, _ (advice), suggested);
}

void
exm_window_problem_show_work (ExmWindow *self, const char *title, const char *words)
{
  show_words (self, title, words, _ ("Collecting goes on when it is done."), NULL);
}

void
exm_window_problem_show_ended (ExmWindow *self)
{
  show_words (self, _ ("Collecting has stopped"),
              _ ("Another program asked this one to end its work."),
              _ ("What is stored is kept, and runs go on where they were. Try again to "
                 "go on."),
              offer (self, FALSE));
}

static void
on_started (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWindow) self = data;
  g_autoptr (GError) error = NULL;
  gboolean good = exm_session_start_finish (EXM_SESSION (source), result, &error);

  if (gtk_widget_in_destruction (GTK_WIDGET (self)) || self->session == NULL)
    return;
  if (good)
    gtk_stack_set_visible_child_name (self->main_stack, "views");
  else if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_BUSY))
    exm_window_problem_show (self, NULL, error);
}

void
exm_window_problem_start_session (ExmWindow *self)
{
  if (!exm_session_is_started (self->session))
    exm_session_start_async (self->session, on_started, g_object_ref (self));
}
