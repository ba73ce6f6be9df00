/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pictures that a task keeps: each fetched once, held, published beside its article;
 * hostile and lost ones told of, and their articles published with the address. */

#include "fetch/exm-url-key.h"
#include "store/db/exm-store-folder.h"
#include "store/exm-resource-holders.h"
#include "store/exm-store-trash.h"
#include "task/exm-output-format.h"
#include "test-listen.h"
#include "test-site.h"
#include "worker-fixture.h"

#include <glib/gstdio.h>
#include <string.h>

#define N_REPORTS 5u

/* A site whose reports show pictures, and the bench of a worker. */
typedef struct
{
  WorkerBench bench;
  SoupServer *server;   /* (owned) */
  char *base;           /* (owned) */
  char *uid;            /* (owned): of the task */
  GHashTable *requests; /* (owned) (element-type utf8 guint): by path */
  gboolean cookies;     /* came with a request for a picture */
  gboolean referrer;    /* was missing or more than an origin */
} Site;

/* Pictures of each report but the example. */
static const char *const shown[N_REPORTS][4] = {
  { NULL },
  { "/img/1.png", "/img/shared.png", NULL },
  { "/img/shared.png", "/img/missing.png", NULL },
  { "/img/bomb.png", "/img/evil.svg", "/img/page.png", NULL },
  { "/img/secret.png", "/img/broken.svg", "/img/huge.gif", NULL },
};

/* Wider sources that report 1 offers of its pictures, once that is asked for; the second
 * one is not there. */
static const char *const wider[2] = { "/img/wide.png", "/img/gone.png" };
static gboolean offers_wider;

