/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* VIPS: its rules and weights worked by hand, its separators against the paper's own
 * procedure, and the method on pages that are laid out by hand. */

#include "extract/exm-method.h"
#include "extract/net/exm-extract-error.h"
#include "lab/methods/exm-vips-divide.h"
#include "lab/methods/exm-vips-separators.h"
#include "lab/methods/exm-vips.h"
#include "methods/exm-method-table.h"
#include "test-layout.h"
#include "test-page.h"

#include <string.h>
#include <time.h>

/* The blocks of the first round, as "tag or first line:coherence", one after the other.
 */
static char *
divide (const char *html)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  g_autoptr (GArray) pool = g_array_new (FALSE, FALSE, sizeof (ExmVipsItem));
  g_auto (ExmVipsPage) seen = { 0 };
  GString *blocks = g_string_new (NULL);

  exm_vips_page_init (&seen, layout, page);
  exm_vips_divide (&seen, 0, pool);
  for (guint i = 0; i < pool->len; i++)
    {
      const ExmVipsItem *item = &g_array_index (pool, ExmVipsItem, i);
      const ExmVipsNode *node = exm_vips_page_get_node (&seen, item->node);
      g_string_append_printf (blocks, "%s%s:%u", i > 0 ? " " : "",
                              node->is_text
                                  ? exm_page_text_get_line (page, node->first_line)
                                  : exm_tag_get_name ((ExmTag) node->tag),
                              item->coherence);
    }
  return g_string_free (blocks, FALSE);
}

static void
assert_divided (const char *html, const char *expected)
{
  g_autofree char *blocks = divide (html);

  g_assert_cmpstr (blocks, ==, expected);
}

#define PAGE "<body class='0 0 1000 2000'>"
#define LARGE_P "<p class='0 1000 1000 700'>c</p>"

/* Text in an element of other things. */
#define X "<i class='0 0 400 20'>x</i>"

/* Each rule alone decides; LARGE_P keeps the page from being small parts only. */
static void
test_rules (void)
{
  /* 2: chains of single children are gone through; 4: only text. */
  assert_divided (PAGE "<div class='0 0 1000 900'><div class='0 0 1000 900'>a<br>b</div>"
                       "</div>",
                  "div:10");
  /* 4: another size, another weight. */
  assert_divided (PAGE
                  "<p class='0 0 900 100'>a</p><p class='0 100 900 200 - 16 400'>a<br>"
                  "<b class='0 150 90 20 - 16 700'>b</b></p>" LARGE_P,
                  "p:10 p:9 p:10");
  /* 5: a block in a paragraph's place of text. */
  assert_divided (
      PAGE "<span class='0 0 500 100'>x<div class='0 50 500 50'>y</div></span>" LARGE_P,
      "x:10 div:10 p:10");
  /* 9: a small node with text of its own; what is large is divided, by rule 12. */
  assert_divided (PAGE "<div class='0 0 400 400'>" X
                       "<p class='0 200 400 150'>y</p></div>" LARGE_P,
                  "div:6 p:10");
  assert_divided (PAGE "<div class='0 0 900 900'>" X
                       "<p class='0 200 400 150'>y</p></div>" LARGE_P,
                  "div:5 p:10");
  assert_divided (PAGE "<div class='0 0 900 900'>" X
                       "<p class='0 200 900 650'>y</p></div>" LARGE_P,
                  "x:10 p:10 p:10");
  /* 6: the same with a rule in it. */
  assert_divided (PAGE "<div class='0 0 400 400'>" X "<hr class='0 190 400 2'>"
                       "<p class='0 200 400 150'>y</p></div>" LARGE_P,
                  "x:10 p:10 p:10");
  /* 7: children that leave their parent. */
  assert_divided (PAGE "<div class='0 0 400 100'><p class='0 0 400 90'>x</p>"
                       "<p class='0 90 400 90'>y</p></div>" LARGE_P,
                  "p:10 p:10 p:10");
  assert_divided (PAGE "<p class='0 0 400 50'><img class='0 0 400 100'>"
                       "<img class='0 100 400 100'></p>" LARGE_P,
                  "img:10 img:10 p:10");
  /* It is asked of a table's rows, and not of a table. */
  assert_divided (PAGE "<table><tr class='0 0 400 50'><td class='0 0 300 50'>x</td>"
                       "<td class='200 0 300 50'>y</td></tr></table>" LARGE_P,
                  "td:10 td:10 p:10");
  assert_divided (PAGE "<table><tbody class='0 0 400 100'><tr class='0 0 400 90'><td "
                       "class='0 0 400 90'>x</td></tr><tr class='0 90 400 90'><td "
                       "class='0 90 400 90'>y</td></tr></tbody></table>" LARGE_P,
                  "tbody:6 p:10");
  /* 8: a child of another colour is a block, whatever is in it. */
  assert_divided (PAGE "<div class='0 0 400 400'><div class='0 0 400 100 ddeeff'>"
                       "<p class='0 0 400 50'>x</p><p class='0 50 400 50'>y</p></div>"
                       "<p class='0 200 400 100'>z</p></div>" LARGE_P,
                  "div:8 p:10 p:10");
  assert_divided (PAGE "<div class='0 0 400 400'><table class='0 0 400 100 ddeeff'><tr>"
                       "<td class='0 0 400 50'>x</td></tr></table>"
                       "<p class='0 200 400 100'>z</p></div>" LARGE_P,
                  "table:7 p:10 p:10");
  /* 10: small children. */
  assert_divided (PAGE "<div class='0 0 400 400'><p class='0 0 400 90'>x</p>"
                       "<p class='0 90 400 90'>y</p></div>" LARGE_P,
                  "div:6 p:10");
  /* 13: tables are left whole, 11: and cells beside what is whole. */
  assert_divided (PAGE "<table class='0 0 1000 900'><tr class='0 0 1000 500'>"
                       "<td class='0 0 500 500'>x</td><td class='500 0 500 500'>"
                       "<p class='500 0 500 499'>y</p><p class='500 499 500 1'>z</p></td>"
                       "</tr></table>" LARGE_P,
                  "tr:6 p:10");
}

