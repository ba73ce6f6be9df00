/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "base/exm-limits.h"
#include "task/exm-output-format.h"
#include "task/exm-task-file.h"
#include "task/exm-task-keys.h"

#include <string.h>

#define UID "0123456789abcdef0123456789abcdef"
#define HEAD "exemplar-task = 1\n[task]\nuid = " UID "\n"

/* Texts that a careless format would change. */
static const char *const values[] = {
  "",
  " ",
  "a",
  " a",
  "a ",
  "\ta\t",
  "#a",
  "[task]",
  "a = b",
  "= b",
  "\"a\"",
  "\"",
  "a\"b",
  "\\n",
  "\\",
  "\n",
  "\n\n",
  "a\nb",
  "a\n",
  "\na",
  "a\n\nb",
  " a\n  b \nc\t",
  "| a\n|b\n  | c",
  "\"a\n\"b\"",
  "# a\n# b",
  "[task]\nname = x",
  "a\r\nb\r\n",
  "\r",
  "a\rb",
  "\x01\x1f\x7f\n\x08",
  "\xc2\x85",
  "a\xe2\x80\xa8\x62",
  "\xe2\x80\xae\x61\x62\x63",
  "\xef\xbb\xbf\x61",
  "\xc2\xa0",
  "a\xe3\x80\x80\nb",
  "上海市\n新闻",
  "\xf0\x9f\x91\xa9\xe2\x80\x8d\xf0\x9f\x9a\x80",
  "yes",
  "exemplar-task = 9",
  "\\u{41}",
};

static ExmTask *
read_text (const char *text, GPtrArray **notes)
{
  g_autoptr (GError) error = NULL;
  ExmTask *task = exm_task_file_read (text, strlen (text), FALSE, notes, &error);

  g_assert_no_error (error);
  g_assert_nonnull (task);
  return task;
}

static void
assert_round_trip (const ExmTask *task)
{
  g_autofree char *text = exm_task_file_write (task);
  g_autoptr (ExmTask) again = read_text (text, NULL);
  g_autofree char *second = exm_task_file_write (again);

  g_assert_cmpstr (text, ==, second);
  g_assert_true (exm_task_equal (task, again));
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_true (g_str_has_suffix (text, "\n"));
  g_assert_false (g_str_has_suffix (text, "\n\n"));
  g_assert_null (strchr (text, '\r'));
}

static void
init (ExmTaskFields *fields)
{
  exm_task_fields_init (fields);
  g_free (fields->uid);
  fields->uid = g_strdup (UID);
}

static void
set (char **place, const char *text)
{
  g_free (*place);
  *place = g_strdup (text);
}

