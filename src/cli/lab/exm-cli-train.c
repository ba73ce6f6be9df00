/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli.h"

#include "base/exm-limits.h"
#include "base/exm-text.h"
#include "cli/base/exm-cli-background.h"
#include "cli/base/exm-cli-data.h"
#include "cli/base/exm-cli-lines.h"
#include "cli/base/exm-cli-output.h"
#include "cli/lab/exm-cli-train-model.h"
#include "lab/train/exm-train-kinds.h"
#include "lab/train/exm-train-model.h"
#include "lab/train/exm-train.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#define MAX_FOLDS 20
#define MAX_EPOCHS 100000

/* Default number of epochs for the nets of the default method. */
#define EPOCHS 8

typedef struct
{
  char *out;
  char *about;
  char *method;
  char *curve;
  char *task;
  char *data;
  gboolean use;
  gboolean shipped;
  gint64 seed;
  int folds;
  int epochs;
  int blocks;
  int jobs;
  double decay;
  double held_back;
  double rate;
  double target_error;
} Options;

static void
options_clear (Options *self)
{
  g_free (self->out);
  g_free (self->about);
  g_free (self->method);
  g_free (self->curve);
  g_free (self->task);
  g_free (self->data);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Options, options_clear)

static gboolean
read_listing (ExmTrainCorpus *corpus, const char *path, GCancellable *cancellable)
{
  gboolean standard = g_str_equal (path, "-");
  int fd = standard ? STDIN_FILENO : open (path, O_RDONLY | O_CLOEXEC);
  gboolean more = fd >= 0;

  if (fd < 0)
    {
      exm_cli_complain ("%s: %s", path, g_strerror (errno));
      return FALSE;
    }
  g_autoptr (ExmCliLines) lines = exm_cli_lines_new (fd, EXM_MAX_BATCH_LINE_BYTES);
  while (more)
    {
      const char *line = NULL;
      gsize n_bytes = 0;
      ExmCliLinesStatus status = exm_cli_lines_next (lines, &line, &n_bytes);
      g_autoptr (GError) error = NULL;
      g_autofree char *copy = NULL;
      if (status == EXM_CLI_LINES_TOO_LONG)
        corpus->n_left_out++;
      more = status != EXM_CLI_LINES_END && status != EXM_CLI_LINES_FAILED
             && !g_cancellable_is_cancelled (cancellable);
      if (status != EXM_CLI_LINES_LINE || n_bytes == 0)
        continue;
      copy = g_strndup (line, n_bytes);
      if (!exm_train_corpus_add (corpus, copy, &error))
        exm_cli_complain (_ ("%s, record %u: %s"), path, corpus->n_records,
                          error->message);
    }
  if (!standard)
    close (fd);
  return TRUE;
}

static gboolean
save (const char *folder, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  if (g_file_set_contents (path, text, -1, &error))
    return TRUE;
  exm_cli_complain ("%s", error->message);
  return FALSE;
}

static gboolean
save_table (const char *folder, const char *name, const ExmWeights *table)
{
  g_autofree char *text = exm_weights_write (table);
  return save (folder, name, text);
}

/* Which fold's table has not seen a site. */
static gboolean
save_folds (const char *folder, const ExmTrainCorpus *corpus)
{
  g_autoptr (GString) out = g_string_new ("set\tsite\tfold\n");
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < corpus->samples->len; i++)
    {
      const ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
      g_autofree char *row
          = g_strdup_printf ("%s\t%s\t%u\n", sample->set != NULL ? sample->set : "",
                             sample->site, sample->fold);
      if (g_hash_table_add (seen, g_strdup (row)))
        g_string_append (out, row);
    }
  return save (folder, "folds.tsv", out->str);
}

/* Writes the result of each page, under weights that have not seen its site. */
static gboolean
save_scores (const char *folder, const ExmTrainCorpus *corpus)
{
  g_autoptr (GString) out
      = g_string_new ("set\tsite\ttarget\tvariant\tfold\tf1\tconfidence\n");

  for (guint i = 0; i < corpus->samples->len; i++)
    {
      const ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
      g_string_append_printf (out, "%s\t%s\t%s\t%s\t%u\t",
                              sample->set != NULL ? sample->set : "", sample->site,
                              sample->name, exm_variant_get_name (sample->variant),
                              sample->fold);
      exm_text_append_number (out, sample->score);
      g_string_append_c (out, '\t');
      exm_text_append_number (out, sample->confidence);
      g_string_append_c (out, '\n');
    }
  return save (folder, "scores.tsv", out->str);
}

typedef struct
{
  double sum;
  guint n;
  guint n_good;
  guint n_bad;
} Score;

