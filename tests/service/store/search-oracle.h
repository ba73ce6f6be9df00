/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The meaning of a search, by brute force and without any code of the search: articles in
 * nine languages and more, random queries, and which articles each of them finds. */

#pragma once

#include "store/exm-store.h"

G_BEGIN_DECLS

typedef struct
{
  gint64 id;
  guint task;
  char *url;
  char *host;
  char *title;
  char *text;
  char day[11];
  gint64 collected_usec;
  GPtrArray *title_parts; /* (element-type utf8): folded; " " is a gap */
  GPtrArray *text_parts;  /* the same */
} OracleArticle;

void oracle_article_free (gpointer article);

/* Returns: (transfer full): a random article, number @number */
OracleArticle *oracle_article_new (GRand *rand, guint number, guint n_tasks);

/* Stores it; as a change where it is there already. */
void oracle_article_store (OracleArticle *article, ExmStore *store);

typedef struct
{
  GString *words;   /* as a person types it */
  GPtrArray *parts; /* of the oracle's own */
} OracleQuery;

void oracle_query_free (OracleQuery *query);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (OracleQuery, oracle_query_free)

/* Returns: (transfer full): a random query, made of what @articles hold */
OracleQuery *oracle_query_new (GRand *rand, GPtrArray *articles, guint n_tasks);

/* Returns: whether the query finds the article */
gboolean oracle_finds (const OracleQuery *query, const OracleArticle *article);

G_END_DECLS
