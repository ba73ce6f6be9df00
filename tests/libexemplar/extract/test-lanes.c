/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Each lane alone, on a page made for it: what it measures and what it adds. */

#include "extract/exm-lane.h"

#include "test-page.h"

#include <string.h>

/* A lane's surroundings without a method: no similarity and no evidence until the test
 * sets them. */
typedef struct
{
  ExmPrepared *target;  /* (owned) */
  ExmPrepared *example; /* (owned) */
  ExmMethodInput input;
  ExmResultData data;     /* (owned) */
  float *fs;              /* (owned) */
  float *bs;              /* (owned) */
  ExmRegionValues region; /* (owned) */
  ExmLaneContext context;
} Bench;

static void
bench_init (Bench *self, const char *target, const char *example, const char *region)
{
  *self = (Bench){
    .target = test_page_prepare (target, NULL),
    .example = test_page_prepare (example, region),
  };
  self->input = (ExmMethodInput){
    .target = self->target,
    .examples = &self->example,
    .n_examples = 1,
  };
  ExmPageText *page = exm_prepared_get_page (self->target);
  guint n_chars = exm_page_text_get_n_chars (page);
  self->fs = g_new0 (float, n_chars + 1);
  self->bs = g_new0 (float, n_chars + 1);
  self->context = (ExmLaneContext){
    .input = &self->input,
    .page = page,
    .example = self->example,
    .fs = self->fs,
    .bs = self->bs,
    .region = &self->region,
    .data = &self->data,
  };
  self->context.lines = exm_page_text_get_lines (page, &self->context.n_lines);
  self->context.nodes = exm_page_text_get_nodes (page, &self->context.n_nodes);
  exm_result_data_init (&self->data, "test", self->context.n_lines);
}

static void
bench_clear (Bench *self)
{
  exm_result_data_clear (&self->data);
  g_free (self->fs);
  g_free (self->bs);
  exm_region_values_clear (&self->region);
  exm_prepared_unref (self->target);
  exm_prepared_unref (self->example);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Bench, bench_clear)

static guint
find (Bench *self, const char *text)
{
  return (guint) (test_page_find_line (self->context.page, text) - self->context.lines);
}

static const ExmLane *
find_lane (Bench *self, const char *id)
{
  for (guint i = 0; i < self->data.lanes->len; i++)
    {
      const ExmLane *lane = &g_array_index (self->data.lanes, ExmLane, i);
      if (strcmp (lane->id, id) == 0)
        return lane;
    }
  g_error ("no lane “%s”", id);
}

static void
assert_near (double value, double expected)
{
  g_assert_cmpfloat (value, >, expected - 1e-4);
  g_assert_cmpfloat (value, <, expected + 1e-4);
}

static void
assert_lane (
    Bench *self, const char *id, const char *line, double value, double contribution)
{
  const ExmLane *lane = find_lane (self, id);
  guint i = find (self, line);

  g_test_message ("%s of “%s”: %g, %g", id, line, (double) lane->values[i],
                  (double) lane->contributions[i]);
  assert_near (lane->values[i], value);
  assert_near (lane->contributions[i], contribution);
}

/* Sets the similarity of all characters of a line. */
static void
set_similarity (Bench *self, const char *text, float fs, float bs)
{
  const ExmLine *line = test_page_find_line (self->context.page, text);

  for (guint i = line->start; i < line->start + line->n_chars; i++)
    {
      self->fs[i] = fs;
      self->bs[i] = bs;
    }
}