static void
print_scores (const ExmTrainCorpus *corpus)
{
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    {
      Score score = { 0 };
      for (guint i = 0; i < corpus->samples->len; i++)
        {
          const ExmTrainSample *sample = g_ptr_array_index (corpus->samples, i);
          if (sample->variant != v)
            continue;
          score.sum += sample->score;
          score.n++;
          score.n_good += sample->score >= .9;
          score.n_bad += sample->score < .5;
        }
      g_autofree char *line = g_strdup_printf (
          /* translators: %s names what is known of a page */
          _ ("%s: F1 %.4f over %u pages that their table has not seen; %.4f of them .9 "
             "or "
             "better, %.4f below .5\n"),
          exm_variant_get_name (v), score.sum / MAX (score.n, 1), score.n,
          (double) score.n_good / MAX (score.n, 1),
          (double) score.n_bad / MAX (score.n, 1));
      exm_cli_print (line);
    }
}

static gboolean
wants_kinds (const Options *self)
{
  return g_strcmp0 (self->method, "kinds") == 0;
}

/* Prints for each kind how well its pages' text is found, and what they are taken for, by
 * models that have not seen their sites. */
static void
print_kinds (GArray *pages)
{
  for (guint kind = 0; kind < EXM_N_PAGE_KINDS; kind++)
    {
      double sum = 0;
      guint n = 0, n_bodies = 0, n_shown[EXM_N_SHOWN_KINDS] = { 0 };
      for (guint i = 0; i < pages->len; i++)
        {
          const ExmTrainKindPage *page = &g_array_index (pages, ExmTrainKindPage, i);
          if (page->sample->kind != kind)
            continue;
          n++;
          n_shown[page->answer.shown]++;
          n_bodies += page->sample->has_body;
          sum += page->sample->has_body ? page->sample->score : 0;
        }
      g_autofree char *line
          = g_strdup_printf ("%s: F1 %.4f, n = %u;", exm_page_kind_get_name (kind),
                             sum / MAX (n_bodies, 1), n_bodies);
      exm_cli_print (line);
      for (guint k = 0; k < EXM_N_SHOWN_KINDS; k++)
        {
          g_autofree char *part = g_strdup_printf (
              " %s %.4f", exm_shown_kind_get_name (k), (double) n_shown[k] / MAX (n, 1));
          exm_cli_print (part);
        }
      exm_cli_print ("\n");
    }
}

/* The training of the default method's nets, away from the main thread. */
typedef struct
{
  char **listings; /* (unowned) */
  const Options *options;
  ExmTrainCorpus *corpus;       /* (owned) */
  ExmWeights *folds[MAX_FOLDS]; /* (owned) (nullable) */
  ExmWeights *table;            /* (owned) (nullable) */
  ExmKindModel *kinds;          /* (owned) (nullable) */
  GArray *pages;                /* (owned) (nullable) (element-type ExmTrainKindPage) */
  gboolean is_read;             /* all listings are */
  gint64 told_usec;             /* when it was said last how far it is */
  guint n_done;
  guint n_all;
} Training;

