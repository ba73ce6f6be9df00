/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The query language, its filters, and snippets. */

#include "search/exm-search-query.h"
#include "search/exm-search-snippet.h"

#include <string.h>

static void
append_term (GString *out, const ExmSearchTerm *term)
{
  g_string_append (out, term->negated ? "-" : "");
  g_string_append (out, term->in_title ? "title:" : "");
  for (guint i = 0; i < term->text->units->len; i++)
    {
      const ExmSearchUnit *unit = exm_search_text_get_unit (term->text, i);
      g_string_append (out, i == 0 ? "" : unit->joined ? "+" : "_");
      g_string_append_len (out, term->text->folded->str + unit->folded, unit->n_folded);
    }
  g_string_append (out, term->prefix ? "* " : " ");
}

static void
append_filters (GString *out, const char *name, GPtrArray *filters)
{
  for (guint i = 0; i < filters->len; i++)
    {
      const ExmSearchFilter *filter = g_ptr_array_index (filters, i);
      g_string_append_printf (out, "%s%s=%s ", filter->negated ? "-" : "", name,
                              filter->value);
    }
}

/* @n_messages: how many things are told */
static void
check (const char *words, const char *expected, guint n_messages)
{
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autoptr (GString) out = g_string_new (NULL);

  for (guint i = 0; i < query->terms->len; i++)
    append_term (out, g_ptr_array_index (query->terms, i));
  append_filters (out, "site", query->sites);
  append_filters (out, "task", query->tasks);
  if (*query->after != '\0')
    g_string_append_printf (out, "after=%s ", query->after);
  if (*query->before != '\0')
    g_string_append_printf (out, "before=%s ", query->before);
  g_assert_cmpstr (out->str, ==, expected);
  g_assert_cmpuint (query->messages->len, ==, n_messages);
  g_assert_cmpint (exm_search_query_is_empty (query), ==, *expected == '\0');
}

static void
test_words (void)
{
  check ("Tunnel  opens", "tunnel opens ", 0);
  check ("\"Tunnel opens\" now", "tunnel_opens now ", 0);
  check ("“Tunnel opens” 隧道　开通", "tunnel_opens 隧+道 开+通 ", 0);
  check ("-not −this", "-not -this ", 0);
  check ("-\"not this\"", "-not_this ", 0);
  check ("tunn* -brid*", "tunn* -brid* ", 0);
  check ("e-mail", "e_mail ", 0);
  check ("title:Tunnel -title:\"a b\" TITLE：隧", "title:tunnel -title:a_b title:隧 ", 0);
}

static void
test_filters (void)
{
  check ("site:News.Example -site:www.x.example",
         "site=news.example -site=www.x.example ", 0);
  check ("site:https://a.example/b?c", "site=a.example ", 0);
  check ("site:*.bücher.example", "site=xn--bcher-kva.example ", 0);
  check ("task:News -task:\"World News\"", "task=News -task=World News ", 0);
  check ("after:2026-03", "after=2026-03-01 ", 0);
  check ("before:2026", "before=2026-01-01 ", 0);
  check ("after:2026/3/5 before:2026年4月1日", "after=2026-03-05 before=2026-04-01 ", 0);
  check ("-after:2026-03-05", "before=2026-03-05 ", 0);
  check ("after:2026-01 after:2026-03 after:2026-02", "after=2026-03-01 ", 0);
}

static void
test_not_understood (void)
{
  check ("after:tomorrow", "after_tomorrow ", 1);
  check ("before:2026-02-30", "before_2026_02_30 ", 1);
  check ("after:20263", "after_20263 ", 1);
  check ("site: task: title:", "site task title ", 0);
  check ("size:3 http://a.example", "size_3 http_a_example ", 0);
  check ("\"never closed", "never closed ", 0);
  check ("a\"b", "a_b ", 0);
  check ("- -- \"\" * … +", "", 0);
  check ("", "", 0);
  check ("\xff\xfe"
         "ab",
         "ab ", 0);
}

static void
test_long (void)
{
  g_autoptr (GString) words = g_string_new (NULL);

  while (words->len < 10000)
    g_string_append (words, "a\" ");
  g_autoptr (ExmSearchQuery) many = exm_search_query_new (words->str);
  g_assert_cmpuint (many->terms->len, ==, EXM_SEARCH_MAX_TERMS);
  g_assert_cmpuint (many->messages->len, ==, 1);

  g_autofree char *one = g_strnfill (10000, 'x');
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (one);
  g_assert_cmpuint (query->terms->len, ==, 1);
}

static gboolean
matches (const char *words, const char *title, const char *body)
{
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autoptr (ExmSearchText) title_text = exm_search_text_new (title);
  g_autoptr (ExmSearchText) body_text = exm_search_text_new (body);

  return exm_search_query_matches (query, title_text, body_text);
}

static void
test_matches (void)
{
  g_assert_true (matches ("bridge tunnel", "Bridge", "A tunnel"));
  g_assert_false (matches ("bridge tunnel", "Bridge", "A tunnels"));
  g_assert_true (matches ("bridge -tunnel", "Bridge", "A tunnels"));
  g_assert_false (matches ("title:tunnel", "Bridge", "A tunnel"));
  g_assert_true (matches ("-title:tunnel", "Bridge", "A tunnel"));
  g_assert_false (matches ("\"bridge a\"", "Bridge", "A tunnel"));
}

