/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A body known as text is found on its page, and teaches where bodies hang. */

#include "extract/exm-region-locate.h"
#include "extract/exm-region-model.h"

#include "test-page.h"
#include "test-site.h"

#include <string.h>

#define FIRST "The first paragraph of the body, long enough to be a part of it."
#define SECOND "And a second paragraph, which says something else altogether."
#define PAGE                                                                             \
  "<div class=nav><p>Menu</p><p>Latest news from the region and beyond</p></div>"        \
  "<div class=text><p>" FIRST "</p><p>Photo</p><p>" SECOND "</p></div>"                  \
  "<div class=foot><p>About us</p><p>Copyright of the publishers, all rights</p></div>"

/* The lines inside as "0101…", or "none". */
static char *
locate (const char *html, const char *body)
{
  g_autoptr (ExmPageText) page = test_page_read (html);
  g_autoptr (ExmRegion) region = exm_region_locate (page, body);
  GString *out = g_string_new (NULL);
  guint n_lines;

  if (region == NULL)
    return g_string_free (g_string_append (out, "none"), FALSE);
  exm_page_text_get_lines (page, &n_lines);
  for (guint i = 0; i < n_lines; i++)
    g_string_append_c (out, exm_region_contains (region, i) ? '1' : '0');
  return g_string_free (out, FALSE);
}