static void
test_novelty (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<p>Menu 12</p><p>Signed, the editors</p><p>new</p><p>alike</p><p>half</p>"
              "<p>blind</p><p>weak</p><p hidden>Menu 9</p>",
              "<p>menu 7</p><p>Signed, the editors</p>", "Signed, the editors");
  set_similarity (&bench, "Menu 12", 1, 1);
  set_similarity (&bench, "Signed, the editors", 1, 1);
  set_similarity (&bench, "alike", .9f, .2f);
  set_similarity (&bench, "half", .1f, .65f);
  set_similarity (&bench, "weak", .5f, .4f);
  set_similarity (&bench, "blind", .8f, .8f);
  exm_lane_novelty (&bench.context);

  assert_lane (&bench, "known", "Menu 12", 1, -2);
  assert_lane (&bench, "fs", "Menu 12", 1, 0);
  assert_lane (&bench, "bs", "Menu 12", 1, 0);
  /* Marked as body on the example: no template, wherever it occurs. */
  assert_lane (&bench, "known", "Signed, the editors", 0, 0);
  assert_lane (&bench, "fs", "Signed, the editors", 1, 0);
  assert_lane (&bench, "known", "new", 0, 0);
  assert_lane (&bench, "fs", "new", 0, 0);
  /* The similar side takes the blame, once. */
  assert_lane (&bench, "fs", "alike", .9, -2);
  assert_lane (&bench, "bs", "alike", .2, 0);
  assert_lane (&bench, "fs", "half", .1, 0);
  assert_lane (&bench, "bs", "half", .65, -1);
  assert_lane (&bench, "fs", "blind", .8, -2);
  assert_lane (&bench, "bs", "blind", .8, 0);
  assert_lane (&bench, "fs", "weak", .5, 0);
  assert_lane (&bench, "known", "Menu 9", 0, 0);
}

/* Text that the example has as a link alone is quoted there, and new here. */
static void
test_novelty_of_quoted (void)
{
  static const char text[] = "I came upon a film of the earth, and here it is for you.";
  g_autofree char *target = g_strdup_printf ("<p>%s</p>", text);
  g_autofree char *example = g_strdup_printf ("<p><a href=/1>%s</a></p>", text);
  g_auto (Bench) bench;
  bench_init (&bench, target, example, NULL);
  set_similarity (&bench, text, 1, 1);
  exm_lane_novelty (&bench.context);

  assert_lane (&bench, "known", text, 0, 0);
  assert_lane (&bench, "fs", text, 1, 0);
  assert_lane (&bench, "bs", text, 1, 0);
}

/* Within a line each character counts with the side that knows it better. */
static void
test_novelty_of_halves (void)
{
  g_auto (Bench) bench;
  bench_init (&bench, "<p>headtail</p>", "<p>other</p>", NULL);
  for (guint i = 0; i < 4; i++)
    bench.fs[i] = bench.bs[i + 4] = .8f;
  exm_lane_novelty (&bench.context);

  const ExmLane *fs = find_lane (&bench, "fs"), *bs = find_lane (&bench, "bs");
  assert_near (fs->values[0], .4);
  assert_near (bs->values[0], .4);
  assert_near (fs->contributions[0] + bs->contributions[0], -2);
}

static void
test_prose (void)
{
  static const char paragraph[] = "A paragraph that goes on and on, as paragraphs of "
                                  "articles do, until it is longer "
                                  "than any label of a menu or button, and then ends.";
  static const char half[] = "Eighty characters, which is half of the way from a label "
                             "to a paragraph of prose";
  g_autofree char *html = g_strdup_printf (
      "<p>%s</p><p>%s</p><p>Sign "
      "in</p><p>Yes.</p><h2>Heading</h2><p>中文正文有四十个字符以"
      "上也不过是一段话的长度而已但是在这里每个汉字都算作三个字母。</p>",
      paragraph, half);
  g_auto (Bench) bench;
  bench_init (&bench, html, "<p>x</p>", NULL);
  exm_lane_prose (&bench.context);

  assert_lane (&bench, "prose", paragraph, 1, .6);
  assert_lane (&bench, "prose", half, .5, .5 * .6 - .5 * .9);
  assert_lane (&bench, "prose", "Sign in", 0, -.9);
  assert_lane (&bench, "prose", "Yes.", .05, .05 * .6 - .95 * .9);
  /* Headings stand in bodies and between them. */
  assert_lane (&bench, "prose", "Heading", 0, 0);
  g_assert_cmpfloat (find_lane (&bench, "prose")->contributions[5], >, .5);
}

