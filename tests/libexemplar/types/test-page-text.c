/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Page texts built by hand: the joined text, and that every broken rule is found. */

#include "types/exm-page-text.h"
#include "types/exm-site-line.h"

#include <gio/gio.h>
#include <string.h>

static void
append_line (ExmPageTextParts *parts, const char *text, guint16 flags)
{
  guint32 next = 0;

  for (guint i = 0; i < parts->lines.len; i++)
    {
      const ExmLine *before = &parts->lines.data[i];
      if ((before->flags & EXM_LINE_FLAGGED) == 0)
        next = before->start + before->n_chars + 1;
    }
  ExmLine line = {
    .text = parts->text.len,
    .n_bytes = (guint32) strlen (text),
    .n_chars = (guint32) g_utf8_strlen (text, -1),
    .start = next,
    .flags = flags,
  };
  exm_array_extend (&parts->text, text, (guint) strlen (text) + 1);
  exm_array_append (&parts->lines, line);
}

/* One root element, three lines, the second one hidden. */
static void
fill (ExmPageTextParts *parts)
{
  ExmNode root = { .parent = EXM_NONE, .first_line = 0, .last_line = 2, .n_chars = 5 };
  ExmSlice slice = { .kind = EXM_SLICE_TITLE, .line = EXM_NONE };
  ExmSpan spans[] = { { .line = 0, .start = 0, .end = 2, .kind = EXM_SPAN_LINK },
                      { .line = 2, .start = 0, .end = 3, .kind = EXM_SPAN_STRONG } };

  exm_page_text_parts_init (parts);
  append_line (parts, "AB", 0);
  append_line (parts, "hidden", EXM_LINE_HIDDEN);
  append_line (parts, "Ünx", 0);
  exm_array_append (&parts->nodes, root);
  exm_array_append (&parts->slices, slice);
  exm_array_extend (&parts->spans, spans, G_N_ELEMENTS (spans));
}

