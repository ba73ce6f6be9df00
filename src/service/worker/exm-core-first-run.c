/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task's first run treats what its sources list in a way of its own. Settings tell
 * whether it has ended, and until then of which sources it was stored what they list:
 * should the run fail, what these list later is new. */

#define G_LOG_DOMAIN "exm-worker"

#include "config.h"

#include "worker/exm-core-first-run.h"
#include "worker/exm-core.h"

static char *
make_run_key (const char *uid)
{
  return g_strconcat ("collected/", uid, NULL);
}

static char *
make_source_key (const char *uid, const char *url_key)
{
  return g_strconcat ("collected-source/", uid, "/", url_key, NULL);
}

static gboolean
is_unset (ExmCore *self, const char *key, gboolean *unset, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *value = exm_store_get_setting (self->store, key, &problem);

  *unset = value == NULL;
  if (problem == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&problem));
  return FALSE;
}

gboolean
exm_core_is_first_run (ExmCore *self, const char *uid, gboolean *first, GError **error)
{
  g_autofree char *key = make_run_key (uid);

  return is_unset (self, key, first, error);
}

gboolean
exm_core_is_first_reading (
    ExmCore *self, const char *uid, const char *url_key, gboolean *first, GError **error)
{
  g_autofree char *key = make_source_key (uid, url_key);

  return exm_core_is_first_run (self, uid, first, error)
         && (!*first || is_unset (self, key, first, error));
}

gboolean
exm_core_end_first_reading (ExmCore *self,
                            const char *uid,
                            const char *url_key,
                            GError **error)
{
  g_autofree char *key = make_source_key (uid, url_key);

  return exm_store_set_setting (self->store, key, "1", error);
}

/* In the group of the run's end: all of it or nothing is stored. */
gboolean
exm_core_end_first_run (ExmCore *self, const char *uid, GError **error)
{
  g_autofree char *key = make_run_key (uid);
  g_autofree char *prefix = make_source_key (uid, "");
  g_autoptr (GPtrArray) sources = exm_store_list_settings (self->store, prefix, error);
  gboolean good = sources != NULL && exm_store_set_setting (self->store, key, "1", error);

  for (guint i = 0; good && i < sources->len; i++)
    good = exm_store_set_setting (self->store, sources->pdata[i], NULL, error);
  return good;
}
