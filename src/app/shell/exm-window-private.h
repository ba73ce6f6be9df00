/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Structure and functions that the files of the window share. */

#pragma once

#include "app/shell/exm-scope-list.h"
#include "app/shell/exm-window.h"
#include "app/tasks/exm-task-editor.h"
#include "app/widgets/exm-screen.h"

G_BEGIN_DECLS

struct _ExmWindow
{
  AdwApplicationWindow parent_instance;

  ExmSession *session;        /* (owned) */
  GSettings *settings;        /* (owned) (nullable) */
  char *scope;                /* (owned): see exm-scope.h; "" until the tasks are known */
  ExmTaskItem *task;          /* (owned) (nullable): of the scope */
  GSignalGroup *of_task;      /* (owned): of that */
  ExmSavedSearchItem *search; /* (owned) (nullable): of the scope */
  char *address;         /* (owned) (nullable): to be set up once the tasks are known */
  gint64 reviewed;       /* the queue's article that is on the workbench, or 0 */
  char *review_scope;    /* (owned) (nullable): where the queue is */
  char *network_words;   /* (owned) (nullable): why the worker lets pages wait */
  char *deleted_uid;     /* (owned) (nullable): the task that Undo brings back here */
  char *deleted_name;    /* (owned) (nullable): its name */
  ExmTaskEditor *editor; /* (owned) (nullable): of tasks of the sidebar */
  ExmScreen *prepared;   /* (owned) (nullable): the page of a view, not in it yet */
  GtkWindow *sections;   /* (unowned) (nullable): their window, while it is open */
  guint seen_id; /* while a page that is seen again is to be told the task; else 0 */
  guint bar_id;  /* of showing or hiding the switcher below; else 0 */
  gboolean tasks_known;
  gboolean was_empty;      /* when the tasks were read last */
  gboolean sidebar_before; /* the set-up of a task */
  gboolean sidebar_wanted; /* where there is room for it */

  /* Children of the template, all (unowned). */
  AdwToastOverlay *toasts;
  AdwFlap *flap;
  ExmScopeList *sidebar;
  ExmScopeList *picker;
  AdwHeaderBar *header;
  GtkMenuButton *scope_button;
  GtkLabel *scope_label;
  GtkPopover *picker_popover;
  GtkButton *run_button;
  AdwViewSwitcherTitle *switcher_title;
  AdwViewSwitcherBar *switcher_bar;
  GtkRevealer *offline_bar;
  GtkLabel *offline;
  GtkRevealer *notice_bar;
  GtkLabel *notice;
  GtkStack *main_stack;
  AdwViewStack *views;
  AdwStatusPage *problem;
  GtkLabel *problem_detail;
  GtkWidget *repair;
  GtkWidget *restore;
  GtkWidget *retry;
  GMenuModel *task_menu;
};

/* exm-window.c */

/* Sets the titles of window and header by the task, scope or set-up that is shown. */
void exm_window_update_title (ExmWindow *self);

/* Shows the scope, and in it the view (nullable: the one that is shown, if it can be). */
void exm_window_go (ExmWindow *self, const char *scope, const char *view);

/* exm-window-setup.c */

/* Shows the set-up of a new task, as it was left. */
void exm_window_setup_show (ExmWindow *self);

/* Shows the window of many sections that are added. */
void exm_window_setup_add_many (ExmWindow *self);

/* As exm_window_setup_add_many(), with @text in the list that can be written. */
void exm_window_setup_add_list (ExmWindow *self, const char *text);

/* Back to the views; what was set up stays for the next time. */
void exm_window_setup_leave (ExmWindow *self);

gboolean exm_window_setup_is_shown (ExmWindow *self);

/* Returns: (transfer none) (nullable): where keys go while it is shown */
GtkWidget *exm_window_setup_get_shown (ExmWindow *self);

/* After the list of tasks was read: without any, a window begins with the set-up. */
void exm_window_setup_update (ExmWindow *self);

/* exm-window-pages.c */

/* Adds all pages; each is made when it is seen first. */
void exm_window_pages_add (ExmWindow *self);

/* Makes the page that is likely to be seen first, out of sight: there is no frame yet
 * that could wait for it. */
void exm_window_pages_prepare (ExmWindow *self, const char *name);

