/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-train"

#include "config.h"

#include "lab/train/exm-train-kinds.h"

#include "kinds/exm-kind-signs.h"
#include "lab/train/exm-train-net.h"
#include "methods/exm-judge.h"

#include <math.h>
#include <string.h>

/* First step of AdamW, for the net. */
#define RATE 3e-3

/* Logistic regression: rounds of Adam (D. Kingma, J. Ba, 2015) over all pages, its step
 * at first, and how much the square of a weight costs. */
#define N_ROUNDS 300u
#define STEP .02
#define BETA_1 .9
#define BETA_2 .999
#define EPSILON 1e-8
#define COST 3e-2

/* Signs that hardly vary are not blown up. */
#define MIN_DEVIATION 1e-3

/* A page that is an article counts this much for the net, which seldom sees one. */
#define ARTICLE_SHARE .3f

typedef struct
{
  const ExmTrainOptions *options;
  GArray *pages;
  guint n_signs;
} Training;

static ExmTrainKindPage *
get_page (const Training *self, guint i)
{
  return &g_array_index (self->pages, ExmTrainKindPage, i);
}

static void
clear_page (gpointer page)
{
  g_free (((ExmTrainKindPage *) page)->signs);
}

static void
add_pages (Training *self, ExmTrainCorpus *corpus)
{
  const ExmWeightsParts *parts = exm_weights_get (exm_weights_get_shipped ());

  for (guint i = 0; i < corpus->samples->len; i++)
    {
      ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
      const ExmFeatures *features = &sample->features;
      ExmTrainKindPage page = { .sample = sample };
      if (sample->kind == EXM_N_PAGE_KINDS || sample->variant != EXM_VARIANT_SINGLE)
        continue;
      g_autofree float *evidence = g_new (float, features->n_rows + 1);
      exm_net_run (parts->nets[EXM_VARIANT_SINGLE], features->rows, features->n_rows,
                   EXM_N_COLUMNS, evidence);
      page.signs = g_new (float, self->n_signs + 1);
      exm_kind_signs_measure (exm_prepared_get_page (sample->target), features, evidence,
                              page.signs);
      g_array_append_val (self->pages, page);
    }
}

/* Takes mean and deviation of each sign from the pages outside of @fold. */
static void
measure_signs (const Training *self, guint fold, ExmKindModel *model)
{
  for (guint i = 0; i < self->n_signs; i++)
    {
      double sum = 0, squares = 0, n = 0;
      for (guint p = 0; p < self->pages->len; p++)
        {
          double x = (double) get_page (self, p)->signs[i];
          if (get_page (self, p)->sample->fold == fold)
            continue;
          sum += x;
          squares += x * x;
          n++;
        }
      double mean = sum / MAX (n, 1);
      double deviation = sqrt (MAX (squares / MAX (n, 1) - mean * mean, 0));
      model->signs[i] = i;
      model->means[i] = (float) mean;
      model->scales[i] = (float) (1 / MAX (deviation, MIN_DEVIATION));
    }
}

/* Weights of a sign, and one more place: a vector. */
#define WIDTH 8u
G_STATIC_ASSERT (EXM_N_PAGE_KINDS < WIDTH);

/* Logistic regression on the pages outside of a fold. */
typedef struct
{
  guint n_rows;
  guint n_signs;
  float *rows;     /* (owned): signs, normalized; the last is 1 */
  guint *kinds;    /* (owned): of each row */
  float *weights;  /* (owned): [sign][WIDTH] */
  float *gradient; /* (owned): the same */
  double *first;   /* (owned): moments */
  double *second;  /* (owned) */
} Regression;

static void
regression_init (Regression *self,
                 const Training *training,
                 guint fold,
                 const ExmKindModel *model)
{
  guint n = training->n_signs + 1;

  *self = (Regression){ .n_signs = n };
  self->rows = g_new (float, (gsize) training->pages->len *n);
  self->kinds = g_new (guint, training->pages->len + 1);
  self->weights = g_new0 (float, n *WIDTH);
  self->gradient = g_new0 (float, n *WIDTH);
  self->first = g_new0 (double, n *WIDTH);
  self->second = g_new0 (double, n *WIDTH);
  for (guint p = 0; p < training->pages->len; p++)
    {
      const ExmTrainKindPage *page = get_page (training, p);
      float *row = self->rows + (gsize) self->n_rows * n;
      if (page->sample->fold == fold)
        continue;
      for (guint i = 0; i < training->n_signs; i++)
        {
          float x = (page->signs[i] - model->means[i]) * model->scales[i];
          row[i] = CLAMP (x, -EXM_KIND_CLIP, EXM_KIND_CLIP);
        }
      row[training->n_signs] = 1;
      self->kinds[self->n_rows++] = page->sample->kind;
    }
}

