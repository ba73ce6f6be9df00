/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A message of one article or several, and the kinds of services that take such: a file
 * exm-message-ID.c that defines one of these, or a template in data/messages. */

#pragma once

#include "publish/messages/exm-connection.h"
#include "task/exm-article.h"

G_BEGIN_DECLS

/**
 * ExmMessage:
 * @task_uid: (nullable): of the task that collected the articles; none in a test
 * @task_name: of the task that collected the articles
 * @articles: (element-type ExmArticle): at least one, but in a test, or with a @text
 * @title: (nullable): of a @text
 * @text: (nullable): that is sent in place of articles, by mail
 * @html: (nullable): the same as a page that loads nothing
 * @deliveries: (element-type utf8): a delivery id an article, the same however often it
 *   is tried
 * @id: delivery id of the whole
 * @now_usec: Unix time in microseconds; signatures hold it
 * @is_test: whether it is a sample, which is marked as one
 * @was_used: of a database: articles went there before
 * @add_columns: of a database: columns that its table lacks are added
 * @picture: (nullable): bytes of the picture that stands for a lone article
 * @picture_type: (nullable): its media type
 * @picture_name: (nullable): the name of its file, ASCII; the same for the same bytes
 */
typedef struct
{
  const char *task_uid;
  const char *task_name;
  const GPtrArray *articles;
  const char *title;
  const char *text;
  const char *html;
  const GPtrArray *deliveries;
  const char *id;
  gint64 now_usec;
  gboolean is_test;
  gboolean was_used;
  gboolean add_columns;
  GBytes *picture;
  const char *picture_type;
  const char *picture_name;
} ExmMessage;

/**
 * ExmMessageRequest:
 * @method: of HTTP, %NULL for POST
 * @url: address, with whatever signs it
 * @headers: names and values in turn; of mail, its sender and its receivers
 * @body: JSON, if no header tells another type; of mail, all of it
 */
typedef struct
{
  char *method;       /* (owned) (nullable) */
  char *url;          /* (owned) */
  GPtrArray *headers; /* (owned) (element-type utf8) */
  GString *body;      /* (owned) */
} ExmMessageRequest;

void exm_message_request_clear (ExmMessageRequest *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmMessageRequest, exm_message_request_clear)

/**
 * ExmSent:
 * @status: of HTTP or SMTP, 0 without an answer
 * @rest_usec: how long the service asked to be left alone, 0 if it did not
 * @answer: (nullable): the beginning of what it said, without secrets
 * @refused: (nullable) (element-type GError): of a database that took the others: an
 *   element an article, why it does not take that one, or %NULL
 * @lacking: (nullable): why a part of what it took is not there
 */
typedef struct
{
  guint status;
  gint64 rest_usec;
  char *answer;       /* (owned) (nullable) */
  GPtrArray *refused; /* (owned) (nullable) */
  GError *lacking;    /* (owned) (nullable) */
} ExmSent;

void exm_sent_clear (ExmSent *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmSent, exm_sent_clear)

/* How often a message arrives, whatever happens meanwhile. */
typedef enum
{
  EXM_GUARANTEE_DELIVERY_ID, /* at least once, by an id that tells repetitions */
  EXM_GUARANTEE_ASKED_ONCE,  /* never repeated where no answer was seen */
  EXM_GUARANTEE_BY_KEY,      /* exactly once: a repetition replaces the first */
  EXM_GUARANTEE_A_FILE,      /* exactly once: a repetition writes the same file */
} ExmGuarantee;

/* Codes of an answer that mean "not so fast". */
#define EXM_N_BUSY_CODES 4u

typedef struct _ExmMessageKind ExmMessageKind;
typedef struct _ExmMessageExchange ExmMessageExchange;

/**
 * ExmMessageSetting:
 * @key: in the file of connections; %NULL behind the last
 * @title: what it is called, marked for translation
 * @standard: its value where none is entered
 *
 * One more part of a connection, which is no secret.
 */
typedef struct
{
  const char *key;
  const char *title;
  const char *standard;
} ExmMessageSetting;

/* Returns: (transfer none): what the connection has for it, else its standard */
const char *exm_message_setting_get (const ExmMessageSetting *self,
                                     const ExmConnection *connection);

/**
 * ExmMessageKind:
 * @id: in task files and options; never changed
 * @title: what people call it, marked for translation where it is no name
 * @summary: the line of help, marked for translation
 * @address: what its address looks like, for people
 * @standard_address: (nullable): where there is one for everybody
 * @secret: (nullable): what its secret is called, marked for translation; %NULL for none
 * @needs_secret: whether nothing can be sent without it
 * @room: (nullable): what the receiver is called, marked for translation; %NULL for none
 * @guarantee: see #ExmGuarantee
 * @code: (nullable): member of an answer of status 200 that tells whether it was taken;
 *   %NULL where the status does
 * @good: its value for that
 * @detail: (nullable): member that says why not
 * @busy: values of @code after which it is tried later, 0 behind the last
 * @pause_ms: between two messages, by the rate that it takes; 0 for none
 * @is_lone: whether each article is a message of its own, whatever its output says
 * @wants_picture: whether it takes the picture that stands for an article
 * @settings: (nullable): what else a connection has, up to one without a key
 * @is_file: whether it is a file, whose path is in the place of a connection's name
 * @build: writes the request; not of databases
 * @send: (nullable): sends it other than by HTTP, as exm_message_send() does
 * @check: (nullable): of databases: whether the address can be used
 * @check_settings: (nullable): whether they can be
 * @deliver: (nullable): has requests of its own exchanged, in place of @build
 * @store: (nullable): of databases and reports: writes the articles, as
 *   exm_message_send() does
 */