static GBytes *
make_png (guint32 width, guint32 height, guint8 mark)
{
  guint8 bytes[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR........\x08\2\0\0\0";

  for (guint i = 0; i < 4; i++)
    {
      bytes[16 + i] = (guint8) (width >> (24 - 8 * i));
      bytes[20 + i] = (guint8) (height >> (24 - 8 * i));
    }
  bytes[sizeof bytes - 1] = mark;
  return g_bytes_new (bytes, sizeof bytes);
}

static GBytes *
make_gif (void)
{
  gsize n_bytes = 12 * 1024 * 1024;
  char *bytes = g_malloc0 (n_bytes);

  memcpy (bytes, "GIF89a\1\0\1\0", 10);
  return g_bytes_new_take (bytes, n_bytes);
}

/* A sheet that imports a thousand others, or is of 12 MB. */
static GBytes *
make_large_sheet (gboolean imports)
{
  GString *css = g_string_new (NULL);

  for (guint i = 0; i < 1000 && imports; i++)
    g_string_append_printf (css, "@import url(more/%u.css);\n", i);
  while (css->len < 12 * 1024 * 1024 && !imports)
    g_string_append (css, "p { color: #123456 }\n");
  return g_string_free_to_bytes (css);
}

/* Style sheets and fonts of all pages. */
static GBytes *
make_look (const char *path)
{
  const char *text = NULL;

  if (strcmp (path, "/s/a.css") == 0)
    text = "@import 'b.css'; @import url(b.css);"
           "@font-face { src: url(f.woff2) format('woff2'), url(none.woff) }"
           "p { background: url(/img/background.png) }";
  else if (strcmp (path, "/s/b.css") == 0)
    text = "@import 'a.css'; p { color: red }";
  else if (strcmp (path, "/s/f.woff2") == 0)
    text = "wOF2 and so on";
  else if (strcmp (path, "/s/none.woff") == 0)
    text = "<!DOCTYPE html><title>No font</title>";
  else if (g_str_has_prefix (path, "/s/more/"))
    text = "b { top: 0 }";
  else if (strcmp (path, "/s/many.css") == 0)
    return make_large_sheet (TRUE);
  else if (strcmp (path, "/s/large.css") == 0)
    return make_large_sheet (FALSE);
  return text != NULL ? g_bytes_new_static (text, strlen (text)) : NULL;
}

static GBytes *
make_picture (const char *path)
{
  const char *svg = NULL;

  if (strcmp (path, "/img/1.png") == 0 || strcmp (path, "/img/secret.png") == 0)
    return make_png (3, 4, 1);
  if (strcmp (path, "/img/shared.png") == 0)
    return make_png (3, 4, 2);
  if (strcmp (path, "/img/background.png") == 0)
    return make_png (3, 4, 5);
  if (strcmp (path, "/img/wide.png") == 0)
    return make_png (30, 40, 4);
  if (strcmp (path, "/img/bomb.png") == 0)
    return make_png (50000, 50000, 3);
  if (strcmp (path, "/img/huge.gif") == 0)
    return make_gif ();
  if (strcmp (path, "/img/evil.svg") == 0)
    svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" onload=\"x ()\"><script>x</script>"
          "<rect width=\"3\" height=\"4\"/></svg>";
  else if (strcmp (path, "/img/broken.svg") == 0)
    svg = "<!DOCTYPE svg [<!ENTITY a \"b\">]><svg xmlns=\"http://www.w3.org/2000/svg\">"
          "<text>&a;</text></svg>";
  else if (strcmp (path, "/img/page.png") == 0)
    svg = "<!DOCTYPE html><title>Not found</title>";
  return svg != NULL ? g_bytes_new_static (svg, strlen (svg)) : make_look (path);
}

static char *
make_page (guint number)
{
  g_auto (TestSitePage) page
      = test_site_make_page (1, number, 8, TEST_SITE_ENGLISH, TEST_SITE_PLAIN);
  const char *more = number == 4 ? "<link href='/s/many.css' rel='stylesheet'>"
                                   "<link rel=stylesheet href=/s/large.css>"
                                 : "";
  const char *middle = strstr (strstr (page.html, "class='text'>") + 20, "<p>");
  g_autoptr (GString) html = g_string_new ("<!DOCTYPE html><html><head>"
                                           "<link rel='Stylesheet' href='/s/a.css#x'>"
                                           "<link rel='alternate stylesheet' href='/n'>");

  g_string_append (html, more);
  g_string_append_len (html, page.html, middle - page.html);

  for (guint i = 0; number < N_REPORTS && shown[number][i] != NULL; i++)
    {
      g_string_append_printf (html, "<figure><img src=\"%s\" alt=\"Alt %u\"",
                              shown[number][i], i);
      if (offers_wider && number == 1)
        g_string_append_printf (html, " srcset=\"%s 2x\"", wider[i]);
      g_string_append_printf (html, "><figcaption>Caption %u</figcaption></figure>", i);
    }
  g_string_append (html, middle);
  return g_string_free (g_steal_pointer (&html), FALSE);
}

static char *
make_text (const char *path)
{
  guint number = 0;

  if (strcmp (path, "/robots.txt") == 0)
    return g_strdup ("User-agent: *\nDisallow: /img/secret\n");
  if (sscanf (path, "/report/%u.html", &number) == 1)
    return make_page (number);
  if (strcmp (path, "/list/") != 0)
    return NULL;
  GString *list = g_string_new ("<!DOCTYPE html><title>All</title><ul>");
  for (guint i = N_REPORTS - 1; i > 0; i--)
    g_string_append_printf (list, "<li><a href=\"/report/%u.html\">Report %u</a></li>", i,
                            i);
  return g_string_free (list, FALSE);
}

static void
on_request (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Site *site = data;
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_autofree char *origin = g_strconcat (site->base, "/", NULL);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (site->requests, path));
  g_autoptr (GBytes) picture = make_picture (path);
  char *text = picture == NULL ? make_text (path) : NULL;

  g_hash_table_insert (site->requests, g_strdup (path), GUINT_TO_POINTER (n + 1));
  soup_server_message_set_status (message, text != NULL || picture != NULL ? 200 : 404,
                                  NULL);
  if (g_str_has_prefix (path, "/img/"))
    {
      site->cookies |= soup_message_headers_get_one (headers, "Cookie") != NULL;
      site->referrer
          |= g_strcmp0 (soup_message_headers_get_one (headers, "Referer"), origin) != 0;
    }
  else
    soup_message_headers_append (soup_server_message_get_response_headers (message),
                                 "Set-Cookie", "a=b; Path=/");
  if (text != NULL)
    soup_server_message_set_response (message, "text/html; charset=utf-8",
                                      SOUP_MEMORY_TAKE, text, strlen (text));
  else if (picture != NULL)
    {
      soup_message_headers_set_content_type (
          soup_server_message_get_response_headers (message), "image/png", NULL);
      soup_message_body_append_bytes (soup_server_message_get_response_body (message),
                                      picture);
    }
}

