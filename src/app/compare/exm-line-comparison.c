/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/compare/exm-line-comparison.h"

#include "app/compare/exm-comparison-job.h"

/* One way to compare. */
typedef struct
{
  ExmComparedKind kind;
  ExmStoredPage *version; /* (owned) (nullable) */
} Choice;

struct _ExmLineComparison
{
  GObject parent_instance;

  ExmAnalysis *analysis;  /* (owned) */
  ExmStoreReader *reader; /* (owned) (nullable) */
  gint64 article_id;
  char *page_hash; /* (owned) (nullable) */
  GArray *choices; /* (owned) (element-type Choice): never empty */
  guint choice;
  GCancellable *listing; /* (owned) (nullable): versions are being read */
  GCancellable *running; /* (owned) (nullable) */
  gboolean due;          /* what is known is not of what there is now */
  guint n_holders;
  ExmComparisonState state;
  char *message;               /* (owned) (nullable) */
  ExmComparisonLayout *layout; /* (owned) (nullable): of the difference */
  ExmPageText *page;           /* (owned) (nullable): the target that it is of */
  guint8 *left_body;           /* (owned) (nullable): a byte a line of the example */
  guint n_left_body;
  guint8 *version_verdicts; /* (owned) (nullable): of the version that it is of */
  guint n_version_verdicts;
};

enum
{
  SIGNAL_CHANGED,
  SIGNAL_CHOICES_CHANGED,
  SIGNAL_BODY_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmLineComparison, exm_line_comparison, G_TYPE_OBJECT)

static const Choice *
get_choice (ExmLineComparison *self)
{
  return &g_array_index (self->choices, Choice, self->choice);
}

/* Whether what lies around the bodies is left out. */
static gboolean
is_of_bodies (const Choice *choice)
{
  return choice->kind == EXM_COMPARED_STORED || choice->kind == EXM_COMPARED_BODIES;
}

static void
tell (ExmLineComparison *self, guint signal)
{
  g_signal_emit (self, signals[signal], 0);
}

/* Comparing */

static void start_if_due (ExmLineComparison *self);

static void
set_state (ExmLineComparison *self, ExmComparisonState state, const char *message)
{
  self->state = state;
  g_free (self->message);
  self->message = g_strdup (message);
  tell (self, SIGNAL_CHANGED);
}

static void
forget (ExmLineComparison *self)
{
  g_clear_pointer (&self->layout, exm_comparison_layout_unref);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->version_verdicts, g_free);
}

static void
on_ran (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  g_autoptr (ExmLineComparison) self = g_weak_ref_get (weak);
  ExmComparisonJob *job = g_task_get_task_data (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmComparisonLayout) layout
      = g_task_propagate_pointer (G_TASK (result), &error);

  g_weak_ref_clear (weak);
  g_free (weak);
  if (self == NULL || g_task_get_cancellable (G_TASK (result)) != self->running)
    return;
  g_clear_object (&self->running);
  forget (self);
  if (layout != NULL)
    {
      self->page = exm_page_text_ref (job->page);
      self->version_verdicts = g_steal_pointer (&job->version_verdicts);
      self->n_version_verdicts = job->n_version_verdicts;
    }
  self->layout = g_steal_pointer (&layout);
  set_state (self, self->layout != NULL ? EXM_COMPARISON_READY : EXM_COMPARISON_FAILED,
             error != NULL ? error->message : NULL);
  start_if_due (self);
}

static ExmComparisonJob *
make_job (ExmLineComparison *self)
{
  const Choice *choice = get_choice (self);
  ExmPageText *page = exm_analysis_get_page (self->analysis),
              *example = exm_analysis_get_example_page (self->analysis, 0);
  guint n;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n);

  if (page == NULL || (choice->kind == EXM_COMPARED_EXAMPLE && example == NULL))
    return NULL;
  ExmComparisonJob *job = g_new0 (ExmComparisonJob, 1);
  job->kind = choice->kind;
  job->page = exm_page_text_ref (page);
  job->example = example != NULL ? exm_page_text_ref (example) : NULL;
  job->reader = self->reader != NULL ? g_object_ref (self->reader) : NULL;
  job->article_id = self->article_id;
  job->version = choice->version != NULL ? exm_stored_page_ref (choice->version) : NULL;
  job->url = g_strdup (exm_analysis_get_target_url (self->analysis));
  const ExmAnalysisPage *target = exm_analysis_get_input (self->analysis)->target;
  job->charset = g_strdup (target->charset);
  job->further = target->further != NULL ? g_ptr_array_ref (target->further) : NULL;
  if (choice->kind == EXM_COMPARED_BODIES || choice->kind == EXM_COMPARED_VERSION)
    {
      job->extraction = exm_analysis_make_job (self->analysis);
      job->labels = exm_analysis_list_line_labels (self->analysis);
    }
  if (is_of_bodies (choice))
    {
      job->verdicts
          = g_memdup2 (verdicts != NULL ? verdicts : (const guint8 *) "", MAX (n, 1));
      job->n_verdicts = n;
    }
  return job;
}

