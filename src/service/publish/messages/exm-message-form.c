/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A form of a site's own, as a browser posts it: fields are templates, the encoding is
 * that of the site, and a word of the answer tells whether it was taken. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-exchange.h"

#include "base/exm-said-error.h"
#include "publish/formats/exm-article-values.h"
#include "publish/messages/exm-message-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define STANDARD_FIELDS "title={title}&content={html}&url={url}&date={date}"
#define UTF_8 "utf-8"
#define GB18030 "gb18030"

/* Statuses of HTTP by which a form that was taken leads on to a page. */
#define FOUND 302u
#define SEE_OTHER 303u

static const ExmMessageSetting settings[] = {
  { "fields", N_ ("Fields"), STANDARD_FIELDS },
  { "encoding", N_ ("Encoding (utf-8 or gb18030)"), UTF_8 },
  { "success", N_ ("Word of the answer that means success"), "" },
  { NULL, NULL, NULL },
};

/* Fields of an article that are values as they are. */
static const struct
{
  const char *name;
  ExmField field;
} FIELDS[] = {
  { "author", EXM_FIELD_AUTHOR },     { "source", EXM_FIELD_SOURCE },
  { "section", EXM_FIELD_SECTION },   { "site", EXM_FIELD_SITE },
  { "keywords", EXM_FIELD_KEYWORDS }, { "abstract", EXM_FIELD_ABSTRACT },
  { "image", EXM_FIELD_IMAGE },       { "published", EXM_FIELD_PUBLISHED },
  { "language", EXM_FIELD_LANGUAGE },
};

static char *
dup_html (const ExmArticle *article)
{
  g_autoptr (GString) html = g_string_new (NULL);

  exm_article_append_body_html (html, article);
  return g_string_free (g_steal_pointer (&html), FALSE);
}

/* Finds the value of a field; (transfer full) (nullable): "" for one that is not known,
 * %NULL where there is none of that name. */
static char *
dup_value (const ExmMessage *message, const ExmConnection *connection, const char *name)
{
  const ExmArticle *article = g_ptr_array_index (message->articles, 0);
  const ExmArticleFields *fields = exm_article_get (article);
  const struct
  {
    const char *name;
    const char *value;
  } known[] = {
    { "text", fields->text },    { "markdown", fields->markdown },
    { "url", fields->url },      { "task", message->task_name },
    { "delivery", message->id }, { "secret", connection->secret },
  };

  if (strcmp (name, "title") == 0)
    return exm_message_dup_title (message);
  if (strcmp (name, "html") == 0)
    return dup_html (article);
  if (strcmp (name, "date") == 0)
    return exm_article_date (article);
  if (strcmp (name, "key") == 0)
    return exm_article_key (article);
  for (gsize i = 0; i < G_N_ELEMENTS (known); i++)
    if (strcmp (known[i].name, name) == 0)
      return g_strdup (known[i].value != NULL ? known[i].value : "");
  for (gsize i = 0; i < G_N_ELEMENTS (FIELDS); i++)
    if (strcmp (FIELDS[i].name, name) == 0)
      {
        const char *value = exm_article_field (article, FIELDS[i].field);
        return g_strdup (value != NULL ? value : "");
      }
  return NULL;
}

/* Writes bytes as forms have them: a line ends with CR LF, a space is a plus. */
static void
append_escaped (GString *out, const char *bytes, gsize n_bytes)
{
  for (gsize i = 0; i < n_bytes; i++)
    if (g_ascii_isalnum (bytes[i]) || strchr ("*-._", bytes[i]) != NULL)
      g_string_append_c (out, bytes[i]);
    else if (bytes[i] == ' ')
      g_string_append_c (out, '+');
    else if (bytes[i] == '\n')
      g_string_append (out, "%0D%0A");
    else if (bytes[i] != '\r' && bytes[i] != '\0')
      g_string_append_printf (out, "%%%02X", (guchar) bytes[i]);
}

