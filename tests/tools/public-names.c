/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Prints the names that the libraries keep in tables, a section and a name a line. The
 * command line shows the others; see public-names.py. */

#include "config.h"

#include "control/exm-worker-event.h"
#include "extract/net/exm-columns.h"
#include "methods/exm-method-table.h"
#include "publish/exm-name-template.h"
#include "publish/formats/exm-format.h"
#include "task/exm-article.h"
#include "task/exm-task-keys.h"
#include "types/exm-label.h"
#include "types/exm-metadata.h"
#include "types/exm-result.h"
#include "url/exm-url-pattern.h"

#include <locale.h>

static void
print_methods (void)
{
  guint n;
  const ExmMethod *const *methods = exm_method_get_all (&n);

  for (guint i = 0; i < n; i++)
    {
      g_print ("method id\t%s\n", methods[i]->name);
      for (guint k = 0; k < methods[i]->n_parameters; k++)
        {
          const ExmMethodParameter *parameter = &methods[i]->parameters[k];
          g_print ("method parameter\t%s %s = %g, %g to %g\n", methods[i]->name,
                   parameter->name, parameter->value, parameter->low, parameter->high);
        }
    }
}

static void
print_columns (void)
{
  for (guint i = 0; i < EXM_N_COLUMNS; i++)
    {
      g_print ("lane id\t%s\n", exm_columns[i].lane);
      g_print ("weights column\t%s\n", exm_columns[i].name);
    }
}

static void
print_task_keys (void)
{
  for (guint i = 0; i < EXM_N_TASK_SECTIONS; i++)
    for (guint k = 0; k < exm_task_sections[i].n_keys; k++)
      {
        const ExmTaskSection *section = &exm_task_sections[i];
        const ExmTaskKey *key = &section->keys[k];

        g_print ("task file key\t[%s] %s\n", section->name, key->name);
        for (guint v = 0; key->names != NULL && key->names[v] != NULL; v++)
          g_print ("task file value\t[%s] %s = %s\n", section->name, key->name,
                   key->names[v]);
      }
}

static void
print_values (void)
{
  for (guint i = 0; i <= EXM_ARTICLE_INCOMPLETE; i++)
    g_print ("article state\t%s\n", exm_article_state_get_name (i));
  for (guint i = 0; i <= EXM_LABEL_CUT; i++)
    g_print ("label kind\t%s\n", exm_label_kind_get_name (i));
  for (guint i = 0; i < EXM_N_FIELDS; i++)
    g_print ("metadata field\t%s\n", exm_field_get_name (i));
  for (guint i = EXM_ORIGIN_JSON_LD; i < EXM_N_ORIGINS; i++)
    g_print ("metadata origin\t%s\n", exm_origin_get_name (i));
  for (guint i = 0; i <= EXM_ANSWER_RELATED; i++)
    g_print ("answer kind\t%s\n", exm_answer_kind_get_name (i));
  for (guint i = EXM_NOT_SURE; i <= EXM_SURE; i++)
    g_print ("sureness\t%s\n", exm_sureness_get_name (i));
}

static void
print_name_templates (void)
{
  for (guint i = 0; i < EXM_N_NAME_FIELDS; i++)
    g_print ("name template field\t{%s}\n", exm_name_field_get_name (i));
  for (guint i = 0; i < EXM_N_FORMATS; i++)
    g_print ("export format\t%s\n", exm_format_get (i)->id);
  for (guint i = 0; i < EXM_N_FORMATS; i++)
    g_print ("name template default\t%s\n", exm_name_template_get_default (i));
}

/* Prints the events of the control protocol with all fields filled. */
static void
print_events (void)
{
  for (guint i = 0; i <= EXM_WORKER_ENDED; i++)
    {
      g_autoptr (ExmWorkerEvent) event = exm_worker_event_new (i);
      event->task_uid = g_strdup ("uid");
      event->task_name = g_strdup ("name");
      event->url = g_strdup ("http://a.example/");
      event->message = g_strdup ("message");
      event->state = g_strdup ("good");
      event->confidence = .5;
      event->n_found = event->n_new = event->n_done = 3;
      event->n_articles = event->n_flagged = event->n_failed = 1;
      g_autofree char *line = exm_worker_event_to_json (event);
      g_print ("event\t%s\n", line);
    }
}

/* Prints the pattern syntax that recognises its address, and not another one. */
static void
print_patterns (void)
{
  static const struct
  {
    const char *token, *path, *other;
  } cases[] = {
    { "(*)", "x", "x/y" },
    { "(**)", "x/y", NULL },
    { "[1-20]", "7", "21" },
    { "[20-1]", "7", "21" },
    { "[001-100]", "007", "7" },
    { "[0-100:10]", "20", "21" },
    { "[a-e]", "c", "f" },
    { "[A-Z:5]", "F", "G" },
    { "{news,sport}", "sport", "weather" },
    { "x{,.html}", "x", "y" },
    { "{yyyy}", "2026", "26" },
    { "{yy}", "26", "2026" },
    { "{MM}", "03", "3" },
    { "{M}", "3", "03" },
    { "{dd}", "09", "9" },
    { "{d}", "9", "09" },
    { "{HH}", "07", "7" },
    { "{H}", "7", "07" },
    { "{yyyyMMdd}", "20260309", "2026" },
    { "{-1h:yyyyMMddHH}", "2026030907", "2026" },
    { "{-1d:yyyyMMdd}", "20260309", "2026" },
    { "{-1w:yyyyMMdd}", "20260309", "2026" },
    { "{-1m:yyyyMM}", "202603", "2026" },
    { "{-1y:yyyy}", "2026", "26" },
    { "{-3d..0d:yyyy/MM}", "2026/03", "2026" },
    { "\\[\\{\\*\\\\", "[{*\\", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strconcat ("http://a.example/", cases[i].token, NULL);
      g_autofree char *url = g_strconcat ("http://a.example/", cases[i].path, NULL);
      g_autofree char *other = g_strconcat ("http://a.example/", cases[i].other, NULL);
      g_autoptr (ExmUrlPattern) pattern = exm_url_pattern_new (text, NULL);

      if (pattern != NULL && exm_url_pattern_matches (pattern, url, NULL)
          && (cases[i].other == NULL || !exm_url_pattern_matches (pattern, other, NULL)))
        g_print ("URL pattern\t%s\n", cases[i].token);
    }
  g_autoptr (ExmUrlPattern) expression
      = exm_url_pattern_new ("re:https?://a\\.example/\\d+", NULL);
  if (expression != NULL
      && exm_url_pattern_matches (expression, "http://a.example/12", NULL))
    g_print ("URL pattern\tre:\n");
}

int
main (void)
{
  setlocale (LC_ALL, "C.UTF-8");
  print_methods ();
  print_columns ();
  print_task_keys ();
  print_values ();
  print_name_templates ();
  print_events ();
  print_patterns ();
  return 0;
}