static void
test_links (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<p><a href=u>all of it</a></p><p>none of it</p>"
              "<p><a href=u>ab</a>cdefghij</p><p><a href=u>abcdef</a>ghij</p>",
              "<p>x</p>", NULL);
  exm_lane_links (&bench.context);

  assert_lane (&bench, "links", "all of it", 1, -2.6);
  assert_lane (&bench, "links", "none of it", 0, 0);
  g_assert_cmpfloat (find_lane (&bench, "links")->values[2], ==, .2f);
  assert_near (find_lane (&bench, "links")->contributions[2], 0);
  assert_near (find_lane (&bench, "links")->contributions[3], -1.3);
}

#define FILL                                                                             \
  "<p>Filling so that no element of this page holds most of it, whatever else is said."  \
  "</p><p>Some more of the same, outside of everything that the test looks at.</p>"

static void
test_place (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<header><p>top</p></header><nav>menu</nav>" FILL
              "<article><header>headline</header><p>text</p><aside>box</aside>"
              "<form>send</form></article><footer>bottom</footer>",
              "<p>x</p>", NULL);
  exm_lane_place (&bench.context);

  assert_lane (&bench, "place", "top", -1, -1.2);
  assert_lane (&bench, "place", "menu", -1, -1.2);
  assert_lane (&bench, "place", "headline", 1, .3);
  assert_lane (&bench, "place", "text", 1, .3);
  assert_lane (&bench, "place", "box", -1, -1.2);
  assert_lane (&bench, "place", "send", -1, -1.2);
  assert_lane (&bench, "place", "bottom", -1, -1.2);
  g_assert_cmpfloat (find_lane (&bench, "place")->contributions[2], ==, 0);
}

/* Old pages wrap everything in a form: it says nothing. */
static void
test_place_of_frame (void)
{
  g_auto (Bench) bench;
  bench_init (&bench, "<form><p>text that is nearly all of it</p></form><p>out</p>",
              "<p>x</p>", NULL);
  exm_lane_place (&bench.context);

  assert_lane (&bench, "place", "text that is nearly all of it", 0, 0);
}

static void
test_names (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<div class='leftSidebar'>side</div><div id=entry-content>text</div>" FILL
              "<div class=comments><p class=text>remark</p></div>"
              "<div class=related_story>more</div><div class=plain>neither</div>",
              "<p>x</p>", NULL);
  exm_lane_names (&bench.context);

  assert_lane (&bench, "names", "side", -1, -1);
  assert_lane (&bench, "names", "text", 1, .5);
  assert_lane (&bench, "comments", "text", 0, 0);
  assert_lane (&bench, "comments", "remark", 1, -2.5);
  assert_lane (&bench, "names", "remark", 1, .5);
  assert_lane (&bench, "names", "more", -1, -1);
  assert_lane (&bench, "names", "neither", 0, 0);
}

static void
test_names_of_frame (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<body class='comments sidebar'><div class='has-sidebar comments-open'>"
              "<p>text that is nearly all of it</p></div><p>out</p>",
              "<p>x</p>", NULL);
  exm_lane_names (&bench.context);

  assert_lane (&bench, "names", "text that is nearly all of it", 0, 0);
  assert_lane (&bench, "comments", "text that is nearly all of it", 0, 0);
}

static void
test_markers (void)
{
  static const char body[] = "The longest line of this page is where the article stands.";
  g_autofree char *html = g_strdup_printf (
      "<p>Comments (4)</p><p>above</p><p>%s</p><p>below</p><p>相关新闻</p><p>other</p>"
      "<p>Comments (4) again</p><p>remark</p><p>Related</p><p>end</p>",
      body);
  g_auto (Bench) bench;
  bench_init (&bench, html, "<p>x</p>", NULL);
  exm_lane_markers (&bench.context);

  assert_lane (&bench, "markers", "above", 0, 0);
  assert_lane (&bench, "markers", body, 0, 0);
  assert_lane (&bench, "markers", "below", 0, 0);
  assert_lane (&bench, "markers", "相关新闻", .5, -.8);
  assert_lane (&bench, "markers", "other", .5, -.8);
  assert_lane (&bench, "markers", "remark", 1, -1.6);
  assert_lane (&bench, "markers", "end", 1, -1.6);
}