static void
stop (ExmLineComparison *self)
{
  g_cancellable_cancel (self->running);
  g_clear_object (&self->running);
}

/* One at a time; what changes meanwhile is taken by the next. */
static void
start_if_due (ExmLineComparison *self)
{
  if (!self->due || self->n_holders == 0 || self->running != NULL)
    return;
  ExmComparisonJob *job = make_job (self);
  self->due = FALSE;
  if (job == NULL)
    {
      forget (self);
      set_state (self,
                 exm_analysis_get_busy (self->analysis) ? EXM_COMPARISON_BUSY
                                                        : EXM_COMPARISON_EMPTY,
                 NULL);
      return;
    }
  GWeakRef *weak = g_new (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  self->running = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (NULL, self->running, on_ran, weak);
  g_task_set_source_tag (task, start_if_due);
  g_task_set_task_data (task, job, exm_comparison_job_free);
  g_task_run_in_thread (task, exm_comparison_job_run);
}

/* @anew: what is known is of other texts, and shown no longer */
static void
compare_again (ExmLineComparison *self, gboolean anew)
{
  self->due = TRUE;
  if (anew)
    {
      stop (self);
      forget (self);
      set_state (self, EXM_COMPARISON_BUSY, NULL);
    }
  start_if_due (self);
}

/* The bodies */

static void
take_left_body (ExmLineComparison *self)
{
  guint n_lines = 0, n = 0;
  ExmPageText *example = exm_analysis_get_example_page (self->analysis, 0);
  const guint8 *verdicts = exm_analysis_get_example_verdicts (self->analysis, 0, &n);

  g_clear_pointer (&self->left_body, g_free);
  self->n_left_body = 0;
  if (example == NULL)
    return;
  exm_page_text_get_lines (example, &n_lines);
  self->left_body = exm_analysis_dup_region_lines (self->analysis, 0);
  self->n_left_body = self->left_body != NULL ? n_lines : n;
  if (self->left_body != NULL || n == 0)
    return;
  self->left_body = g_new0 (guint8, n);
  for (guint i = 0; i < n; i++)
    self->left_body[i] = verdicts[i] == EXM_VERDICT_KEPT;
}

/* The analysis */

static void
on_pages_changed (ExmLineComparison *self)
{
  take_left_body (self);
  compare_again (self, TRUE);
}

/* The result is another, or there is none for want of a page. */
static void
on_changed (ExmLineComparison *self)
{
  take_left_body (self);
  if (self->layout == NULL && self->running == NULL)
    compare_again (self, FALSE);
  tell (self, SIGNAL_BODY_CHANGED);
  tell (self, SIGNAL_CHANGED);
}

static void
on_boundaries_changed (ExmLineComparison *self)
{
  tell (self, SIGNAL_BODY_CHANGED);
  if (get_choice (self)->kind != EXM_COMPARED_EXAMPLE)
    compare_again (self, FALSE);
}

/* The store */

static void
choice_clear (gpointer data)
{
  g_clear_pointer (&((Choice *) data)->version, exm_stored_page_unref);
}

static void
add_choice (ExmLineComparison *self, ExmComparedKind kind, ExmStoredPage *version)
{
  const Choice choice = { kind, version != NULL ? exm_stored_page_ref (version) : NULL };

  g_array_append_val (self->choices, choice);
}

/* @versions: (nullable): of the page; the one that was chosen stays so where it is still
 * there */
static void
set_choices (ExmLineComparison *self, GPtrArray *versions)
{
  const Choice *old = get_choice (self);
  ExmComparedKind kind = old->kind;
  g_autofree char *hash = old->version != NULL ? g_strdup (old->version->hash) : NULL;
  gboolean was_example = kind == EXM_COMPARED_EXAMPLE;

  g_array_set_size (self->choices, 0);
  self->choice = 0;
  add_choice (self, EXM_COMPARED_EXAMPLE, NULL);
  if (self->article_id != 0)
    add_choice (self, EXM_COMPARED_STORED, NULL);
  for (guint i = 0; versions != NULL && i < versions->len; i++)
    {
      ExmStoredPage *version = g_ptr_array_index (versions, i);
      if (g_strcmp0 (version->hash, self->page_hash) != 0)
        {
          add_choice (self, EXM_COMPARED_VERSION, version);
          add_choice (self, EXM_COMPARED_BODIES, version);
        }
    }
  for (guint i = 0; i < self->choices->len; i++)
    {
      const Choice *choice = &g_array_index (self->choices, Choice, i);
      if (choice->kind == kind
          && (choice->version == NULL || g_strcmp0 (choice->version->hash, hash) == 0))
        self->choice = i;
    }
  tell (self, SIGNAL_CHOICES_CHANGED);
  if (self->choice == 0 && !was_example)
    compare_again (self, TRUE);
}

static void
on_versions_read (GObject *source, GAsyncResult *result, gpointer data)
{
  GWeakRef *weak = data;
  g_autoptr (ExmLineComparison) self = g_weak_ref_get (weak);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) versions
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  g_weak_ref_clear (weak);
  g_free (weak);
  if (self == NULL || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->listing);
  set_choices (self, versions);
}

