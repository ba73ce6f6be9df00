/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures a set of real pages with all that they need, which is no part of this tree:
 *
 *     styled-pages [--data FOLDER] [--only SITE] [--pictures FOLDER]
 *
 * FOLDER, or EXM_STYLED_PAGES, holds serve.py, styled.json and own/visible.json. Each
 * page is shown with style sheets and without: the tinted lines must be those that are
 * kept, a click must mark the line under it, and on the own pages the lines that nobody
 * sees must be those that a person judged so. A line a page; the last lines count. */

#include "app/web/exm-page-script.h"
#include "engine/exm-engine.h"
#include "fetch/exm-fetcher.h"
#include "page-view-fixture.h"
#include "resources/exm-resources.h"
#include "test-folder.h"
#include "test-gui.h"

#include <json-glib/json-glib.h>
#include <string.h>

static char *data_folder, *only, *picture_folder;

static const GOptionEntry entries[]
    = { { "data", 0, 0, G_OPTION_ARG_FILENAME, &data_folder, "the set of pages",
          "FOLDER" },
        { "only", 0, 0, G_OPTION_ARG_STRING, &only, "one site of it", "SITE" },
        { "pictures", 0, 0, G_OPTION_ARG_FILENAME, &picture_folder, "draw the pages",
          "FOLDER" },
        G_OPTION_ENTRY_NULL };

typedef struct
{
  guint n_pages;
  guint n_blank;
  guint n_kept;       /* lines, over all pages and both looks */
  guint n_untinted;   /* kept lines that a browser lays out and that are not tinted */
  guint n_overtinted; /* tinted lines that are not kept */
  guint n_hidden;     /* kept lines that nobody sees, with style sheets */
  guint n_clicks, n_covered, n_wrong_clicks;
  guint n_judged, n_misjudged;
} Totals;

typedef struct
{
  PageFixture page;
  ExmEngine *engine;
  ExmResources *resources;
  guint port;
  guint n_settled;
  Totals totals;
} Measure;

/* Longest wait for the first tinted line. */
#define TINT_SECONDS 10

/* Asks how tinted ranges and kept lines agree. */
#define ASK_TINTED                                                                       \
  "const inside = (line) => ['exm-body', 'exm-body-dark'].some((name) =>"                \
  "  [...(CSS.highlights.get(name) ?? [])].some((range) =>"                              \
  "    range.comparePoint(exemplar.lines[line].sn, exemplar.lines[line].so) === 0"       \
  "    && range.comparePoint(exemplar.lines[line].en, exemplar.lines[line].eo) === 0));" \
  "const tinted = new Uint8Array(exemplar.first.length);"                                \
  "exemplar.lines.forEach((_, line) => {"                                                \
  "  if (exemplar.reader[line] >= 0 && inside(line)) tinted[exemplar.reader[line]] = 1;" \
  "});"                                                                                  \
  "return [...exemplar.first].map((at, i) => at < 0 ? '-' : tinted[i]).join('')"

/* Clicks where lines begin; a place that something else covers says nothing. */
#define ASK_CLICKS                                                                       \
  "const kept = [...exemplar.first.keys()].filter((i) => exemplar.first[i] >= 0"         \
  "  && exemplar.marks.verdicts[i] === '2');"                                            \
  "const step = Math.max(1, Math.floor(kept.length / 12));"                              \
  "let n = 0, covered = 0, wrong = 0; const at = [];"                                    \
  "const hidden = new Set(hiddenLines.split(' ').map(Number));"                          \
  "exemplar.setMarkMode(true);"                                                          \
  "for (let k = 0; k < kept.length; k += step) {"                                        \
  "  const line = exemplar.first[kept[k]];"                                              \
  "  if (hidden.has(kept[k])) continue;"                                                 \
  "  const place = exemplar.rangeOf(line, line).getClientRects()[0];"                    \
  "  scrollBy({top: (place?.top ?? 0) - innerHeight / 2, behavior: 'instant'});"         \
  "  const rect = [...exemplar.rangeOf(line, line).getClientRects()]"                    \
  "    .find(({width, height}) => width > 1 && height > 1);"                             \
  "  if (!rect) continue;"                                                               \
  "  const clientX = rect.left + Math.min(8, rect.width / 2);"                           \
  "  const clientY = rect.top + rect.height / 2;"                                        \
  "  const under = document.elementFromPoint(clientX, clientY);"                         \
  "  const own = exemplar.lines[line].sn.parentElement;"                                 \
  "  n++;"                                                                               \
  "  if (!under || !(under.contains(own) || own.contains(under))) { covered++; "         \
  "continue; }"                                                                          \
  "  exemplar.markClear();"                                                              \
  "  under.dispatchEvent(new MouseEvent('click', {bubbles: true, clientX, clientY}));"   \
  "  if (!exemplar.marks.choice?.has(line)) { wrong++; at.push(kept[k]); }"              \
  "}"                                                                                    \
  "exemplar.markClear();"                                                                \
  "exemplar.setMarkMode(false);"                                                         \
  "scrollTo(0, 0);"                                                                      \
  "return `${n} ${covered} ${wrong} ${at.join(' ')}`"