static void
regression_clear (Regression *self)
{
  g_free (self->rows);
  g_free (self->kinds);
  g_free (self->weights);
  g_free (self->gradient);
  g_free (self->first);
  g_free (self->second);
}

/* Adds the gradient of one page's log loss. */
static void
learn_page (Regression *self, guint p)
{
  const float *restrict row = self->rows + (gsize) p * self->n_signs;
  const float *restrict weights = self->weights;
  float *restrict gradient = self->gradient;
  float sums[WIDTH] = { 0 }, most = -G_MAXFLOAT, all = 0;

  for (guint i = 0; i < self->n_signs; i++)
    for (guint k = 0; k < WIDTH; k++)
      sums[k] += row[i] * weights[i * WIDTH + k];
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    most = MAX (most, sums[k]);
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    {
      sums[k] = exm_net_exp (sums[k] - most);
      all += sums[k];
    }
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    sums[k] = sums[k] / all - (self->kinds[p] == k ? 1 : 0);
  for (guint k = EXM_N_PAGE_KINDS; k < WIDTH; k++)
    sums[k] = 0;
  for (guint i = 0; i < self->n_signs; i++)
    for (guint k = 0; k < WIDTH; k++)
      gradient[i * WIDTH + k] += row[i] * sums[k];
}

static void
take_step (Regression *self, guint round)
{
  const double rate = STEP * (1 - (double) round / N_ROUNDS);
  const double correct_1 = 1 - pow (BETA_1, round + 1);
  const double correct_2 = 1 - pow (BETA_2, round + 1);
  const guint n_weights = (self->n_signs - 1) * WIDTH;

  for (guint i = 0; i < self->n_signs * WIDTH; i++)
    {
      double g = (double) self->gradient[i] / MAX (self->n_rows, 1);
      g += i < n_weights ? COST * (double) self->weights[i] : 0;
      self->first[i] = BETA_1 * self->first[i] + (1 - BETA_1) * g;
      self->second[i] = BETA_2 * self->second[i] + (1 - BETA_2) * g * g;
      double way
          = self->first[i] / correct_1 / (sqrt (self->second[i] / correct_2) + EPSILON);
      self->weights[i] = (float) ((double) self->weights[i] - rate * way);
    }
  memset (self->gradient, 0, self->n_signs * WIDTH * sizeof *self->gradient);
}

/* Returns: (transfer full): weights of the signs, from the pages outside of @fold */
static ExmKindModel *
regress (const Training *self, guint fold)
{
  ExmKindModel *model = exm_kind_model_new (self->n_signs, self->options->about);
  Regression regression;

  measure_signs (self, fold, model);
  regression_init (&regression, self, fold, model);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      for (guint p = 0; p < regression.n_rows; p++)
        learn_page (&regression, p);
      take_step (&regression, round);
    }
  for (guint i = 0; i <= self->n_signs; i++)
    memcpy (i < self->n_signs ? model->weights + (gsize) i * EXM_N_PAGE_KINDS
                              : model->biases,
            regression.weights + (gsize) i * WIDTH, sizeof model->biases);
  regression_clear (&regression);
  return model;
}

static guint
list_columns (guint columns[EXM_N_COLUMNS])
{
  guint n = 0;

  for (guint c = 0; c < EXM_N_COLUMNS; c++)
    if (exm_columns[c].need == EXM_KNOWN_PAGE || exm_columns[c].need == EXM_KNOWN_KIND)
      columns[n++] = c;
  return n;
}

/* Adds the pages outside of @fold whose body is known. Of articles, which the net seldom
 * sees, a copy of the weights is made that count less; they are added to @lighter. */
static void
add_bodies (const Training *self, guint fold, GArray *bodies, GPtrArray *lighter)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      const ExmTrainSample *sample = get_page (self, i)->sample;
      ExmTrainPage page = {
        .rows = sample->features.rows,
        .labels = sample->shares,
        .weights = sample->weights,
        .beside = sample->beside,
        .n_rows = sample->features.n_rows,
      };
      if (sample->fold == fold || !sample->has_body)
        continue;
      if (sample->kind == EXM_PAGE_ARTICLE)
        {
          float *weights = g_new (float, page.n_rows + 1);
          for (guint row = 0; row < page.n_rows; row++)
            weights[row] = page.weights[row] * ARTICLE_SHARE;
          g_ptr_array_add (lighter, weights);
          page.weights = weights;
        }
      g_array_append_val (bodies, page);
    }
}

