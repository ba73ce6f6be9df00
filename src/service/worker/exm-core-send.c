/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Messages: outputs that are services. One is on its way to a connection at a time, on a
 * thread of its own, so that a service that hangs holds up nothing else. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/messages/exm-message-sender.h"
#include "resources/exm-held-pictures.h"
#include "store/exm-store-ask.h"
#include "task/exm-output-rules.h"
#include "worker/exm-core-storage.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Articles of one message, which are read before it is sent; of one transaction of a
 * database; of one report. */
#define MAX_GATHERED 200u
#define MAX_STORED 50u
#define MAX_REPORTED 1000u

/* Rest of a connection after a failure; its articles may have longer ones of their own.
 * More than a worker that runs once waits for. */
#define REST_USEC (90 * G_TIME_SPAN_SECOND)

/* How long a worker that ends waits for answers, milliseconds. */
#define END_MS 3000u

/* Around the key of an output that is busy. */
#define BUSY_MARK "\x1e"

/* The largest picture that goes along with an article. */
#define MAX_PICTURE_BYTES (16u * 1024u * 1024u)

/* How long a secret that was read from the keyring is kept for what is to be sent. */
#define OPENED_USEC G_TIME_SPAN_MINUTE

/* Hexadecimal digits of a delivery id. */
#define ID_CHARS 32

/* A message on its way. Of the worker's thread, but for exm_message_send(). */
typedef struct
{
  ExmCore *core;              /* (unowned) */
  const ExmMessageKind *kind; /* (unowned) */
  ExmConnection connection;
  ExmMessage message;
  gboolean was_used; /* of a database, and the next */
  gboolean add_columns;
  GPtrArray *publications; /* (owned) (element-type ExmPublication) */
  GPtrArray *articles;     /* (owned) (element-type ExmArticle) */
  GPtrArray *deliveries;   /* (owned) (element-type utf8) */
  char *id;                /* (owned) */
  char *task_name;         /* (owned) */
  GBytes *picture;         /* (owned) (nullable) */
  char *picture_type;      /* (owned) (nullable) */
  char *picture_name;      /* (owned) (nullable) */
  ExmSent sent;
} Delivery;

static void
delivery_free (gpointer data)
{
  Delivery *delivery = data;

  exm_connection_clear (&delivery->connection);
  g_ptr_array_unref (delivery->publications);
  g_ptr_array_unref (delivery->articles);
  g_ptr_array_unref (delivery->deliveries);
  g_free (delivery->id);
  g_free (delivery->task_name);
  g_clear_pointer (&delivery->picture, g_bytes_unref);
  g_free (delivery->picture_type);
  g_free (delivery->picture_name);
  exm_sent_clear (&delivery->sent);
  g_free (delivery);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Delivery, delivery_free)

/* A connection whose secret is read from the keyring, before anything is asked. Of the
 * worker's thread, but for exm_connection_open(). */
typedef struct
{
  ExmCore *core; /* (unowned) */
  ExmConnection connection;
  ExmPublication *publication; /* (owned): that waits for it */
  GPtrArray *gathered; /* (owned) (nullable) (element-type ExmPublication): and those that
                        * go out with it, which fail with it */
  gint64 until_usec;   /* of the monotonic clock */
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  exm_connection_clear (&opening->connection);
  exm_publication_unref (opening->publication);
  g_clear_pointer (&opening->gathered, g_ptr_array_unref);
  g_free (opening);
}

void
exm_core_rest (ExmCore *self, const char *output_key, gint64 until_usec)
{
  gint64 *until = g_new (gint64, 1);

  *until = until_usec;
  g_hash_table_insert (self->rests, g_strdup (output_key), until);
}

/* An output whose articles go out together waits for the run that brings them. */
static void
append_gathering (const ExmCoreTask *task, GString *busy)
{
  const GArray *outputs = exm_task_get (task->task)->outputs;

  for (guint i = 0; task->run_id != 0 && i < outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (outputs, ExmTaskOutput, i);
      if (output->kind == NULL || g_strcmp0 (output->when, "run") != 0)
        continue;
      g_autofree char *key = exm_worker_dup_output_key (output);
      g_string_append_printf (busy, "%s" BUSY_MARK, key);
    }
}

