/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train.h"

#include "methods/exm-judge.h"
#include "extract/net/exm-columns.h"
#include "lab/train/exm-train-confidence.h"
#include "lab/train/exm-train-net.h"

#include <string.h>

/* First step of AdamW. */
#define RATE 3e-3

/* Pages that a net which has not seen their site scores below this are left out: of most
 * the gold is wrong. They are still tested on. */
#define LEAVE_OUT_BELOW .6

/* A body as good as this is right. */
#define RIGHT_FROM .9

/* The first round only has to tell what to leave out. */
#define FIRST_EPOCHS_DIVISOR 2u

typedef struct
{
  const ExmTrainCorpus *corpus;
  const ExmTrainOptions *options;
  GMutex lock;
  guint n_done;
  guint n_all;
  ExmTrainProgress progress;
  gpointer progress_data;
  gboolean second; /* round */
} Training;

/* One net: which pages, which columns. */
typedef struct
{
  ExmVariant variant;
  guint fold; /* left out; the number of folds: none */
  ExmNet *net;
} Job;

static gboolean
is_learned (const Training *training, const Job *job, const ExmTrainSample *sample)
{
  return sample->variant == job->variant && sample->fold != job->fold
         && !(training->second && sample->score < LEAVE_OUT_BELOW);
}

static GArray *
collect_pages (const Training *training, const Job *job)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (ExmTrainPage));

  for (guint i = 0; i < training->corpus->samples->len; i++)
    {
      const ExmTrainSample *sample = g_ptr_array_index (training->corpus->samples, i);
      if (!is_learned (training, job, sample))
        continue;
      const ExmTrainPage page = {
        .rows = sample->features.rows,
        .labels = sample->shares,
        .weights = sample->weights,
        .beside = sample->beside,
        .n_rows = sample->features.n_rows,
      };
      g_array_append_val (pages, page);
    }
  return pages;
}

static guint
list_columns (ExmVariant variant, guint columns[EXM_N_COLUMNS])
{
  guint n = 0;

  for (guint c = 0; c < EXM_N_COLUMNS; c++)
    if ((guint) exm_columns[c].need <= (guint) variant)
      columns[n++] = c;
  return n;
}

/* Puts blocks side by side. */
static ExmNet *
join (ExmNet **nets, guint n)
{
  const ExmNet *first = nets[0];
  ExmNet *joined = exm_net_new (first->n_inputs, n);
  gsize n_weights = (gsize) first->n_inputs * EXM_NET_UNITS;

  memcpy (joined->columns, first->columns, first->n_inputs * sizeof *first->columns);
  memcpy (joined->means, first->means, first->n_inputs * sizeof *first->means);
  memcpy (joined->scales, first->scales, first->n_inputs * sizeof *first->scales);
  for (guint b = 0; b < n; b++)
    {
      memcpy (joined->weights + b * n_weights, nets[b]->weights,
              n_weights * sizeof *joined->weights);
      memcpy (joined->biases + (gsize) b * EXM_NET_UNITS, nets[b]->biases,
              EXM_NET_UNITS * sizeof *joined->biases);
      memcpy (joined->outputs + (gsize) b * EXM_NET_UNITS, nets[b]->outputs,
              EXM_NET_UNITS * sizeof *joined->outputs);
      joined->bias += nets[b]->bias / (float) n;
    }
  return joined;
}

static void
tell_progress (Training *training, guint n_more)
{
  g_mutex_lock (&training->lock);
  training->n_done += n_more;
  if (training->progress != NULL)
    training->progress (training->n_done, training->n_all, training->progress_data);
  g_mutex_unlock (&training->lock);
}

/* Pool thread. */
static void
run_job (gpointer data, gpointer user_data)
{
  Job *job = data;
  Training *training = user_data;
  const ExmTrainOptions *options = training->options;
  g_autoptr (GArray) pages = collect_pages (training, job);
  ExmNet *nets[EXM_NET_MAX_BLOCKS];
  guint columns[EXM_N_COLUMNS];
  guint n_columns = list_columns (job->variant, columns);
  guint n_blocks = training->second ? options->n_blocks : 1;

  for (guint b = 0; b < n_blocks; b++)
    {
      const ExmTrainSettings settings = {
        .seed = options->seed * 1000 + b,
        .n_epochs = training->second ? options->n_epochs
                                     : MAX (options->n_epochs / FIRST_EPOCHS_DIVISOR, 1),
        .rate = RATE,
        .decay = options->decay,
        .cancellable = options->cancellable,
      };
      nets[b] = exm_train_net ((const ExmTrainPage *) (void *) pages->data, pages->len,
                               columns, n_columns, &settings);
    }
  job->net = join (nets, n_blocks);
  for (guint b = 0; b < n_blocks; b++)
    exm_net_free (nets[b]);
  /* One that was ended early is none. */
  if (!g_cancellable_is_cancelled (options->cancellable))
    tell_progress (training, 1);
}