static void
site_init (Site *site, ExmKeep keep)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmStoredPage) page = exm_stored_page_new ();
  char *text = make_page (0), *hash = NULL;
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));

  *site = (Site){ 0 };
  worker_bench_init (&site->bench);
  /* The second attempt need not be waited for. */
  site->bench.skip_waits = TRUE;
  g_autoptr (ExmStore) store = worker_bench_open_store (&site->bench);
  site->requests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  site->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (site->server, NULL, on_request, site, NULL);
  site->base = g_strdup_printf ("http://127.0.0.1:%u", test_listen (site->server));
  exm_task_fields_init (&fields);
  site->uid = g_strdup (fields.uid);
  g_free (fields.name);
  fields.name = g_strdup ("Reports");
  fields.first_run = EXM_FIRST_RUN_ALL;
  fields.delay_ms = 0;
  fields.keep = keep;
  g_ptr_array_add (fields.private_hosts, g_strdup ("127.0.0.1"));
  page->url = g_strconcat (site->base, "/report/0.html", NULL);
  page->final_url = g_strdup (page->url);
  page->status = 200;
  exm_store_put_page (store, bytes, page, &hash, &error);
  g_assert_no_error (error);
  exm_task_fields_add_example (&fields, page->url)->page_hash = hash;
  g_autofree char *list = g_strconcat (site->base, "/list/", NULL);
  exm_task_fields_add_source (&fields, EXM_SOURCE_LIST, list);
  exm_task_fields_add_output (&fields, EXM_OUTPUT_HTML, site->bench.out, "{key}.{ext}");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  exm_store_add_task (store, task, g_get_real_time (), &error);
  g_assert_no_error (error);
}

static void
site_clear (Site *site)
{
  soup_server_disconnect (site->server);
  g_object_unref (site->server);
  g_hash_table_unref (site->requests);
  g_free (site->base);
  g_free (site->uid);
  worker_bench_clear (&site->bench);
}

static guint
count_requests (Site *site, const char *path)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (site->requests, path));
}

/* Returns: (transfer full): the published file of a report */
static char *
read_report (Site *site, guint number, char **folder)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = g_dir_open (site->bench.out, 0, &error);
  g_autofree char *mark = g_strdup_printf ("/report/%u.html<", number);
  const char *name;

  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (site->bench.out, name, NULL);
      g_autofree char *text = NULL;
      if (!g_str_has_suffix (name, ".html"))
        continue;
      g_file_get_contents (path, &text, NULL, &error);
      g_assert_no_error (error);
      if (strstr (text, mark) == NULL)
        continue;
      if (folder != NULL)
        *folder = g_strdup_printf ("%.*s.files", (int) (strlen (name) - 5), name);
      return g_steal_pointer (&text);
    }
  g_error ("report %u is not published", number);
}

static ExmHeldSize
count_held (Site *site)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResourceStore) store
      = exm_resource_store_open (site->bench.folder, &error);
  ExmHeldSize size;

  g_assert_no_error (error);
  exm_resource_store_count_held (store, NULL, &size, &error);
  g_assert_no_error (error);
  return size;
}

/* @path: of the bytes that are shown */
static void
assert_shows (Site *site, const char *text, const char *folder, const char *path)
{
  g_autoptr (GBytes) bytes = make_picture (path);
  g_autofree char *hash = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  g_autofree char *relative = g_strdup_printf ("%s/%s.png", folder, hash);
  g_autofree char *full = g_build_filename (site->bench.out, relative, NULL);
  g_autofree char *tag = g_strdup_printf ("<img src=\"%s\"", relative);
  g_autofree char *contents = NULL;
  gsize n_bytes = 0;

  g_assert_nonnull (strstr (text, tag));
  g_assert_true (g_file_get_contents (full, &contents, &n_bytes, NULL));
  g_assert_cmpmem (contents, n_bytes, g_bytes_get_data (bytes, NULL),
                   g_bytes_get_size (bytes));
}

