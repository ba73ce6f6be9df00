/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Articles that a list page lists, each once. */

#include "jobs/exm-source-reading.h"
#include "jobs/exm-job-kind.h"

#include <string.h>

#define SITE "https://a.example"

static ExmTask *
make_task (const char *include)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_init (&fields);
  g_ptr_array_add (fields.include, g_strdup (include));
  return exm_task_new (&fields);
}

/* @expected: paths of the articles, parted by blanks; @n_left_out: other addresses */
static void
check (const char *include, const char *html, const char *expected, guint n_left_out)
{
  g_autoptr (GString) found = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  ExmFetched *fetched = exm_fetched_new (SITE "/");
  ExmJob *job = exm_job_new ();
  ExmSourceReading reading = { .task = make_task (include), .job = job };

  g_bytes_unref (fetched->body);
  fetched->body = g_bytes_new_static (html, strlen (html));
  g_free (fetched->final_url);
  fetched->final_url = g_strdup (SITE "/");
  job->kind = g_strdup (EXM_JOB_LIST);
  job->url = g_strdup (SITE "/");
  reading.fetched = fetched;
  exm_source_reading_run (&reading, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < reading.found->len; i++)
    g_string_append_printf (found, "%s%s", i > 0 ? " " : "",
                            ((ExmJob *) g_ptr_array_index (reading.found, i))->url
                                + strlen (SITE));
  g_assert_cmpstr (found->str, ==, expected);
  g_assert_cmpuint (reading.n_listed, ==, reading.found->len);
  g_assert_cmpuint (reading.left_out->len, ==, n_left_out);
  exm_source_reading_clear (&reading);
}

/* Picture, headline and teaser of a card lead to one page, and in several forms. */
static void
test_once (void)
{
  check (SITE "/n/(**)",
         "<a href=/n/1><img src=1.png></a><h2><a href=/n/1>One</a></h2><a "
         "href=/n/1#comments>3 comments</a><a href=/n/1?utm_source=home>Read on</a>"
         "<h2><a href=/n/2/>Two</a></h2><a href=/n/2/index.html>Read on</a><a href=/n/2>"
         "Two</a><a href=/about>About</a><a href=/about#us>Us</a><a href=/jobs>Jobs</a>",
         "/n/1 /n/2/", 2);
}

/* Tells pages apart whose addresses differ otherwise. */
static void
test_others (void)
{
  check (SITE "/n/(**)",
         "<a href=/n/1?page=2>A</a><a href=/n/1?page=3>B</a><a href=/n/1.html>C</a>"
         "<a href=/N/1>D</a><a href=/n/1>E</a>",
         "/n/1?page=2 /n/1?page=3 /n/1.html /n/1", 1);
}

/* A first run of recent days leaves those that a list dates before them, also where
 * patterns say which links are articles. */
static void
test_days (void)
{
  static const char html[]
      = "<ul><li><a href=/n/3>Three</a> 2026-01-09</li><li><a href=/n/2>Two</a> "
        "2026-01-08</li><li><a href=/n/1>One</a> 2025-12-01</li></ul>"
        "<p><a href=/about>About</a> 2019-01-01</p>";
  g_autoptr (GDateTime) now = g_date_time_new_utc (2026, 1, 10, 12, 0, 0);
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GError) error = NULL;
  ExmFetched *fetched = exm_fetched_new (SITE "/");
  ExmJob *job = exm_job_new ();

  exm_task_fields_init (&fields);
  g_ptr_array_add (fields.include, g_strdup (SITE "/n/(*)"));
  fields.first_run = EXM_FIRST_RUN_DAYS;
  fields.first_run_days = 7;
  g_bytes_unref (fetched->body);
  fetched->body = g_bytes_new_static (html, strlen (html));
  g_free (fetched->final_url);
  fetched->final_url = g_strdup (SITE "/");
  job->kind = g_strdup (EXM_JOB_LIST);
  job->url = g_strdup (SITE "/");
  ExmSourceReading reading = { .task = exm_task_new (&fields),
                               .job = job,
                               .fetched = fetched,
                               .first_run = TRUE,
                               .now_usec = g_date_time_to_unix (now) * G_USEC_PER_SEC };
  exm_source_reading_run (&reading, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (reading.found->len, ==, 2);
  g_assert_cmpuint (reading.old->len, ==, 1);
  const ExmJob *old = g_ptr_array_index (reading.old, 0);
  g_assert_cmpstr (old->url, ==, SITE "/n/1");
  g_assert_cmpint (old->published_usec, >, 0);
  g_assert_true (((ExmJob *) g_ptr_array_index (reading.found, 0))->backlog);
  exm_source_reading_clear (&reading);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/jobs/source-reading/once", test_once);
  g_test_add_func ("/jobs/source-reading/others", test_others);
  g_test_add_func ("/jobs/source-reading/days", test_days);
  return g_test_run ();
}
