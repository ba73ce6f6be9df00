/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Requests of each kind, their signatures against vectors that Python's hmac made, the
 * limits of texts, the rules of outputs, and services that misbehave. */

#include "publish-fixture.h"
#include "publish/messages/exm-message-sender.h"
#include "publish/messages/exm-message-text.h"
#include "task/exm-output-rules.h"
#include "test-folder.h"
#include "test-listen.h"

#include <string.h>

#define NOW_USEC (G_GINT64_CONSTANT (1700000000) * G_USEC_PER_SEC)
#define SECRET "SEC000a1b2c3d4e5f6"

/* hmac.new (SECRET, "1700000000000\n" + SECRET, sha256), base64, percent-encoded */
#define DINGTALK_SIGN "9xVN%2B5NBJIOQi2Mi0Puvw%2FDhM9QefR9jPiSEL66uvZ0%3D"
/* hmac.new ("1700000000\n" + SECRET, "", sha256), base64 */
#define FEISHU_SIGN "bEyBv+tYGjfjtLBnrI93F19CkTtVzp0T+C9R2MmDAEU="
/* hmac.new (SECRET, "abc", sha256), base64 */
#define ABC_SIGN "318ydlqGG9TwXsQYJ2bpDOpPxPl5JyBrzSd+ZFZUm7o="

/* A message of so many articles. */
typedef struct
{
  ExmMessage message;
  GPtrArray *articles;
  GPtrArray *deliveries;
} Bench;

static void
bench_init (Bench *bench, guint n, const char *title)
{
  bench->articles = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  bench->deliveries = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *url = g_strdup_printf ("https://a.example/(%u)", i);
      g_ptr_array_add (bench->articles, make_article (url, title, "Text of it."));
      g_ptr_array_add (bench->deliveries, g_strdup_printf ("id%u", i));
    }
  bench->message = (ExmMessage){ .task_name = "News",
                                 .articles = bench->articles,
                                 .deliveries = bench->deliveries,
                                 .id = "id0",
                                 .now_usec = NOW_USEC };
}

static void
bench_clear (Bench *bench)
{
  g_ptr_array_unref (bench->articles);
  g_ptr_array_unref (bench->deliveries);
}

static void
build (Bench *bench, const char *id, const char *address, ExmMessageRequest *request)
{
  const ExmMessageKind *kind = exm_message_kind_find (id);
  const ExmConnection connection = { .name = (char *) "desk",
                                     .address = (char *) address,
                                     .secret = (char *) SECRET };
  g_autoptr (GError) error = NULL;

  *request = (ExmMessageRequest){ .headers = g_ptr_array_new_with_free_func (g_free),
                                  .body = g_string_new (NULL) };
  g_assert_true (kind->build (kind, &bench->message, &connection, request, &error));
  g_assert_no_error (error);
}

static void
test_signatures (void)
{
  g_auto (ExmMessageRequest) dingtalk = { 0 };
  g_auto (ExmMessageRequest) feishu = { 0 };
  g_autofree char *abc = exm_message_sign (SECRET, "abc");
  Bench bench;

  bench_init (&bench, 1, "A title");
  g_assert_cmpstr (abc, ==, ABC_SIGN);
  build (&bench, "dingtalk", "https://d.example/send?access_token=t", &dingtalk);
  g_assert_cmpstr (dingtalk.url, ==,
                   "https://d.example/"
                   "send?access_token=t&timestamp=1700000000000&sign=" DINGTALK_SIGN);
  build (&bench, "feishu", "https://f.example/hook/t", &feishu);
  g_assert_nonnull (strstr (feishu.body->str,
                            "\"timestamp\":\"1700000000\",\"sign\":\"" FEISHU_SIGN "\""));
  bench_clear (&bench);
}

/* Never more than the limit, never half a character, and what is left out is counted. */
static void
test_limits (void)
{
  for (guint n = 1; n < 120; n += 17)
    for (gsize max = 200; max < 4200; max += 501)
      {
        Bench bench;
        bench_init (&bench, n, "一个很长很长的标题一个很长很长的标题一个很长很长的标题");
        g_autofree char *text
            = exm_message_write (&bench.message, EXM_MESSAGE_MARKDOWN, max);
        g_assert_cmpuint (strlen (text), <=, max);
        g_assert_true (g_utf8_validate (text, -1, NULL));
        if (n == 86 && max > 1000)
          g_assert_nonnull (strstr (text, " more"));
        g_autofree char *html = exm_message_write_html (&bench.message, max + 1024);
        g_assert_cmpuint (strlen (html), <=, max + 1024);
        g_assert_true (g_str_has_suffix (html, "</body></html>\n"));
        g_assert_true (n < 86 || max > 3000 || strstr (html, " more</p>") != NULL);
        bench_clear (&bench);
      }
}

