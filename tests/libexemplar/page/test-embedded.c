/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies that are hidden until a script shows them, and bodies that no markup holds. */

#include "test-page.h"

#include <string.h>

#define FIRST                                                                            \
  "The harbour board met on Monday, after three weeks of rain, to decide what becomes "  \
  "of the old ferry; nobody had expected the hall to be so full, and two people spoke "  \
  "from the stairs."
#define SECOND                                                                           \
  "Its engine, which was built in the same yard as the boat itself, has run for forty "  \
  "years without a spare part, and the mechanics say that it could run for ten more, "   \
  "if only someone paid for the oil."
#define THIRD                                                                            \
  "A vote is planned for the spring, when the budget is known; until then the boat "     \
  "stays where it is, and the children of the island go to school by the small one, "    \
  "as they did last winter."

#define ZH_FIRST                                                                                                                   \
  "周一晚上，港务局召开会议，讨论旧渡轮的去留问题。会场座无虚席，有两位居民只好站在楼梯" \
  "上发言，他们说渡轮是岛上的记忆。"
#define ZH_SECOND                                                                                                                  \
  "这台发动机与船体出自同一家船厂，四十年来没有更换过零件，机械师认为它还能再用十年，只" \
  "要有人愿意支付燃油的费用。"

/* The flags that tell where a line comes from. */
#define ORIGIN                                                                           \
  (EXM_LINE_FLAGGED | EXM_LINE_REVEALED | EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN)

static void
assert_origin (const char *html, const char *text, guint flags)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  const ExmLine *line = test_page_find_line (page, text);

  g_assert_cmphex (line->flags & ORIGIN, ==, flags);
}

/* Finds the line @text, EXM_NONE if it is missing. */
static guint
find_line (const ExmPageText *page, const char *text)
{
  guint n;

  exm_page_text_get_lines (page, &n);
  for (guint i = 0; i < n; i++)
    if (strcmp (exm_page_text_get_line (page, i), text) == 0)
      return i;
  return EXM_NONE;
}

static const char *
find_body (const ExmPageText *page, const char *name)
{
  guint n;
  const ExmSlice *slices = exm_page_text_get_slices (page, &n);

  for (guint i = 0; i < n; i++)
    if (slices[i].kind == EXM_SLICE_BODY
        && strcmp (exm_page_text_get_string (page, slices[i].name), name) == 0)
      return exm_page_text_get_string (page, slices[i].value);
  return NULL;
}

static void
test_revealed (void)
{
  static const struct
  {
    const char *html;
    guint flags;
  } cases[] = {
    { "<p>Menu</p><div style='display:none'><h1>Ferry</h1><p>" FIRST "<p>" SECOND
      "</div><p>" THIRD,
      EXM_LINE_REVEALED },
    { "<div hidden><p>" FIRST "<p>" SECOND "</div>", EXM_LINE_REVEALED },
    { "<p style='visibility: hidden'>" FIRST "<p hidden>" SECOND, EXM_LINE_REVEALED },
    { "<p>Menu</p><noscript><p>" FIRST "<p>" SECOND "</noscript>",
      EXM_LINE_REVEALED | EXM_LINE_UNSEEN },
    { "<p>Menu</p><template><p>" FIRST "<p>" SECOND "</template>",
      EXM_LINE_REVEALED | EXM_LINE_UNSEEN },
    /* One paragraph is a notice. */
    { "<p>Menu</p><div hidden><p>" FIRST "</div>", EXM_LINE_HIDDEN },
    /* More is shown than hidden. */
    { "<div hidden><p>" FIRST "<p>" SECOND "</div><p>" THIRD "<p>" THIRD "<p>" THIRD,
      EXM_LINE_HIDDEN },
    /* Hidden text repeats the shown text. */
    { "<div hidden><p>" FIRST "<p>" SECOND "<p>" FIRST "</div><h2>A</h2><p>" SECOND
      "<p>" FIRST,
      EXM_LINE_HIDDEN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].html);
      assert_origin (cases[i].html, FIRST, cases[i].flags);
    }
}

