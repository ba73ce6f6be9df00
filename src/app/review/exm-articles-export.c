/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page-private.h"
#include "app/widgets/exm-toast.h"
#include "publish/formats/exm-format.h"

#include <glib/gi18n-lib.h>

static void
on_progress (ExmArticlesPage *self)
{
  guint n_done = exm_export_get_n_done (self->export);
  guint n_total = MAX (exm_export_get_n_total (self->export), n_done);
  /* translators: articles that are written, and all that are to be written */
  g_autofree char *text
      = n_total == G_MAXUINT ? g_strdup_printf (_ ("%u exported"), n_done)
                             : g_strdup_printf (_ ("%u of %u exported"), n_done, n_total);

  gtk_progress_bar_set_text (self->export_progress, text);
  gtk_progress_bar_set_fraction (self->export_progress,
                                 n_total > 0 ? (double) n_done / n_total : 0);
}

static void
free_folder (gpointer folder, GClosure *closure)
{
  g_free (folder);
}

static void
on_open_folder (AdwToast *toast, const char *folder)
{
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (NULL, uri, GDK_CURRENT_TIME);
}

/* Returns: (transfer full): how many articles were written, and left out */
static char *
describe_done (ExmExport *export)
{
  guint n_done = exm_export_get_n_done (export);
  guint n_reserved = exm_export_get_n_reserved (export);
  g_autofree char *written = g_strdup_printf (
      ngettext ("%u article exported", "%u articles exported", n_done), n_done);

  if (n_reserved == 0)
    return g_steal_pointer (&written);
  /* translators: "3 articles exported", and how many more were not, since their
   * publishers reserve mining of the text */
  return g_strdup_printf (
      ngettext ("%s, %u reserved left out", "%s, %u reserved left out", n_reserved),
      written, n_reserved);
}

static void
on_exported (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  ExmExport *export = EXM_EXPORT (source);
  g_autoptr (GError) error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);
  g_autofree char *title = done ? describe_done (export) : NULL;

  g_signal_handlers_disconnect_by_data (export, self);
  g_clear_object (&self->export);
  g_clear_object (&self->export_cancellable);
  if (gtk_widget_get_root (GTK_WIDGET (self)) == NULL)
    return;
  gtk_revealer_set_reveal_child (self->export_bar, FALSE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "articles.export", TRUE);
  if (done)
    {
      AdwToast *toast = exm_toast_new (title);
      adw_toast_set_button_label (toast, _ ("Open Folder"));
      g_signal_connect_data (toast, "button-clicked", G_CALLBACK (on_open_folder),
                             g_strdup (exm_export_get_folder (export)), free_folder, 0);
      exm_toast_show (GTK_WIDGET (self), toast);
    }
  else
    exm_toast_show_error (GTK_WIDGET (self), error);
}

void
exm_articles_page_export (ExmArticlesPage *self,
                          const char *folder,
                          ExmOutputFormat format,
                          gboolean include_reserved)
{
  const ExmArticleFilter filter = exm_article_list_get_filter (self->list);
  g_autoptr (GPtrArray) items = exm_articles_page_get_selected (self);

  if (self->export != NULL || self->session == NULL)
    return;
  self->export = exm_export_new (exm_session_get_reader (self->session), format, folder,
                                 exm_session_get_folder (self->session));
  exm_export_set_include_reserved (self->export, include_reserved);
  if (items->len > 1)
    for (guint i = 0; i < items->len; i++)
      exm_export_add (self->export,
                      exm_article_item_get_info (g_ptr_array_index (items, i))->id);
  else
    exm_export_set_filter (self->export, &filter,
                           exm_article_list_get_n_matches (self->list));
  self->export_cancellable = g_cancellable_new ();
  g_signal_connect_swapped (self->export, "notify::n-done", G_CALLBACK (on_progress),
                            self);
  on_progress (self);
  gtk_revealer_set_reveal_child (self->export_bar, TRUE);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "articles.export", FALSE);
  exm_export_run_async (self->export, self->export_cancellable, on_exported,
                        g_object_ref (self));
}

static void
on_folder_response (GtkNativeDialog *dialog, int response, ExmArticlesPage *self)
{
  const char *name = gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), "format");
  const char *reserved
      = gtk_file_chooser_get_choice (GTK_FILE_CHOOSER (dialog), "reserved");
  ExmOutputFormat format = EXM_OUTPUT_MARKDOWN;

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *folder = g_file_get_path (file);
      exm_format_from_id (name, &format);
      if (folder != NULL)
        exm_articles_page_export (self, folder, format,
                                  g_strcmp0 (reserved, "true") == 0);
      else
        exm_toast_show (GTK_WIDGET (self),
                        exm_toast_new (_ ("Choose a folder of this computer")));
    }
  g_object_unref (dialog);
}

void
exm_articles_page_choose_export (ExmArticlesPage *self)
{
  g_auto (GStrv) labels = g_new0 (char *, EXM_N_FORMATS + 1);
  const char *ids[EXM_N_FORMATS + 1] = { NULL };
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new (
      _ ("Export Articles"), GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))),
      GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, _ ("_Export"), NULL);

  /* The first one is chosen, whatever else is set (GTK 4.8). */
  for (guint i = 0; i < EXM_N_FORMATS; i++)
    {
      guint at = i == EXM_OUTPUT_MARKDOWN ? 0 : i < EXM_OUTPUT_MARKDOWN ? i + 1 : i;
      ids[at] = exm_format_get (i)->id;
      labels[at] = exm_format_dup_label (exm_format_get (i));
    }
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), "format", _ ("Format"), ids,
                               (const char **) labels);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), "format", ids[0]);
  gtk_file_chooser_add_choice (GTK_FILE_CHOOSER (dialog), "reserved",
                               _ ("Also Where Mining Is Reserved"), NULL, NULL);
  gtk_file_chooser_set_choice (GTK_FILE_CHOOSER (dialog), "reserved", "false");
  /* Else there would be an empty list of them. */
  g_autoptr (GtkFileFilter) folders = gtk_file_filter_new ();
  gtk_file_filter_set_name (folders, _ ("Folders"));
  gtk_file_filter_add_mime_type (folders, "inode/directory");
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (dialog), folders);
  g_signal_connect_object (dialog, "response", G_CALLBACK (on_folder_response), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

void
exm_articles_page_cancel_export (ExmArticlesPage *self)
{
  g_cancellable_cancel (self->export_cancellable);
}
