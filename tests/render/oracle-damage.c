/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-oracle"

#include "config.h"

#include "page-oracle.h"

#include <string.h>

#define MIN_CHANGES 2u
#define BYTES_PER_CHANGE 20000u

/* Those that rearrange what stands around them. */
static const char *const inserted[] = {
  "<p>",        "</p>",      "<div>",      "</div>",     "<b>",       "</b>",
  "<a href=u>", "</a>",      "<table>",    "</table>",   "<tr>",      "<td>",
  "</td>",      "<ul>",      "<li>",       "</ul>",      "<form>",    "</form>",
  "<h2>",       "</h3>",     "<span>",     "</span>",    "<body>",    "</body>",
  "</html>",    "<font>",    "</i>",       "<nobr>",     "<i>",       "<button>",
  "<object>",   "</object>", "<template>", "</section>", "<dd>",      "<br>",
  "</br>",      "<center>",  "<svg>",      "</svg>",     "<caption>", "<tbody>",
};

/* The tag at @from or behind it. Returns: whether there is one. */
static gboolean
find_tag (const char *data, gsize n, gsize from, gsize *start, gsize *end)
{
  for (gsize i = from; i + 1 < n; i++)
    {
      if (data[i] != '<' || (!g_ascii_isalpha (data[i + 1]) && data[i + 1] != '/'))
        continue;
      const char *close = memchr (data + i, '>', n - i);
      if (close == NULL)
        return FALSE;
      *start = i;
      *end = (gsize) (close - data) + 1;
      return TRUE;
    }
  return FALSE;
}

static void
damage_once (GRand *rand, GString *html)
{
  gsize from = (gsize) g_rand_int_range (rand, 0, (gint32) html->len);
  gsize start, end;

  if (!find_tag (html->str, html->len, from, &start, &end))
    return;
  switch (g_rand_int_range (rand, 0, 3))
    {
    case 0:
      g_string_erase (html, (gssize) start, (gssize) (end - start));
      return;
    case 1:
      {
        g_autofree char *tag = g_strndup (html->str + start, end - start);
        g_string_insert (html, (gssize) end, tag);
        return;
      }
    default:
      g_string_insert (html, (gssize) start,
                       inserted[g_rand_int_range (rand, 0, G_N_ELEMENTS (inserted))]);
      return;
    }
}

GBytes *
oracle_damage (GBytes *html, guint32 seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  gsize n = 0;
  const char *data = g_bytes_get_data (html, &n);
  GString *copy = g_string_new_len (data, (gssize) n);

  for (gsize i = 0; copy->len > 0 && i < MIN_CHANGES + n / BYTES_PER_CHANGE; i++)
    damage_once (rand, copy);
  return g_string_free_to_bytes (copy);
}
