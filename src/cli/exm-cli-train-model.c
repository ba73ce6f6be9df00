/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "exm-cli-train-model.h"

#include "exm-cli-compare.h"
#include "exm-cli-output.h"
#include "exm-cli-progress.h"
#include "exm-train-model.h"

#include <glib/gi18n.h>

/* Losses that are printed at the end. */
#define N_LAST 5u

typedef struct
{
  ExmCliProgress progress;
  ExmTrainRows *rows;   /* (owned) */
  GHashTable *examples; /* (owned) (element-type ExmPrepared): those learned from */
  guint n_pages;        /* of the corpus or task */
  guint n_unread;
} Learning;

static void
learning_clear (Learning *self)
{
  g_clear_pointer (&self->rows, exm_train_rows_free);
  g_clear_pointer (&self->examples, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Learning, learning_clear)

static void
add_page (Learning *self, const ExmPageText *page, const char *body)
{
  const char *url = exm_page_text_get_url (page);
  g_autoptr (GUri) uri
      = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;
  g_autoptr (ExmTrainLabels) labels = exm_train_labels_new (page, body);

  exm_train_rows_add (self->rows, uri != NULL ? g_uri_get_host (uri) : NULL, page,
                      labels);
}

/* The body that an operator marked on an example is one to learn from too. */
static void
add_example (Learning *self, ExmPrepared *example)
{
  const ExmPageText *page = exm_prepared_get_page (example);
  const ExmRegion *region = exm_prepared_get_region (example);
  g_autoptr (GString) body = g_string_new (NULL);
  guint n_lines;

  if (region == NULL || !g_hash_table_add (self->examples, exm_prepared_ref (example)))
    return;
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    if (exm_region_contains (region, i))
      g_string_append_printf (body, "%s\n", exm_page_text_get_line (page, i));
  add_page (self, page, body->str);
}

static void
add_pages (Learning *self, const ExmCliPages *pages)
{
  for (guint i = 0; i < pages->n; i++)
    {
      g_auto (ExmComparedPage) page = { 0 };
      g_autoptr (GError) error = NULL;
      exm_cli_progress_say (&self->progress, _ ("%u of %u pages read"), i, pages->n);
      if (!pages->load (i, pages->data, &page, &error))
        {
          g_autofree char *name = pages->get_name (i, pages->data);
          exm_cli_progress_end (&self->progress);
          exm_cli_complain ("%s: %s", name, error->message);
          self->n_unread++;
          continue;
        }
      if (page.body != NULL)
        add_page (self, exm_prepared_get_page (page.target), page.body);
      for (guint k = 0; k < page.examples->len; k++)
        add_example (self, g_ptr_array_index (page.examples, k));
    }
  exm_cli_progress_end (&self->progress);
}

static void
tell_epoch (guint epoch, double loss, gpointer data)
{
  Learning *self = data;

  exm_cli_progress_say (&self->progress, _ ("Epoch %u: loss %.4f"), epoch, loss);
}

static void
print_report (const ExmTrainModelReport *report, const ExmModelLayout *layout)
{
  g_autoptr (GString) out = g_string_new (NULL);
  guint n = report->losses->len;

  g_string_append_printf (
      out, _ ("%s: learned from %u pages, tested on %u of other sites or pages\n"),
      layout->method, report->n_learned, report->n_held_back);
  for (guint i = n - MIN (n, N_LAST); i < n; i++)
    g_string_append_printf (out, _ ("Epoch %u: loss %.4f\n"), i + 1,
                            g_array_index (report->losses, double, i));
  if (report->n_held_back > 0)
    g_string_append_printf (out, _ ("F1 on the pages held back: %.4f\n"), report->f1);
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

ExmExit
exm_cli_train_model (const ExmCliTrainModel *request)
{
  const ExmModelLayout *layout = exm_model_layout_find (request->method);
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_auto (ExmCliPages) pages = { .engine = engine };
  g_auto (ExmTrainModelReport) report = { 0 };
  g_autoptr (GError) error = NULL;

  if (layout == NULL)
    return exm_cli_refuse (_ ("The method “%s” is not trained; these are: %s"),
                           request->method, "exemplar, bp-net, density-net");
  g_auto (Learning) learning = {
    .rows = exm_train_rows_new (layout),
    .examples
    = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) exm_prepared_unref, NULL),
  };
  if (!open_pages (request, &pages))
    return EXM_EXIT_FAILED;
  add_pages (&learning, &pages);
  guint n_pages = exm_train_rows_get_n_pages (learning.rows);
  complain_of_pages (request, n_pages);
  g_autofree char *about = g_strdup_printf (
      "%s; %u pages; seed %" G_GINT64_FORMAT,
      request->about != NULL ? request->about : pages.name, n_pages, request->seed);
  const ExmTrainModelOptions options = {
    .seed = (guint64) request->seed,
    .max_epochs = request->epochs,
    .rate = EXM_TRAIN_RATE,
    .target_error = EXM_TRAIN_TARGET_ERROR,
    .held_back = request->held_back,
    .about = about,
    .progress = tell_epoch,
    .data = &learning,
  };
  g_autoptr (ExmMethodModel) model
      = exm_train_model (learning.rows, &options, &report, &error);
  exm_cli_progress_end (&learning.progress);
  g_autofree char *text = model != NULL ? exm_method_model_write (model) : NULL;
  if (text == NULL || !g_file_set_contents (request->path, text, -1, &error))
    {
      exm_cli_complain ("%s", error->message);
      return EXM_EXIT_FAILED;
    }
  print_report (&report, layout);
  return exm_cli_flush () ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}
