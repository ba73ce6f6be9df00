/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A site of WordPress, by its REST interface and an application password. Names of
 * categories and tags become numbers, and the picture is there, before the article is
 * sent: only that must not be repeated. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-exchange.h"

#include "base/exm-json.h"
#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>
#include <json-glib/json-glib.h>
#include <libsoup/soup.h>
#include <string.h>

/* The most categories, and the most tags, of an article. */
#define MAX_TERMS 20u

#define CREATED 201u

enum
{
  SETTING_STATUS,
  SETTING_CATEGORIES,
  SETTING_TAGS,
};

static const ExmMessageSetting settings[] = {
  { "status", N_ ("Status (draft, pending, private or publish)"), "draft" },
  { "categories", N_ ("Categories (a, b)"), "" },
  { "tags", N_ ("Tags (a, b)"), "{keywords}" },
  { NULL, NULL, NULL },
};

/* A site with what is asked of it. */
typedef struct
{
  ExmMessageExchange *exchange; /* (unowned) */
  char *root;                   /* (owned): of its interface, without credentials */
  char *credentials;            /* (owned): value of a header */
} Site;

static void
site_clear (Site *self)
{
  g_free (self->root);
  g_free (self->credentials);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Site, site_clear)

/* (transfer full) (nullable): who signs in */
static char *
dup_user (const ExmConnection *connection)
{
  g_autoptr (GUri) uri = exm_connection_parse (connection, NULL);
  const char *encoded = uri != NULL ? g_uri_get_userinfo (uri) : NULL;

  return encoded != NULL ? g_uri_unescape_string (encoded, NULL) : NULL;
}

static void
site_init (Site *self, ExmMessageExchange *exchange)
{
  const ExmConnection *connection = exchange->connection;
  g_autoptr (GUri) uri = exm_connection_parse (connection, NULL);
  g_autofree char *user = dup_user (connection);
  g_autofree char *both = g_strconcat (user, ":", connection->secret, NULL);
  g_autofree char *base64 = g_base64_encode ((const guchar *) both, strlen (both));
  g_autofree char *path = g_strdup (g_uri_get_path (uri));
  const char *query = g_uri_get_query (uri);

  while (g_str_has_suffix (path, "/"))
    path[strlen (path) - 1] = '\0';
  /* A site without readable addresses has its interface behind a parameter. */
  gboolean is_plain = query != NULL && g_str_has_prefix (query, "rest_route=");
  g_autofree char *whole = is_plain ? g_strconcat (path, "/", NULL)
                           : g_str_has_suffix (path, "/wp-json")
                               ? g_strdup (path)
                               : g_strconcat (path, "/wp-json", NULL);
  g_autofree char *host = g_uri_join (G_URI_FLAGS_ENCODED, g_uri_get_scheme (uri), NULL,
                                      g_uri_get_host (uri), g_uri_get_port (uri), whole,
                                      is_plain ? "rest_route=" : NULL, NULL);
  *self = (Site){ .exchange = exchange,
                  .root = g_strconcat (host, "/wp/v2/", NULL),
                  .credentials = g_strconcat ("Basic ", base64, NULL) };
}

/* Begins a request; (nullable) @query: of an address, without its sign. */
static void
begin (const Site *self,
       const char *method,
       const char *route,
       const char *query,
       ExmMessageRequest *request)
{
  gboolean is_plain = strchr (self->root, '?') != NULL;

  *request = (ExmMessageRequest){
    .method = g_strdup (method),
    .url = g_strconcat (self->root, route,
                        query == NULL ? ""
                        : is_plain    ? "&"
                                      : "?",
                        query, NULL),
    .headers = g_ptr_array_new_with_free_func (g_free),
    .body = g_string_new (NULL),
  };
  g_ptr_array_add (request->headers, g_strdup ("Authorization"));
  g_ptr_array_add (request->headers, g_strdup (self->credentials));
}

static JsonNode *
parse (const ExmMessageAnswer *answer)
{
  return exm_json_is_shallow (answer->bytes->str, answer->bytes->len, EXM_MAX_JSON_DEPTH)
             ? json_from_string (answer->bytes->str, NULL)
             : NULL;
}

/* The number of that name in an object, 0 where there is none. */
static gint64
read_id (JsonNode *node, const char *name)
{
  JsonNode *member = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                         ? json_object_get_member (json_node_get_object (node), name)
                         : NULL;

  return member != NULL && JSON_NODE_HOLDS_VALUE (member) ? json_node_get_int (member)
                                                          : 0;
}