static void
on_settled (ExmPageView *view, Measure *self)
{
  self->n_settled++;
}

static gboolean
is_settled (gpointer data)
{
  Measure *self = data;

  return self->n_settled > 0 || self->page.n_failed > 0;
}

/* The first thing that the server says is where it lists everything: its port. */
static GSubprocess *
start_server (Measure *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *script = g_build_filename (data_folder, "serve.py", NULL);
  const char *const arguments[] = { "python3", "-u", script, "--no-scripts", NULL };
  GSubprocess *server
      = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  g_assert_no_error (error);
  g_autoptr (GDataInputStream) lines
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);

  g_assert_no_error (error);
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  g_assert_nonnull (line);
  g_assert_cmpint (sscanf (line, "all http://localhost:%u", &self->port), ==, 1);
  return server;
}

static ExmPrepared *
fetch (Measure *self, const char *url, GBytes **bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  const ExmFetchRequest request = { .operator_host = g_uri_get_host (uri) };
  g_autoptr (ExmFetched) fetched
      = exm_fetcher_fetch_sync (NULL, url, &request, NULL, &error);
  g_assert_no_error (error);
  const ExmPageHints hints = { .url = url, .http_charset = fetched->charset };
  ExmPrepared *prepared
      = exm_engine_prepare (self->engine, fetched->body, &hints, NULL, &error);
  g_assert_no_error (error);
  *bytes = g_bytes_ref (fetched->body);
  return prepared;
}

static void
on_snapshot (GObject *source, GAsyncResult *result, gpointer data)
{
  GdkTexture **texture = data;

  *texture = webkit_web_view_get_snapshot_finish (WEBKIT_WEB_VIEW (source), result, NULL);
}

static gboolean
has_texture (gpointer data)
{
  return *(GdkTexture **) data != NULL;
}

static void
draw (Measure *self, const char *name, gboolean styled)
{
  g_autoptr (GdkTexture) texture = NULL;

  if (picture_folder == NULL)
    return;
  page_fixture_linger (500);
  webkit_web_view_get_snapshot (
      page_fixture_get_web (&self->page), WEBKIT_SNAPSHOT_REGION_VISIBLE,
      WEBKIT_SNAPSHOT_OPTIONS_NONE, NULL, on_snapshot, &texture);
  test_gui_wait_until (has_texture, &texture, "the picture");
  g_autofree char *path = g_strdup_printf ("%s/%s-%s.png", picture_folder, name,
                                           styled ? "with" : "without");
  gdk_texture_save_to_png (texture, path);
}

static char *
join_hidden (Measure *self, guint n_lines)
{
  const guint8 *hidden = exm_page_view_get_hidden (self->page.view);
  GString *words = g_string_new (NULL);

  for (guint i = 0; hidden != NULL && i < n_lines; i++)
    if (hidden[i])
      g_string_append_printf (words, "%u ", i);
  return g_string_free (words, FALSE);
}

static void
check_clicks (Measure *self, const char *hidden)
{
  g_autofree char *code
      = g_strdup_printf ("const hiddenLines = '%s';" ASK_CLICKS, hidden);
  g_autofree char *answer = page_fixture_ask (&self->page, code);
  guint n = 0, n_covered = 0, n_wrong = 0;

  g_assert_cmpint (sscanf (answer, "%u %u %u", &n, &n_covered, &n_wrong), ==, 3);
  self->totals.n_clicks += n;
  self->totals.n_covered += n_covered;
  self->totals.n_wrong_clicks += n_wrong;
  g_print ("  clicks %u covered %u wrong %u", n, n_covered, n_wrong);
  if (n_wrong > 0)
    g_print (" (%s)", answer);
}

