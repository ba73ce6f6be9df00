/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "task/exm-article.h"
#include "task/exm-output-format.h"
#include "task/exm-task.h"

#include <math.h>

static void
fill (ExmTaskFields *fields)
{
  ExmTaskExample *example;

  exm_task_fields_init (fields);
  g_free (fields->name);
  fields->name = g_strdup ("Harbour news");
  fields->group = g_strdup ("press/north");
  example = exm_task_fields_add_example (fields, "http://127.0.0.1/news/1.html");
  example->region_text = g_strdup ("One line.\nAnother.");
  exm_task_fields_add_source (fields, EXM_SOURCE_LIST, "http://127.0.0.1/news/")
      ->max_pages
      = 3;
  exm_task_fields_add_output (fields, EXM_OUTPUT_TEXT, "/srv/out", "{title}");
  g_ptr_array_add (fields->include, g_strdup ("http://127.0.0.1/news/(*).html"));
  g_ptr_array_add (fields->unknown, g_strdup ("[task]\ncolour = red"));
}

static ExmTask *
new_task (void)
{
  g_auto (ExmTaskFields) fields;

  fill (&fields);
  return exm_task_new (&fields);
}

static void
test_new_takes_over (void)
{
  g_auto (ExmTaskFields) fields;
  const ExmTaskFields zero = { 0 };

  fill (&fields);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_cmpmem (&fields, sizeof fields, &zero, sizeof zero);
  g_assert_cmpstr (exm_task_get (task)->name, ==, "Harbour news");
  g_assert_cmpuint (exm_task_get (task)->examples->len, ==, 1);
}

static void
test_new_completes (void)
{
  ExmTaskFields fields = { 0 };
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  const ExmTaskFields *got = exm_task_get (task);

  g_assert_cmpstr (got->uid, ==, "");
  g_assert_cmpstr (got->name, ==, "");
  g_assert_null (got->group);
  g_assert_cmpuint (got->examples->len + got->sources->len + got->outputs->len, ==, 0);
  g_assert_cmpuint (got->include->len + got->exclude->len + got->private_hosts->len
                        + got->unknown->len,
                    ==, 0);
  g_assert_true (exm_schedule_is_manual (got->schedule));
}

static void
test_identities_differ (void)
{
  g_auto (ExmTaskFields) a;
  g_auto (ExmTaskFields) b;

  exm_task_fields_init (&a);
  exm_task_fields_init (&b);
  g_assert_true (exm_task_uid_is_valid (a.uid));
  g_assert_cmpstr (a.uid, !=, b.uid);
  g_assert_false (exm_task_uid_is_valid (NULL));
  g_assert_false (exm_task_uid_is_valid ("0123456789abcdef0123456789abcde"));
  g_assert_false (exm_task_uid_is_valid ("0123456789ABCDEF0123456789abcdef"));
}

static void
test_copy_is_deep (void)
{
  g_autoptr (ExmTask) task = new_task ();
  g_auto (ExmTaskFields) fields;

  exm_task_fields_copy (task, &fields);
  g_assert_true (fields.name != exm_task_get (task)->name);
  g_assert_true (fields.examples != exm_task_get (task)->examples);
  g_assert_true (fields.unknown != exm_task_get (task)->unknown);
  g_autoptr (ExmTask) same = exm_task_new (&fields);
  g_assert_true (exm_task_equal (task, same));
}

static void
replace (char **place, const char *text)
{
  g_free (*place);
  *place = g_strdup (text);
}

static gboolean
change_number (guint *number)
{
  *number = *number == 0 ? 1 : 0;
  return TRUE;
}