static void
training_clear (Training *self)
{
  g_clear_pointer (&self->corpus, exm_train_corpus_free);
  for (guint k = 0; k < MAX_FOLDS; k++)
    g_clear_pointer (&self->folds[k], exm_weights_unref);
  g_clear_pointer (&self->table, exm_weights_unref);
  g_clear_pointer (&self->kinds, exm_kind_model_free);
  g_clear_pointer (&self->pages, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Training, training_clear)

/* A training thread; the lock of the training is held. */
static void
tell_progress (guint done, guint all, gpointer data)
{
  Training *self = data;
  gint64 now = g_get_monotonic_time ();

  self->n_done = done;
  self->n_all = all;
  if (done > 0 && done < all && now - self->told_usec < 2 * G_USEC_PER_SEC)
    return;
  self->told_usec = now;
  g_printerr (_ ("%u of %u nets trained\n"), done, all);
}

static void
train (gpointer data, GCancellable *cancellable)
{
  Training *self = data;
  const Options *options = self->options;

  for (guint i = 0; self->listings[i] != NULL; i++)
    if (!read_listing (self->corpus, self->listings[i], cancellable))
      return;
  self->is_read = !g_cancellable_is_cancelled (cancellable);
  if (!self->is_read || self->corpus->samples->len == 0)
    return;
  g_autofree char *about = g_strdup_printf (
      "%s; %u records, %u samples; seed %" G_GINT64_FORMAT ", %d folds, %d epochs",
      options->about != NULL ? options->about : "?",
      self->corpus->n_records - self->corpus->n_left_out, self->corpus->samples->len,
      options->seed, options->folds, options->epochs);
  const ExmTrainOptions how = {
    .seed = (guint64) options->seed,
    .n_folds = (guint) options->folds,
    .n_blocks = (guint) options->blocks,
    .n_epochs = (guint) options->epochs,
    .decay = options->decay,
    .n_threads = (guint) options->jobs,
    .about = about,
    .cancellable = cancellable,
  };
  if (wants_kinds (options))
    self->kinds = exm_train_kinds (self->corpus, &how, &self->pages, tell_progress, self);
  else
    self->table = exm_train (self->corpus, &how, self->folds, tell_progress, self);
}

/* Says why there is no table, or how far it came. @ended: it was told to end */
static void
complain_of_failure (const Training *self, gboolean ended)
{
  if (ended && self->n_all > 0)
    exm_cli_complain (_ ("Ended early: %u of %u nets were trained, no table was written"),
                      self->n_done, self->n_all);
  else if (ended)
    exm_cli_complain (_ ("Ended early: %u records were read, no table was written"),
                      self->corpus->n_records);
  else if (self->is_read)
    exm_cli_complain (_ ("There is nothing to learn from"));
}

static gboolean
save_all (const Training *self)
{
  const char *out = self->options->out;
  gboolean saved = TRUE;

  for (guint k = 0; k < (guint) self->options->folds; k++)
    {
      g_autofree char *name = g_strdup_printf ("fold-%u.table", k);
      saved = saved && save_table (out, name, self->folds[k]);
    }
  return saved && save_table (out, "exemplar.table", self->table)
         && save_folds (out, self->corpus) && save_scores (out, self->corpus);
}

static ExmExit
run (char **listings, const Options *options)
{
  g_auto (Training) self
      = { .listings = listings, .options = options, .corpus = exm_train_corpus_new () };
  gboolean ended = !exm_cli_run_in_background (train, NULL, &self);

  if (self.kinds != NULL)
    {
      g_autofree char *text = exm_kind_model_write (self.kinds);
      g_autofree char *folder = g_path_get_dirname (options->out);
      g_autofree char *name = g_path_get_basename (options->out);
      print_kinds (self.pages);
      gboolean saved = save (folder, name, text);
      return exm_cli_flush () && saved ? EXM_EXIT_OK : EXM_EXIT_FAILED;
    }
  if (self.table == NULL)
    {
      complain_of_failure (&self, ended);
      return EXM_EXIT_FAILED;
    }
  gboolean saved = save_all (&self);
  print_scores (self.corpus);
  return exm_cli_flush () && saved ? EXM_EXIT_OK : EXM_EXIT_FAILED;
}

static gboolean
is_between (int value, int least, int most)
{
  return value >= least && value <= most;
}

/* Whether the numbers make sense; complains if not. */
static gboolean
check_numbers (const Options *self)
{
  if (is_between (self->folds, 2, MAX_FOLDS) && is_between (self->epochs, 1, MAX_EPOCHS)
      && is_between (self->blocks, 1, (int) EXM_NET_MAX_BLOCKS)
      && is_between (self->jobs, 1, EXM_CLI_MAX_THREADS) && self->decay >= 0
      && self->decay <= 10 && self->held_back >= 0 && self->held_back <= .9
      && self->rate > 0 && self->rate <= 10 && self->target_error >= 0
      && self->target_error <= 1)
    return TRUE;
  exm_cli_refuse (_ ("A number is too small or too large"));
  return FALSE;
}

static gboolean
parse (Options *self, int *argc, char ***argv, ExmExit *exit_code)
{
  const GOptionEntry entries[] = {
    { "method", 'm', 0, G_OPTION_ARG_STRING, &self->method,
      N_ ("Whose weights: exemplar (the default), kinds (of pages), bp-net or "
          "density-net"),
      N_ ("METHOD") },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &self->out,
      N_ ("Folder for the tables; of kinds, bp-net and density-net the file to write"),
      N_ ("PATH") },
    { "curve", 0, 0, G_OPTION_ARG_FILENAME, &self->curve,
      N_ ("With bp-net or density-net: a file for the loss of each epoch, .svg or .csv"),
      N_ ("FILE") },
    { "task", 't', 0, G_OPTION_ARG_STRING, &self->task,
      N_ ("With bp-net or density-net: learn from the corrected articles and marked "
          "examples of a task; 20 pages suffice"),
      N_ ("TASK") },
    { "use", 0, 0, G_OPTION_ARG_NONE, &self->use,
      N_ ("With --task: the model becomes the task’s own"), NULL },
    { "shipped", 0, 0, G_OPTION_ARG_NONE, &self->shipped,
      N_ ("With --task: do not train, let the task go back to the program’s model"),
      NULL },
    EXM_CLI_DATA_ENTRY (&self->data),
    { "about", 0, 0, G_OPTION_ARG_STRING, &self->about,
      N_ ("What the table shall say it was trained on"), N_ ("TEXT") },
    { "seed", 0, 0, G_OPTION_ARG_INT64, &self->seed, N_ ("Of all random numbers (1)"),
      N_ ("N") },
    { "folds", 0, 0, G_OPTION_ARG_INT, &self->folds,
      N_ ("Parts of the sites for cross-validation (3)"), N_ ("N") },
    { "held-back", 0, 0, G_OPTION_ARG_DOUBLE, &self->held_back,
      N_ ("With bp-net or density-net: share of the sites that are tested on (0.2)"),
      N_ ("X") },
    { "epochs", 0, 0, G_OPTION_ARG_INT, &self->epochs,
      N_ ("How often every page is looked at (8; bp-net and density-net: 200 at most)"),
      N_ ("N") },
    { "rate", 0, 0, G_OPTION_ARG_DOUBLE, &self->rate,
      N_ ("With bp-net or density-net: length of a step (0.2)"), N_ ("X") },
    { "target-error", 0, 0, G_OPTION_ARG_DOUBLE, &self->target_error,
      N_ ("With bp-net or density-net: training ends when an epoch’s loss is this or "
          "less (0.05)"),
      N_ ("X") },
    { "nets", 0, 0, G_OPTION_ARG_INT, &self->blocks, N_ ("Nets that are averaged (1)"),
      N_ ("N") },
    { "decay", 0, 0, G_OPTION_ARG_DOUBLE, &self->decay,
      N_ ("How fast weights shrink (2)"), N_ ("X") },
    { "jobs", 'j', 0, G_OPTION_ARG_INT, &self->jobs,
      N_ ("Train this many nets at once (all processors)"), N_ ("N") },
    G_OPTION_ENTRY_NULL,
  };
  GOptionContext *context = g_option_context_new (_ ("LISTING… or CORPUS"));

  g_option_context_set_summary (
      context,
      _ ("Learns from pages with known bodies and writes tables of weights: one trained "
         "on\n"
         "all, and one a part of the sites, which has not seen them. LISTING holds JSON\n"
         "records, a line each (“-”: standard input): site, set, target_path, "
         "target_body,\n"
         "and where there is an example, example_path, example_body, url, example_url.\n"
         "For kinds also kind, with which target_body may be left out.\n"
         "For bp-net and density-net CORPUS is a folder of pages as “compare” takes "
         "it."));
  g_option_context_set_description (context, exm_cli_describe_exits ());
  g_option_context_add_main_entries (context, entries, GETTEXT_PACKAGE);
  return exm_cli_parse (context, argc, argv, exit_code);
}

