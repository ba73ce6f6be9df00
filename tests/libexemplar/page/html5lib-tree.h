/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The files of html5lib-tests/tree-construction: a test a file. Cases that begin inside
 * an element are not for us, who read pages. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Returns: (transfer full): a page's tree in the format of the files. */
typedef char *(*Html5libDump) (const char *html, gsize n_bytes, gboolean scripting);

/**
 * html5lib_tree_run:
 * @argv: the program's; the last one is the folder
 * @name_space: of the tests: "/…/"
 * @dump: what is tested
 *
 * Returns: the program's exit status
 */
int html5lib_tree_run (int argc, char *argv[], const char *name_space, Html5libDump dump);

G_END_DECLS
