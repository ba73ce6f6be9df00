/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-affected-bar.h"

#include "app/review/exm-reextraction.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

struct _ExmAffectedBar
{
  AdwBin parent_instance;

  ExmWorkbenchTask *task; /* (owned) (nullable) */
  ExmTargetPage *page;    /* (owned) (nullable) */
  ExmAnalysis *analysis;  /* (owned) (nullable) */
  ExmToaster *toaster;    /* (owned) (nullable) */
  GCancellable *counting; /* (owned) (nullable): while there is something to say */
  gint64 but;             /* the article that is up to date already, or 0 */
  gboolean lasting;       /* stored articles differ whatever is undone */

  /* Children of the template, all (unowned). */
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkWidget *reextract;
};

enum
{
  EXTRACTED,
  UNDONE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmAffectedBar, exm_affected_bar, ADW_TYPE_BIN)

static void
stop (ExmAffectedBar *self)
{
  g_cancellable_cancel (self->counting);
  g_clear_object (&self->counting);
}

void
exm_affected_bar_forget (ExmAffectedBar *self)
{
  stop (self);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
}

static void
on_counted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmAffectedBar) self = data;
  guint n = exm_reextraction_count_finish (result);

  if (self->counting == NULL
      || self->counting != g_task_get_cancellable (G_TASK (result)))
    return;
  g_autofree char *words = g_strdup_printf (
      ngettext ("Affects %u stored article", "Affects %u stored articles", n), n);
  gtk_label_set_label (self->label, words);
  gtk_widget_set_sensitive (self->reextract, TRUE);
  gtk_revealer_set_reveal_child (self->revealer, n > 0);
}

/* Returns: (nullable): the stored task that is shown; the window may be closing */
static const char *
get_uid (ExmAffectedBar *self)
{
  gboolean open = self->task != NULL && self->revealer != NULL
                  && exm_workbench_task_get_session (self->task) != NULL;

  return open ? exm_workbench_task_get_uid (self->task) : NULL;
}

void
exm_affected_bar_count (ExmAffectedBar *self, gint64 but)
{
  const char *uid = get_uid (self);

  if (uid == NULL)
    return;
  /* All was taken back, by Undo or by saying the contrary. */
  if (!self->lasting && !exm_analysis_is_edited (self->analysis))
    {
      exm_affected_bar_forget (self);
      return;
    }
  stop (self);
  self->counting = g_cancellable_new ();
  self->but = but;
  exm_reextraction_count_async (exm_workbench_task_get_session (self->task), uid, but,
                                self->counting, on_counted, g_object_ref (self));
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmAffectedBar) self = data;
  g_autoptr (GError) error = NULL;

  if (exm_reextraction_finish (EXM_REEXTRACTION (source), result, &error))
    g_signal_emit (self, signals[UNDONE], 0,
                   exm_reextraction_get_old (EXM_REEXTRACTION (source)));
  else
    exm_toaster_show (self->toaster, error->message);
}

/* Articles that were extracted anew, for the toast that takes it back. */
typedef struct
{
  ExmAffectedBar *bar;   /* (owned) */
  ExmReextraction *done; /* (owned) */
} Done;

static void
done_free (gpointer data, GClosure *closure)
{
  Done *done = data;

  g_object_unref (done->bar);
  g_object_unref (done->done);
  g_free (done);
}

static void
on_undo_clicked (AdwToast *toast, gpointer data)
{
  const Done *done = data;

  exm_reextraction_undo_async (done->done, on_undone, g_object_ref (done->bar));
}

/* Returns: (transfer full): articles as they were, with the one that is shown, which was
 * extracted before the others */
static GPtrArray *
gather_old (ExmAffectedBar *self, ExmReextraction *work)
{
  GPtrArray *before = exm_reextraction_get_old (work);
  GPtrArray *old = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  const ExmBenchPage *page = exm_target_page_get (self->page);

  for (guint i = 0; i < before->len; i++)
    g_ptr_array_add (old, exm_article_ref (g_ptr_array_index (before, i)));
  if (before->len > 0 && page != NULL && page->article != NULL
      && exm_article_get (page->article)->id == self->but)
    g_ptr_array_add (old, exm_article_ref (page->article));
  return old;
}

