/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A link of a page, and addresses as the page has them. Pure functions, any thread. */

#pragma once

#include "base/exm-date.h"
#include "discover/exm-sitemap-kind.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmLink:
 * @url: (owned): absolute, without fragment
 * @text: (owned): of a link over several lines the heading, else the first line; of one
 *   without text its label, or the heading of its card
 * @line: the line where it starts
 * @class_path: of the block that holds it: equal for the links of one list
 * @block_path: the same by elements alone, where classes differ from card to card
 * @near_path: of that block and the few around it: equal on other pages of the site
 * @heading: it is a heading, or holds one
 * @frame: it stands in a menu, beside or below what the page is about
 * @kind: of the page that it leads to, as the classes around it tell
 * @date_usec: the date that stands beside it, microseconds since 1970, or
 *   %EXM_DATE_NONE; set by exm_links_find_articles()
 */
typedef struct
{
  char *url;
  char *text;
  guint32 line;
  guint64 class_path;
  guint64 block_path;
  guint64 near_path;
  gboolean heading;
  gboolean frame;
  ExmSitemapKind kind;
  gint64 date_usec;
} ExmLink;

void exm_link_free (ExmLink *self);

/**
 * exm_link_dup_base:
 *
 * Returns: (transfer full) (nullable): the address that the page's links are relative to
 */
char *exm_link_dup_base (const ExmPageText *page);

/**
 * exm_link_resolve:
 * @base: the address that @reference is relative to
 *
 * Returns: (transfer full) (nullable): @reference as an absolute address without
 *   fragment; %NULL where it leads nowhere
 */
char *exm_link_resolve (const char *base, const char *reference);

/* Adds a copy of @url to @urls, unless it is among them. */
void exm_link_add_once (GPtrArray *urls, const char *url);

G_END_DECLS