static void
test_locate (void)
{
  static const struct
  {
    const char *body;
    const char *inside;
  } cases[] = {
    { FIRST "\n" SECOND, "0010100" },
    { FIRST "\nPhoto\n" SECOND, "0011100" },
    /* One line, other white space, other case. */
    { FIRST " " SECOND, "0010100" },
    { "THE FIRST PARAGRAPH\nOF THE BODY, LONG ENOUGH\tTO BE A PART OF IT.", "0010000" },
    { SECOND, "0000100" },
    /* Words that the page's copy has and the body has not, and the other way round. */
    { "2026-01-02 10:30 " FIRST "\n\n" SECOND " (ends)", "0010100" },
    { "Nothing of this is on the page, although it is just as long as any of it.",
      "none" },
    { "", "none" },
    { "\n \n", "none" },
    /* A short line counts only as a whole line of the body. */
    { "Menus are not what this is about.", "none" },
    { "About us", "0000010" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *inside = locate (PAGE, cases[i].body);
      g_test_message ("%s", cases[i].body);
      g_assert_cmpstr (inside, ==, cases[i].inside);
    }
}

/* The page glues a date to its first line, or has other words in the middle of it. */
static void
test_locate_pieces (void)
{
  static const char glued[] = "<p>Menu</p><p>2026-01-02 (by our own staff) " FIRST
                              " " SECOND "</p><p>Foot of the page, long enough</p>";
  g_autofree char *inside = locate (glued, FIRST "\n" SECOND);

  g_assert_cmpstr (inside, ==, "010");
}

static void
test_locate_flagged (void)
{
  g_autofree char *inside
      = locate ("<p hidden>" FIRST "</p><p>" FIRST "</p>", FIRST "\n" SECOND);

  g_assert_cmpstr (inside, ==, "01");
}

static void
test_locate_chinese (void)
{
  g_auto (TestSitePage) made
      = test_site_make_page (5, 3, 8, TEST_SITE_CHINESE, TEST_SITE_DRIFT);
  g_autofree char *one_line = g_strdelimit (g_strdup (made.body), "\n", ' ');
  const char *bodies[] = { made.body, one_line };
  g_autoptr (ExmPageText) page = test_page_read (made.html);

  for (gsize k = 0; k < G_N_ELEMENTS (bodies); k++)
    {
      g_autoptr (ExmRegion) region = exm_region_locate (page, bodies[k]);
      g_auto (GStrv) paragraphs = g_strsplit (made.body, "\n", -1);
      guint first, last;
      g_assert_nonnull (region);
      g_assert_true (exm_region_get_range (region, &first, &last));
      g_assert_cmpuint (exm_region_get_n_inside (region), ==, g_strv_length (paragraphs));
      g_assert_cmpstr (exm_page_text_get_line (page, first), ==, paragraphs[0]);
      g_assert_cmpuint (last - first + 1, ==, g_strv_length (paragraphs));
    }
}

static void
test_locate_long (void)
{
  g_auto (TestSitePage) made = test_site_make_page (6, 1, 4000, TEST_SITE_ENGLISH, 0);
  g_auto (TestSitePage) other = test_site_make_page (7, 1, 4000, TEST_SITE_ENGLISH, 0);
  g_autoptr (ExmPageText) page = test_page_read (made.html);
  g_autoptr (GTimer) timer = g_timer_new ();
  g_autoptr (ExmRegion) region = exm_region_locate (page, made.body);
  double found = g_timer_elapsed (timer, NULL);

  g_assert_nonnull (region);
  g_assert_cmpuint (exm_region_get_n_inside (region), ==, 4000);
  g_timer_start (timer);
  g_autoptr (ExmRegion) none = exm_region_locate (page, other.body);
  double missed = g_timer_elapsed (timer, NULL);
  g_test_message ("%" G_GSIZE_FORMAT " bytes: found in %.3f s, missed in %.3f s",
                  strlen (made.body), found, missed);
  g_assert_null (none);
  g_assert_cmpfloat (found, <, 10);
  g_assert_cmpfloat (missed, <, 10);
}

/* Judges line @text of @target by the regions of @examples. */
static void
measure_all (ExmPrepared *const *examples,
             guint n_examples,
             const char *target,
             const char *text,
             float *path,
             float *end,
             float *inclusion)
{
  g_autoptr (ExmPrepared) b = test_page_prepare (target, NULL);
  const ExmMethodInput input
      = { .target = b, .examples = examples, .n_examples = n_examples };
  g_autoptr (ExmRegionModel) model = exm_region_model_new (&input);
  ExmPageText *page = exm_prepared_get_page (b);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint line = (guint) (test_page_find_line (page, text) - lines);
  g_auto (ExmRegionValues) values = { NULL };

  exm_region_model_measure (model, b, &values);
  *path = values.paths[line];
  *end = values.ends[line];
  *inclusion = values.inclusion[line];
}

static void
measure (const char *example,
         const char *body,
         const char *target,
         const char *text,
         float *path,
         float *end)
{
  g_autoptr (ExmPrepared) a = test_page_prepare (example, body);
  float inclusion;

  measure_all (&a, 1, target, text, path, end, &inclusion);
}

static void
test_model (void)
{
  static const char target[]
      = "<div class=nav><p>Menu</p><p>Latest news from the region and beyond</p></div>"
        "<div class=text><p>new body</p></div><div class=other><p>teaser</p></div>"
        "<div class=foot><p>About us</p><p>Below all</p></div>";
  float path, end;

  measure (PAGE, FIRST "\n" SECOND, target, "new body", &path, &end);
  g_assert_cmpfloat (path, >, .5);
  g_assert_cmpfloat (path, <=, 3);
  g_assert_cmpfloat (end, ==, 0);
  measure (PAGE, FIRST "\n" SECOND, target, "Menu", &path, &end);
  g_assert_cmpfloat (path, <, -.5);
  g_assert_cmpfloat (path, >=, -3);
  g_assert_cmpfloat (end, ==, -1);
  measure (PAGE, FIRST "\n" SECOND, target, "Below all", &path, &end);
  g_assert_cmpfloat (end, ==, -1);
  /* The known line that stands next to the region bounds it, not one farther off. */
  measure (PAGE, FIRST "\n" SECOND, target, "teaser", &path, &end);
  g_assert_cmpfloat (end, ==, 0);
}

static void
test_model_renamed (void)
{
  static const char renamed[] = "<div class=nav><p>Menu</p></div>"
                                "<section class=story><h4>new body</h4></section>";
  float path, end;

  measure (PAGE, FIRST "\n" SECOND, renamed, "new body", &path, &end);
  g_assert_cmpfloat (path, ==, 0);
  g_assert_cmpfloat (end, ==, 0);
}

static void
test_model_moved (void)
{
  /* The same class elsewhere is still known by its innermost elements. */
  static const char moved[]
      = "<main><div class=wrap><div class=text><p>new body</p></div></div></main>";
  float path, end;

  measure (PAGE, FIRST "\n" SECOND, moved, "new body", &path, &end);
  g_assert_cmpfloat (path, >, 0);
}

/* The lines inside are written as text and found again, whatever was left out. */
static void
assert_round_trip (ExmPageText *page, const char *inside)
{
  g_autofree guint8 *mask = g_memdup2 (inside, strlen (inside));
  g_autoptr (GString) found = g_string_new (NULL);
  guint n_lines;

  exm_page_text_get_lines (page, &n_lines);
  g_assert_cmpuint (n_lines, ==, strlen (inside));
  for (guint i = 0; i < n_lines; i++)
    mask[i] = inside[i] == '1';
  g_autoptr (ExmRegion) region = exm_region_new (mask, n_lines);
  g_autofree char *text = exm_region_write (page, region);
  g_autoptr (ExmRegion) again = exm_region_locate (page, text);
  g_test_message ("%s", text);
  g_assert_nonnull (again);
  for (guint i = 0; i < n_lines; i++)
    g_string_append_c (found, exm_region_contains (again, i) ? '1' : '0');
  g_assert_cmpstr (found->str, ==, inside);
}

static void
test_holes (void)
{
  /* The same short lines inside and outside, a hole longer than what is around it, and a
   * first line that the menu has too. */
  g_autoptr (ExmPageText) page = test_page_read (
      "<p>Top</p><p>Advert</p><p>Top</p><p>Advert</p><p>One sentence of it.</p>"
      "<p>Advert</p><p>A long passage that nobody wants to have, and it goes on and on "
      "and says nothing that would be of any use to anybody at all.</p><p>Two of it.</p>"
      "<p>Advert</p><p>* * *</p><p>Advert</p>");

  assert_round_trip (page, "00101001000");
  assert_round_trip (page, "00111101110");
  assert_round_trip (page, "00110001010");
  assert_round_trip (page, "00000001111");
  assert_round_trip (page, "11111111111");
}

/* Whatever is marked on a page without repetition is found exactly. */
static void
test_holes_random (void)
{
  for (guint seed = 0; seed < 60; seed++)
    {
      g_auto (TestSitePage) made
          = test_site_make_page (seed, seed + 1, 12, seed % 2, TEST_SITE_PLAIN);
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (ExmPageText) page = test_page_read (made.html);
      g_autoptr (GString) inside = g_string_new (NULL);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_int64_hash, g_int64_equal);
      guint n_lines, n_inside = 0;
      const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
      for (guint i = 0; i < n_lines; i++)
        {
          /* Which of two equal lines was meant cannot always be told. */
          gboolean in = (lines[i].flags & EXM_LINE_FLAGGED) == 0
                        && g_hash_table_add (seen, (gpointer) &lines[i].key)
                        && g_rand_int_range (random, 0, 3) > 0;
          for (guint k = i + 1; in && k < n_lines; k++)
            in = lines[k].key != lines[i].key;
          n_inside += in;
          g_string_append_c (inside, in ? '1' : '0');
        }
      if (n_inside > 0)
        assert_round_trip (page, inside->str);
    }
}