/* Chinese has no spaces to count words by. */
static void
test_revealed_zh (void)
{
  assert_origin ("<p>首页</p><div style='display:none'><p>" ZH_FIRST "<p>" ZH_SECOND
                 "</div>",
                 ZH_FIRST, EXM_LINE_REVEALED);
}

/* Only what holds prose comes forth: its headings with it, menus not. */
static void
test_revealed_parts (void)
{
  static const char html[]
      = "<div hidden><a href=/>Sign in</a></div><div hidden><h2>Ferry</h2><p>" FIRST
        "<p>" SECOND "</div><select><option>One</select>";

  assert_origin (html, "Sign in", EXM_LINE_HIDDEN);
  assert_origin (html, "Ferry", EXM_LINE_REVEALED);
  assert_origin (html, "One", EXM_LINE_SELECT);
}

#define LD(members)                                                                      \
  "<script type='application/ld+json'>{\"@type\":\"NewsArticle\"," members "}</script>"

static void
test_declared_used (void)
{
  static const char html[] = "<title>Ferry</title><nav>Home</nav>" LD (
      "\"articleBody\":\"" FIRST "\\n\\n" SECOND
      "\",\"headline\":\"Ferry\"") "<p>Loading</p>";
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *all = test_page_join (page);

  g_assert_cmpstr (all, ==, "Home|Loading|" FIRST "|" SECOND);
  g_assert_cmpstr (find_body (page, "json-ld"), ==, FIRST "\n" SECOND);
  assert_origin (html, FIRST, EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN);
  /* The place that is said for it is the script's text. */
  const ExmLine *line = test_page_find_line (page, FIRST);
  const char *script = strstr (html, "{\"@type");
  g_assert_cmpuint (line->source_start, ==, script - html);
  g_assert_cmpuint (line->source_end, ==, strstr (html, "</script>") - html);
}

/* A page that shows the beginning: the body takes its place, once. */
static void
test_declared_continues (void)
{
  static const char html[]
      = "<nav>Home</nav><h1>Ferry</h1><p>" FIRST "</p><p>Subscribe to read on</p>" LD (
          "\"articleBody\":\"" FIRST "\\n" SECOND "\\n" THIRD "\"");
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *all = test_page_join (page);

  g_assert_cmpstr (all, ==,
                   "Home|Ferry|" FIRST "|" SECOND "|" THIRD "|" FIRST
                   "|Subscribe to read on");
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  g_assert_cmphex (lines[2].flags & ORIGIN, ==, EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN);
  g_assert_cmphex (lines[5].flags & ORIGIN, ==, EXM_LINE_DOUBLE);
}

/* Shown text belongs to the page; the declaration stays a hint. */
static void
test_declared_shown (void)
{
  static const char html[] = "<h1>Ferry</h1><p>" FIRST "</p><p>" SECOND
                             "</p>" LD ("\"articleBody\":\"" FIRST " " SECOND "\"");
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *all = test_page_join (page);

  g_assert_cmpstr (all, ==, "Ferry|" FIRST "|" SECOND);
  g_assert_cmpstr (find_body (page, "json-ld"), ==, FIRST " " SECOND);
}

static void
test_declared_markup (void)
{
  static const char html[]
      = LD ("\"articleBody\":\"<p>" FIRST "<\\/p><h2>Engine</h2><ul><li>" SECOND
            "</ul><p><a href=\\\"/boats\\\">Boats</a> &amp; more\"") "<p>x";
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *all = test_page_join (page);
  guint n_spans;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);

  g_assert_cmpstr (all, ==, "x|" FIRST "|Engine|" SECOND "|Boats & more");
  g_assert_cmpuint (test_page_find_line (page, "Engine")->heading, ==, 2);
  g_assert_cmphex (test_page_find_line (page, SECOND)->flags & EXM_LINE_LIST_ITEM, !=, 0);
  g_assert_cmpuint (n_spans, ==, 1);
  g_assert_cmpstr (exm_page_text_get_string (page, spans[0].value), ==, "/boats");
  g_assert_cmpuint (spans[0].line, ==, find_line (page, "Boats & more"));
}

