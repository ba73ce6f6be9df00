/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Lists of sections that people have: lines of text, tables that were pasted from a
 * spreadsheet or saved as CSV, OPML of feed readers. Pure; any thread; linear. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Sections that a list may have. */
#define EXM_SECTION_LIST_MAX 10000u

/* Bytes of a list. */
#define EXM_SECTION_LIST_MAX_BYTES (16u * 1024u * 1024u)

/**
 * ExmSection:
 * @line: where it stands, from 1; of OPML its number among the outlines
 * @address: (owned) (nullable): as it is written; %NULL where the line has none
 * @name: (owned) (nullable): what it is called
 * @group: (owned) (nullable): where it belongs, "News/Local"
 */
typedef struct
{
  guint line;
  char *address;
  char *name;
  char *group;
} ExmSection;

void exm_section_free (ExmSection *self);

/* State of a section that is added. */
typedef enum
{
  EXM_SECTION_WAITING,
  EXM_SECTION_READY,  /* a task that may run */
  EXM_SECTION_LOOK,   /* a task that a person is to look at first */
  EXM_SECTION_FAILED, /* no task */
  EXM_SECTION_THERE,  /* a task collects it already */
} ExmSectionState;

#define EXM_N_SECTION_STATES (EXM_SECTION_THERE + 1)

/* Returns: its name in files and JSON */
const char *exm_section_state_get_name (ExmSectionState state);

/* @state: (out): that of the name. Returns: whether it is one */
gboolean exm_section_state_find (const char *name, ExmSectionState *state);

/**
 * exm_section_list_read:
 * @bytes: UTF-8, or else GB 18030, as spreadsheets in Chinese write CSV
 * @note: (out) (nullable): what is wrong with a list that was read all the same, as far
 * as it goes
 * @error: (out): %G_IO_ERROR_INVALID_DATA, saying what is wrong with it
 *
 * A line is an address, with a name before it and a group behind it: "News
 * https://a.example/news/ Papers". Cells are parted by tabs, else by commas or semicolons
 * with quotation marks as of RFC 4180 (a cell ends with its line), else by white space. A
 * first line without an address may name the columns. Blank lines and those that begin
 * with # are passed over. An outline of OPML is a section where it has xmlUrl or htmlUrl,
 * and a group else.
 *
 * Returns: (transfer full) (nullable) (element-type ExmSection): in their order
 */
GPtrArray *exm_section_list_read (GBytes *bytes, char **note, GError **error);

G_END_DECLS
