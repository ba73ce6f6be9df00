/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "task/exm-output-rules.h"
#include "task/exm-task-keys.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAX_SENSITIVITY 10.0
#define MAX_PAGES 10000u
#define MAX_FIRST_RUN_DAYS 36500u
#define MAX_FIRST_RUN_NEWEST 100000u
#define MAX_DELAY_MS (24u * 60u * 60u * 1000u)
#define MIN_TIMEOUT_MS 100u
#define MAX_TIMEOUT_MS (60u * 60u * 1000u)
#define HASH_DIGITS 64u

/* A time to ask a schedule whether it ever comes: 2024-01-01. Every date, the leap day
 * too, lies within five years of it. */
#define SOME_USEC (G_GINT64_CONSTANT (1704067200) * G_USEC_PER_SEC)

static gboolean G_GNUC_PRINTF (3, 4)
    fail (GError **error, const char *field, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = exm_said_new_valist (format, arguments);
  va_end (arguments);
  /* translators: the name of a field of a task, and what is wrong with it */
  exm_said_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_FIELD, N_ ("“%s”: %s"), field,
                      what);
  return FALSE;
}

static gboolean
check_text (const char *field, const char *text, GError **error)
{
  if (text == NULL)
    return TRUE;
  if (strlen (text) > EXM_MAX_TASK_TEXT_BYTES)
    return fail (error, field, N_ ("longer than %u bytes"), EXM_MAX_TASK_TEXT_BYTES);
  return g_utf8_validate (text, -1, NULL) || fail (error, field, N_ ("not valid UTF-8"));
}

/* Refuses a line feed in a text that becomes a line, a header or a file's name. */
static gboolean
check_line (const char *field, const char *text, GError **error)
{
  for (const char *c = text; c != NULL && *c != '\0'; c++)
    if (g_ascii_iscntrl (*c))
      return fail (error, field, N_ ("a control character in it"));
  return TRUE;
}

static gboolean
may_have_lines (const char *field)
{
  return strcmp (field, "region") == 0 || strcmp (field, "model") == 0;
}