static void
test_container (void)
{
  g_auto (Bench) bench;
  bench_init (&bench,
              "<div><p>one line of a menu</p></div><div><p>first paragraph of the text"
              "</p><p>second paragraph of the text</p><div><p>boxed</p></div></div>"
              "<div><p>foot of it</p></div>",
              "<p>x</p>", NULL);
  exm_lane_container (&bench.context);

  assert_lane (&bench, "container", "first paragraph of the text", 1, .4);
  assert_lane (&bench, "container", "second paragraph of the text", 1, .4);
  assert_lane (&bench, "container", "boxed", 1, .4);
  assert_lane (&bench, "container", "one line of a menu", 0, -.6);
  assert_lane (&bench, "container", "foot of it", 0, -.6);
}

static void
test_container_of_nothing (void)
{
  g_auto (Bench) bench;
  bench_init (&bench, "<p>template</p><p>and more</p>", "<p>x</p>", NULL);
  for (guint i = 0; i < bench.context.n_lines; i++)
    bench.data.evidence[i] = -2;
  exm_lane_container (&bench.context);

  assert_lane (&bench, "container", "template", 0, 0);
}

static void
test_declared (void)
{
  static const char script[]
      = "<script type='application/ld+json'>{\"articleBody\":\"The harbour board met on "
        "Monday to decide. A vote is planned for the spring.\"}</script>";
  g_autofree char *target = g_strconcat (
      script,
      "<p>The harbour board met on Monday, to decide.</p><p>Subscribe to our newsletter "
      "today</p><p>A vote is planned for the spring.</p><p>short</p>",
      NULL);
  g_autofree char *elsewhere = g_strconcat (
      script, "<p>Nothing of what is declared stands on this page here.</p>", NULL);
  g_auto (Bench) bench, other;
  bench_init (&bench, target, "<p>x</p>", NULL);
  exm_lane_declared (&bench.context);

  assert_lane (&bench, "declared", "The harbour board met on Monday, to decide.", 1, .5);
  assert_lane (&bench, "declared", "A vote is planned for the spring.", 1, .5);
  assert_lane (&bench, "declared", "Subscribe to our newsletter today", -1, -.5);
  assert_lane (&bench, "declared", "short", 0, 0);

  bench_init (&other, elsewhere, "<p>x</p>", NULL);
  exm_lane_declared (&other.context);
  assert_lane (&other, "declared",
               "Nothing of what is declared stands on this page here.", 0, 0);
}

static void
test_region (void)
{
  static const char example[]
      = "<div class=nav><p>Front page, sports, weather</p></div><div class=text>"
        "<p>What the operator marked.</p></div><div class=foot><p>About us</p></div>";
  static const char target[]
      = "<div class=nav><p>Front page, sports, weather</p></div><div class=text>"
        "<p>Another text.</p></div><div class=new>teaser</div>"
        "<div class=foot><p>About us</p></div>";
  g_auto (Bench) bench;
  bench_init (&bench, target, example, "What the operator marked.");
  g_autoptr (ExmRegionModel) model = exm_region_model_new (&bench.input);
  exm_region_model_measure (model, bench.target, &bench.region);
  exm_lane_region (&bench.context);
  const ExmLane *region = find_lane (&bench, "region");

  g_assert_cmpfloat (region->values[1], >, .2);
  assert_near (region->contributions[1], .8 * region->values[1]);
  g_assert_cmpfloat (region->values[0], <, -.2);
  assert_lane (&bench, "region", "teaser", 0, 0);
  assert_lane (&bench, "ends", "Front page, sports, weather", -1, -1);
  assert_lane (&bench, "ends", "Another text.", 0, 0);
  assert_lane (&bench, "ends", "About us", -1, -1);
}

