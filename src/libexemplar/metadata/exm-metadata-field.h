/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Cleaning of metadata: each value is checked before it becomes a field, so that no
 * source can bring in markup, a script address or a date of 1970. */

#pragma once

#include "types/exm-metadata.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmMetadataReader:
 * @page: the page that is read
 * @out: what was found so far; a field that is set stays
 * @base: (nullable): what relative addresses belong to
 * @language: (nullable): the page's language, once known: says how 3/4/2026 is read
 * @guess: (nullable): the language that the text's script gives away: a declaration of
 *   another script is a template's default and is passed over
 * @siblings: (nullable) (array zero-terminated=1): <title>s of other pages of the
 * section: what all of them end or begin with is the site's
 * @link: (nullable): text of a link to the page
 * @is_other: the page declares that it is no article: dates and people are those of
 *   what it offers
 * @is_page_day: the day of publication is that of an object that describes any page
 * @titles: candidates by origin, from which exm_metadata_choose_title() takes one
 * @authors: people by origin, for exm_metadata_choose_author()
 * @bodies: what the page calls an organisation, likewise
 */
typedef struct
{
  const ExmPageText *page;     /* (unowned) */
  ExmMetadata *out;            /* (unowned) */
  char *base;                  /* (owned) (nullable) */
  char *language;              /* (owned) (nullable) */
  const char *guess;           /* (unowned) (nullable) */
  const char *const *siblings; /* (unowned) (nullable) */
  const char *link;            /* (unowned) (nullable) */
  gboolean is_other;
  gboolean is_page_day;
  char *titles[EXM_N_ORIGINS];  /* (owned) (nullable) */
  char *authors[EXM_N_ORIGINS]; /* (owned) (nullable) */
  char *bodies[EXM_N_ORIGINS];  /* (owned) (nullable) */
} ExmMetadataReader;

/* Values of EXM_FIELD_TDM and EXM_FIELD_ACCESS. */
#define EXM_TDM_RESERVED "reserved"
#define EXM_TDM_OPEN "open"
#define EXM_ACCESS_PAID "paid"
#define EXM_ACCESS_FREE "free"

/* Keywords of one article. */
#define EXM_KEYWORDS_MAX 40u

/**
 * exm_metadata_clean:
 * @value: UTF-8 as a page wrote it
 *
 * Plain text of at most 1,000 characters: entities that were escaped twice are decoded,
 * white space collapses, control characters go. O(its first 8,000 bytes).
 *
 * Returns: (transfer full): may be empty
 */
char *exm_metadata_clean (const char *value);

/**
 * exm_metadata_language_fits:
 * @language: what a page declares, BCP 47
 * @guess: of exm_metadata_guess_language()
 *
 * Returns: %TRUE if @language is written in the script of @guess
 */
gboolean exm_metadata_language_fits (const char *language, const char *guess);

/**
 * exm_metadata_put:
 * @self: the reader
 * @field: which field
 * @origin: where @value was found
 * @value: (nullable): as the page wrote it
 *
 * Sets @field by its kind: dates become ISO 8601, languages BCP 47, addresses absolute
 * http(s) ones, all others plain text. What cannot become that sets nothing. A title is
 * only remembered: the first of each origin is a candidate.
 *
 * Returns: %TRUE if the field is now this value
 */
gboolean exm_metadata_put (ExmMetadataReader *self,
                           ExmField field,
                           ExmOrigin origin,
                           const char *value);

/**
 * exm_metadata_dup_robots:
 * @value: content of a robots meta or header, for all robots or for those that it names
 *
 * Returns: (transfer full) (nullable): of noindex, noarchive, noai, noimageai and
 *   nosnippet those that hold for all robots, in this order, parted by ", "; %NULL if
 * none does
 */
char *exm_metadata_dup_robots (const char *value);

/**
 * exm_metadata_dup_language:
 * @value: a language as pages write it: "zh_CN", "EN-us"
 *
 * Returns: (transfer full) (nullable): BCP 47: "zh-CN", "en-US"; %NULL if it is none
 */
char *exm_metadata_dup_language (const char *value);

G_END_DECLS