/* Changes one field, the nth; FALSE if there are no more. */
static gboolean
change (ExmTaskFields *f, guint n)
{
  ExmTaskExample *example = &g_array_index (f->examples, ExmTaskExample, 0);
  ExmTaskSource *source = &g_array_index (f->sources, ExmTaskSource, 0);
  ExmTaskOutput *output = &g_array_index (f->outputs, ExmTaskOutput, 0);
  char **strings[] = {
    &f->uid,
    &f->name,
    &f->group,
    &f->method,
    &f->parameters,
    &f->user_agent,
    &example->url,
    &example->page_hash,
    &example->file,
    &example->charset,
    &example->http_charset,
    &example->region_text,
    &source->pattern,
    &output->folder,
    &output->name_template,
  };
  guint *numbers[] = {
    (guint *) &f->paused,
    (guint *) &f->articles_only,
    (guint *) &f->first_run,
    &f->first_run_days,
    &f->first_run_newest,
    &f->max_articles,
    &f->delay_ms,
    &f->timeout_ms,
    (guint *) &source->kind,
    &source->max_pages,
    (guint *) &output->format,
    (guint *) &output->enabled,
    (guint *) &output->hold_unsure,
    (guint *) &f->keep,
  };
  GPtrArray *lists[]
      = { f->include, f->exclude, f->private_hosts, f->models, f->unknown };

  if (n < G_N_ELEMENTS (strings))
    {
      replace (strings[n], "");
      return TRUE;
    }
  n -= G_N_ELEMENTS (strings);
  if (n < G_N_ELEMENTS (numbers))
    return change_number (numbers[n]);
  n -= G_N_ELEMENTS (numbers);
  if (n < G_N_ELEMENTS (lists))
    {
      g_ptr_array_add (lists[n], g_strdup (""));
      return TRUE;
    }
  n -= G_N_ELEMENTS (lists);
  switch (n)
    {
    case 0:
      f->sensitivity = 0.5;
      return TRUE;
    case 1:
      exm_schedule_unref (f->schedule);
      f->schedule = exm_schedule_parse ("every 2 h", NULL);
      return TRUE;
    case 2:
      exm_task_fields_add_example (f, "");
      return TRUE;
    case 3:
      exm_task_fields_add_source (f, EXM_SOURCE_FEED, "");
      return TRUE;
    case 4:
      exm_task_fields_add_output (f, EXM_OUTPUT_CSV, "", "");
      return TRUE;
    default:
      return FALSE;
    }
}

static void
test_equal_sees_every_field (void)
{
  g_autoptr (ExmTask) task = new_task ();
  guint n = 0;

  for (;; n++)
    {
      g_auto (ExmTaskFields) fields;

      exm_task_fields_copy (task, &fields);
      if (!change (&fields, n))
        break;
      g_autoptr (ExmTask) other = exm_task_new (&fields);
      g_test_message ("change %u", n);
      g_assert_false (exm_task_equal (task, other));
      g_assert_false (exm_task_equal (other, task));
      g_assert_true (exm_task_equal (other, other));
    }
  g_assert_cmpuint (n, ==, 39);
}

static void
check_fails (ExmTaskFields *fields, const char *field)
{
  g_autoptr (ExmTask) task = exm_task_new (fields);
  g_autoptr (GError) error = NULL;
  g_autofree char *quoted = g_strdup_printf ("“%s”", field);

  g_assert_false (exm_task_check (task, &error));
  g_assert_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD);
  g_assert_true (g_str_has_prefix (error->message, quoted));
}

static void
test_check_good (void)
{
  g_autoptr (ExmTask) task = new_task ();
  g_autoptr (GError) error = NULL;

  g_assert_true (exm_task_check (task, &error));
  g_assert_no_error (error);
}