static gboolean
append_encoded (GString *out, const char *text, const char *encoding, GError **error)
{
  gsize n_bytes = strlen (text);

  if (g_ascii_strcasecmp (encoding, GB18030) != 0)
    {
      append_escaped (out, text, n_bytes);
      return TRUE;
    }
  g_autoptr (GError) problem = NULL;
  g_autofree char *bytes
      = g_convert (text, (gssize) n_bytes, GB18030, UTF_8, NULL, &n_bytes, &problem);
  if (bytes == NULL)
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                          /* translators: an encoding, and what is wrong */
                          N_ ("The article cannot be written in %s: %s"), GB18030,
                          problem->message);
      return FALSE;
    }
  append_escaped (out, bytes, n_bytes);
  return TRUE;
}

/* Expands a template; braces around no field's name stay. */
static char *
expand (const char *template, const ExmMessage *message, const ExmConnection *connection)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *c = template; *c != '\0'; c++)
    {
      const char *end = *c == '{' ? strchr (c, '}') : NULL;
      g_autofree char *name
          = end != NULL ? g_strndup (c + 1, (gsize) (end - c - 1)) : NULL;
      g_autofree char *value
          = name != NULL ? dup_value (message, connection, name) : NULL;
      if (value == NULL)
        g_string_append_c (text, *c);
      else
        {
          g_string_append (text, value);
          c = end;
        }
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

enum
{
  SETTING_FIELDS,
  SETTING_ENCODING,
  SETTING_SUCCESS,
};

static gboolean
append_field (GString *out,
              const char *field,
              const ExmMessage *message,
              const ExmConnection *connection,
              GError **error)
{
  const char *encoding
      = exm_message_setting_get (&settings[SETTING_ENCODING], connection);
  const char *equals = strchr (field, '=');
  g_autofree char *name
      = equals != NULL ? g_uri_unescape_segment (field, equals, NULL) : NULL;
  g_autofree char *template
      = equals != NULL ? g_uri_unescape_string (equals + 1, NULL) : NULL;

  /* They were checked before. */
  g_return_val_if_fail (name != NULL && template != NULL, TRUE);
  g_autofree char *value = expand (template, message, connection);
  if (out->len > 0)
    g_string_append_c (out, '&');
  if (!append_encoded (out, name, encoding, error))
    return FALSE;
  g_string_append_c (out, '=');
  return append_encoded (out, value, encoding, error);
}

static gboolean
build (const ExmMessageKind *self,
       const ExmMessage *message,
       const ExmConnection *connection,
       ExmMessageRequest *request,
       GError **error)
{
  g_auto (GStrv) fields = g_strsplit (
      exm_message_setting_get (&settings[SETTING_FIELDS], connection), "&", -1);

  request->url = g_strdup (connection->address);
  g_ptr_array_add (request->headers, g_strdup ("Content-Type"));
  g_ptr_array_add (request->headers, g_strdup ("application/x-www-form-urlencoded"));
  for (guint i = 0; fields[i] != NULL; i++)
    if (!append_field (request->body, fields[i], message, connection, error))
      return FALSE;
  return TRUE;
}

static gboolean
refuse_setting (const ExmConnection *connection, gsize i, GError **error)
{
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                      /* translators: a name, a part as “Encoding”, what was entered */
                      N_ ("The connection “%s” has a part that cannot be used: %s: "
                          "“%s”"),
                      connection->name, settings[i].title,
                      exm_message_setting_get (&settings[i], connection));
  return FALSE;
}

