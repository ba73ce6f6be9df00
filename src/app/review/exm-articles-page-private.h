/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure and functions that the files of the view Articles share. */

#pragma once

#include "app/review/exm-approval.h"
#include "app/reading/exm-article-list.h"
#include "app/reading/exm-why-popover.h"
#include "app/review/exm-article-reader.h"
#include "app/review/exm-articles-page.h"
#include "app/review/exm-export.h"
#include "app/review/exm-healing.h"
#include "app/review/exm-refetch.h"
#include "app/session/exm-batched-list-model.h"

G_BEGIN_DECLS

/* Takes back what was done last. */
typedef void (*ExmArticlesUndo) (ExmArticlesPage *self, gpointer what);

typedef gboolean (*ExmArticlePredicate) (ExmArticleItem *item);

struct _ExmArticlesPage
{
  AdwBin parent_instance;

  ExmSession *session;              /* (owned) (nullable) */
  char *task_uid;                   /* (owned) (nullable) */
  ExmArticleList *list;             /* (owned) */
  ExmBatchedListModel *calm;        /* (owned): what is shown of it */
  GCancellable *cancellable;        /* (owned) (nullable): of the article that is read */
  ExmExport *export;                /* (owned) (nullable): under way */
  GCancellable *export_cancellable; /* (owned) (nullable) */
  GPtrArray
      *deleted; /* (owned) (element-type GArray): ids to be deleted, toast by toast */
  GObject *undoable;    /* (owned) (nullable): what was done last */
  ExmArticlesUndo undo; /* takes it back */
  char *undo_words;     /* (owned) (nullable): what that was */
  char *undo_place;     /* (owned) (nullable): which list was shown then */
  AdwToast *toast;      /* (unowned) (nullable): the last one that tells of such */
  GtkFilterListModel *problems; /* (owned): tasks of the queue, above the articles */
  GtkFilter *problem_filter;    /* (owned) */
  char *healing_uid;    /* (owned) (nullable): the task that gets the proposed example */
  ExmRefetch *refetch;  /* (owned) (nullable): under way */
  GtkPopover *menu;     /* (unowned) (nullable): of a row, once it was asked for */
  ExmWhyPopover *why;   /* (unowned) (nullable): of a line, once it was asked for */
  gboolean wants_first; /* what is listed next is to be read from its beginning */
  char *first_uid; /* (owned) (nullable): the task whose first article is waited for */
  char *older_uid; /* (owned) (nullable): the task that has no article */
  gboolean older_stale; /* this is to be read again */
  guint n_older;        /* addresses that its first run passed over, as far as is known */
  GSimpleActionGroup *list_actions; /* (owned): sort and filters, "list.…" */
  GPtrArray *tags; /* (owned) (nullable) (element-type utf8): of all articles, as read */
  guint read_source;    /* of the article that is read, until it counts as such */
  gint64 read_id;       /* that article, or 0 */
  gint64 unread_id;     /* an article that stays unread while it is selected, or 0 */
  gint64 wanted_unread; /* loading goes on until this one is listed, or 0 */
  gint64 kept_id;       /* selected before something else was asked for, or 0 */
  char *words;          /* (owned) (nullable): of the search, as they are asked for */
  char *saved_words;    /* (owned) (nullable): of the saved search that is shown */
  GCancellable *hint_cancellable; /* (owned) (nullable): of what the store says of them */
  gint64 next_id; /* behind the article that was opened on the workbench, or 0 */

  /* Children of the template. */
  AdwLeaflet *leaflet;
  GtkWidget *list_pane;
  GtkWidget *reader_pane;
  GtkSearchEntry *search;
  GtkWidget *save_button;
  GtkLabel *search_hint;
  GtkToggleButton *to_review;
  GtkMenuButton *filter_button;
  GtkFlowBox *chips;
  GtkWidget *clear_filters;
  GtkButton *export_button;
  GtkWidget *many_bar;
  GtkStack *list_stack;
  GtkListView *view;
  GtkMultiSelection *selection;
  AdwStatusPage *empty;
  GtkWidget *older;
  AdwStatusPage *failed;
  GtkRevealer *export_bar;
  GtkProgressBar *export_progress;
  GtkStack *reader_stack;
  ExmArticleReader *reader;
  AdwStatusPage *many;
  GtkWidget *bar;
  AdwStatusPage *problem;
  GtkLabel *problem_cause;
  GtkLabel *problem_advice;
  GtkButton *problem_main;
  GtkWidget *problem_compare;
  GtkSpinner *problem_spinner;
};