/* Signs of a title are no markup, and mention nobody. */
static void
test_markup (void)
{
  Bench bench;

  bench_init (&bench, 1, "<@all> [x](http://evil.example) *b* `c`");
  g_autofree char *text = exm_message_write (&bench.message, EXM_MESSAGE_MARKDOWN, 2000);
  g_assert_null (strchr (text, '<'));
  g_assert_null (strchr (text, '`'));
  g_assert_null (strstr (text, "[x]("));
  g_assert_nonnull (strstr (text, "](https://a.example/%280%29)"));
  bench_clear (&bench);
}

/* Secrets of an address do not stand in a shown text. */
static void
test_hidden (void)
{
  const ExmConnection connection
      = { .name = (char *) "desk",
          .address = (char *) "https://h.example/s/T0KEN123?key=K9K9K9K9",
          .secret = (char *) "abc" };
  g_autofree char *shown = exm_connection_hide (
      &connection,
      "no abc at https://h.example/s/T0KEN123?key=K9K9K9K9, T0KEN123 K9K9K9K9");

  g_assert_null (strstr (shown, "abc"));
  g_assert_null (strstr (shown, "T0KEN123"));
  g_assert_null (strstr (shown, "K9K9K9K9"));
}

static gint64
at (GTimeZone *zone, int day, int hour, int minute)
{
  g_autoptr (GDateTime) time = g_date_time_new (zone, 2026, 11, day, hour, minute, 0);

  return g_date_time_to_unix (time) * G_USEC_PER_SEC;
}

static void
test_times (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("Asia/Shanghai");
  const ExmTaskOutput quiet
      = { .kind = (char *) "slack", .quiet = (char *) "22:00-07:00" };
  const ExmTaskOutput noon
      = { .kind = (char *) "slack", .quiet = (char *) "12:00-13:30" };
  const ExmTaskOutput daily
      = { .kind = (char *) "slack", .when = (char *) "daily 08:00" };
  gint64 due = at (zone, 3, 21, 59);

#define TIME(output, now) exm_output_rules_get_time (&output, zone, due, FALSE, now)
  g_assert_cmpint (TIME (quiet, at (zone, 3, 21, 59)), ==, at (zone, 3, 21, 59));
  g_assert_cmpint (TIME (quiet, at (zone, 3, 22, 0)), ==, at (zone, 4, 7, 0));
  g_assert_cmpint (TIME (quiet, at (zone, 4, 6, 59)), ==, at (zone, 4, 7, 0));
  g_assert_cmpint (TIME (quiet, at (zone, 4, 7, 0)), ==, at (zone, 4, 7, 0));
  g_assert_cmpint (TIME (noon, at (zone, 4, 12, 30)), ==, at (zone, 4, 13, 30));
  g_assert_cmpint (TIME (noon, at (zone, 4, 13, 30)), ==, at (zone, 4, 13, 30));
  g_assert_cmpint (TIME (daily, at (zone, 3, 21, 59)), ==, at (zone, 4, 8, 0));
#undef TIME
  /* It is sent at its time, and later where nobody was there; then it is tried again. */
  gint64 slot = at (zone, 4, 8, 0);
  g_assert_cmpint (exm_output_rules_get_time (&daily, zone, slot, FALSE, slot), ==, slot);
  g_assert_cmpint (exm_output_rules_get_time (&daily, zone, slot, FALSE, slot + 9), ==,
                   slot + 9);
  g_assert_cmpint (exm_output_rules_get_time (&daily, zone, due, TRUE, slot + 9), ==,
                   slot + 9);
}

static void
test_filters (void)
{
  g_autoptr (ExmArticle) article
      = make_article ("https://a.example/1", "Ｔitle 与天气", "About the Harbour.");
  const ExmArticleFields *fields = exm_article_get (article);
  const struct
  {
    const char *words;
    const char *least;
    gboolean taken;
  } cases[] = { { NULL, NULL, TRUE },
                { "harbour", NULL, TRUE },
                { "rain, TITLE", NULL, TRUE },
                { "雨，天气", NULL, TRUE },
                { "rain", NULL, FALSE },
                { NULL, "100", fields->confidence >= 1 },
                { NULL, "1", fields->confidence >= .01 } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const ExmTaskOutput output = { .kind = (char *) "slack",
                                     .words = (char *) cases[i].words,
                                     .least_sure = (char *) cases[i].least };
      g_assert_cmpint (exm_output_rules_take (&output, fields), ==, cases[i].taken);
    }
}

/* A service that misbehaves. */
typedef struct
{
  SoupServer *server; /* (owned) */
  SoupServer *other;  /* (owned): where it sends to */
  guint n_other;
  guint n;
  guint n_posts; /* of a site of WordPress, which takes its time for each question */
  GMainContext *context;
  GMainLoop *loop;
  GThread *thread;
  char *address;       /* (owned) */
  char *other_address; /* (owned) */
} Service;

