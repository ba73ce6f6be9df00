/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports of our scripts from a page: a line of words. It comes from a process that
 * read a stranger's page, so every number is checked against the page text. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_PAGE_MESSAGE_LINE_HOVERED,   /* first: the line, or EXM_NONE */
  EXM_PAGE_MESSAGE_LINE_ACTIVATED, /* first: the line */
  EXM_PAGE_MESSAGE_MARK_HOVER,     /* first: lines, last: characters */
  EXM_PAGE_MESSAGE_MARK_CURSOR,    /* first: the line, last: whether it is marked */
  EXM_PAGE_MESSAGE_REGION, /* first and last line, or EXM_NONE; runs: what is inside */
} ExmPageMessageKind;

typedef struct
{
  ExmPageMessageKind kind;
  guint first;
  guint last;
  char **words; /* (owned) */
} ExmPageMessage;

#define EXM_PAGE_MESSAGE_INIT                                                            \
  {                                                                                      \
    0                                                                                    \
  }

void exm_page_message_clear (ExmPageMessage *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmPageMessage, exm_page_message_clear)

/**
 * exm_page_message_parse:
 * @self: (out): the message
 * @words: what the script sent
 * @n_lines: lines of the page text
 *
 * Returns: %FALSE if it is no message of ours or names a line that does not exist
 */
gboolean exm_page_message_parse (ExmPageMessage *self, const char *words, guint n_lines);

/**
 * exm_page_message_dup_mask:
 * @self: a message of the kind %EXM_PAGE_MESSAGE_REGION
 *
 * Returns: (transfer full) (array length=n_lines): 1 for each line inside
 */
guint8 *exm_page_message_dup_mask (const ExmPageMessage *self, guint n_lines);

G_END_DECLS
