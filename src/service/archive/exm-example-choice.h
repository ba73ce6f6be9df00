/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Examples for the pages of archives, chosen without reading them: another page of the
 * same host, rather one whose address has the same shape, of these the one whose template
 * looks most alike and whose text does least. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _ExmExampleChoice ExmExampleChoice;

/* Pages of one host and shape that are held against another one at most: of a larger
 * group so many, evenly spread over it, teach. */
#define EXM_CHOICE_BENCH 32u

ExmExampleChoice *exm_example_choice_new (void);

void exm_example_choice_free (ExmExampleChoice *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmExampleChoice, exm_example_choice_free)

/**
 * exm_example_choice_add:
 * @url: address of the next page
 * @html: its bytes
 *
 * Pages with the same address or the same bytes teach each other nothing. Cost: one pass
 * over the page; memory: some 600 bytes a page. One thread.
 */
void exm_example_choice_add (ExmExampleChoice *self, const char *url, GBytes *html);

/**
 * exm_example_choice_settle:
 *
 * Chooses for all pages; nothing is added from then on. Cost: O(n log n) in the pages.
 */
void exm_example_choice_settle (ExmExampleChoice *self);

/**
 * exm_example_choice_get:
 * @page: number of a page, in the order that they were added
 *
 * After exm_example_choice_settle(). Any thread.
 *
 * Returns: number of its example; %G_MAXUINT if there is none
 */
guint exm_example_choice_get (const ExmExampleChoice *self, guint page);

G_END_DECLS
