/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-row.h"

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmRunRow
{
  GtkWidget parent_instance;

  ExmRunItem *item; /* (owned) (nullable) */
  char *task_name;  /* (owned) (nullable) */

  /* Children of the template. */
  GtkWidget *box;
  GtkLabel *name;
  GtkLabel *time;
  GtkImage *icon;
  GtkLabel *state;
  GtkLabel *progress;
  GtkProgressBar *bar;
};

G_DEFINE_FINAL_TYPE (ExmRunRow, exm_run_row, GTK_TYPE_WIDGET)

typedef struct
{
  const char *state;
  const char *words; /* untranslated */
  const char *icon;
  const char *css_class;
} StateWords;

static const StateWords state_words[] = {
  { "running", N_ ("Running"), "content-loading-symbolic", "exm-fs" },
  { "done", N_ ("Done"), "object-select-symbolic", "exm-body" },
  { "failed", N_ ("Failed"), "dialog-error-symbolic", "exm-error" },
  { "stopped", N_ ("Stopped"), "media-playback-stop-symbolic", "exm-seen" },
  { "interrupted", N_ ("Interrupted"), "dialog-warning-symbolic", "exm-warning" },
};

static const StateWords *
find_state (const char *state)
{
  for (guint i = 0; i < G_N_ELEMENTS (state_words); i++)
    if (strcmp (state_words[i].state, state) == 0)
      return &state_words[i];
  return &state_words[1];
}

const char *
exm_run_words_state (const char *state)
{
  return _ (find_state (state)->words);
}

/* Counts all of a first run as new: of other runs backlog is older. */
static char *
describe_articles (const ExmRunCounts *counts)
{
  guint n_older = MIN (counts->n_older, counts->n_backlog);
  guint n_new = counts->n_articles - MIN (n_older, counts->n_articles);
  g_autofree char *new = g_strdup_printf (ngettext ("%u new", "%u new", n_new), n_new);
  g_autofree char *older
      = g_strdup_printf (ngettext ("%u older", "%u older", n_older), n_older);
  const char *parts[]
      = { n_new > 0 || n_older == 0 ? new : NULL, n_older > 0 ? older : NULL };

  return exm_article_words_join (parts, G_N_ELEMENTS (parts));
}

char *
exm_run_words_progress (ExmRunItem *item)
{
  const ExmRun *run = exm_run_item_get_run (item);
  guint n_done = 0, n_pages = 0;

  exm_run_item_get_progress (item, &n_done, &n_pages);
  if (strcmp (run->state, "running") == 0 && n_pages == 0)
    return g_strdup (_ ("Reading the list of articles"));
  if (strcmp (run->state, "running") == 0)
    return g_strdup_printf (_ ("Page %u of %u, %u new"), MIN (n_done + 1, n_pages),
                            n_pages, run->counts.n_articles);
  if (strcmp (run->state, "done") == 0 && run->message != NULL
      && run->counts.n_articles == 0 && run->counts.n_failed == 0)
    return g_strdup (run->message);
  g_autofree char *new = describe_articles (&run->counts);
  g_autofree char *flagged
      = run->counts.n_flagged > 0 ? g_strdup_printf (
            ngettext ("%u to review", "%u to review", run->counts.n_flagged),
            run->counts.n_flagged)
                                  : NULL;
  g_autofree char *failed
      = run->counts.n_failed > 0 ? g_strdup_printf (
            ngettext ("%u page failed", "%u pages failed", run->counts.n_failed),
            run->counts.n_failed)
                                 : NULL;
  g_autofree char *passed
      = run->counts.n_passed > 0 ? g_strdup_printf (
            ngettext ("%u passed over", "%u passed over", run->counts.n_passed),
            run->counts.n_passed)
                                 : NULL;
  const char *parts[] = { new, flagged, failed, passed };
  return exm_article_words_join (parts, G_N_ELEMENTS (parts));
}

static void
show_run (ExmRunRow *self)
{
  const ExmRun *run = exm_run_item_get_run (self->item);
  const StateWords *words = find_state (run->state);
  const char *const classes[] = { "caption", words->css_class, NULL };
  gboolean running = strcmp (run->state, "running") == 0;
  g_autofree char *when = exm_article_words_when (run->started_usec);
  g_autofree char *progress = exm_run_words_progress (self->item);
  guint n_done = 0, n_pages = 0;

  exm_run_item_get_progress (self->item, &n_done, &n_pages);
  gtk_label_set_label (self->name, self->task_name != NULL ? self->task_name : when);
  gtk_label_set_label (self->time, when);
  gtk_widget_set_visible (GTK_WIDGET (self->time), self->task_name != NULL);
  gtk_label_set_label (self->state, _ (words->words));
  gtk_image_set_from_icon_name (self->icon, words->icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->state), (const char **) classes);
  gtk_label_set_label (self->progress, progress);
  gtk_widget_set_visible (GTK_WIDGET (self->bar), running && n_pages > 0);
  gtk_progress_bar_set_fraction (self->bar, n_pages > 0 ? (double) n_done / n_pages : 0);
}

static void
on_item_notify (ExmRunItem *item, GParamSpec *pspec, ExmRunRow *self)
{
  show_run (self);
}

static void
exm_run_row_dispose (GObject *object)
{
  ExmRunRow *self = EXM_RUN_ROW (object);

  exm_run_row_set_item (self, NULL);
  g_clear_pointer (&self->task_name, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_RUN_ROW);
  G_OBJECT_CLASS (exm_run_row_parent_class)->dispose (object);
}

#define BIND(name) gtk_widget_class_bind_template_child (widget_class, ExmRunRow, name)

static void
exm_run_row_class_init (ExmRunRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_run_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-run-row.ui");
  BIND (box);
  BIND (name);
  BIND (time);
  BIND (icon);
  BIND (state);
  BIND (progress);
  BIND (bar);
}

static void
exm_run_row_init (ExmRunRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_run_row_set_item (ExmRunRow *self, ExmRunItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, on_item_notify, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect (item, "notify", G_CALLBACK (on_item_notify), self);
  show_run (self);
}

ExmRunItem *
exm_run_row_get_item (ExmRunRow *self)
{
  return self->item;
}

void
exm_run_row_set_task_name (ExmRunRow *self, const char *task_name)
{
  if (g_strcmp0 (task_name, self->task_name) == 0)
    return;
  char *copy = g_strdup (task_name);
  g_free (self->task_name);
  self->task_name = copy;
  if (self->item != NULL)
    show_run (self);
}
