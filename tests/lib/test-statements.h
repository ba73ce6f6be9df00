/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* SQL statements that fail when a test says so. The linker puts what is here in the place
 * of sqlite3_step() and sqlite3_exec(): -Wl,--wrap. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Statements that were executed: by their text, how often. */
typedef struct
{
  char *text; /* (owned) */
  guint n_times;
} StatementCount;

/* From now on statements are counted, and none fails. */
void test_statements_record (void);

/* Returns: (transfer full) (element-type StatementCount): since then, in the order of
 * their first execution; nothing is counted any more */
GArray *test_statements_end_record (void);

/**
 * test_statements_arm:
 * @text: a statement
 * @n_before: executions of it that go well before one fails
 * @n_failures: how many fail then, one after another, whatever their texts are; 0 for all
 * @full: what is reported of those that fail, which change nothing: that the disk is
 * full, or an error of the device
 */
void
test_statements_arm (const char *text, guint n_before, guint n_failures, gboolean full);

/* Nothing fails any more. Returns: how many statements did */
guint test_statements_disarm (void);

/* Executes @sql on the database @path as another program would. */
void test_statements_execute (const char *path, const char *sql);

G_END_DECLS
