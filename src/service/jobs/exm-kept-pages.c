/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "jobs/exm-kept-pages.h"

#include <string.h>

/* Bytes of all bodies. */
#define MAX_BYTES ((gsize) 32 << 20)

typedef struct
{
  ExmFetched *fetched; /* (owned) */
  gint64 since_usec;
} Kept;

struct _ExmKeptPages
{
  GArray *pages; /* (owned) (element-type Kept): the oldest first */
  gsize n_bytes;
};

static void
kept_clear (gpointer data)
{
  exm_fetched_unref (((Kept *) data)->fetched);
}

ExmKeptPages *
exm_kept_pages_new (void)
{
  ExmKeptPages *self = g_new0 (ExmKeptPages, 1);

  self->pages = g_array_new (FALSE, FALSE, sizeof (Kept));
  g_array_set_clear_func (self->pages, kept_clear);
  return self;
}

void
exm_kept_pages_free (ExmKeptPages *self)
{
  g_array_unref (self->pages);
  g_free (self);
}

static void
drop (ExmKeptPages *self, guint i)
{
  self->n_bytes -= g_bytes_get_size (g_array_index (self->pages, Kept, i).fetched->body);
  g_array_remove_index (self->pages, i);
}

static void
drop_old (ExmKeptPages *self, gint64 now_usec)
{
  while (self->pages->len > 0)
    {
      gint64 age = now_usec - g_array_index (self->pages, Kept, 0).since_usec;
      /* A clock that was set back makes them old, too. */
      if (age >= 0 && age <= EXM_KEPT_PAGES_USEC && self->n_bytes <= MAX_BYTES)
        return;
      drop (self, 0);
    }
}

void
exm_kept_pages_add (ExmKeptPages *self, ExmFetched *fetched, gint64 now_usec)
{
  Kept kept = { .fetched = exm_fetched_ref (fetched), .since_usec = now_usec };

  self->n_bytes += g_bytes_get_size (fetched->body);
  g_array_append_val (self->pages, kept);
  drop_old (self, now_usec);
}

ExmFetched *
exm_kept_pages_take (ExmKeptPages *self,
                     const char *url,
                     gboolean rendered,
                     gint64 now_usec)
{
  drop_old (self, now_usec);
  for (guint i = self->pages->len; i-- > 0;)
    {
      ExmFetched *fetched = g_array_index (self->pages, Kept, i).fetched;
      if (strcmp (fetched->url, url) != 0 || fetched->is_rendered != rendered)
        continue;
      exm_fetched_ref (fetched);
      drop (self, i);
      return fetched;
    }
  return NULL;
}