static gboolean
check_list (const char *field, const GPtrArray *list, GError **error)
{
  if (list->len > EXM_MAX_TASK_ITEMS)
    return fail (error, field, N_ ("more than %u entries"), EXM_MAX_TASK_ITEMS);
  for (guint i = 0; i < list->len; i++)
    {
      const char *text = g_ptr_array_index (list, i);

      if (*text == '\0')
        return fail (error, field, N_ ("an empty entry"));
      if (!check_text (field, text, error)
          || (!may_have_lines (field) && !check_line (field, text, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
check_key (const ExmTaskKey *key, gconstpointer item, GError **error)
{
  gconstpointer place = G_STRUCT_MEMBER_P (item, key->offset);

  if (key->kind == EXM_KEY_LIST)
    return check_list (key->name, *(GPtrArray *const *) place, error);
  if (key->kind != EXM_KEY_STRING && key->kind != EXM_KEY_NULLABLE)
    return TRUE;
  const char *text = *(char *const *) place;
  return check_text (key->name, text, error)
         && (may_have_lines (key->name) || check_line (key->name, text, error));
}

static gboolean
check_strings (const ExmTaskFields *fields, GError **error)
{
  for (guint i = 0; i < EXM_N_TASK_SECTIONS; i++)
    {
      const ExmTaskSection *section = &exm_task_sections[i];
      const GArray *items = i > 0 ? *exm_task_section_list (section, fields) : NULL;
      guint n_items = items != NULL ? items->len : 1;

      if (n_items > EXM_MAX_TASK_ITEMS)
        return fail (error, section->name, N_ ("more than %u of them"),
                     EXM_MAX_TASK_ITEMS);
      for (guint j = 0; j < n_items * section->n_keys; j++)
        {
          gconstpointer item = items != NULL
                                   ? items->data + j / section->n_keys * section->size
                                   : (gconstpointer) fields;

          if (!check_key (&section->keys[j % section->n_keys], item, error))
            return FALSE;
        }
    }
  return TRUE;
}

static gboolean
check_group (const char *group, GError **error)
{
  gsize length = group != NULL ? strlen (group) : 0;

  if (group == NULL)
    return TRUE;
  if (length == 0 || *group == '/' || group[length - 1] == '/'
      || strstr (group, "//") != NULL)
    return fail (error, "group", N_ ("a group without a name; they are written “a/b”"));
  return TRUE;
}

static gboolean
check_example (const ExmTaskExample *example, GError **error)
{
  if (*example->url == '\0')
    return fail (error, "url", N_ ("the example has no address"));
  if (example->page_hash != NULL
      && (strlen (example->page_hash) != HASH_DIGITS
          || strspn (example->page_hash, "0123456789abcdef") != HASH_DIGITS))
    return fail (error, "page-hash", N_ ("not a SHA-256 in lower-case hexadecimal"));
  if (example->file != NULL
      && (*example->file == '\0' || strchr (example->file, '/') != NULL
          || strcmp (example->file, ".") == 0 || strcmp (example->file, "..") == 0))
    return fail (error, "file", N_ ("not the name of a file beside the task file"));
  return TRUE;
}

static gboolean
check_examples (const ExmTaskFields *fields, GError **error)
{
  static const char *const needing[] = { "exemplar", "exemplar-literal", NULL };

  if (fields->examples->len == 0
      && (fields->method == NULL || g_strv_contains (needing, fields->method)))
    return fail (error, "example", N_ ("the extraction needs an example page"));
  for (guint i = 0; i < fields->examples->len; i++)
    if (!check_example (&g_array_index (fields->examples, ExmTaskExample, i), error))
      return FALSE;
  return TRUE;
}

static gboolean
check_sources (const ExmTaskFields *fields, GError **error)
{
  if (fields->sources->len == 0 && !fields->paused)
    return fail (error, "source", N_ ("there is nowhere to look for articles"));
  for (guint i = 0; i < fields->sources->len; i++)
    {
      const ExmTaskSource *source = &g_array_index (fields->sources, ExmTaskSource, i);

      if (*source->pattern == '\0')
        return fail (error, "pattern", N_ ("the source has no address"));
      if (source->max_pages > MAX_PAGES)
        return fail (error, "max-pages", N_ ("at most %u"), MAX_PAGES);
    }
  return TRUE;
}

static gboolean
check_outputs (const ExmTaskFields *fields, GError **error)
{
  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);

      const char *problem = NULL;
      const char *field
          = output->kind != NULL ? exm_output_rules_check (output, &problem) : NULL;

      if (field != NULL)
        return fail (error, field, "%s", problem);
      if (output->kind != NULL)
        continue;
      if (!g_path_is_absolute (output->folder))
        return fail (error, "folder", N_ ("not an absolute path"));
      if (*output->name_template == '\0')
        return fail (error, "name", N_ ("the files of the output have no name"));
      if (output->newest == 0 || output->newest > EXM_MAX_FEED_ARTICLES)
        return fail (error, "newest", N_ ("not from 1 to %u"), EXM_MAX_FEED_ARTICLES);
    }
  return TRUE;
}

/* The name of a header up to its colon, %NULL if there is none. */
static char *
dup_header_name (const char *header)
{
  const char *colon = strchr (header, ':');
  const char *p = header;

  /* A token of RFC 9110, 5.6.2. */
  while (colon != NULL && p < colon
         && (g_ascii_isalnum (*p) || strchr ("!#$%&'*+-.^_`|~", *p) != NULL))
    p++;
  return colon != NULL && p == colon && colon > header
             ? g_strndup (header, (gsize) (colon - header))
             : NULL;
}

static gboolean
is_one_of (const char *const *names, const char *name)
{
  for (; *names != NULL; names++)
    if (g_ascii_strcasecmp (*names, name) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
check_header (const char *header, GError **error)
{
  static const char *const secrets[]
      = { "authorization", "cookie", "proxy-authorization", NULL };
  static const char *const ours[] = { "accept-encoding",
                                      "connection",
                                      "content-length",
                                      "expect",
                                      "host",
                                      "if-match",
                                      "if-none-match",
                                      "if-modified-since",
                                      "if-range",
                                      "keep-alive",
                                      "proxy-connection",
                                      "range",
                                      "te",
                                      "trailer",
                                      "transfer-encoding",
                                      "upgrade",
                                      "user-agent",
                                      "if-unmodified-since",
                                      NULL };
  g_autofree char *name = dup_header_name (header);

  if (!check_line ("header", header, error))
    return FALSE;
  if (name == NULL)
    return fail (error, "header", N_ ("“%s” is not of the form “Name: value”"), header);
  if (is_one_of (secrets, name))
    return fail (error, "header", N_ ("“%s” is a secret; task files hold none"), name);
  if (is_one_of (ours, name))
    return fail (error, "header", N_ ("“%s” is set by the program itself"), name);
  return TRUE;
}

static gboolean
check_headers (const ExmTaskFields *fields, GError **error)
{
  for (guint i = 0; i < fields->headers->len; i++)
    if (!check_header (g_ptr_array_index (fields->headers, i), error))
      return FALSE;
  return TRUE;
}

char **
exm_task_fields_dup_headers (const ExmTaskFields *fields)
{
  GPtrArray *list = g_ptr_array_new ();

  for (guint i = 0; i < fields->headers->len; i++)
    {
      const char *header = g_ptr_array_index (fields->headers, i);
      char *name = check_header (header, NULL) ? dup_header_name (header) : NULL;
      if (name == NULL)
        continue;
      g_ptr_array_add (list, name);
      g_ptr_array_add (list, g_strstrip (g_strdup (strchr (header, ':') + 1)));
    }
  g_ptr_array_add (list, NULL);
  return (char **) g_ptr_array_free (list, FALSE);
}

static gboolean
check_numbers (const ExmTaskFields *fields, GError **error)
{
  if (fields->first_run == EXM_FIRST_RUN_DAYS
      && (fields->first_run_days == 0 || fields->first_run_days > MAX_FIRST_RUN_DAYS))
    return fail (error, "first-run-days", N_ ("between %u and %u"), 1u,
                 MAX_FIRST_RUN_DAYS);
  if (fields->first_run == EXM_FIRST_RUN_NEWEST
      && (fields->first_run_newest == 0
          || fields->first_run_newest > MAX_FIRST_RUN_NEWEST))
    return fail (error, "first-run-newest", N_ ("between %u and %u"), 1u,
                 MAX_FIRST_RUN_NEWEST);
  if (!isfinite (fields->sensitivity) || fabs (fields->sensitivity) > MAX_SENSITIVITY)
    return fail (error, "sensitivity", N_ ("between %g and %g"), -MAX_SENSITIVITY,
                 MAX_SENSITIVITY);
  if (fields->delay_ms > MAX_DELAY_MS)
    return fail (error, "delay-ms", N_ ("at most %u"), MAX_DELAY_MS);
  if (fields->timeout_ms < MIN_TIMEOUT_MS || fields->timeout_ms > MAX_TIMEOUT_MS)
    return fail (error, "timeout-ms", N_ ("between %u and %u"), MIN_TIMEOUT_MS,
                 MAX_TIMEOUT_MS);
  return TRUE;
}

gboolean
exm_task_check (const ExmTask *self, GError **error)
{
  const ExmTaskFields *fields = exm_task_get (self);

  if (!check_strings (fields, error))
    return FALSE;
  if (!exm_task_uid_is_valid (fields->uid))
    return fail (error, "uid", N_ ("not 32 lower-case hexadecimal digits"));
  if (*fields->name == '\0')
    return fail (error, "name", N_ ("the task has no name"));
  if (!exm_schedule_is_manual (fields->schedule)
      && exm_schedule_get_next (fields->schedule, 0, SOME_USEC) == G_MAXINT64)
    return fail (error, "schedule", N_ ("a time that never comes"));
  return check_group (fields->group, error) && check_examples (fields, error)
         && check_sources (fields, error) && check_outputs (fields, error)
         && check_numbers (fields, error) && check_headers (fields, error);
}

gboolean
exm_task_check_resumed (const ExmTask *self, GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };

  exm_task_fields_copy ((ExmTask *) self, &fields);
  fields.paused = FALSE;
  g_autoptr (ExmTask) resumed = exm_task_new (&fields);
  return exm_task_check (resumed, error);
}
