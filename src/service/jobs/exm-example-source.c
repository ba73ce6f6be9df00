/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-example-source.h"

struct _ExmExampleSource
{
  gatomicrefcount n_refs;
  ExmEngine *engine;      /* (owned) */
  GBytes *bytes;          /* (owned) */
  char *url;              /* (owned) (nullable) */
  char *http_charset;     /* (owned) (nullable) */
  char *override_charset; /* (owned) (nullable) */
  char *region_text;      /* (owned) (nullable) */

  GMutex lock;           /* of what follows: several threads extract at the same time */
  ExmPrepared *prepared; /* (owned) (nullable): once it was parsed */
  GError *error;         /* (owned) (nullable): why it cannot be */
};

ExmExampleSource *
exm_example_source_new (ExmEngine *engine,
                        GBytes *bytes,
                        const ExmPageHints *hints,
                        const char *region_text)
{
  ExmExampleSource *self = g_new0 (ExmExampleSource, 1);

  g_atomic_ref_count_init (&self->n_refs);
  g_mutex_init (&self->lock);
  self->engine = g_object_ref (engine);
  self->bytes = g_bytes_ref (bytes);
  self->url = g_strdup (hints->url);
  self->http_charset = g_strdup (hints->http_charset);
  self->override_charset = g_strdup (hints->override_charset);
  self->region_text = g_strdup (region_text);
  return self;
}

ExmExampleSource *
exm_example_source_ref (ExmExampleSource *self)
{
  g_atomic_ref_count_inc (&self->n_refs);
  return self;
}

void
exm_example_source_unref (ExmExampleSource *self)
{
  if (!g_atomic_ref_count_dec (&self->n_refs))
    return;
  g_clear_pointer (&self->prepared, exm_prepared_unref);
  g_clear_error (&self->error);
  g_mutex_clear (&self->lock);
  g_object_unref (self->engine);
  g_bytes_unref (self->bytes);
  g_free (self->url);
  g_free (self->http_charset);
  g_free (self->override_charset);
  g_free (self->region_text);
  g_free (self);
}

gboolean
exm_example_source_is_marked (const ExmExampleSource *self)
{
  return self->region_text != NULL;
}

ExmPrepared *
exm_example_source_prepare (ExmExampleSource *self, GError **error)
{
  const ExmPageHints hints = {
    .url = self->url,
    .http_charset = self->http_charset,
    .override_charset = self->override_charset,
  };
  ExmPrepared *prepared = NULL;

  g_mutex_lock (&self->lock);
  if (self->prepared == NULL && self->error == NULL)
    self->prepared = exm_engine_prepare (self->engine, self->bytes, &hints,
                                         self->region_text, &self->error);
  if (self->prepared != NULL)
    prepared = exm_prepared_ref (self->prepared);
  else if (error != NULL)
    *error = g_error_copy (self->error);
  g_mutex_unlock (&self->lock);
  return prepared;
}
