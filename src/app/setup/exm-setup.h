/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A task that is being set up: from a pasted address to an example, target pages, a
 * pattern, a feed and a name; the check of a few pages; the stored task and its first
 * run. No widgets. Main thread; what takes time is done elsewhere.
 *
 * Properties for reading: "stage"; "message" (nullable): what is being done, or what went
 * wrong; "note" (nullable): what the operator should know though nothing failed;
 * "n-listed", "n-matching"; "n-wanted", "n-checked", "n-pass", "n-look", "n-fail";
 * "can-save"; "can-start": whether a run would find something.
 *
 * Signals:
 *   "proposed": there is an example: exm_setup_get_example(). Often it comes before the
 *     rest is found (%EXM_SETUP_FINDING); what is found then changes no page that the
 *     operator has worked on: see exm_setup_offer_page()
 *   "examples-changed": there are other examples, for the same pages
 *   "page-ready" (ExmPageItem *): a page was fetched; see exm_setup_is_choosing()
 *   "rechecked" (double before, double after, guint added, guint removed): what a mark,
 *     another example or a correction changed: mean confidence, lines of all pages
 *   "changed": one of the fields; emitted after a proposal too
 *   "saved" (const char *uid) */

#pragma once

#include "app/session/exm-session.h"
#include "app/setup/exm-page-item.h"
#include "task/exm-task.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_SETUP_EMPTY,
  EXM_SETUP_LOOKING, /* at what was pasted */
  EXM_SETUP_FINDING, /* example and a page beside it stand, the list is looked for */
  EXM_SETUP_READY,
  EXM_SETUP_FAILED, /* nothing can be made of it: "message" says why */
  EXM_SETUP_SAVING,
  EXM_SETUP_SAVED,
} ExmSetupStage;

/* Pages of a check. */
#define EXM_SETUP_PAGES 10u

#define EXM_TYPE_SETUP (exm_setup_get_type ())
G_DECLARE_FINAL_TYPE (ExmSetup, exm_setup, EXM, SETUP, GObject)

/**
 * exm_setup_new:
 * @session: fetches and stores
 */
ExmSetup *exm_setup_new (ExmSession *session);

/* Sets what a task has that is set up in the window, and of which nothing is said. */
void exm_setup_set_defaults (ExmTaskFields *fields);

/**
 * exm_setup_start:
 * @text: what was pasted
 *
 * Looks at it. Forgets what was set up before; a task that is stored stays.
 */
void exm_setup_start (ExmSetup *self, const char *text);

/**
 * exm_setup_set_list:
 * @text: address of what lists the articles
 *
 * Looks at it for the example that there is. "stage" goes by %EXM_SETUP_LOOKING.
 */
void exm_setup_set_list (ExmSetup *self, const char *text);

/* Ends what is under way and forgets everything. */
void exm_setup_cancel (ExmSetup *self);

ExmSetupStage exm_setup_get_stage (ExmSetup *self);

/* Returns: (nullable) */
const char *exm_setup_get_message (ExmSetup *self);

/* Returns: how many examples there are; 0 where nothing is proposed */
guint exm_setup_get_n_examples (ExmSetup *self);

/**
 * exm_setup_get_example:
 * @index: which example
 * @hints: (out): about it; its texts stay the set-up's
 *
 * Returns: (transfer none): the example as it came
 */
GBytes *exm_setup_get_example (ExmSetup *self, guint index, ExmPageHints *hints);

/**
 * exm_setup_keep_page:
 * @bytes: a page as it came
 * @final_url: where from
 *
 * Keeps it until the next address is pasted, so that it can be an example.
 *
 * Returns: (transfer none): its hash, for #ExmTaskExample
 */
const char *exm_setup_keep_page (ExmSetup *self, GBytes *bytes, const char *final_url);

/**
 * exm_setup_set_examples:
 * @fields: (inout): one that exm_setup_dup_task() gave, with other examples, at least
 * one, of pages that are kept; it has the earlier ones then. Nothing else is looked at
 *
 * Compares the pages that are there anew, without those that are examples now and with
 * those that are none any more; nothing is fetched. "examples-changed" comes first.
 */
void exm_setup_set_examples (ExmSetup *self, ExmTaskFields *fields);

/**
 * exm_setup_get_fields:
 *
 * Returns: (transfer none) (nullable): the task so far, its page not stored
 */
const ExmTaskFields *exm_setup_get_fields (ExmSetup *self);

/* Returns: (transfer full): the task so far; there has to be a proposal */
ExmTask *exm_setup_dup_task (ExmSetup *self);

/* Returns: (transfer none) (element-type utf8) (nullable): the example's address, then
 * those that its sources list */
const GPtrArray *exm_setup_get_links (ExmSetup *self);

/* Returns: (transfer none) (nullable): the text of the link to @url, or its title in a
 * feed */
const char *exm_setup_get_link_title (ExmSetup *self, const char *url);

/* Returns: (transfer none) (nullable): the address of a page that people see, with links
 * to the articles; %NULL where there is none, or nothing is proposed */
const char *exm_setup_get_list_url (ExmSetup *self);

/* Returns: (transfer none) (nullable): why these are articles, in words; %NULL once the
 * operator has said himself which are */
const char *exm_setup_get_why (ExmSetup *self);

