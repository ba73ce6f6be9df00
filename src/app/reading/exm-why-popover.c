/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-why-popover.h"

#include "app/analysis/exm-bench-load.h"
#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmWhyPopover
{
  GtkPopover parent_instance;

  ExmSession *session;       /* (owned) (nullable) */
  ExmBenchPage *page;        /* (owned) (nullable): of the article, once it is read */
  ExmAnalysis *analysis;     /* (owned) (nullable): of that page */
  GCancellable *cancellable; /* (owned) (nullable): of all that is read */
  char *failure;             /* (owned) (nullable): why nothing can be told */
  gint64 id;                 /* the article, or 0 */
  guint line;                /* of its text */
  gboolean watching;         /* what it stands in */

  /* Children of the template. */
  GtkLabel *quote;
  GtkWidget *busy;
  GtkSpinner *spinner;
  GtkLabel *message;
  GtkBox *reasons;
  GtkWidget *open;
};

G_DEFINE_FINAL_TYPE (ExmWhyPopover, exm_why_popover, GTK_TYPE_POPOVER)

/* Lines */

/* Returns: (transfer none) (nullable): the line of the article that is asked about */
static const char *
get_text (ExmWhyPopover *self, char **lines)
{
  return lines != NULL && self->line < g_strv_length (lines) ? lines[self->line] : NULL;
}

static char **
dup_lines (ExmWhyPopover *self)
{
  const ExmArticleFields *fields
      = self->page != NULL ? exm_article_get (self->page->article) : NULL;

  return fields != NULL && fields->text != NULL ? g_strsplit (fields->text, "\n", -1)
                                                : NULL;
}

/* The line of the page that became that of the article: the same one of those with the
 * same text. Returns: %EXM_NONE if the page has no such line */
static guint
find_line (ExmWhyPopover *self)
{
  g_auto (GStrv) lines = dup_lines (self);
  const char *text = get_text (self, lines);
  ExmPageText *page = exm_analysis_get_page (self->analysis);
  guint n, n_lines, n_before = 0, found = EXM_NONE;
  gboolean is_kept = FALSE;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n);

  if (text == NULL || page == NULL)
    return EXM_NONE;
  for (guint i = 0; i < self->line; i++)
    n_before += g_str_equal (lines[i], text);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < MIN (n, n_lines); i++)
    {
      gboolean kept = verdicts[i] == EXM_VERDICT_KEPT;
      if (!g_str_equal (exm_page_text_get_line (page, i), text) || (is_kept && !kept))
        continue;
      /* The last one of them where there are too few. */
      found = i;
      is_kept |= kept;
      if (kept && n_before-- == 0)
        break;
    }
  return found;
}

/* Reasons */

static void
clear_reasons (ExmWhyPopover *self)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->reasons))) != NULL)
    gtk_box_remove (self->reasons, child);
}

static void
add_reason (ExmWhyPopover *self, const char *reason)
{
  g_autofree char *words = g_strconcat ("• ", reason, NULL);
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 44);
  gtk_box_append (self->reasons, label);
}

/* @line: of the page */
static void
show_reasons (ExmWhyPopover *self, guint line)
{
  guint n;
  const guint8 *verdicts = exm_analysis_get_verdicts (self->analysis, &n);
  gboolean kept = line < n && verdicts[line] == EXM_VERDICT_KEPT;
  g_auto (GStrv) reasons = line != EXM_NONE
                               ? exm_analysis_dup_reasons (self->analysis, line)
                               : g_new0 (char *, 1);

  for (char **reason = reasons; *reason != NULL; reason++)
    add_reason (self, *reason);
  if (line == EXM_NONE)
    gtk_label_set_label (self->message, _ ("The stored page does not have this line."));
  else if (!kept)
    gtk_label_set_label (self->message,
                         _ ("Compared with the examples as they are now, it would be "
                            "left out."));
  else if (*reasons == NULL)
    gtk_label_set_label (self->message, _ ("It stands between lines of the article."));
}

static gboolean
is_known (ExmWhyPopover *self)
{
  return self->analysis != NULL
         && exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_READY
         && !exm_analysis_get_busy (self->analysis)
         && exm_analysis_get_result (self->analysis) != NULL;
}

static void
show_quote (ExmWhyPopover *self)
{
  g_auto (GStrv) lines = dup_lines (self);
  const char *text = get_text (self, lines);
  /* translators: %s is the beginning of a paragraph */
  g_autofree char *quote = text != NULL ? g_strdup_printf (_ ("“%s”"), text) : NULL;

  gtk_label_set_label (self->quote, quote != NULL ? quote : "");
  gtk_widget_set_visible (GTK_WIDGET (self->quote), quote != NULL);
}

