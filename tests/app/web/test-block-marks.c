/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Blocks are drawn over a page where their lines lie in the view, whatever width they
 * were found at, and say what they are under the pointer. */

#include "page-view-fixture.h"
#include "test-gui.h"

#include <string.h>

#define PAGE                                                                             \
  "<style>body { margin: 0; font: 16px sans-serif } .side { float: left; width: 200px }" \
  ".text { margin-left: 240px } p { margin: 0 0 40px } .wide { width: 1900px }</style>"  \
  "<script>document.title = 'ran'</script>"                                              \
  "<div class=side><p>Side one</p><p>Side two</p></div>"                                 \
  "<div class=text><p>Body one</p><p>Body two</p><p>Body three</p></div>"                \
  "<img width=90 height=90>"

/* The page, a column of two, one of three with its parts. Where they were found says
 * nothing of where they are here. */
static ExmResult *
make_result (ExmPageText *page)
{
  static const struct
  {
    guint32 parent, first, last;
    guint8 coherence, depth;
    gboolean is_main;
  } blocks[] = {
    { EXM_NONE, 0, 4, 1, 0, FALSE }, { 0, 0, 1, 8, 1, FALSE },
    { 0, 2, 4, 5, 1, TRUE },         { 2, 2, 2, 10, 2, FALSE },
    { 2, 3, 4, 9, 2, FALSE },        { 0, EXM_NONE, EXM_NONE, 10, 1, FALSE },
  };
  ExmResultData data;
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, 5);
  exm_result_data_init (&data, "vips", n_lines);
  data.blocks = g_array_new (FALSE, FALSE, sizeof (ExmBlock));
  for (gsize i = 0; i < G_N_ELEMENTS (blocks); i++)
    {
      const ExmBlock block = {
        .parent = blocks[i].parent,
        .first_line = blocks[i].first,
        .last_line = blocks[i].last,
        .box = { 5000, 5000, 10, 10 },
        .coherence = blocks[i].coherence,
        .depth = blocks[i].depth,
        .is_main = blocks[i].is_main,
      };
      g_array_append_val (data.blocks, block);
    }
  float *separators = exm_result_data_add_lane (&data, "separator")->values;
  separators[2] = .7f;
  separators[3] = .2f;
  return exm_result_new (&data);
}

/* For each block with a frame: how far its frame is outside of the rectangle of its
 * lines, on all sides, in pixels of the view; the least and the greatest of all. */
#define FRAMES                                                                           \
  "const out = []; const host = exemplar.host.getBoundingClientRect();"                  \
  "exemplar.blocks.list.forEach((block, i) => { if (!block.rect) return;"                \
  "  let box = null; for (let line = block.first; line <= block.last; line++) {"         \
  "    const r = exemplar.rangeOf(exemplar.here(line, false), exemplar.here(line, "      \
  "true))"                                                                               \
  "      .getBoundingClientRect();"                                                      \
  "    box = box ? [Math.min(box[0], r.left), Math.min(box[1], r.top),"                  \
  "                 Math.max(box[2], r.right), Math.max(box[3], r.bottom)]"              \
  "              : [r.left, r.top, r.right, r.bottom]; }"                                \
  "  out.push(Math.abs(block.rect.left + host.left - box[0]),"                           \
  "           Math.abs(block.rect.top + host.top - box[1]),"                             \
  "           Math.abs(block.rect.right + host.left - box[2]),"                          \
  "           Math.abs(block.rect.bottom + host.top - box[3])); });"                     \
  "return out.length + ' ' + (Math.max(...out) < 1)"

/* Frames of blocks with lines but for the page's, a separator between the columns and one
 * in the article, tags of what is large enough, what is in the article's colour. */
#define DRAWN "return exemplar.describeBlocks().split(' ').slice(0, 2).join(' ')"

static void
test_frames (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, PAGE, NULL);
  g_autoptr (ExmResult) result = make_result (self->page);

  exm_page_view_set_blocks (self->view, result);
  page_fixture_wait_for (self, DRAWN, "4 2");
  page_fixture_wait_for (self, FRAMES, "20 true");
  /* The article and its parts. */
  page_fixture_wait_for (self, "return exemplar.describeBlocks().split(' ')[3]", "3");
  /* Made larger, and scrolled, they are still there. */
  g_object_set (self->view, "zoom-fit", FALSE, NULL);
  page_fixture_wait_for (self, "return exemplar.marks.zoom", "1");
  page_fixture_wait_for (self, FRAMES, "20 true");
  g_autofree char *scrolled = page_fixture_ask (self, "scrollTo(40, 30); return 1");
  page_fixture_wait_for (self, FRAMES, "20 true");
  /* The page is no wider for it, and its scripts did not run. */
  page_fixture_wait_for (self,
                         "const w = exemplar.measure(); exemplar.host.remove();"
                         "const is = w === exemplar.measure();"
                         "document.documentElement.append(exemplar.host); return is",
                         "true");
  page_fixture_wait_for (self, "return document.title", "");
  exm_page_view_set_blocks (self->view, NULL);
  page_fixture_wait_for (self, DRAWN, "0 0");
}

/* Set while the page is on its way, they come with it; another page has none. */
static void
test_loading (PageFixture *self, gconstpointer data)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (PAGE, strlen (PAGE));

  page_fixture_begin (self, bytes, NULL);
  g_autoptr (ExmResult) result = make_result (self->page);
  exm_page_view_set_blocks (self->view, result);
  page_fixture_wait_loaded (self);
  page_fixture_wait_for (self, DRAWN, "4 2");
  exm_page_view_reload (self->view);
  self->n_loaded = 0;
  page_fixture_wait_loaded (self);
  page_fixture_wait_for (self, DRAWN, "4 2");
  page_fixture_load_html (self, PAGE, NULL);
  page_fixture_wait_for (self, DRAWN, "0 0");
}

#define WORDS "return exemplar.describeBlocks().split(' ').slice(4).join(' ')"

/* The innermost block under the pointer, and the one that is looked at. */
static void
test_words (PageFixture *self, gconstpointer data)
{
  page_fixture_load_html (self, PAGE, NULL);
  g_autoptr (ExmResult) result = make_result (self->page);

  exm_page_view_set_blocks (self->view, result);
  page_fixture_wait_for (self, DRAWN, "4 2");
  page_fixture_hover (self, 3);
  page_fixture_wait_for (self, WORDS, "Block 5 · coherence 9 · lines 4–5");
  page_fixture_hover (self, 0);
  page_fixture_wait_for (self, WORDS, "Block 2 · coherence 8 · lines 1–2");
  g_autofree char *left = page_fixture_ask (self, "exemplar.leave(); return 1");
  page_fixture_wait_for (self, WORDS, "");
  exm_page_view_set_block (self->view, 2);
  page_fixture_wait_for (self, WORDS, "Block 3, the article · coherence 5 · lines 3–5");
  exm_page_view_set_block (self->view, EXM_NONE);
  page_fixture_wait_for (self, WORDS, "");
  /* A block of pictures alone lies nowhere here. */
  exm_page_view_set_block (self->view, 5);
  page_fixture_wait_for (self, WORDS, "");
}

int
main (int argc, char **argv)
{
  test_gui_init (&argc, &argv);
#define ADD(name)                                                                        \
  g_test_add ("/app/block-marks/" #name, PageFixture, NULL, page_fixture_set_up,         \
              test_##name, page_fixture_tear_down)
  ADD (frames);
  ADD (loading);
  ADD (words);
  return g_test_run ();
}