static void
test_kept (void)
{
  Site site;
  g_autofree char *folder = NULL;

  site_init (&site, EXM_KEEP_PICTURES);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpstr (site.bench.state, ==, "done");
  g_assert_cmpuint (site.bench.n_published, ==, N_REPORTS - 1);
  g_autofree char *one = read_report (&site, 1, &folder);
  assert_shows (&site, one, folder, "/img/1.png");
  assert_shows (&site, one, folder, "/img/shared.png");
  g_assert_nonnull (strstr (one, "alt=\"Alt 1\">"));
  g_assert_nonnull (strstr (one, "img-src 'self' file:"));
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/img/shared.png"), ==, 1);
  g_assert_false (site.cookies);
  g_assert_false (site.referrer);
  /* Pictures that are held are not asked for again. */
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_requests (&site, "/img/shared.png"), ==, 1);
  site_clear (&site);
}

/* The wider source of a picture is kept in its place; where that cannot be had, the one
 * that the page shows. */
static void
test_wider (void)
{
  Site site;
  g_autofree char *folder = NULL;

  offers_wider = TRUE;
  site_init (&site, EXM_KEEP_PICTURES);
  worker_bench_run_once (&site.bench, site.uid);
  offers_wider = FALSE;
  g_assert_cmpstr (site.bench.state, ==, "done");
  g_assert_cmpuint (site.bench.n_published, ==, N_REPORTS - 1);
  g_autofree char *one = read_report (&site, 1, &folder);
  assert_shows (&site, one, folder, "/img/wide.png");
  assert_shows (&site, one, folder, "/img/shared.png");
  g_assert_null (strstr (one, "srcset"));
  g_assert_cmpuint (count_requests (&site, "/img/wide.png"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/img/gone.png"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, 0);
  g_assert_nonnull (strstr (site.bench.problems->str, "/img/gone.png"));
  site_clear (&site);
}

/* A page that is kept as a whole shows what it asks for itself. */
static void
test_whole_wider (void)
{
  Site site;

  offers_wider = TRUE;
  site_init (&site, EXM_KEEP_PAGES);
  worker_bench_run_once (&site.bench, site.uid);
  offers_wider = FALSE;
  g_assert_cmpuint (count_requests (&site, "/img/wide.png"), ==, 0);
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, 1);
  site_clear (&site);
}

/* Pictures that cannot be kept are told of, and leave their addresses. */
static void
test_lost (void)
{
  static const struct
  {
    const char *path;
    guint report;
    guint n_requests;
    const char *problem;
  } cases[] = {
    { "/img/missing.png", 2, 1, "404" },
    { "/img/bomb.png", 3, 1, "50000 × 50000 pixels" },
    { "/img/page.png", 3, 1, "is not what the page uses it as" },
    { "/img/secret.png", 4, 0, "robots.txt" },
    { "/img/broken.svg", 4, 1, "declares entities" },
    { "/img/huge.gif", 4, 1, "huge.gif" },
  };
  Site site;
  g_autofree char *folder = NULL;

  site_init (&site, EXM_KEEP_PICTURES);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpstr (site.bench.state, ==, "done");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = read_report (&site, cases[i].report, NULL);
      g_autofree char *tag
          = g_strdup_printf ("<img src=\"%s%s\"", site.base, cases[i].path);
      g_test_message ("%s", cases[i].path);
      g_assert_nonnull (strstr (text, tag));
      g_assert_nonnull (strstr (site.bench.problems->str, cases[i].path));
      g_assert_nonnull (strstr (site.bench.problems->str, cases[i].problem));
      g_assert_cmpuint (count_requests (&site, cases[i].path), ==, cases[i].n_requests);
    }
  /* The drawing is there without its script. */
  g_autofree char *three = read_report (&site, 3, &folder);
  g_autofree char *place = g_build_filename (site.bench.out, folder, NULL);
  g_autoptr (GDir) dir = g_dir_open (place, 0, NULL);
  g_assert_nonnull (dir);
  g_autofree char *drawing = g_build_filename (place, g_dir_read_name (dir), NULL);
  g_autofree char *svg = NULL;
  g_assert_true (g_str_has_suffix (drawing, ".svg"));
  g_assert_true (g_file_get_contents (drawing, &svg, NULL, NULL));
  g_assert_cmpstr (svg, ==,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\">"
                   "<rect width=\"3\" height=\"4\"/></svg>");
  site_clear (&site);
}

