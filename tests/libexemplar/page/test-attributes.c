/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Values of attributes, against the plainest way to read them. */

#include "page/exm-class-cache.h"
#include "test-page.h"

#include <string.h>

#define N_ROUNDS 4000

/* A piece of a value as it is written, and what it stands for if that is not itself. */
typedef struct
{
  const char *written;
  const char *plain;
} Piece;

static void
append_pieces (
    GString *written, GString *plain, GRand *random, const Piece *pieces, gsize n_pieces)
{
  for (int n = g_rand_int_range (random, 0, 12); n > 0; n--)
    {
      const Piece *piece = &pieces[g_rand_int_range (random, 0, (gint32) n_pieces)];
      g_string_append (written, piece->written);
      g_string_append (plain, piece->plain != NULL ? piece->plain : piece->written);
    }
}

static gboolean
hides (const char *style)
{
  g_autoptr (GString) plain = g_string_new (NULL);

  for (; *style != '\0'; style++)
    if (!g_ascii_isspace (*style))
      g_string_append_c (plain, g_ascii_tolower (*style));
  return strstr (plain->str, "display:none") != NULL
         || strstr (plain->str, "visibility:hidden") != NULL;
}

static void
test_styles (void)
{
  static const Piece pieces[] = {
    { "display", NULL },
    { "dis play", NULL },
    { "visibility", NULL },
    { "VisibilitY", NULL },
    { ":", NULL },
    { " : ", NULL },
    { "none", NULL },
    { "display:none", NULL },
    { "no", NULL },
    { "ne", NULL },
    { "HIDDEN", NULL },
    { "hid\nden", NULL },
    { "; color: red; background-color: #fff", NULL },
    { ";font-family:", NULL },
    { "y", NULL },
    { "& ", NULL },
    { "&quot;", "\"" },
    { "&amp;", "&" },
    { "&colon;", ":" },
    { "&Tab;", "\t" },
    { "&#x79;", "y" },
    { "&#58;", ":" },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  guint n_hidden = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GString) html = g_string_new ("<p style='");
      g_autoptr (GString) plain = g_string_new (NULL);
      append_pieces (html, plain, random, pieces, G_N_ELEMENTS (pieces));
      g_string_append (html, "'>text");
      g_autoptr (ExmPageText) page = test_page_read (html->str);
      const ExmLine *line = test_page_find_line (page, "text");
      g_test_message ("%s", html->str);
      g_assert_cmphex (line->flags, ==, hides (plain->str) ? EXM_LINE_HIDDEN : 0);
      n_hidden += hides (plain->str);
    }
  g_assert_cmpuint (n_hidden, >, N_ROUNDS / 20);
  g_assert_cmpuint (n_hidden, <, N_ROUNDS / 2);
}