static void
test_allows (void)
{
  g_autoptr (ExmSearchQuery) query
      = exm_search_query_new ("site:a.example -site:x.a.example after:2026-03-05"
                              " before:2026-03-07");
  gint64 fifth = G_GINT64_CONSTANT (1772668800000000); /* 2026-03-05, 0:00 UTC */

  g_assert_true (exm_search_query_allows_host (query, "a.example"));
  g_assert_true (exm_search_query_allows_host (query, "www.a.example"));
  g_assert_false (exm_search_query_allows_host (query, "ba.example"));
  g_assert_false (exm_search_query_allows_host (query, "x.a.example"));
  g_assert_true (exm_search_query_allows_day (query, NULL, fifth));
  g_assert_false (exm_search_query_allows_day (query, NULL, fifth - 1000000));
  g_assert_true (exm_search_query_allows_day (query, "2026-03-06T23:59:00+08:00", 0));
  g_assert_false (exm_search_query_allows_day (query, "2026-03-07", fifth));
  g_assert_true (exm_search_query_allows_day (query, "yesterday", fifth));
}

static void
check_snippet (const char *words, const char *source, guint n_chars, const char *expected)
{
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autoptr (ExmSearchSnippet) snippet
      = exm_search_snippet_new (query, source, FALSE, n_chars);
  g_autofree char *text = exm_search_snippet_write (snippet, "[", "]");

  g_assert_cmpstr (text, ==, expected);
}

static void
test_snippet (void)
{
  check_snippet ("隧道 -开", "海底\n隧道开通", 40, "海底 [隧道]开通");
  check_snippet ("ecole tunn*", "L’École,  tunnels", 40, "L’[École], [tunnels]");
  check_snippet ("c", "a b c d e f", 4, "… [c] d…");
  check_snippet ("zzz title:a", "a b", 40, "a b");
  check_snippet ("aa \"aa bb\"", "x aa bb", 40, "x [aa bb]");
  check_snippet ("x", NULL, 40, "");
}

static void
check_completed (const char *typed, const char *expected)
{
  g_autofree char *words = exm_search_query_complete (typed);

  g_assert_cmpstr (words, ==, expected);
}

/* Only a word that may not be whole yet gets the star. */
static void
test_complete (void)
{
  check_completed ("", "");
  check_completed ("tunn", "tunn*");
  check_completed ("the tunn", "the tunn*");
  check_completed ("title:tunn", "title:tunn*");
  check_completed ("tunnel ", "tunnel ");
  check_completed ("tunnel*", "tunnel*");
  check_completed ("-tunn", "-tunn");
  check_completed ("\"the tunn\"", "\"the tunn\"");
  check_completed ("site:a.example", "site:a.example");
  check_completed ("after:2026", "after:2026");
  check_completed ("隧道", "隧道");
  check_completed ("隧道 5g", "隧道 5g*");
}

static void
check_html (const char *words, const char *html, const char *expected)
{
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  g_autofree char *marked = exm_search_mark_html (query, html);
  g_auto (GStrv) parts = g_strsplit (marked, "<mark class=\"exemplar-found\">", -1);
  g_autofree char *begun = g_strjoinv ("[", parts);
  g_auto (GStrv) ends = g_strsplit (begun, "</mark>", -1);
  g_autofree char *shown = g_strjoinv ("]", ends);

  g_assert_cmpstr (shown, ==, expected);
}

static void
test_html (void)
{
  check_html ("tunnel", "<p>The Tunnel opens.</p>", "<p>The [Tunnel] opens.</p>");
  check_html ("隧道", "<p>海底<b>隧</b>道开通</p>", "<p>海底<b>[隧]</b>[道]开通</p>");
  check_html ("隧道", "<p>隧</p><p>道</p>", "<p>隧</p><p>道</p>");
  check_html ("\"a tunnel\"", "<p>a <em>tun</em>nel</p>",
              "<p>[a ]<em>[tun]</em>[nel]</p>");
  check_html ("tunnel", "<a href=\"/tunnel?a>b\">x</a>", "<a href=\"/tunnel?a>b\">x</a>");
  check_html ("amp r", "<p>r&amp;d amp</p>", "<p>[r]&amp;d [amp]</p>");
  check_html ("\"r d\"", "<p>R&amp;D</p>", "<p>[R&amp;D]</p>");
  check_html ("-tunnel", "<p>tunnel</p>", "<p>tunnel</p>");
  check_html ("x", "<p>x</p><", "<p>[x]</p><");
  check_html ("x", "", "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/search/query/words", test_words);
  g_test_add_func ("/search/query/filters", test_filters);
  g_test_add_func ("/search/query/not-understood", test_not_understood);
  g_test_add_func ("/search/query/long", test_long);
  g_test_add_func ("/search/query/matches", test_matches);
  g_test_add_func ("/search/query/allows", test_allows);
  g_test_add_func ("/search/query/snippet", test_snippet);
  g_test_add_func ("/search/query/complete", test_complete);
  g_test_add_func ("/search/query/html", test_html);
  return g_test_run ();
}