static const char *
read_text (JsonNode *node, const char *name)
{
  JsonNode *member = node != NULL && JSON_NODE_HOLDS_OBJECT (node)
                         ? json_object_get_member (json_node_get_object (node), name)
                         : NULL;

  return member != NULL && JSON_NODE_HOLDS_VALUE (member)
                 && json_node_get_value_type (member) == G_TYPE_STRING
             ? json_node_get_string (member)
             : NULL;
}

static gboolean
misunderstand (const Site *self,
               const ExmSent *sent,
               ExmMessageError code,
               GError **error)
{
  g_autofree char *host = exm_connection_dup_host (self->exchange->connection, NULL);

  exm_said_set_error (error, EXM_MESSAGE_ERROR, (int) code,
                      N_ ("%s gave an answer that cannot be understood: %s"), host,
                      sent->answer);
  return FALSE;
}

/* Asks for what may be asked for twice; @answer: (out): (nullable) */
static gboolean
ask (const Site *self,
     const ExmMessageRequest *request,
     ExmSent *sent,
     JsonNode **answer,
     GError **error)
{
  g_auto (ExmMessageAnswer) bytes = { 0 };

  *answer = NULL;
  if (!exm_message_exchange_ask (self->exchange, request, TRUE, &bytes, error))
    return FALSE;
  *answer = parse (&bytes);
  if (!exm_message_exchange_judge (self->exchange, &bytes, sent, error))
    return FALSE;
  return *answer != NULL || misunderstand (self, sent, EXM_MESSAGE_ERROR_REFUSED, error);
}

/* WordPress writes names as HTML. */
static gboolean
is_named (JsonNode *term, const char *name)
{
  g_autoptr (GString) html = g_string_new (NULL);
  const char *text = read_text (term, "name");

  exm_quote_html (html, name);
  if (text == NULL)
    return FALSE;
  g_autofree char *given = g_utf8_casefold (text, -1);
  g_autofree char *wanted = g_utf8_casefold (html->str, -1);
  return strcmp (given, wanted) == 0;
}

/* Looks for a category or tag; @id: (out): 0 where there is none */
static gboolean
find_term (const Site *self,
           const char *route,
           const char *name,
           ExmSent *sent,
           gint64 *id,
           GError **error)
{
  g_auto (ExmMessageRequest) request = { 0 };
  g_autoptr (JsonNode) found = NULL;
  g_autofree char *escaped = g_uri_escape_string (name, NULL, FALSE);
  g_autofree char *query
      = g_strconcat ("per_page=100&_fields=id,name&search=", escaped, NULL);

  *id = 0;
  begin (self, "GET", route, query, &request);
  if (!ask (self, &request, sent, &found, error))
    return FALSE;
  JsonArray *terms = JSON_NODE_HOLDS_ARRAY (found) ? json_node_get_array (found) : NULL;
  for (guint i = 0; terms != NULL && i < json_array_get_length (terms) && *id == 0; i++)
    {
      JsonNode *term = json_array_get_element (terms, i);
      if (is_named (term, name))
        *id = read_id (term, "id");
    }
  return TRUE;
}

