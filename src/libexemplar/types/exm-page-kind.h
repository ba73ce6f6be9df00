/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Kind of a page: seven inside, four for people. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_PAGE_ARTICLE,
  EXM_PAGE_DOCUMENTATION,
  EXM_PAGE_SERVICE, /* what somebody offers: a company, a club, an authority */
  EXM_PAGE_FORUM,
  EXM_PAGE_COLLECTION, /* goods or works, side by side */
  EXM_PAGE_LISTING,    /* teasers of other pages */
  EXM_PAGE_PRODUCT,
  EXM_N_PAGE_KINDS
} ExmPageKind;

/* Kinds as people are told of them. */
typedef enum
{
  EXM_SHOWN_ARTICLE,
  EXM_SHOWN_DISCUSSION,
  EXM_SHOWN_LIST,
  EXM_SHOWN_OTHER,
  EXM_N_SHOWN_KINDS
} ExmShownKind;

/* Reasons that are told at most. */
#define EXM_KIND_REASONS 3u

/**
 * ExmKindReason:
 * @sign: (unowned): name of the group of signs, such as "links"; a static string
 * @amount: what it adds to the log odds of the kind
 */
typedef struct
{
  const char *sign;
  double amount;
} ExmKindReason;

/**
 * ExmKindAnswer:
 * @known: whether the page was asked for its kind; else all is 0
 * @kind: the kind that it is most likely of
 * @shown: the same, as people are told of it
 * @confidence: chance that @shown is right, 0 … 1
 * @chances: of each kind; their sum is 1
 * @reasons: the groups of signs that speak most for @shown, the strongest first
 * @n_reasons: how many there are
 */
typedef struct
{
  gboolean known;
  ExmPageKind kind;
  ExmShownKind shown;
  double confidence;
  double chances[EXM_N_PAGE_KINDS];
  ExmKindReason reasons[EXM_KIND_REASONS];
  guint n_reasons;
} ExmKindAnswer;

/* Returns: "article", "documentation", …, for JSON and files */
const char *exm_page_kind_get_name (ExmPageKind kind);

/**
 * exm_page_kind_find:
 * @name: (nullable): a name
 *
 * Returns: the kind of this name, %EXM_N_PAGE_KINDS if there is none
 */
ExmPageKind exm_page_kind_find (const char *name);

ExmShownKind exm_page_kind_get_shown (ExmPageKind kind);

/* Returns: "article", "discussion", "list" or "other", for JSON */
const char *exm_shown_kind_get_name (ExmShownKind kind);

/* Returns: (transfer none): "Article", "Discussion", "List" or "Other", translated */
const char *exm_shown_kind_describe (ExmShownKind kind);

G_END_DECLS
