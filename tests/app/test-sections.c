/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Many sections added at once: a pasted list, what becomes of its lines, what is kept of
 * them, and lists that are too long or none. */

#include "app/setup/exm-section-row.h"
#include "app/setup/exm-sections-window.h"
#include "app/shell/exm-window-private.h"

#include "small-site.h"
#include "test-folder.h"
#include "test-gui.h"
#include "test-pointer.h"

#include <string.h>

#define ARTICLE(title, section)                                                          \
  "<!DOCTYPE html><title>" title "</title>" MENU "<h1>" title "</h1><p>Written by Ann "  \
  "Writer on 3 March 2026 for the " section ".</p>" PROSE PROSE                          \
  "<footer>Write to the office of this paper.</footer>"

#define LINK(path, title) "<h2><a href=" path ">" title "</a></h2>"

static const Page pages[] = {
  { "/north/",
    "<!DOCTYPE html><title>North</title>" MENU LINK (
        "/north/2026/03/last-ferry-of-autumn.html", "The last ferry of autumn")
        LINK ("/north/2026/03/bell-for-the-tower.html", "A bell for the old tower")
            LINK ("/north/2026/03/bread-prices-rise.html", "Bread prices rise again") },
  { "/north/2026/03/last-ferry-of-autumn.html",
    ARTICLE ("The last ferry of autumn", "north") },
  { "/north/2026/03/bell-for-the-tower.html",
    ARTICLE ("A bell for the old tower", "north") },
  { "/north/2026/03/bread-prices-rise.html",
    ARTICLE ("Bread prices rise again", "north") },
  { "/south/",
    "<!DOCTYPE html><title>South</title>" MENU LINK (
        "/south/2026/03/school-opens-doors.html", "The school opens its doors")
        LINK ("/south/2026/03/storm-over-harbour.html", "A storm over the harbour")
            LINK ("/south/2026/03/library-is-saved.html", "The library is saved") },
  { "/south/2026/03/school-opens-doors.html",
    ARTICLE ("The school opens its doors", "south") },
  { "/south/2026/03/storm-over-harbour.html",
    ARTICLE ("A storm over the harbour", "south") },
  { "/south/2026/03/library-is-saved.html", ARTICLE ("The library is saved", "south") },
  { "/alone/", "<!DOCTYPE html><title>Alone</title>" MENU LINK (
                   "/alone/2026/03/one-single-report.html", "One single report of it") },
  { "/alone/2026/03/one-single-report.html",
    ARTICLE ("One single report of it", "only one") },
  { NULL },
};

typedef struct
{
  Site site;
  char *folder;        /* (owned) */
  ExmApplication *app; /* (owned) */
  ExmWindow *window;   /* (unowned) */
  GtkWindow *sections; /* (unowned) */
} Fixture;

static void
open_app (Fixture *self)
{
  self->app = test_gui_start (self->folder);
  self->window = test_gui_get_window (self->app);
}

static ExmSectionIntake *
get_intake (const Fixture *self)
{
  return exm_section_intake_get (exm_window_get_session (self->window));
}

static void
open_sections (Fixture *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self->window), "win.add-many", NULL);
  self->sections = test_gui_need_dialog (self->window, EXM_TYPE_SECTIONS_WINDOW);
  g_object_set (get_intake (self), "delay-ms", 1, NULL);
}

static void
set_up (Fixture *self, gconstpointer data)
{
  site_start (&self->site, pages);
  self->folder = test_folder_new ();
  open_app (self);
}

static void
tear_down (Fixture *self, gconstpointer data)
{
  test_gui_stop (self->app);
  site_stop (&self->site);
  test_folder_free (self->folder);
}

/* @text: its "@" becomes the address of the site */
static void
paste (Fixture *self, const char *text)
{
  GtkWidget *view = test_gui_need (self->sections, GTK_TYPE_TEXT_VIEW, "text");
  g_auto (GStrv) parts = g_strsplit (text, "@", -1);
  g_autofree char *list = g_strjoinv (self->site.base, parts);

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (GTK_TEXT_VIEW (view)), list, -1);
  gtk_widget_grab_focus (view);
  test_keys (view, "ctrl+Return");
}

static gboolean
is_over (gpointer data)
{
  const Fixture *self = data;

  return !exm_section_intake_is_running (get_intake (self))
         && exm_section_intake_count (get_intake (self), EXM_SECTION_WAITING) == 0;
}

static void
wait_for_run (Fixture *self)
{
  test_gui_wait_until (is_over, self, "the sections");
  test_gui_settle (GTK_WIDGET (self->sections));
}

static guint
count (Fixture *self, ExmSectionState state)
{
  return exm_section_intake_count (get_intake (self), state);
}

static guint
count_tasks (Fixture *self)
{
  return g_list_model_get_n_items (
      exm_session_get_tasks (exm_window_get_session (self->window)));
}

