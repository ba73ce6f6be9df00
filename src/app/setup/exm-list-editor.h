/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The list page of a task that is being set up, and what its links say of the task: one
 * link makes its kind articles, or none, or its page the example. No widgets. Main
 * thread; pages are fetched and read elsewhere.
 *
 * Signals:
 *   "opened": the page is there
 *   "failed" (const char *message): it is not
 *   "changed": other links are articles, or something was said; see
 *     exm_list_editor_get_words() */

#pragma once

#include "app/setup/exm-setup.h"
#include "types/exm-page-text.h"

G_BEGIN_DECLS

/**
 * ExmListDeed:
 * @EXM_LIST_TAKE: links like this one are articles too
 * @EXM_LIST_TAKE_ONLY: nothing but links like this one is; its page is the example
 * @EXM_LIST_LEAVE: links like this one are no articles
 * @EXM_LIST_EXAMPLE: its page is the example, whatever is collected
 */
typedef enum
{
  EXM_LIST_TAKE,
  EXM_LIST_TAKE_ONLY,
  EXM_LIST_LEAVE,
  EXM_LIST_EXAMPLE,
} ExmListDeed;

#define EXM_TYPE_LIST_EDITOR (exm_list_editor_get_type ())
G_DECLARE_FINAL_TYPE (ExmListEditor, exm_list_editor, EXM, LIST_EDITOR, GObject)

ExmListEditor *exm_list_editor_new (ExmSession *session, ExmSetup *setup);

/* Fetches the page, unless it is there already; "opened" or "failed" follows. */
void exm_list_editor_open (ExmListEditor *self);

/* Ends what is under way. */
void exm_list_editor_stop (ExmListEditor *self);

/* Returns: (transfer none) (nullable): the page, once it was opened */
ExmPageText *exm_list_editor_get_page (ExmListEditor *self);

/* Returns: (transfer none) (nullable): what addresses of the page are relative to */
const char *exm_list_editor_get_base (ExmListEditor *self);

/* Returns: (transfer none) (nullable) (element-type utf8): addresses that the page links
 * to, each once, in its order */
const GPtrArray *exm_list_editor_get_urls (ExmListEditor *self);

/* Returns: (transfer none) (nullable): the text of the link to @url */
const char *exm_list_editor_get_title (ExmListEditor *self, const char *url);

/* Returns: whether @url is the example's address */
gboolean exm_list_editor_is_example (ExmListEditor *self, const char *url);

/**
 * exm_list_editor_count:
 * @url: of a link
 *
 * Returns: how many links @deed would make articles, or none; 0 where it cannot be done
 */
guint exm_list_editor_count (ExmListEditor *self, const char *url, ExmListDeed deed);

/* Does it, as soon as a page that it needs is there; "changed" follows. */
void exm_list_editor_run (ExmListEditor *self, const char *url, ExmListDeed deed);

/* Whether there is something to take back. */
gboolean exm_list_editor_can_undo (ExmListEditor *self);
void exm_list_editor_undo (ExmListEditor *self);

/* Returns: whether a page is on its way that something waits for */
gboolean exm_list_editor_is_busy (ExmListEditor *self);

/* Returns: (nullable): one sentence of what was done last, or why it was not */
const char *exm_list_editor_get_words (ExmListEditor *self);

G_END_DECLS
