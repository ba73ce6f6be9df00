/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-articles-page.h"
#include "app/setup/exm-sections-window.h"
#include "app/shell/exm-window-private.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-toast.h"
#include "app/workbench/exm-setup-page.h"
#include "demo/exm-sample-thread.h"

#include <glib/gi18n-lib.h>

/* The sample site stands at the same address every time, so that tasks on it go on. */
#define SAMPLE_PORT 47816u

#define SAMPLE_PLACE "/news/"

static ExmSetupPage *
get_page (ExmWindow *self)
{
  return (ExmSetupPage *) gtk_stack_get_child_by_name (self->main_stack, "setup");
}

gboolean
exm_window_setup_is_shown (ExmWindow *self)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->main_stack), "setup") == 0;
}

GtkWidget *
exm_window_setup_get_shown (ExmWindow *self)
{
  ExmSetupPage *page = exm_window_setup_is_shown (self) ? get_page (self) : NULL;

  return page != NULL ? exm_setup_page_get_shown (page) : NULL;
}

static void
show_child (ExmWindow *self, const char *name)
{
  if (exm_window_setup_is_shown (self) && self->sidebar_before)
    {
      adw_flap_set_reveal_flap (self->flap, TRUE);
      self->sidebar_before = FALSE;
    }
  gtk_stack_set_visible_child_name (self->main_stack, name);
  gtk_widget_set_visible (GTK_WIDGET (self->switcher_title), g_str_equal (name, "views"));
  exm_window_update_title (self);
  exm_window_actions_update (self);
}

/* The steps need the room: both pages should be there to be clicked. */
static void
on_proposed (ExmSetup *setup, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);

  if (!adw_flap_get_reveal_flap (self->flap))
    return;
  self->sidebar_before = TRUE;
  adw_flap_set_reveal_flap (self->flap, FALSE);
}

static gboolean
has_tasks (ExmWindow *self)
{
  return g_list_model_get_n_items (exm_session_get_tasks (self->session)) > 0;
}

/* The page and its views go; a later task gets new ones. */
static gboolean
remove_page (gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  ExmSetupPage *page = self->main_stack != NULL ? get_page (self) : NULL;

  if (page != NULL && !exm_window_setup_is_shown (self))
    gtk_stack_remove (self->main_stack, GTK_WIDGET (page));
  return G_SOURCE_REMOVE;
}

static void
on_done (ExmSetupPage *page, const char *uid, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  const ExmTaskFields *fields = exm_setup_get_fields (exm_setup_page_get_setup (page));

  if (uid == NULL && !has_tasks (self))
    return;
  show_child (self, exm_window_pages_choose_child (self));
  if (uid != NULL)
    {
      g_autofree char *name = exm_bidi_isolate (fields->name);
      /* translators: %s is the name of a task */
      g_autofree char *words = g_strdup_printf (_ ("“%s” is set up and running"), name);
      exm_toast_show (GTK_WIDGET (self->toasts), exm_toast_new (words));
      exm_window_set_task_uid (self, uid);
      exm_window_set_view (self, "articles");
      exm_articles_page_show_first (
          EXM_ARTICLES_PAGE (exm_window_pages_get (self, "articles")), uid);
    }
  /* Not under its own feet. */
  g_idle_add_full (G_PRIORITY_DEFAULT, remove_page, g_object_ref (self), g_object_unref);
}

/* %NULL for the installed folder; the one of the source if run from a build in it. */
static char *
find_sample (void)
{
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = program != NULL ? g_path_get_dirname (program) : NULL;
  g_autofree char *data = folder != NULL ? g_build_filename (folder, "..", "..", "..",
                                                             "data", "sample", NULL)
                                         : NULL;
  g_autofree char *list = data != NULL ? g_build_filename (data, "site.ini", NULL) : NULL;

  return list != NULL && g_file_test (list, G_FILE_TEST_IS_REGULAR)
             ? g_steal_pointer (&data)
             : NULL;
}

static void
stop_sample (gpointer data)
{
  exm_sample_thread_stop (data);
}

/* The site runs as long as the program. */
static ExmSampleThread *
start_sample (GApplication *app, GError **error)
{
  ExmSampleThread *thread = g_object_get_data (G_OBJECT (app), "exm-sample");
  g_autofree char *data = find_sample ();

  if (thread != NULL)
    return thread;
  thread = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, SAMPLE_PORT, NULL);
  /* Somebody else may have the port. */
  if (thread == NULL)
    thread = exm_sample_thread_start (data, EXM_SAMPLE_SERVER_DEFAULT, 0, error);
  if (thread != NULL)
    g_object_set_data_full (G_OBJECT (app), "exm-sample", thread, stop_sample);
  return thread;
}