static ExmExit
train_model (const Options *self, int argc, char **argv)
{
  const ExmCliTrainModel request = {
    .method = self->method,
    .corpus = argc > 1 ? argv[1] : NULL,
    .task = self->task,
    .data = self->data,
    .path = self->out,
    .curve = self->curve,
    .use = self->use,
    .about = self->about,
    .seed = self->seed,
    .epochs = (guint) self->epochs,
    .held_back = self->held_back,
    .rate = self->rate,
    .target_error = self->target_error,
  };

  if ((self->use || self->shipped) && self->task == NULL)
    return exm_cli_refuse (_ ("--use and --shipped are for --task"));
  if (self->shipped && exm_model_layout_find (self->method) != NULL && argc == 1)
    return exm_cli_train_use (&request, NULL);
  if ((self->out == NULL && !self->use) || argc > 2 || (argc > 1) == (self->task != NULL))
    return exm_cli_refuse (_ ("A corpus or --task, and --out or --use are needed"));
  return exm_cli_train_model (&request);
}

ExmExit
exm_cli_train (int argc, char **argv)
{
  g_auto (Options) options = { .seed = 1,
                               .folds = 3,
                               .blocks = 1,
                               .decay = 2,
                               .held_back = EXM_TRAIN_HELD_BACK,
                               .rate = EXM_TRAIN_RATE,
                               .target_error = EXM_TRAIN_TARGET_ERROR,
                               .jobs = (int) g_get_num_processors () };
  g_auto (GStrv) arguments = g_strdupv (argv);
  g_autofree char **parsed = g_memdup2 (arguments, sizeof (char *) * ((gsize) argc + 1));
  ExmExit exit_code;

  if (!parse (&options, &argc, &parsed, &exit_code))
    return exit_code;
  gboolean is_model = options.method != NULL
                      && strcmp (options.method, EXM_METHOD_DEFAULT) != 0
                      && !wants_kinds (&options);
  if (options.epochs == 0)
    options.epochs = is_model ? (int) EXM_TRAIN_EPOCHS : EPOCHS;
  if (!check_numbers (&options))
    return EXM_EXIT_USAGE;
  if (is_model)
    return train_model (&options, argc, parsed);
  if (argc < 2 || options.out == NULL)
    return exm_cli_refuse (_ ("A listing and --out are needed"));
  return run (parsed + 1, &options);
}
