/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kinds that are templates: text files of data/messages, whose language
 * docs/messages.md tells. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"
#include "publish/messages/exm-message-text.h"

#include "exm-message-resources.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define PREFIX "/io/github/exemplar_workbench/Exemplar/messages/"
#define DEFAULT_LIMIT 2000u

typedef enum
{
  QUOTE_JSON,   /* a string with its quotation marks */
  QUOTE_URL,    /* percent-encoded, but the address */
  QUOTE_HEADER, /* as it is, without control characters */
} Quote;

/* The values of the fields of a template. */
typedef struct
{
  const ExmMessage *message;       /* (unowned) */
  const ExmConnection *connection; /* (unowned) */
  const char *address;             /* (unowned) */
  char *title;                     /* (owned) */
  char *text;                      /* (owned) */
} Values;

static void
values_clear (Values *values)
{
  g_free (values->title);
  g_free (values->text);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Values, values_clear)

/* Finds the value of a field; (nullable): "" for one that has none, %NULL for none. */
static const char *
find_value (const Values *values, const char *name)
{
  const ExmArticle *first = g_ptr_array_index (values->message->articles, 0);
  const char *value = NULL;

  if (strcmp (name, "address") == 0)
    value = values->address;
  else if (strcmp (name, "secret") == 0)
    value = values->connection->secret;
  else if (strcmp (name, "room") == 0)
    value = values->connection->room;
  else if (strcmp (name, "title") == 0)
    value = values->title;
  else if (strcmp (name, "text") == 0)
    value = values->text;
  else if (strcmp (name, "link") == 0)
    value = exm_article_get (first)->url;
  else if (strcmp (name, "task") == 0)
    value = values->message->task_name;
  else if (strcmp (name, "delivery") == 0)
    value = values->message->id;
  else
    return NULL;
  return value != NULL ? value : "";
}

static void
append_value (GString *out, const char *name, const char *value, Quote quote)
{
  if (quote == QUOTE_JSON)
    exm_quote_json (out, value);
  else if (quote == QUOTE_URL && strcmp (name, "address") != 0)
    g_string_append_uri_escaped (out, value, ":", FALSE);
  else
    for (const char *c = value; *c != '\0'; c++)
      if (!g_ascii_iscntrl (*c))
        g_string_append_c (out, *c);
}

/* Writes @line with the values of its fields. */
static void
expand (GString *out, const char *line, const Values *values, Quote quote)
{
  for (const char *c = line; *c != '\0'; c++)
    {
      const char *end = *c == '{' ? strchr (c, '}') : NULL;
      g_autofree char *name
          = end != NULL ? g_strndup (c + 1, (gsize) (end - c - 1)) : NULL;
      const char *value = name != NULL ? find_value (values, name) : NULL;
      if (value != NULL)
        {
          append_value (out, name, value, quote);
          c = end;
        }
      else
        g_string_append_c (out, *c);
    }
}

/* A key of the lines above the body, from @from on; (transfer full) (nullable). */
static char *
find_key (char **lines, const char *key)
{
  gsize length = strlen (key);

  for (guint i = 0; lines[i] != NULL && strcmp (lines[i], "body:") != 0; i++)
    if (strncmp (lines[i], key, length) == 0
        && g_str_has_prefix (lines[i] + length, " = "))
      return g_strdup (lines[i] + length + strlen (" = "));
  return NULL;
}