static void
test_text (void)
{
  static const char expected[] = "# A task of Exemplar, as exemplar-task(5) tells: a "
                                 "\"key = value\" a line, a line "
                                 "for\n"
                                 "# each entry of a list, and text of several lines "
                                 "below its key, behind \"| \".\n"
                                 "exemplar-task = 1\n"
                                 "\n"
                                 "[task]\n"
                                 "uid = " UID "\n"
                                 "name = Harbour news\n"
                                 "paused = no\n"
                                 "schedule = every 30 min in 07:00-23:00\n"
                                 "include = http://127.0.0.1/news/(*).html\n"
                                 "include = http://127.0.0.1/blog/(*)\n"
                                 "first-run = days\n"
                                 "first-run-days = 3\n"
                                 "first-run-newest = 20\n"
                                 "max-articles = 0\n"
                                 "model =\n"
                                 "  | exemplar-model 1\n"
                                 "  | method x\n"
                                 "  |\n"
                                 "model = another\n"
                                 "sensitivity = 0.1\n"
                                 "delay-ms = 1000\n"
                                 "timeout-ms = 30000\n"
                                 "rendered = no\n"
                                 "two-pass = no\n"
                                 "articles-only = no\n"
                                 "keep = text\n"
                                 "\n"
                                 "[example]\n"
                                 "url = http://127.0.0.1/news/1.html\n"
                                 "region =\n"
                                 "  | The ferry sails.\n"
                                 "  |\n"
                                 "  \"It sails \"\n"
                                 "\n"
                                 "[source]\n"
                                 "kind = sitemap\n"
                                 "pattern = http://127.0.0.1/sitemap.xml\n"
                                 "max-pages = 0\n"
                                 "\n"
                                 "[output]\n"
                                 "format = json-lines\n"
                                 "folder = /srv/out\n"
                                 "name = \"\"\n"
                                 "newest = 100\n"
                                 "enabled = yes\n"
                                 "hold-unsure = yes\n";
  g_auto (ExmTaskFields) fields;

  init (&fields);
  set (&fields.name, "Harbour news");
  exm_schedule_unref (fields.schedule);
  fields.schedule = exm_schedule_parse ("every 30 min in 7:00-23:00", NULL);
  g_ptr_array_add (fields.include, g_strdup ("http://127.0.0.1/news/(*).html"));
  g_ptr_array_add (fields.include, g_strdup ("http://127.0.0.1/blog/(*)"));
  g_ptr_array_add (fields.models, g_strdup ("exemplar-model 1\nmethod x\n"));
  g_ptr_array_add (fields.models, g_strdup ("another"));
  fields.first_run = EXM_FIRST_RUN_DAYS;
  fields.first_run_days = 3;
  fields.sensitivity = 0.1;
  exm_task_fields_add_example (&fields, "http://127.0.0.1/news/1.html")->region_text
      = g_strdup ("The ferry sails.\n\nIt sails ");
  exm_task_fields_add_source (&fields, EXM_SOURCE_SITEMAP,
                              "http://127.0.0.1/sitemap.xml");
  exm_task_fields_add_output (&fields, EXM_OUTPUT_JSON_LINES, "/srv/out", "");
  g_autoptr (ExmTask) task = exm_task_new (&fields);
  g_autofree char *text = exm_task_file_write (task);
  g_assert_cmpstr (text, ==, expected);
  assert_round_trip (task);
}

static void
test_values (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_auto (ExmTaskFields) fields;
      ExmTaskExample *example;

      g_test_message ("value %" G_GSIZE_FORMAT, i);
      init (&fields);
      set (&fields.name, values[i]);
      set (&fields.group, values[i]);
      set (&fields.method, values[i]);
      set (&fields.parameters, values[i]);
      set (&fields.user_agent, values[i]);
      g_ptr_array_add (fields.exclude, g_strdup (values[i]));
      g_ptr_array_add (fields.exclude, g_strdup (values[i]));
      example = exm_task_fields_add_example (&fields, values[i]);
      example->page_hash = g_strdup (values[i]);
      example->file = g_strdup (values[i]);
      example->charset = g_strdup (values[i]);
      example->http_charset = g_strdup (values[i]);
      example->region_text = g_strdup (values[i]);
      exm_task_fields_add_example (&fields, "");
      exm_task_fields_add_source (&fields, EXM_SOURCE_PAGES, values[i]);
      exm_task_fields_add_output (&fields, EXM_OUTPUT_CSV, values[i], values[i]);
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      assert_round_trip (task);
    }
}

static void
test_numbers (void)
{
  static const double numbers[]
      = { 0, -0.0, 0.1, -2.5, 1.0 / 3, 1e-300, 1e300, 123456789.125, G_MINDOUBLE };

  for (gsize i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_auto (ExmTaskFields) fields;

      init (&fields);
      fields.sensitivity = numbers[i];
      fields.max_articles = G_MAXUINT;
      fields.delay_ms = 0;
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      assert_round_trip (task);
    }
}

/* Random text of the characters that mean something to the format. */
static char *
random_text (void)
{
  static const char *const pieces[]
      = { "\n", "\r", " ", "\t", "|", "\"", "\\", "=", "#", "[", "]", "a", "海", "  | " };
  GString *text = g_string_new (NULL);

  for (int n = g_test_rand_int_range (0, 12); n > 0; n--)
    g_string_append (text, pieces[g_test_rand_int_range (0, G_N_ELEMENTS (pieces))]);
  return g_string_free (text, FALSE);
}