static void
check_tint (Measure *self, const guint8 *verdicts, guint n_lines, gboolean styled)
{
  g_autofree char *tinted = page_fixture_ask (&self->page, ASK_TINTED);
  const guint8 *hidden = exm_page_view_get_hidden (self->page.view);
  guint n_kept = 0, n_untinted = 0, n_over = 0, n_hidden = 0;

  g_assert_cmpuint (strlen (tinted), ==, n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      gboolean kept = verdicts[i] == EXM_VERDICT_KEPT;
      n_kept += kept;
      n_untinted += kept && tinted[i] == '0';
      n_over += !kept && tinted[i] == '1';
      n_hidden += kept && hidden != NULL && hidden[i];
    }
  self->totals.n_kept += n_kept;
  self->totals.n_untinted += n_untinted;
  self->totals.n_overtinted += n_over;
  self->totals.n_hidden += styled ? n_hidden : 0;
  g_print ("  %s: kept %u, untinted %u, tinted besides %u, not visible %u",
           styled ? "with" : "without", n_kept, n_untinted, n_over, n_hidden);
}

/* Shows a page in one look, and waits until it stays as it is. */
static void
show (Measure *self, ExmPageText *page, const char *url, gboolean styled)
{
  gint64 began = g_get_monotonic_time ();
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  const char *const hosts[] = { g_uri_get_host (uri), NULL };

  exm_page_view_load (self->page.view, NULL, NULL);
  exm_page_view_set_resources (self->page.view, self->resources, hosts);
  g_object_set (self->page.view, "styled", styled, NULL);
  self->page.n_loaded = self->page.n_failed = self->n_settled = 0;
  exm_page_view_load (self->page.view, page, url);
  page_fixture_wait_loaded (&self->page);
  gint64 marked = g_get_monotonic_time ();
  test_gui_wait_until (is_settled, self, "the look of the page");
  g_print ("  [%d ms, then %d]", (int) ((marked - began) / 1000),
           (int) ((g_get_monotonic_time () - marked) / 1000));
}

static gboolean
is_blank (Measure *self)
{
  g_autofree char *answer
      = page_fixture_ask (&self->page, "return exemplar.styles.blank ? 1 : 0");

  return strcmp (answer, "1") == 0;
}

/* Marks the lines as the window does. Returns: once they are tinted */
static void
mark (Measure *self, const guint8 *verdicts, guint n_lines)
{
  guint head = EXM_NONE, tail = EXM_NONE;

  for (guint i = 0; i < n_lines; i++)
    if (verdicts[i] == EXM_VERDICT_KEPT)
      {
        head = head == EXM_NONE ? i : head;
        tail = i;
      }
  exm_page_view_set_marks (self->page.view, verdicts, n_lines, head, tail, NULL);
  /* The first tint says that the marks have come to the page. */
  gint64 end = g_get_monotonic_time () + TINT_SECONDS * G_USEC_PER_SEC;
  gboolean is_tinted = head == EXM_NONE;
  while (!is_tinted && g_get_monotonic_time () < end)
    {
      g_autofree char *tinted = page_fixture_ask (&self->page, ASK_TINTED);
      is_tinted = strchr (tinted, '1') != NULL;
    }
  page_fixture_linger (150);
}

static void
measure_page (Measure *self,
              const char *name,
              const char *url,
              ExmPrepared *target,
              ExmPrepared *example)
{
  g_autoptr (GError) error = NULL;
  const ExmExtractOptions options = { 0 };
  ExmPrepared *const examples[] = { example };
  g_autoptr (ExmResult) result
      = exm_engine_extract (self->engine, target, examples, 1, &options, NULL, &error);
  g_assert_no_error (error);
  const ExmResultData *result_data = exm_result_get (result);
  ExmPageText *page = exm_prepared_get_page (target);

  g_print ("%s", name);
  for (guint styled = 0; styled < 2; styled++)
    {
      show (self, page, url, styled == 1);
      mark (self, result_data->verdicts, result_data->n_lines);
      check_tint (self, result_data->verdicts, result_data->n_lines, styled == 1);
      if (styled == 1 && is_blank (self))
        {
          self->totals.n_blank++;
          g_print ("  BLANK");
        }
      g_autofree char *hidden = join_hidden (self, result_data->n_lines);
      check_clicks (self, hidden);
      if (picture_folder != NULL)
        draw (self, name, styled == 1);
    }
  self->totals.n_pages++;
  g_print ("\n");
}

static void
measure_site (Measure *self, JsonObject *site)
{
  const char *name = json_object_get_string_member (site, "site");
  JsonArray *paths = json_object_get_array_member (site, "pages");
  ExmPrepared *pages[2];
  char *urls[2];

  if (only != NULL && strcmp (only, name) != 0)
    return;
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *path = g_uri_escape_string (
          json_array_get_string_element (paths, i) + 1, "/", FALSE);
      urls[i] = g_strdup_printf ("http://%s.localhost:%u/%s", name, self->port, path);
      pages[i] = fetch (self, urls[i], &bytes);
    }
  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s-%u", name, i + 1);
      measure_page (self, numbered, urls[i], pages[i], pages[1 - i]);
    }
  for (guint i = 0; i < 2; i++)
    {
      exm_prepared_unref (pages[i]);
      g_free (urls[i]);
    }
}