/* 1: what cannot be seen is cut; so is what a line or a picture has no place for. */
static void
test_unseen (void)
{
  assert_divided (PAGE
                  "<p class='0 0 900 100'>a</p><p>no box</p><div class='0 0 90 90'></div>"
                  "<p class='-900 0 100 20'>aside</p><p hidden class='0 0 9 9'>h</p>"
                  "<img class='0 0 2 2'><img class='0 300 300 200'>" LARGE_P,
                  "p:10 img:10 p:10");
  g_autofree char *nothing = divide (PAGE "<p>a</p>" LARGE_P);
  g_assert_cmpstr (nothing, ==, "p:10");
}

/* As in the paper: one separator over everything; blocks split, narrow or remove it. */
static GArray *
detect_as_in_the_paper (const ExmBox *boxes, guint n, ExmVipsDirection direction)
{
  GArray *separators = g_array_new (FALSE, FALSE, sizeof (ExmVipsSeparator));
  const ExmVipsSeparator all = { .start = -1000, .end = 100000 };

  g_array_append_val (separators, all);
  for (guint i = 0; i < n; i++)
    {
      float start, end;
      exm_vips_get_extent (&boxes[i], direction, &start, &end);
      for (guint k = separators->len; k-- > 0;)
        {
          ExmVipsSeparator *at = &g_array_index (separators, ExmVipsSeparator, k);
          if (end <= at->start || start >= at->end)
            continue;
          if (start > at->start && end < at->end)
            {
              const ExmVipsSeparator behind = { .start = end, .end = at->end };
              at->end = start;
              g_array_append_val (separators, behind);
            }
          else if (start <= at->start && end >= at->end)
            g_array_remove_index (separators, k);
          else if (start > at->start)
            at->end = start;
          else
            at->start = end;
        }
    }
  for (guint k = separators->len; k-- > 0;)
    {
      const ExmVipsSeparator *at = &g_array_index (separators, ExmVipsSeparator, k);
      if (at->start == all.start || at->end == all.end)
        g_array_remove_index (separators, k);
    }
  return separators;
}

static int
compare_starts (gconstpointer a, gconstpointer b)
{
  const ExmVipsSeparator *x = a, *y = b;

  return x->start < y->start ? -1 : x->start > y->start;
}

