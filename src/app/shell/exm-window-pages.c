/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/activity/exm-activity-page.h"
#include "app/review/exm-articles-page.h"
#include "app/settings/exm-settings-page.h"
#include "app/shell/exm-scope.h"
#include "app/shell/exm-window-private.h"
#include "app/tasks/exm-tasks-page.h"
#include "app/trash/exm-trash-page.h"
#include "app/workbench/exm-workbench-page.h"

#include <glib/gi18n-lib.h>

#define TRASH_PAGE "trash"

/* A view of the scope. */
typedef struct
{
  const char *name;
  const char *title; /* for the switcher, untranslated */
  const char *icon;
  const char *help;         /* the topic that is about it as a whole */
  gboolean task_only;       /* not for all tasks together */
  gboolean all_only;        /* for nothing but all tasks */
  GType (*get_type) (void); /* of an #ExmScreen */
} PageKind;

/* Its owner includes its header above and adds one line here. */
#define PAGE(name, title, help, task_only, prefix)                                       \
  {                                                                                      \
    name, title, "exm-" name "-symbolic", help, task_only, FALSE,                        \
        exm_##prefix##_page_get_type                                                     \
  }

/* In the order of the switcher. */
static const PageKind kinds[] = {
  PAGE ("workbench", N_ ("Workbench"), "workbench", TRUE, workbench),
  PAGE ("articles", N_ ("Articles"), "articles", FALSE, articles),
  PAGE ("activity", N_ ("Activity"), "activity", FALSE, activity),
  PAGE ("settings", N_ ("Settings"), "settings", TRUE, settings),
  { "tasks", N_ ("Tasks"), "view-list-symbolic", "many-tasks", FALSE, TRUE,
    exm_tasks_page_get_type },
  { NULL },
};

/* Whether there is the view for the scope. */
static gboolean
is_there (ExmWindow *self, const PageKind *kind)
{
  if (kind->all_only)
    return g_strcmp0 (self->scope, EXM_SCOPE_ALL) == 0;
  return exm_window_get_task_uid (self) != NULL || !kind->task_only;
}

static const PageKind *
find_kind (const char *name)
{
  for (const PageKind *kind = kinds; kind->name != NULL; kind++)
    if (g_strcmp0 (kind->name, name) == 0)
      return kind;
  return NULL;
}

static void
set_search (ExmWindow *self, ExmArticlesPage *page)
{
  exm_articles_page_set_search (
      page, self->search != NULL ? exm_saved_search_item_get_words (self->search) : NULL);
}

/* A page that nobody sees is told of the scope when it is seen: one that lets go of a
 * task and takes another has much to do. */
static void
tell (ExmWindow *self, ExmScreen *screen)
{
  const char *uid = exm_window_get_task_uid (self);
  const char *told = g_object_get_data (G_OBJECT (screen), "exm-told");
  const char *scope = self->search != NULL ? self->scope : uid != NULL ? uid : "";

  /* A saved search may have another query since. */
  if (EXM_IS_ARTICLES_PAGE (screen))
    set_search (self, EXM_ARTICLES_PAGE (screen));
  if (g_strcmp0 (told, scope) == 0)
    return;
  g_object_set_data_full (G_OBJECT (screen), "exm-told", g_strdup (scope), g_free);
  exm_screen_set_task (screen, uid);
}

void
exm_window_pages_update_search (ExmWindow *self)
{
  ExmScreen *screen = exm_window_pages_find (self, "articles");
  const char *told
      = screen != NULL ? g_object_get_data (G_OBJECT (screen), "exm-told") : NULL;

  /* A page that shows another scope is told when it is seen. */
  if (told == NULL || !g_str_has_prefix (told, EXM_SAVED_SEARCH_SCOPE))
    return;
  g_object_set_data_full (G_OBJECT (screen), "exm-told", g_strdup (self->scope), g_free);
  set_search (self, EXM_ARTICLES_PAGE (screen));
}