static void
on_other (SoupServer *server,
          SoupServerMessage *message,
          const char *path,
          GHashTable *query,
          gpointer data)
{
  ((Service *) data)->n_other++;
  soup_server_message_set_status (message, 200, NULL);
}

/* How long a slow site thinks over each question, milliseconds. */
#define THINK_MS 100u

static gboolean
on_thought (gpointer message)
{
  soup_server_message_unpause (message);
  return G_SOURCE_REMOVE;
}

static void
think (Service *self, SoupServerMessage *message, const char *path)
{
  static const char none[] = "[]", made[] = "{\"id\":1}";
  gboolean looks = strcmp (soup_server_message_get_method (message), "GET") == 0;
  g_autoptr (GSource) timer = g_timeout_source_new (THINK_MS);

  self->n_posts += g_str_has_suffix (path, "/posts");
  soup_server_message_set_status (message, looks ? 200 : 201, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_STATIC,
                                    looks ? none : made, strlen (looks ? none : made));
  soup_server_message_pause (message);
  g_source_set_callback (timer, on_thought, g_object_ref (message), g_object_unref);
  g_source_attach (timer, self->context);
}

static void
on_message (SoupServer *server,
            SoupServerMessage *message,
            const char *path,
            GHashTable *query,
            gpointer data)
{
  Service *self = data;

  self->n++;
  soup_server_message_set_status (message, 200, NULL);
  if (g_str_has_prefix (path, "/slow/"))
    think (self, message, path);
  else if (g_str_has_suffix (path, "hang"))
    soup_server_message_pause (message);
  else if (g_str_has_suffix (path, "elsewhere"))
    soup_server_message_set_redirect (message, 307, self->other_address);
  else if (g_str_has_suffix (path, "large"))
    {
      char *large = g_malloc (10 * 1024 * 1024);
      memset (large, 'x', 10 * 1024 * 1024);
      soup_server_message_set_response (message, "text/plain", SOUP_MEMORY_TAKE, large,
                                        10 * 1024 * 1024);
    }
}

static gpointer
serve (gpointer data)
{
  Service *self = data;

  g_main_context_push_thread_default (self->context);
  g_main_loop_run (self->loop);
  g_main_context_pop_thread_default (self->context);
  return NULL;
}

static void
service_init (Service *self)
{
  *self = (Service){ .context = g_main_context_new () };
  self->loop = g_main_loop_new (self->context, FALSE);
  g_main_context_push_thread_default (self->context);
  self->server = soup_server_new (NULL, NULL);
  self->other = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, on_message, self, NULL);
  soup_server_add_handler (self->other, NULL, on_other, self, NULL);
  self->address = g_strdup_printf ("http://127.0.0.1:%u", test_listen (self->server));
  self->other_address
      = g_strdup_printf ("http://127.0.0.1:%u/", test_listen (self->other));
  g_main_context_pop_thread_default (self->context);
  self->thread = g_thread_new ("service", serve, self);
}

static void
service_clear (Service *self)
{
  g_main_loop_quit (self->loop);
  g_thread_join (self->thread);
  g_clear_object (&self->server);
  g_clear_object (&self->other);
  g_main_loop_unref (self->loop);
  g_main_context_unref (self->context);
  g_free (self->address);
  g_free (self->other_address);
}

/* Returns: what became of a message to @path, −1 for taken */
static int
send_to (Service *self, const char *id, const char *path, guint timeout_ms)
{
  g_autofree char *address = g_strconcat (self->address, path, NULL);
  const ExmConnection connection
      = { .name = (char *) "desk", .address = address, .secret = (char *) SECRET };
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  Bench bench;

  bench_init (&bench, 1, "A title");
  gboolean good = exm_message_send (exm_message_kind_find (id), &bench.message,
                                    &connection, NULL, timeout_ms, NULL, &sent, &error);
  bench_clear (&bench);
  g_assert_true (good == (error == NULL));
  if (good)
    return -1;
  g_assert_true (error->domain == EXM_MESSAGE_ERROR);
  g_assert_null (strstr (error->message, SECRET));
  g_assert_null (strstr (error->message, path));
  return error->code;
}