/* Returns: (transfer full): paths of what report @number holds, by path; "-" before what
 * it could not get */
static char *
dup_held (Site *site, guint number, const char *kind)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResourceStore) store
      = exm_resource_store_open (site->bench.folder, &error);
  g_autofree char *url = g_strdup_printf ("%s/report/%u.html", site->base, number);
  g_autofree char *key = exm_url_get_key (url, &error);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GHashTable) seen
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_assert_no_error (error);
  g_autoptr (GPtrArray) held
      = exm_resource_store_list_held (store, site->uid, key, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < held->len; i++)
    {
      const ExmHeldResource *one = g_ptr_array_index (held, i);
      if (strcmp (one->kind, kind) == 0 && g_hash_table_add (seen, g_strdup (one->url)))
        g_string_append_printf (text, "%s%s ", one->hash != NULL ? "" : "-",
                                one->url + strlen (site->base));
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Style sheets, what they import, and fonts: once for all articles, as many as one may
 * have. */
static void
test_pages (void)
{
  Site site;

  site_init (&site, EXM_KEEP_PAGES);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpstr (site.bench.state, ==, "done");
  g_assert_cmpuint (site.bench.n_published, ==, N_REPORTS - 1);
  for (guint i = 1; i < N_REPORTS - 1; i++)
    {
      g_autofree char *styles = dup_held (&site, i, "style");
      g_autofree char *fonts = dup_held (&site, i, "font");
      g_assert_cmpstr (styles, ==, "/s/a.css /s/b.css ");
      g_assert_cmpstr (fonts, ==, "/s/f.woff2 -/s/none.woff ");
    }
  g_assert_cmpuint (count_requests (&site, "/s/a.css"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/s/b.css"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/s/f.woff2"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/s/none.woff"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/img/background.png"), ==, 1);
  g_assert_cmpuint (count_requests (&site, "/n"), ==, 0);
  g_assert_nonnull (strstr (site.bench.problems->str, "none.woff is not what"));
  g_assert_nonnull (strstr (site.bench.problems->str, "many.css asks for more than"));
  g_assert_nonnull (strstr (site.bench.problems->str, "large.css"));
  g_assert_cmpuint (g_hash_table_size (site.requests), <, 300);
  /* A page is shown with them when its site is gone. */
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResourceStore) store
      = exm_resource_store_open (site.bench.folder, &error);
  g_autofree char *url = g_strconcat (site.base, "/s/b.css", NULL);
  exm_resource_store_sweep (store, 0, &error);
  g_assert_no_error (error);
  g_autoptr (ExmResource) sheet = exm_resource_store_get (store, url, 1, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (sheet->type, ==, "text/css");
  site_clear (&site);
}

/* Off until asked: nothing is fetched, and there is no store of pictures. */
static void
test_text (void)
{
  Site site;

  site_init (&site, EXM_KEEP_TEXT);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (site.bench.n_published, ==, N_REPORTS - 1);
  g_autofree char *path
      = g_build_filename (site.bench.folder, EXM_STORE_RESOURCES_FILE, NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, 0);
  g_autofree char *one = read_report (&site, 1, NULL);
  g_assert_nonnull (strstr (one, "content=\"default-src 'none'\""));
  site_clear (&site);
}

/* Pictures that only a purged task used go with it. */
static void
test_purged (void)
{
  Site site;
  g_autoptr (GError) error = NULL;
  guint n_articles = 0;

  site_init (&site, EXM_KEEP_PICTURES);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_held (&site).n_bytes, >, 0);
  ExmStore *store = worker_bench_open_store (&site.bench);
  exm_store_trash_task (store, site.uid, g_get_real_time (), &n_articles, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  worker_bench_run_once (&site.bench, site.uid);
  /* In the trash it has them still. */
  g_assert_cmpuint (count_held (&site).n_bytes, >, 0);
  store = worker_bench_open_store (&site.bench);
  exm_store_begin_emptying (store, NULL, G_MAXINT64, &error);
  g_assert_no_error (error);
  exm_store_close (store);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_held (&site).n_bytes, ==, 0);
  g_assert_cmpuint (count_held (&site).n_articles, ==, 0);
  site_clear (&site);
}

