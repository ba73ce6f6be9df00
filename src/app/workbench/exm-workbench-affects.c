/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A correction holds for articles that are stored already: how many, and what to do. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-reextraction.h"
#include "app/workbench/exm-workbench-page-private.h"

#include <glib/gi18n-lib.h>

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  guint n = exm_reextraction_count_finish (result);

  if (self->counting == NULL
      || self->counting != g_task_get_cancellable (G_TASK (result)))
    return;
  g_autofree char *words = g_strdup_printf (
      ngettext ("Affects %u stored article", "Affects %u stored articles", n), n);
  gtk_label_set_label (self->affects, words);
  gtk_widget_set_sensitive (self->reextract, TRUE);
  gtk_revealer_set_reveal_child (self->affects_bar, n > 0);
}

void
exm_workbench_forget_affected (ExmWorkbenchPage *self)
{
  g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
  gtk_revealer_set_reveal_child (self->affects_bar, FALSE);
}

void
exm_workbench_count_affected (ExmWorkbenchPage *self, gint64 but)
{
  /* The window may have gone on to another task, or be closing. */
  if (self->session == NULL || self->task_uid == NULL || self->setup != NULL
      || self->affects_bar == NULL)
    return;
  /* All was taken back, by Undo or by saying the contrary. */
  if (!self->affects_lasting && !exm_analysis_is_edited (self->analysis))
    {
      exm_workbench_forget_affected (self);
      return;
    }
  g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
  self->counting = g_cancellable_new ();
  self->affects_but = but;
  exm_reextraction_count_async (self->session, self->task_uid, but, self->counting,
                                on_counted, g_object_ref (self));
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  g_autoptr (GError) error = NULL;

  if (exm_reextraction_undo_finish (EXM_REEXTRACTION (source), result, &error))
    {
      exm_workbench_reload_articles (self);
      if (self->copies_bar != NULL)
        exm_copies_bar_find_again (self->copies_bar,
                                   exm_reextraction_get_old (EXM_REEXTRACTION (source)));
    }
  else
    exm_workbench_toast (self, error->message, FALSE);
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  ExmWorkbenchPage *self = data;
  ExmReextraction *done = g_object_get_data (G_OBJECT (toast), "exm-reextraction");

  exm_reextraction_undo_async (done, on_undone, g_object_ref (self));
}

/* What was extracted anew, and the article that is shown, which was before. */
static GPtrArray *
gather_old (ExmWorkbenchPage *self, ExmReextraction *done)
{
  GPtrArray *before = exm_reextraction_get_old (done);
  GPtrArray *old = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  ExmArticle *shown = self->target_page != NULL ? self->target_page->article : NULL;

  for (guint i = 0; i < before->len; i++)
    g_ptr_array_add (old, exm_article_ref (g_ptr_array_index (before, i)));
  if (shown != NULL && exm_article_get (shown)->id == self->affects_but)
    g_ptr_array_add (old, exm_article_ref (shown));
  return old;
}

static void
on_done (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWorkbenchPage) self = data;
  ExmReextraction *done = EXM_REEXTRACTION (source);
  guint n = exm_reextraction_get_n_done (done);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_reextraction_run_finish (done, result, &error);

  g_signal_handlers_disconnect_by_data (done, self);
  if (self->counting != NULL
      && self->counting == g_task_get_cancellable (G_TASK (result)))
    exm_workbench_forget_affected (self);
  if (self->analysis != NULL)
    exm_workbench_reload_articles (self);
  if (!good && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* translators: %s is the cause */
      g_autofree char *words = g_strdup_printf (
          _ ("Not all articles were extracted anew: %s"), error->message);
      exm_workbench_toast (self, words, FALSE);
    }
  if (n == 0)
    return;
  self->affects_lasting = TRUE;
  if (self->copies_bar != NULL)
    {
      g_autoptr (GPtrArray) old = gather_old (self, done);
      exm_copies_bar_forget_updated (self->copies_bar);
      exm_copies_bar_find (self->copies_bar, old);
    }
  g_autofree char *words = g_strdup_printf (
      ngettext ("%u article extracted anew", "%u articles extracted anew", n), n);
  AdwToast *toast = exm_workbench_toast (self, words, FALSE);
  if (toast == NULL)
    return;
  adw_toast_set_button_label (toast, _ ("Undo"));
  g_object_set_data_full (G_OBJECT (toast), "exm-reextraction", g_object_ref (done),
                          g_object_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (on_undo_clicked), self,
                           0);
}

static void
on_progress (ExmReextraction *work, GParamSpec *pspec, ExmWorkbenchPage *self)
{
  /* translators: of the stored articles, so many were extracted anew so far */
  g_autofree char *words = g_strdup_printf (_ ("Extracting anew: %u of %u"),
                                            exm_reextraction_get_n_done (work),
                                            exm_reextraction_get_n_total (work));

  if (self->affects != NULL)
    gtk_label_set_label (self->affects, words);
}

void
exm_workbench_reextract (ExmWorkbenchPage *self)
{
  if (self->session == NULL || self->task_uid == NULL || self->counting == NULL)
    return;
  g_autoptr (ExmReextraction) work
      = exm_reextraction_new (self->session, self->task_uid, self->affects_but);
  gtk_widget_set_sensitive (self->reextract, FALSE);
  g_signal_connect (work, "notify::n-done", G_CALLBACK (on_progress), self);
  /* Closing the bar stops it. */
  exm_reextraction_run_async (work, self->counting, on_done, g_object_ref (self));
}