char *
exm_core_list_busy (ExmCore *self, gint64 now_usec, gint64 *next_usec)
{
  g_autoptr (GString) busy = g_string_new (BUSY_MARK);
  GHashTableIter iter;
  gpointer key, value;

  *next_usec = G_MAXINT64;
  g_hash_table_iter_init (&iter, self->rests);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      gint64 until = *(const gint64 *) value;
      if (until <= now_usec)
        {
          g_hash_table_iter_remove (&iter);
          continue;
        }
      *next_usec = MIN (*next_usec, until);
      g_string_append_printf (busy, "%s" BUSY_MARK, (const char *) key);
    }
  g_hash_table_iter_init (&iter, self->tasks);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    append_gathering (value, busy);
  return g_string_free (g_steal_pointer (&busy), FALSE);
}

static char *
hash_id (const char *text)
{
  char *id = g_compute_checksum_for_string (G_CHECKSUM_SHA256, text, -1);

  id[ID_CHARS] = '\0';
  return id;
}

/* The same however often it is tried; another one when it is published once more. */
static char *
make_delivery_id (const ExmPublication *publication)
{
  g_autofree char *text = g_strdup_printf (
      "%s\n%" G_GINT64_FORMAT, publication->idempotency_key, publication->published_usec);

  return hash_id (text);
}

/* Those that go out in one message with @publication. */
static GPtrArray *
gather (ExmCore *self,
        const ExmTaskOutput *output,
        const ExmMessageKind *kind,
        const ExmPublication *publication,
        GError **error)
{
  /* Articles that were tried together stay together; so do those that are due at the same
   * time of day.
   */
  gint64 due_usec = publication->next_try_usec;
  gboolean exact = publication->attempts > 0 || exm_output_rules_is_daily (output);

  if (exm_output_rules_is_database (output))
    return exm_store_list_gathered (self->store, publication, 0, exm_core_now (self),
                                    MAX_STORED, error);
  if (exm_output_rules_gather (output) && !kind->is_lone)
    return exm_store_list_gathered (
        self->store, publication, exact ? due_usec : 0,
        exact ? due_usec : exm_core_now (self),
        exm_output_rules_is_report (output) ? MAX_REPORTED : MAX_GATHERED, error);
  GPtrArray *alone
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_publication_unref);
  g_ptr_array_add (alone, exm_publication_ref ((ExmPublication *) publication));
  return alone;
}

/* Reads the articles of @gathered. One that cannot be read is no reason to hold up those
 * beside it: it is told when its own turn comes. */
static gboolean
take_articles (Delivery *delivery, const GPtrArray *gathered, GError **error)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < gathered->len; i++)
    {
      ExmPublication *publication = g_ptr_array_index (gathered, i);
      g_autoptr (GError) problem = NULL;
      ExmArticle *article = exm_store_get_article (delivery->core->store,
                                                   publication->article_id, &problem);
      if (article == NULL && gathered->len == 1)
        {
          g_propagate_error (error, g_steal_pointer (&problem));
          return FALSE;
        }
      if (article == NULL)
        continue;
      char *id = make_delivery_id (publication);
      g_string_append (ids, id);
      g_ptr_array_add (delivery->articles, article);
      g_ptr_array_add (delivery->publications, exm_publication_ref (publication));
      g_ptr_array_add (delivery->deliveries, id);
    }
  delivery->id = delivery->deliveries->len == 1
                     ? g_strdup (g_ptr_array_index (delivery->deliveries, 0))
                     : hash_id (ids->str);
  return TRUE;
}

/* Finds the one that the page names among those that are kept; else the first. */
static const ExmArticlePicture *
choose_picture (const GPtrArray *pictures, const ExmArticle *article)
{
  const ExmMetadata *metadata = exm_article_get (article)->metadata;
  const char *named
      = metadata != NULL ? exm_metadata_get (metadata, EXM_FIELD_IMAGE) : NULL;

  for (guint i = 0; i < pictures->len; i++)
    {
      const ExmArticlePicture *picture = g_ptr_array_index (pictures, i);
      if (g_strcmp0 (picture->address, named) == 0)
        return picture;
    }
  return pictures->len > 0 ? g_ptr_array_index (pictures, 0) : NULL;
}

