/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_json_is_shallow:
 * @text: JSON, or what claims to be
 * @n_bytes: its length
 * @max_depth: arrays and objects that may be open at once
 *
 * JSON parsers that recurse run out of stack on "[[[[…": this is asked before one sees
 * text from elsewhere. Pure; one pass.
 *
 * Returns: %FALSE if @text nests deeper
 */
gboolean exm_json_is_shallow (const char *text, gsize n_bytes, guint max_depth);

/**
 * exm_json_count_values:
 * @text: JSON, or what claims to be
 * @n_bytes: its length
 *
 * Each value costs a parser some hundred bytes, however short it is: this is asked before
 * one sees text from elsewhere. Pure; one pass.
 *
 * Returns: how many values there are at the most, names of members among them
 */
gsize exm_json_count_values (const char *text, gsize n_bytes);

/**
 * exm_json_repair_escapes:
 * @text: (inout): JSON, or what claims to be
 * @n_bytes: its length
 *
 * Takes out escapes of U+0000, at which parsers cut strings, turns halves of surrogate
 * pairs, for which they refuse all of the text, into U+FFFD, and takes the stroke from
 * "\\u" without four digits: json-glib takes it for half of a pair, and loses memory
 * where another half does not follow. Pure; one pass.
 *
 * Returns: the length of @text now
 */
gsize exm_json_repair_escapes (char *text, gsize n_bytes);

/**
 * exm_json_is_plain:
 * @text: JSON, or what claims to be
 * @n_bytes: its length
 *
 * Parsers take more than JSON (quotes of one stroke, remarks, broken escapes, a second
 * text behind the first), and turn numbers that they cannot hold into other ones. Pure;
 * one pass.
 *
 * Returns: %FALSE if there is such a thing, an integer beyond 64 bits or a number that is
 *   not finite
 */
gboolean exm_json_is_plain (const char *text, gsize n_bytes);

/**
 * exm_json_trim:
 * @text: JSON, or what claims to be
 * @n_bytes: its length
 *
 * json-glib 1.6 takes arrays and objects behind the first value, and never frees them.
 * Remarks and quotes of one stroke are read as it does. Pure; one pass.
 *
 * Returns: bytes of @text that lie before such a one, @n_bytes if there is none
 */
gsize exm_json_trim (const char *text, gsize n_bytes);

/**
 * exm_json_repair_exponents:
 * @text: (inout): what json-glib wrote, terminated
 *
 * json-glib 1.6 puts ".0" behind every number without a point, also behind an exponent,
 * where JSON has none: 1e+22.0. Pure; one pass.
 */
void exm_json_repair_exponents (char *text);

/* Begins a member of the object that @out ends in. */
void exm_json_append_name (GString *out, const char *member);

/* Adds a member. @value: (nullable): UTF-8, %NULL for null */
void exm_json_append_string (GString *out, const char *member, const char *value);

G_END_DECLS
