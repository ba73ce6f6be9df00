/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The links of a page that is shown, and what is drawn on them, kept so that it can be
 * told to the page's script whenever that is ready. Main thread only. */

#pragma once

#include <webkit/webkit.h>

G_BEGIN_DECLS

/* A link, as the operator sees it. */
typedef enum
{
  EXM_PAGE_LINK_UNKNOWN, /* it leads nowhere that matters, and cannot be chosen */
  EXM_PAGE_LINK_OTHER,   /* no article */
  EXM_PAGE_LINK_ARTICLE, /* tinted */
  EXM_PAGE_LINK_EXAMPLE, /* tinted and outlined */
} ExmPageLinkState;

typedef struct
{
  char *base;         /* (owned) (nullable): what addresses of the page are relative to */
  GHashTable *states; /* (owned) (nullable) (element-type utf8 ExmPageLinkState) */
  GPtrArray *urls;    /* (owned) (nullable) (element-type utf8): as the page has them, ""
                         for what is no address */
} ExmPageLinks;

/* The page is another one, or is loaded anew: its script has to be asked again. */
void exm_page_links_forget (ExmPageLinks *self);

/* @base: (nullable); @states: (nullable): %NULL where links are not looked at. With both
 * %NULL nothing is kept. */
void exm_page_links_set (ExmPageLinks *self, const char *base, GHashTable *states);

/**
 * exm_page_links_take_found:
 * @found: addresses as the page writes them, a line each
 */
void exm_page_links_take_found (ExmPageLinks *self, const char *found);

/**
 * exm_page_links_send:
 * @web: shows the page, which has its script
 * @cancellable: ends with the page
 * @owner: kept while the page is asked for its links
 *
 * Tells the page's script the state of each link, after asking which there are.
 */
void exm_page_links_send (ExmPageLinks *self,
                          WebKitWebView *web,
                          GCancellable *cancellable,
                          GObject *owner);

/* Returns: (transfer full): a digit a link; "" where links are not looked at */
char *exm_page_links_dup_digits (const ExmPageLinks *self);

/**
 * exm_page_links_parse:
 * @words: what the script sent
 * @moved: (out): whether the keyboard came to the link; else it was chosen
 * @place: (out): where it lies in the view, where it was chosen
 *
 * Returns: (transfer none) (nullable): the link's address; %NULL where it is no message
 * of ours or names a link that does not exist
 */
const char *exm_page_links_parse (const ExmPageLinks *self,
                                  const char *words,
                                  gboolean *moved,
                                  GdkRectangle *place);

/* Returns: (nullable): what the script is to be called with for a key */
const char *exm_page_links_get_key_call (guint key, GdkModifierType modifiers);

G_END_DECLS
