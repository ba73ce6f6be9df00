/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Pages of plain kinds, made up. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * test_kind_list:
 * @seed: another one gives other words
 *
 * Returns: (transfer full): HTML of a list of twelve teasers, each a link with a sentence
 */
static inline char *
test_kind_list (guint seed)
{
  static const char *const things[]
      = { "harbour", "market", "bridge", "orchard", "school", "library" };
  g_autoptr (GString) html = g_string_new (
      "<!DOCTYPE html><html><head><title>News archive</title></head>"
      "<body class=\"archive category\"><nav><a href=\"/\">Home</a> <a "
      "href=\"/about\">About</a></nav><main><h1>Archive</h1><div class=\"post-list\">");

  for (guint i = 0; i < 12; i++)
    g_string_append_printf (
        html,
        "<article class=\"post-card teaser\"><h2><a href=\"/n/%u.html\">The %s and the "
        "%s "
        "in week %u</a></h2><p class=\"excerpt\">A short word on the %s, number %u "
        "…</p><a class=\"more\" href=\"/n/%u.html\">Read more</a></article>",
        i, things[(i + seed) % 6], things[(i * 5 + seed + 1) % 6], i + seed,
        things[(i + seed + 2) % 6], i * 7 + seed, i);
  g_string_append (html, "</div><div class=\"pagination\"><a href=\"?page=2\">2</a> <a "
                         "href=\"?page=3\">Next</a></div></main><footer>All "
                         "rights reserved</footer></body></html>");
  return g_strdup (html->str);
}

G_END_DECLS
