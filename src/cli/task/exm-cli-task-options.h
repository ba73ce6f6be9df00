/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Options of the commands that make tasks: what is the same for one and for many. */

#pragma once

#include "cli/base/exm-cli.h"
#include "task/exm-task-fields.h"

G_BEGIN_DECLS

typedef struct
{
  char *group;         /* (owned) (nullable) */
  char *schedule;      /* (owned) (nullable) */
  char *first_run;     /* (owned) (nullable) */
  char **outputs;      /* (owned) (nullable) */
  char *name_template; /* (owned) (nullable) */
  char *method;        /* (owned) (nullable) */
  char *parameters;    /* (owned) (nullable) */
  int delay_ms;        /* -1: as usual */
  gboolean paused;
  gboolean pictures;
  gboolean whole_pages;
  gboolean articles_only;
} ExmCliTaskOptions;

void exm_cli_task_options_clear (ExmCliTaskOptions *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliTaskOptions, exm_cli_task_options_clear)

/* The options, for the table of a command; @o is an #ExmCliTaskOptions. */
#define EXM_CLI_TASK_ENTRIES(o)                                                          \
  { "group",     'g',                                                                    \
    0,           G_OPTION_ARG_STRING,                                                    \
    &(o).group,  N_ ("Group in the list of tasks, for example News/Local"),              \
    N_ ("GROUP") },                                                                      \
      { "schedule",                                                                      \
        't',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_STRING,                                                             \
        &(o).schedule,                                                                   \
        N_ ("When: “every 30 min”, “cron …”, “manual” (every 1 h)"),                     \
        N_ ("TEXT") },                                                                   \
      { "first-run",                                                                     \
        'f',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_STRING,                                                             \
        &(o).first_run,                                                                  \
        N_ ("What is collected of what is listed now: newest:N, new, all, days:N "       \
            "(newest:20)"),                                                              \
        N_ ("WHAT") },                                                                   \
      { "output",                                                                        \
        'o',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_FILENAME_ARRAY,                                                     \
        &(o).outputs,                                                                    \
        N_ ("Where articles go; may be given again"),                                    \
        N_ ("FORMAT:FOLDER|KIND:NAME") },                                                \
      { "name-template",                                                                 \
        'N',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_STRING,                                                             \
        &(o).name_template,                                                              \
        N_ ("Names of files in these folders ({date}/{title}.{ext})"),                   \
        N_ ("TEMPLATE") },                                                               \
      { "method",                                                                        \
        'm',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_STRING,                                                             \
        &(o).method,                                                                     \
        N_ ("How to extract (exemplar)"),                                                \
        N_ ("METHOD") },                                                                 \
      { "set",                                                                           \
        0,                                                                               \
        0,                                                                               \
        G_OPTION_ARG_STRING,                                                             \
        &(o).parameters,                                                                 \
        N_ ("Parameters of the method, separated by commas"),                            \
        N_ ("NAME=VALUE") },                                                             \
      { "delay-ms",                                                                      \
        'w',                                                                             \
        0,                                                                               \
        G_OPTION_ARG_INT,                                                                \
        &(o).delay_ms,                                                                   \
        N_ ("Least pause between two requests to one host (1000)"),                      \
        N_ ("N") },                                                                      \
      { "pictures",                                                                      \
        0,                                                                               \
        0,                                                                               \
        G_OPTION_ARG_NONE,                                                               \
        &(o).pictures,                                                                   \
        N_ ("Keep the pictures of articles, too"),                                       \
        NULL },                                                                          \
      { "whole-pages",                                                                   \
        0,                                                                               \
        0,                                                                               \
        G_OPTION_ARG_NONE,                                                               \
        &(o).whole_pages,                                                                \
        N_ ("Keep pictures, style sheets and fonts of pages, too"),                      \
        NULL },                                                                          \
      { "articles-only",                                                                 \
        0,                                                                               \
        0,                                                                               \
        G_OPTION_ARG_NONE,                                                               \
        &(o).articles_only,                                                              \
        N_ ("Hold lists, discussions and other pages that are no articles"),             \
        NULL },                                                                          \
  {                                                                                      \
    "paused", 'P', 0, G_OPTION_ARG_NONE, &(o).paused,                                    \
        N_ ("Leave it alone until it is resumed"), NULL                                  \
  }

/**
 * exm_cli_task_options_apply:
 * @fields: (inout): gets what the options say
 *
 * Checks them before anything is fetched.
 *
 * Returns: %EXM_EXIT_OK, or what was complained about
 */
ExmExit exm_cli_task_options_apply (const ExmCliTaskOptions *self, ExmTaskFields *fields);

/* Returns: bits of what was given and is not its group's; see exm-group-defaults.h */
guint exm_cli_task_options_get_own (const ExmCliTaskOptions *self);

G_END_DECLS