static void
test_check_strings (void)
{
  static const struct
  {
    gsize offset;
    const char *text;  /* (unowned) */
    const char *field; /* (unowned) */
  } cases[] = {
    { G_STRUCT_OFFSET (ExmTaskFields, uid), "1", "uid" },
    { G_STRUCT_OFFSET (ExmTaskFields, name), "", "name" },
    { G_STRUCT_OFFSET (ExmTaskFields, name), "a\nb", "name" },
    { G_STRUCT_OFFSET (ExmTaskFields, name), "\xff", "name" },
    { G_STRUCT_OFFSET (ExmTaskFields, group), "", "group" },
    { G_STRUCT_OFFSET (ExmTaskFields, group), "a//b", "group" },
    { G_STRUCT_OFFSET (ExmTaskFields, group), "/a", "group" },
    { G_STRUCT_OFFSET (ExmTaskFields, group), "a/", "group" },
    { G_STRUCT_OFFSET (ExmTaskFields, user_agent), "a\r\nCookie: b", "user-agent" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_auto (ExmTaskFields) fields;

      fill (&fields);
      replace (G_STRUCT_MEMBER_P (&fields, cases[i].offset), cases[i].text);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      check_fails (&fields, cases[i].field);
    }
}

static void
test_check_lists (void)
{
  static const char *const files[] = { "", "a/b", "..", "." };
  g_auto (ExmTaskFields) fields;

  fill (&fields);
  g_array_set_size (fields.sources, 0);
  check_fails (&fields, "source");
  fill (&fields);
  replace (&g_array_index (fields.sources, ExmTaskSource, 0).pattern, "");
  check_fails (&fields, "pattern");
  fill (&fields);
  g_array_index (fields.sources, ExmTaskSource, 0).max_pages = 10001;
  check_fails (&fields, "max-pages");
  fill (&fields);
  replace (&g_array_index (fields.outputs, ExmTaskOutput, 0).folder, "out");
  check_fails (&fields, "folder");
  fill (&fields);
  replace (&g_array_index (fields.outputs, ExmTaskOutput, 0).name_template, "");
  check_fails (&fields, "name");
  fill (&fields);
  g_ptr_array_add (fields.private_hosts, g_strdup (""));
  check_fails (&fields, "private-host");
  fill (&fields);
  replace (&g_array_index (fields.examples, ExmTaskExample, 0).page_hash, "abc");
  check_fails (&fields, "page-hash");
  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      fill (&fields);
      replace (&g_array_index (fields.examples, ExmTaskExample, 0).file, files[i]);
      check_fails (&fields, "file");
    }
}

static void
test_check_headers (void)
{
  static const char *const bad[] = {
    "",
    "X",
    ": x",
    "X Y: z",
    "X: a\r\nY: b",
    "Host: a",
    "COOKIE: a=b",
    "Authorization: Basic x",
    "transfer-encoding: chunked",
    "User-Agent: x",
  };
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      fill (&fields);
      g_ptr_array_set_size (fields.headers, 0);
      g_ptr_array_add (fields.headers, g_strdup (bad[i]));
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_auto (GStrv) none = exm_task_fields_dup_headers (&fields);
      g_assert_null (none[0]);
      check_fails (&fields, "header");
    }
  fill (&fields);
  g_ptr_array_set_size (fields.headers, 0);
  g_ptr_array_add (fields.headers, g_strdup ("Accept-Language:  de, en "));
  g_auto (GStrv) headers = exm_task_fields_dup_headers (&fields);
  g_assert_cmpstr (headers[0], ==, "Accept-Language");
  g_assert_cmpstr (headers[1], ==, "de, en");
  g_assert_null (headers[2]);
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_task_check (task, &error));
  g_assert_no_error (error);
}

static void
test_check_example (void)
{
  g_auto (ExmTaskFields) fields;
  g_autoptr (GError) error = NULL;

  fill (&fields);
  g_array_set_size (fields.examples, 0);
  check_fails (&fields, "example");
  fill (&fields);
  g_array_set_size (fields.examples, 0);
  replace (&fields.method, "line-block");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_assert_true (exm_task_check (task, &error));
  g_assert_no_error (error);
}

