/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Metadata of an article: fields beside its body, each with its origin. Built by one
 * owner, then immutable; reference counted, usable from any thread. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef struct _ExmMetadata ExmMetadata;

typedef enum
{
  EXM_FIELD_TITLE,
  EXM_FIELD_AUTHOR,
  EXM_FIELD_EDITOR,
  EXM_FIELD_SOURCE, /* 来源: who published it first */
  EXM_FIELD_SECTION,
  EXM_FIELD_PUBLISHED, /* ISO 8601: date, or date and time, zone if known */
  EXM_FIELD_MODIFIED,
  EXM_FIELD_LANGUAGE,  /* BCP 47 */
  EXM_FIELD_CANONICAL, /* absolute address */
  EXM_FIELD_SITE,
  EXM_FIELD_IMAGE,    /* absolute address */
  EXM_FIELD_KEYWORDS, /* parted by ", " */
  EXM_FIELD_ABSTRACT,
  EXM_FIELD_PRINT_PAGE,    /* 版次: the page of a printed paper, as "03" or "A03" */
  EXM_FIELD_PRINT_SECTION, /* 版名: that page's name */
  EXM_FIELD_LICENSE,       /* absolute address, or words */
  EXM_FIELD_ROBOTS,        /* what robots must not do: "noindex, noai" */
  EXM_FIELD_TDM,           /* text and data mining: "reserved" or "open" */
  EXM_FIELD_TDM_POLICY,    /* absolute address */
  EXM_FIELD_ACCESS,        /* "paid" or "free" */
  EXM_N_FIELDS
} ExmField;

typedef enum
{
  EXM_ORIGIN_JSON_LD,
  EXM_ORIGIN_OPEN_GRAPH,
  EXM_ORIGIN_MICRODATA,
  EXM_ORIGIN_META,
  EXM_ORIGIN_ELEMENT, /* <title>, <time>, <h1>, <html lang>, <link rel=canonical> */
  EXM_ORIGIN_TEXT,    /* a pattern in the lines of the page */
  EXM_ORIGIN_URL,
  EXM_ORIGIN_HTTP,   /* a header of the answer */
  EXM_ORIGIN_TDMREP, /* the site's /.well-known/tdmrep.json */
  EXM_N_ORIGINS
} ExmOrigin;

#define EXM_TYPE_METADATA (exm_metadata_get_type ())
GType exm_metadata_get_type (void);

ExmMetadata *exm_metadata_new (void);
ExmMetadata *exm_metadata_ref (ExmMetadata *self);
void exm_metadata_unref (ExmMetadata *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmMetadata, exm_metadata_unref)

/**
 * exm_metadata_set:
 * @value: UTF-8; copied; white space at its ends is cut
 *
 * Only while the metadata have one owner. A field that is set stays: callers ask their
 * best source first, and what others say later counts for or against it. An empty value
 * sets nothing.
 *
 * Returns: %TRUE if the field is now @value
 */
gboolean
exm_metadata_set (ExmMetadata *self, ExmField field, ExmOrigin origin, const char *value);

/**
 * exm_metadata_replace:
 * @value: (nullable): as for exm_metadata_set(); %NULL leaves the field as it is
 *
 * Sets a field to a value that is better than the one it has, which from then on counts
 * against it. Only while the metadata have one owner.
 */
void exm_metadata_replace (ExmMetadata *self,
                           ExmField field,
                           ExmOrigin origin,
                           const char *value);

/**
 * exm_metadata_clear:
 *
 * Takes a field's value away, and what was said for or against it. Only while the
 * metadata have one owner.
 */
void exm_metadata_clear (ExmMetadata *self, ExmField field);

/**
 * exm_metadata_get:
 *
 * Returns: (transfer none) (nullable): the value, %NULL if it was not found
 */
const char *exm_metadata_get (const ExmMetadata *self, ExmField field);

/**
 * exm_metadata_get_origin:
 *
 * Returns: where the value was found; meaningful only for fields that have one
 */
ExmOrigin exm_metadata_get_origin (const ExmMetadata *self, ExmField field);

/**
 * exm_metadata_get_confidence:
 *
 * How far the value may be relied on: by what its source is worth, more where other
 * sources say the same (of dates, the same day; of keywords, one of them; of abstracts,
 * how they begin), less where they say something else. It
 * orders values; it is no probability.
 *
 * Returns: 0 … 1; 0 for a field without a value
 */
double exm_metadata_get_confidence (const ExmMetadata *self, ExmField field);

/**
 * exm_metadata_get_votes:
 * @n_same: (out): sources that say the same as the one the value is from
 * @n_other: (out): sources that say something else
 *
 * Returns the votes behind the confidence, to be stored with the value.
 */
void exm_metadata_get_votes (const ExmMetadata *self,
                             ExmField field,
                             guint *n_same,
                             guint *n_other);

/**
 * exm_metadata_set_votes:
 *
 * Restores the votes of exm_metadata_get_votes(). Only while the metadata have one owner.
 */
void
exm_metadata_set_votes (ExmMetadata *self, ExmField field, guint n_same, guint n_other);

/**
 * exm_field_get_name:
 *
 * Returns: the field's name in JSON and task files, e.g. "published"
 */
const char *exm_field_get_name (ExmField field);

/**
 * exm_origin_get_name:
 *
 * Returns: the origin's name in JSON, e.g. "json-ld"
 */
const char *exm_origin_get_name (ExmOrigin origin);

G_END_DECLS
