/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Search of the list of articles: hints on it, and saved searches. */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-search-name.h"
#include "app/review/exm-articles-page-private.h"
#include "app/widgets/exm-toast.h"
#include "search/exm-search-query.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Adds lines to the hint below the search. */
static void
add_hints (ExmArticlesPage *self, const GPtrArray *messages)
{
  g_autoptr (GString) hint = g_string_new (gtk_label_get_label (self->search_hint));

  for (guint i = 0; i < messages->len; i++)
    g_string_append_printf (hint, "%s%s", hint->len > 0 ? "\n" : "",
                            (const char *) messages->pdata[i]);
  gtk_label_set_label (self->search_hint, hint->str);
  gtk_widget_set_visible (GTK_WIDGET (self->search_hint), hint->len > 0);
}

static void
on_unknown_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticlesPage) self = data;
  GCancellable *cancellable = g_task_get_cancellable (G_TASK (result));
  g_autoptr (GPtrArray) messages
      = exm_store_reader_read_finish_or_report (EXM_STORE_READER (source), result);

  if (messages != NULL && cancellable == self->hint_cancellable)
    add_hints (self, messages);
}

/* Tells tasks that are not there, as soon as that is known. */
static void
ask_for_unknown (ExmArticlesPage *self, const ExmSearchQuery *query)
{
  const ExmStoreQuery unknown
      = { .kind = EXM_READ_UNKNOWN_TASKS, .filter = { .search = self->words } };

  g_cancellable_cancel (self->hint_cancellable);
  g_clear_object (&self->hint_cancellable);
  if (query->tasks->len == 0 || self->session == NULL)
    return;
  self->hint_cancellable = g_cancellable_new ();
  exm_store_reader_read_async (exm_session_get_reader (self->session), &unknown,
                               self->hint_cancellable, on_unknown_read,
                               g_object_ref (self));
}

/* A saved search is whole; in what is typed the last word may go on. */
void
exm_articles_page_read_search (ExmArticlesPage *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  gboolean saved = g_strcmp0 (typed, self->saved_words) == 0;
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (typed);
  gboolean can_save
      = !saved && self->session != NULL && !exm_search_query_is_empty (query);

  g_free (self->words);
  self->words = saved ? g_strdup (typed) : exm_search_query_complete (typed);
  gtk_label_set_label (self->search_hint, "");
  add_hints (self, query->messages);
  ask_for_unknown (self, query);
  gtk_widget_set_visible (self->save_button, can_save);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "page.save-search", can_save);
  exm_article_reader_set_search (self->reader, self->words);
}

/* Saving */

/* A search that is being saved. */
typedef struct
{
  ExmArticlesPage *page; /* (owned) */
  char *name;            /* (owned) (nullable): once it is known */
  char *words;           /* (owned) */
} Saving;

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  g_object_unref (saving->page);
  g_free (saving->name);
  g_free (saving->words);
  g_free (saving);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Saving, saving_free)

static Saving *
saving_new (ExmArticlesPage *self, const char *name, const char *words)
{
  Saving *saving = g_new0 (Saving, 1);

  saving->page = g_object_ref (self);
  saving->name = g_strdup (name);
  saving->words = g_strdup (words);
  return saving;
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Saving) saving = data;
  ExmArticlesPage *self = saving->page;
  g_autoptr (GError) error = NULL;

  if (!exm_saved_search_list_change_finish (EXM_SAVED_SEARCH_LIST (source), result, NULL,
                                            NULL, &error))
    {
      exm_toast_show_error (GTK_WIDGET (self), error);
      return;
    }
  g_autofree char *scope = g_strconcat (EXM_SAVED_SEARCH_SCOPE, saving->name, NULL);
  gtk_widget_activate_action (GTK_WIDGET (self), "win.go", "(ss)", scope, "articles");
}

static void
save (const char *name, gpointer data)
{
  const Saving *question = data;
  ExmArticlesPage *self = question->page;
  const ExmSavedSearch search = { .name = (char *) name, .words = question->words };

  if (self->session != NULL)
    exm_saved_search_list_add_async (exm_session_get_searches (self->session), &search,
                                     G_MAXUINT, on_saved,
                                     saving_new (self, name, question->words));
}

/* Returns: (transfer full): the task in which it is searched, and what is typed, which
 * may have a quotation mark that is not closed */
static char *
dup_query (ExmArticlesPage *self)
{
  const char *typed = gtk_editable_get_text (GTK_EDITABLE (self->search));
  ExmTaskItem *task = self->task_uid != NULL
                          ? exm_session_find_task (self->session, self->task_uid)
                          : NULL;

  if (task == NULL)
    return g_strdup (typed);
  const char *name = exm_task_item_get_name (task);
  return g_strdup_printf ("task:\"%s\" %s",
                          exm_search_query_fits_quotes (name) ? name : self->task_uid,
                          typed);
}

void
exm_articles_page_save_search (ExmArticlesPage *self)
{
  g_autofree char *words = dup_query (self);

  exm_search_name_ask (GTK_WIDGET (self), exm_session_get_searches (self->session), words,
                       NULL, save, saving_new (self, NULL, words), saving_free);
}
