/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-run-page-row.h"

#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"
#include "fetch/exm-url-key.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmRunPageRow
{
  GtkWidget parent_instance;

  ExmRunPageItem *item; /* (owned) (nullable) */

  /* Children of the template. */
  GtkWidget *box;
  GtkImage *icon;
  GtkLabel *state;
  GtkLabel *time;
  GtkLabel *title;
  GtkLabel *address;
  GtkLabel *cause;
  GtkLabel *advice;
  GtkWidget *retry;
  GtkWidget *open;
};

G_DEFINE_FINAL_TYPE (ExmRunPageRow, exm_run_page_row, GTK_TYPE_WIDGET)

static gboolean
is_state (const ExmRunPage *page, const char *state)
{
  return strcmp (page->state, state) == 0;
}

static void
show_state (ExmRunPageRow *self, const ExmRunPage *page)
{
  const char *icon = exm_article_words_icon (page->state, 1);
  const char *css_class = exm_article_words_class (page->state, 1);
  g_autofree char *words = NULL;

  if (is_state (page, "fetching"))
    {
      words = g_strdup (_ ("Under way"));
      icon = "content-loading-symbolic";
      css_class = "exm-fs";
    }
  else if (is_state (page, "retry"))
    {
      words = g_strdup (_ ("Later again"));
      icon = "dialog-warning-symbolic";
      css_class = "exm-warning";
    }
  else if (is_state (page, "failed"))
    words = g_strdup (strcmp (page->kind, "problem") == 0 ? _ ("Problem") : _ ("Failed"));
  else if (is_state (page, "good"))
    words = g_strdup (_ ("Stored"));
  else if (is_state (page, "unsure"))
    words = g_strdup (_ ("Not sure"));
  else
    words = exm_article_words_state (page->state, 0);
  const char *const classes[] = { "caption", css_class, NULL };
  gtk_label_set_label (self->state, words);
  gtk_image_set_from_icon_name (self->icon, icon);
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->state), (const char **) classes);
}

/* Returns: (transfer full) (nullable): what a person can do, or what the next attempt or
 * run does by itself */
static char *
advise (const ExmRunPage *page)
{
  if (is_state (page, "retry"))
    {
      g_autofree char *when = exm_article_words_when_inside (page->time_usec);
      return g_strdup_printf (
          /* translators: a number of attempts, and a time */
          ngettext ("%u attempt so far; the next one by itself: %s",
                    "%u attempts so far; the next one by itself: %s", page->attempts),
          page->attempts, when);
    }
  if (is_state (page, "failed") && strcmp (page->kind, "article") == 0)
    return g_strdup (
        _ ("Won’t be retried automatically. Retry when the cause is fixed."));
  if (is_state (page, "failed") && strcmp (page->kind, "problem") != 0)
    return g_strdup (_ ("Read again in the next run."));
  if (is_state (page, "unsure"))
    return g_strdup (_ ("Kept, not published. Have a look at it in Articles."));
  if (is_state (page, "incomplete"))
    return g_strdup (_ ("Kept, not published. A part of the article is missing."));
  if (is_state (page, "does-not-fit"))
    return g_strdup (_ ("Kept, not published. Another example may fit it."));
  return NULL;
}

/* The address that a page was asked for by: of one that failed for good the store keeps
 * the normal form, which is not for fetching, but what was said of it names it. */
static char *
find_address (const ExmRunPage *page)
{
  const char *start = page->cause != NULL && strcmp (page->kind, "problem") != 0
                          ? strstr (page->cause, "http")
                          : NULL;

  for (; start != NULL; start = strstr (start + 1, "http"))
    {
      g_autofree char *url = g_strndup (start, strcspn (start, " \n\t\"“”"));
      for (gsize i = strlen (url); i > 0 && strchr (":.,;)", url[i - 1]) != NULL; i--)
        url[i - 1] = '\0';
      g_autofree char *key = exm_url_get_key (url, NULL);
      if (g_strcmp0 (key, page->url_key) == 0)
        return g_steal_pointer (&url);
    }
  return g_strdup (page->url);
}

static void
set_text (GtkLabel *label, const char *text)
{
  gtk_label_set_label (label, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (label), text != NULL && *text != '\0');
}

static void
show_page (ExmRunPageRow *self)
{
  const ExmRunPage *page = exm_run_page_item_get_page (self->item);
  gboolean is_article = strcmp (page->kind, "article") == 0;
  g_autofree char *advice = advise (page);
  g_autofree char *address = find_address (page);
  g_autofree char *time
      = is_state (page, "fetching") ? NULL : exm_article_words_time (page->time_usec);

  show_state (self, page);
  set_text (self->time, time);
  set_text (self->title, page->title);
  gboolean is_said = page->cause != NULL && strstr (page->cause, address) != NULL;
  set_text (self->address, is_said ? NULL : address);
  set_text (self->cause, page->cause);
  set_text (self->advice, advice);
  gtk_widget_set_visible (
      self->retry, is_article && (is_state (page, "retry") || is_state (page, "failed")));
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->retry), "(ss)", address,
                                    page->url_key);
  gtk_widget_set_visible (self->open, page->article_id != 0);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->open), "x", page->article_id);
}

static void
on_item_notify (ExmRunPageItem *item, GParamSpec *pspec, ExmRunPageRow *self)
{
  show_page (self);
}

static void
exm_run_page_row_dispose (GObject *object)
{
  ExmRunPageRow *self = EXM_RUN_PAGE_ROW (object);

  exm_run_page_row_set_item (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_RUN_PAGE_ROW);
  G_OBJECT_CLASS (exm_run_page_row_parent_class)->dispose (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmRunPageRow, name)

static void
exm_run_page_row_class_init (ExmRunPageRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_run_page_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-run-page-row.ui");
  BIND (box);
  BIND (icon);
  BIND (state);
  BIND (time);
  BIND (title);
  BIND (address);
  BIND (cause);
  BIND (advice);
  BIND (retry);
  BIND (open);
}

static void
exm_run_page_row_init (ExmRunPageRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  exm_tooltip_set (self->open, _ ("Open it on the workbench with its stored pages"));
}

void
exm_run_page_row_set_item (ExmRunPageRow *self, ExmRunPageItem *item)
{
  if (item == self->item)
    return;
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, on_item_notify, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect (item, "notify", G_CALLBACK (on_item_notify), self);
  show_page (self);
}
