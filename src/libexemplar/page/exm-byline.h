/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Names of authors that stand in a line without a label and a colon. Pure functions, any
 * thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Lines with more characters are prose. */
#define EXM_BYLINE_MAX_CHARS 90

/**
 * exm_byline_dup_deed:
 * @line: as for exm_byline_dup_names()
 *
 * The names of "Written by Jane Doe" and "记者 张三", which are bylines wherever they
 * stand. O(bytes).
 *
 * Returns: (transfer full) (nullable): the names
 */
char *exm_byline_dup_deed (const char *line);

/**
 * exm_byline_dup_names:
 * @line: a line of at most %EXM_BYLINE_MAX_CHARS characters
 *
 * The names of "By Jane Doe and John Roe | …" (Von, Par, Por, Di), "Posted on 20 November
 * 2026 by Jane Doe", "Written by Jane Doe", "本报记者 张三 通讯员 李四", "文/张三",
 * "홍길동 기자". O(bytes).
 *
 * Returns: (transfer full) (nullable): the names; Chinese ones parted by "、"
 */
char *exm_byline_dup_names (const char *line);

/**
 * exm_byline_dup_dateline:
 * @line: the first line of a body
 *
 * The names of "本报讯（记者 张三 通讯员 李四）…". O(1).
 *
 * Returns: (transfer full) (nullable): the names
 */
char *exm_byline_dup_dateline (const char *line);

G_END_DECLS