/* A picture that is lost, or too large, keeps no article. */
static gboolean
take_picture (Delivery *delivery, GError **error)
{
  ExmResourceStore *store = exm_core_get_resources (delivery->core, FALSE);

  if (!delivery->kind->wants_picture || store == NULL || delivery->articles->len != 1)
    return TRUE;
  const ExmArticle *article = g_ptr_array_index (delivery->articles, 0);
  const ExmPictureSource source = exm_held_pictures_get_source (store);
  g_autoptr (GPtrArray) pictures = source.list (article, source.data, error);
  if (pictures == NULL)
    return FALSE;
  const ExmArticlePicture *picture = choose_picture (pictures, article);
  if (picture == NULL || picture->n_bytes > MAX_PICTURE_BYTES)
    return TRUE;
  g_autoptr (GError) problem = NULL;
  delivery->picture = source.load (picture->hash, source.data, &problem);
  delivery->picture_type = g_strdup (picture->type);
  delivery->picture_name = exm_article_picture_dup_name (picture);
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

static void
send_in_thread (GTask *gtask, gpointer object, gpointer data, GCancellable *cancellable)
{
  Delivery *delivery = data;
  GError *error = NULL;

  if (exm_message_send (delivery->kind, &delivery->message, &delivery->connection, NULL,
                        EXM_MESSAGE_TIMEOUT_MS, cancellable, &delivery->sent, &error))
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

/* Why a database does not take article @i alone; (nullable). */
static const GError *
get_refusal (const Delivery *delivery, guint i)
{
  return delivery->sent.refused != NULL ? g_ptr_array_index (delivery->sent.refused, i)
                                        : NULL;
}

static void
emit_published (ExmCore *self, const Delivery *delivery, const char *place)
{
  for (guint i = 0; i < delivery->publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (delivery->publications, i);
      const ExmArticle *article = g_ptr_array_index (delivery->articles, i);
      if (get_refusal (delivery, i) != NULL)
        continue;
      ExmWorkerEvent *event = exm_worker_event_new (EXM_WORKER_PUBLISHED);
      event->task_uid = g_strdup (publication->task_uid);
      event->url = g_strdup (exm_article_get (article)->url);
      event->message = g_strdup (place);
      exm_core_emit (self, event);
    }
}

/* Whether the write failed because its task was deleted meanwhile. */
static gboolean
is_gone (const GError *error)
{
  return g_error_matches (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND);
}

/* Begins to store together what went out together: a kill in its midst must not part it,
 * since the delivery's id is of all. Returns: whether a group was begun */
static gboolean
begin_together (ExmCore *self)
{
  g_autoptr (GError) error = NULL;

  if (exm_store_begin_group (self->store, &error))
    return TRUE;
  exm_core_problem (self, NULL, NULL, error);
  return FALSE;
}

static void
end_together (ExmCore *self, gboolean begun)
{
  g_autoptr (GError) error = NULL;

  if (begun && !exm_store_commit_group (self->store, &error))
    exm_core_problem (self, NULL, NULL, error);
}

static void
take (ExmCore *self, const Delivery *delivery)
{
  const ExmPublication *first = g_ptr_array_index (delivery->publications, 0);
  g_autofree char *place
      = exm_connection_dup_host (&delivery->connection, delivery->kind->standard_address);
  guint n_taken = 0;
  gboolean together = begin_together (self);

  for (guint i = 0; i < delivery->publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (delivery->publications, i);
      const GError *refusal = get_refusal (delivery, i);
      g_autoptr (GError) error = NULL;
      if (refusal != NULL)
        {
          exm_core_fail_publication (self, publication, refusal);
          continue;
        }
      n_taken++;
      if (!exm_store_set_published (self->store, publication->id, place, 0,
                                    exm_core_now (self), &error)
          && !is_gone (error))
        exm_core_problem (self, NULL, NULL, error);
    }
  end_together (self, together);
  if (n_taken > 0)
    exm_core_go_on (self, first);
  emit_published (self, delivery, place);
  if (delivery->sent.lacking != NULL)
    exm_core_problem (self, g_hash_table_lookup (self->tasks, first->task_uid),
                      exm_article_get (g_ptr_array_index (delivery->articles, 0))->url,
                      delivery->sent.lacking);
  if (delivery->kind->pause_ms > 0)
    exm_core_rest (self, first->output_key,
                   exm_core_now (self)
                       + delivery->kind->pause_ms * G_TIME_SPAN_MILLISECOND);
}

/* Marks it as perhaps delivered: no answer was seen. */
static void
doubt (ExmCore *self, const Delivery *delivery, const GError *cause)
{
  const ExmPublication *first = g_ptr_array_index (delivery->publications, 0);
  const ExmArticle *article = g_ptr_array_index (delivery->articles, 0);
  gboolean together = begin_together (self);

  for (guint i = 0; i < delivery->publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (delivery->publications, i);
      g_autoptr (GError) error = NULL;
      if (!exm_store_end_asking (self->store, publication->id, TRUE, 0, cause->message,
                                 exm_said_from_error (cause), &error)
          && !is_gone (error))
        exm_core_problem (self, NULL, NULL, error);
    }
  end_together (self, together);
  exm_core_problem (self, exm_core_find_told (self, first),
                    exm_article_get (article)->url, cause);
  exm_core_rest (self, first->output_key, exm_core_now (self) + REST_USEC);
}

/* All of it waits until the same time, so that what was sent together stays together. */
static void
postpone (ExmCore *self, const Delivery *delivery, gint64 due_usec)
{
  gboolean together = begin_together (self);

  for (guint i = 0; i < delivery->publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (delivery->publications, i);
      g_autoptr (GError) error = NULL;
      if (!exm_store_postpone_publication (self->store, publication->id, due_usec,
                                           &error))
        exm_core_problem (self, NULL, NULL, error);
    }
  end_together (self, together);
}

/* The worker ends before there was an answer: the next one begins anew. */
static void
leave (ExmCore *self, const Delivery *delivery, gint64 now_usec)
{
  gboolean together = begin_together (self);

  for (guint i = 0; i < delivery->publications->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (delivery->publications, i);
      g_autoptr (GError) error = NULL;
      if (!exm_store_end_asking (self->store, publication->id, FALSE, now_usec, NULL,
                                 NULL, &error)
          && !is_gone (error))
        exm_core_problem (self, NULL, NULL, error);
    }
  end_together (self, together);
}

/* It did not arrive, or may be sent again. */
static void
retry (ExmCore *self, const Delivery *delivery, const GError *cause)
{
  const ExmPublication *first = g_ptr_array_index (delivery->publications, 0);
  gint64 rest_usec = MAX (delivery->sent.rest_usec, REST_USEC);
  gint64 pause_usec = exm_store_get_publish_pause (first->attempts);
  gint64 now_usec = exm_core_now (self);

  if (self->stopping)
    leave (self, delivery, now_usec);
  else if (delivery->publications->len == 1)
    exm_core_fail_publication (self, first, cause);
  else
    exm_core_fail_publications (self, delivery->publications, cause);
  if (!self->stopping)
    postpone (self, delivery, exm_core_now (self) + MAX (pause_usec, rest_usec));
  exm_core_rest (self, first->output_key, now_usec + rest_usec);
}

static void
on_sent (GObject *object, GAsyncResult *result, gpointer data)
{
  const Delivery *delivery = g_task_get_task_data (G_TASK (result));
  ExmCore *self = delivery->core;
  const ExmPublication *first = g_ptr_array_index (delivery->publications, 0);
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  exm_fail_point ("worker.sent.before");
  self->n_sending--;
  g_hash_table_remove (self->rests, first->output_key);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    take (self, delivery);
  else if (delivery->kind->guarantee == EXM_GUARANTEE_ASKED_ONCE
           && g_error_matches (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_UNANSWERED))
    doubt (self, delivery, error);
  else
    retry (self, delivery, error);
  exm_fail_point ("worker.sent.after");
  exm_core_step (self);
}

static void
open_in_thread (GTask *gtask, gpointer object, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  GError *error = NULL;

  if (exm_connection_open (&opening->connection, cancellable, &error))
    g_task_return_boolean (gtask, TRUE);
  else
    g_task_return_error (gtask, error);
}

/* Articles that waited for it are due still: the next step sends them. */
static void
keep_opened (ExmCore *self, Opening *opening)
{
  Opening *kept = g_new0 (Opening, 1);

  *kept = *opening;
  kept->publication = exm_publication_ref (opening->publication);
  opening->connection = (ExmConnection){ 0 };
  kept->gathered = NULL;
  kept->until_usec = g_get_monotonic_time () + OPENED_USEC;
  g_hash_table_insert (self->opened, g_strdup (kept->publication->output_key), kept);
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  Opening *opening = g_task_get_task_data (G_TASK (result));
  ExmCore *self = opening->core;
  const ExmPublication *publication = opening->publication;
  g_autoptr (GError) error = NULL;

  g_assert (g_thread_self () == self->thread);
  self->n_sending--;
  g_hash_table_remove (self->rests, publication->output_key);
  if (g_task_propagate_boolean (G_TASK (result), &error))
    keep_opened (self, opening);
  else if (!self->stopping)
    {
      if (opening->gathered->len > 1)
        exm_core_fail_publications (self, opening->gathered, error);
      else
        exm_core_fail_publication (self, publication, error);
      exm_core_rest (self, publication->output_key, exm_core_now (self) + REST_USEC);
    }
  exm_core_step (self);
}

/* Fills in what was read from the keyring for @connection, or has it read, which is
 * waited for. Returns: whether it is there */
static gboolean
open_connection (ExmCore *self,
                 ExmConnection *connection,
                 const ExmPublication *publication,
                 GPtrArray *gathered)
{
  const Opening *kept = g_hash_table_lookup (self->opened, publication->output_key);
  gboolean is_open = !connection->is_closed
                     || (kept != NULL && kept->until_usec > g_get_monotonic_time ()
                         && exm_connection_open_as (connection, &kept->connection));

  /* Another message reads it anew, since a person may have changed it. */
  g_hash_table_remove (self->opened, publication->output_key);
  if (is_open)
    return TRUE;
  Opening *opening = g_new0 (Opening, 1);
  opening->core = self;
  opening->connection = *connection;
  *connection = (ExmConnection){ 0 };
  opening->publication = exm_publication_ref ((ExmPublication *) publication);
  opening->gathered = g_ptr_array_ref (gathered);
  exm_core_rest (self, publication->output_key, G_MAXINT64);
  self->n_sending++;
  g_autoptr (GTask) gtask = g_task_new (NULL, self->send_cancellable, on_opened, NULL);
  g_task_set_source_tag (gtask, open_connection);
  g_task_set_check_cancellable (gtask, FALSE);
  g_task_set_task_data (gtask, opening, opening_free);
  g_task_run_in_thread (gtask, open_in_thread);
  return FALSE;
}

void
exm_core_init_sending (ExmCore *self)
{
  self->send_cancellable = g_cancellable_new ();
  self->rests = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->opened = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, opening_free);
}

static Delivery *
delivery_new (ExmCore *self, const ExmCoreTask *task, const ExmMessageKind *kind)
{
  Delivery *delivery = g_new0 (Delivery, 1);

  delivery->core = self;
  delivery->kind = kind;
  delivery->publications
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_publication_unref);
  delivery->articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_article_unref);
  delivery->deliveries = g_ptr_array_new_with_free_func (g_free);
  delivery->task_name = g_strdup (exm_task_get (task->task)->name);
  return delivery;
}