static void
test_region_absent (void)
{
  g_auto (Bench) bench;
  bench_init (&bench, "<p>a</p>", "<p>b</p>", NULL);
  exm_lane_region (&bench.context);

  g_assert_cmpuint (bench.data.lanes->len, ==, 0);
}

/* Lines on nearly all pages of the task are template, unless marked as body; few pages
 * prove nothing. */
static void
test_site (void)
{
  static const char target[] = "<p>An appeal for money.</p><p>News.</p><p>A series of "
                               "two.</p><p>Signed, Ann.</p>";
  static const char others[] = "<p>An appeal for money.</p><p>Signed, Ann.</p>";
  g_auto (Bench) bench;
  bench_init (&bench, target, "<p>Old news.</p><p>Signed, Ann.</p>",
              "Old news.\nSigned, Ann.");
  g_autoptr (ExmPageText) with_series = test_page_read (target);
  g_autoptr (ExmPageText) without = test_page_read (others);
  ExmPageText *pages[] = { with_series, with_series, without, without, without, without };

  bench.input.site = NULL;
  exm_lane_site (&bench.context);
  g_autoptr (ExmSiteStat) few = exm_site_stat_new_from_pages (pages, 4);
  bench.input.site = few;
  exm_lane_site (&bench.context);
  g_assert_cmpuint (bench.data.lanes->len, ==, 0);

  g_autoptr (ExmSiteStat) site
      = exm_site_stat_new_from_pages (pages, G_N_ELEMENTS (pages));
  bench.input.site = site;
  exm_lane_site (&bench.context);
  assert_lane (&bench, "site", "An appeal for money.", 1, -3);
  assert_lane (&bench, "site", "Signed, Ann.", 1, 0);
  assert_lane (&bench, "site", "News.", .2, 0);
  assert_lane (&bench, "site", "A series of two.", .2, 0);
}

/* A notice that comes every month says most of its sentences again: these are its body.
 * An appeal behind an article, and a line elsewhere, are not. */
static void
test_site_notices (void)
{
  static const char appeal[] = "<div><p>New one, with more words than the old "
                               "ones.</p><p>An old line between.</p><p>New "
                               "two.</p><p>Give!</p></div><aside>About us</aside>";
  static const char notice[] = "<div><p>Prices change.</p><p>Gas: more.</p><p>We thank "
                               "all who buy here.</p></div><aside>About us</aside>";
  static const char known[] = "<p>An old line between.<p>Give!<p>Prices change."
                              "<p>We thank all who buy here.<p>About us";
  g_autoptr (ExmPageText) page = test_page_read (known);
  ExmPageText *pages[] = { page, page, page, page, page, page };
  g_autoptr (ExmSiteStat) site
      = exm_site_stat_new_from_pages (pages, G_N_ELEMENTS (pages));
  const float before[] = { 1, 1, 1, 1, 1, 1 };

  g_auto (Bench) first;
  bench_init (&first, appeal, "<p>b</p>", NULL);
  first.input.site = site;
  first.context.before = before;
  exm_lane_site (&first.context);
  assert_lane (&first, "site", "New one, with more words than the old ones.", 0, 0);
  assert_lane (&first, "site", "An old line between.", 1, -3);
  assert_lane (&first, "site", "Give!", 1, -3);
  assert_lane (&first, "site", "About us", 1, -3);

  g_auto (Bench) second;
  bench_init (&second, notice, "<p>b</p>", NULL);
  second.input.site = site;
  exm_lane_site (&second.context);
  assert_lane (&second, "site", "Prices change.", 1, -3);
  exm_result_data_clear (&second.data);
  exm_result_data_init (&second.data, "test", second.context.n_lines);
  second.context.before = before;
  exm_lane_site (&second.context);
  assert_lane (&second, "site", "Prices change.", 1, 0);
  assert_lane (&second, "site", "We thank all who buy here.", 1, 0);
  assert_lane (&second, "site", "About us", 1, -3);

  /* Only the numbers change, which keys do not tell. */
  g_autoptr (ExmPageText) old = test_page_read (
      "<div>Prices of 1 May.<br>We thank all who buy here.</div><p>Come again.");
  ExmPageText *olds[] = { old, old, old, old, old, old };
  g_autoptr (ExmSiteStat) all = exm_site_stat_new_from_pages (olds, G_N_ELEMENTS (olds));
  g_auto (Bench) third;
  bench_init (&third,
              "<div>Prices of 2 May.<br>We thank all who buy here.</div><p>Come again.",
              "<p>b</p>", NULL);
  third.input.site = all;
  third.context.before = before;
  exm_lane_site (&third.context);
  assert_lane (&third, "site", "Prices of 2 May.", 1, 0);
  assert_lane (&third, "site", "We thank all who buy here.", 1, 0);
  assert_lane (&third, "site", "Come again.", 1, -3);
}