/* The page was changed a little after it was marked. */
static void
test_holes_changed (void)
{
  g_autofree char *inside
      = locate ("<p>Menu</p><div><p>" FIRST "</p><p>Advert of today</p><p>" SECOND
                "</p></div><p>And a second paragraph,</p><p>New foot</p>",
                FIRST "\n[…]\n" SECOND "\nA line that is gone.");

  g_assert_cmpstr (inside, ==, "010100");
  g_autofree char *broken
      = locate ("<p>Menu</p><p>" FIRST "</p><p>And a second paragraph, which says</p>"
                "<p>something else altogether, by now.</p><p>" FIRST "</p><p>Foot</p>",
                FIRST "\n" SECOND "\n[…]\n" FIRST);
  g_assert_cmpstr (broken, ==, "011010");
}

/* Bylines of which one example tells that they are in, and prose of which the other. */
static void
test_several (void)
{
  static const char with_byline[]
      = "<p class=top>Menu</p><div class=a><p class=who>By Ann Lee</p><p>" FIRST
        "</p></div>";
  static const char with_note[] = "<p class=top>Menu</p><div class=b><p>" SECOND
                                  "</p></div><p class=note>Corrected since.</p>";
  static const char target[]
      = "<p class=top>Menu</p><div class=a><p class=who>By Bo Ek</p><p>text a</p></div>"
        "<div class=b><p>text b</p></div><p class=note>Nothing.</p>";
  g_autoptr (ExmPrepared) first = test_page_prepare (with_byline, "By Ann Lee\n" FIRST);
  g_autoptr (ExmPrepared) second
      = test_page_prepare (with_note, SECOND "\nCorrected since.");
  g_autoptr (ExmPrepared) bare = test_page_prepare (with_note, NULL);
  ExmPrepared *const both[] = { first, bare, second };
  float path, end, inclusion;

  measure_all (both, 3, target, "text a", &path, &end, &inclusion);
  g_assert_cmpfloat (path, >, .5);
  measure_all (both, 3, target, "text b", &path, &end, &inclusion);
  g_assert_cmpfloat (path, >, .5);
  measure_all (both, 3, target, "By Bo Ek", &path, &end, &inclusion);
  g_assert_cmpfloat (inclusion, >, .5);
  measure_all (both, 3, target, "Nothing.", &path, &end, &inclusion);
  g_assert_cmpfloat (inclusion, >, .5);
  measure_all (both, 3, target, "Menu", &path, &end, &inclusion);
  g_assert_cmpfloat (inclusion, <, -.5);
  /* One alone knows nothing of the other's place. */
  measure_all (both, 1, target, "text b", &path, &end, &inclusion);
  g_assert_cmpfloat (path, ==, 0);
}

static void
test_none (void)
{
  g_autoptr (ExmPrepared) bare = test_page_prepare (PAGE, NULL);
  const ExmMethodInput input = { .target = bare, .examples = &bare, .n_examples = 1 };

  g_assert_null (exm_region_model_new (&input));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/region/locate", test_locate);
  g_test_add_func ("/extract/region/locate-pieces", test_locate_pieces);
  g_test_add_func ("/extract/region/locate-flagged", test_locate_flagged);
  g_test_add_func ("/extract/region/locate-chinese", test_locate_chinese);
  g_test_add_func ("/extract/region/locate-long", test_locate_long);
  g_test_add_func ("/extract/region/holes", test_holes);
  g_test_add_func ("/extract/region/holes-random", test_holes_random);
  g_test_add_func ("/extract/region/holes-changed", test_holes_changed);
  g_test_add_func ("/extract/region/several", test_several);
  g_test_add_func ("/extract/region/none", test_none);
  g_test_add_func ("/extract/region/model", test_model);
  g_test_add_func ("/extract/region/model-renamed", test_model_renamed);
  g_test_add_func ("/extract/region/model-moved", test_model_moved);
  return g_test_run ();
}
