/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layouts as a browser's script writes them: matched with the lines of a page text, and
 * refused where they are another page's or damaged. */

#include "test-layout.h"
#include "test-page.h"
#include "types/exm-layout.h"

#include <math.h>
#include <string.h>

#define HTML                                                                             \
  "<body><p>one<p>two <b>words</b><select><option>choice</select><template><p>three"     \
  "</template>"

/* Formats a layout as exm-render-layout.js does; every %u is the hash of a line. */
static char *
write_layout (void)
{
  static const char *const texts[] = { "one", "two words", "choice", "three" };
  GString *text = g_string_new ("EXL1 8 4 1280 900 1280\n"
                                "-1 html 0 0 1280 900 16777215 16 400 1\n"
                                "0 body 8 8 1264 800 16777215 16 400 1\n"
                                "1 p 8 16 1264 20 16777215 16 400 1\n"
                                "1 p 8 52 1264 20 255 20.5 400 1\n"
                                "3 b 40 52 60 20 255 20.5 700 3\n"
                                "3 SELECT 110 52 90 20 255 13 400 1\n"
                                "1 template 0 0 0 0 255 0 0 0\n"
                                "6 p 0 0 0 0 255 0 0 0\n");
  static const char *const places[]
      = { "2 8 16 30 20", "3 8 52 92 20", "5 112 54 60 16", "7 0 0 0 0" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    g_string_append_printf (text, "%s %zu %u\n", places[i], strlen (texts[i]),
                            exm_layout_hash_line (texts[i]));
  return g_string_free (text, FALSE);
}

static ExmLayout *
parse (const char *text, ExmPageText *page, GError **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return exm_layout_parse (bytes, page, error);
}

static void
test_parse (void)
{
  g_autoptr (ExmPageText) page = test_page_read (HTML);
  g_autofree char *text = write_layout ();
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmLayout) layout = parse (text, page, &error);
  guint n_nodes, n_lines;

  g_assert_no_error (error);
  g_assert_true (exm_layout_is_of (layout, page));
  const ExmLayoutNode *nodes = exm_layout_get_nodes (layout, &n_nodes);
  const ExmLayoutLine *lines = exm_layout_get_lines (layout, &n_lines);
  g_assert_cmpuint (n_nodes, ==, 8);
  g_assert_cmpuint (n_lines, ==, 4);
  g_assert_cmpfloat (exm_layout_get_view_width (layout), ==, 1280);
  g_assert_cmpfloat (exm_layout_get_box (layout).height, ==, 900);
  g_assert_cmpuint (nodes[4].tag, ==, EXM_TAG_B);
  g_assert_cmpuint (nodes[4].font_weight, ==, 700);
  g_assert_cmpuint (nodes[4].flags, ==, EXM_LAYOUT_SHOWN | EXM_LAYOUT_INLINE);
  g_assert_cmpuint (nodes[3].background, ==, 255);
  g_assert_cmpfloat (nodes[3].font_size, ==, 20.5);
  g_assert_cmpuint (nodes[0].first_line, ==, 0);
  g_assert_cmpuint (nodes[0].last_line, ==, 3);
  g_assert_cmpuint (nodes[3].first_line, ==, 1);
  g_assert_cmpuint (nodes[4].first_line, ==, EXM_NONE);
  g_assert_cmpfloat (lines[1].box.width, ==, 92);
  g_assert_cmpuint (lines[1].node, ==, 3);
  /* Options of a drop-down list are left out. */
  g_assert_cmpuint (lines[2].node, ==, EXM_NONE);
  g_assert_true (exm_box_is_empty (&lines[3].box));
}

/* Every page but the one that was laid out. */
static void
test_other_pages (void)
{
  static const char *const others[] = {
    "<body><p>one<p>two words",
    "<body><p>one<p>two <b>swords</b><template><p>three</template>",
    "<body><p>one<p>two <b>words</b><template><p>three</template><p>four",
    "<p>two words<p>one<p>three",
    "",
  };
  g_autofree char *text = write_layout ();

  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (others[i]);
      g_autoptr (GError) error = NULL;
      g_assert_null (parse (text, page, &error));
      g_assert_error (error, EXM_LAYOUT_ERROR, EXM_LAYOUT_ERROR_OTHER_PAGE);
    }
}

/* Cut off anywhere, or with another word anywhere: an error or a layout, and no more. */
static void
test_damaged (void)
{
  static const char *const words[]
      = { "-2", "nan", "inf", "1e300", "99999999999", "x", "-", "0x", "4294967296" };
  g_autoptr (ExmPageText) page = test_page_read (HTML);
  g_autofree char *text = write_layout ();
  gsize size = strlen (text);

  for (gsize n = 0; n + 2 < size; n++)
    {
      g_autofree char *part = g_strndup (text, n);
      g_autoptr (GError) error = NULL;
      g_assert_null (parse (part, page, &error));
      g_assert_nonnull (error);
    }
  g_auto (GStrv) all = g_strsplit_set (text, " \n", -1);
  for (guint i = 0; all[i] != NULL; i++)
    for (gsize k = 0; k < G_N_ELEMENTS (words); k++)
      {
        char *kept = all[i];
        g_autoptr (GError) error = NULL;
        all[i] = (char *) words[k];
        g_autofree char *changed = g_strjoinv (" ", all);
        all[i] = kept;
        g_autoptr (ExmLayout) layout = parse (changed, page, &error);
        g_assert_cmpint (layout == NULL, ==, error != NULL);
      }
}

static void
assert_refused (ExmPageText *page, ExmLayoutParts *parts)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_layout_new (parts, page, &error));
  g_assert_nonnull (error);
  g_assert_null (parts->nodes);
  g_assert_null (parts->lines);
}

static void
test_rules (void)
{
  g_autoptr (ExmPageText) page = test_page_read ("<body><p class='0 0 9 9'>one");
  ExmLayoutParts parts;

#define REFUSE(change)                                                                   \
  test_layout_fill_parts (&parts, page);                                                 \
  change;                                                                                \
  assert_refused (page, &parts)
#define NODE(i) g_array_index (parts.nodes, ExmLayoutNode, i)
#define LINE(i) g_array_index (parts.lines, ExmLayoutLine, i)

  REFUSE (parts.width = NAN);
  REFUSE (parts.view_width = -1);
  REFUSE (NODE (0).parent = 0);
  REFUSE (NODE (1).parent = EXM_NONE);
  REFUSE (NODE (1).parent = 1);
  REFUSE (NODE (1).box.width = -1);
  REFUSE (NODE (1).box.x = INFINITY);
  REFUSE (NODE (1).font_size = NAN);
  REFUSE (NODE (1).tag = EXM_N_TAGS);
  REFUSE (LINE (0).node = parts.nodes->len);
  REFUSE (LINE (0).box.height = NAN);
  REFUSE (g_array_set_size (parts.lines, 0));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/layout/parse", test_parse);
  g_test_add_func ("/layout/other-pages", test_other_pages);
  g_test_add_func ("/layout/damaged", test_damaged);
  g_test_add_func ("/layout/rules", test_rules);
  return g_test_run ();
}