/* Most of a notice of prices has numbers in it, and says again what the last one said. An
 * appeal with a telephone number, in an element of its own, is no notice. */
static void
test_site_numbers (void)
{
  static const char prices[] = "<div>We tell you of new prices from %d May on.<br>Gas: "
                               "%d a bottle.<br>Coal: %d a bag.<br>We thank you.</div>"
                               "<aside><p>Call 5551234.</p><p>Now.</p></aside>";
  const float before[] = { 1, 1, 1, 1, 1, 1 };
  g_autofree char *old = g_strdup_printf (prices, 1, 20, 7);
  g_autofree char *new = g_strdup_printf (prices, 2, 30, 9);
  g_autoptr (ExmPageText) page = test_page_read (old);
  ExmPageText *pages[] = { page, page, page, page, page, page };
  g_autoptr (ExmSiteStat) site
      = exm_site_stat_new_from_pages (pages, G_N_ELEMENTS (pages));
  g_auto (Bench) bench;

  bench_init (&bench, new, "<p>b</p>", NULL);
  bench.input.site = site;
  bench.context.before = before;
  exm_lane_site (&bench.context);
  assert_lane (&bench, "site", "Gas: 30 a bottle.", 1, 0);
  assert_lane (&bench, "site", "We thank you.", 1, 0);
  assert_lane (&bench, "site", "Call 5551234.", 1, -3);
  assert_lane (&bench, "site", "Now.", 1, -3);
}

/* A ruling on a line holds from the first page on, against counts and marks. */
static void
test_site_rulings (void)
{
  static const char target[] = "<p>An appeal for money.</p><p>News.</p><p>Signed, "
                               "Ann.</p>";
  g_auto (Bench) bench;
  bench_init (&bench, target, "<p>Old news.</p><p>Signed, Ann.</p>",
              "Old news.\nSigned, Ann.");
  g_autoptr (ExmPageText) page = test_page_read (target);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, 3);
  const ExmSiteStatLine counts[] = {
    { .key = lines[0].key, .n_pages = 10, .ruling = EXM_LINE_LABEL_BODY },
    { .key = lines[1].key, .n_pages = 1, .ruling = EXM_LINE_LABEL_NOISE },
    { .key = lines[2].key, .n_pages = 10, .ruling = EXM_LINE_LABEL_NOISE },
  };
  g_autoptr (ExmSiteStat) site = exm_site_stat_new (10, counts, 3);
  g_autoptr (ExmSiteStat) first = exm_site_stat_new (1, counts, 3);

  bench.input.site = site;
  exm_lane_site (&bench.context);
  assert_lane (&bench, "site", "An appeal for money.", 1, 0);
  assert_lane (&bench, "site", "News.", 0, -3);
  assert_lane (&bench, "site", "Signed, Ann.", 1, -3);
  exm_result_data_clear (&bench.data);
  exm_result_data_init (&bench.data, "test", n_lines);
  bench.input.site = first;
  exm_lane_site (&bench.context);
  assert_lane (&bench, "site", "An appeal for money.", 0, 0);
  assert_lane (&bench, "site", "News.", 0, -3);
}

/* Says of the place of @text on @page on how many pages it was which. */
static ExmSitePlace
make_place (const ExmPageText *page, const char *text, guint n_inside, guint n_outside)
{
  return (ExmSitePlace){
    .key = exm_site_place_get_key (page, test_page_find_line (page, text)),
    .n_inside = n_inside,
    .n_outside = n_outside,
  };
}

