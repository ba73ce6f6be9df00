/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* One of two pages beside each other: its address, what can be done with it, and the page
 * itself, or what keeps it from being there. */

#pragma once

#include "app/session/exm-session.h"
#include "app/web/exm-page-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

/* Role of a pane, by which its page can be used. */
typedef enum
{
  EXM_PANE_TARGET,  /* its address can be changed; it can be made an example */
  EXM_PANE_EXAMPLE, /* it can be marked */
  EXM_PANE_LOOK,    /* it is looked at, no more */
} ExmPaneRole;

/**
 * ExmPagePane:
 *
 * Actions, installed on the class: "pane.styled", "pane.charset" (the encoding that
 * the operator chooses, "" for none), "pane.go-to-part" (which of the pages of an article
 * that are joined, from 0), "pane.open", "pane.use-as-example",
 * "pane.add-as-example", "pane.remove-example".
 *
 * Signals: "address-entered" (const char *url), "reload-asked", "retry-asked",
 * "stored-asked" (the stored copy is wanted), "charset-chosen" (const char *nullable),
 * "use-as-example" (gboolean add), "swap-asked" (the other page is wanted); of several
 * pages in this place: "next-asked" and "remove-asked".
 */
#define EXM_TYPE_PAGE_PANE (exm_page_pane_get_type ())
G_DECLARE_FINAL_TYPE (ExmPagePane, exm_page_pane, EXM, PAGE_PANE, GtkWidget)

/**
 * exm_page_pane_set_role:
 * @name: what the pane is called
 */
void exm_page_pane_set_role (ExmPagePane *self, const char *name, ExmPaneRole role);

/* @shown: whether the name stands before the address; else what is beside the pane says
 * it. */
void exm_page_pane_show_name (ExmPagePane *self, gboolean shown);

ExmPageView *exm_page_pane_get_view (ExmPagePane *self);

/* The button that brought this page brings the other one back when it is pressed. */
void exm_page_pane_focus_swap_button (ExmPagePane *self);

/* @url: (nullable) */
void exm_page_pane_set_address (ExmPagePane *self, const char *url);
const char *exm_page_pane_get_address (ExmPagePane *self);

/* @charset: (nullable): what the operator chose for this page */
void exm_page_pane_set_charset (ExmPagePane *self, const char *charset);

/* As exm_page_pane_set_loading(); while it is fetched it can be stopped ("stop-asked").
 */
void exm_page_pane_set_fetching (ExmPagePane *self, gboolean fetching);

/* Shows that the page is on its way, in the address. */
void exm_page_pane_set_loading (ExmPagePane *self, gboolean loading);

/**
 * exm_page_pane_show_page:
 * @page: (nullable): what to show; the same one is not loaded again
 */
void exm_page_pane_show_page (ExmPagePane *self, ExmPageText *page, const char *url);

/**
 * exm_page_pane_show_status:
 * @icon: its name
 * @title: what is the matter
 * @description: (nullable): cause and what to do; may be of a page, is no markup
 * @retry: whether it can be tried again
 * @stored: (nullable): what the button says that shows another page instead
 */
void exm_page_pane_show_status (ExmPagePane *self,
                                const char *icon,
                                const char *title,
                                const char *description,
                                gboolean retry,
                                const char *stored);

/* On a status: the host of the page can be allowed ("page.allow-host"), and the page is
 * not tried again before. */
void exm_page_pane_offer_host (ExmPagePane *self);

/* @text: (nullable): a line below the page, which it does not cover */
void exm_page_pane_set_hint (ExmPagePane *self, const char *text);

/* Whether the page can be made an example. */
void exm_page_pane_set_can_be_example (ExmPagePane *self, gboolean can);

/**
 * exm_page_pane_set_private_hosts:
 * @hosts: (element-type utf8) (nullable): hosts that may have private addresses
 *
 * From them, and from all public ones, style sheets and pictures of the pages that are
 * shown from now on are fetched.
 */
void exm_page_pane_set_private_hosts (ExmPagePane *self, const GPtrArray *hosts);

/**
 * exm_page_pane_follow_styles:
 * @session: has the resources, and the choice whether they are shown
 * @uid: (nullable): of the task that the pages belong to; %NULL: it is not stored yet
 */
void
exm_page_pane_follow_styles (ExmPagePane *self, ExmSession *session, const char *uid);

/**
 * exm_page_pane_set_position:
 * @index: which of several pages in this place is shown
 * @n: how many there are; a single one needs no button to the next one, and stays
 */
void exm_page_pane_set_position (ExmPagePane *self, guint index, guint n);

G_END_DECLS
