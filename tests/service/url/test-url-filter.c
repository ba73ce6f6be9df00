/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "url/exm-url-filter.h"

#include <string.h>

#define HEAD "https://example.com/"

static GPtrArray *
list (const char *const *texts)
{
  GPtrArray *out = g_ptr_array_new ();

  for (guint i = 0; texts[i] != NULL; i++)
    g_ptr_array_add (out, (char *) texts[i]);
  return out;
}

static void
test_verdicts (void)
{
  static const char *const include_texts[]
      = { HEAD "news/(*)", "re:.*/(a+)+x", HEAD "a(**)b", NULL };
  static const char *const exclude_texts[]
      = { HEAD "news/{index,about}", "re:.*/n(b+)+x", NULL };
  g_autofree char *endless = g_strnfill (60, 'a');
  g_autofree char *endless_a = g_strconcat (HEAD, endless, NULL);
  g_autofree char *endless_ab = g_strconcat (endless_a, "b", NULL);
  g_autofree char *bees = g_strnfill (60, 'b');
  g_autofree char *endless_b = g_strconcat (HEAD "news/n", bees, NULL);
  const struct
  {
    const char *url; /* (unowned) */
    ExmUrlVerdict verdict;
    const char *words; /* (unowned): of the reason */
  } cases[] = {
    { HEAD "news/1", EXM_URL_VERDICT_MATCHED, HEAD "news/(*)" },
    { HEAD "news/index", EXM_URL_VERDICT_EXCLUDED, HEAD "news/{index,about}" },
    { HEAD "sport/1", EXM_URL_VERDICT_NOT_INCLUDED, "None" },
    { endless_a, EXM_URL_VERDICT_UNDECIDED, "re:.*/(a+)+x" },
    /* One that can tell is enough. */
    { endless_ab, EXM_URL_VERDICT_MATCHED, HEAD "a(**)b" },
    { endless_b, EXM_URL_VERDICT_UNDECIDED, "re:.*/n(b+)+x" },
  };
  g_autoptr (GPtrArray) include = list (include_texts);
  g_autoptr (GPtrArray) exclude = list (exclude_texts);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmUrlFilter) filter = exm_url_filter_new (include, exclude, &error);

  g_assert_no_error (error);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *why = NULL;
      g_assert_cmpint (exm_url_filter_check (filter, cases[i].url, &why), ==,
                       cases[i].verdict);
      if (strstr (why, cases[i].words) == NULL)
        g_error ("“%s”: %s", cases[i].url, why);
      g_assert_cmpint (exm_url_filter_check (filter, cases[i].url, NULL), ==,
                       cases[i].verdict);
    }
}

static void
test_without_include (void)
{
  static const char *const nothing[] = { NULL };
  static const char *const exclude_texts[] = { HEAD "(*).pdf", NULL };
  g_autoptr (GPtrArray) include = list (nothing);
  g_autoptr (GPtrArray) exclude = list (exclude_texts);
  g_autoptr (ExmUrlFilter) filter = exm_url_filter_new (include, exclude, NULL);
  g_autoptr (ExmUrlFilter) again = exm_url_filter_ref (filter);

  g_assert_cmpint (exm_url_filter_check (again, HEAD "a", NULL), ==,
                   EXM_URL_VERDICT_MATCHED);
  g_assert_cmpint (exm_url_filter_check (again, HEAD "a.pdf", NULL), ==,
                   EXM_URL_VERDICT_EXCLUDED);
}

static void
test_errors (void)
{
  static const char *const good[] = { HEAD "(*)", NULL };
  static const char *const bad[] = { HEAD "(*)", HEAD "[1-", NULL };
  static const char *const broken[] = { HEAD "\xff", NULL };
  g_autoptr (GPtrArray) first = list (good);
  g_autoptr (GPtrArray) second = list (bad);
  g_autoptr (GPtrArray) third = list (broken);
  g_autoptr (GError) error = NULL;

  g_assert_null (exm_url_filter_new (first, second, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
  g_assert_nonnull (strstr (error->message, HEAD "[1-"));
  g_clear_error (&error);
  g_assert_null (exm_url_filter_new (second, first, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
  g_clear_error (&error);
  g_assert_null (exm_url_filter_new (third, first, &error));
  g_assert_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX);
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/collect/url-filter/verdicts", test_verdicts);
  g_test_add_func ("/collect/url-filter/without-include", test_without_include);
  g_test_add_func ("/collect/url-filter/errors", test_errors);
  return g_test_run ();
}