/* exm-articles-selection.c */

/* Returns: (transfer full) (element-type ExmArticleItem) */
GPtrArray *exm_articles_page_get_selected (ExmArticlesPage *self);

/* How many articles are selected; none of them is looked at. */
guint exm_articles_page_count_selected (ExmArticlesPage *self);

/* Returns: (transfer full) (nullable): the article that is selected, where it is one */
ExmArticleItem *exm_articles_page_get_only_selected (ExmArticlesPage *self);

/* Returns: whether @predicate holds for an article that is selected; the first one ends
 * the search */
gboolean exm_articles_page_any_selected (ExmArticlesPage *self,
                                         ExmArticlePredicate predicate);

/* Selects a row alone and scrolls to it; nothing for %GTK_INVALID_LIST_POSITION. */
void exm_articles_page_select_position (ExmArticlesPage *self, guint position);

/* Returns: whether the article is listed; it is the one that is selected then */
gboolean exm_articles_page_select (ExmArticlesPage *self, gint64 id);

/* The same, and scrolls to it. */
gboolean exm_articles_page_go_to (ExmArticlesPage *self, gint64 id);

/* exm-articles-reading.c: what is read, what is unread, stars and tags. */

/* Installs the actions "page.star", "page.unread", "page.tags", "page.next-unread",
 * "page.scroll-on", "page.scroll-back", "page.next-found" and "page.previous-found", and
 * what the reader asks for. */
void exm_articles_page_install_reading (GtkWidgetClass *widget_class);

/* Reads the one article that is selected, again if it was shown already. */
void exm_articles_page_show_selected (ExmArticlesPage *self);

/* Shows the marks of the one article that is selected. */
void exm_articles_page_update_reading (ExmArticlesPage *self);

/* Rows came: goes on to the unread article that is waited for. */
void exm_articles_page_find_unread (ExmArticlesPage *self);

/* Returns: (transfer full): marks that the selection can be given, or lose */
GMenuModel *exm_articles_page_make_reading_menu (ExmArticlesPage *self);

/* exm-articles-filter.c: sort and filters of the list. */

/* Installs the actions, before the template is made. */
void exm_articles_page_init_filter (ExmArticlesPage *self);

/* Reads the tags that there are to be chosen from. */
void exm_articles_page_read_tags (ExmArticlesPage *self);

/* Lists the articles that are asked for now. */
void exm_articles_page_update_filter (ExmArticlesPage *self);

/* Returns: (transfer full) (nullable): the filters that are on, in words, by commas */
char *exm_articles_page_describe_filters (ExmArticlesPage *self);

/* exm-articles-search.c: hints on the search, and saved searches. */

/* Takes over what is typed, and says below it which parts were not understood. */
void exm_articles_page_read_search (ExmArticlesPage *self);

/* Asks for a name, and saves what is typed by it. */
void exm_articles_page_save_search (ExmArticlesPage *self);

/* exm-articles-older.c */

/* @bare: whether there is no article, whatever is asked for */
void exm_articles_page_offer_older (ExmArticlesPage *self, gboolean bare);

/* exm-articles-export.c: what the export button and its progress do. */

void exm_articles_page_choose_export (ExmArticlesPage *self);
void exm_articles_page_cancel_export (ExmArticlesPage *self);

/* exm-articles-review.c: approving, and opening on the workbench. */

/* Whether what is shown is only what waits for a person. */
gboolean exm_articles_page_is_queue (ExmArticlesPage *self);

/* Enables what can be done with what is selected now. */
void exm_articles_page_update_review (ExmArticlesPage *self);

/* Approves the selected articles that can be approved; in the queue, selects the next
 * one. */
void exm_articles_page_approve (ExmArticlesPage *self);
/* Selects the article and does the same as the button of its row. */
void exm_articles_page_do_main (ExmArticlesPage *self, gint64 id);
/* Does the same as Enter with the selection. In the queue that is the button of the
 * article's row; of several articles it approves those that can be. */
void exm_articles_page_do_likely (ExmArticlesPage *self);
/* @words: (nullable): what was done to @what, which Ctrl+Z takes back by @undo while the
 * same list is shown, until something else is done. @what: (nullable): nothing was */
void exm_articles_page_set_undoable (ExmArticlesPage *self,
                                     GObject *what,
                                     const char *words,
                                     ExmArticlesUndo undo);
