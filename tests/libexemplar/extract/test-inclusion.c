/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Inclusions and exclusions at the ends of the example's body apply to the targets. */

#include "extract/exm-line-kind.h"
#include "extract/exm-method.h"
#include "extract/exm-region-model.h"

#include "methods/exm-method-table.h"
#include "test-page.h"

#include <string.h>

typedef struct
{
  const char *title;
  const char *author;
  const char *date;
  const char *caption;
  const char *prose[4];
} Article;

static const Article example = {
  "Harbour reopens after storm",
  "By Ann Lee",
  "3 March 2026, 10:30",
  "A view of quay seven",
  { "Ferries left the harbour again on Monday, three days after waves had torn away two "
    "of its cranes and most of the old wooden pier.",
    "Divers found no damage below the water line, the harbour master said, but nobody "
    "may walk on the outer wall before it has been looked at.",
    "Fishermen have lost a week of work; some of them mended nets in the market hall, "
    "where it was at least dry.",
    "A last ship from the north is expected tonight, with salt, timber and the post." },
};
static const Article target = {
  "Council votes on new bridge",
  "By Bo Ek",
  "9 April 2026, 08:15",
  "Builders wait, yesterday",
  { "After nine hours of debate the town will get its second crossing: twenty-one "
    "councillors were for it and nineteen against.",
    "It is to be paid for by a loan which, as critics point out, our grandchildren will "
    "still be paying back when the steel has long rusted.",
    "Supporters speak of shorter ways to school and of less noise in the lanes around "
    "Saint Mary's, where lorries queue every morning.",
    "Work could begin in autumn if no court objects." },
};

/* The parts of an article in a template that names nothing. */
static char *
make_page (const Article *article)
{
  g_autoptr (GString) prose = g_string_new (NULL);

  for (guint i = 0; i < 4; i++)
    {
      g_string_append_printf (prose, "<p>%s</p>", article->prose[i]);
      if (i == 1)
        g_string_append_printf (prose,
                                "<figure><img src=x><figcaption>%s</figcaption>"
                                "</figure>",
                                article->caption);
    }
  return g_strdup_printf (
      "<title>%s</title><ul><li>Home</li><li>Weather today</li></ul><div><h1>%s</h1>"
      "<p>%s</p><p>%s</p>%s<p>%s for this paper</p></div><p>About us</p><p>Contact</p>",
      article->title, article->title, article->author, article->date, prose->str,
      article->author);
}

/* The lines of @article's page but for those of @left_out, which is "|a|b|". */
static char *
make_region (const Article *article, const char *left_out)
{
  g_autofree char *html = make_page (article);
  g_autoptr (ExmPageText) page = test_page_read (html);
  GString *out = g_string_new (NULL);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    {
      const char *line = exm_page_text_get_line (page, i);
      g_autofree char *wanted = g_strdup_printf ("|%s|", line);
      if (strstr ("|Home|Weather today|About us|Contact|", wanted) == NULL
          && strstr (left_out, wanted) == NULL)
        g_string_append_printf (out, "%s\n", line);
    }
  return g_string_free (out, FALSE);
}

/* The lines that are kept of the target by an example whose region lacks @left_out. */
static char *
extract (const char *left_out)
{
  g_autofree char *a = make_page (&example), *b = make_page (&target);
  g_autofree char *region = make_region (&example, left_out);
  g_autoptr (ExmPrepared) marked = test_page_prepare (a, region);
  g_autoptr (ExmPrepared) page = test_page_prepare (b, NULL);
  const ExmMethodInput input
      = { .target = page, .examples = &marked, .n_examples = 1, .window = 32 };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result
      = exm_method_run (exm_method_find (NULL, NULL), &input, &error);
  GString *out = g_string_new ("|");

  g_assert_no_error (error);
  const ExmResultData *data = exm_result_get (result);
  for (guint i = 0; i < data->n_lines; i++)
    if (data->verdicts[i] == EXM_VERDICT_KEPT)
      g_string_append_printf (out, "%s|",
                              exm_page_text_get_line (exm_prepared_get_page (page), i));
  g_test_message ("%s", out->str);
  return g_string_free (out, FALSE);
}

static gboolean
holds (const char *kept, const char *line)
{
  g_autofree char *wanted = g_strdup_printf ("|%s|", line);

  return strstr (kept, wanted) != NULL;
}

static void
test_all_in (void)
{
  g_autofree char *kept = extract ("");

  g_assert_true (holds (kept, target.title));
  g_assert_true (holds (kept, target.author));
  g_assert_true (holds (kept, target.date));
  g_assert_true (holds (kept, target.caption));
  g_assert_true (holds (kept, "By Bo Ek for this paper"));
  g_assert_false (holds (kept, "Weather today"));
}