/* Returns: whether it was not ended early, which leaves no nets */
static gboolean
run_jobs (Training *training, Job *jobs, guint n_jobs)
{
  GThreadPool *pool = g_thread_pool_new (
      run_job, training, (int) MAX (training->options->n_threads, 1), TRUE, NULL);

  for (guint i = 0; i < n_jobs; i++)
    g_thread_pool_push (pool, &jobs[i], NULL);
  g_thread_pool_free (pool, FALSE, TRUE);
  if (!g_cancellable_is_cancelled (training->options->cancellable))
    return TRUE;
  for (guint i = 0; i < n_jobs; i++)
    g_clear_pointer (&jobs[i].net, exm_net_free);
  return FALSE;
}

/* The table as it will be read: weights of one byte. */
static ExmWeights *
make_table (Job *jobs, const char *about)
{
  ExmWeightsParts parts = { .about = g_strdup (about) };

  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    parts.nets[v] = g_steal_pointer (&jobs[v].net);
  g_autoptr (ExmWeights) exact = exm_weights_new (&parts);
  g_autofree char *text = exm_weights_write (exact);
  g_autoptr (GError) error = NULL;
  ExmWeights *table = exm_weights_parse (text, strlen (text), &error);
  if (table == NULL)
    g_error ("A table that was just written cannot be read: %s", error->message);
  return table;
}

static void
judge_fold (const ExmTrainCorpus *corpus, guint fold, const ExmWeights *table)
{
  for (guint i = 0; i < corpus->samples->len; i++)
    {
      ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
      const ExmMethodInput input = { .target = sample->target };
      ExmResultData data;
      if (sample->fold != fold)
        continue;
      g_autofree float *alone = g_new (float, sample->features.n_rows + 1);
      exm_result_data_init (&data, "exemplar", sample->features.n_lines);
      exm_method_exemplar_judge (&input, &sample->features, exm_weights_get (table),
                                 &data, sample->signs, alone);
      sample->score = exm_train_labels_score (sample->labels, data.verdicts);
      exm_result_data_clear (&data);
    }
}

/* The table with its confidence: from bodies that were found without having seen their
 * sites, those of @fold left out. */
static ExmWeights *
calibrate (const ExmTrainCorpus *corpus, guint fold, ExmWeights *table)
{
  ExmWeightsParts parts = { .about = g_strdup (exm_weights_get (table)->about) };

  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    {
      g_autoptr (GArray) cases = g_array_new (FALSE, FALSE, sizeof (ExmTrainCase));
      for (guint i = 0; i < corpus->samples->len; i++)
        {
          const ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
          const ExmTrainCase one = { sample->signs, sample->score >= RIGHT_FROM ? 1 : 0 };
          if (sample->variant == v && sample->fold != fold)
            g_array_append_val (cases, one);
        }
      exm_train_confidence ((const ExmTrainCase *) (void *) cases->data, cases->len,
                            parts.signs[v]);
      parts.nets[v] = exm_net_copy (exm_weights_get (table)->nets[v]);
    }
  for (guint i = 0; i < corpus->samples->len; i++)
    {
      ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
      if (sample->fold == fold)
        sample->confidence
            = exm_confidence_weigh (sample->signs, parts.signs[sample->variant]);
    }
  exm_weights_unref (table);
  return exm_weights_new (&parts);
}

/* Both rounds. Returns: FALSE: it was ended early, and there are no tables */
static gboolean
train_folds (Training *training, Job *jobs, guint n_jobs, ExmWeights **folds)
{
  for (guint round = 0; round < 2; round++)
    {
      training->second = round == 1;
      if (!run_jobs (training, jobs, training->second ? n_jobs + EXM_N_VARIANTS : n_jobs))
        return FALSE;
      for (guint k = 0; k < training->options->n_folds; k++)
        {
          ExmWeights *table
              = make_table (&jobs[k * EXM_N_VARIANTS], training->options->about);
          judge_fold (training->corpus, k, table);
          folds[k] = table;
          if (!training->second)
            g_clear_pointer (&folds[k], exm_weights_unref);
        }
    }
  return TRUE;
}

ExmWeights *
exm_train (ExmTrainCorpus *corpus,
           const ExmTrainOptions *options,
           ExmWeights **folds,
           ExmTrainProgress progress,
           gpointer data)
{
  guint n_folds = options->n_folds, n_jobs = n_folds * EXM_N_VARIANTS;
  g_autofree Job *jobs = g_new0 (Job, n_jobs + EXM_N_VARIANTS);
  Training training = {
    .corpus = corpus,
    .options = options,
    .n_all = 2 * n_jobs + EXM_N_VARIANTS,
    .progress = progress,
    .progress_data = data,
  };

  g_mutex_init (&training.lock);
  exm_train_corpus_split (corpus, n_folds);
  for (guint i = 0; i < n_jobs + EXM_N_VARIANTS; i++)
    {
      jobs[i].variant = i % EXM_N_VARIANTS;
      jobs[i].fold = i / EXM_N_VARIANTS;
    }
  memset (folds, 0, n_folds * sizeof *folds);
  tell_progress (&training, 0);
  gboolean whole = train_folds (&training, jobs, n_jobs, folds);
  g_mutex_clear (&training.lock);
  if (!whole)
    return NULL;
  for (guint k = 0; k < n_folds; k++)
    folds[k] = calibrate (corpus, k, folds[k]);
  return calibrate (corpus, n_folds, make_table (&jobs[n_jobs], options->about));
}