/* Whether @url is one of the articles, by the patterns as they are now. */
gboolean exm_setup_matches (ExmSetup *self, const char *url);

/* Returns: (transfer none) (element-type ExmPageItem): those that are checked; always the
 * same list */
GListModel *exm_setup_get_pages (ExmSetup *self);

/**
 * exm_setup_get_counts:
 *
 * Each (out) (optional): addresses that the sources list, those that match; pages that
 * pass, that should be looked at, that failed.
 */
void exm_setup_get_counts (ExmSetup *self,
                           guint *n_listed,
                           guint *n_matching,
                           guint *n_pass,
                           guint *n_look,
                           guint *n_fail);

/**
 * exm_setup_check:
 *
 * Fetches the pages of the list, one after the other, with the pause of the task between
 * two of one host, and compares each. Pages that are there already are not fetched again;
 * those that could not be fetched are.
 */
void exm_setup_check (ExmSetup *self);

/**
 * exm_setup_can_render:
 *
 * Returns: whether the text of the pages, or what lists them, is filled in by scripts, so
 *   that the task could have them rendered
 */
gboolean exm_setup_can_render (ExmSetup *self);

/**
 * exm_setup_set_rendered:
 *
 * Fetches the example again, rendered, or makes the proposal anew where what lists the
 * articles needs it, or where pages are to be read as they are sent. "stage" goes by
 * %EXM_SETUP_LOOKING, then comes "proposed". If it fails, "note" says why, or "message"
 * where there is no proposal.
 */
void exm_setup_set_rendered (ExmSetup *self, gboolean rendered);

/* Returns: whether exm_setup_check() has pages to fetch still */
gboolean exm_setup_is_checking (ExmSetup *self);

/* Returns: whether a first target is looked for still: the pages that were fetched do not
 * look like the example, and the next "page-ready" is to be shown in their place */
gboolean exm_setup_is_choosing (ExmSetup *self);

/* Returns: (transfer none) (nullable): the page that lost most by what "note" tells of */
ExmPageItem *exm_setup_get_fallen (ExmSetup *self);

/* Returns: (transfer none) (nullable): the page that "note" names, fallen or offered */
ExmPageItem *exm_setup_get_noted (ExmSetup *self);

/* Whether the operator marked something, or said how a page is to be read: no page is
 * taken from under his hands then. */
gboolean exm_setup_is_worked_on (ExmSetup *self);

/* @item: (nullable): "note" offers it in place of the page beside the example; %NULL: an
 * offer that there is was taken, or is void */
void exm_setup_offer_page (ExmSetup *self, ExmPageItem *item);

/**
 * exm_setup_set_region_text:
 * @index: of an example
 * @text: (nullable): the body that is marked on it
 *
 * Compares the pages that are there anew; nothing is fetched.
 */
void exm_setup_set_region_text (ExmSetup *self, guint index, const char *text);

/**
 * exm_setup_set_method:
 * @method: (nullable): see #ExmTaskFields
 * @parameters: (nullable): the same
 *
 * Compares the pages that are there anew; nothing is fetched.
 */
void exm_setup_set_method (ExmSetup *self, const char *method, const char *parameters);

/* The encoding of an example that the operator chose, %NULL for none. */
void exm_setup_set_charset (ExmSetup *self, guint index, const char *charset);

void exm_setup_set_name (ExmSetup *self, const char *name);

/**
 * exm_setup_set_include:
 * @text: URL patterns, a line each
 * @error: which one is none
 *
 * Counts anew what matches; an error leaves everything as it was.
 */
gboolean exm_setup_set_include (ExmSetup *self, const char *text, GError **error);

/**
 * exm_setup_set_patterns:
 * @include: (element-type utf8): patterns of articles
 * @exclude: (element-type utf8): patterns of what is none
 * @error: which one is none
 *
 * As exm_setup_set_include(). The pages that are checked become those that match now;
 * those that were fetched and match still are not fetched again.
 */
gboolean exm_setup_set_patterns (ExmSetup *self,
                                 const GPtrArray *include,
                                 const GPtrArray *exclude,
                                 GError **error);

/* @text: as "every 30 min" */
gboolean exm_setup_set_schedule (ExmSetup *self, const char *text, GError **error);

/* @folder: (nullable): where articles are written as files; "" or %NULL for nowhere */
gboolean exm_setup_set_folder (ExmSetup *self, const char *folder, GError **error);

void exm_setup_set_first_run (ExmSetup *self, ExmFirstRun first_run);

/* @paused: whether the task is stored without being run */
void exm_setup_set_paused (ExmSetup *self, gboolean paused);

/**
 * exm_setup_count_first_run:
 * @n_articles: (out): how many of what is listed now a first run would collect; there has
 *   to be a proposal
 *
 * Returns: whether that is known: something is listed, and of days, dates are
 */
gboolean
exm_setup_count_first_run (ExmSetup *self, ExmFirstRun first_run, guint *n_articles);

/**
 * exm_setup_save_async:
 *
 * Stores the example's page and the task, and starts its first run. The result is a
 * #GTask with the task as it was stored.
 */
void exm_setup_save_async (ExmSetup *self, GAsyncReadyCallback callback, gpointer data);

G_END_DECLS