/* Makes a category or tag; one that is there already is found so, too. */
static gboolean
make_term (const Site *self,
           const char *route,
           const char *name,
           ExmSent *sent,
           gint64 *id,
           GError **error)
{
  g_auto (ExmMessageRequest) request = { 0 };
  g_autoptr (JsonNode) made = NULL;
  g_autoptr (GError) problem = NULL;

  begin (self, "POST", route, "_fields=id", &request);
  g_string_append (request.body, "{\"name\":");
  exm_quote_json (request.body, name);
  g_string_append_c (request.body, '}');
  gboolean good = ask (self, &request, sent, &made, &problem);
  JsonNode *data = !good && made != NULL && JSON_NODE_HOLDS_OBJECT (made)
                       ? json_object_get_member (json_node_get_object (made), "data")
                       : NULL;
  *id = good ? read_id (made, "id") : read_id (data, "term_id");
  if (*id != 0)
    return TRUE;
  if (good)
    return misunderstand (self, sent, EXM_MESSAGE_ERROR_REFUSED, error);
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

/* Names of a setting, separated by commas; (transfer full). */
static char **
list_names (const ExmConnection *connection, const ExmArticle *article, gsize setting)
{
  const char *keywords = exm_article_field (article, EXM_FIELD_KEYWORDS);
  const char *section = exm_article_field (article, EXM_FIELD_SECTION);
  g_autoptr (GString) text
      = g_string_new (exm_message_setting_get (&settings[setting], connection));

  g_string_replace (text, "{keywords}", keywords != NULL ? keywords : "", 0);
  g_string_replace (text, "{section}", section != NULL ? section : "", 0);
  return g_strsplit_set (text->str, ",", -1);
}

/* Writes the numbers of categories or tags. */
static gboolean
append_terms (const Site *self,
              const ExmArticle *article,
              gsize setting,
              const char *route,
              GString *body,
              ExmSent *sent,
              GError **error)
{
  g_auto (GStrv) names = list_names (self->exchange->connection, article, setting);
  guint n = 0;

  for (guint i = 0; names[i] != NULL && n < MAX_TERMS; i++)
    {
      g_autofree char *name = exm_quote_line (names[i]);
      gint64 id = 0;
      if (name == NULL)
        continue;
      if (!find_term (self, route, name, sent, &id, error)
          || (id == 0 && !make_term (self, route, name, sent, &id, error)))
        return FALSE;
      if (n++ == 0)
        g_string_append_printf (body, ",\"%s\":[", route);
      else
        g_string_append_c (body, ',');
      g_string_append_printf (body, "%" G_GINT64_FORMAT, id);
    }
  if (n > 0)
    g_string_append_c (body, ']');
  return TRUE;
}

/* Looks for the picture, by the name of its file. */
static gboolean
find_picture (const Site *self,
              const ExmMessage *message,
              ExmSent *sent,
              gint64 *id,
              GError **error)
{
  g_auto (ExmMessageRequest) request = { 0 };
  g_autoptr (JsonNode) found = NULL;
  const char *dot = strrchr (message->picture_name, '.');
  g_autofree char *slug = dot != NULL ? g_strndup (message->picture_name,
                                                   (gsize) (dot - message->picture_name))
                                      : g_strdup (message->picture_name);
  g_autofree char *query = g_strconcat ("_fields=id&slug=", slug, NULL);

  begin (self, "GET", "media", query, &request);
  if (!ask (self, &request, sent, &found, error))
    return FALSE;
  JsonArray *media = JSON_NODE_HOLDS_ARRAY (found) ? json_node_get_array (found) : NULL;
  if (media != NULL && json_array_get_length (media) > 0)
    *id = read_id (json_array_get_element (media, 0), "id");
  return TRUE;
}

/* Whether a refusal is of the picture, and not of whoever signs in or of the time: a site
 * answers 500 to a type that it does not take, and says so; any other 500 passes. */
static gboolean
is_of_picture (guint status, JsonNode *answer)
{
  const char *code = read_text (answer, "code");

  return status == 400 || status == 403 || status == 413 || status == 415
         || (status == SOUP_STATUS_INTERNAL_SERVER_ERROR && code != NULL
             && g_str_has_prefix (code, "rest_upload_"));
}

/* Has the picture there; @id: (out): 0 where the site does not take it */
static gboolean
ensure_picture (const Site *self,
                const ExmMessage *message,
                ExmSent *sent,
                gint64 *id,
                GError **lacking,
                GError **error)
{
  g_auto (ExmMessageRequest) request = { 0 };
  g_autoptr (JsonNode) made = NULL;
  g_autoptr (GError) problem = NULL;
  gsize n_bytes = 0;

  *id = 0;
  if (message->picture == NULL)
    return TRUE;
  if (!find_picture (self, message, sent, id, error) || *id != 0)
    return *id != 0;
  begin (self, "POST", "media", "_fields=id", &request);
  const char *bytes = g_bytes_get_data (message->picture, &n_bytes);
  g_string_append_len (request.body, bytes, (gssize) n_bytes);
  g_ptr_array_add (request.headers, g_strdup ("Content-Type"));
  g_ptr_array_add (request.headers, g_strdup (message->picture_type));
  g_ptr_array_add (request.headers, g_strdup ("Content-Disposition"));
  g_ptr_array_add (request.headers, g_strdup_printf ("attachment; filename=\"%s\"",
                                                     message->picture_name));
  if (ask (self, &request, sent, &made, &problem))
    *id = read_id (made, "id");
  else if (is_of_picture (sent->status, made))
    g_propagate_error (lacking, g_steal_pointer (&problem));
  if (problem != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  return TRUE;
}

static void
append_date (GString *body, const ExmMessage *message, const ExmArticle *article)
{
  gint64 usec = MIN (exm_article_published_usec (article), message->now_usec);
  g_autofree char *date = exm_article_format_rfc3339 (usec);

  /* In UTC, without saying so. */
  date[strlen (date) - 1] = '\0';
  exm_quote_json_member (body, "date_gmt", date);
}

static gboolean
append_article (const Site *self,
                const ExmMessage *message,
                GString *body,
                ExmSent *sent,
                GError **lacking,
                GError **error)
{
  const ExmArticle *article = g_ptr_array_index (message->articles, 0);
  g_autofree char *title = exm_message_dup_title (message);
  g_autoptr (GString) html = g_string_new (NULL);
  g_autoptr (GString) excerpt = g_string_new (NULL);
  g_autoptr (GString) name = g_string_new (NULL);
  gint64 picture = 0;

  exm_article_append_body_html (html, article);
  exm_quote_html (name, title);
  exm_quote_html (excerpt, exm_article_field (article, EXM_FIELD_ABSTRACT));
  g_string_append (body, "{\"status\":");
  exm_quote_json (body, message->is_test
                            ? "draft"
                            : exm_message_setting_get (&settings[SETTING_STATUS],
                                                       self->exchange->connection));
  exm_quote_json_member (body, "title", name->str);
  g_string_append (body, ",\"content\":");
  exm_quote_json (body, html->str);
  exm_quote_json_member (body, "excerpt", excerpt->str);
  append_date (body, message, article);
  if (!append_terms (self, article, SETTING_CATEGORIES, "categories", body, sent, error)
      || !append_terms (self, article, SETTING_TAGS, "tags", body, sent, error)
      || !ensure_picture (self, message, sent, &picture, lacking, error))
    return FALSE;
  if (picture != 0)
    g_string_append_printf (body, ",\"featured_media\":%" G_GINT64_FORMAT, picture);
  g_string_append_c (body, '}');
  return TRUE;
}

/* Whether the site broke down over the post, perhaps once it had it. An error that its
 * interface tells is of what it did not do; one that closes for a while did not begin. */
static gboolean
is_broken_down (guint status, JsonNode *answer)
{
  const char *code = read_text (answer, "code");

  return status >= SOUP_STATUS_INTERNAL_SERVER_ERROR
         && status != SOUP_STATUS_SERVICE_UNAVAILABLE
         && (code == NULL || strcmp (code, "internal_server_error") == 0);
}

static gboolean
deliver (ExmMessageExchange *exchange,
         const ExmMessage *message,
         ExmSent *sent,
         GError **error)
{
  g_auto (Site) site = { 0 };
  g_auto (ExmMessageRequest) request = { 0 };
  g_auto (ExmMessageAnswer) answer = { 0 };
  g_autoptr (GError) lacking = NULL;

  site_init (&site, exchange);
  begin (&site, "POST", "posts", "_fields=id,link", &request);
  if (!append_article (&site, message, request.body, sent, &lacking, error)
      || !exm_message_exchange_ask (exchange, &request, FALSE, &answer, error))
    return FALSE;
  g_autoptr (JsonNode) made = parse (&answer);
  g_autoptr (GError) problem = NULL;
  if (!exm_message_exchange_judge (exchange, &answer, sent, &problem))
    {
      if (is_broken_down (answer.status, made))
        problem->code = EXM_MESSAGE_ERROR_UNANSWERED;
      g_propagate_error (error, g_steal_pointer (&problem));
      return FALSE;
    }
  /* Its status alone is as good; without either, a page of something else answered. */
  if (answer.status != CREATED && read_id (made, "id") == 0)
    return misunderstand (&site, sent, EXM_MESSAGE_ERROR_UNANSWERED, error);
  const char *link = read_text (made, "link");
  if (link != NULL)
    {
      g_free (sent->answer);
      sent->answer = g_strdup (link);
    }
  sent->lacking = g_steal_pointer (&lacking);
  return TRUE;
}

static gboolean
check_settings (const ExmConnection *connection, GError **error)
{
  static const char *const statuses[]
      = { "draft", "pending", "private", "publish", NULL };
  g_autofree char *user = dup_user (connection);
  const char *status = exm_message_setting_get (&settings[SETTING_STATUS], connection);

  if (user != NULL && *user != '\0' && g_strv_contains (statuses, status))
    return TRUE;
  if (user == NULL || *user == '\0')
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                        N_ ("The address of the connection “%s” must name who signs in, "
                            "as %s"),
                        connection->name, exm_message_wordpress.address);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                        N_ ("The connection “%s” has a part that cannot be used: %s: "
                            "“%s”"),
                        connection->name, settings[SETTING_STATUS].title, status);
  return FALSE;
}

const ExmMessageKind exm_message_wordpress = {
  .id = "wordpress",
  .title = N_ ("WordPress"),
  .summary = N_ ("posts of a WordPress site, with their picture"),
  .address = "https://editor@blog.example.org",
  .secret = N_ ("Application password"),
  .needs_secret = TRUE,
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .detail = "message",
  .pause_ms = 1100,
  .is_lone = TRUE,
  .wants_picture = TRUE,
  .settings = settings,
  .check_settings = check_settings,
  .deliver = deliver,
};
