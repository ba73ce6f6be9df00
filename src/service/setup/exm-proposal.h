/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task made of an article or a list page: what is not given is proposed. */

#pragma once

#include "jobs/exm-task-robots.h"
#include "setup/exm-probe.h"
#include "setup/exm-refusal.h"
#include "task/exm-task.h"
#include "url/exm-url-filter.h"

G_BEGIN_DECLS

typedef struct _ExmProposal ExmProposal;

/**
 * ExmProposalFirstFunc:
 * @first: (transfer full): the example, and of targets the page beside it: no sources, no
 *   patterns
 *
 * Told once, where an example is there before the list of the articles is.
 */
typedef void (*ExmProposalFirstFunc) (ExmProposal *first, gpointer data);

/**
 * ExmProposalRequest:
 * @place: (nullable): address that the operator names: an article, or what lists articles
 * @renderer: (nullable): runs the scripts of pages that they fill in
 * @example: (nullable): address of the example, where @place is none
 * @example_bytes: (nullable): the example's page, where it is no address
 * @example_name: (nullable): what messages call @example_bytes
 * @example_url: (nullable): address of @example_bytes, where the page does not tell it
 * @region_text: (nullable): the body on the example
 * @find_list: be content without a source where neither a feed nor a list page is found:
 *   somebody is there to name one
 * @first: (nullable): told of the first reading, on the thread that makes the proposal
 * @first_data: for @first
 */
typedef struct
{
  const char *place;
  ExmRenderer *renderer;
  const char *example;
  GBytes *example_bytes;
  const char *example_name;
  const char *example_url;
  const char *region_text;
  gboolean find_list;
  ExmProposalFirstFunc first;
  gpointer first_data;
} ExmProposalRequest;

/**
 * ExmProposal:
 * @fields: the task: sources, include, name and example are added to what was given; the
 *   page of the example is not stored yet
 * @bytes: the example's page
 * @final_url: where it came from in the end
 * @status: with which HTTP status, 0 for a file
 * @headers: (nullable): record of its fetch, see exm-fetch-record.h
 * @title: (nullable): of the example
 * @why: (nullable): why these addresses are articles, in words for the operator; %NULL
 *   where the patterns were given
 * @scripted: the example has next to no text, which its scripts seem to fill in
 * @n_listed: addresses that the sources list
 * @n_matching: those of them that the task takes
 * @n_recent: of these, those that a first run takes of recent days: of the task's
 *   first_run_days, or without a date
 * @n_dated: of these, those that have a date
 * @dates: (element-type utf8 gint64): when addresses were published, as their sources say
 * @known: (element-type utf8): the example's address, then those that were met
 * @titles: (element-type utf8 utf8): texts of links and titles of feeds, by address
 * @targets: (element-type utf8): those of them that the task takes, each once, the newest
 *   first where dates tell; never the example
 * @robots: what the sites' robots.txt say, as far as they were asked
 */
struct _ExmProposal
{
  ExmTaskFields fields;
  GBytes *bytes;   /* (owned) */
  char *final_url; /* (owned) */
  guint status;
  char *headers; /* (owned) (nullable) */
  char *title;   /* (owned) (nullable) */
  char *why;     /* (owned) (nullable) */
  gboolean scripted;
  guint n_listed;
  guint n_matching;
  guint n_recent;
  guint n_dated;
  GHashTable *dates;     /* (owned) */
  GPtrArray *known;      /* (owned) */
  GHashTable *titles;    /* (owned) */
  GPtrArray *targets;    /* (owned) */
  ExmTaskRobots *robots; /* (owned) (nullable): %NULL in a first reading */
};

/**
 * exm_proposal_new:
 * @request: what is known
 * @fields: (inout): what is given of the task already; taken over and left empty
 * @watch: (nullable): who looks on
 * @error: naming what cannot be read
 *
 * A list page, feed or sitemap becomes a source, an article at its top the example; an
 * article becomes the example, the feed that it declares, or the page that lists it, the
 * source. Patterns are learned from the links, see #ExmListing. Sources whose kind is not
 * said are looked at. Pages that scripts fill in are rendered where nothing else tells
 * articles; the task's pages are from then on. Obeys robots.txt but for what @request
 * names. Fetches all that and blocks; any thread.
 *
 * Returns: (transfer full): the proposal
 */
ExmProposal *exm_proposal_new (const ExmProposalRequest *request,
                               ExmTaskFields *fields,
                               const ExmProbeProgress *watch,
                               GError **error);

void exm_proposal_free (ExmProposal *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmProposal, exm_proposal_free)

/**
 * exm_proposal_count:
 * @filter: of the task's patterns
 *
 * Counts anew what the task takes of what its sources list. Linear.
 */
void exm_proposal_count (ExmProposal *self, ExmUrlFilter *filter);

/**
 * exm_proposal_count_first_run:
 *
 * Returns: how many of the addresses that are listed now a first run would collect
 */
guint exm_proposal_count_first_run (const ExmProposal *self, ExmFirstRun first_run);

/**
 * exm_proposal_new_async:
 * @request: copied; its @first is told in the main context of the caller
 * @fields: (inout): as for exm_proposal_new()
 * @cancellable: (nullable): ends it early
 * @func: (nullable): told of every fetch, in the main context of the caller; neither is
 *   told after @callback
 * @func_data: for @func
 * @callback: called in the main context of the caller
 *
 * As exm_proposal_new(), on a thread of its own; the result is a #GTask of an
 * #ExmProposal.
 */
void exm_proposal_new_async (const ExmProposalRequest *request,
                             ExmTaskFields *fields,
                             GCancellable *cancellable,
                             ExmProbeFunc func,
                             gpointer func_data,
                             GAsyncReadyCallback callback,
                             gpointer data);

/**
 * exm_proposal_add_source:
 * @fields: (inout): gets the source
 * @text: a URL pattern, or the name of a kind, a colon and a pattern
 *
 * Returns: whether the kind was said; if not, exm_proposal_new() finds it
 */
gboolean exm_proposal_add_source (ExmTaskFields *fields, const char *text);

G_END_DECLS