/* Compares what is found with what a person judged, paragraph by paragraph. */
static void
judge_paragraphs (Measure *self, ExmPageText *page, JsonArray *paragraphs)
{
  const guint8 *hidden = exm_page_view_get_hidden (self->page.view);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  for (guint k = 0; k < json_array_get_length (paragraphs); k++)
    {
      JsonObject *one = json_array_get_object_element (paragraphs, k);
      const char *text = json_object_get_string_member (one, "text");
      gboolean visible = json_object_get_boolean_member (one, "visible");
      guint line = 0;
      while (line < n_lines && strcmp (exm_page_text_get_line (page, line), text) != 0)
        line++;
      if (line == n_lines || *text == '\0')
        continue;
      self->totals.n_judged++;
      if (hidden != NULL && (hidden[line] == 0) == visible)
        continue;
      self->totals.n_misjudged++;
      g_print ("\n  %s is %s: %s", json_object_get_string_member (one, "id"),
               visible ? "visible" : "not visible",
               json_object_has_member (one, "why")
                   ? json_object_get_string_member (one, "why")
                   : "");
    }
}

static void
measure_own (Measure *self, JsonObject *page)
{
  const char *name = json_object_get_string_member (page, "page");
  g_autofree char *url = g_strdup_printf ("http://own.localhost:%u/%s", self->port, name);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (ExmPrepared) prepared = fetch (self, url, &bytes);

  g_print ("own %s", name);
  show (self, exm_prepared_get_page (prepared), url, TRUE);
  judge_paragraphs (self, exm_prepared_get_page (prepared),
                    json_object_get_array_member (page, "paragraphs"));
  draw (self, name, TRUE);
  g_print ("\n");
}

static JsonParser *
read_json (const char *first, const char *second)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = g_build_filename (data_folder, first, second, NULL);
  JsonParser *parser = json_parser_new_immutable ();

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return parser;
}

static void
run (Measure *self)
{
  g_autoptr (JsonParser) sites = read_json ("styled.json", NULL);
  g_autoptr (JsonParser) own = read_json ("own", "visible.json");
  JsonArray *list = json_node_get_array (json_parser_get_root (sites));
  JsonArray *pages = json_object_get_array_member (
      json_node_get_object (json_parser_get_root (own)), "pages");

  for (guint i = 0; i < json_array_get_length (list); i++)
    measure_site (self, json_array_get_object_element (list, i));
  for (guint i = 0; i < json_array_get_length (pages); i++)
    if (only == NULL || strcmp (only, "own") == 0)
      measure_own (self, json_array_get_object_element (pages, i));
  const Totals *sums = &self->totals;
  g_print (
      "%u pages, %u blank without scripts; of %u kept lines %u are not tinted, %u more "
      "are; %u are not visible\n",
      sums->n_pages, sums->n_blank, sums->n_kept, sums->n_untinted, sums->n_overtinted,
      sums->n_hidden);
  g_print ("%u clicks, %u on what covers the line, %u wrong\n", sums->n_clicks,
           sums->n_covered, sums->n_wrong_clicks);
  g_print ("%u paragraphs judged, %u wrongly\n", sums->n_judged, sums->n_misjudged);
}

int
main (int argc, char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GError) error = NULL;
  Measure self = { 0 };

  g_option_context_add_main_entries (context, entries, NULL);
  g_option_context_set_ignore_unknown_options (context, TRUE);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if (data_folder == NULL)
    data_folder = g_strdup (g_getenv ("EXM_STYLED_PAGES"));
  if (data_folder == NULL)
    {
      g_printerr ("No set of pages: give --data FOLDER or EXM_STYLED_PAGES\n");
      return 2;
    }
  test_gui_init (&argc, &argv);
  char *folder = test_folder_new ();
  page_fixture_set_up (&self.page, GINT_TO_POINTER (1200));
  gtk_window_set_default_size (GTK_WINDOW (self.page.window), 1200, 900);
  g_signal_connect (self.page.view, "settled", G_CALLBACK (on_settled), &self);
  self.engine = exm_engine_new ();
  self.resources = exm_resources_new (folder);
  g_autoptr (GSubprocess) server = start_server (&self);
  run (&self);
  g_subprocess_force_exit (server);
  page_fixture_tear_down (&self.page, NULL);
  g_object_unref (self.resources);
  g_object_unref (self.engine);
  test_folder_free (folder);
  return self.totals.n_untinted + self.totals.n_overtinted + self.totals.n_wrong_clicks
                     + self.totals.n_misjudged
                 > 0
             ? 1
             : 0;
}