/* Blocks at multiples of ten: a gap of nothing, which only ours counts, is left out. */
static void
test_separators_oracle (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      g_autofree guint32 *pool = NULL;
      g_auto (ExmVipsPage) page = { 0 };
      guint n = (guint) g_test_rand_int_range (1, 12);
      ExmVipsDirection direction = round % 2;

      page.nodes = g_array_new (FALSE, TRUE, sizeof (ExmVipsNode));
      page.rules = g_array_new (FALSE, FALSE, sizeof (ExmBox));
      pool = g_new (guint32, n);
      ExmBox *boxes = g_newa (ExmBox, n);
      for (guint i = 0; i < n; i++)
        {
          boxes[i] = (ExmBox){ 10.f * g_test_rand_int_range (0, 30),
                               10.f * g_test_rand_int_range (0, 30),
                               10.f * g_test_rand_int_range (1, 8),
                               10.f * g_test_rand_int_range (1, 8) };
          const ExmVipsNode node = { .box = boxes[i], .first_line = EXM_NONE };
          g_array_append_val (page.nodes, node);
          pool[i] = i;
        }
      g_autoptr (GArray) ours = exm_vips_find_separators (&page, pool, n, direction);
      g_autoptr (GArray) theirs = detect_as_in_the_paper (boxes, n, direction);
      for (guint k = ours->len; k-- > 0;)
        {
          const ExmVipsSeparator *at = &g_array_index (ours, ExmVipsSeparator, k);
          if (at->end == at->start)
            g_array_remove_index (ours, k);
        }
      g_array_sort (theirs, compare_starts);
      g_assert_cmpuint (ours->len, ==, theirs->len);
      for (guint k = 0; k < ours->len; k++)
        {
          const ExmVipsSeparator *x = &g_array_index (ours, ExmVipsSeparator, k);
          const ExmVipsSeparator *y = &g_array_index (theirs, ExmVipsSeparator, k);
          g_assert_cmpfloat (x->start, ==, y->start);
          g_assert_cmpfloat (x->end, ==, y->end);
        }
    }
}

/* The weight of the one separator between two blocks of a page. */
static guint
weigh (const char *first, const char *between, const char *second)
{
  g_autofree char *html = g_strconcat (PAGE, first, between, second, NULL);
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  g_auto (ExmVipsPage) seen = { 0 };
  guint weight = 0;

  exm_vips_page_init (&seen, layout, page);
  const ExmVipsNode *body = NULL;
  for (guint i = 0; i < seen.nodes->len && (body == NULL || body->n_children != 2); i++)
    body = exm_vips_page_get_node (&seen, i);
  g_assert_true (body != NULL && body->n_children == 2);
  const guint32 pool[] = { exm_vips_page_get_child (&seen, body, 0),
                           exm_vips_page_get_child (&seen, body, 1) };
  for (guint direction = 0; direction < 2; direction++)
    {
      g_autoptr (GArray) found
          = exm_vips_find_separators (&seen, pool, 2, (ExmVipsDirection) direction);
      g_assert_cmpuint (found->len, <=, 1);
      if (found->len == 1)
        weight = g_array_index (found, ExmVipsSeparator, 0).weight;
    }
  return weight;
}

#define ABOVE "<div class='0 0 500 100'>a<ul class='0 50 500 50'>b</ul></div>"

static void
test_weights (void)
{
  /* The distance: 1 for what touches, 1 more each at 8, 16, 24 and 40 pixels. */
  static const struct
  {
    guint y;
    guint weight;
  } distances[] = { { 100, 1 }, { 108, 1 }, { 109, 2 }, { 117, 3 },
                    { 125, 4 }, { 141, 5 }, { 900, 5 } };

  for (gsize i = 0; i < G_N_ELEMENTS (distances); i++)
    {
      g_autofree char *below
          = g_strdup_printf ("<p class='0 %u 500 50'>c</p>", distances[i].y);
      g_assert_cmpuint (weigh (ABOVE, "", below), ==, distances[i].weight);
    }
  /* Across, the same; fonts and rules say nothing there. */
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='520 0 400 90 - 30 700'>c</p>"), ==, 3);
  /* A rule, another colour, another weight, a larger font. */
  g_assert_cmpuint (
      weigh (ABOVE, "<hr class='0 104 500 2'>", "<p class='0 112 500 50'>c</p>"), ==, 5);
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='0 112 500 50 eeeeee'>c</p>"), ==, 4);
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='0 112 500 50 - 16 700'>c</p>"), ==, 3);
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='0 112 500 50 - 12'>c</p>"), ==, 3);
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='0 112 500 50 - 24'>c</p>"), ==, 4);
  /* Text and text. */
  g_assert_cmpuint (
      weigh ("<p class='0 0 500 100'>a</p>", "", "<p class='0 112 500 50'>c</p>"), ==, 1);
  g_assert_cmpuint (
      weigh ("<p class='0 0 500 100'>a</p>", "", "<p class='0 120 500 50'>c</p>"), ==, 2);
  /* They overlap: there is none. */
  g_assert_cmpuint (weigh (ABOVE, "", "<p class='10 60 500 80'>c</p>"), ==, 0);
}