static void
test_all_out (void)
{
  g_autofree char *kept
      = extract ("|Harbour reopens after storm|By Ann Lee|3 March 2026, 10:30|"
                 "A view of quay seven|By Ann Lee for this paper|");

  g_assert_false (holds (kept, target.title));
  g_assert_false (holds (kept, target.author));
  g_assert_false (holds (kept, target.date));
  g_assert_false (holds (kept, target.caption));
  g_assert_false (holds (kept, "By Bo Ek for this paper"));
  g_assert_true (holds (kept, target.prose[0]));
  g_assert_true (holds (kept, target.prose[3]));
}

/* One kind is in and another out, though they hang in the same place. */
static void
test_byline_alone (void)
{
  g_autofree char *kept = extract ("|Harbour reopens after storm|3 March 2026, 10:30|");

  g_assert_false (holds (kept, target.title));
  g_assert_true (holds (kept, target.author));
  g_assert_false (holds (kept, target.date));
  g_assert_true (holds (kept, target.caption));
}

/* Short paragraphs are no boilerplate where the body hangs, though short lines of the
 * same place stood before and behind it; where most was left out, they are. */
static void
test_short_paragraphs (void)
{
  static const char frame[] = "<p>Home</p><p>Weather</p>%s%s<p>About us</p><p>Help</p>";
  const char *const more[] = { "", "<p>So much for the news; here follow, at length, all "
                                   "the terms by which this paper may be read.</p>" };

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *first = g_strdup_printf ("<p>%s</p>", example.prose[0]);
      g_autofree char *a = g_strdup_printf (frame, first, more[i]);
      g_autofree char *b = g_strdup_printf (frame, "<p>He did.</p>", more[i]);
      g_autoptr (ExmPrepared) marked = test_page_prepare (a, example.prose[0]);
      g_autoptr (ExmPrepared) page = test_page_prepare (b, NULL);
      const ExmMethodInput input
          = { .target = page, .examples = &marked, .n_examples = 1 };
      g_autoptr (ExmRegionModel) model = exm_region_model_new (&input);
      g_auto (ExmRegionValues) values = { NULL };
      exm_region_model_measure (model, page, &values);
      if (i == 0)
        g_assert_cmpfloat (values.inclusion[2], ==, 0);
      else
        g_assert_cmpfloat (values.inclusion[2], <, -.5);
    }
}

static void
test_kinds (void)
{
  static const struct
  {
    const char *html;
    guint kinds;
  } cases[] = {
    { "<h1>Anything</h1>", EXM_LINE_KIND_HEADLINE },
    { "<p>By Ann Lee</p>", EXM_LINE_KIND_BYLINE },
    { "<p>作者：王小明</p>", EXM_LINE_KIND_BYLINE },
    { "<p>2026年3月1日 10:30</p>", EXM_LINE_KIND_DATE },
    { "<p>March 3rd, 2026</p>", EXM_LINE_KIND_DATE },
    { "<p>2026-03-01</p>", EXM_LINE_KIND_DATE },
    { "<p>By Ann Lee, 3.2.2026</p>", EXM_LINE_KIND_DATE | EXM_LINE_KIND_BYLINE },
    { "<p><time datetime=2026-03-01>yesterday</time></p>", EXM_LINE_KIND_DATE },
    { "<figure><figcaption>A view</figcaption></figure>", EXM_LINE_KIND_CAPTION },
    { "<div class=image-caption>A view</div>", EXM_LINE_KIND_CAPTION },
    { "<div class=article-byline><span>Ann Lee</span></div>", EXM_LINE_KIND_BYLINE },
    { "<p>In 2026 the marchers walked on.</p>", 0 },
    { "<p>Byron was a poet</p>", 0 },
    { "<p>1,200 ships and 40 boats</p>", 0 },
    { "<p>By the time that the committee had at last come together in the hall at 10:30, "
      "there was nobody left who would still have listened to it.</p>",
      0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (ExmPageText) page = test_page_read (cases[i].html);
      guint8 kinds = 0xff;
      g_test_message ("%s", cases[i].html);
      exm_line_kind_find (page, &kinds);
      g_assert_cmpuint (kinds, ==, cases[i].kinds);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/inclusion/short-paragraphs", test_short_paragraphs);
  g_test_add_func ("/extract/inclusion/kinds", test_kinds);
  g_test_add_func ("/extract/inclusion/all-in", test_all_in);
  g_test_add_func ("/extract/inclusion/all-out", test_all_out);
  g_test_add_func ("/extract/inclusion/byline-alone", test_byline_alone);
  return g_test_run ();
}
