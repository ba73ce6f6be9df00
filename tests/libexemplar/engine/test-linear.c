/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The whole chain, bytes to article, takes time in proportion to the page: pages of one
 * construct again and again, of one, two and four times the size. */

#include "article/exm-body.h"
#include "engine/exm-engine.h"

#include "test-page.h"

#include <string.h>
#include <time.h>

/* Four times the page may take so many times as long: quadratic work takes 16. */
#define MAX_RATIO 9.
#define N_ROUNDS 3

/* Shortest time that is evidence, seconds. */
#define TOO_QUICK .01

#define N_UNITS 600u
#define MAX_UNITS (N_UNITS << 5)

typedef struct
{
  const char *name;
  const char *before;
  const char *unit; /* # stands for a number of its own */
} Shape;

/* Prose enough for an article. */
#define SENTENCE                                                                         \
  "<p>The mayor said, on Monday, that the old bridge would stay closed for a year, and " \
  "that it is to be mended, not replaced."
#define STORY SENTENCE SENTENCE SENTENCE SENTENCE

static const Shape shapes[] = {
  { "lines", "<h1>Title</h1>", "<p>A line of its own, the #th of them, is here.</p>\n" },
  { "same-line", "<h1>Title</h1>", "<p>The same line again, which is short.</p>" },
  { "one-line", "<p>", "Word # of a line that never ends, and goes on. " },
  { "one-word", "<p>", "abcdefghijklmnopqrstuvwxyz" },
  { "han", "<p>", "市图书馆新馆今天上午开放，读者排起长队，第#位。" },
  { "links", "<h1>Title</h1>", "<a href=/a#>Headline # of another article</a> " },
  { "breaks", "<h1>Title</h1>", "Line # of an old page, parted by breaks.<br><br>" },
  { "comments", "<h1>Title</h1><p>A short post, and nothing else is said.</p>",
    "<div class=k><b>Jane</b> <i>3 hours ago</i><p>Comment # says that it is so.</div>" },
  { "articles", "<h1>Title</h1>",
    "<article><h2>Title #</h2><p>By Jane Doe<p>The #th article, which is "
    "short.</article>" },
  { "deep", "<h1>Title</h1>", "<div><p>Deeper and deeper, #.</p>" },
  { "lists", "<h1>Title</h1>", "<ul><li>Item # of a list in a list" },
  { "quotations", "<h1>Title</h1>", "<blockquote><p>Said #." },
  { "tables", "<h1>Title</h1><table>", "<tr><td>Cell #<td>3 | 4<td><b>x</b>" },
  { "layout", "<h1>Title</h1>", "<table><tr><td>Cell # of a layout in a layout" },
  { "misnested", "<h1>Title</h1>", "<b><i><p>Text # with what never ends</b>" },
  { "images", "<p>x", "<img src=/i#.jpg alt='Image #'><p>Caption #." },
  { "headings", "<title>Heading 1</title>", "<h2>Heading #</h2>" },
  { "same-headings",
    "<title>Bridge closed</title><div><h2>Bridge closed</h2>" STORY "</div><div>",
    "<h2>Heading #</h2><p>Text, the #th of it.</p>" },
  { "inner-articles",
    "<title>Bridge closed</title><article><h2>Bridge closed</h2>" STORY "</article>",
    "<article><p>Deeper and deeper, #.</p>" },
  { "dates", "<h1>Title</h1><p>", "2026-11-20 08:30 " },
  { "labels", "<h1>Title</h1><p>", "作者：张三 来源：某报 " },
  { "bylines", "<h1>Title</h1>", "<p>本报记者 张三 通讯员 李四</p>" },
  { "hidden", "<h1>Title</h1>",
    "<p hidden>Hidden line #, with a mark, and another.</p>" },
  { "strings", "<p>x<script>",
    "x#=\"A line of prose in a script, the #th, which is long enough to be read.\";" },
  { "frames", "<h1>Title</h1>", "<iframe srcdoc='<p>Line # of a frame.'></iframe>" },
  { "classes", "<h1>Title</h1>", "<p class='a# b# c#'>A line of classes, #.</p>" },
};

static char *
make_page (const Shape *shape, guint n, guint salt)
{
  GString *page = g_string_new ("<!DOCTYPE html><meta charset=utf-8>");

  g_string_append (page, shape->before);
  for (guint i = 0; i < n; i++)
    for (const char *p = shape->unit; *p != '\0'; p++)
      if (*p == '#')
        g_string_append_printf (page, "%u", i * 7 + salt);
      else
        g_string_append_c (page, *p);
  return g_string_free (page, FALSE);
}

static double
read_clock (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}

static ExmPrepared *
prepare (ExmEngine *engine, const char *html)
{
  const ExmPageHints hints = { .url = "https://site.example/a" };
  g_autoptr (GBytes) bytes = g_bytes_new (html, strlen (html));
  g_autoptr (GError) error = NULL;
  ExmPrepared *page = exm_engine_prepare (engine, bytes, &hints, NULL, &error);

  g_assert_no_error (error);
  return page;
}

static void
run (const char *example_html, const char *target_html)
{
  g_autoptr (ExmEngine) engine = exm_engine_new ();
  g_autoptr (ExmPrepared) example = prepare (engine, example_html);
  g_autoptr (ExmPrepared) target = prepare (engine, target_html);
  g_autoptr (ExmResult) result
      = exm_engine_extract (engine, target, &example, 1, NULL, NULL, NULL);
  g_autoptr (ExmMetadata) metadata
      = exm_engine_read_metadata_beside (engine, target, result, &example, 1, NULL);

  g_assert_nonnull (metadata);
  if (result == NULL)
    return;
  g_autofree char *markdown
      = exm_body_write_markdown (exm_prepared_get_page (target), result);
  g_autofree char *html = exm_body_write_html (exm_prepared_get_page (target), result);
  g_assert_nonnull (markdown);
  g_assert_nonnull (html);
}

/* The processor's seconds for a page of @n units: the least of some rounds, since whoever
 * else works on this computer only adds. */
static double
measure (const Shape *shape, guint n)
{
  g_autofree char *example = make_page (shape, n, 3);
  g_autofree char *target = make_page (shape, n, 5);
  double least = G_MAXDOUBLE;

  for (guint i = 0; i < N_ROUNDS; i++)
    {
      double start = read_clock ();
      run (example, target);
      least = MIN (least, read_clock () - start);
    }
  return least;
}

static void
test_shape (gconstpointer data)
{
  const Shape *shape = data;
  guint n = N_UNITS;
  double one = measure (shape, n);

  while (one < TOO_QUICK && n < MAX_UNITS)
    one = measure (shape, n *= 2);
  double two = measure (shape, 2 * n), four = measure (shape, 4 * n);
  g_test_message ("%u units: %.1f, %.1f, %.1f ms: %.1f times", n, 1e3 * one, 1e3 * two,
                  1e3 * four, four / one);
  g_assert_cmpfloat (four / one, <, MAX_RATIO);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autofree char *path = g_strconcat ("/engine/linear/", shapes[i].name, NULL);
      g_test_add_data_func (path, &shapes[i], test_shape);
    }
  return g_test_run ();
}
