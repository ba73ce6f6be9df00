/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "texts.h"

#include <string.h>

/* An exactly sized copy, so that nothing lies behind the last character. */
static Text
text_of_array (GArray *array)
{
  Text text = { g_new (guint32, array->len), array->len };
  if (array->len > 0)
    memcpy (text.chars, array->data, array->len * sizeof (guint32));
  return text;
}

void
text_clear (Text *text)
{
  g_clear_pointer (&text->chars, g_free);
  text->n = 0;
}

Text
text_from_utf8 (const char *utf8)
{
  glong n;
  g_autofree gunichar *chars = g_utf8_to_ucs4_fast (utf8, -1, &n);
  Text text = { g_new (guint32, (gsize) n), (gsize) n };
  if (n > 0)
    memcpy (text.chars, chars, (gsize) n * sizeof (guint32));
  return text;
}

Text
text_reversed (const Text *text)
{
  Text reversed = { g_new (guint32, text->n), text->n };
  for (gsize i = 0; i < text->n; i++)
    reversed.chars[i] = text->chars[text->n - 1 - i];
  return reversed;
}

/* Spread over the planes, injective below 100,000 or so. */
static guint32
character (guint k)
{
  return k % 3 == 0 ? 0x10000 + k : k % 3 == 1 ? 'a' + k : 0x4e00 + k;
}

static guint32
random_character (GRand *rand, guint n_distinct)
{
  return character ((guint) g_rand_int_range (rand, 0, (gint32) n_distinct));
}

Text
text_random (GRand *rand, gsize n, guint n_distinct)
{
  Text text = { g_new (guint32, n), n };
  for (gsize i = 0; i < n; i++)
    text.chars[i] = random_character (rand, n_distinct);
  return text;
}

static void
append_edited (GArray *to, GRand *rand, const Text *text, guint every)
{
  for (gsize i = 0; i < text->n; i++)
    {
      guint32 other = random_character (rand, 40);
      switch (g_rand_int_range (rand, 0, 3 * (gint32) every))
        {
        case 0:
          g_array_append_val (to, other);
          break;
        case 1:
          g_array_append_val (to, other);
          g_array_append_val (to, text->chars[i]);
          break;
        case 2:
          break;
        default:
          g_array_append_val (to, text->chars[i]);
        }
    }
}

Text
text_edited (GRand *rand, const Text *text, guint every)
{
  g_autoptr (GArray) edited = g_array_new (FALSE, FALSE, sizeof (guint32));
  append_edited (edited, rand, text, every);
  return text_of_array (edited);
}

static void
append_random (GArray *to, GRand *rand, gsize n, guint n_distinct)
{
  g_auto (Text) text = text_random (rand, n, n_distinct);
  if (n > 0)
    g_array_append_vals (to, text.chars, (guint) n);
}

/* About @n characters of template on both pages, each with lines of its own. */
static void
append_template (GArray *pages[2], GRand *rand, gsize n)
{
  for (gsize done = 0; done < n;)
    {
      gsize length = (gsize) g_rand_int_range (rand, 5, 80);
      g_auto (Text) line = text_random (rand, length, 40);
      for (guint k = 0; k < 2; k++)
        if (g_rand_int_range (rand, 0, 12) == 0)
          append_random (pages[k], rand, (gsize) g_rand_int_range (rand, 1, 120), 40);
        else
          append_edited (pages[k], rand, &line, 200);
      done += length;
    }
}

void
text_page_pair (GRand *rand, gsize n, Text *target, Text *example)
{
  g_autoptr (GArray) a = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) b = g_array_new (FALSE, FALSE, sizeof (guint32));
  GArray *pages[2] = { a, b };
  append_template (pages, rand, n / 4);
  for (guint k = 0; k < 2; k++)
    append_random (pages[k], rand,
                   n / 4 + (gsize) g_rand_int_range (rand, 0, (gint32) n / 2 + 1), 40);
  append_template (pages, rand, n / 4);
  *target = text_of_array (a);
  *example = text_of_array (b);
}