static void
on_extracted (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmAffectedBar) self = data;
  ExmReextraction *work = EXM_REEXTRACTION (source);
  guint n = exm_reextraction_get_n_done (work);
  g_autoptr (GError) error = NULL;
  gboolean good = exm_reextraction_finish (work, result, &error);

  g_signal_handlers_disconnect_by_data (work, self);
  if (self->counting != NULL
      && self->counting == g_task_get_cancellable (G_TASK (result)))
    exm_affected_bar_forget (self);
  if (!good && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    {
      /* translators: %s is the cause */
      g_autofree char *words = g_strdup_printf (
          _ ("Not all articles were extracted anew: %s"), error->message);
      exm_toaster_show (self->toaster, words);
    }
  self->lasting = self->lasting || n > 0;
  g_autoptr (GPtrArray) old = gather_old (self, work);
  g_signal_emit (self, signals[EXTRACTED], 0, old);
  if (n == 0)
    return;
  g_autofree char *words = g_strdup_printf (
      ngettext ("%u article extracted anew", "%u articles extracted anew", n), n);
  Done *done = g_new (Done, 1);
  *done = (Done){ g_object_ref (self), g_object_ref (work) };
  exm_toaster_show_button (self->toaster, words, NULL, G_CALLBACK (on_undo_clicked), done,
                           done_free);
}

static void
on_progress (ExmReextraction *work, GParamSpec *pspec, ExmAffectedBar *self)
{
  /* translators: of the stored articles, so many were extracted anew so far */
  g_autofree char *words = g_strdup_printf (_ ("Extracting anew: %u of %u"),
                                            exm_reextraction_get_n_done (work),
                                            exm_reextraction_get_n_total (work));

  if (self->label != NULL)
    gtk_label_set_label (self->label, words);
}

static void
on_reextract_clicked (ExmAffectedBar *self)
{
  const char *uid = get_uid (self);

  if (uid == NULL || self->counting == NULL)
    return;
  g_autoptr (ExmReextraction) work = exm_reextraction_new (
      exm_workbench_task_get_session (self->task), uid, self->but);
  gtk_widget_set_sensitive (self->reextract, FALSE);
  g_signal_connect (work, "notify::n-done", G_CALLBACK (on_progress), self);
  /* Closing the bar stops it. */
  exm_reextraction_run_async (work, self->counting, on_extracted, g_object_ref (self));
}

void
exm_affected_bar_leave_page (ExmAffectedBar *self)
{
  self->lasting = self->lasting || self->counting != NULL;
}

void
exm_affected_bar_leave_task (ExmAffectedBar *self)
{
  exm_affected_bar_forget (self);
  self->lasting = FALSE;
}

void
exm_affected_bar_bind (ExmAffectedBar *self,
                       ExmWorkbenchTask *task,
                       ExmTargetPage *page,
                       ExmAnalysis *analysis,
                       ExmToaster *toaster)
{
  self->task = g_object_ref (task);
  self->page = g_object_ref (page);
  self->analysis = g_object_ref (analysis);
  self->toaster = g_object_ref (toaster);
}

static void
exm_affected_bar_dispose (GObject *object)
{
  ExmAffectedBar *self = EXM_AFFECTED_BAR (object);

  stop (self);
  /* The template would unparent the child behind the bin's back. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_AFFECTED_BAR);
  G_OBJECT_CLASS (exm_affected_bar_parent_class)->dispose (object);
}

static void
exm_affected_bar_finalize (GObject *object)
{
  ExmAffectedBar *self = EXM_AFFECTED_BAR (object);

  g_clear_object (&self->task);
  g_clear_object (&self->page);
  g_clear_object (&self->analysis);
  g_clear_object (&self->toaster);
  G_OBJECT_CLASS (exm_affected_bar_parent_class)->finalize (object);
}

static void
exm_affected_bar_class_init (ExmAffectedBarClass *class)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  static const char *const names[] = { "extracted", "undone" };

  G_OBJECT_CLASS (class)->dispose = exm_affected_bar_dispose;
  G_OBJECT_CLASS (class)->finalize = exm_affected_bar_finalize;
  for (guint i = 0; i < N_SIGNALS; i++)
    signals[i] = g_signal_new (names[i], EXM_TYPE_AFFECTED_BAR, G_SIGNAL_RUN_LAST, 0,
                               NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_PTR_ARRAY);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-affected-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmAffectedBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, ExmAffectedBar, label);
  gtk_widget_class_bind_template_child (widget_class, ExmAffectedBar, reextract);
  gtk_widget_class_bind_template_callback (widget_class, on_reextract_clicked);
  gtk_widget_class_bind_template_callback (widget_class, exm_affected_bar_forget);
}

static void
exm_affected_bar_init (ExmAffectedBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
