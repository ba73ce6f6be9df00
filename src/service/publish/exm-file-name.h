/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of files and folders made of text from elsewhere: a title, an author. They are
 * good on Linux, Windows and macOS, whatever the text was. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bytes of a name: file systems take 255, and programs add suffixes of their own. */
#define EXM_FILE_NAME_MAX_BYTES 200u

/**
 * exm_file_name_clean:
 * @text: text from anywhere, valid UTF-8 or not; may hold NUL
 * @n_bytes: its length
 * @max_bytes: greatest length of the answer, at least 16 bytes
 *
 * One part of a path. Composed (NFC); white space collapsed; control characters, marks
 * that turn the direction of writing and invisible characters left out; / \ : * ? " < > |
 * and bytes that are not UTF-8 replaced by "_"; no dot or dash at the start, no dot or
 * space at the end; the names that Windows keeps for devices (CON, NUL.txt, …) begin with
 * "_"; cut between graphemes, so that no emoji or accented letter is torn.
 *
 * Returns: (transfer full): UTF-8; "untitled" where nothing is left. Cost: linear in the
 *   first 64 × @max_bytes bytes; the rest is not looked at.
 */
char *exm_file_name_clean (const char *text, gsize n_bytes, gsize max_bytes);

/**
 * exm_file_name_clean_part:
 * @text: see exm_file_name_clean()
 * @n_bytes: its length
 * @max_bytes: greatest length of the answer
 *
 * The same for what becomes part of a name: device names stay as they are.
 *
 * Returns: (transfer full): UTF-8; empty where nothing is left
 */
char *exm_file_name_clean_part (const char *text, gsize n_bytes, gsize max_bytes);

/**
 * exm_file_name_cut:
 * @text: UTF-8
 * @max_bytes: how much may stay
 *
 * Returns: the greatest length in bytes, at most @max_bytes, at which @text can be cut
 *   between graphemes; between characters where the first grapheme is longer than that
 */
gsize exm_file_name_cut (const char *text, gsize max_bytes);

/**
 * exm_file_name_add_suffix:
 * @name: a clean name
 * @suffix: a few plain characters
 * @max_bytes: greatest length of the answer
 *
 * "Title.md" and "1a2b" give "Title-1a2b.md"; the title is cut where that is too long.
 *
 * Returns: (transfer full): a clean name
 */
char *exm_file_name_add_suffix (const char *name, const char *suffix, gsize max_bytes);

G_END_DECLS