static char **
load_lines (const char *id)
{
  g_autofree char *path = g_strconcat (PREFIX, id, ".message", NULL);

  /* A static library drops what nobody names. */
  g_autoptr (GBytes) bytes = g_resource_lookup_data (exm_messages_get_resource (), path,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_return_val_if_fail (bytes != NULL, NULL);
  gsize n_bytes = 0;
  const char *data = g_bytes_get_data (bytes, &n_bytes);
  g_autofree char *text = g_strndup (data, n_bytes);
  return g_strsplit (text, "\n", -1);
}

/* A header whose secret is not known is left out. */
static void
add_header (ExmMessageRequest *request, const char *line, const Values *values)
{
  const char *colon = strstr (line, ": ");
  g_autoptr (GString) value = g_string_new (NULL);

  if (colon == NULL
      || (strstr (line, "{secret}") != NULL && values->connection->secret == NULL))
    return;
  expand (value, colon + 2, values, QUOTE_HEADER);
  g_ptr_array_add (request->headers, g_strndup (line, (gsize) (colon - line)));
  g_ptr_array_add (request->headers, g_strdup (value->str));
}

static char *
write_text (char **lines, const ExmMessage *message)
{
  g_autofree char *limit = find_key (lines, "limit");
  g_autofree char *escape = find_key (lines, "escape");
  gsize max_bytes
      = limit != NULL ? (gsize) g_ascii_strtoull (limit, NULL, 10) : DEFAULT_LIMIT;
  g_autofree char *text = exm_message_write (message, EXM_MESSAGE_PLAIN, max_bytes);

  if (escape == NULL)
    return g_steal_pointer (&text);
  /* Signs of the service's own markup, which has these three alone. */
  g_autoptr (GString) escaped = g_string_new (text);
  g_string_replace (escaped, "&", "&amp;", 0);
  g_string_replace (escaped, "<", "&lt;", 0);
  g_string_replace (escaped, ">", "&gt;", 0);
  return g_string_free (g_steal_pointer (&escaped), FALSE);
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_auto (GStrv) lines = load_lines (self->id);
  g_autofree char *url = find_key (lines, "url");
  g_autofree char *header = find_key (lines, "header");
  g_autoptr (GString) address = g_string_new (NULL);
  const char *standard = exm_connection_get_address (connection, self->standard_address);
  g_autofree char *base = g_strdup (standard);
  guint at = 0;

  /* "https://example.com/" is as good as without the slash. */
  if (g_str_has_suffix (base, "/"))
    base[strlen (base) - 1] = '\0';
  g_auto (Values) values = {
    .message = message,
    .connection = connection,
    .address = base,
    .title = exm_message_dup_title (message),
    .text = write_text (lines, message),
  };
  expand (address, url, &values, QUOTE_URL);
  request->url = g_strdup (address->str);
  request->method = find_key (lines, "method");
  if (header != NULL)
    add_header (request, header, &values);
  while (strcmp (lines[at], "body:") != 0)
    at++;
  for (at++; lines[at] != NULL; at++)
    expand (request->body, lines[at], &values, QUOTE_JSON);
  return TRUE;
}

const ExmMessageKind exm_message_templates[] = {
  {
      .id = "slack",
      .title = "Slack",
      .summary = N_ ("an incoming webhook of Slack"),
      .address = "https://hooks.slack.com/services/…",
      .guarantee = EXM_GUARANTEE_ASKED_ONCE,
      .pause_ms = 1100,
      .build = build,
  },
  {
      .id = "telegram",
      .title = "Telegram",
      .summary = N_ ("a bot of Telegram"),
      .address = "https://api.telegram.org",
      .standard_address = "https://api.telegram.org",
      .secret = N_ ("Token of the bot"),
      .needs_secret = TRUE,
      .room = N_ ("Chat"),
      .guarantee = EXM_GUARANTEE_ASKED_ONCE,
      .code = "ok",
      .good = 1,
      .detail = "description",
      .pause_ms = 3100,
      .build = build,
  },
  {
      .id = "matrix",
      .title = "Matrix",
      .summary = N_ ("a room of Matrix"),
      .address = "https://matrix.example.org",
      .secret = N_ ("Access token"),
      .needs_secret = TRUE,
      .room = N_ ("Room"),
      .guarantee = EXM_GUARANTEE_DELIVERY_ID,
      .detail = "error",
      .build = build,
  },
  {
      .id = "discord",
      .title = "Discord",
      .summary = N_ ("a webhook of Discord"),
      .address = "https://discord.com/api/webhooks/…",
      .guarantee = EXM_GUARANTEE_ASKED_ONCE,
      .detail = "message",
      .pause_ms = 2100,
      .build = build,
  },
  {
      .id = "ntfy",
      .title = "ntfy",
      .summary = N_ ("a topic of ntfy, for phones"),
      .address = "https://ntfy.sh",
      .standard_address = "https://ntfy.sh",
      .secret = N_ ("Access token"),
      .room = N_ ("Topic"),
      .guarantee = EXM_GUARANTEE_ASKED_ONCE,
      .detail = "error",
      .pause_ms = 1100,
      .build = build,
  },
  { .id = NULL },
};
