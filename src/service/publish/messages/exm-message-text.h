/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles as the few lines of a message, or what is sent in their place. Pure; any
 * thread. */

#pragma once

#include "publish/messages/exm-message.h"

G_BEGIN_DECLS

typedef enum
{
  EXM_MESSAGE_PLAIN,
  EXM_MESSAGE_MARKDOWN, /* of chats, which have no way to escape its signs */
} ExmMessageStyle;

/* Returns: (transfer full): one line that names the articles, without markup */
char *exm_message_dup_title (const ExmMessage *message);

/**
 * exm_message_write:
 * @max_bytes: the most that the service takes, at least 200
 *
 * Writes title, source, date, beginning and address of one article; of several a list of
 * titles and addresses. Over the limit the beginning is cut at a character, or the list
 * ends with how many more there are. Signs of a page's text never become markup.
 *
 * Returns: (transfer full): UTF-8 of at most @max_bytes
 */
char *
exm_message_write (const ExmMessage *message, ExmMessageStyle style, gsize max_bytes);

/**
 * exm_message_write_html:
 * @max_bytes: the most that is written, at least 1 KiB
 *
 * Writes what exm_message_write() does, and of several articles their beginnings, as a
 * page that loads nothing. What is sent in place of articles is not cut.
 *
 * Returns: (transfer full): UTF-8
 */
char *exm_message_write_html (const ExmMessage *message, gsize max_bytes);

/* Shortens @text to @max_bytes at a character, with “…” at the end where it is cut. */
void exm_message_cut (GString *text, gsize max_bytes);

/**
 * exm_message_sign:
 * @key: key of HMAC-SHA256
 * @text: what is signed
 *
 * Returns: (transfer full): base64
 */
char *exm_message_sign (const char *key, const char *text);

G_END_DECLS