static void
read_versions (ExmLineComparison *self)
{
  const ExmStoreQuery query = { .kind = EXM_READ_PAGE_VERSIONS, .hash = self->page_hash };

  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  if (self->reader == NULL || self->page_hash == NULL || self->n_holders == 0)
    return;
  GWeakRef *weak = g_new (GWeakRef, 1);
  g_weak_ref_init (weak, self);
  self->listing = g_cancellable_new ();
  exm_store_reader_read_async (self->reader, &query, self->listing, on_versions_read,
                               weak);
}

void
exm_line_comparison_set_stored (ExmLineComparison *self,
                                ExmStoreReader *reader,
                                gint64 article_id,
                                const char *page_hash)
{
  gboolean same;
  same = article_id == self->article_id && g_strcmp0 (page_hash, self->page_hash) == 0;
  g_autofree char *hash = g_strdup (page_hash);
  g_set_object (&self->reader, reader);
  self->article_id = article_id;
  g_free (self->page_hash);
  self->page_hash = g_steal_pointer (&hash);
  if (!same)
    set_choices (self, NULL);
  read_versions (self);
  if (get_choice (self)->kind == EXM_COMPARED_STORED)
    compare_again (self, FALSE);
}

/* Looking */

void
exm_line_comparison_hold (ExmLineComparison *self)
{
  if (self->n_holders++ > 0)
    return;
  read_versions (self);
  start_if_due (self);
}

void
exm_line_comparison_release (ExmLineComparison *self)
{
  g_return_if_fail (self->n_holders > 0);

  if (--self->n_holders > 0 || self->running == NULL)
    return;
  stop (self);
  self->due = TRUE;
}

guint
exm_line_comparison_get_n_choices (ExmLineComparison *self)
{
  return self->choices->len;
}

ExmStoredPage *
exm_line_comparison_get_version (ExmLineComparison *self, guint index)
{
  g_return_val_if_fail (index < self->choices->len, NULL);

  return g_array_index (self->choices, Choice, index).version;
}

void
exm_line_comparison_set_choice (ExmLineComparison *self, guint choice)
{
  g_return_if_fail (choice < self->choices->len);

  if (choice == self->choice)
    return;
  self->choice = choice;
  compare_again (self, TRUE);
}

guint
exm_line_comparison_get_choice (ExmLineComparison *self)
{
  return self->choice;
}

ExmComparedKind
exm_line_comparison_get_kind (ExmLineComparison *self, guint index)
{
  g_return_val_if_fail (index < self->choices->len, EXM_COMPARED_EXAMPLE);

  return g_array_index (self->choices, Choice, index).kind;
}

/* The difference */

ExmAnalysis *
exm_line_comparison_get_analysis (ExmLineComparison *self)
{
  return self->analysis;
}

ExmComparisonState
exm_line_comparison_get_state (ExmLineComparison *self)
{
  return self->state;
}

const char *
exm_line_comparison_get_message (ExmLineComparison *self)
{
  return self->message;
}

ExmLineDiff *
exm_line_comparison_get_diff (ExmLineComparison *self)
{
  return self->layout != NULL ? exm_comparison_layout_get_diff (self->layout) : NULL;
}

