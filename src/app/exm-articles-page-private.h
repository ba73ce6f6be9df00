/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of the view Articles share. */

#pragma once

#include "exm-approval.h"
#include "exm-article-list.h"
#include "exm-article-reader.h"
#include "exm-articles-page.h"
#include "exm-export.h"

G_BEGIN_DECLS

struct _ExmArticlesPage
{
  AdwBin parent_instance;

  ExmSession *session;              /* (owned) (nullable) */
  char *task_uid;                   /* (owned) (nullable) */
  ExmArticleList *list;             /* (owned) */
  GCancellable *cancellable;        /* (owned) (nullable): of the article that is read */
  ExmExport *export;                /* (owned) (nullable): under way */
  GCancellable *export_cancellable; /* (owned) (nullable) */
  GPtrArray
      *deleted; /* (owned) (element-type GArray): ids to be deleted, toast by toast */
  ExmApproval *approval; /* (owned) (nullable): the last one, which can be taken back */
  AdwToast *toast;       /* (unowned) (nullable): of an approval, the last one */
  gint64 next_id;        /* behind the article that was opened on the workbench, or 0 */

  /* Of the template. */
  AdwLeaflet *leaflet;
  GtkWidget *list_pane;
  GtkWidget *reader_pane;
  GtkSearchEntry *search;
  GtkToggleButton *to_review;
  GtkButton *export_button;
  GtkStack *list_stack;
  GtkListView *view;
  GtkMultiSelection *selection;
  AdwStatusPage *empty;
  AdwStatusPage *failed;
  GtkRevealer *export_bar;
  GtkProgressBar *export_progress;
  GtkStack *reader_stack;
  ExmArticleReader *reader;
  AdwStatusPage *many;
  GtkWidget *bar;
};

/* Tells the window, where there is one. @toast: (transfer full) */
void
exm_articles_page_add_toast (ExmArticlesPage *self, AdwToast *toast);

/* The error of a write or an export, in a toast. */
void
exm_articles_page_tell (ExmArticlesPage *self, const GError *error);

/* Returns: (transfer full) (element-type ExmArticleItem) */
GPtrArray *
exm_articles_page_get_selected (ExmArticlesPage *self);

/* Reads the one article that is selected, again if it was shown already. */
void
exm_articles_page_show_selected (ExmArticlesPage *self);

/* exm-articles-export.c: what the export button and its progress do. */

void
exm_articles_page_choose_export (ExmArticlesPage *self);
void
exm_articles_page_cancel_export (ExmArticlesPage *self);

/* exm-articles-review.c: approving, and opening on the workbench. */

/* Whether what is shown is only what waits for a person. */
gboolean
exm_articles_page_is_queue (ExmArticlesPage *self);

/* Enables what can be done with what is selected now. */
void
exm_articles_page_update_review (ExmArticlesPage *self);

/* What is selected looks right; in the queue, the next one follows. */
void
exm_articles_page_approve (ExmArticlesPage *self);
/* What the button of the article's row does; the article is selected. */
void
exm_articles_page_do_main (ExmArticlesPage *self, gint64 id);
/* Takes the last approval back. */
void
exm_articles_page_undo_approval (ExmArticlesPage *self);

/* The one article that is selected, on the workbench with its stored pages. */
void
exm_articles_page_open (ExmArticlesPage *self);

/* exm-articles-edit.c: deleting. */

void
exm_articles_page_delete (ExmArticlesPage *self);

/* Deletes at once what still may be taken back. */
void
exm_articles_page_flush (ExmArticlesPage *self);

G_END_DECLS