static void
update (ExmWhyPopover *self)
{
  const char *failure = self->failure;
  gboolean known = failure == NULL && is_known (self);
  guint line = known ? find_line (self) : EXM_NONE;

  if (failure == NULL && self->analysis != NULL
      && exm_analysis_get_state (self->analysis) == EXM_ANALYSIS_FAILED)
    failure = exm_analysis_get_message (self->analysis, NULL);
  gboolean busy = failure == NULL && !known;
  clear_reasons (self);
  show_quote (self);
  gtk_widget_set_visible (self->busy, busy);
  gtk_spinner_set_spinning (self->spinner, busy);
  gtk_label_set_label (self->message, failure != NULL ? failure : "");
  if (known)
    show_reasons (self, line);
  gtk_widget_set_visible (GTK_WIDGET (self->message),
                          *gtk_label_get_label (self->message) != '\0');
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->open), "(xu)", self->id, line);
}

/* Its article */

static void
forget (ExmWhyPopover *self)
{
  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  exm_analysis_unbind (&self->analysis, self);
  g_clear_pointer (&self->page, exm_bench_page_free);
  g_clear_pointer (&self->failure, g_free);
  g_clear_object (&self->session);
  self->id = 0;
}

static void
fail (ExmWhyPopover *self, const char *message)
{
  g_free (self->failure);
  self->failure = g_strdup (message);
  update (self);
}

static void
on_task_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWhyPopover) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchTask) bench = exm_bench_task_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->page == NULL)
    return;
  if (bench == NULL)
    {
      fail (self, error->message);
      return;
    }
  self->analysis = exm_analysis_new (exm_session_get_engine (self->session));
  exm_bench_task_set_up (bench, self->analysis);
  exm_bench_page_show (self->page, self->analysis);
  g_signal_connect_swapped (self->analysis, "changed", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->analysis, "notify::state", G_CALLBACK (update), self);
  g_signal_connect_swapped (self->analysis, "notify::busy", G_CALLBACK (update), self);
  update (self);
}

static void
on_page_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmWhyPopover) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmBenchPage) page = exm_bench_page_load_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (page == NULL)
    {
      fail (self, error->message);
      return;
    }
  self->page = g_steal_pointer (&page);
  if (self->page->bytes == NULL)
    {
      g_autofree char *words = g_strdup_printf (
          /* translators: %s is the cause */
          _ ("%s\n\nThe article’s text is kept. Fetch the page again to see why it is as "
             "it is, or to correct it."),
          self->page->missing);
      fail (self, words);
      return;
    }
  update (self);
  exm_bench_task_load_async (exm_session_get_reader (self->session),
                             exm_article_get (self->page->article)->task_uid,
                             self->cancellable, on_task_read, g_object_ref (self));
}

static void
on_open (ExmWhyPopover *self)
{
  gtk_popover_popdown (GTK_POPOVER (self));
}

static void
exm_why_popover_dispose (GObject *object)
{
  forget (EXM_WHY_POPOVER (object));
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_WHY_POPOVER);
  G_OBJECT_CLASS (exm_why_popover_parent_class)->dispose (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmWhyPopover, name)

static void
exm_why_popover_class_init (ExmWhyPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_why_popover_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-why-popover.ui");
  BIND (quote);
  BIND (busy);
  BIND (spinner);
  BIND (message);
  BIND (reasons);
  BIND (open);
  gtk_widget_class_bind_template_callback (widget_class, on_open);
}

static void
exm_why_popover_init (ExmWhyPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_why_popover_ask (ExmWhyPopover *self, ExmSession *session, gint64 id, guint line)
{
  g_return_if_fail (EXM_IS_WHY_POPOVER (self));
  g_return_if_fail (gtk_widget_get_parent (GTK_WIDGET (self)) != NULL);

  if (!self->watching)
    g_signal_connect_object (gtk_widget_get_parent (GTK_WIDGET (self)), "unmap",
                             G_CALLBACK (forget), self, G_CONNECT_SWAPPED);
  self->watching = TRUE;
  self->line = line;
  if (self->id != id || self->session != session || self->failure != NULL)
    {
      forget (self);
      self->id = id;
      self->session = g_object_ref (session);
      self->cancellable = g_cancellable_new ();
      exm_bench_page_load_async (exm_session_get_reader (session), id, self->cancellable,
                                 on_page_read, g_object_ref (self));
    }
  update (self);
  gtk_popover_popup (GTK_POPOVER (self));
}