static void
test_random (void)
{
  for (guint round = 0; round < 2000; round++)
    {
      g_auto (ExmTaskFields) fields;

      init (&fields);
      g_free (fields.name);
      fields.name = random_text ();
      fields.paused = g_test_rand_int_range (0, 2);
      for (int n = g_test_rand_int_range (0, 4); n > 0; n--)
        g_ptr_array_add (fields.include, random_text ());
      for (int n = g_test_rand_int_range (0, 3); n > 0; n--)
        {
          ExmTaskExample *example = exm_task_fields_add_example (&fields, "");

          if (g_test_rand_int_range (0, 2))
            example->region_text = random_text ();
        }
      g_autoptr (ExmTask) task = exm_task_new (&fields);
      assert_round_trip (task);
    }
}

static void
test_unknown (void)
{
  static const char text[] = HEAD "colour = red\n"
                                  "name = a\n"
                                  "shape =\n"
                                  "  | b\n"
                                  "  \"c\\t\"\n"
                                  "[source]\n"
                                  "[weather]\n"
                                  "wind = 3\n"
                                  "# not kept\n"
                                  "wind =\n"
                                  "[source]\n"
                                  "pattern = b\n"
                                  "depth = 2\n"
                                  "[tasks]\n";
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (ExmTask) task = read_text (text, &notes);
  g_autofree char *written = exm_task_file_write (task);
  const GPtrArray *unknown = exm_task_get (task)->unknown;

  g_assert_cmpuint (notes->len, ==, 5);
  g_assert_nonnull (strstr (g_ptr_array_index (notes, 0), "Line 4: “colour” of [task]"));
  g_assert_nonnull (strstr (g_ptr_array_index (notes, 1), "Line 6: “shape” of [task]"));
  g_assert_nonnull (
      strstr (g_ptr_array_index (notes, 2), "Line 10: the section [weather]"));
  g_assert_nonnull (strstr (g_ptr_array_index (notes, 3), "“depth” of [source 2]"));
  g_assert_nonnull (strstr (g_ptr_array_index (notes, 4), "the section [tasks]"));
  g_assert_cmpuint (unknown->len, ==, 5);
  g_assert_cmpstr (g_ptr_array_index (unknown, 0), ==, "[task]\ncolour = red");
  g_assert_cmpstr (g_ptr_array_index (unknown, 2), ==, "[source 2]\ndepth = 2");
  g_assert_cmpstr (g_ptr_array_index (unknown, 3), ==, "[weather]\nwind = 3\nwind =");
  g_assert_nonnull (
      strstr (written, "keep = text\ncolour = red\nshape =\n  | b\n  \"c\\t\"\n\n"));
  g_assert_nonnull (strstr (written,
                            "pattern = b\nmax-pages = 0\ndepth = 2\n\n[weather]\n"
                            "wind = 3\nwind =\n\n[tasks]\n"));
  assert_round_trip (task);
}

static void
test_by_hand (void)
{
  static const char text[] = "\xef\xbb\xbf# mine\r\n"
                             "\r\n"
                             "  # indented\r\n"
                             "exemplar-task=1\r\n"
                             "[source]  \r\n"
                             "pattern  =\ta \t b \r\n"
                             "[task]\r\n"
                             "name = \"a\\u{6d77}\\\"\"  \r\n"
                             "group =\r\n"
                             "user-agent =\r\n"
                             "\t|one\r\n"
                             "[output]\r\n"
                             "format = csv";
  g_autoptr (ExmTask) task = read_text (text, NULL);
  const ExmTaskFields *fields = exm_task_get (task);
  const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, 0);

  g_assert_true (exm_task_uid_is_valid (fields->uid));
  g_assert_cmpstr (fields->name, ==, "a海\"");
  g_assert_cmpstr (fields->group, ==, "");
  g_assert_null (fields->method);
  g_assert_cmpstr (fields->user_agent, ==, "one");
  g_assert_cmpstr (g_array_index (fields->sources, ExmTaskSource, 0).pattern, ==,
                   "a \t b");
  g_assert_cmpint (output->format, ==, EXM_OUTPUT_CSV);
  g_assert_true (output->enabled && output->hold_unsure);
  assert_round_trip (task);
}