static void
test_scripts (void)
{
  static const char *const htmls[] = {
    /* One string. */
    "<div id=app></div><script id=__STATE__ type=application/json>"
    "{\"page\":{\"id\":7,\"html\":\"<p>" FIRST "</p><p>" SECOND "</p>\"}}</script>",
    /* A value that a script assigns, escaped. */
    "<div id=app></div><script>window.state = {\"content\": \"\\u003cp>" FIRST
    "\\u003c/p>\\u003cp>" SECOND "\\u003c/p>\"};load('x');</script>",
    /* Paragraphs one by one, with what is none between them. */
    "<div id=app></div><script>var blocks=[{\"kind\":\"p\",\"text\":\"" FIRST
    "\"},{\"kind\":\"ad\",\"code\":\"function(){ return a.b.c.d({e:1}); }, more code "
    "here\"},"
    "{\"kind\":\"p\",\"text\":\"" SECOND "\"}]</script>",
    /* JSON in a string of JSON. */
    "<div id=app></div><script>start(\"{\\\"a\\\":[1,2],\\\"body\\\":\\\"" FIRST
    "\\\\n" SECOND "\\\"}\")</script>",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (htmls); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (htmls[i]);
      g_autofree char *all = test_page_join (page);
      g_test_message ("%s", htmls[i]);
      g_assert_cmpstr (all, ==, FIRST "|" SECOND);
      g_assert_cmpstr (find_body (page, "script"), ==, FIRST "\n" SECOND);
      assert_origin (htmls[i], SECOND, EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN);
    }
}

static void
test_scripts_zh (void)
{
  test_page_assert_reads (
      "<div id=root></div><script>window.__DATA__={\"id\":1,\"content\":"
      "\"<p>" ZH_FIRST "</p><p>" ZH_SECOND "</p>\"}</script>",
      ZH_FIRST "|" ZH_SECOND);
}

/* Nothing is taken out of scripts where the page has text, where they only go on with
 * what it shows, and where they hold no prose. */
