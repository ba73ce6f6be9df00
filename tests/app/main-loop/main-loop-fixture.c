/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "main-loop-fixture.h"

#include "store-fixture.h"
#include "test-folder.h"
#include "test-pages.h"

/* Articles that are made durable together. */
#define GROUP 200u
/* So that a run lasts for some refreshes of the lists. */
#define RUN_DELAY_MS 40u

/* A sentence that no other page has: figures are no difference between lines. */
static void
append_sentence (GString *html, GRand *rand)
{
  static const char *const words[]
      = { "harbour", "ferry",  "keeper", "quay",    "morning", "lantern", "council",
          "bridge",  "winter", "repair", "evening", "sailor",  "market",  "railway",
          "island",  "letter", "engine", "weather", "captain", "village" };
  guint n = (guint) g_rand_int_range (rand, 18, 40);

  g_string_append (html, "<p>The");
  for (guint i = 0; i < n; i++)
    g_string_append_printf (
        html, "%s %s", i % 9 == 8 ? "," : "",
        words[g_rand_int_range (rand, 0, (gint32) G_N_ELEMENTS (words))]);
  g_string_append (html, ".");
}

/* A page of a site whose template stays and whose article has @n_chars characters. */
static GBytes *
make_page (guint number, guint n_chars)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (number);
  GString *html = g_string_new ("<!DOCTYPE html><meta charset=utf-8>");
  gsize begin;

  g_string_append_printf (html, "<title>Harbour report %u</title>", number);
  for (guint i = 0; i < 60; i++)
    g_string_append_printf (html, "<li class=menu><a href='/%u'>Section %c%c</a>", i,
                            'A' + (int) (i % 26), 'a' + (int) (i % 7));
  g_string_append_printf (html, "<h1>Harbour report %u</h1><div class=article>", number);
  begin = html->len;
  while (html->len - begin < n_chars)
    append_sentence (html, rand);
  g_string_append (html, "</div><div class=foot>");
  for (guint i = 0; i < 40; i++)
    g_string_append_printf (html, "<p>Imprint and service line %c of the harbour office",
                            'A' + (int) i % 26);
  gsize size = html->len;
  return g_bytes_new_take (g_string_free (html, FALSE), size);
}

/* A page of many short lines. */
static GBytes *
make_lines (guint n_lines)
{
  GString *html = g_string_new ("<!DOCTYPE html><meta charset=utf-8><title>Lines</title>"
                                "<h1>Lines</h1><div class=article>");

  for (guint i = 0; i < n_lines; i++)
    g_string_append_printf (html, "<p>Line %x of the list.", i * 2654435761u);
  g_string_append (html, "</div>");
  gsize size = html->len;
  return g_bytes_new_take (g_string_free (html, FALSE), size);
}

static void
add_tasks (ExmStore *store)
{
  g_autoptr (GBytes) bytes = make_page (1, LOOP_TARGET_CHARS);
  g_autofree char *hash
      = test_pages_put (store, bytes, "http://site.example/example.html");

  for (guint i = 1; i <= LOOP_N_TASKS; i++)
    test_pages_add_task (store, i, hash, NULL);
}

static void
add_run_tasks (LoopStore *self, ExmStore *store)
{
  static const char *const sections[LOOP_N_RUNS] = { "news", "zh", "blog" };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < LOOP_N_RUNS; i++)
    {
      g_autoptr (ExmProposal) proposal
          = test_pages_propose (store, self->site, sections[i], RUN_DELAY_MS);
      g_autoptr (ExmTask) task = exm_task_new (&proposal->fields);
      exm_store_add_task (store, task, STORE_NOW, &error);
      g_assert_no_error (error);
      self->run_uids[i] = g_strdup (exm_task_get (task)->uid);
    }
}

LoopStore *
loop_store_new (guint n_articles)
{
  LoopStore *self = g_new0 (LoopStore, 1);
  g_autoptr (GBytes) target = make_page (2, LOOP_TARGET_CHARS),
                     lines = make_lines (LOOP_N_LINES);
  g_autoptr (GError) error = NULL;

  self->site = test_pages_start_site (0);
  self->folder = test_folder_new ();
  self->n_articles = n_articles;
  g_autoptr (ExmStore) store = test_pages_open (self->folder);
  exm_store_begin_group (store, &error);
  add_tasks (store);
  exm_store_commit_group (store, &error);
  for (guint i = 0; i < n_articles; i += GROUP)
    {
      exm_store_begin_group (store, &error);
      store_fill (store, store_task_uid (1), i, MIN (GROUP, n_articles - i));
      exm_store_commit_group (store, &error);
      g_assert_no_error (error);
    }
  /* The newest one is the one that the workbench opens. */
  test_pages_put_article (store, store_task_uid (1), n_articles, target);
  test_pages_put_article (store, store_task_uid (LOOP_LINES_TASK), n_articles + 1, lines);
  add_run_tasks (self, store);
  return self;
}

char *
loop_store_copy (LoopStore *self)
{
  char *folder = test_folder_new ();
  g_autofree char *from = g_build_filename (self->folder, ".", NULL);
  const char *const argv[] = { "cp", "-a", from, folder, NULL };
  g_autoptr (GError) error = NULL;
  int status = -1;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                &status, &error);
  g_assert_no_error (error);
  g_spawn_check_wait_status (status, &error);
  g_assert_no_error (error);
  return folder;
}

void
loop_store_free (LoopStore *self)
{
  exm_sample_thread_stop (self->site);
  test_folder_free (self->folder);
  for (guint i = 0; i < LOOP_N_RUNS; i++)
    g_free (self->run_uids[i]);
  g_free (self);
}
