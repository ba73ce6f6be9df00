/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Nets as lines of a text file, each of which begins with its keyword. What is read is
 * taken as hostile. */

#pragma once

#include "extract/net/exm-columns.h"
#include "extract/net/exm-net.h"

G_BEGIN_DECLS

/**
 * ExmNetReader:
 * @lines: (unowned): of the file, ended by %NULL
 * @next: the line that is read next, from 0
 * @error: (unowned): gets what is wrong with which line
 */
typedef struct
{
  char **lines;
  guint next;
  GError **error;
} ExmNetReader;

/* Appends a space and @value, as it is read again to the bit of a float. */
void exm_net_text_append_number (GString *out, double value);

/* Appends bias, inputs and blocks of @net. Weights become one byte each. */
void exm_net_text_append (GString *out, const ExmNet *net);

/**
 * exm_net_reader_take:
 * @keyword: with which the next line has to begin
 *
 * Returns: (transfer none) (nullable): the rest of that line; %NULL with an error
 */
char *exm_net_reader_take (ExmNetReader *self, const char *keyword);

/**
 * exm_net_reader_read_number:
 * @text: (inout): moved behind the number
 *
 * Returns: %FALSE with an error: there is none, or it is too large
 */
gboolean exm_net_reader_read_number (ExmNetReader *self, char **text, double *value);

/**
 * exm_net_reader_new_net:
 *
 * Returns: (transfer full) (nullable): a net of zeros; %NULL with an error where it would
 *   be too small or too large
 */
ExmNet *exm_net_reader_new_net (ExmNetReader *self, double n_inputs, double n_blocks);

/**
 * exm_net_reader_read:
 * @net: gets what exm_net_text_append() wrote
 * @known: its columns are measured by this and by the page
 *
 * Returns: %FALSE with an error
 */
gboolean exm_net_reader_read (ExmNetReader *self, ExmNet *net, ExmColumnNeed known);

/**
 * exm_net_reader_complain:
 * @what: a message to be translated
 *
 * Sets %EXM_EXTRACT_ERROR_TABLE with the number of the line, unless there is an error.
 *
 * Returns: %FALSE
 */
gboolean exm_net_reader_complain (ExmNetReader *self, const char *what);

G_END_DECLS