static void
start (ExmCore *self, Delivery *delivery)
{
  const ExmPublication *first = g_ptr_array_index (delivery->publications, 0);

  delivery->message = (ExmMessage){
    .task_uid = first->task_uid,
    .task_name = delivery->task_name,
    .articles = delivery->articles,
    .deliveries = delivery->deliveries,
    .id = delivery->id,
    .now_usec = exm_core_now (self),
    .was_used = delivery->was_used,
    .add_columns = delivery->add_columns,
    .picture = delivery->picture,
    .picture_type = delivery->picture_type,
    .picture_name = delivery->picture_name,
  };
  exm_core_rest (self, first->output_key, G_MAXINT64);
  self->n_sending++;
  g_autoptr (GTask) gtask = g_task_new (NULL, self->send_cancellable, on_sent, NULL);
  g_task_set_source_tag (gtask, start);
  g_task_set_check_cancellable (gtask, FALSE);
  g_task_set_task_data (gtask, delivery, delivery_free);
  g_task_run_in_thread (gtask, send_in_thread);
}

static gboolean
prepare (ExmCore *self,
         const ExmCoreTask *task,
         const ExmTaskOutput *output,
         const ExmPublication *publication,
         gboolean *of_article,
         GError **error)
{
  const ExmMessageKind *kind = exm_message_kind_find (output->kind);
  gint64 device = 0;

  if (kind == NULL)
    {
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_CONNECTION,
                          N_ ("This version knows no outputs of the kind “%s”"),
                          output->kind);
      return FALSE;
    }
  g_autoptr (Delivery) delivery = delivery_new (self, task, kind);
  if (!exm_message_kind_load (kind, self->folder, output->to, &delivery->connection,
                              error))
    return FALSE;
  g_autoptr (GPtrArray) gathered = gather (self, output, kind, publication, error);
  if (gathered == NULL)
    return FALSE;
  if (!open_connection (self, &delivery->connection, publication, gathered))
    return TRUE;
  if (!exm_message_check (kind, &delivery->connection, error)
      || !exm_store_has_published (self->store, publication->output_key,
                                   &delivery->was_used, &device, error))
    return FALSE;
  delivery->add_columns = output->add_columns;
  *of_article = gathered->len == 1;
  if (!take_articles (delivery, gathered, error))
    return FALSE;
  *of_article = FALSE;
  /* None of them can be read: they are looked at one by one the next time. */
  if (delivery->articles->len == 0)
    return TRUE;
  if (!take_picture (delivery, error))
    return FALSE;
  exm_fail_point ("worker.ask.before");
  if (!exm_store_ask (self->store, delivery->publications, error))
    return FALSE;
  exm_fail_point ("worker.ask.after");
  start (self, g_steal_pointer (&delivery));
  return TRUE;
}

