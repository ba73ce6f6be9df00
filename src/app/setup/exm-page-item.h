/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page in a list of pages: one that a new task is tried on, or an article's stored one.
 * Says how sure its extraction is, and how its text begins. Main thread. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_PAGE_WAITING, /* not fetched yet */
  EXM_PAGE_BUSY,    /* being fetched or compared */
  EXM_PAGE_PASS,    /* sure */
  EXM_PAGE_LOOK,    /* take a look, or not sure */
  EXM_PAGE_FAIL,    /* no page, another layout, no body */
} ExmPageMark;

/**
 * ExmPageOutcome:
 * @mark: what became of it
 * @message: (nullable): why it failed
 * @confidence: of the result, 0 … 1
 * @n_lines: kept lines
 * @n_all_lines: lines of the page
 * @n_chars: characters in the kept ones
 * @title: (nullable)
 * @excerpt: (nullable): the beginning of the body
 * @target: (nullable): the page, so that it can be compared again
 * @result: (nullable): what was extracted
 */
typedef struct
{
  ExmPageMark mark;
  char *message; /* (owned) */
  double confidence;
  guint n_lines;
  guint n_all_lines;
  guint n_chars;
  char *title;         /* (owned) */
  char *excerpt;       /* (owned) */
  ExmPrepared *target; /* (owned) */
  ExmResult *result;   /* (owned) */
} ExmPageOutcome;

void exm_page_outcome_clear (ExmPageOutcome *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageOutcome, exm_page_outcome_clear)

#define EXM_TYPE_PAGE_ITEM (exm_page_item_get_type ())
G_DECLARE_FINAL_TYPE (ExmPageItem, exm_page_item, EXM, PAGE_ITEM, GObject)

/**
 * exm_page_item_new:
 * @url: its address
 *
 * Properties for reading, for rows: "url"; "mark"; "title": of the page, its address
 * until that is known; "mark-words": "Sure 97%"; "details": "42 lines · 3,118
 * characters", or why it failed; "excerpt", as one line.
 *
 * Returns: (transfer full): a page that waits
 */
ExmPageItem *exm_page_item_new (const char *url);

/**
 * exm_page_item_new_stored:
 * @url: its address
 * @article_id: the article that was made of it
 * @outcome: what the store knows of it; copied but for pages and results
 *
 * Returns: (transfer full): a page of an article
 */
ExmPageItem *exm_page_item_new_stored (const char *url,
                                       gint64 article_id,
                                       const ExmPageOutcome *outcome);

/* Sets what the store knows now of the article's page; as exm_page_item_new_stored(). */
void exm_page_item_update_stored (ExmPageItem *self, const ExmPageOutcome *outcome);

/* 0 for a page that is no article's. */
gint64 exm_page_item_get_article_id (ExmPageItem *self);

const char *exm_page_item_get_url (ExmPageItem *self);

/* Returns: (transfer none): the outcome as far as it is known */
const ExmPageOutcome *exm_page_item_get_outcome (ExmPageItem *self);

/**
 * exm_page_item_get_bytes:
 * @final_url: (out) (optional) (nullable): where it came from in the end
 * @http_charset: (out) (optional) (nullable): as it was declared
 *
 * Returns: (transfer none) (nullable): the page as it came, if it was fetched
 */
GBytes *exm_page_item_get_bytes (ExmPageItem *self,
                                 const char **final_url,
                                 const char **http_charset);

void exm_page_item_set_bytes (ExmPageItem *self,
                              GBytes *bytes,
                              const char *final_url,
                              const char *http_charset);

/* Returns: (transfer none) (nullable): the record of the fetch, see exm-fetch-record.h */
const char *exm_page_item_get_record (ExmPageItem *self);

void exm_page_item_set_record (ExmPageItem *self, const char *record);

/* Leaves what was known, until something else is. */
void exm_page_item_set_busy (ExmPageItem *self);

/**
 * exm_page_item_take_outcome:
 * @outcome: (inout): taken over and left empty
 */
void exm_page_item_take_outcome (ExmPageItem *self, ExmPageOutcome *outcome);

G_END_DECLS