static void
test_misbehaviour (void)
{
  Service service;

  service_init (&service);
  g_assert_cmpint (send_to (&service, "webhook", "/good", 30000), ==, -1);
  g_assert_cmpint (send_to (&service, "webhook", "/hang", 300), ==,
                   EXM_MESSAGE_ERROR_UNANSWERED);
  g_assert_cmpint (send_to (&service, "webhook", "/elsewhere", 30000), ==,
                   EXM_MESSAGE_ERROR_REFUSED);
  g_assert_cmpuint (service.n_other, ==, 0);
  /* A program's status is enough; a chat's answer cannot be understood. */
  g_assert_cmpint (send_to (&service, "webhook", "/large", 30000), ==, -1);
  g_assert_cmpint (send_to (&service, "wecom", "/large", 30000), ==,
                   EXM_MESSAGE_ERROR_UNANSWERED);
  g_assert_cmpuint (service.n, ==, 5);
  service_clear (&service);
}

/* Has a slow site take an article of @n_tags tags, each of which is two questions; −1 for
 * taken. */
static int
post_slowly (Service *self, guint n_tags, guint timeout_ms)
{
  g_autofree char *address
      = g_strconcat ("http://me@", self->address + strlen ("http://"), "/slow/", NULL);
  g_autoptr (GString) tags = g_string_new (NULL);
  g_auto (ExmConnection) connection = { .name = g_strdup ("desk"),
                                        .address = g_steal_pointer (&address),
                                        .secret = g_strdup (SECRET) };
  g_auto (ExmSent) sent = { 0 };
  g_autoptr (GError) error = NULL;
  Bench bench;

  for (guint i = 0; i < n_tags; i++)
    g_string_append_printf (tags, "tag %u,", i);
  exm_connection_set (&connection, "tags", tags->str);
  bench_init (&bench, 1, "A title");
  exm_message_send (&exm_message_wordpress, &bench.message, &connection, NULL, timeout_ms,
                    NULL, &sent, &error);
  bench_clear (&bench);
  return error != NULL ? error->code : -1;
}

/* The time is that of all requests together, and a part of it is kept for the post: what
 * takes too long leaves no doubt. */
static void
test_time_in_all (void)
{
  Service service;

  service_init (&service);
  g_assert_cmpint (post_slowly (&service, 2, 30000), ==, -1);
  g_assert_cmpuint (service.n_posts, ==, 1);
  gint64 start_usec = g_get_monotonic_time ();
  g_assert_cmpint (post_slowly (&service, 20, 10 * THINK_MS), ==,
                   EXM_MESSAGE_ERROR_NOT_ASKED);
  g_assert_cmpuint (service.n_posts, ==, 1);
  /* One by one they would take four times as long. */
  g_assert_cmpint (g_get_monotonic_time () - start_usec, <,
                   20 * THINK_MS * G_TIME_SPAN_MILLISECOND);
  service_clear (&service);
}

#define N_SAVED 40u

typedef struct
{
  const char *folder;
  guint number;
} Saving;

static gpointer
save_some (gpointer data)
{
  const Saving *saving = data;

  for (guint i = 0; i < N_SAVED; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u-%u", saving->number, i);
      ExmConnection connection
          = { .name = name, .address = (char *) "https://a.example/", .secret = name };
      g_autoptr (GError) error = NULL;
      exm_connection_save (saving->folder, "webhook", &connection, FALSE,
                           EXM_SECRET_IN_FILE, NULL, &error);
      g_assert_no_error (error);
    }
  return NULL;
}

/* Connections that several threads save are all there. */
static void
test_saved_at_once (void)
{
  g_autoptr (TestFolder) folder = test_folder_new ();
  Saving savings[4];
  GThread *threads[G_N_ELEMENTS (savings)];

  for (guint i = 0; i < G_N_ELEMENTS (savings); i++)
    {
      savings[i] = (Saving){ folder, i };
      threads[i] = g_thread_new ("saving", save_some, &savings[i]);
    }
  for (guint i = 0; i < G_N_ELEMENTS (savings); i++)
    g_thread_join (threads[i]);
  for (guint i = 0; i < G_N_ELEMENTS (savings) * N_SAVED; i++)
    {
      g_autofree char *name = g_strdup_printf ("%u-%u", i / N_SAVED, i % N_SAVED);
      g_auto (ExmConnection) connection = { 0 };
      g_autoptr (GError) error = NULL;
      exm_connection_load (folder, "webhook", name, &connection, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (connection.secret, ==, name);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/publish/messages/signatures", test_signatures);
  g_test_add_func ("/publish/messages/limits", test_limits);
  g_test_add_func ("/publish/messages/markup", test_markup);
  g_test_add_func ("/publish/messages/hidden", test_hidden);
  g_test_add_func ("/publish/messages/times", test_times);
  g_test_add_func ("/publish/messages/filters", test_filters);
  g_test_add_func ("/publish/messages/misbehaviour", test_misbehaviour);
  g_test_add_func ("/publish/messages/time-in-all", test_time_in_all);
  g_test_add_func ("/publish/messages/saved-at-once", test_saved_at_once);
  return g_test_run ();
}
