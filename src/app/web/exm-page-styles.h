/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Style sheets, fonts and pictures of the page that a view shows: brought to it once it
 * stands and is marked without them. Main thread only. */

#pragma once

#include "app/web/exm-guarded-view.h"
#include "resources/exm-resources.h"

G_BEGIN_DECLS

/**
 * ExmPageStyles:
 * @wanted: whether pages are shown with them
 * @resources: (owned) (nullable): where they come from; none come without
 * @private_hosts: (owned) (nullable): hosts that may have private addresses
 * @page: (owned) (nullable): this showing
 * @cancellable: (owned) (nullable): of this showing
 * @n_refused: that were not shown for their number or size
 * @refused: (nullable): told of each of them
 * @blank: nothing would be seen with them, so the page is shown without
 */
typedef struct
{
  gboolean wanted;
  ExmResources *resources;
  char **private_hosts;
  ExmResourcePage *page;
  GCancellable *cancellable;
  guint n_refused;
  void (*refused) (gpointer data);
  gpointer refused_data;
  gboolean blank;
} ExmPageStyles;

void exm_page_styles_clear (ExmPageStyles *self);

/* Whether a page that is shown now gets them. */
gboolean exm_page_styles_are_shown (const ExmPageStyles *self);

/**
 * exm_page_styles_begin:
 * @view: will show another page
 * @url: (nullable): its address
 *
 * Nothing is loaded for the page before any more, and for this one once
 * exm_page_styles_apply_async() was called.
 */
void exm_page_styles_begin (ExmPageStyles *self, ExmGuardedView *view, const char *url);

/**
 * exm_page_styles_apply_async:
 * @view: shows the page, whose lines are found
 * @cancellable: ends the waiting for it
 *
 * The sheets take effect together, when all are there or after ten seconds. A page that
 * is shown without resources is looked at only: its own sheets may leave it blank.
 */
void exm_page_styles_apply_async (ExmPageStyles *self,
                                  ExmGuardedView *view,
                                  GCancellable *cancellable,
                                  GAsyncReadyCallback callback,
                                  gpointer data);

/* Returns: %FALSE where the page did not answer */
gboolean exm_page_styles_apply_finish (ExmPageStyles *self, GAsyncResult *result);

/**
 * exm_page_styles_describe:
 *
 * Returns: (nullable): one translated sentence on what is not as in a browser; %NULL
 * where there is nothing to say
 */
const char *exm_page_styles_describe (const ExmPageStyles *self);

/**
 * exm_page_styles_yield_policy:
 * @bytes: a page in UTF-8
 *
 * Takes back the page's own content security policy, byte for byte as long: ours allows
 * less, and it would refuse what comes from us in the place of the page's own.
 */
void exm_page_styles_yield_policy (GByteArray *bytes);

G_END_DECLS