void
exm_window_pages_prepare (ExmWindow *self, const char *name)
{
  const PageKind *kind = find_kind (name);

  g_return_if_fail (self->prepared == NULL);
  if (kind != NULL)
    self->prepared = g_object_ref_sink (g_object_new (kind->get_type (), NULL));
}

static ExmScreen *
make_screen (ExmWindow *self, const PageKind *kind)
{
  if (self->prepared != NULL && G_OBJECT_TYPE (self->prepared) == kind->get_type ())
    return g_steal_pointer (&self->prepared);
  return g_object_ref_sink (g_object_new (kind->get_type (), NULL));
}

/* Returns: (transfer none) (nullable): the page, made if need be; it need not know the
 * scope yet */
static ExmScreen *
ensure_screen (ExmWindow *self, const PageKind *kind)
{
  GtkWidget *bin = adw_view_stack_get_child_by_name (self->views, kind->name);

  if (bin != NULL && adw_bin_get_child (ADW_BIN (bin)) == NULL)
    {
      g_autoptr (ExmScreen) screen = make_screen (self, kind);
      adw_bin_set_child (ADW_BIN (bin), GTK_WIDGET (screen));
      exm_screen_set_session (screen, self->session);
      if (EXM_IS_ARTICLES_PAGE (screen) && self->settings != NULL)
        exm_articles_page_set_settings (EXM_ARTICLES_PAGE (screen), self->settings);
    }
  return bin != NULL ? EXM_SCREEN (adw_bin_get_child (ADW_BIN (bin))) : NULL;
}

ExmScreen *
exm_window_pages_get (ExmWindow *self, const char *name)
{
  const PageKind *kind = find_kind (name);
  ExmScreen *screen = kind != NULL ? ensure_screen (self, kind) : NULL;

  if (screen != NULL)
    tell (self, screen);
  return screen;
}

ExmScreen *
exm_window_pages_find (ExmWindow *self, const char *name)
{
  GtkWidget *bin = adw_view_stack_get_child_by_name (self->views, name);

  return bin != NULL ? EXM_SCREEN (adw_bin_get_child (ADW_BIN (bin))) : NULL;
}

static gboolean
on_seen (gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);

  self->seen_id = 0;
  exm_window_pages_get (self, exm_window_get_view (self));
  return G_SOURCE_REMOVE;
}

/* Before the tasks are known, so is not which page there will be: the first frame does
 * not wait for one that nobody looks at. To make a page, to show it and to tell it of a
 * task each take part of a frame. */
static void
on_visible_child_name_notify (AdwViewStack *views, GParamSpec *pspec, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  GtkWidget *bin = adw_view_stack_get_visible_child (views);

  if (!self->tasks_known || bin == NULL)
    return;
  ensure_screen (self, find_kind (exm_window_get_view (self)));
  if (self->seen_id == 0)
    self->seen_id = g_idle_add_full (G_PRIORITY_DEFAULT, on_seen, self, NULL);
}

/* The trash */

static gboolean
is_trash_wanted (ExmWindow *self)
{
  return g_strcmp0 (self->scope, EXM_SCOPE_TRASH) == 0;
}

static void
on_page_restored (ExmTrashPage *page, const char *uid, gpointer data)
{
  exm_window_set_task_uid (EXM_WINDOW (data), uid);
}

const char *
exm_window_pages_choose_child (ExmWindow *self)
{
  if (!is_trash_wanted (self))
    return "views";
  if (gtk_stack_get_child_by_name (self->main_stack, TRASH_PAGE) == NULL)
    {
      GtkWidget *page = exm_trash_page_new (self->session);
      gtk_stack_add_named (self->main_stack, page, TRASH_PAGE);
      g_signal_connect (page, "restored", G_CALLBACK (on_page_restored), self);
    }
  return TRASH_PAGE;
}

gboolean
exm_window_pages_shows_trash (ExmWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->main_stack), TRASH_PAGE) == 0;
}

