/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/lab/exm-cli-train-model.h"

#include "cli/base/exm-cli-background.h"
#include "cli/base/exm-cli-output.h"
#include "cli/base/exm-cli-progress.h"
#include "cli/lab/exm-cli-compare.h"
#include "lab/train/exm-train-curve.h"
#include "lab/train/exm-train-gather.h"

#include <glib/gi18n.h>
#include <string.h>

/* Losses that are printed at the end. */
#define N_LAST 5u

/* A training on its way. */
typedef struct
{
  const ExmCliTrainModel *request; /* (unowned) */
  const ExmCliPages *pages;        /* (unowned) */
  ExmCliProgress progress;
  ExmTrainGather *gather; /* (owned) */
  guint n_read;           /* of the pages */
  ExmTrainModelReport report;
  ExmMethodModel *model; /* (owned) (nullable) */
  GError *error;         /* (owned) (nullable) */
} Learning;

static void
learning_clear (Learning *self)
{
  g_clear_pointer (&self->gather, exm_train_gather_free);
  exm_train_model_report_clear (&self->report);
  g_clear_pointer (&self->model, exm_method_model_unref);
  g_clear_error (&self->error);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Learning, learning_clear)

static void
add_pages (Learning *self, GCancellable *cancellable)
{
  const ExmCliPages *pages = self->pages;

  for (; self->n_read < pages->n && !g_cancellable_is_cancelled (cancellable);
       self->n_read++)
    {
      g_auto (ExmComparedPage) page = { 0 };
      g_autoptr (GError) error = NULL;
      g_autofree char *bar = exm_cli_progress_draw ((double) self->n_read / pages->n);
      exm_cli_progress_say (&self->progress, _ ("%s %u of %u pages read"), bar,
                            self->n_read, pages->n);
      if (pages->load (self->n_read, pages->data, &page, &error))
        {
          exm_train_gather_add (self->gather, &page);
          continue;
        }
      g_autofree char *name = pages->get_name (self->n_read, pages->data);
      exm_cli_progress_end (&self->progress);
      exm_cli_complain ("%s: %s", name, error->message);
    }
  for (guint i = 0; pages->examples != NULL && i < pages->examples->len; i++)
    exm_train_gather_add_example (self->gather, g_ptr_array_index (pages->examples, i));
  exm_cli_progress_end (&self->progress);
}

static gboolean
tell_epoch (guint epoch, double loss, double held_loss, gpointer data)
{
  Learning *self = data;
  guint most = self->request->epochs;
  g_autofree char *bar = exm_cli_progress_draw ((double) epoch / most);

  if (held_loss < 0)
    exm_cli_progress_say (&self->progress, _ ("%s epoch %u of %u: loss %.4f"), bar, epoch,
                          most, loss);
  else
    exm_cli_progress_say (&self->progress,
                          _ ("%s epoch %u of %u: loss %.4f, of the pages held back %.4f"),
                          bar, epoch, most, loss, held_loss);
  return TRUE;
}

static void
append_check (GString *out, const char *whose, const ExmTrainCheck *check)
{
  /* translators: whose model, then its figures */
  g_string_append_printf (out, _ ("%s: precision %.4f, recall %.4f, F1 %.4f\n"), whose,
                          check->precision, check->recall, check->f1);
}

static void
print_report (const ExmTrainModelReport *report, const char *method)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = report->losses->len;

  g_string_append_printf (
      out, _ ("%s: learned from %u pages, tested on %u of other sites or pages\n"),
      method, report->n_learned, report->n_held_back);
  for (guint i = n - MIN (n, N_LAST); i < n; i++)
    g_string_append_printf (out, _ ("Epoch %u: loss %.4f\n"), i + 1,
                            g_array_index (report->losses, double, i));
  if (report->n_held_back > 0)
    {
      g_string_append (out, _ ("Characters of the pages held back\n"));
      append_check (out, _ ("This model"), &report->check);
      append_check (out, _ ("The program’s own"), &report->shipped);
    }
  exm_cli_print (out->str);
}

static gboolean
open_pages (const ExmCliTrainModel *request, ExmCliPages *pages)
{
  g_autoptr (GError) error = NULL;

  if (request->task != NULL)
    return exm_cli_pages_open_task (pages, request->data, request->task, 0);
  return exm_cli_complain_unless (exm_cli_pages_open_corpus (pages, request->corpus, NULL,
                                                             EXM_CLI_COMPARE_SINGLE, NULL,
                                                             0, &error),
                                  &error);
}