gboolean
exm_core_send (ExmCore *self,
               const ExmCoreTask *task,
               const ExmTaskOutput *output,
               const ExmPublication *publication,
               gboolean *of_article,
               GError **error)
{
  gint64 now_usec = exm_core_now (self);
  g_autoptr (GTimeZone) zone = g_time_zone_new_local ();

  g_assert (g_thread_self () == self->thread);
  if (g_hash_table_contains (self->rests, publication->output_key))
    return TRUE;
  gint64 at_usec = exm_output_rules_get_time (output, zone, publication->next_try_usec,
                                              publication->attempts > 0, now_usec);
  if (at_usec > now_usec)
    return exm_store_postpone_publication (self->store, publication->id, at_usec, error);
  if (prepare (self, task, output, publication, of_article, error))
    return TRUE;
  if (!*of_article)
    exm_core_rest (self, publication->output_key, now_usec + REST_USEC);
  return FALSE;
}

/* Whether a repetition can be told from the first, by the key of its output. */
static gboolean
may_repeat (const ExmPublication *publication)
{
  g_auto (GStrv) parts = g_strsplit (publication->output_key, "\n", 2);
  const ExmMessageKind *kind = exm_message_kind_find (parts[0]);

  return kind != NULL && kind->guarantee != EXM_GUARANTEE_ASKED_ONCE;
}

gboolean
exm_core_settle_asked (ExmCore *self, GError **error)
{
  g_autoptr (GPtrArray) asked = exm_store_list_asked (self->store, error);
  g_autofree char *said = exm_said_new (
      N_ ("The message was sent, and the program ended before an answer was seen."));
  g_autofree char *words = exm_said_to_words (said);
  gint64 now_usec = exm_core_now (self);

  if (asked == NULL)
    return FALSE;
  for (guint i = 0; i < asked->len; i++)
    {
      const ExmPublication *publication = g_ptr_array_index (asked, i);
      if (!exm_store_end_asking (self->store, publication->id, !may_repeat (publication),
                                 now_usec, words, said, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
on_end (gpointer data)
{
  g_cancellable_cancel (data);
  return G_SOURCE_REMOVE;
}

void
exm_core_end_sending (ExmCore *self)
{
  g_autoptr (GSource) timer = g_timeout_source_new (END_MS);

  g_source_set_callback (timer, on_end, self->send_cancellable, NULL);
  g_source_attach (timer, self->context);
  while (self->n_sending > 0 || exm_week_mailer_is_active (self->week_mailer))
    g_main_context_iteration (self->context, TRUE);
  g_source_destroy (timer);
}