static gboolean
is_placeholder (const char *address)
{
  static const char *const marks[]
      = { "1x1",      "blank.",      "grey.",  "lazyload",
          "loading.", "placeholder", "spacer", "transparent" };
  const char *name = strrchr (address, '/');

  if (g_ascii_strncasecmp (address, "data:", 5) == 0)
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (strstr (name != NULL ? name : address, marks[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
test_placeholders (void)
{
  static const Piece pieces[] = {
    { "1x1", NULL },      { "1", NULL },           { "x", NULL },
    { "blank", NULL },    { "blank.gif", NULL },   { "grey", NULL },
    { ".png", NULL },     { "lazyload", NULL },    { "la", NULL },
    { "zyload", NULL },   { "loading.gif", NULL }, { "loadin", NULL },
    { "g", NULL },        { "placeholder", NULL }, { "spacer", NULL },
    { "s", NULL },        { "transparent", NULL }, { "trans", NULL },
    { "place", NULL },    { "2026-11-23", NULL },  { "/", NULL },
    { "data:", NULL },    { "p", NULL },           { "z.z", NULL },
    { "/images/", NULL }, { "-", NULL },           { "abcdefghijklmno", NULL },
  };
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  guint n_placeholders = 0;

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autoptr (GString) html = g_string_new ("<p>text<img src='");
      g_autoptr (GString) plain = g_string_new (NULL);
      append_pieces (html, plain, random, pieces, G_N_ELEMENTS (pieces));
      g_string_append (html, "'>");
      gboolean is_shown = plain->len > 0 && !is_placeholder (plain->str);
      g_autoptr (ExmPageText) page = test_page_read (html->str);
      guint n_spans;
      const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);
      g_test_message ("%s", html->str);
      g_assert_cmpuint (n_spans, ==, is_shown ? 1 : 0);
      if (is_shown)
        g_assert_cmpstr (exm_page_text_get_string (page, spans->value), ==, plain->str);
      n_placeholders += !is_shown;
    }
  g_assert_cmpuint (n_placeholders, >, N_ROUNDS / 5);
  g_assert_cmpuint (n_placeholders, <, N_ROUNDS * 4 / 5);
}

/* Class names, each number in them as one digit. */
static char *
fold_naively (const char *class_names)
{
  GString *folded = g_string_new (NULL);

  for (const char *p = class_names; *p != '\0'; p++)
    if (!g_ascii_isdigit (*p))
      g_string_append_c (folded, *p);
    else if (p == class_names || !g_ascii_isdigit (p[-1]))
      g_string_append_c (folded, '0');
  return g_string_free (folded, FALSE);
}

static guint64
hash_own (const char *tag, const char *class_names)
{
  /* Exactly as large as its text, so that a sanitizer sees what is read behind it. */
  gsize n_bytes = strlen (class_names);
  g_autofree char *exact = g_malloc (MAX (n_bytes, 1));

  memcpy (exact, class_names, n_bytes);
  return exm_element_hash_own ((ExmHtmlPart){ tag, strlen (tag) }, exact, n_bytes);
}

/* Names of classes, few enough that many come again. */
static char *
make_class_names (GRand *random)
{
  static const char *const words[]
      = { "a", "box", "item", "col-", "navigation", " ", "__", "1", "23" };
  GString *names = g_string_new ("c");

  for (int n = g_rand_int_range (random, 0, g_rand_boolean (random) ? 4 : 90); n > 0; n--)
    g_string_append (names, words[g_rand_int_range (random, 0, G_N_ELEMENTS (words))]);
  return g_string_free (names, FALSE);
}

static void
test_own_hash (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      g_autofree char *names = make_class_names (random);
      g_autofree char *folded = fold_naively (names);
      g_autofree char *longer = g_strconcat (folded, "x", NULL);
      g_assert_cmphex (hash_own ("Div", names), ==, hash_own ("div", folded));
      g_assert_cmphex (hash_own ("div", names), !=, hash_own ("p", names));
      /* Very long values count by their beginning. */
      g_assert_true ((hash_own ("div", names) != hash_own ("div", longer))
                     == (strlen (folded) < 512 - strlen ("div.")));
    }
}

static void
test_class_cache (void)
{
  static const ExmTag tags[] = { EXM_TAG_P, EXM_TAG_DIV, EXM_TAG_UNKNOWN };
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_free);
  ExmPageTextParts parts;
  ExmClassCache *cache;

  exm_page_text_parts_init (&parts);
  cache = exm_class_cache_new (&parts, 0);
  for (guint round = 0; round < N_ROUNDS; round++)
    {
      ExmTag tag = tags[g_rand_int_range (random, 0, G_N_ELEMENTS (tags))];
      const char *name = tag == EXM_TAG_UNKNOWN ? "x-y" : exm_tag_get_name (tag);
      char *names = make_class_names (random);
      g_ptr_array_add (sources, names);
      ExmElementName found
          = exm_class_cache_find (cache, tag, (ExmHtmlPart){ name, strlen (name) },
                                  (ExmHtmlPart){ names, strlen (names) });
      g_assert_cmphex (found.own, ==, hash_own (name, names));
      g_assert_cmpstr (parts.strings->str + found.class_names, ==, names);
    }
  exm_class_cache_free (cache);
  exm_page_text_parts_clear (&parts);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/attributes/styles", test_styles);
  g_test_add_func ("/page/attributes/placeholders", test_placeholders);
  g_test_add_func ("/page/attributes/own-hash", test_own_hash);
  g_test_add_func ("/page/attributes/class-cache", test_class_cache);
  return g_test_run ();
}