static void
test_imported (void)
{
  static const char text[] = HEAD "paused = no\n[output]\nenabled = yes\n[output]\n";
  g_autoptr (ExmTask) task = exm_task_file_read (text, strlen (text), TRUE, NULL, NULL);
  g_autoptr (ExmTask) own = read_text (text, NULL);

  g_assert_true (exm_task_get (task)->paused);
  g_assert_false (exm_task_get (own)->paused);
  for (guint i = 0; i < 2; i++)
    {
      g_assert_false (
          g_array_index (exm_task_get (task)->outputs, ExmTaskOutput, i).enabled);
      g_assert_true (
          g_array_index (exm_task_get (own)->outputs, ExmTaskOutput, i).enabled);
    }
}

static void
assert_refused (const char *text, gsize n_bytes, int code, const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (ExmTask) task = exm_task_file_read (text, n_bytes, FALSE, &notes, &error);

  g_assert_null (task);
  g_assert_null (notes);
  g_assert_error (error, EXM_TASK_ERROR, code);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_true (g_utf8_validate (error->message, -1, NULL));
  g_assert_cmpuint (strlen (error->message), <, 400);
  g_assert_null (exm_task_file_read (text, n_bytes, FALSE, NULL, NULL));
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text;  /* (unowned) */
    const char *words; /* (unowned) */
    int code;
  } cases[] = {
    { "", "Line 1 ", EXM_TASK_ERROR_SYNTAX },
    { "\n\n# x\n", "Line 3 ", EXM_TASK_ERROR_SYNTAX },
    { "[task]\n", "“exemplar-task = 1” has to come first", EXM_TASK_ERROR_SYNTAX },
    { "<html>", "no task file", EXM_TASK_ERROR_SYNTAX },
    { "exemplar-task\n[task]\n", "neither", EXM_TASK_ERROR_SYNTAX },
    { "exemplar-tasks = 1\n[task]\n", "version", EXM_TASK_ERROR_SYNTAX },
    { "exemplar-task = 0\n[task]\n", "version", EXM_TASK_ERROR_SYNTAX },
    { "exemplar-task = 1.5\n[task]\n", "version", EXM_TASK_ERROR_SYNTAX },
    { "\nexemplar-task = 2\n[task]\n",
      "Line 2 of the task file: it was written by a newer", EXM_TASK_ERROR_VERSION },
    { "exemplar-task = 1\n", "without a section [task]", EXM_TASK_ERROR_SYNTAX },
    { "exemplar-task = 1\nname = a\n", "Line 2 of the task file: “name” stands before",
      EXM_TASK_ERROR_SYNTAX },
    { "exemplar-task = 1\n[task]\nuid = 12\n", "“uid”", EXM_TASK_ERROR_FIELD },
    { HEAD "uid = " UID "\n",
      "Line 4 of the task file: “uid” stands there a second time; "
      "the first is in line 3",
      EXM_TASK_ERROR_FIELD },
    { HEAD "[task]\n", "Line 4 of the task file: [task] stands", EXM_TASK_ERROR_SYNTAX },
    { HEAD "[task\n", "“[task” is no section", EXM_TASK_ERROR_SYNTAX },
    { HEAD "[]\n", "“[]” is no section", EXM_TASK_ERROR_SYNTAX },
    { HEAD "[task] x\n", "is no section", EXM_TASK_ERROR_SYNTAX },
    { HEAD "[ta sk]\n", "is no section", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name\n", "“name” is neither", EXM_TASK_ERROR_SYNTAX },
    { HEAD "= a\n", "“= a” is neither", EXM_TASK_ERROR_SYNTAX },
    { HEAD " name = a\n", "“ name = a” is neither", EXM_TASK_ERROR_SYNTAX },
    { HEAD "  | a\n", "Line 4 of the task file: “uid” has a value already",
      EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = a\n  | b\n", "Line 5 of the task file: “name” has a value already",
      EXM_TASK_ERROR_SYNTAX },
    { HEAD "name =\n  | b\n\n  | c\n", "Line 7 of the task file: “  | c” is neither",
      EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"a\n", "“name”: the quotation mark at the end",
      EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"a\\\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"a\" b\n", "after the closing", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\x41\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\u{0}\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\u{d800}\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\u{1000000}\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\u{}\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = \"\\u\"\n", "escape", EXM_TASK_ERROR_SYNTAX },
    { HEAD "name =\n  \"a\n", "Line 5 of the task file: the quotation",
      EXM_TASK_ERROR_SYNTAX },
    { HEAD "name = a\rb\n", "Line 4 of the task file: a control", EXM_TASK_ERROR_SYNTAX },
    { HEAD "# \x1b[2J\n", "Line 4 of the task file: a control", EXM_TASK_ERROR_SYNTAX },
    { HEAD "paused = maybe\n", "“paused” is “maybe”, but has to be yes or no",
      EXM_TASK_ERROR_FIELD },
    { HEAD "delay-ms = -1\n", "“delay-ms” is “-1”", EXM_TASK_ERROR_FIELD },
    { HEAD "delay-ms = 4294967296\n", "“delay-ms”", EXM_TASK_ERROR_FIELD },
    { HEAD "delay-ms =\n", "“delay-ms”", EXM_TASK_ERROR_FIELD },
    { HEAD "sensitivity = nan\n", "“sensitivity”", EXM_TASK_ERROR_FIELD },
    { HEAD "sensitivity = 1,5\n", "“sensitivity”", EXM_TASK_ERROR_FIELD },
    { HEAD "first-run = some\n", "one of new, days, all, newest", EXM_TASK_ERROR_FIELD },
    { HEAD "[output]\nformat = pdf\n", "Line 5 of the task file: “format” is “pdf”",
      EXM_TASK_ERROR_FIELD },
    { HEAD "schedule = every 3 s\n",
      "Line 4 of the task file: “schedule”: “s” is no unit", EXM_TASK_ERROR_FIELD },
    { HEAD "name = \xff\n", "Line 4 of the task file: a byte that is not UTF-8",
      EXM_TASK_ERROR_SYNTAX },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      assert_refused (cases[i].text, strlen (cases[i].text), cases[i].code,
                      cases[i].words);
    }
}

