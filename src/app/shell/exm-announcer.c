/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/shell/exm-announcer.h"

#include "store/outputs/exm-store-judge.h"

#include <glib/gi18n-lib.h>

/* Times of a task's last notifications, and the number of articles that none has told
 * of. */
typedef struct
{
  gint64 articles_usec; /* when last, 0 for never */
  gint64 problem_usec;
  guint n_articles; /* not told yet; backlog is not told of */
} Told;

struct _ExmAnnouncer
{
  GObject parent_instance;

  GSettings *settings; /* (owned) (nullable) */
  GHashTable *told;    /* (owned) (element-type utf8 Told): by task */
  ExmAnnouncerSend send;
  gpointer data; /* (unowned) */
  gboolean quiet;
};

G_DEFINE_FINAL_TYPE (ExmAnnouncer, exm_announcer, G_TYPE_OBJECT)

static void
exm_announcer_finalize (GObject *object)
{
  ExmAnnouncer *self = EXM_ANNOUNCER (object);

  g_clear_object (&self->settings);
  g_hash_table_unref (self->told);
  G_OBJECT_CLASS (exm_announcer_parent_class)->finalize (object);
}

static void
exm_announcer_class_init (ExmAnnouncerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_announcer_finalize;
}

static void
exm_announcer_init (ExmAnnouncer *self)
{
  self->told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

void
exm_announcer_set_quiet (ExmAnnouncer *self, gboolean quiet)
{
  g_return_if_fail (EXM_IS_ANNOUNCER (self));
  self->quiet = quiet;
}

static gboolean
is_wanted (ExmAnnouncer *self, const char *key)
{
  return self->settings == NULL || g_settings_get_boolean (self->settings, key);
}

static Told *
get_told (ExmAnnouncer *self, const char *uid)
{
  Told *told = g_hash_table_lookup (self->told, uid);

  if (told == NULL)
    {
      told = g_new0 (Told, 1);
      g_hash_table_insert (self->told, g_strdup (uid), told);
    }
  return told;
}

static void
tell (ExmAnnouncer *self, const ExmWorkerEvent *event, const char *kind, const char *body)
{
  g_autofree char *id = g_strconcat (kind, "-", event->task_uid, NULL);
  g_autoptr (GNotification) notification
      = g_notification_new (event->task_name != NULL ? event->task_name : "Exemplar");

  g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (notification, "app.show-task", "s",
                                                event->task_uid);
  self->send (id, notification, self->data);
}

static gboolean
is_too_soon (gint64 last_usec, gint64 now_usec)
{
  return last_usec != 0 && now_usec - last_usec < EXM_ANNOUNCER_PAUSE_USEC;
}

static void
tell_articles (ExmAnnouncer *self,
               const ExmWorkerEvent *event,
               Told *told,
               gint64 now_usec)
{
  told->n_articles += event->n_articles - MIN (event->n_backlog, event->n_articles);
  if (told->n_articles == 0 || is_too_soon (told->articles_usec, now_usec)
      || !is_wanted (self, "notify-articles"))
    return;
  g_autofree char *body
      = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u new article",
                                      "%u new articles", told->n_articles),
                         told->n_articles);
  tell (self, event, "articles", body);
  told->articles_usec = now_usec;
  told->n_articles = 0;
}

static void
tell_problem (ExmAnnouncer *self,
              const ExmWorkerEvent *event,
              Told *told,
              gint64 now_usec)
{
  gboolean failed = g_strcmp0 (event->state, "failed") == 0;
  guint n_flagged = event->n_flagged - MIN (event->n_backlog_flagged, event->n_flagged);

  if ((!failed && n_flagged == 0) || is_too_soon (told->problem_usec, now_usec)
      || !is_wanted (self, "notify-problems"))
    return;
  g_autofree char *body = NULL;
  if (failed)
    /* translators: %s is why */
    body = g_strdup_printf (_ ("The run failed: %s"), event->message != NULL
                                                          ? event->message
                                                          : _ ("no reason given"));
  else
    body = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u article to review",
                                         "%u articles to review", n_flagged),
                            n_flagged);
  tell (self, event, "problem", body);
  told->problem_usec = now_usec;
}