/* The body of an article found its picture only now; its old pictures stay. */
static void
test_reextracted (void)
{
  g_autoptr (GError) error = NULL;
  ExmTask *task;
  guint version = 0;
  Site site;

  site_init (&site, EXM_KEEP_TEXT);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, 0);
  ExmStore *store = worker_bench_open_store (&site.bench);
  task = exm_store_get_task (store, site.uid, &version, &error);
  g_assert_no_error (error);
  g_auto (ExmTaskFields) fields = { 0 };
  exm_task_fields_copy (task, &fields);
  fields.keep = EXM_KEEP_PICTURES;
  exm_task_unref (task);
  task = exm_task_new (&fields);
  exm_store_update_task (store, task, g_get_real_time (), NULL, &error);
  g_assert_no_error (error);
  exm_task_unref (task);
  const ExmArticleFilter filter = { .task_uid = site.uid };
  g_autoptr (GPtrArray) list = exm_store_list_articles (store, &filter, &error);
  g_assert_no_error (error);
  exm_store_close (store);

  worker_bench_reextract (&site.bench, list);
  worker_bench_reextract (&site.bench, list);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_held (&site).n_articles, >=, 2);
  /* A worker that ends while a picture is on its way asks for it again, so that there may
   * be two requests for one; what is held is not asked for. */
  const guint n_own = count_requests (&site, "/img/1.png");
  const guint n_shared = count_requests (&site, "/img/shared.png");
  g_assert_cmpuint (n_own, >=, 1);
  g_assert_cmpuint (n_own, <=, 3);
  g_assert_cmpuint (n_shared, >=, 1);
  g_assert_cmpuint (n_shared, <=, 3);
  worker_bench_reextract (&site.bench, list);
  worker_bench_run_once (&site.bench, site.uid);
  g_assert_cmpuint (count_requests (&site, "/img/1.png"), ==, n_own);
  g_assert_cmpuint (count_requests (&site, "/img/shared.png"), ==, n_shared);
  site_clear (&site);
}

static void
on_notice (const ExmWorkerEvent *event, gpointer data)
{
  if (event->kind == EXM_WORKER_NOTICE)
    g_string_append (((WorkerBench *) data)->problems, event->message);
  else
    worker_bench_on_event (event, data);
}

/* A damaged file is told of: the addresses stay, and what comes next is kept. */
static void
test_damaged (void)
{
  Site site;
  g_autoptr (GError) error = NULL;
  g_autofree char *junk = g_strnfill (20000, 'x');

  site_init (&site, EXM_KEEP_PICTURES);
  worker_bench_run_once (&site.bench, site.uid);
  g_autofree char *path
      = g_build_filename (site.bench.folder, EXM_STORE_RESOURCES_FILE, NULL);
  g_file_set_contents (path, junk, 20000, &error);
  g_assert_no_error (error);
  const ExmWorkerOptions options = { .folder = site.bench.folder, .once = TRUE };
  g_autoptr (ExmWorker) worker = exm_worker_new (&options, on_notice, &site.bench);
  g_string_truncate (site.bench.problems, 0);
  exm_worker_start (worker, &error);
  g_assert_no_error (error);
  g_main_loop_run (site.bench.loop);
  exm_worker_stop (worker);
  g_assert_nonnull (strstr (site.bench.problems->str, "resources.db was damaged"));
  g_assert_cmpuint (count_held (&site).n_bytes, ==, 0);
  site_clear (&site);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/resources/kept/kept", test_kept);
  g_test_add_func ("/resources/kept/wider", test_wider);
  g_test_add_func ("/resources/kept/whole-wider", test_whole_wider);
  g_test_add_func ("/resources/kept/lost", test_lost);
  g_test_add_func ("/resources/kept/pages", test_pages);
  g_test_add_func ("/resources/kept/text", test_text);
  g_test_add_func ("/resources/kept/purged", test_purged);
  g_test_add_func ("/resources/kept/reextracted", test_reextracted);
  g_test_add_func ("/resources/kept/damaged", test_damaged);
  return g_test_run ();
}
