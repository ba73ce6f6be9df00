/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What ails a task, in words, and the one thing that is likely to help. */

#pragma once

#include "exm-trouble.h"

G_BEGIN_DECLS

/* What is done about a trouble first. */
typedef enum
{
  EXM_REMEDY_TRY_AGAIN,   /* a run now */
  EXM_REMEDY_OPEN_PAGE,   /* the page where it shows, in a browser */
  EXM_REMEDY_SETTINGS,    /* the task's settings */
  EXM_REMEDY_USE_EXAMPLE, /* see #ExmHealing */
} ExmRemedy;

ExmRemedy
exm_trouble_get_remedy (const ExmTrouble *trouble);

/* Returns: the label of the button that does it, without a mnemonic */
const char *
exm_trouble_words_remedy (const ExmTrouble *trouble);

/* Returns: two or three words, for the sidebar: "Site redesigned" */
const char *
exm_trouble_words_short (const ExmTrouble *trouble);

/* Returns: (transfer full): the cause in a line, with since when and how much */
char *
exm_trouble_words_cause (const ExmTrouble *trouble);

/**
 * exm_trouble_words_advice:
 * @next_usec: when the task runs by itself, 0 for never
 *
 * Returns: (transfer full): what is kept, what happens by itself and what may help
 */
char *
exm_trouble_words_advice (const ExmTrouble *trouble, gint64 next_usec);

/* Returns: the name of the topic of the help */
const char *
exm_trouble_get_help (const ExmTrouble *trouble);

/* Returns: the name of the icon that stands for it */
const char *
exm_trouble_get_icon (const ExmTrouble *trouble);

/* Returns: style class of its colour: a warning where articles still come in */
const char *
exm_trouble_get_class (const ExmTrouble *trouble);

G_END_DECLS