/* Whether Ctrl+Z would take something back that was done in the list that is shown. */
gboolean exm_articles_page_can_undo (ExmArticlesPage *self);
/* The same with a toast that takes it back as well. */
void exm_articles_page_offer_undo (ExmArticlesPage *self,
                                   GObject *what,
                                   const char *words,
                                   ExmArticlesUndo undo);
/* @what, if it was done last, cannot be taken back any more. */
void exm_articles_page_forget_undo (ExmArticlesPage *self, GObject *what);
/* Takes back what was done last. */
void exm_articles_page_undo (ExmArticlesPage *self);
/* The same, in a toast that names it. */
void exm_articles_page_undo_and_tell (ExmArticlesPage *self);

/* Another list is asked for: the article that is selected is to stay so, if it is listed
 * again; and what was read has come. */
void exm_articles_page_keep_selected (ExmArticlesPage *self);
void exm_articles_page_find_kept (ExmArticlesPage *self);

/* Selects it once the view has it. */
void exm_articles_page_select_kept (ExmArticlesPage *self);

/* Selects the row behind those that are selected, or that before them. */
void exm_articles_page_step (ExmArticlesPage *self, gboolean forward);

/**
 * exm_articles_page_select_first:
 *
 * Unless another row is, the first article of the list is selected, and where there is
 * none, what stands at the top.
 *
 * Returns: whether it was there: the view may still show the rows of before
 */
gboolean exm_articles_page_select_first (ExmArticlesPage *self);

/* The one article that is selected, on the workbench with its stored pages. */
void exm_articles_page_open (ExmArticlesPage *self);

/* "articles.open-task", "articles.open-page", "articles.copy-address" and
 * "articles.copy", of the one article that is selected. */
void exm_articles_page_do_with_one (ExmArticlesPage *self, const char *action);

/* exm-articles-fetch.c: the page of the one article that is selected, fetched again. */

/* Returns: whether it has an address to fetch, and none is being fetched */
gboolean exm_articles_page_can_fetch_again (ExmArticlesPage *self);
void exm_articles_page_fetch_again (ExmArticlesPage *self);

/* exm-articles-problems.c: the tasks that something ails. */

/* Installs the actions of their rows and menus, "problem.…". */
void exm_articles_page_install_problems (GtkWidgetClass *widget_class);

/* Returns: (transfer none): the tasks that have a row; kept in @self */
GListModel *exm_articles_page_make_problems (ExmArticlesPage *self);

/* Updates the rows of problems after a task or the scope has changed. */
void exm_articles_page_update_problems (ExmArticlesPage *self);

/* How many have a row. */
guint exm_articles_page_count_problems (ExmArticlesPage *self);

/* Returns: (transfer none) (nullable): the task whose row is the only one selected */
ExmTaskItem *exm_articles_page_get_problem (ExmArticlesPage *self);

/* Shows what ails it in place of an article; enables what can be done about it. */
void exm_articles_page_show_problem (ExmArticlesPage *self);

/* Does the one thing that is likely to help. */
void exm_articles_page_remedy (ExmArticlesPage *self, ExmTaskItem *task);

/* @url: (nullable) */
void exm_articles_page_open_address (ExmArticlesPage *self, const char *url);
void exm_articles_page_copy_address (ExmArticlesPage *self, const char *url);

/* exm-articles-menu.c: what else can be done with a row. */

/* Shows the menu of the selection. @place: (nullable): in @self, %NULL for its row's */
void exm_articles_page_show_menu (ExmArticlesPage *self, const GdkRectangle *place);

/* For the menu key. Returns: whether there is something that has one */
gboolean exm_articles_page_show_menu_by_key (ExmArticlesPage *self);

/* For the gesture of the second button on the list. */
void exm_articles_page_on_secondary (
    ExmArticlesPage *self, int n_press, double x, double y, GtkGesture *gesture);

/* Returns: (transfer none) (nullable): what a row of the list shows */
GObject *exm_articles_page_get_item_of (GtkWidget *row);

/* exm-articles-edit.c: deleting, and what is no article. */

/* Asks what the task of the one article that is selected shall leave out. */
void exm_articles_page_dismiss (ExmArticlesPage *self);

void exm_articles_page_delete (ExmArticlesPage *self);

/* Deletes at once what still may be taken back. */
void exm_articles_page_flush (ExmArticlesPage *self);

G_END_DECLS