/* One a run: the search asks for it, whatever the preferences say. */
static void
tell_alert (ExmAnnouncer *self, const ExmWorkerEvent *event)
{
  g_autofree char *id
      = g_strconcat ("search-", event->task_uid, "-", event->message, NULL);
  g_autoptr (GNotification) notification = g_notification_new (event->message);
  g_autofree char *body
      = event->task_name != NULL
            ? g_strdup_printf (
                /* translators: a number, then the name of a task */
                g_dngettext (GETTEXT_PACKAGE, "%u new article in “%s”",
                             "%u new articles in “%s”", event->n_articles),
                event->n_articles, event->task_name)
            : g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u new article",
                                            "%u new articles", event->n_articles),
                               event->n_articles);

  g_notification_set_body (notification, body);
  g_notification_set_default_action_and_target (notification, "app.show-search", "s",
                                                event->message);
  self->send (id, notification, self->data);
}

void
exm_announcer_take (ExmAnnouncer *self, const ExmWorkerEvent *event, gint64 now_usec)
{
  g_return_if_fail (EXM_IS_ANNOUNCER (self));

  if (event->task_uid == NULL || self->quiet)
    return;
  if (event->kind == EXM_WORKER_ALERT && event->message != NULL && event->n_articles > 0)
    tell_alert (self, event);
  if (event->kind != EXM_WORKER_RUN_FINISHED)
    return;
  Told *told = get_told (self, event->task_uid);
  tell_articles (self, event, told, now_usec);
  tell_problem (self, event, told, now_usec);
}

/* Alerts that are kept until they were shown */

static gboolean
end_alerts (ExmStore *store, gint64 now_usec, gpointer search, GError **error)
{
  return exm_store_end_alerts (store, search, error);
}

/* An alert that cannot be taken back is shown again at the next start. */
static void
on_event (ExmSession *session, const ExmWorkerEvent *event, gpointer data)
{
  exm_announcer_take (EXM_ANNOUNCER (data), event, g_get_monotonic_time ());
  if (event->kind == EXM_WORKER_ALERT && event->message != NULL)
    exm_session_write_async (session, NULL, end_alerts, g_strdup (event->message), g_free,
                             NULL, NULL);
}

/* Alerts of the time when nobody was there to be told. */
typedef struct
{
  ExmAnnouncer *announcer; /* (owned) */
  GPtrArray *alerts;       /* (owned) (nullable) (element-type ExmAlert) */
} Kept;

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_object_unref (kept->announcer);
  g_clear_pointer (&kept->alerts, g_ptr_array_unref);
  g_free (kept);
}

static gboolean
take_alerts (ExmStore *store, gint64 now_usec, gpointer data, GError **error)
{
  Kept *kept = data;

  kept->alerts = exm_store_list_alerts (store, error);
  return kept->alerts != NULL;
}

static void
on_alerts (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmSession *session = EXM_SESSION (source);
  Kept *kept = data;

  if (exm_session_write_finish (session, result, NULL))
    for (guint i = 0; i < kept->alerts->len; i++)
      {
        const ExmAlert *alert = g_ptr_array_index (kept->alerts, i);
        g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (EXM_WORKER_ALERT);
        event->task_uid = g_strdup (alert->task_uid);
        event->task_name = g_strdup (alert->task_name);
        event->message = g_strdup (alert->search);
        event->n_articles = alert->n_articles;
        on_event (session, event, kept->announcer);
      }
  kept_free (kept);
}

/* Catches up, once the session has started. */
static void
on_started (ExmSession *session, GParamSpec *pspec, gpointer data)
{
  if (!exm_session_is_started (session))
    return;
  Kept *kept = g_new0 (Kept, 1);
  kept->announcer = g_object_ref (EXM_ANNOUNCER (data));
  exm_session_write_async (session, NULL, take_alerts, kept, NULL, on_alerts, kept);
}

ExmAnnouncer *
exm_announcer_new (ExmSession *session,
                   GSettings *settings,
                   ExmAnnouncerSend send,
                   gpointer data)
{
  ExmAnnouncer *self = g_object_new (EXM_TYPE_ANNOUNCER, NULL);

  self->settings = settings != NULL ? g_object_ref (settings) : NULL;
  self->send = send;
  self->data = data;
  g_signal_connect_object (session, "event", G_CALLBACK (on_event), self, 0);
  g_signal_connect_object (session, "notify::started", G_CALLBACK (on_started), self, 0);
  return self;
}