#define PROSE                                                                            \
  "One sentence follows the other here, and all of them together are what a reader "     \
  "came "                                                                                \
  "for, as far as one can tell by looking at the page"

/* A header, links at a side, the article, a footer. The side is at @left, the article at
 * @x. */
static char *
make_columns (guint left, guint x, const char *attribute)
{
  return g_strdup_printf (
      "<html %s><body class='0 0 1000 2000'><div class='0 0 1000 80 ddddee'>"
      "<a href=a class='10 10 60 20'>Home</a></div>"
      "<div class='%u 100 200 600'><ul class='%u 100 200 300'>"
      "<li class='%u 100 200 20'><a href=1 class='%u 100 190 20'>A first link "
      "here</a></li>"
      "<li class='%u 120 200 20'><a href=2 class='%u 120 190 20'>A second link "
      "here</a></li>"
      "</ul></div>"
      "<div class='%u 100 600 1500'><h1 class='%u 100 600 60 - 32 700'>Headline</h1>"
      "<p class='%u 200 600 400'>First. " PROSE
      ".</p><p class='%u 616 600 400'>Second. " PROSE
      ".</p><p class='%u 1032 600 400'>Third. " PROSE ".</p></div>"
      "<div class='0 1800 1000 100 eeeeee'><p class='0 1800 1000 20'>Copyright</p></div>",
      attribute, left, left, left, left, left, left, x, x, x, x, x);
}

static ExmResult *
extract_text (ExmPageText *page, ExmLayout *layout, const char *set, GError **error)
{
  const ExmMethod *method = exm_method_find ("vips", NULL);
  g_autoptr (ExmPrepared) target = exm_prepared_new (page, NULL);
  g_autofree double *parameters = exm_method_parse_parameters (method, set, NULL);
  const ExmMethodInput input = {
    .target = target,
    .window = 32,
    .layout = layout,
    .parameters = parameters,
  };

  g_assert_nonnull (parameters);
  return exm_method_run (method, &input, error);
}

/* Every block is in its parent's, and hangs together no less; its lines are the page's.
 */
static void
assert_blocks (const ExmResultData *data)
{
  guint n_main = 0;

  for (guint i = 0; i < data->blocks->len; i++)
    {
      const ExmBlock *block = &g_array_index (data->blocks, ExmBlock, i);
      n_main += block->is_main != FALSE;
      g_assert_cmpuint (block->coherence, >=, EXM_MIN_COHERENCE);
      g_assert_cmpuint (block->coherence, <=, EXM_MAX_COHERENCE);
      g_assert_cmpint (block->first_line == EXM_NONE, ==, block->last_line == EXM_NONE);
      if (block->last_line != EXM_NONE)
        g_assert_cmpuint (block->last_line, <, data->n_lines);
      if (i == 0)
        {
          g_assert_cmpuint (block->parent, ==, EXM_NONE);
          continue;
        }
      g_assert_cmpuint (block->parent, <, i);
      const ExmBlock *around = &g_array_index (data->blocks, ExmBlock, block->parent);
      g_assert_cmpuint (block->coherence, >=, around->coherence);
      g_assert_cmpuint (block->depth, ==, around->depth + 1);
    }
  g_assert_cmpuint (n_main, <=, 1);
}

/* The kept lines by their first words. */
static char *
extract_words (const char *html, const char *set)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result = extract_text (page, layout, set, &error);
  GString *words = g_string_new (NULL);

  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  assert_blocks (data);
  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      {
        const char *text = exm_page_text_get_line (page, i);
        g_string_append_printf (words, "%s%.*s", words->len > 0 ? " " : "",
                                (int) strcspn (text, " ."), text);
      }
  return g_string_free (words, FALSE);
}