static char *
repeat (const char *head, const char *piece, guint n)
{
  gsize head_bytes = strlen (head);
  gsize piece_bytes = strlen (piece);
  char *text = g_malloc (head_bytes + n * piece_bytes + 1);

  memcpy (text, head, head_bytes);
  for (guint i = 0; i < n; i++)
    memcpy (text + head_bytes + i * piece_bytes, piece, piece_bytes);
  text[head_bytes + n * piece_bytes] = '\0';
  return text;
}

static void
test_hostile (void)
{
  static const char with_nul[] = HEAD "name = a\0b\n";
  static const struct
  {
    const char *head;  /* (unowned) */
    const char *piece; /* (unowned) */
    guint n;
    int code;
    const char *words; /* (unowned) */
  } cases[] = {
    { HEAD, "k", 100000, EXM_TASK_ERROR_SYNTAX, "Line 4 " },
    { HEAD "paused = ", "海", 100000, EXM_TASK_ERROR_FIELD, "“paused” is “海" },
    { HEAD "schedule = ", "海", 100000, EXM_TASK_ERROR_FIELD, "“schedule”" },
    { HEAD "[", "a", 100000, EXM_TASK_ERROR_SYNTAX, "no section" },
    { HEAD "name = ", "a", EXM_MAX_TASK_TEXT_BYTES + 1, EXM_TASK_ERROR_FIELD,
      "Line 4 of the task file: “name” is longer" },
    { HEAD, "a =\n", EXM_MAX_TASK_ITEMS + 1, EXM_TASK_ERROR_SYNTAX, "Line 10004 " },
    { HEAD, "[a]\n", EXM_MAX_TASK_ITEMS + 2, EXM_TASK_ERROR_SYNTAX, "more than" },
    { HEAD, "[source]\n", EXM_MAX_TASK_ITEMS + 1, EXM_TASK_ERROR_SYNTAX, "of [source]" },
    { HEAD, "include = a\n", EXM_MAX_TASK_ITEMS + 1, EXM_TASK_ERROR_FIELD, "“include”" },
    { HEAD "name =\n", "  | a\n", EXM_MAX_TASK_TEXT_BYTES / 2 + 1, EXM_TASK_ERROR_FIELD,
      "Line 4 of the task file: “name”" },
  };
  gsize huge = 100u * 1000u * 1000u;
  g_autofree char *large = g_malloc (huge);

  assert_refused (with_nul, sizeof with_nul - 1, EXM_TASK_ERROR_SYNTAX,
                  "Line 4 of the task file: a byte of value 0");
  memset (large, '\n', huge);
  assert_refused (large, huge, EXM_TASK_ERROR_SYNTAX, "larger than");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = repeat (cases[i].head, cases[i].piece, cases[i].n);

      g_test_message ("case %" G_GSIZE_FORMAT, i);
      assert_refused (text, strlen (text), cases[i].code, cases[i].words);
    }
}