static gboolean
check_settings (const ExmConnection *connection, GError **error)
{
  const char *encoding
      = exm_message_setting_get (&settings[SETTING_ENCODING], connection);
  g_auto (GStrv) fields = g_strsplit (
      exm_message_setting_get (&settings[SETTING_FIELDS], connection), "&", -1);

  if (g_ascii_strcasecmp (encoding, UTF_8) != 0
      && g_ascii_strcasecmp (encoding, GB18030) != 0)
    return refuse_setting (connection, SETTING_ENCODING, error);
  for (guint i = 0; fields[i] != NULL; i++)
    {
      const char *equals = strchr (fields[i], '=');
      g_autofree char *name
          = equals != NULL ? g_uri_unescape_segment (fields[i], equals, NULL) : NULL;
      g_autofree char *value
          = equals != NULL ? g_uri_unescape_string (equals + 1, NULL) : NULL;
      if (name == NULL || *name == '\0' || value == NULL
          || !g_utf8_validate (name, -1, NULL) || !g_utf8_validate (value, -1, NULL))
        return refuse_setting (connection, SETTING_FIELDS, error);
    }
  return TRUE;
}

/* Turns a site's bytes into text in place. */
static void
decode (ExmMessageAnswer *answer, const char *encoding)
{
  gsize n_bytes = 0;
  g_autofree char *text
      = g_convert_with_fallback (answer->bytes->str, (gssize) answer->bytes->len, UTF_8,
                                 encoding, NULL, NULL, &n_bytes, NULL);

  if (text == NULL)
    return;
  g_string_truncate (answer->bytes, 0);
  g_string_append_len (answer->bytes, text, (gssize) n_bytes);
}

/* Says what an answer without the word means. */
static gboolean
miss (const ExmMessageExchange *exchange,
      const ExmMessageAnswer *answer,
      const ExmSent *sent,
      GError **error)
{
  const char *word
      = exm_message_setting_get (&settings[SETTING_SUCCESS], exchange->connection);
  g_autofree char *host = exm_connection_dup_host (exchange->connection, NULL);

  if (*word == '\0')
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        N_ ("%s leads on to another address (status %u), which may mean "
                            "that it took the form: enter a word of that address as the "
                            "one that means success."),
                        host, answer->status);
  else if (!answer->is_whole)
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED,
                        /* translators: a host, then a word */
                        N_ ("%s took the form, and of its answer only a part was seen, "
                            "without “%s”"),
                        host, word);
  else
    exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_REFUSED,
                        /* translators: a host, a word, what the host said */
                        N_ ("%s gave an answer without “%s”: %s"), host, word,
                        sent->answer);
  return FALSE;
}

static gboolean
deliver (ExmMessageExchange *exchange,
         const ExmMessage *message,
         ExmSent *sent,
         GError **error)
{
  const ExmConnection *connection = exchange->connection;
  const char *word = exm_message_setting_get (&settings[SETTING_SUCCESS], connection);
  g_auto (ExmMessageAnswer) answer = { 0 };
  g_auto (ExmMessageRequest) request = {
    .headers = g_ptr_array_new_with_free_func (g_free),
    .body = g_string_new (NULL),
  };

  if (!build (exchange->kind, message, connection, &request, error)
      || !exm_message_exchange_ask (exchange, &request, FALSE, &answer, error))
    return FALSE;
  decode (&answer, exm_message_setting_get (&settings[SETTING_ENCODING], connection));
  gboolean leads_on = answer.status == FOUND || answer.status == SEE_OTHER;
  g_autoptr (GError) refusal = NULL;
  if (!exm_message_exchange_judge (exchange, &answer, sent, &refusal) && !leads_on)
    {
      g_propagate_error (error, g_steal_pointer (&refusal));
      return FALSE;
    }
  if (*word == '\0' && !leads_on)
    return TRUE;
  const char *where = leads_on ? answer.location : answer.bytes->str;
  if (*word != '\0' && where != NULL && strstr (where, word) != NULL)
    return TRUE;
  return miss (exchange, &answer, sent, error);
}

const ExmMessageKind exm_message_form = {
  .id = "form",
  .title = N_ ("Form of a Site"),
  .summary = N_ ("a form of a site, posted with fields that you choose"),
  .address = "https://example.com/post.php",
  .secret = N_ ("Password"),
  .guarantee = EXM_GUARANTEE_ASKED_ONCE,
  .pause_ms = 1100,
  .is_lone = TRUE,
  .settings = settings,
  .build = build,
  .check_settings = check_settings,
  .deliver = deliver,
};
