/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tree construction, by a tree of the tests' own, against html5lib-tests. */

#include "html-dom.h"
#include "html5lib-tree.h"

int
main (int argc, char *argv[])
{
  return html5lib_tree_run (argc, argv, "/page/html5lib/tree/", html_dom_dump);
}
