/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* kill-reextract FOLDER reextract|correct|undo: does to each article of a data folder
 * what the window does when a task's articles are extracted again, when a line of a page
 * is marked, or when the first is taken back. It is there to be killed. */

#include "config.h"

#include "base/exm-text.h"
#include "engine/exm-engine.h"
#include "store/exm-store.h"
#include "worker/exm-reextract.h"
#include "worker/exm-worker.h"

#include <stdlib.h>
#include <string.h>

typedef struct
{
  GMainLoop *loop;     /* (owned) */
  ExmWorker *worker;   /* (owned) */
  ExmEngine *engine;   /* (owned) */
  GPtrArray *articles; /* (owned) (element-type ExmArticle): the first one first */
  guint n_done;
  gboolean correct;
  gboolean undo;
} Round;

static void begin_next (Round *round);

static void
expect (const GError *error)
{
  if (error != NULL)
    g_error ("%s", error->message);
}

static void
on_reextracted (GObject *source, GAsyncResult *result, gpointer data)
{
  Round *round = data;
  g_autoptr (GError) error = NULL;

  exm_worker_reextract_finish (EXM_WORKER (source), result, &error);
  expect (error);
  round->n_done++;
  begin_next (round);
}

static void
reextract (Round *round)
{
  const ExmArticle *article = g_ptr_array_index (round->articles, round->n_done);

  if (round->correct)
    exm_worker_reextract_async (round->worker, round->engine,
                                exm_article_get (article)->id, NULL, on_reextracted,
                                round);
  else
    exm_worker_extract_again_async (round->worker, round->engine,
                                    exm_article_get (article)->id, NULL, on_reextracted,
                                    round);
}

static gboolean
write_undone (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  ExmUndoEnd end;

  return exm_reextract_undo (store, exm_article_get (data)->id, now_usec, &end, error);
}

static void
on_undone (GObject *source, GAsyncResult *result, gpointer data)
{
  Round *round = data;
  g_autoptr (GError) error = NULL;

  exm_worker_write_finish (EXM_WORKER (source), result, &error);
  expect (error);
  round->n_done++;
  begin_next (round);
}

/* Whether it was said by a process that was killed. */
static gboolean
is_labelled (ExmStore *store, const ExmArticleFields *fields)
{
  g_autoptr (GPtrArray) list = exm_store_list_labels (store, fields->task_uid, NULL);

  for (guint i = 0; list != NULL && i < list->len; i++)
    if (strcmp (((ExmStoredLabel *) list->pdata[i])->url_key, fields->url_key) == 0)
      return TRUE;
  return FALSE;
}

/* The last line of the body is none of it, a person says. */
static gboolean
write_label (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  const ExmArticleFields *fields = exm_article_get (data);
  g_autofree char *text = g_strdup (fields->text);
  g_autoptr (GArray) labels = g_array_new (FALSE, TRUE, sizeof (ExmLabel));
  const char *line = strrchr (text, '\n');
  ExmLabel label = { .kind = EXM_LABEL_NOISE };

  if (is_labelled (store, fields))
    return TRUE;
  line = line != NULL ? line + 1 : text;
  label.key = exm_text_key (line, strlen (line));
  g_array_append_val (labels, label);
  return exm_store_put_labels (store, fields->task_uid, fields->url_key,
                               fields->page_hash, labels, now_usec, NULL, error);
}

static void
on_labelled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  exm_worker_write_finish (EXM_WORKER (source), result, &error);
  expect (error);
  reextract (data);
}

static void
begin_next (Round *round)
{
  if (round->n_done == round->articles->len)
    g_main_loop_quit (round->loop);
  else if (round->undo)
    exm_worker_write_async (round->worker, write_undone,
                            g_ptr_array_index (round->articles, round->n_done), NULL,
                            NULL, on_undone, round);
  else if (round->correct)
    exm_worker_write_async (round->worker, write_label,
                            g_ptr_array_index (round->articles, round->n_done), NULL,
                            NULL, on_labelled, round);
  else
    reextract (round);
}

static gboolean
on_start (gpointer data)
{
  begin_next (data);
  return G_SOURCE_REMOVE;
}

static void
on_event (const ExmWorkerEvent *event, gpointer data)
{
}

static void
read_articles (Round *round, const char *folder)
{
  g_autoptr (GError) error = NULL;
  const ExmArticleFilter filter = { 0 };
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, &error);
  expect (error);
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  expect (error);

  for (guint i = list->len; i > 0; i--)
    {
      const ExmArticleInfo *info = g_ptr_array_index (list, i - 1);
      g_ptr_array_add (round->articles, exm_store_get_article (store, info->id, &error));
      expect (error);
    }
}

int
main (int argc, char *argv[])
{
  g_autoptr (GError) error = NULL;

  if (argc != 3)
    return EXIT_FAILURE;
  /* Another process may have the role. */
  const ExmWorkerOptions options = { .folder = argv[1], .share = TRUE };
  Round round = {
    .loop = g_main_loop_new (NULL, FALSE),
    .engine = exm_engine_new (),
    .articles = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref),
    .correct = strcmp (argv[2], "correct") == 0,
    .undo = strcmp (argv[2], "undo") == 0,
  };
  read_articles (&round, argv[1]);
  round.worker = exm_worker_new (&options, on_event, NULL);
  exm_worker_start (round.worker, &error);
  expect (error);
  g_idle_add (on_start, &round);
  g_main_loop_run (round.loop);
  exm_worker_stop (round.worker);
  g_object_unref (round.worker);
  g_object_unref (round.engine);
  g_ptr_array_unref (round.articles);
  g_main_loop_unref (round.loop);
  return EXIT_SUCCESS;
}
