/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Up to the first NUL a path, then a robots.txt: it parses, and the answer has its rule.
 */

#include "fuzz.h"

#include "fetch/exm-robots.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  const char *text = (const char *) data;
  const char *nul = size > 0 ? memchr (text, '\0', size) : NULL;
  gsize n_path = nul != NULL ? (gsize) (nul - text) : MIN (size, 100);
  g_autofree char *path = g_strndup (text, n_path);
  gsize start = nul != NULL ? n_path + 1 : 0;
  g_autoptr (ExmRobots) robots = exm_robots_parse (text + start, size - start);
  static const char *const agents[] = { "Exemplar", "foobot-news/2", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (agents); i++)
    {
      const ExmRobotsRule *rule = NULL;
      gboolean allows = exm_robots_allows (robots, agents[i], path, &rule);
      FUZZ_EXPECT (rule != NULL ? allows == rule->allow : allows);
      FUZZ_EXPECT (exm_robots_allows (robots, agents[i], "/robots.txt", NULL));
      FUZZ_EXPECT (exm_robots_get_crawl_delay_ms (robots, agents[i]) >= -1);
    }
  return 0;
}
