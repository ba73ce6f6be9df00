/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "exm-metadata.h"

struct _ExmMetadata
{
  gatomicrefcount ref_count;
  char *values[EXM_N_FIELDS]; /* (owned) (nullable) */
  ExmOrigin origins[EXM_N_FIELDS];
};

G_DEFINE_BOXED_TYPE (ExmMetadata, exm_metadata, exm_metadata_ref, exm_metadata_unref)

ExmMetadata *
exm_metadata_new (void)
{
  ExmMetadata *self = g_new0 (ExmMetadata, 1);
  g_atomic_ref_count_init (&self->ref_count);
  return self;
}

ExmMetadata *
exm_metadata_ref (ExmMetadata *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_metadata_unref (ExmMetadata *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  for (guint i = 0; i < EXM_N_FIELDS; i++)
    g_free (self->values[i]);
  g_free (self);
}

gboolean
exm_metadata_set (ExmMetadata *self, ExmField field, ExmOrigin origin, const char *value)
{
  g_return_val_if_fail (field < EXM_N_FIELDS, FALSE);

  if (self->values[field] != NULL || value == NULL)
    return FALSE;
  g_autofree char *stripped = g_strstrip (g_utf8_make_valid (value, -1));
  if (*stripped == '\0')
    return FALSE;
  self->values[field] = g_steal_pointer (&stripped);
  self->origins[field] = origin;
  return TRUE;
}

const char *
exm_metadata_get (const ExmMetadata *self, ExmField field)
{
  g_return_val_if_fail (field < EXM_N_FIELDS, NULL);
  return self->values[field];
}

ExmOrigin
exm_metadata_get_origin (const ExmMetadata *self, ExmField field)
{
  g_return_val_if_fail (field < EXM_N_FIELDS, EXM_ORIGIN_TEXT);
  return self->origins[field];
}

const char *
exm_field_get_name (ExmField field)
{
  static const char *const names[EXM_N_FIELDS] = {
    "title",    "author",   "editor",    "source", "section", "published",
    "modified", "language", "canonical", "site",   "image",
  };
  g_return_val_if_fail (field < EXM_N_FIELDS, "");
  return names[field];
}

const char *
exm_origin_get_name (ExmOrigin origin)
{
  static const char *const names[] = {
    "json-ld", "open-graph", "microdata", "meta", "element", "text", "url",
  };
  g_return_val_if_fail (origin < G_N_ELEMENTS (names), "");
  return names[origin];
}