/* A file that was cut anywhere is read or refused, and what is read writes back. */
static void
test_truncated (void)
{
  static const char text[]
      = HEAD "name = \"a\\u{6d77}\"\nshape = 1\n[example]\nregion =\n"
             "  | 海 b\n  \"c \"\n[x]\ny = 1\n[output]\nname = a\n";
  guint n_read = 0;

  for (gsize n = 0; n < sizeof text; n++)
    {
      g_autofree char *cut = g_memdup2 (text, n);
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmTask) task = exm_task_file_read (cut, n, FALSE, NULL, &error);

      g_assert_true ((task == NULL) == (error != NULL));
      if (task == NULL)
        continue;
      assert_round_trip (task);
      n_read++;
    }
  g_assert_cmpuint (n_read, >, 30);
}

/* The manual tells every section and every key. */
static void
test_manual (void)
{
  g_autofree char *path
      = g_test_build_filename (G_TEST_DIST, "..", "data", "man", "exemplar-task.5", NULL);
  g_autofree char *manual = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GString) text = NULL;

  g_file_get_contents (path, &manual, NULL, &error);
  g_assert_no_error (error);
  text = g_string_new (manual);
  g_string_replace (text, "\\-", "-", 0);
  for (guint i = 0; i < EXM_N_TASK_SECTIONS; i++)
    {
      const ExmTaskSection *section = &exm_task_sections[i];
      g_autofree char *heading = g_strdup_printf ("\n.SS [%s]\n", section->name);
      const char *at = strstr (text->str, heading);

      g_assert_nonnull (at);
      for (guint j = 0; j < section->n_keys; j++)
        {
          g_autofree char *alone = g_strdup_printf ("\n.B %s\n", section->keys[j].name);

          g_test_message ("%s of [%s]", section->keys[j].name, section->name);
          g_assert_nonnull (strstr (at, alone));
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-file/text", test_text);
  g_test_add_func ("/task-file/values", test_values);
  g_test_add_func ("/task-file/numbers", test_numbers);
  g_test_add_func ("/task-file/random", test_random);
  g_test_add_func ("/task-file/unknown", test_unknown);
  g_test_add_func ("/task-file/by-hand", test_by_hand);
  g_test_add_func ("/task-file/imported", test_imported);
  g_test_add_func ("/task-file/refused", test_refused);
  g_test_add_func ("/task-file/hostile", test_hostile);
  g_test_add_func ("/task-file/truncated", test_truncated);
  g_test_add_func ("/task-file/manual", test_manual);
  return g_test_run ();
}
