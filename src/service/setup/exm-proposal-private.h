/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A proposal while it is being made: its example (exm-proposal-example.c), its source
 * (exm-proposal-source.c), and the whole (exm-proposal.c). */

#pragma once

#include "setup/exm-declarations.h"
#include "setup/exm-listing.h"
#include "setup/exm-proposal.h"

G_BEGIN_DECLS

/* Returns: (transfer full): one that lists nothing; its fields are all zero */
ExmProposal *exm_proposal_new_empty (void);

/* A proposal that is being made. */
typedef struct
{
  const ExmProposalRequest *request; /* (unowned) */
  const ExmProbeProgress *watch;     /* (unowned) (nullable) */
  ExmProposal *proposal;             /* (unowned) */
  ExmTaskFields *fields;             /* (unowned): the proposal's */
  GPtrArray *articles;               /* (owned) (element-type utf8): of the sources */
  GPtrArray *others;             /* (owned) (element-type utf8): what else these list */
  ExmDeclarations *declarations; /* (owned): of the site */
  ExmTaskRobots *robots;         /* (unowned): the proposal's */
  ExmProbe few;   /* (owned): a list that has the example and few others, or all zero */
  char *guessed;  /* (owned) (nullable): address that #guess was asked for */
  ExmProbe guess; /* (owned): a look at it, not used yet, or all zero */
  gboolean has_told_first;
  GError *failure;      /* (owned) (nullable): of the first page that could not be read */
  gboolean was_read;    /* another one could */
  GError *not_rendered; /* (owned) (nullable): of the last page that scripts fill in */
} ExmMaker;

void exm_maker_add_urls (GPtrArray *list, const GPtrArray *urls);
GCancellable *exm_maker_get_cancellable (const ExmMaker *self);

/* @asked: by the operator; what is found on the way is not looked at against robots.txt.
 */
gboolean exm_maker_look_at (
    ExmMaker *self, ExmProbe *look, const char *url, gboolean asked, GError **error);
gboolean exm_maker_render_scripted (ExmMaker *self, ExmProbe *look);

void exm_maker_set_example (ExmMaker *self,
                            const char *url,
                            const char *http_charset,
                            GBytes *bytes);
void exm_maker_set_fetched_example (ExmMaker *self, const ExmFetched *fetched);
gboolean
exm_maker_fetch_example (ExmMaker *self, const char *url, gboolean asked, GError **error);
gboolean exm_maker_is_waiting (const ExmMaker *self);

/* Looks at what seems to be the newest article of a list before the site's feeds are
 * asked: an example stands early, and is most often the one that stays. It is told. */
void exm_maker_guess (ExmMaker *self, const ExmProbe *list);

/* The newest article of a list is the example. */
gboolean exm_maker_use_newest (ExmMaker *self,
                               ExmListing *listing,
                               const ExmUrlFilter *filter,
                               guint max);
void exm_maker_take_source (ExmMaker *self, const ExmProbe *look, ExmTaskSource *source);
void exm_maker_explain_first (ExmMaker *self, const char *sentence);
void exm_maker_take_articles (ExmMaker *self, const ExmProbe *look);
void exm_maker_set_articles (ExmMaker *self, ExmListing *listing, const char *example);
gboolean exm_maker_use_feed (ExmMaker *self);

/* Makes the feed that the example declares the source, or the list page that it stands
 * under. */
gboolean exm_maker_use_feed_or_folder (ExmMaker *self,
                                       const ExmPageText *page,
                                       const GPtrArray *links);
gboolean exm_maker_find_source (ExmMaker *self, GError **error);

G_END_DECLS