static void
test_joined (void)
{
  static const guint32 expected[] = { 'a', 'b', '\n', 0xfc, 'n', 'x' };
  g_autoptr (GError) error = NULL;
  ExmPageTextParts parts;

  fill (&parts);
  g_autoptr (ExmPageText) page = exm_page_text_new (&parts);
  g_autofree guint32 *codes = exm_page_text_dup_codes (page);
  g_assert_cmpmem (codes, exm_page_text_get_n_chars (page) * sizeof *codes, expected,
                   sizeof expected);
  exm_page_text_validate (page, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (exm_page_text_get_line (page, 1), ==, "hidden");
  g_assert_cmpstr (exm_page_text_get_string (page, 0), ==, "");
  g_assert_cmpuint (g_bytes_get_size (exm_page_text_get_source (page)), ==, 0);
}

#define LINE(i) (&parts->lines.data[i])
#define NODE(i) (&parts->nodes.data[i])
#define SPAN(i) (&parts->spans.data[i])
#define SLICE(i) (&parts->slices.data[i])
#define DAMAGES(X)                                                                       \
  X (LINE (0)->text = 1000)                                                              \
  X (LINE (0)->n_bytes = 1)                                                              \
  X (LINE (0)->n_chars = 3)                                                              \
  X (LINE (0)->start = 1)                                                                \
  X (LINE (2)->start = 2)                                                                \
  X (LINE (2)->start = 10)                                                               \
  X (LINE (0)->n_link_chars = 3)                                                         \
  X (LINE (0)->n_marks = 3)                                                              \
  X (LINE (0)->node = 1)                                                                 \
  X (LINE (0)->block = EXM_NONE)                                                         \
  X (LINE (0)->source_start = 1)                                                         \
  X (LINE (0)->source_end = 1)                                                           \
  X (parts->text.data[LINE (2)->text] = '\xff')                                          \
  X (NODE (0)->parent = 0)                                                               \
  X (NODE (0)->first_line = EXM_NONE)                                                    \
  X (NODE (0)->last_line = 3)                                                            \
  X (NODE (0)->first_line = 3)                                                           \
  X (NODE (0)->id = 1)                                                                   \
  X (NODE (0)->class_names = 1)                                                          \
  X (NODE (0)->tag = EXM_N_TAGS)                                                         \
  X (NODE (0)->n_link_chars = 6)                                                         \
  X (SLICE (0)->name = 1)                                                                \
  X (SLICE (0)->value = 1)                                                               \
  X (SLICE (0)->line = 4)                                                                \
  X (SPAN (0)->line = 3)                                                                 \
  X (SPAN (0)->end = 3)                                                                  \
  X (SPAN (0)->start = 3)                                                                \
  X (SPAN (0)->value = 1)                                                                \
  X (SPAN (0)->label = 1)                                                                \
  X (SPAN (1)->start = 4)                                                                \
  X ((SPAN (0)->line = 2, SPAN (1)->line = 0, SPAN (1)->end = 1))

static void
test_broken_rules (void)
{
#define CASE(damage) +1
  enum
  {
    N_DAMAGES = DAMAGES (CASE)
  };
#undef CASE

  for (guint i = 0; i < N_DAMAGES; i++)
    {
      g_autoptr (GError) error = NULL;
      ExmPageTextParts own, *parts = &own;
      guint k = 0;
      const char *what = NULL;
      fill (parts);
#define CASE(damage)                                                                     \
  if (k++ == i)                                                                          \
    {                                                                                    \
      damage;                                                                            \
      what = #damage;                                                                    \
    }
      DAMAGES (CASE)
#undef CASE
      g_autoptr (ExmPageText) page = exm_page_text_new (parts);
      g_test_message ("%s", what);
      g_assert_false (exm_page_text_validate (page, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA);
    }
}

/* Lines that a site is counted by: each once, as it stands first, cut after whole
 * characters; hidden ones are none. */
static void
test_site_lines (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  ExmPageTextParts parts;

  for (guint i = 0; i < EXM_SITE_LINE_CHARS + 1; i++)
    g_string_append (text, "长");
  fill (&parts);
  append_line (&parts, text->str, 0);
  append_line (&parts, "second", 0);
  static const guint64 keys[] = { 9, 5, 3, 7, 9 };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    parts.lines.data[i].key = keys[i];
  g_autoptr (ExmPageText) page = exm_page_text_new (&parts);
  g_autoptr (GPtrArray) lines = exm_site_line_list (page);

  g_assert_cmpuint (lines->len, ==, 3);
  const ExmSiteLine *line = lines->pdata[0];
  g_assert_cmpuint (line->key, ==, 3);
  g_assert_cmpstr (line->text, ==, "Ünx");
  line = lines->pdata[1];
  g_assert_cmpuint (line->key, ==, 7);
  g_assert_cmpint (g_utf8_strlen (line->text, -1), ==, EXM_SITE_LINE_CHARS);
  g_assert_true (g_str_has_prefix (text->str, line->text));
  line = lines->pdata[2];
  g_assert_cmpuint (line->key, ==, 9);
  g_assert_cmpstr (line->text, ==, "AB");
}

static void
test_ruling_names (void)
{
  for (guint i = 0; i <= EXM_LINE_LABEL_NOISE; i++)
    {
      ExmLineLabel ruling = EXM_LINE_LABEL_AUTO;
      g_assert_true (exm_ruling_from_name (exm_ruling_get_name (i), &ruling));
      g_assert_cmpuint (ruling, ==, i);
    }
  ExmLineLabel ruling = EXM_LINE_LABEL_BODY;
  g_assert_false (exm_ruling_from_name ("taste", &ruling));
  g_assert_cmpuint (ruling, ==, EXM_LINE_LABEL_BODY);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/page-text/joined", test_joined);
  g_test_add_func ("/model/page-text/broken-rules", test_broken_rules);
  g_test_add_func ("/model/site-line/list", test_site_lines);
  g_test_add_func ("/model/site-line/ruling-names", test_ruling_names);
  return g_test_run ();
}
