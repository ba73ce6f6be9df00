/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/session/exm-serving.h"

#include "serve/exm-feed-server.h"

struct _ExmServing
{
  GObject parent_instance;

  char *folder;          /* (owned) */
  GSettings *settings;   /* (owned) (nullable) */
  char *listen;          /* (owned) */
  ExmFeedServer *server; /* (owned) (nullable) */
  GError *problem;       /* (owned) (nullable) */
  gboolean active;
};

G_DEFINE_FINAL_TYPE (ExmServing, exm_serving, G_TYPE_OBJECT)

enum
{
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
apply (ExmServing *self)
{
  const ExmFeedServerOptions options = { .folder = self->folder, .listen = self->listen };

  g_clear_pointer (&self->server, exm_feed_server_free);
  g_clear_error (&self->problem);
  if (self->active)
    self->server = exm_feed_server_new (&options, &self->problem);
  if (self->problem != NULL)
    g_message ("The feeds cannot be served: %s", self->problem->message);
  g_signal_emit (self, signals[CHANGED], 0);
}

static void
exm_serving_finalize (GObject *object)
{
  ExmServing *self = EXM_SERVING (object);

  g_clear_pointer (&self->server, exm_feed_server_free);
  g_clear_error (&self->problem);
  g_clear_object (&self->settings);
  g_free (self->listen);
  g_free (self->folder);
  G_OBJECT_CLASS (exm_serving_parent_class)->finalize (object);
}

static void
exm_serving_class_init (ExmServingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_serving_finalize;
  signals[CHANGED] = g_signal_new ("changed", EXM_TYPE_SERVING, G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
exm_serving_init (ExmServing *self)
{
}

ExmServing *
exm_serving_new (const char *folder, GSettings *settings)
{
  ExmServing *self = g_object_new (EXM_TYPE_SERVING, NULL);

  self->folder = g_strdup (folder);
  g_set_object (&self->settings, settings);
  self->listen = settings != NULL ? g_settings_get_string (settings, "serve-listen")
                                  : g_strdup (EXM_FEED_SERVER_LISTEN);
  self->active = settings != NULL && g_settings_get_boolean (settings, "serve-feeds");
  apply (self);
  return self;
}

const char *
exm_serving_get_folder (ExmServing *self)
{
  return self->folder;
}

void
exm_serving_set_active (ExmServing *self, gboolean active)
{
  if (self->active == active)
    return;
  self->active = active;
  if (self->settings != NULL)
    g_settings_set_boolean (self->settings, "serve-feeds", active);
  apply (self);
}

gboolean
exm_serving_get_active (ExmServing *self)
{
  return self->active;
}

void
exm_serving_set_listen (ExmServing *self, const char *listen)
{
  g_free (self->listen);
  self->listen = g_strstrip (g_strdup (listen));
  if (self->settings != NULL)
    g_settings_set_string (self->settings, "serve-listen", self->listen);
  apply (self);
}

const char *
exm_serving_get_listen (ExmServing *self)
{
  return self->listen;
}

const char *
exm_serving_get_base_url (ExmServing *self)
{
  return self->server != NULL ? exm_feed_server_get_base_url (self->server) : NULL;
}

const char *
exm_serving_get_problem (ExmServing *self)
{
  return self->problem != NULL ? self->problem->message : NULL;
}