/* Tells the view of articles the query of the scope, if that is a saved search. */
void exm_window_pages_update_search (ExmWindow *self);

/* Shows those that are for the scope, and of them @view (nullable: the one that is shown
 * now); tells that one of the scope. */
void exm_window_pages_set_task (ExmWindow *self, const char *uid, const char *view);

/* Returns: (transfer none) (nullable): the view, made if need be; %NULL if there is none
 * of that name */
ExmScreen *exm_window_pages_get (ExmWindow *self, const char *name);

/* Returns: (transfer none) (nullable): the view, if it has been made; it need not know
 * the scope yet */
ExmScreen *exm_window_pages_find (ExmWindow *self, const char *name);

/* Shows the @number-th of the pages, from 1, if it is there for this scope. */
void exm_window_pages_show_nth (ExmWindow *self, guint number);

/* Returns: the child of the main stack that is for the scope: "views", or the page of the
 * trash, made if need be */
const char *exm_window_pages_choose_child (ExmWindow *self);

gboolean exm_window_pages_shows_trash (ExmWindow *self);

/* Returns: whether the trash is the scope, and nothing is in it any more */
gboolean exm_window_pages_is_trash_over (ExmWindow *self);

/* Shows the trash in place of the views where it is the scope; else these again. */
void exm_window_pages_update_trash (ExmWindow *self);

/* Returns: the name of the topic of the help that is about what is shown */
const char *exm_window_pages_get_help (ExmWindow *self);

/* exm-window-actions.c */

void exm_window_actions_install (GtkWidgetClass *widget_class);

/* Enables what can be done with the scope now. */
void exm_window_actions_update (ExmWindow *self);

/* Drops what Undo would bring back: the person went elsewhere. */
void exm_window_actions_forget_undo (ExmWindow *self);

/* Returns: whether @event was Undo and brings a deleted task back */
gboolean exm_window_actions_take_undo (ExmWindow *self, GdkEvent *event);

/* exm-window-review.c: articles of the queue on the workbench */

/* Installs "win.open-article" and "win.review-article" (the article), "win.end-review"
 * (whether it looks right now), "win.open-line" (an article and a line of its page),
 * "win.go" (a task and a view of it). */
void exm_window_review_install (GtkWidgetClass *widget_class);

/* Ends the review of the article on the workbench. */
void exm_window_leave_review (ExmWindow *self);

/* exm-window-searches.c */

/* Installs "win.rename-search" and "win.remove-search" (the name), and
 * "win.set-search-alerts" (the name, whether it alerts). */
void exm_window_searches_install (GtkWidgetClass *widget_class);

/* exm-window-tasks.c */

/* Installs "win.task-run", "win.task-pause" and so on (identities of tasks). */
void exm_window_tasks_install (GtkWidgetClass *widget_class);

/* exm-window-state.c */

/* Size, sidebar, scope and view as they were. */
void exm_window_state_restore (ExmWindow *self);

/* Makes the page of the view of the settings ready, before there is a first frame. */
void exm_window_state_prepare_view (ExmWindow *self);

/* The view of the settings, once the pages for the scope are known. */
void exm_window_state_restore_view (ExmWindow *self);

void exm_window_state_save (ExmWindow *self);

/* exm-window-bars.c */

/* From now on the bars under the header say what the session and the network say. */
void exm_window_bars_connect (ExmWindow *self);

void exm_window_bars_close_notice (GtkButton *button, gpointer data);

/* exm-window-problem.c */

/* Starts the session; what is wrong is shown in place of the views. */
void exm_window_problem_start_session (ExmWindow *self);

/* Shows the error in place of the views. @title: (nullable): of a repair that failed;
 * %NULL for an error of the store */
void exm_window_problem_show (ExmWindow *self, const char *title, const GError *error);

/* Shows there that the database is being worked on. */
void exm_window_problem_show_work (ExmWindow *self, const char *title, const char *words);

/* The session's worker ended by itself: nothing can be changed until it is back. */
void exm_window_problem_show_ended (ExmWindow *self);

/* exm-window-repair.c */

/* Installs "win.repair", which asks first where the session has started, and
 * "win.restore". */
void exm_window_repair_install (GtkWidgetClass *widget_class);

G_END_DECLS
