/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Labels of lines: obeyed on their page, found again after it is read anew, and learnt
 * from on other pages of the task; and counts of pages that have a line. */

#include "extract/exm-corrections.h"
#include "extract/exm-method.h"
#include "methods/exm-method-table.h"
#include "types/exm-bias.h"
#include "types/exm-site-stat.h"

#include "test-page.h"
#include "test-site.h"

#include <string.h>

#define PAGE                                                                             \
  "<p>Menu</p><div><p>Advert</p><p>One of the sentences of this body.</p>"               \
  "<p>Advert</p><p>Another one, which is as good.</p><p class=sig>Written at home</p>"   \
  "</div><p>Foot</p>"

/* The verdicts as a digit a line: 0 dropped, 1 trimmed, 2 kept. */
static char *
apply (const ExmCorrections *corrections, ExmPageText *page, guint head, guint tail)
{
  ExmResultData data;
  guint n_lines;
  GString *out = g_string_new (NULL);

  exm_page_text_get_lines (page, &n_lines);
  exm_result_data_init (&data, "exemplar", n_lines);
  data.head = head;
  data.tail = tail;
  for (guint i = head; head != EXM_NONE && i <= tail; i++)
    data.verdicts[i] = EXM_VERDICT_KEPT;
  g_autoptr (GArray) labels = exm_corrections_list (corrections, page, &data);
  g_autoptr (ExmResult) result = exm_result_new (&data);
  g_autoptr (ExmResult) obeyed = exm_corrections_obey (
      page, result, (const ExmLabel *) (gpointer) labels->data, labels->len);
  const ExmResultData *shown = exm_result_get (obeyed);
  for (guint i = 0; i < n_lines; i++)
    g_string_append_c (out, (char) ('0' + shown->verdicts[i]));
  /* Labels give what is shown while they are set. */
  g_autofree guint8 *verdicts = g_new0 (guint8, n_lines);
  guint first, last;
  exm_corrections_apply (corrections, page, exm_result_get (result), verdicts, &first,
                         &last);
  g_assert_cmpmem (verdicts, n_lines, shown->verdicts, n_lines);
  g_assert_cmpuint (first, ==, shown->head);
  g_assert_cmpuint (last, ==, shown->tail);
  return g_string_free (out, FALSE);
}

static void
set_label (ExmCorrections *corrections, guint line, ExmLineLabel label)
{
  g_hash_table_insert (corrections->labels, GUINT_TO_POINTER (line),
                       GUINT_TO_POINTER (label));
}

static void
test_obeyed (void)
{
  g_autoptr (ExmPageText) page = test_page_read (PAGE);
  g_auto (ExmCorrections) corrections = { 0 };

  exm_corrections_init (&corrections);
  g_autofree char *as_found = apply (&corrections, page, 2, 4);
  g_assert_cmpstr (as_found, ==, "0022200");
  set_label (&corrections, 3, EXM_LINE_LABEL_NOISE);
  g_autofree char *without = apply (&corrections, page, 2, 4);
  g_assert_cmpstr (without, ==, "0021200");
  set_label (&corrections, 5, EXM_LINE_LABEL_BODY);
  g_autofree char *longer = apply (&corrections, page, 2, 4);
  g_assert_cmpstr (longer, ==, "0021220");
  corrections.head = 4;
  g_autofree char *moved = apply (&corrections, page, 2, 4);
  g_assert_cmpstr (moved, ==, "0000220");
  corrections.head = EXM_NONE;
  g_autofree char *from_nothing = apply (&corrections, page, EXM_NONE, EXM_NONE);
  g_assert_cmpstr (from_nothing, ==, "0000020");
}

/* The second of two equal lines is meant, on a page that got one more line since. */
static void
test_found_again (void)
{
  g_autoptr (ExmPageText) page = test_page_read (PAGE);
  g_autoptr (ExmPageText) later = test_page_read ("<p>New</p>" PAGE);
  g_autoptr (ExmPageText) other = test_page_read ("<p>Advert</p><p>Else</p>");
  const ExmLabel label = exm_label_make (page, 3, EXM_LABEL_NOISE);
  ExmLabelKind kind = EXM_LABEL_BODY;

  g_assert_cmpuint (label.occurrence, ==, 1);
  g_assert_cmpuint (exm_label_find (&label, page), ==, 3);
  g_assert_cmpuint (exm_label_find (&label, later), ==, 4);
  g_assert_cmpuint (exm_label_find (&label, other), ==, EXM_NONE);
  for (ExmLabelKind k = EXM_LABEL_BODY; k <= EXM_LABEL_CUT; k++)
    {
      g_assert_true (exm_label_kind_from_name (exm_label_kind_get_name (k), &kind));
      g_assert_cmpuint (kind, ==, k);
    }
  g_assert_false (exm_label_kind_from_name ("other", &kind));
}

