/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "types/exm-metadata.h"

#include <string.h>

struct _ExmMetadata
{
  gatomicrefcount ref_count;
  char *values[EXM_N_FIELDS]; /* (owned) (nullable) */
  ExmOrigin origins[EXM_N_FIELDS];
  guint n_same[EXM_N_FIELDS]; /* sources that say the same later */
  guint n_other[EXM_N_FIELDS];
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

/* Bytes of a date without its time. */
#define DATE_BYTES 10

/* Bytes in which two sources tell an abstract alike: one of them often cuts it short. */
#define ABSTRACT_BYTES 48

static gboolean
share_keyword (const char *a, const char *b)
{
  g_auto (GStrv) words = g_strsplit (b, ", ", -1);
  g_autofree char *all = g_strdup_printf (", %s, ", a);

  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = g_strdup_printf (", %s, ", words[i]);
      if (strstr (all, word) != NULL)
        return TRUE;
    }
  return FALSE;
}

static gboolean
says_same (ExmField field, const char *a, const char *b)
{
  if (field == EXM_FIELD_KEYWORDS)
    return share_keyword (a, b);
  if (field == EXM_FIELD_ABSTRACT)
    return strncmp (a, b, ABSTRACT_BYTES) == 0;
  if (field == EXM_FIELD_PUBLISHED || field == EXM_FIELD_MODIFIED)
    return strncmp (a, b, DATE_BYTES) == 0;
  return strcmp (a, b) == 0;
}

gboolean
exm_metadata_set (ExmMetadata *self, ExmField field, ExmOrigin origin, const char *value)
{
  g_return_val_if_fail (field < EXM_N_FIELDS, FALSE);

  if (value == NULL)
    return FALSE;
  g_autofree char *stripped = g_strstrip (g_utf8_make_valid (value, -1));
  if (*stripped == '\0')
    return FALSE;
  if (self->values[field] != NULL)
    {
      if (says_same (field, self->values[field], stripped))
        self->n_same[field]++;
      else
        self->n_other[field]++;
      return FALSE;
    }
  self->values[field] = g_steal_pointer (&stripped);
  self->origins[field] = origin;
  return TRUE;
}

void
exm_metadata_replace (ExmMetadata *self,
                      ExmField field,
                      ExmOrigin origin,
                      const char *value)
{
  g_return_if_fail (field < EXM_N_FIELDS);

  if (value == NULL)
    return;
  g_autofree char *before = g_steal_pointer (&self->values[field]);
  if (exm_metadata_set (self, field, origin, value))
    self->n_other[field]++;
  else
    self->values[field] = g_steal_pointer (&before);
}

void
exm_metadata_clear (ExmMetadata *self, ExmField field)
{
  g_return_if_fail (field < EXM_N_FIELDS);
  g_clear_pointer (&self->values[field], g_free);
  self->n_same[field] = 0;
  self->n_other[field] = 0;
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

double
exm_metadata_get_confidence (const ExmMetadata *self, ExmField field)
{
  /* Weights of origins: data for machines before text read off the page. */
  static const double worth[] = {
    [EXM_ORIGIN_JSON_LD] = .9, [EXM_ORIGIN_OPEN_GRAPH] = .85, [EXM_ORIGIN_MICRODATA] = .8,
    [EXM_ORIGIN_META] = .75,   [EXM_ORIGIN_ELEMENT] = .7,     [EXM_ORIGIN_TEXT] = .6,
    [EXM_ORIGIN_URL] = .5,     [EXM_ORIGIN_HTTP] = .9,        [EXM_ORIGIN_TDMREP] = .85,
  };

  g_return_val_if_fail (field < EXM_N_FIELDS, 0);
  if (self->values[field] == NULL)
    return 0;
  double doubt = 1 - worth[self->origins[field]];
  for (guint i = 0; i < MIN (self->n_same[field], 8u); i++)
    doubt /= 2;
  /* One against the value is no proof: names and dates are written in many ways. */
  return (1 - doubt) * (self->n_other[field] > self->n_same[field] ? .8 : 1);
}

void
exm_metadata_get_votes (const ExmMetadata *self,
                        ExmField field,
                        guint *n_same,
                        guint *n_other)
{
  g_return_if_fail (field < EXM_N_FIELDS);
  *n_same = self->n_same[field];
  *n_other = self->n_other[field];
}

void
exm_metadata_set_votes (ExmMetadata *self, ExmField field, guint n_same, guint n_other)
{
  g_return_if_fail (field < EXM_N_FIELDS);
  self->n_same[field] = n_same;
  self->n_other[field] = n_other;
}

const char *
exm_field_get_name (ExmField field)
{
  static const char *const names[EXM_N_FIELDS] = {
    "title",     "author",   "editor",   "source",     "section",
    "published", "modified", "language", "canonical",  "site",
    "image",     "keywords", "abstract", "print_page", "print_section",
    "license",   "robots",   "tdm",      "tdm_policy", "access",
  };
  g_return_val_if_fail (field < EXM_N_FIELDS, "");
  return names[field];
}

const char *
exm_origin_get_name (ExmOrigin origin)
{
  static const char *const names[] = {
    "json-ld", "open-graph", "microdata", "meta",   "element",
    "text",    "url",        "http",      "tdmrep",
  };
  g_return_val_if_fail (origin < G_N_ELEMENTS (names), "");
  return names[origin];
}
