/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message.h"

#include "base/exm-said-error.h"
#include "fetch/exm-address.h"

#include <glib/gi18n-lib.h>
#include <stdlib.h>
#include <string.h>

static const ExmMessageKind *const own_kinds[] = {
  &exm_message_webhook, &exm_message_wecom, &exm_message_dingtalk,
  &exm_message_feishu,  &exm_message_mail,
};

/* Behind all messages: what takes articles whole. */
static const ExmMessageKind *const others[] = {
  &exm_message_form,       &exm_message_wordpress, &exm_message_sqlite,
  &exm_message_postgresql, &exm_message_mysql,     &exm_message_report,
};

EXM_DEFINE_SAID_ERROR (exm - message - error, exm_message_error)

void
exm_message_request_clear (ExmMessageRequest *self)
{
  g_free (self->method);
  g_free (self->url);
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  if (self->body != NULL)
    g_string_free (self->body, TRUE);
  *self = (ExmMessageRequest){ 0 };
}

void
exm_sent_clear (ExmSent *self)
{
  g_clear_pointer (&self->answer, g_free);
  g_clear_pointer (&self->refused, g_ptr_array_unref);
  g_clear_error (&self->lacking);
}

const char *
exm_message_setting_get (const ExmMessageSetting *self, const ExmConnection *connection)
{
  return exm_connection_get (connection, self->key, self->standard);
}

const ExmMessageKind *
exm_message_kind_get (guint i)
{
  if (i < G_N_ELEMENTS (own_kinds))
    return own_kinds[i];
  const ExmMessageKind *kind = exm_message_templates;
  for (i -= G_N_ELEMENTS (own_kinds); i > 0 && kind->id != NULL; i--)
    kind++;
  if (kind->id != NULL)
    return kind;
  return i < G_N_ELEMENTS (others) ? others[i] : NULL;
}

const ExmMessageKind *
exm_message_kind_find (const char *id)
{
  const ExmMessageKind *kind = NULL;

  for (guint i = 0; (kind = exm_message_kind_get (i)) != NULL; i++)
    if (g_strcmp0 (kind->id, id) == 0)
      return kind;
  return NULL;
}

/* Whether the file, which need not be there, lies in the folder, by whatever links. */
static gboolean
is_beneath (const char *folder, const char *file)
{
  g_autofree char *parent = g_path_get_dirname (file);
  char *whole = realpath (folder, NULL);
  char *own = realpath (file, NULL);

  if (own == NULL)
    own = realpath (parent, NULL);
  gsize length = whole != NULL ? strlen (whole) : 0;
  gboolean found = length > 0 && own != NULL && strncmp (own, whole, length) == 0
                   && (own[length] == '\0' || own[length] == '/');
  free (whole);
  free (own);
  return found;
}

gboolean
exm_message_kind_load (const ExmMessageKind *self,
                       const char *folder,
                       const char *name,
                       ExmConnection *connection,
                       GError **error)
{
  if (!self->is_file)
    return exm_connection_load (folder, self->id, name, connection, error);
  if (is_beneath (folder, name))
    {
      g_autofree char *display = g_filename_display_name (name);
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                          N_ ("%s lies in the data folder of this program itself; choose "
                              "another place"),
                          display);
      return FALSE;
    }
  *connection = (ExmConnection){ .name = g_strdup (name), .address = g_strdup (name) };
  return TRUE;
}

gboolean
exm_message_kind_hides_address (const ExmMessageKind *self)
{
  /* Those of databases and of mail name a server, and who signs in. */
  return self->guarantee != EXM_GUARANTEE_BY_KEY && self->send == NULL;
}

gboolean
exm_message_kind_save (const ExmMessageKind *self,
                       const char *folder,
                       ExmConnection *connection,
                       ExmSecretPlace keep,
                       GCancellable *cancellable,
                       GError **error)
{
  return exm_connection_save (folder, self->id, connection,
                              exm_message_kind_hides_address (self), keep, cancellable,
                              error);
}

const char *
exm_guarantee_get_words (ExmGuarantee guarantee)
{
  if (guarantee == EXM_GUARANTEE_DELIVERY_ID)
    return N_ ("At least once: a repeated message has the delivery id of the first.");
  if (guarantee == EXM_GUARANTEE_BY_KEY)
    return N_ ("Exactly once: an article that is written again replaces its row.");
  if (guarantee == EXM_GUARANTEE_A_FILE)
    return N_ ("Exactly once: a file a day, which is whole whenever it is there.");
  return N_ ("Asked once: where no answer was seen it is perhaps delivered, and not "
             "repeated by itself.");
}

gboolean
exm_message_is_local_host (const char *host)
{
  /* Names of a network of one's own, where an address is no private one by its form. */
  static const char *const ends[]
      = { ".local", ".lan", ".home", ".internal", ".home.arpa", NULL };

  if (exm_host_is_private_literal (host))
    return TRUE;
  /* An address of IPv6, or a list of hosts, which some libraries take. */
  if (strpbrk (host, ":,") != NULL)
    return FALSE;
  if (strchr (host, '.') == NULL)
    return TRUE;
  for (guint i = 0; ends[i] != NULL; i++)
    if (g_str_has_suffix (host, ends[i]))
      return TRUE;
  return FALSE;
}

static gboolean
check_address (const ExmMessageKind *kind,
               const ExmConnection *connection,
               GError **error)
{
  gboolean is_mail = kind->send != NULL;
  g_autoptr (GUri) uri = exm_connection_parse (connection, kind->standard_address);
  const char *scheme = uri != NULL ? g_uri_get_scheme (uri) : "";
  const char *host = uri != NULL ? g_uri_get_host (uri) : NULL;

  if (host == NULL || *host == '\0'
      || (strcmp (scheme, is_mail ? "smtps" : "https") != 0
          && strcmp (scheme, is_mail ? "smtp" : "http") != 0))
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                          /* translators: a name, then a form, as https://… */
                          N_ ("The connection “%s” needs an address of the form %s"),
                          connection->name, kind->address);
      return FALSE;
    }
  /* Mail is encrypted by either, or not sent. */
  if (strcmp (scheme, "http") != 0 || exm_message_is_local_host (host))
    return TRUE;
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                      N_ ("The address of the connection “%s” must begin with https: on "
                          "the way to %s others could read it"),
                      connection->name, host);
  return FALSE;
}

gboolean
exm_message_check (const ExmMessageKind *kind,
                   const ExmConnection *connection,
                   GError **error)
{
  const char *missing = NULL;

  if (kind->check != NULL ? !kind->check (connection, error)
                          : !check_address (kind, connection, error))
    return FALSE;
  if (kind->check_settings != NULL && !kind->check_settings (connection, error))
    return FALSE;
  if (kind->needs_secret && connection->secret == NULL)
    missing = kind->secret;
  else if (kind->room != NULL && connection->room == NULL)
    missing = kind->room;
  if (missing == NULL)
    return TRUE;
  exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                      /* translators: a name, then a part as “Signing secret” */
                      N_ ("The connection “%s” lacks a part: %s"), connection->name,
                      missing);
  return FALSE;
}
