/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "app/setup/exm-setup.h"
#include "setup/exm-proposal.h"
#include "url/exm-url-filter.h"

G_BEGIN_DECLS

struct _ExmSetup
{
  GObject parent_instance;

  ExmSession *session; /* (owned) */
  ExmSetupStage stage;
  char *message;           /* (owned) (nullable) */
  char *note;              /* (owned) (nullable) */
  ExmProposal *proposal;   /* (owned) (nullable) */
  ExmUrlFilter *filter;    /* (owned) (nullable): of the patterns */
  GListStore *pages;       /* (owned) (element-type ExmPageItem) */
  GPtrArray *taken;        /* (owned) (element-type ExmPageItem): that are examples now */
  GHashTable *kept;        /* (owned) (element-type utf8 KeptPage): by hash */
  char *place;             /* (owned) (nullable): what the proposal is made of */
  char *place_example;     /* (owned) (nullable): the example that was there before */
  GCancellable *looking;   /* (owned) (nullable): of the proposal */
  GCancellable *fetching;  /* (owned) (nullable): of the check */
  GCancellable *comparing; /* (owned) (nullable): of the pages after a new region */
  guint n_wanted;          /* pages that are to be fetched */
  guint n_fetched;         /* the first of them that were, or could not be */
  guint n_comparing;       /* jobs on the pool */
  guint delay_id;
  guint generation; /* of what pages are compared with */
  gboolean fetch_under_way;
  gboolean no_browser;    /* the operator wants pages as they are sent */
  gboolean list_scripted; /* what should list the articles is filled in by scripts */
  gboolean choosing;      /* a first target that is like the example is looked for */
  gboolean fell;          /* the note says so of what was changed last */
  ExmPageItem *fallen;    /* (owned) (nullable): the page that fell most */
  ExmPageItem *offered;   /* (owned) (nullable): what the note offers to show */
  gboolean scripted;      /* no page that was compared has a text that is not filled in */
  gint64 fetched_usec;    /* when the last one ended, monotonic */
};

void exm_setup_set_stage (ExmSetup *self, ExmSetupStage stage, const char *message);
void exm_setup_set_note (ExmSetup *self, const char *note);
void exm_setup_notify_counts (ExmSetup *self);
void exm_setup_emit_changed (ExmSetup *self);

/* Ends fetching and comparing. */
void exm_setup_stop_pages (ExmSetup *self);

/* There is no proposal, and no page of one. */
void exm_setup_drop_proposal (ExmSetup *self);

/* Ends all work; nothing is set up. */
void exm_setup_forget (ExmSetup *self);

/* exm-setup-proposal.c */

/* The proposal as it is now is the operator's, its pages to be fetched anew.
 * @note: (nullable): what should be known of it */
void exm_setup_show_proposal (ExmSetup *self, const char *note);

/* Looks at the place; "proposed" or a failure comes. */
void exm_setup_propose (ExmSetup *self);

/* exm-setup-examples.c */

/* The page of the proposal is that of the first example. */
void exm_setup_keep_example (ExmSetup *self);

/* Makes the first example the page that is rendered, and for which a list is looked
 * for. */
void exm_setup_lead (ExmSetup *self);

/* Stores the examples' pages; their fields get the names that the store gives them. On
 * the thread of the worker.
 * @pages: (element-type GBytes): what exm_setup_list_example_pages() gave */
gboolean exm_setup_write_examples (ExmStore *store,
                                   ExmTaskFields *fields,
                                   GPtrArray *pages,
                                   gint64 now_usec,
                                   GError **error);

/* Returns: (transfer full): for exm_setup_write_examples() */
GPtrArray *exm_setup_list_example_pages (ExmSetup *self);

/* exm-setup-pages.c */

/* Whether @url is that of an example. */
gboolean exm_setup_is_example (ExmSetup *self, const char *url);

/* The list becomes that of the proposal's targets. */
void exm_setup_list_pages (ExmSetup *self);

/* The list becomes that of the addresses that match now; what was fetched and matches
 * still stays. */
void exm_setup_relist_pages (ExmSetup *self);

/* Fetches the next page that is wanted, as soon as its host may be asked. */
void exm_setup_fetch_next (ExmSetup *self);

/* All pages are wanted, after the first that looks like the example. */
void exm_setup_choose_target (ExmSetup *self);

/* Compares all pages that are there anew. */
void exm_setup_recheck (ExmSetup *self);

/* exm-setup-fields.c */

/* Returns: (nullable): why the pages are rendered; %NULL where they are not */
const char *exm_setup_describe_rendering (ExmSetup *self);

/* Adds schedule and first run to a task that was just proposed. */
void exm_setup_add_defaults (ExmSetup *self);

G_END_DECLS