/* Evidence moves towards what other pages have in the place, the more of them there are,
 * and less towards the body; the page's own word does not count. */
static void
test_learned (void)
{
  static const char target[]
      = "<div class=story><p>A ferry sails again after the long winter.</p></div>"
        "<div class=talk><p>I never liked the old ferry, to be honest.</p></div>"
        "<div class=more><p>Read about the bridge that is being built.</p></div>"
        "<div><p>Nothing is known of lines that hang nowhere.</p></div>";
  static const char story[] = "A ferry sails again after the long winter.";
  static const char talk[] = "I never liked the old ferry, to be honest.";
  static const char more[] = "Read about the bridge that is being built.";
  static const char bare[] = "Nothing is known of lines that hang nowhere.";
  const float before[] = { -1, 2, 1, 1 };
  g_auto (Bench) bench;

  bench_init (&bench, target, "<p>b</p>", NULL);
  const ExmSitePlace places[] = {
    make_place (bench.context.page, story, 6, 1),
    make_place (bench.context.page, talk, 1, 9),
    make_place (bench.context.page, more, 1, 0),
  };
  g_autoptr (ExmSiteStat) site = exm_site_stat_new_learned (10, NULL, 0, 10, places, 3);
  g_autoptr (ExmSiteStat) counted = exm_site_stat_new (10, NULL, 0);
  bench.input.site = site;
  bench.context.before = before;
  exm_lane_learned (&bench.context);
  /* It says itself that it is outside: 6 of 6 pages remain. */
  assert_lane (&bench, "learned", story, 1, .3 * (4 + 1) * 6 / 9.0);
  assert_lane (&bench, "learned", talk, -1, (-4 - 2) * 9 / 12.0);
  /* Nothing is known where no other page has the place, nor of one without names. */
  assert_lane (&bench, "learned", more, 0, 0);
  assert_lane (&bench, "learned", bare, 0, 0);
  g_assert_cmpuint (
      exm_site_place_get_key (bench.context.page,
                              test_page_find_line (bench.context.page, bare)),
      ==, 0);

  bench.input.site = counted;
  guint n_lanes = bench.data.lanes->len;
  exm_lane_learned (&bench.context);
  g_assert_cmpuint (bench.data.lanes->len, ==, n_lanes);
}

/* Beside a mark nothing that was learned counts. */
static void
test_learned_beside_mark (void)
{
  static const char story[] = "A ferry sails again after the long winter.";
  const float before[] = { -1 };
  g_auto (Bench) bench;

  bench_init (&bench, "<p class=story>A ferry sails again after the long winter.</p>",
              "<p class=story>The bridge is shut.</p>", "The bridge is shut.");
  const ExmSitePlace place = make_place (bench.context.page, story, 9, 0);
  g_autoptr (ExmSiteStat) site = exm_site_stat_new_learned (9, NULL, 0, 9, &place, 1);
  bench.input.site = site;
  bench.context.before = before;
  exm_lane_learned (&bench.context);
  g_assert_cmpuint (bench.data.lanes->len, ==, 0);
}

/* Places that are clearly one or the other teach, each once; captions are of another form
 * than the paragraphs of the same element. */
static void
test_places (void)
{
  static const char text[]
      = "<div class=story><p>A ferry sails again after the long winter.</p>"
        "<p>It has been mended and painted over in the yard.</p><p>Photo: Ann</p></div>"
        "<p class=both>Half of the lines here are kept, and</p>"
        "<p class=both>half of them are not, so it is unclear.</p>";
  g_autoptr (ExmPageText) page = test_page_read (text);
  const guint8 verdicts[] = { EXM_VERDICT_KEPT, EXM_VERDICT_KEPT, EXM_VERDICT_TRIMMED,
                              EXM_VERDICT_KEPT, EXM_VERDICT_DROPPED };
  g_autoptr (GArray) places = exm_site_place_list (page, verdicts);
  guint n_inside = 0;

  g_assert_cmpuint (places->len, ==, 2);
  for (guint i = 0; i < places->len; i++)
    {
      const ExmSitePlace *place = &g_array_index (places, ExmSitePlace, i);
      n_inside += place->n_inside;
      g_assert_cmpuint (place->n_inside + place->n_outside, ==, 1);
    }
  g_assert_cmpuint (n_inside, ==, 1);
}