/* Says what is missing where a few pages would do. */
static void
complain_of_pages (const ExmCliTrainModel *request, guint n_pages)
{
  if (request->task != NULL && n_pages == 0)
    exm_cli_complain (_ ("No page of the task has a known body: correct the bodies of "
                         "some articles in the window, or mark them on examples; %u "
                         "pages suffice"),
                      EXM_TRAIN_ENOUGH_PAGES);
  else if (n_pages < EXM_TRAIN_ENOUGH_PAGES)
    exm_cli_complain (_ ("Few pages with known bodies: %u; %u suffice"), n_pages,
                      EXM_TRAIN_ENOUGH_PAGES);
}

static void
learn (gpointer data, GCancellable *cancellable)
{
  Learning *self = data;
  const ExmCliTrainModel *request = self->request;

  add_pages (self, cancellable);
  if (g_cancellable_set_error_if_cancelled (cancellable, &self->error))
    return;
  const ExmTrainRows *rows = exm_train_gather_get_rows (self->gather);
  guint n_pages = exm_train_rows_get_n_pages (rows);
  complain_of_pages (request, n_pages);
  g_autofree char *about
      = g_strdup_printf ("%s; %u pages; seed %" G_GINT64_FORMAT,
                         request->about != NULL ? request->about : self->pages->name,
                         n_pages, request->seed);
  const ExmTrainModelOptions options = {
    .seed = (guint64) request->seed,
    .max_epochs = request->epochs,
    .rate = request->rate,
    .target_error = request->target_error,
    .held_back = request->held_back,
    .about = about,
    .trained_usec = request->task != NULL ? g_get_real_time () : 0,
    .progress = tell_epoch,
    .data = self,
    .cancellable = cancellable,
  };
  self->model = exm_train_model (rows, &options, &self->report, &self->error);
  exm_cli_progress_end (&self->progress);
}

static gboolean
save_curve (const Learning *self)
{
  const char *path = self->request->curve;

  if (path == NULL || self->report.losses == NULL)
    return TRUE;
  g_autoptr (GString) out
      = g_str_has_suffix (path, ".svg")
            ? exm_train_curve_write_svg (&self->report, self->request->method)
            : exm_train_curve_write_csv (&self->report);
  return exm_cli_save (path, out->str, out->len);
}

/* Says why there is no model, or how far it came. */
static void
complain_of_failure (const Learning *self)
{
  guint n_epochs = self->report.losses != NULL ? self->report.losses->len : 0;

  if (!g_error_matches (self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    exm_cli_complain ("%s", self->error->message);
  else if (self->report.losses == NULL)
    exm_cli_complain (_ ("Ended early: %u of %u pages were read, no model was written"),
                      self->n_read, self->pages->n);
  else
    exm_cli_complain (_ ("Ended early after epoch %u of %u: no model was written"),
                      n_epochs, self->request->epochs);
}

static gboolean
save_model (const Learning *self)
{
  g_autofree char *text = exm_method_model_write (self->model);

  return self->request->path == NULL
         || exm_cli_save (self->request->path, text, strlen (text));
}

ExmExit
exm_cli_train_model (const ExmCliTrainModel *request)
{
  const ExmModelLayout *layout = exm_model_layout_find (request->method);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_auto (ExmCliPages) pages = { .engine = engine };

  if (layout == NULL)
    return exm_cli_refuse (_ ("The method “%s” is not trained; these are: %s"),
                           request->method, "exemplar, bp-net, density-net");
  if (!open_pages (request, &pages))
    return EXM_EXIT_FAILED;
  g_auto (Learning) learning = {
    .request = request,
    .pages = &pages,
    .gather = exm_train_gather_new (layout),
  };
  exm_cli_run_in_background (learn, NULL, &learning);
  gboolean saved = save_curve (&learning);
  if (learning.model == NULL)
    {
      complain_of_failure (&learning);
      return EXM_EXIT_FAILED;
    }
  if (!save_model (&learning) || !saved)
    return EXM_EXIT_FAILED;
  print_report (&learning.report, layout->method);
  if (request->use)
    return exm_cli_train_use (request, learning.model);
  return exm_cli_flush () ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