ExmComparisonLayout *
exm_line_comparison_get_layout (ExmLineComparison *self)
{
  return self->layout;
}

gboolean
exm_line_comparison_is_body (ExmLineComparison *self, gboolean right, guint index)
{
  guint n, n_verdicts;

  if (self->layout == NULL || index == EXM_NONE || is_of_bodies (get_choice (self)))
    return FALSE;
  if (!right)
    {
      const ExmDiffLine *lines = exm_diff_text_get_lines (
          exm_line_diff_get_left (exm_line_comparison_get_diff (self)), &n);
      guint line = index < n ? lines[index].line : EXM_NONE;
      if (get_choice (self)->kind == EXM_COMPARED_EXAMPLE)
        return line < self->n_left_body && self->left_body[line];
      return self->version_verdicts != NULL && line < self->n_version_verdicts
             && self->version_verdicts[line] == EXM_VERDICT_KEPT;
    }
  guint line = exm_line_comparison_get_target_line (self, index);
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n_verdicts);
  return line < n_verdicts && verdicts[line] == EXM_VERDICT_KEPT;
}

guint
exm_line_comparison_get_target_line (ExmLineComparison *self, guint index)
{
  guint n;
  if (self->layout == NULL || self->page != exm_analysis_get_page (self->analysis))
    return EXM_NONE;
  const ExmDiffLine *lines = exm_diff_text_get_lines (
      exm_line_diff_get_right (exm_line_comparison_get_diff (self)), &n);
  return index < n ? lines[index].line : EXM_NONE;
}

void
exm_line_comparison_point (ExmLineComparison *self, guint left, guint right)
{
  guint n, line = exm_line_comparison_get_target_line (self, right);
  if (self->layout == NULL)
    return;
  if (line != EXM_NONE)
    exm_view_state_set_current_line (exm_analysis_get_view (self->analysis), line);
  const ExmDiffLine *lines = exm_diff_text_get_lines (
      exm_line_diff_get_left (exm_line_comparison_get_diff (self)), &n);
  /* The example's twin of a target's line is found by its key, which is not that of a
   * changed one. */
  if (left < n && get_choice (self)->kind == EXM_COMPARED_EXAMPLE)
    exm_view_state_activate_example_line (exm_analysis_get_view (self->analysis),
                                          lines[left].line);
}

/* The object */

static void
exm_line_comparison_dispose (GObject *object)
{
  ExmLineComparison *self = EXM_LINE_COMPARISON (object);

  stop (self);
  g_cancellable_cancel (self->listing);
  g_clear_object (&self->listing);
  G_OBJECT_CLASS (exm_line_comparison_parent_class)->dispose (object);
}

static void
exm_line_comparison_finalize (GObject *object)
{
  ExmLineComparison *self = EXM_LINE_COMPARISON (object);

  forget (self);
  g_array_unref (self->choices);
  g_clear_object (&self->reader);
  g_clear_object (&self->analysis);
  g_free (self->page_hash);
  g_free (self->message);
  g_free (self->left_body);
  G_OBJECT_CLASS (exm_line_comparison_parent_class)->finalize (object);
}

static guint
add_signal (const char *name, GType type)
{
  return g_signal_new (name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                       0);
}

static void
exm_line_comparison_class_init (ExmLineComparisonClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_line_comparison_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_line_comparison_finalize;
  signals[SIGNAL_CHANGED] = add_signal ("changed", type);
  signals[SIGNAL_CHOICES_CHANGED] = add_signal ("choices-changed", type);
  signals[SIGNAL_BODY_CHANGED] = add_signal ("body-changed", type);
}

static void
exm_line_comparison_init (ExmLineComparison *self)
{
  self->choices = g_array_new (FALSE, FALSE, sizeof (Choice));
  g_array_set_clear_func (self->choices, choice_clear);
  add_choice (self, EXM_COMPARED_EXAMPLE, NULL);
  self->state = EXM_COMPARISON_BUSY;
  self->due = TRUE;
}

ExmLineComparison *
exm_line_comparison_new (ExmAnalysis *analysis)
{
  ExmLineComparison *self = g_object_new (EXM_TYPE_LINE_COMPARISON, NULL);

  self->analysis = g_object_ref (analysis);
  take_left_body (self);
  g_signal_connect_object (analysis, "pages-changed", G_CALLBACK (on_pages_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (analysis, "boundaries-changed",
                           G_CALLBACK (on_boundaries_changed), self, G_CONNECT_SWAPPED);
  return self;
}
