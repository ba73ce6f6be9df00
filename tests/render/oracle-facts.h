/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The facts of each line as texts, from the reader and from the walk of WebKit's
 * document. */

#pragma once

#include "types/exm-page-text.h"

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

typedef enum
{
  FACT_TEXT,
  FACT_COUNTS, /* characters, length, tokens, of links, marks, place in the joined text */
  FACT_FLAGS,
  FACT_HEADING,
  FACT_TAGS,    /* tag path of its element; "?" for names that the reader keeps none of */
  FACT_BLOCK,   /* tag path of its block */
  FACT_CLASSES, /* class path of its element */
  FACT_ID,
  FACT_SPANS,
  FACT_TOTALS, /* characters and those of links, inside its element and its block */
  FACT_SAME,   /* first lines with the same element, and with the same block */
  N_FACTS
} Fact;

/* Number of paths of a line's element that the page text has as hashes. */
#define N_HASHED_PATHS 2u

extern const char *const fact_names[N_FACTS];

/**
 * LineFacts:
 * @facts: (owned): one a #Fact
 * @paths: (owned): block path, class path of its element with all names, where they are
 *   known
 * @hashes: the same as the page text has them
 */
typedef struct
{
  char *facts[N_FACTS];
  char *paths[N_HASHED_PATHS];
  guint64 hashes[N_HASHED_PATHS];
} LineFacts;

/**
 * facts_of_page:
 *
 * Both leave out lines inside <select>.
 *
 * Returns: (transfer full) (element-type LineFacts)
 */
GPtrArray *facts_of_page (const ExmPageText *page);

/**
 * facts_of_walk:
 * @walk: what exm-render-walk.js gave
 */
GPtrArray *facts_of_walk (JsonObject *walk);

G_END_DECLS