static void
test_moved_over (void)
{
  g_autoptr (ExmPageText) page = test_page_read (PAGE);
  g_auto (ExmCorrections) corrections = { 0 };
  ExmResultData data;

  exm_corrections_init (&corrections);
  exm_result_data_init (&data, "exemplar", 7);
  data.head = 1;
  data.tail = 4;
  corrections.head = 2;
  corrections.tail = 5;
  g_autoptr (GArray) labels = exm_corrections_list (&corrections, page, &data);
  static const struct
  {
    ExmLabelKind kind;
    guint line;
  } expected[] = {
    { EXM_LABEL_START, 2 },
    { EXM_LABEL_END, 5 },
    { EXM_LABEL_CUT, 1 },
    { EXM_LABEL_TAKEN, 5 },
  };
  g_assert_cmpuint (labels->len, ==, G_N_ELEMENTS (expected));
  for (guint i = 0; i < labels->len; i++)
    {
      const ExmLabel *label = &g_array_index (labels, ExmLabel, i);
      g_assert_cmpuint (label->kind, ==, expected[i].kind);
      g_assert_cmpuint (exm_label_find (label, page), ==, expected[i].line);
    }
  exm_result_data_clear (&data);
}

static void
test_bias_values (void)
{
  const ExmLabel labels[] = {
    { EXM_LABEL_NOISE, 1, 0, 10 }, { EXM_LABEL_NOISE, 2, 0, 10 },
    { EXM_LABEL_BODY, 3, 0, 11 },  { EXM_LABEL_CUT, 4, 0, 12 },
    { EXM_LABEL_BODY, 5, 0, 13 },  { EXM_LABEL_NOISE, 5, 0, 13 },
    { EXM_LABEL_START, 6, 0, 14 },
  };
  g_autoptr (ExmBias) bias = exm_bias_new (labels, G_N_ELEMENTS (labels));

  g_assert_cmpfloat (exm_bias_judge_key (bias, 1), ==, -1);
  g_assert_cmpfloat (exm_bias_judge_key (bias, 3), ==, 1);
  g_assert_cmpfloat (exm_bias_judge_key (bias, 4), ==, -.5f);
  g_assert_cmpfloat (exm_bias_judge_key (bias, 5), ==, 0);
  g_assert_cmpfloat (exm_bias_judge_key (bias, 6), ==, 0);
  g_assert_cmpfloat (exm_bias_judge_key (bias, 7), ==, 0);
  g_assert_cmpfloat (exm_bias_judge_place (bias, 10), <, exm_bias_judge_place (bias, 12));
  g_assert_cmpfloat (exm_bias_judge_place (bias, 11), ==, .5f);
  g_assert_cmpfloat (exm_bias_judge_place (bias, 13), ==, 0);
  g_assert_cmpfloat (exm_bias_judge_place (bias, 14), ==, 0);
}

/* Whether the line @text of a page is kept, with what was said of another page. */
static gboolean
is_kept (const char *html, const char *example, const char *text, const ExmBias *bias)
{
  g_autoptr (ExmPrepared) a = test_page_prepare (example, NULL);
  g_autoptr (ExmPrepared) b = test_page_prepare (html, NULL);
  const ExmMethodInput input
      = { .target = b, .examples = &a, .n_examples = 1, .window = 32, .bias = bias };
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmResult) result
      = exm_method_run (exm_method_find (NULL, NULL), &input, &error);
  ExmPageText *page = exm_prepared_get_page (b);
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);

  g_assert_no_error (error);
  return exm_result_get (result)->verdicts[test_page_find_line (page, text) - lines]
         == EXM_VERDICT_KEPT;
}

#define KICKER_0                                                                         \
  "Bridges, loans and courts: what was written of them in this paper before."
#define KICKER_1                                                                         \
  "Whoever saw the waves with their own eyes may send us what they took of it."
#define KICKER_2                                                                         \
  "Reading aloud, our critic thinks, is an art that nobody should be ashamed of."

/* @n articles of one template, each with a sentence that is in every one and one of the
 * editor's that is not. */
static char *
make_article (guint n)
{
  static const char *const prose[][4] = {
    { "After nine hours of debate the town will get its second crossing.",
      "It is to be paid for by a loan, as critics point out again and again.",
      "Work could begin in autumn if no court objects to any of it.", KICKER_0 },
    { "Ferries left the harbour again on Monday, three days after the storm.",
      "Divers found no damage below the water line, the harbour master said.",
      "A last ship from the north is expected tonight, with salt and timber.", KICKER_1 },
    { "The old library opens its doors for one more summer of readings.",
      "Four writers have promised to come, and one of them will bring a dog.",
      "Tickets are sold at the door, as long as there are chairs to sit on.", KICKER_2 },
  };
  g_assert_cmpuint (n, <, G_N_ELEMENTS (prose));

  return g_strdup_printf (
      "<ul><li>Menu</li></ul><div class=text><p>%s</p><p class=plea>Support our work "
      "today, reader number %u, with whatever amount you like to give.</p><p>%s</p>"
      "<p class=kicker>%s</p><p>%s</p></div>"
      "<p>Foot</p>",
      prose[n][0], n + 1, prose[n][1], prose[n][3], prose[n][2]);
}

