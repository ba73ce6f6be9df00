/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article goes from a list to the workbench, with its stored pages; one of the queue
 * goes back there when a person is done with it. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page.h"
#include "app/shell/exm-window-private.h"
#include "app/widgets/exm-toast.h"
#include "app/workbench/exm-workbench-page.h"

typedef struct
{
  ExmWindow *window; /* (owned) */
  gboolean review;
  guint line; /* of its page, or EXM_NONE */
} Opening;

static void
opening_free (Opening *self)
{
  g_object_unref (self->window);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Opening, opening_free)

/* Its task becomes the scope, its stored pages are shown. */
static void
on_article_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Opening) opening = data;
  ExmWindow *self = opening->window;
  g_autofree char *scope = g_strdup (self->scope);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmArticle) article
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (article == NULL)
    {
      exm_toast_show (GTK_WIDGET (self->toasts), exm_toast_new (error->message));
      return;
    }
  gint64 id = exm_article_get (article)->id;
  exm_window_go (self, exm_article_get (article)->task_uid, "workbench");
  ExmScreen *page = exm_window_pages_get (self, "workbench");
  exm_workbench_page_open_article (EXM_WORKBENCH_PAGE (page), id, opening->line);
  if (!opening->review)
    return;
  self->reviewed = id;
  self->review_scope = g_steal_pointer (&scope);
  exm_workbench_page_set_review (EXM_WORKBENCH_PAGE (page), id);
}

static void
open_at (ExmWindow *self, gint64 id, guint line, gboolean review)
{
  Opening *opening = g_new0 (Opening, 1);
  const ExmStoreQuery query = { .kind = EXM_READ_ARTICLE, .id = id };

  opening->window = g_object_ref (self);
  opening->review = review;
  opening->line = line;
  exm_window_leave_review (self);
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query, NULL,
                               on_article_read, opening);
}

static void
open_article (GtkWidget *widget, const char *name, GVariant *target)
{
  open_at (EXM_WINDOW (widget), g_variant_get_int64 (target), EXM_NONE,
           g_str_equal (name, "win.review-article"));
}

static void
open_line (GtkWidget *widget, const char *name, GVariant *target)
{
  gint64 id;
  guint line;

  g_variant_get (target, "(xu)", &id, &line);
  open_at (EXM_WINDOW (widget), id, line, FALSE);
}

static void
end_review (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmWindow *self = EXM_WINDOW (widget);
  g_autofree char *scope = g_strdup (self->review_scope);
  gint64 id = self->reviewed;

  if (id == 0)
    return;
  exm_window_leave_review (self);
  exm_window_go (self, scope, "articles");
  exm_articles_page_end_review (
      EXM_ARTICLES_PAGE (exm_window_pages_get (self, "articles")), id,
      g_variant_get_boolean (target));
}

static void
go (GtkWidget *widget, const char *name, GVariant *target)
{
  const char *uid, *view;

  g_variant_get (target, "(&s&s)", &uid, &view);
  exm_window_go (EXM_WINDOW (widget), uid, view);
}

void
exm_window_review_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.open-article", "x", open_article);
  gtk_widget_class_install_action (widget_class, "win.review-article", "x", open_article);
  gtk_widget_class_install_action (widget_class, "win.open-line", "(xu)", open_line);
  gtk_widget_class_install_action (widget_class, "win.end-review", "b", end_review);
  gtk_widget_class_install_action (widget_class, "win.go", "(ss)", go);
}

void
exm_window_leave_review (ExmWindow *self)
{
  if (self->reviewed == 0)
    return;
  self->reviewed = 0;
  g_clear_pointer (&self->review_scope, g_free);
  exm_workbench_page_set_review (
      EXM_WORKBENCH_PAGE (exm_window_pages_get (self, "workbench")), 0);
}
