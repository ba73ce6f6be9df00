/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* An article as it is stored and published. Immutable, reference counted, any thread. */

#pragma once

#include "types/exm-feed-facts.h"
#include "types/exm-metadata.h"

G_BEGIN_DECLS

typedef struct _ExmArticle ExmArticle;

typedef enum
{
  EXM_ARTICLE_GOOD,         /* sure enough to publish */
  EXM_ARTICLE_UNSURE,       /* extracted, held for a person */
  EXM_ARTICLE_DOES_NOT_FIT, /* another layout than the example's */
  EXM_ARTICLE_EMPTY,        /* no body found */
  EXM_ARTICLE_INCOMPLETE,   /* the page holds a part of the article alone */
} ExmArticleState;

/**
 * ExmArticleFields:
 * @id: row in the store, 0 before it is stored
 * @task_uid: the task that collected it
 * @task_version: version of the task that extracted it
 * @url: the address it was found at
 * @final_url: the address after redirects
 * @url_key: its normal form: one article has one
 * @page_hash: SHA-256 of the stored page, in hexadecimal
 * @collected_usec: when, Unix time in microseconds
 * @state: see #ExmArticleState
 * @metadata: title, author, dates …
 * @text: the body as text
 * @html: the body as safe HTML
 * @markdown: the body as Markdown
 * @html_gives_text: whether @text follows from @html, byte for byte, see
 *   exm-derived-body.h; %FALSE where that is not known
 * @html_gives_markdown: the same of @markdown
 * @method: method that extracted it
 * @confidence: 0 … 1
 * @template_similarity: 0 … 1, −1 if not known
 * @reason: (nullable): why it needs a person, in words; in what is to be stored also for
 *   exm_said_to_words(), by which it is read
 * @pages: (nullable): addresses of the pages that it was joined of, one a line; %NULL
 *   where it is one page. Stored with them, not with the article
 * @feed: (nullable): what the feed that listed it says of it. Stored with the address,
 *   not with the article
 * @backlog: whether a first run, a collection of older articles or an extraction anew
 *   brought it: it is published, and nobody is alerted
 */
typedef struct
{
  gint64 id;
  char *task_uid;
  guint task_version;
  char *url;
  char *final_url;
  char *url_key;
  char *page_hash;
  gint64 collected_usec;
  ExmArticleState state;
  ExmMetadata *metadata;
  char *text;
  char *html;
  char *markdown;
  gboolean html_gives_text;
  gboolean html_gives_markdown;
  char *method;
  double confidence;
  double template_similarity;
  char *reason;
  char *pages;
  ExmFeedFacts *feed;
  gboolean backlog;
} ExmArticleFields;

#define EXM_TYPE_ARTICLE (exm_article_get_type ())
GType exm_article_get_type (void);

/**
 * exm_article_new:
 * @fields: (inout): taken over and left empty; strings are UTF-8 and, as @metadata, may
 * be %NULL only where the caller's readers know it: nothing is filled in
 *
 * Returns: (transfer full): an article with one reference
 */
ExmArticle *exm_article_new (ExmArticleFields *fields);

/**
 * exm_article_fields_clear:
 * @fields: (inout): freed and left empty; zeroed ones may be cleared again
 */
void exm_article_fields_clear (ExmArticleFields *fields);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmArticleFields, exm_article_fields_clear)

ExmArticle *exm_article_ref (ExmArticle *self);
void exm_article_unref (ExmArticle *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmArticle, exm_article_unref)

/**
 * exm_article_get:
 *
 * Returns: (transfer none): its fields; they live as long as @self
 */
const ExmArticleFields *exm_article_get (const ExmArticle *self);

/**
 * exm_article_state_get_name:
 *
 * Returns: "good", "unsure", "does-not-fit", "empty" or "incomplete", for JSON and the
 * store
 */
const char *exm_article_state_get_name (ExmArticleState state);

/**
 * exm_article_state_from_name:
 * @name: what exm_article_state_get_name() gives
 * @state: (out): the state; left alone if there is none of that name
 *
 * Returns: whether there is a state of that name
 */
gboolean exm_article_state_from_name (const char *name, ExmArticleState *state);

G_END_DECLS