static void
on_sample_asked (ExmSetupPage *page, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);
  g_autoptr (GError) error = NULL;
  ExmSampleThread *thread = start_sample (
      G_APPLICATION (gtk_window_get_application (GTK_WINDOW (self))), &error);

  if (thread == NULL)
    {
      exm_setup_page_show_error (page, error->message);
      return;
    }
  const char *base
      = exm_sample_server_get_base_url (exm_sample_thread_get_server (thread));
  g_autofree char *url = g_strconcat (base, SAMPLE_PLACE, NULL);
  exm_setup_page_open (page, url);
}

void
exm_window_setup_show (ExmWindow *self)
{
  if (!exm_session_is_started (self->session))
    return;
  if (get_page (self) == NULL)
    {
      GtkWidget *page = exm_setup_page_new (self->session);
      gtk_stack_add_named (self->main_stack, page, "setup");
      g_signal_connect (page, "done", G_CALLBACK (on_done), self);
      g_signal_connect (page, "sample-asked", G_CALLBACK (on_sample_asked), self);
      g_signal_connect_object (exm_setup_page_get_setup (EXM_SETUP_PAGE (page)),
                               "proposed", G_CALLBACK (on_proposed), self, 0);
    }
  exm_setup_page_set_first (get_page (self), !has_tasks (self));
  show_child (self, "setup");
}

void
exm_window_setup_leave (ExmWindow *self)
{
  if (exm_window_setup_is_shown (self))
    show_child (self, exm_window_pages_choose_child (self));
}

static void
on_open_asked (ExmSectionsWindow *sections, const char *uid, gpointer data)
{
  ExmWindow *self = EXM_WINDOW (data);

  exm_window_setup_leave (self);
  exm_window_set_task_uid (self, uid);
  exm_window_set_view (self, "workbench");
  gtk_window_present (GTK_WINDOW (self));
}

void
exm_window_setup_add_many (ExmWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!exm_session_is_started (self->session))
    return;
  ExmSectionIntake *intake = exm_section_intake_get (self->session);
  if (!exm_section_intake_open (intake, &error))
    {
      exm_toast_show_error (GTK_WIDGET (self->toasts), error);
      return;
    }
  if (self->sections != NULL)
    {
      gtk_window_present (self->sections);
      return;
    }
  g_set_weak_pointer (&self->sections,
                      GTK_WINDOW (exm_sections_window_open (GTK_WINDOW (self), intake)));
  g_signal_connect_object (self->sections, "open-asked", G_CALLBACK (on_open_asked), self,
                           0);
}

void
exm_window_setup_add_list (ExmWindow *self, const char *text)
{
  exm_window_setup_add_many (self);
  if (self->sections != NULL)
    exm_sections_window_paste (EXM_SECTIONS_WINDOW (self->sections), text);
}

static void
open_address (ExmWindow *self)
{
  g_autofree char *address = NULL;

  if (!self->tasks_known || !exm_session_is_started (self->session))
    return;
  address = g_steal_pointer (&self->address);
  if (address == NULL)
    return;
  exm_window_setup_show (self);
  exm_setup_page_open (get_page (self), address);
}

void
exm_window_setup_update (ExmWindow *self)
{
  const char *shown = gtk_stack_get_visible_child_name (self->main_stack);
  ExmSetupPage *page = get_page (self);
  gboolean first = !has_tasks (self);

  if (page != NULL)
    exm_setup_page_set_first (page, first);
  if (first && g_strcmp0 (shown, "views") == 0)
    exm_window_setup_show (self);
  /* Another process made the first task. */
  else if (!first && page != NULL && exm_window_setup_is_shown (self)
           && exm_setup_get_stage (exm_setup_page_get_setup (page)) == EXM_SETUP_EMPTY
           && self->was_empty)
    show_child (self, exm_window_pages_choose_child (self));
  self->was_empty = first;
  open_address (self);
}

void
exm_window_set_up (ExmWindow *self, const char *address)
{
  g_return_if_fail (EXM_IS_WINDOW (self));
  g_return_if_fail (address != NULL);

  g_free (self->address);
  self->address = g_strdup (address);
  open_address (self);
}
