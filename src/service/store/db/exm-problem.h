/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Problem of a task as a whole, for a person to look at. It is found at the end of a run
 * and holds until another run finds another one, or none; problems of an output show
 * between runs as well. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_PROBLEM_NONE,
  EXM_PROBLEM_FAILED,       /* the run failed, for another reason than those below */
  EXM_PROBLEM_BROKEN,       /* what the task says cannot be done */
  EXM_PROBLEM_UNREACHABLE,  /* the site does not answer, or only with its own failure */
  EXM_PROBLEM_REFUSED,      /* the site does not let us in */
  EXM_PROBLEM_VERIFICATION, /* the site asks whether we are a person */
  EXM_PROBLEM_FORBIDDEN,    /* its robots.txt forbids what the task is to read */
  EXM_PROBLEM_GONE,         /* there are no such lists or pages any more */
  EXM_PROBLEM_UNLISTED,     /* lists were read, and named no article */
  EXM_PROBLEM_REDESIGN,     /* the newest articles do not look like the example */
  EXM_PROBLEM_SILENT,       /* nothing new on days that bring something else */
  EXM_PROBLEM_FLOOD,        /* far more in a day than usual */
  EXM_PROBLEM_UNSURE,       /* the newest articles are less sure than those before */
  EXM_PROBLEM_SHORTER,      /* the newest articles are much shorter than those before */
  EXM_PROBLEM_CUT,          /* more of the newest are a part alone than of those before */
  EXM_PROBLEM_LIST,         /* some of its lists cannot be read; others are */
  EXM_PROBLEM_OUTPUT,       /* articles are collected, and cannot be published */
  EXM_N_PROBLEMS
} ExmProblemKind;

/**
 * ExmProblem:
 * @since_usec: when it was met first
 * @message: (nullable): the cause, in words
 * @said: (nullable): the same for exm_said_to_words(), where it is written; what is read
 *   is in the language of the process already
 * @url: (nullable): the address where it shows
 * @amount: of a redesign, articles that do not fit; of silence, how many are usual on
 * days with articles; of a flood, how many came; of unsure ones, how sure they are, of
 * 100; of shorter ones, how long they are, in characters; of cuts, how many of the newest
 * are cut short; of lists, how many cannot be read; of an output, how many articles it
 * did not take; else 0
 * @ignored: a person has seen it and wants to hear of it no more
 */
typedef struct
{
  ExmProblemKind kind;
  gint64 since_usec;
  char *message;
  char *said;
  char *url;
  guint amount;
  gboolean ignored;
} ExmProblem;

/* Frees what @self holds and makes it none. */
void exm_problem_clear (ExmProblem *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmProblem, exm_problem_clear)

/* Returns: whole spans of 24 hours since @self began, 0 where that is to come */
guint exm_problem_count_days (const ExmProblem *self, gint64 now_usec);

gboolean exm_problem_equal (const ExmProblem *a, const ExmProblem *b);

/* Returns: "redesign", "silent" …, as the store and events name it */
const char *exm_problem_kind_get_name (ExmProblemKind kind);

/* Returns: %EXM_PROBLEM_FAILED for a name that a newer version has given; %NONE without
 * one */
ExmProblemKind exm_problem_kind_from_name (const char *name);

G_END_DECLS