/* To the left or to the right of its links, in a page that runs from right to left: the
 * article is what has the text. */
static void
test_columns (void)
{
  static const struct
  {
    guint left;
    guint x;
    const char *attribute;
  } pages[] = { { 0, 240, "" }, { 700, 60, "" }, { 780, 160, "dir=rtl" } };

  for (gsize i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_autofree char *html
          = make_columns (pages[i].left, pages[i].x, pages[i].attribute);
      g_autofree char *words = extract_words (html, NULL);
      g_assert_cmpstr (words, ==, "First Second Third");
    }
}

/* Two columns with as much text: the one in the middle of the window. */
static void
test_middle (void)
{
  g_autofree char *words = extract_words (
      PAGE "<div class='0 0 250 1500'><p class='0 0 250 700'>Side. " PROSE "</p>"
           "<p class='0 720 250 700'>Sidelong. " PROSE "</p></div>"
           "<div class='300 0 300 1500'><p class='300 0 300 700'>Middle. " PROSE "</p>"
           "<p class='300 720 300 700'>More. " PROSE "</p></div>"
           "<div class='900 0 100 1500'><p class='900 0 100 20'>x</p></div>",
      NULL);

  g_assert_nonnull (strstr (words, "Middle More"));
}

/* Vertical lines of Chinese stand side by side, from right to left. */
static void
test_vertical (void)
{
  g_autofree char *words = extract_words (
      PAGE "<div class='0 0 1000 40'><a href=a class='0 0 90 20'>首页</a></div>"
           "<div class='100 100 800 800'><p class='800 100 80 "
           "800'>第一段。文章的文字从上到下</p>"
           "<p class='700 100 80 800'>第二段。文章的文字从上到下</p>"
           "<p class='600 100 80 800'>第三段。文章的文字从上到下</p></div>"
           "<div class='0 1000 1000 40'><p class='0 1000 200 20'>版权</p></div>",
      NULL);

  g_assert_cmpstr (words, ==,
                   "第一段。文章的文字从上到下 第二段。文章的文字从上到下 "
                   "第三段。文章的文字从上到下");
}

/* Every block without parts reaches the permitted degree of coherence; a higher one gives
 * more blocks. */
static void
test_permitted (void)
{
  g_autofree char *html = make_columns (0, 240, "");
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  guint n_before = 0;

  for (guint permitted = 1; permitted <= 10; permitted++)
    {
      g_autofree char *set = g_strdup_printf ("permitted-coherence=%u", permitted);
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmResult) result = extract_text (page, layout, set, &error);
      g_assert_no_error (error);
      const ExmResultData *data = exm_result_get (result);
      assert_blocks (data);
      g_autofree guint8 *has_parts = g_new0 (guint8, data->blocks->len);
      for (guint i = 1; i < data->blocks->len; i++)
        has_parts[g_array_index (data->blocks, ExmBlock, i).parent] = TRUE;
      for (guint i = 0; i < data->blocks->len; i++)
        g_assert_true (has_parts[i]
                       || g_array_index (data->blocks, ExmBlock, i).coherence
                              >= permitted);
      g_assert_cmpuint (data->blocks->len, >=, n_before);
      n_before = data->blocks->len;
    }
  g_assert_cmpuint (n_before, >, 8);
}

static void
test_lanes (void)
{
  g_autofree char *html = make_columns (0, 240, "");
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  g_autoptr (ExmResult) result = extract_text (page, layout, NULL, NULL);
  const ExmResultData *data = exm_result_get (result);
  guint head = (guint) (test_page_find_line (page, "Headline")
                        - test_page_find_line (page, "Home"));

  g_assert_cmpuint (data->lanes->len, ==, 2);
  const ExmLane *coherence = &g_array_index (data->lanes, ExmLane, 0);
  const ExmLane *separator = &g_array_index (data->lanes, ExmLane, 1);
  g_assert_cmpstr (coherence->id, ==, "coherence");
  g_assert_cmpstr (separator->id, ==, "separator");
  for (guint i = 0; i < data->n_lines; i++)
    g_assert_true (coherence->values[i] > 0 && coherence->values[i] <= 1);
  g_assert_cmpfloat (separator->values[0], ==, 0);
  g_assert_cmpfloat (separator->values[head], >, 0);
  /* Below the headline more than between two paragraphs. */
  g_assert_cmpfloat (separator->values[head + 1], >, separator->values[head + 2]);

  ExmResultData copy;
  exm_result_data_copy (data, &copy);
  g_assert_cmpuint (copy.blocks->len, ==, data->blocks->len);
  exm_result_data_clear (&copy);
}

