/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-window-private.h"
#include "store/db/exm-store-error.h"

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
    N_ ("Nothing was changed. Quit Exemplar before you repair or restore it.") },
  { EXM_STORE_ERROR_NEWER, N_ ("The data is of a newer version"),
    N_ ("Nothing was changed. Install the newer version of Exemplar, or start this one "
        "with another data folder: exemplar --data FOLDER") },
  { EXM_STORE_ERROR_FOREIGN, N_ ("This is the database of another program"),
    N_ ("Nothing was changed. Move the file away, or start Exemplar with another data "
        "folder: exemplar --data FOLDER") },
  { EXM_STORE_ERROR_IO, N_ ("The disk reports an error"),
    N_ ("Nothing was changed. Check the disk and try again.") },
};

/* @title, @advice: as they are to be shown */
static void
show_words (ExmWindow *self, const char *title, const char *cause, const char *advice)
{
  g_autofree char *escaped = g_markup_escape_text (cause, -1);
  g_autofree char *folder
      = g_filename_display_name (exm_session_get_folder (self->session));
  /* translators: what is kept and what to do, then the data folder */
  g_autofree char *detail = g_strdup_printf (_ ("%s\n\nData folder: %s"), advice, folder);

  adw_status_page_set_title (self->problem, title);
  adw_status_page_set_description (self->problem, escaped);
  gtk_label_set_label (self->problem_detail, detail);
  gtk_stack_set_visible_child_name (self->main_stack, "problem");
  gtk_widget_grab_focus (self->retry);
  /* The focus went by it. */
  gtk_label_select_region (self->problem_detail, 0, 0);
}

void
exm_window_problem_show (ExmWindow *self, const GError *error)
{
  const char *title = N_ ("The data folder cannot be used");
  const char *advice = N_ ("Nothing was changed. Mend the cause and try again.");

  for (gsize i = 0; i < G_N_ELEMENTS (advices); i++)
    if (g_error_matches (error, EXM_STORE_ERROR, (int) advices[i].code))
      {
        title = advices[i].title;
        advice = advices[i].advice;
      }
  show_words (self, _ (title), error->message, _ (advice));
}

void
exm_window_problem_show_ended (ExmWindow *self)
{
  show_words (self, _ ("Collecting has stopped"),
              _ ("Another program asked this one to end its work."),
              _ ("What is stored is kept, and runs go on where they were. Try again to "
                 "go on."));
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
    exm_window_problem_show (self, error);
}

void
exm_window_problem_start_session (ExmWindow *self)
{
  if (!exm_session_is_started (self->session))
    exm_session_start_async (self->session, on_started, g_object_ref (self));
}
