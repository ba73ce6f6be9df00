/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problems of a task in words, and the one remedy that is likely to help. */

#pragma once

#include "store/db/exm-problem.h"

G_BEGIN_DECLS

/* First remedy of a problem. */
typedef enum
{
  EXM_REMEDY_TRY_AGAIN,   /* a run now */
  EXM_REMEDY_OPEN_PAGE,   /* the page where it shows, in a browser */
  EXM_REMEDY_SETTINGS,    /* the task's settings */
  EXM_REMEDY_WORKBENCH,   /* its newest pages beside the example */
  EXM_REMEDY_USE_EXAMPLE, /* see #ExmHealing */
} ExmRemedy;

ExmRemedy exm_problem_get_remedy (const ExmProblem *problem);

/* Returns: the label of the button that does it, without a mnemonic */
const char *exm_problem_words_remedy (const ExmProblem *problem);

/* Returns: two or three words, for the sidebar: "Site redesigned" */
const char *exm_problem_words_short (const ExmProblem *problem);

/* Returns: (transfer full): the cause in a line, with since when and how much */
char *exm_problem_words_cause (const ExmProblem *problem);

/* Returns: (nullable): what was said beside that, or the address where it shows */
const char *exm_problem_words_detail (const ExmProblem *problem);

/**
 * exm_problem_words_advice:
 * @next_usec: when the task runs by itself, 0 for never
 *
 * Returns: (transfer full): what is kept, what happens by itself and what may help
 */
char *exm_problem_words_advice (const ExmProblem *problem, gint64 next_usec);

/* Returns: the name of the topic of the help */
const char *exm_problem_get_help (const ExmProblem *problem);

/* Returns: the name of the icon that stands for it */
const char *exm_problem_get_icon (const ExmProblem *problem);

/* Returns: style class of its colour: a warning where articles still come in */
const char *exm_problem_get_class (const ExmProblem *problem);

G_END_DECLS