/* Boxes of nothing, upon each other, or outside of what is around them; nothing to see.
 */
static void
test_bad_boxes (void)
{
  g_autofree char *overlapping = extract_words (
      PAGE "<div class='0 0 900 900'><p class='0 0 900 500'>a " PROSE "</p>"
           "<p class='0 100 900 500'>b " PROSE "</p><p class='50 50 900 500'>c " PROSE
           "</p>"
           "</div><div class='500 500 1 1'><p class='5000 9000 50 50'>far</p></div>",
      NULL);
  g_assert_cmpstr (overlapping, ==, "a b c");
  g_autofree char *nothing = extract_words ("<p>a<p>b", NULL);
  g_assert_cmpstr (nothing, ==, "");
  g_autofree char *alone = extract_words ("<p class='0 0 9 9'>a", NULL);
  g_assert_cmpstr (alone, ==, "a");
  g_autofree char *links = extract_words (PAGE "<a href=x class='0 0 99 99'>a</a>", NULL);
  g_assert_cmpstr (links, ==, "");
}

static void
test_refused (void)
{
  g_autoptr (ExmPageText) page = test_page_read (PAGE "<p class='0 0 9 9'>a");
  g_autoptr (ExmPageText) other = test_page_read (PAGE "<p class='0 0 9 9'>a");
  g_autoptr (ExmLayout) layout = test_layout_new (other);
  g_autoptr (GError) error = NULL;

  g_assert_null (extract_text (page, layout, NULL, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT);
  g_clear_error (&error);
  g_assert_null (extract_text (page, NULL, NULL, &error));
  g_assert_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_LAYOUT);
  g_assert_nonnull (strstr (error->message, "vips"));
}

/* A page of @n lines, in a list or in elements inside each other. */
static double
time_page (guint n, gboolean is_deep)
{
  g_autoptr (GString) html = g_string_new (PAGE);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (html, "%s<p class='%u %u %u 15 - %u'>line %u</p>%s",
                            is_deep && i % 400 < 300 ? "<div>" : "", i % 7, 20 * i,
                            200 + i % 50, 12 + i % 9, i,
                            is_deep && i % 400 == 399 ? "</div></div></div>" : "");
  g_autoptr (ExmPageText) page = test_page_read (html->str);
  g_autoptr (ExmLayout) layout = test_layout_new (page);
  g_autoptr (GError) error = NULL;
  clock_t start = clock ();
  g_autoptr (ExmResult) result
      = extract_text (page, layout, "permitted-coherence=10", &error);
  double seconds = (double) (clock () - start) / CLOCKS_PER_SEC;
  g_assert_no_error (error);
  assert_blocks (exm_result_get (result));
  return seconds;
}

static void
test_long_pages (void)
{
  for (guint is_deep = 0; is_deep < 2; is_deep++)
    {
      double few = time_page (25000, is_deep != 0);
      double many = time_page (100000, is_deep != 0);
      g_test_message ("25,000 lines: %.2f s, 100,000: %.2f s", few, many);
      /* Four times as many; sixteen times as long would be the square. */
      g_assert_cmpfloat (many, <, 9 * few + 0.5);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/vips/rules", test_rules);
  g_test_add_func ("/vips/unseen", test_unseen);
  g_test_add_func ("/vips/separators-oracle", test_separators_oracle);
  g_test_add_func ("/vips/weights", test_weights);
  g_test_add_func ("/vips/columns", test_columns);
  g_test_add_func ("/vips/middle", test_middle);
  g_test_add_func ("/vips/vertical", test_vertical);
  g_test_add_func ("/vips/permitted", test_permitted);
  g_test_add_func ("/vips/lanes", test_lanes);
  g_test_add_func ("/vips/bad-boxes", test_bad_boxes);
  g_test_add_func ("/vips/refused", test_refused);
  g_test_add_func ("/vips/long-pages", test_long_pages);
  return g_test_run ();
}