/* Returns: (transfer full): the net of the text, from the pages outside of @fold */
static ExmNet *
train_text (const Training *self, guint fold)
{
  g_autoptr (GArray) bodies = g_array_new (FALSE, FALSE, sizeof (ExmTrainPage));
  g_autoptr (GPtrArray) lighter = g_ptr_array_new_with_free_func (g_free);
  guint columns[EXM_N_COLUMNS];
  guint n_columns = list_columns (columns);
  const ExmTrainSettings settings = {
    .seed = self->options->seed * 1000,
    .n_epochs = self->options->n_epochs,
    .rate = RATE,
    .decay = self->options->decay,
    .cancellable = self->options->cancellable,
  };

  add_bodies (self, fold, bodies, lighter);
  return exm_train_net ((const ExmTrainPage *) (void *) bodies->data, bodies->len,
                        columns, n_columns, &settings);
}

/* Has the page's body found by a model that has not seen its site. */
static void
judge (ExmTrainKindPage *page, const ExmKindModel *model)
{
  const ExmWeightsParts *parts = exm_weights_get (exm_weights_get_shipped ());
  ExmTrainSample *sample = page->sample;
  const ExmMethodInput input = { .target = sample->target };
  g_autofree float *alone = g_new (float, sample->features.n_rows + 1);
  ExmResultData data;

  exm_result_data_init (&data, "exemplar", sample->features.n_lines);
  exm_method_exemplar_judge (&input, &sample->features, parts, &data, sample->signs,
                             alone);
  exm_method_exemplar_judge_kind (&input, &sample->features, model, alone, &data);
  sample->score = exm_train_labels_score (sample->labels, data.verdicts);
  page->answer = data.kind;
  exm_result_data_clear (&data);
}

/* Gives the pages of a fold the chances by weights that have not seen their sites. */
static void
ask_fold (const Training *self, guint fold, const ExmKindModel *model)
{
  for (guint i = 0; i < self->pages->len; i++)
    {
      ExmTrainKindPage *page = get_page (self, i);
      double chances[EXM_N_PAGE_KINDS];
      if (page->sample->fold != fold)
        continue;
      exm_kind_model_run (model, page->signs, chances);
      exm_kind_set_columns (&page->sample->features, chances);
    }
}

/* Returns: (transfer full) (nullable): as exm_kind_model_write() leaves it, whose weights
 * are bytes */
static ExmKindModel *
round_off (const ExmKindModel *model)
{
  g_autofree char *text = exm_kind_model_write (model);
  g_autoptr (GError) error = NULL;
  ExmKindModel *read = exm_kind_model_parse (text, strlen (text), &error);

  if (read == NULL)
    g_error ("A model that was just written cannot be read: %s", error->message);
  return read;
}

ExmKindModel *
exm_train_kinds (ExmTrainCorpus *corpus,
                 const ExmTrainOptions *options,
                 GArray **pages,
                 ExmTrainProgress progress,
                 gpointer data)
{
  guint n_folds = options->n_folds;
  g_autoptr (GPtrArray) folds
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_kind_model_free);
  Training self = { .options = options };

  exm_kind_signs_list (&self.n_signs);
  self.pages = *pages = g_array_new (FALSE, FALSE, sizeof (ExmTrainKindPage));
  g_array_set_clear_func (self.pages, clear_page);
  exm_train_corpus_split (corpus, n_folds);
  add_pages (&self, corpus);
  for (guint k = 0; self.pages->len > 0 && k <= n_folds; k++)
    {
      g_ptr_array_add (folds, regress (&self, k));
      ask_fold (&self, k, g_ptr_array_index (folds, k));
    }
  for (guint k = 0; k < folds->len; k++)
    {
      ExmKindModel *model = g_ptr_array_index (folds, k);
      progress (k, folds->len, data);
      model->net = train_text (&self, k);
      if (g_cancellable_is_cancelled (options->cancellable))
        return NULL;
      folds->pdata[k] = round_off (model);
      exm_kind_model_free (model);
    }
  for (guint i = 0; i < self.pages->len; i++)
    {
      ExmTrainKindPage *page = get_page (&self, i);
      judge (page, g_ptr_array_index (folds, page->sample->fold));
    }
  return folds->len > 0 ? g_ptr_array_steal_index (folds, n_folds) : NULL;
}