gboolean
exm_window_pages_is_trash_over (ExmWindow *self)
{
  return is_trash_wanted (self)
         && g_list_model_get_n_items (exm_session_get_trash (self->session)) == 0;
}

void
exm_window_pages_update_trash (ExmWindow *self)
{
  const char *shown = gtk_stack_get_visible_child_name (self->main_stack);

  if (exm_window_pages_shows_trash (self) || g_strcmp0 (shown, "views") == 0)
    gtk_stack_set_visible_child_name (self->main_stack,
                                      exm_window_pages_choose_child (self));
}

const char *
exm_window_pages_get_help (ExmWindow *self)
{
  const PageKind *kind = find_kind (exm_window_get_view (self));
  ExmScreen *screen = kind != NULL && self->task != NULL
                          ? exm_window_pages_get (self, kind->name)
                          : NULL;
  const char *topic = screen != NULL ? exm_screen_get_help (screen) : NULL;

  if (exm_window_setup_is_shown (self))
    return "first-task";
  if (g_str_equal (self->scope, EXM_SCOPE_TRASH))
    return "trash";
  if (g_str_equal (self->scope, EXM_SCOPE_NEEDS_YOU))
    return "review";
  if (self->search != NULL)
    return "searches";
  if (topic != NULL)
    return topic;
  return kind != NULL ? kind->help : "first-task";
}

/* Drops what the pages of a task have read: the database is another one. */
static void
on_replaced (ExmWindow *self)
{
  for (const PageKind *kind = kinds; kind->name != NULL; kind++)
    {
      ExmScreen *screen = exm_window_pages_find (self, kind->name);
      if (screen == NULL || !kind->task_only)
        continue;
      g_object_set_data (G_OBJECT (screen), "exm-told", NULL);
      exm_screen_set_task (screen, NULL);
    }
  if (self->tasks_known)
    exm_window_pages_get (self, exm_window_get_view (self));
}

void
exm_window_pages_add (ExmWindow *self)
{
  g_signal_connect_object (self->session, "replaced", G_CALLBACK (on_replaced), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->views, "notify::visible-child-name",
                           G_CALLBACK (on_visible_child_name_notify), self, 0);
  for (const PageKind *kind = kinds; kind->name != NULL; kind++)
    {
      AdwViewStackPage *page = adw_view_stack_add_titled (self->views, adw_bin_new (),
                                                          kind->name, _ (kind->title));
      adw_view_stack_page_set_icon_name (page, kind->icon);
    }
}

void
exm_window_pages_set_task (ExmWindow *self, const char *uid, const char *view)
{
  for (const PageKind *kind = kinds; kind->name != NULL; kind++)
    {
      GtkWidget *bin = adw_view_stack_get_child_by_name (self->views, kind->name);
      adw_view_stack_page_set_visible (adw_view_stack_get_page (self->views, bin),
                                       is_there (self, kind));
    }
  const PageKind *shown = find_kind (exm_window_get_view (self));
  if (view != NULL)
    exm_window_set_view (self, view);
  else if (shown != NULL && !is_there (self, shown))
    exm_window_set_view (self, "articles");
  shown = find_kind (exm_window_get_view (self));
  if (shown == NULL || !is_there (self, shown))
    return;
  GtkWidget *bin = adw_view_stack_get_child_by_name (self->views, shown->name);
  if (adw_bin_get_child (ADW_BIN (bin)) != NULL)
    tell (self, EXM_SCREEN (adw_bin_get_child (ADW_BIN (bin))));
}

void
exm_window_pages_show_nth (ExmWindow *self, guint number)
{
  /* A key stands for the same view everywhere, also where another one is not there. */
  if (number < 1 || number >= G_N_ELEMENTS (kinds) || exm_window_pages_shows_trash (self))
    return;
  const PageKind *kind = &kinds[number - 1];
  if (is_there (self, kind))
    exm_window_set_view (self, kind->name);
}