static void
test_check_numbers (void)
{
  g_auto (ExmTaskFields) fields;

  fill (&fields);
  fields.sensitivity = NAN;
  check_fails (&fields, "sensitivity");
  fill (&fields);
  fields.sensitivity = 11;
  check_fails (&fields, "sensitivity");
  fill (&fields);
  fields.timeout_ms = 0;
  check_fails (&fields, "timeout-ms");
  fill (&fields);
  fields.delay_ms = G_MAXUINT;
  check_fails (&fields, "delay-ms");
  fill (&fields);
  fields.first_run = EXM_FIRST_RUN_DAYS;
  fields.first_run_days = 0;
  check_fails (&fields, "first-run-days");
  fill (&fields);
  fields.first_run = EXM_FIRST_RUN_NEWEST;
  fields.first_run_newest = 0;
  check_fails (&fields, "first-run-newest");
  fill (&fields);
  exm_schedule_unref (fields.schedule);
  fields.schedule = exm_schedule_parse ("cron 0 0 31 2 *", NULL);
  check_fails (&fields, "schedule");
}

static void
test_names (void)
{
  ExmSourceKind kind = EXM_SOURCE_LIST;
  ExmFirstRun first_run = EXM_FIRST_RUN_NEW;
  ExmOutputFormat format = EXM_OUTPUT_TEXT;
  ExmArticleState state = EXM_ARTICLE_GOOD;

  for (guint i = 0; i <= EXM_SOURCE_PAGES; i++)
    g_assert_true (exm_source_kind_from_name (exm_source_kind_get_name (i), &kind)
                   && kind == i);
  for (guint i = 0; i <= EXM_FIRST_RUN_ALL; i++)
    g_assert_true (exm_first_run_from_name (exm_first_run_get_name (i), &first_run)
                   && first_run == i);
  for (guint i = 0; i < EXM_N_OUTPUT_FORMATS; i++)
    g_assert_true (exm_output_format_from_name (exm_output_format_get_name (i), &format)
                   && format == i);
  for (guint i = 0; i <= EXM_ARTICLE_INCOMPLETE; i++)
    g_assert_true (exm_article_state_from_name (exm_article_state_get_name (i), &state)
                   && state == i);
  g_assert_false (exm_source_kind_from_name ("List", &kind));
  g_assert_false (exm_article_state_from_name ("", &state));
  g_assert_cmpint (kind, ==, EXM_SOURCE_PAGES);
}

static void
test_article (void)
{
  g_auto (ExmArticleFields) fields = { .id = 7, .state = EXM_ARTICLE_UNSURE };
  const ExmArticleFields zero = { 0 };

  fields.metadata = exm_metadata_new ();
  exm_metadata_set (fields.metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, "Ferry");
  fields.text = g_strdup ("The ferry.");
  g_autoptr (ExmArticle) article = exm_article_new (&fields);
  g_assert_cmpmem (&fields, sizeof fields, &zero, sizeof zero);
  g_autoptr (ExmArticle) other = exm_article_ref (article);
  g_assert_cmpint (exm_article_get (other)->id, ==, 7);
  g_assert_cmpstr (exm_article_get (other)->text, ==, "The ferry.");
  g_assert_cmpstr (exm_metadata_get (exm_article_get (other)->metadata, EXM_FIELD_TITLE),
                   ==, "Ferry");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task/new-takes-over", test_new_takes_over);
  g_test_add_func ("/task/new-completes", test_new_completes);
  g_test_add_func ("/task/identities-differ", test_identities_differ);
  g_test_add_func ("/task/copy-is-deep", test_copy_is_deep);
  g_test_add_func ("/task/equal-sees-every-field", test_equal_sees_every_field);
  g_test_add_func ("/task/check/good", test_check_good);
  g_test_add_func ("/task/check/strings", test_check_strings);
  g_test_add_func ("/task/check/lists", test_check_lists);
  g_test_add_func ("/task/check/headers", test_check_headers);
  g_test_add_func ("/task/check/example", test_check_example);
  g_test_add_func ("/task/check/numbers", test_check_numbers);
  g_test_add_func ("/task/names", test_names);
  g_test_add_func ("/article/fields", test_article);
  return g_test_run ();
}