static gboolean
has_three_tasks (gpointer data)
{
  return count_tasks (data) == 3;
}

static ExmSectionItem *
get_selected (Fixture *self)
{
  GtkListView *view
      = GTK_LIST_VIEW (test_gui_need (self->sections, GTK_TYPE_LIST_VIEW, "view"));

  return gtk_single_selection_get_selected_item (
      GTK_SINGLE_SELECTION (gtk_list_view_get_model (view)));
}

static void
press_enter (Fixture *self)
{
  test_keys (test_gui_need (self->sections, GTK_TYPE_LIST_VIEW, "view"), "Return");
}

static gboolean
is_accepted (gpointer data)
{
  return count (data, EXM_SECTION_LOOK) == 0;
}

/* Each line ends ready, to be reviewed or failed; Enter answers, and takes the next. */
static void
test_outcomes (Fixture *self, gconstpointer data)
{
  open_sections (self);
  paste (self, "Nowhere @/gone/\nNorth @/north/ Papers\nSouth @/south/ Papers\n"
               "Alone @/alone/\n");
  wait_for_run (self);
  g_assert_cmpuint (count (self, EXM_SECTION_READY), ==, 2);
  g_assert_cmpuint (count (self, EXM_SECTION_LOOK), ==, 1);
  g_assert_cmpuint (count (self, EXM_SECTION_FAILED), ==, 1);
  test_gui_wait_until (has_three_tasks, self, "the tasks");
  test_gui_wait_until_said (self->sections, "2 ready, 1 to review, 1 failed");
  test_gui_wait_until_said (self->sections, "2 sections share 1 example");
  test_gui_show_people (GTK_WIDGET (self->sections), "sections");
  /* The one to review comes before the one that failed, though it stands behind it. */
  g_assert_cmpstr (exm_section_item_get_title (get_selected (self)), ==, "Alone");
  press_enter (self);
  test_gui_wait_until (is_accepted, self, "the answer");
  g_assert_cmpuint (count (self, EXM_SECTION_READY), ==, 3);
  g_assert_cmpstr (exm_section_item_get_title (get_selected (self)), ==, "Nowhere");
  /* It is tried again, in vain. */
  guint n_asked = self->site.asked->len;
  press_enter (self);
  wait_for_run (self);
  g_assert_cmpuint (count (self, EXM_SECTION_FAILED), ==, 1);
  g_assert_cmpuint (self->site.asked->len, >, n_asked);
  test_pointer_click (test_gui_need (self->sections, GTK_TYPE_BUTTON, "drop"));
  test_gui_settle (GTK_WIDGET (self->sections));
  g_assert_cmpuint (count (self, EXM_SECTION_FAILED), ==, 0);
  /* Given again, they are there. */
  test_pointer_click (test_gui_need (self->sections, GTK_TYPE_BUTTON, "more"));
  paste (self, "@/north/\n@/south/2026/03/library-is-saved.html\n");
  wait_for_run (self);
  g_assert_cmpuint (count (self, EXM_SECTION_THERE), ==, 2);
  g_assert_cmpuint (count_tasks (self), ==, 3);
}

static gboolean
is_alone_listed (gpointer data)
{
  return count_tasks (data) == 1;
}

/* A run of a task. */
typedef struct
{
  Fixture *fixture;
  const char *uid;
} Runs;

static guint
count_runs (const Runs *self, const char *state)
{
  const ExmStoreQuery query = { .kind = EXM_READ_RUNS, .uid = self->uid, .limit = 10 };
  g_autoptr (GPtrArray) runs = test_gui_read_store (self->fixture->window, &query);
  guint n = 0;

  for (guint i = 0; i < runs->len; i++)
    n += state == NULL || g_strcmp0 (((ExmRun *) runs->pdata[i])->state, state) == 0;
  return n;
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  *(gboolean *) data = exm_session_write_finish (EXM_SESSION (source), result, NULL);
}

static gboolean
is_set (gpointer data)
{
  return *(gboolean *) data;
}

/* A section that is answered runs once: it is due, so the worker begins that by itself,
 * and may have ended it before the window hears that the task was resumed. */
static void
test_one_run (Fixture *self, gconstpointer data)
{
  ExmSession *session = exm_window_get_session (self->window);
  gboolean written = FALSE;

  open_sections (self);
  paste (self, "Alone @/alone/\n");
  wait_for_run (self);
  test_gui_wait_until (is_alone_listed, self, "the task");
  const Runs runs = { self, exm_section_item_get_uid (get_selected (self)) };
  g_assert_cmpuint (count_runs (&runs, NULL), ==, 0);
  exm_section_intake_answer (get_intake (self), get_selected (self));
  /* The main loop does not turn meanwhile. */
  gint64 end = g_get_monotonic_time () + TEST_GUI_SECONDS * G_USEC_PER_SEC;
  while (count_runs (&runs, "done") == 0 && g_get_monotonic_time () < end)
    g_thread_yield ();
  g_assert_cmpuint (count_runs (&runs, "done"), ==, 1);
  test_gui_wait_until (is_accepted, self, "the answer");
  /* The worker has what the window asked of it before this. */
  exm_session_set_paused_async (session, runs.uid, FALSE, on_written, &written);
  test_gui_wait_until (is_set, &written, "the worker");
  g_assert_cmpuint (count_runs (&runs, NULL), ==, 1);
}