static void
test_scripts_left_alone (void)
{
  static const struct
  {
    const char *html;
    const char *lines;
  } cases[] = {
    { "<p>" FIRST "<p>" SECOND "<p>" THIRD "<script>x={\"t\":\"" ZH_FIRST ZH_SECOND
      "\"}</script>",
      FIRST "|" SECOND "|" THIRD },
    { "<p>" FIRST "<script>slides=[\"" FIRST "\",\"" SECOND "\",\"" THIRD "\"]</script>",
      FIRST },
    { "<p>x<script>f(\"" FIRST "\")</script>", "x" },
    { "<p>x<script>s=\"a{color:red;margin:0 auto;padding:0}b{color:red;margin:0 auto;}"
      "c{color:red;margin:0 auto;padding:0}d{color:red;margin:0 auto;padding:0;top:1px}"
      "e{color:red;margin:0 auto;padding:0}f{color:red;margin:0 auto;padding:0;top:1px}\""
      "</script>",
      "x" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    test_page_assert_reads (cases[i].html, cases[i].lines);
}

static void
test_srcdoc (void)
{
  static const char html[]
      = "<p>before</p><iframe srcdoc='<h2>Inside</h2>&lt;p>one <b>two</b></p>"
        "<script>x</script><iframe srcdoc=\"never\"></iframe>'>old</iframe><p>after "
        "<b>b</b>"
        "<div hidden><iframe srcdoc='<p>unseen'></iframe></div><iframe "
        "srcdoc=''></iframe>";
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autofree char *all = test_page_join (page);
  guint n_spans;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n_spans);

  g_assert_cmpstr (all, ==, "before|Inside|one two|after b");
  assert_origin (html, "one two", EXM_LINE_EMBEDDED | EXM_LINE_UNSEEN);
  g_assert_cmpuint (n_spans, ==, 2);
  g_assert_cmpuint (spans[0].line, ==, 2);
  g_assert_cmpuint (spans[1].line, ==, 3);
}

/* Depths add up; nothing is lost where they go over the limit. */
static void
test_srcdoc_deep (void)
{
  g_autofree char *inside = test_page_repeat ("", "<div>", 400, "deep");
  g_autofree char *frame = g_strdup_printf ("<iframe srcdoc='%s'></iframe>", inside);
  g_autofree char *html = test_page_repeat ("", "<div>", 400, frame);

  test_page_assert_reads (html, "deep");
}

/* A tag that never ends swallows the page in browsers; here it is one of no meaning.
 * Where it ends, however late, the standard holds. */
static void
test_swallowed (void)
{
  static const struct
  {
    const char *html, *lines;
  } cases[] = {
    { "<meta charset=utf-8><title>Ferry' + x + '\"><p>" FIRST "<p>" SECOND,
      "Ferry' + x + '\">|" FIRST "|" SECOND },
    { "<TITLE\nlang=en>Ferry<div>" FIRST "</div></Titles>", "Ferry|" FIRST },
    { "<textarea><p>" FIRST "</p>", FIRST },
    { "<title>A</title><textarea>B</textarea><title>C<p>" FIRST, "C|" FIRST },
    { "<title>Ferry<p>" FIRST "</title>", "" },
    { "<title", "" },
    { "<title>", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    test_page_assert_reads (cases[i].html, cases[i].lines);
  g_autoptr (ExmPageText) page = test_page_read (cases[0].html);
  const ExmLine *line = test_page_find_line (page, SECOND);
  g_assert_cmpuint (line->source_start, ==,
                    strstr (cases[0].html, SECOND) - cases[0].html);
  g_assert_cmpstr (exm_page_text_get_charset (page)->name, ==, "utf-8");
}

/* Quotation marks without end, and strings in strings, cost one pass each. */
static void
test_hostile (void)
{
  static const struct
  {
    const char *before, *unit, *after;
  } cases[] = {
    { "<p>x<script>", "\\\"", "</script>" },
    { "<p>x<script>\"", "\\\"", "</script>" },
    { "<p>x<script>", "\"a", "</script>" },
    { "<p>x<script>", "\":\"", "</script>" },
    { "<p>x<script>\"", "\\\\\\\"", "\"</script>" },
    { "<p>x<script>[", "\"" FIRST "\",", "]</script>" },
    { "<p>x<script type=application/ld+json>{\"articleBody\":\"", "\\u12",
      "\"}</script>" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *html
          = test_page_repeat (cases[i].before, cases[i].unit, 200000, cases[i].after);
      g_autoptr (GTimer) timer = g_timer_new ();
      g_autoptr (ExmPageText) page = test_page_read (html);
      g_test_message ("%.3f s", g_timer_elapsed (timer, NULL));
      g_assert_cmpfloat (g_timer_elapsed (timer, NULL), <, 20);
      g_assert_nonnull (page);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/embedded/revealed", test_revealed);
  g_test_add_func ("/page/embedded/revealed-zh", test_revealed_zh);
  g_test_add_func ("/page/embedded/revealed-parts", test_revealed_parts);
  g_test_add_func ("/page/embedded/declared-used", test_declared_used);
  g_test_add_func ("/page/embedded/declared-continues", test_declared_continues);
  g_test_add_func ("/page/embedded/declared-shown", test_declared_shown);
  g_test_add_func ("/page/embedded/declared-markup", test_declared_markup);
  g_test_add_func ("/page/embedded/scripts", test_scripts);
  g_test_add_func ("/page/embedded/scripts-zh", test_scripts_zh);
  g_test_add_func ("/page/embedded/scripts-left-alone", test_scripts_left_alone);
  g_test_add_func ("/page/embedded/srcdoc", test_srcdoc);
  g_test_add_func ("/page/embedded/srcdoc-deep", test_srcdoc_deep);
  g_test_add_func ("/page/embedded/swallowed", test_swallowed);
  g_test_add_func ("/page/embedded/hostile", test_hostile);
  return g_test_run ();
}