/* A label of all bodies is no template where the pages agree on its place. */
static void
test_site_labels (void)
{
  static const char target[]
      = "<div class=story><p>Flour and water are mixed by hand.</p>"
        "<h3>Method</h3></div><div class=foot><h3>About</h3></div>";
  const float before[] = { 2, 1, 1 };
  g_auto (Bench) bench;

  bench_init (&bench, target, "<p>b</p>", NULL);
  const ExmSitePlace places[] = {
    make_place (bench.context.page, "Method", 9, 0),
    make_place (bench.context.page, "About", 0, 9),
  };
  const ExmSiteStatLine counts[] = {
    { .key = test_page_find_line (bench.context.page, "Method")->key, .n_pages = 10 },
    { .key = test_page_find_line (bench.context.page, "About")->key, .n_pages = 10 },
  };
  g_autoptr (ExmSiteStat) site = exm_site_stat_new_learned (10, counts, 2, 9, places, 2);
  bench.input.site = site;
  bench.context.before = before;
  exm_lane_site (&bench.context);
  assert_lane (&bench, "site", "Method", 1, 0);
  assert_lane (&bench, "site", "About", 1, -3);
}

static void
test_weigh (void)
{
  const ExmLine line = { .n_tokens = 10 };
  const ExmLine hidden = { .n_tokens = 10, .flags = EXM_LINE_HIDDEN };

  assert_near (exm_lane_weigh (&line, 0, 0), 5);
  assert_near (exm_lane_weigh (&line, -1, 0), -5);
  assert_near (exm_lane_weigh (&line, -1, .75), 2.5);
  assert_near (exm_lane_weigh (&line, 9, 0), 30);
  assert_near (exm_lane_weigh (&line, -9, 0), -30);
  assert_near (exm_lane_weigh (&hidden, 9, 1), 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/lanes/novelty", test_novelty);
  g_test_add_func ("/extract/lanes/novelty-of-halves", test_novelty_of_halves);
  g_test_add_func ("/extract/lanes/novelty-of-quoted", test_novelty_of_quoted);
  g_test_add_func ("/extract/lanes/prose", test_prose);
  g_test_add_func ("/extract/lanes/learned", test_learned);
  g_test_add_func ("/extract/lanes/learned-beside-mark", test_learned_beside_mark);
  g_test_add_func ("/extract/lanes/places", test_places);
  g_test_add_func ("/extract/lanes/site-labels", test_site_labels);
  g_test_add_func ("/extract/lanes/links", test_links);
  g_test_add_func ("/extract/lanes/place", test_place);
  g_test_add_func ("/extract/lanes/place-of-frame", test_place_of_frame);
  g_test_add_func ("/extract/lanes/names", test_names);
  g_test_add_func ("/extract/lanes/names-of-frame", test_names_of_frame);
  g_test_add_func ("/extract/lanes/markers", test_markers);
  g_test_add_func ("/extract/lanes/container", test_container);
  g_test_add_func ("/extract/lanes/container-of-nothing", test_container_of_nothing);
  g_test_add_func ("/extract/lanes/declared", test_declared);
  g_test_add_func ("/extract/lanes/region", test_region);
  g_test_add_func ("/extract/lanes/region-absent", test_region_absent);
  g_test_add_func ("/extract/lanes/site", test_site);
  g_test_add_func ("/extract/lanes/site-notices", test_site_notices);
  g_test_add_func ("/extract/lanes/site-numbers", test_site_numbers);
  g_test_add_func ("/extract/lanes/site-rulings", test_site_rulings);
  g_test_add_func ("/extract/lanes/weigh", test_weigh);
  return g_test_run ();
}