static gboolean
is_asked (gpointer data)
{
  return site_was_asked (data, SLOW);
}

/* A section that waits when the program ends is there the next time, and goes on. */
static void
test_kept (Fixture *self, gconstpointer data)
{
  open_sections (self);
  paste (self, "North @/north/\nSlow @" SLOW "\nSouth @/south/\n");
  test_gui_wait_until (is_asked, &self->site, "the slow one");
  g_assert_true (exm_section_intake_is_running (get_intake (self)));
  /* The window may be closed meanwhile, and the main one is usable. */
  gtk_window_close (self->sections);
  g_assert_true (exm_section_intake_is_running (get_intake (self)));
  test_gui_stop (self->app);
  open_app (self);
  open_sections (self);
  g_assert_cmpuint (
      g_list_model_get_n_items (exm_section_intake_get_items (get_intake (self))), ==, 3);
  g_assert_cmpuint (count (self, EXM_SECTION_READY), ==, 1);
  g_assert_cmpuint (count (self, EXM_SECTION_WAITING), ==, 2);
  g_assert_true (exm_section_intake_is_running (get_intake (self)));
}

/* A second window shows the same, and it goes on when the first one is closed. */
static void
test_two_windows (Fixture *self, gconstpointer data)
{
  ExmSession *session = exm_window_get_session (self->window);

  open_sections (self);
  paste (self, "North @/north/\nSlow @" SLOW "\nSouth @/south/\n");
  test_gui_wait_until (is_asked, &self->site, "the slow one");
  GtkWindow *first = GTK_WINDOW (self->window);
  self->window = exm_window_new (GTK_APPLICATION (self->app), session, NULL);
  gtk_window_present (GTK_WINDOW (self->window));
  test_gui_settle (GTK_WIDGET (self->window));
  open_sections (self);
  g_assert_cmpuint (
      g_list_model_get_n_items (exm_section_intake_get_items (get_intake (self))), ==, 3);
  gtk_window_destroy (first);
  g_assert_true (exm_section_intake_is_running (get_intake (self)));
  g_assert_cmpuint (count (self, EXM_SECTION_WAITING), ==, 2);
  test_pointer_click (test_gui_need (self->sections, GTK_TYPE_BUTTON, "more"));
  paste (self, "Alone @/alone/\n");
  g_assert_cmpuint (count (self, EXM_SECTION_WAITING), ==, 3);
}

static gboolean
has_failed (gpointer data)
{
  return count (data, EXM_SECTION_FAILED) == EXM_SECTION_LIST_MAX;
}

/* A list of ten thousand lines, and one that is longer. */
static void
test_long (Fixture *self, gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < EXM_SECTION_LIST_MAX; i++)
    g_string_append_printf (text, "no address %u\n", i);
  open_sections (self);
  paste (self, text->str);
  gint64 start = g_get_monotonic_time ();
  test_gui_wait_until (has_failed, self, "ten thousand lines");
  wait_for_run (self);
  g_assert_cmpint (g_get_monotonic_time () - start, <, 60 * G_USEC_PER_SEC);
  g_assert_cmpuint (count_tasks (self), ==, 0);
  test_pointer_click (test_gui_need (self->sections, GTK_TYPE_BUTTON, "more"));
  paste (self, "one more\n");
  test_gui_wait_until_said (self->sections, "The list has more than 10000 sections");
  g_assert_cmpuint (count (self, EXM_SECTION_FAILED), ==, EXM_SECTION_LIST_MAX);
}

/* Lists that are none, or not whole. */
static void
test_bad (Fixture *self, gconstpointer data)
{
  open_sections (self);
  g_assert_false (
      gtk_widget_get_sensitive (test_gui_need (self->sections, GTK_TYPE_BUTTON, "add")));
  paste (self, "  \n");
  test_gui_wait_until_said (self->sections, "The list names no section");
  paste (self, "<opml><body><outline text='North' htmlUrl='@/north/'/><outline te");
  wait_for_run (self);
  test_gui_wait_until_said (self->sections, "The file breaks off");
  g_assert_cmpuint (count (self, EXM_SECTION_READY), ==, 1);
}

#define add(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
  add ("/sections/outcomes", test_outcomes);
  add ("/sections/one-run", test_one_run);
  add ("/sections/kept", test_kept);
  add ("/sections/two-windows", test_two_windows);
  add ("/sections/long", test_long);
  add ("/sections/bad", test_bad);
  return g_test_run ();
}
