/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The parsed form of a URL pattern, for the files that read, match and generate it. */

#pragma once

#include "url/exm-url-date.h"
#include "url/exm-url-pattern.h"
#include "url/exm-url-regex.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_URL_PART_LITERAL,
  EXM_URL_PART_WILDCARD, /* one or more characters that are not in stops */
  EXM_URL_PART_ANYTHING,
  EXM_URL_PART_NUMBERS,
  EXM_URL_PART_CHOICES,
  EXM_URL_PART_DATE,
} ExmUrlPartKind;

typedef struct
{
  ExmUrlPartKind kind;
  char *text;                /* (owned) (nullable): of a literal, escaped */
  const char *stops;         /* (unowned) (nullable): of a wildcard */
  GPtrArray *choices;        /* (owned) (nullable) (element-type utf8): escaped */
  guint64 first, last, step; /* of numbers; last may be below first */
  guint width;               /* least digits of a number, from 1 */
  ExmUrlDateField field;
} ExmUrlPart;

struct _ExmUrlPattern
{
  char *text;          /* (owned): normal form */
  GPtrArray *parts;    /* (owned) (element-type ExmUrlPart): empty for regex */
  ExmUrlRegex *regex;  /* (owned) (nullable) */
  gboolean plain_http; /* addresses are made with http */
  gboolean has_fragment;
  ExmUrlDates dates;
};

/**
 * exm_url_pattern_parse:
 * @self: an empty pattern; filled, in parts where it fails
 * @text: UTF-8, without white space around it
 * @error: where to put an error
 */
gboolean exm_url_pattern_parse (ExmUrlPattern *self, const char *text, GError **error);

G_END_DECLS
