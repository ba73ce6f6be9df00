/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task made of an article or a list page: what is not given is proposed. */

#pragma once

#include "exm-task.h"

G_BEGIN_DECLS

/**
 * ExmCliProposal:
 * @place: (nullable): what the operator names: an article, or what lists articles
 * @example: (nullable): the example, where @place is none
 * @example_url: (nullable): address of an example that is a file
 * @region_text: (nullable): the body on the example
 * @fields: (inout): what is given already; sources, include, name and example are added
 * @bytes: the example's page
 * @final_url: where it came from in the end
 * @status: with which HTTP status, 0 for a file
 * @title: (nullable): of the example
 * @n_listed: addresses that the sources list
 * @n_matching: those of them that the task takes
 * @known: (element-type utf8): the example's address, then those that were met
 */
typedef struct
{
  const char *place;       /* (unowned) (nullable) */
  const char *example;     /* (unowned) (nullable) */
  const char *example_url; /* (unowned) (nullable) */
  const char *region_text; /* (unowned) (nullable) */
  ExmTaskFields *fields;   /* (unowned) */
  GBytes *bytes;           /* (owned) */
  char *final_url;         /* (owned) */
  guint status;
  char *title; /* (owned) (nullable) */
  guint n_listed;
  guint n_matching;
  GPtrArray *known; /* (owned) */
} ExmCliProposal;

void
exm_cli_proposal_clear (ExmCliProposal *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliProposal, exm_cli_proposal_clear)

/**
 * exm_cli_proposal_make:
 * @self: the first five fields set
 * @error: naming what cannot be read, and what to give instead
 *
 * A list page, feed or sitemap becomes a source, its newest article the example; an
 * article becomes the example, the feed that it declares the source. Sources whose kind
 * is not said are looked at. Fetches all that and blocks.
 */
gboolean
exm_cli_proposal_make (ExmCliProposal *self, GError **error);

/**
 * exm_cli_proposal_add_source:
 * @fields: (inout): gets the source
 * @text: a URL pattern, or the name of a kind, a colon and a pattern
 *
 * Returns: whether the kind was said; if not, exm_cli_proposal_make() finds it
 */
gboolean
exm_cli_proposal_add_source (ExmTaskFields *fields, const char *text);

G_END_DECLS