struct _ExmMessageKind
{
  const char *id;
  const char *title;
  const char *summary;
  const char *address;
  const char *standard_address;
  const char *secret;
  gboolean needs_secret;
  const char *room;
  ExmGuarantee guarantee;
  const char *code;
  gint64 good;
  const char *detail;
  gint64 busy[EXM_N_BUSY_CODES];
  guint pause_ms;
  gboolean is_lone;
  gboolean wants_picture;
  const ExmMessageSetting *settings;
  gboolean is_file;
  gboolean (*build) (const ExmMessageKind *self,
                     const ExmMessage *message,
                     const ExmConnection *connection,
                     ExmMessageRequest *request,
                     GError **error);
  gboolean (*send) (const ExmConnection *connection,
                    const ExmMessageRequest *request,
                    GTlsDatabase *database,
                    guint timeout_ms,
                    GCancellable *cancellable,
                    ExmSent *sent,
                    GError **error);
  gboolean (*check) (const ExmConnection *connection, GError **error);
  gboolean (*check_settings) (const ExmConnection *connection, GError **error);
  gboolean (*deliver) (ExmMessageExchange *exchange,
                       const ExmMessage *message,
                       ExmSent *sent,
                       GError **error);
  gboolean (*store) (const ExmMessageKind *self,
                     const ExmMessage *message,
                     const ExmConnection *connection,
                     GCancellable *cancellable,
                     ExmSent *sent,
                     GError **error);
};

extern const ExmMessageKind exm_message_webhook;
extern const ExmMessageKind exm_message_wecom;
extern const ExmMessageKind exm_message_dingtalk;
extern const ExmMessageKind exm_message_feishu;
extern const ExmMessageKind exm_message_mail;
extern const ExmMessageKind exm_message_form;
extern const ExmMessageKind exm_message_wordpress;
/* In publish/report. */
extern const ExmMessageKind exm_message_report;
/* Databases, in publish/sql. */
extern const ExmMessageKind exm_message_sqlite;
extern const ExmMessageKind exm_message_postgresql;
extern const ExmMessageKind exm_message_mysql;

/* Sends a mail, as #ExmMessageKind's @send. Blocks; any thread. */
gboolean exm_smtp_send (const ExmConnection *connection,
                        const ExmMessageRequest *request,
                        GTlsDatabase *database,
                        guint timeout_ms,
                        GCancellable *cancellable,
                        ExmSent *sent,
                        GError **error);

/* Returns: whether the host is this computer or on its network, by its name alone */
gboolean exm_message_is_local_host (const char *host);

/* Kinds that are templates, up to one without an id; see docs/messages.md. */
extern const ExmMessageKind exm_message_templates[];

/* Returns: (transfer none) (nullable): the kind number @i, in the order of lists */
const ExmMessageKind *exm_message_kind_get (guint i);

/* @id: (nullable): any text. Returns: (transfer none) (nullable): the kind */
const ExmMessageKind *exm_message_kind_find (const char *id);

/**
 * exm_message_kind_load:
 * @folder: the data folder
 * @name: of a connection, or the file of a kind that is one
 * @connection: (out): the connection
 * @error: (out): as exm_connection_load(); %EXM_MESSAGE_ERROR_CONNECTION for a file in
 *   the data folder
 *
 * Reads a small file; any thread. What is secret of it may lie in the keyring: see
 * exm_connection_open().
 */
gboolean exm_message_kind_load (const ExmMessageKind *self,
                                const char *folder,
                                const char *name,
                                ExmConnection *connection,
                                GError **error);

/* Stores a connection of the kind; as exm_connection_save(). */
gboolean exm_message_kind_save (const ExmMessageKind *self,
                                const char *folder,
                                ExmConnection *connection,
                                ExmSecretPlace keep,
                                GCancellable *cancellable,
                                GError **error);

/* Returns: whether an address of the kind is a secret itself, as that of a chat is */
gboolean exm_message_kind_hides_address (const ExmMessageKind *self);

/* Returns: (transfer none): the guarantee as a sentence, marked for translation */
const char *exm_guarantee_get_words (ExmGuarantee guarantee);

/**
 * exm_message_check:
 * @connection: with what the kind needs
 * @error: (out): %EXM_MESSAGE_ERROR_CONNECTION, without any secret in it
 *
 * Whether something could be sent: address, secret and room are there; plain http only
 * goes to this computer or its network, since it can be read on the way.
 */
gboolean exm_message_check (const ExmMessageKind *kind,
                            const ExmConnection *connection,
                            GError **error);

/**
 * ExmMessageError:
 * @EXM_MESSAGE_ERROR_CONNECTION: the connection is missing or incomplete
 * @EXM_MESSAGE_ERROR_NOT_ASKED: nothing was sent: the service was not reached
 * @EXM_MESSAGE_ERROR_REFUSED: the service answered, and did not take it
 * @EXM_MESSAGE_ERROR_UNANSWERED: it was sent, and no answer was seen
 */
typedef enum
{
  EXM_MESSAGE_ERROR_CONNECTION,
  EXM_MESSAGE_ERROR_NOT_ASKED,
  EXM_MESSAGE_ERROR_REFUSED,
  EXM_MESSAGE_ERROR_UNANSWERED,
} ExmMessageError;

#define EXM_MESSAGE_ERROR (exm_message_error_quark ())
GQuark exm_message_error_quark (void);

G_END_DECLS