static void
test_bias_on_other_pages (void)
{
  g_autofree char *example = make_article (0), *first = make_article (1),
                  *second = make_article (2);
  g_autoptr (ExmPageText) page = test_page_read (first);
  const char *plea = "Support our work today, reader number 3, with whatever amount you "
                     "like to give.";
  const char *kicker = KICKER_2;
  guint n_lines;
  const ExmLine *lines = exm_page_text_get_lines (page, &n_lines);
  guint line = (guint) (test_page_find_line (page, KICKER_1) - lines);
  ExmLabel labels[] = { exm_label_make (page, line, EXM_LABEL_NOISE),
                        exm_label_make (page, line, EXM_LABEL_NOISE),
                        exm_label_make (page, line, EXM_LABEL_NOISE) };
  g_autoptr (ExmPageText) other = test_page_read (second);
  guint n_other;
  const ExmLine *others = exm_page_text_get_lines (other, &n_other);
  guint same = (guint) (test_page_find_line (other, plea) - others);
  const ExmLabel said_body = exm_label_make (other, same, EXM_LABEL_BODY);
  const ExmLabel said_noise = exm_label_make (
      other, 1 + (guint) (test_page_find_line (other, plea) - others), EXM_LABEL_NOISE);

  /* The plea is known from the example; the operator wants it. */
  g_assert_false (is_kept (second, example, plea, NULL));
  g_autoptr (ExmBias) body = exm_bias_new (&said_body, 1);
  g_assert_true (is_kept (second, example, plea, body));
  /* A key that was called noise is out, whatever it is. */
  const char *sentence
      = "Four writers have promised to come, and one of them will bring a dog.";
  g_assert_true (is_kept (second, example, sentence, NULL));
  g_autoptr (ExmBias) noise = exm_bias_new (&said_noise, 1);
  g_assert_false (is_kept (second, example, sentence, noise));
  /* Other words in a place that was called noise on several pages. */
  g_autoptr (ExmBias) place = exm_bias_new (labels, G_N_ELEMENTS (labels));
  g_assert_true (is_kept (second, example, kicker, NULL));
  g_assert_false (is_kept (second, example, kicker, place));
  g_assert_true (is_kept (second, example, sentence, place));
  /* But not where the paragraphs hang. */
  guint paragraph
      = (guint) (test_page_find_line (page, "Divers found no damage below the "
                                            "water line, the harbour master "
                                            "said.")
                 - lines);
  const ExmLabel one = exm_label_make (page, paragraph, EXM_LABEL_NOISE);
  g_autoptr (ExmBias) paragraphs = exm_bias_new (&one, 1);
  g_assert_true (is_kept (second, example, sentence, paragraphs));
}

static void
test_site_stat (void)
{
  ExmPageText *pages[5];

  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_auto (TestSitePage) made
          = test_site_make_page (3, i, 6, TEST_SITE_ENGLISH, TEST_SITE_DRIFT);
      pages[i] = test_page_read (made.html);
    }
  g_autoptr (ExmSiteStat) stat
      = exm_site_stat_new_from_pages (pages, G_N_ELEMENTS (pages));
  g_assert_cmpuint (exm_site_stat_get_n_pages (stat), ==, G_N_ELEMENTS (pages));
  g_assert_cmpuint (exm_site_stat_count (stat, 12345), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      guint n_lines;
      const ExmLine *lines = exm_page_text_get_lines (pages[i], &n_lines);
      for (guint k = 0; k < n_lines; k++)
        {
          guint n = 0;
          if (lines[k].flags & EXM_LINE_FLAGGED)
            continue;
          /* The naive count. */
          for (guint p = 0; p < G_N_ELEMENTS (pages); p++)
            {
              guint n_others;
              gboolean found = FALSE;
              const ExmLine *others = exm_page_text_get_lines (pages[p], &n_others);
              for (guint q = 0; q < n_others; q++)
                found |= others[q].key == lines[k].key
                         && (others[q].flags & EXM_LINE_FLAGGED) == 0;
              n += found;
            }
          g_assert_cmpuint (exm_site_stat_count (stat, lines[k].key), ==, n);
        }
    }
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    exm_page_text_unref (pages[i]);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/extract/corrections/obeyed", test_obeyed);
  g_test_add_func ("/extract/corrections/found-again", test_found_again);
  g_test_add_func ("/extract/corrections/moved-over", test_moved_over);
  g_test_add_func ("/extract/bias/values", test_bias_values);
  g_test_add_func ("/extract/bias/on-other-pages", test_bias_on_other_pages);
  g_test_add_func ("/extract/site-stat", test_site_stat);
  return g_test_run ();
}
