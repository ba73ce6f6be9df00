/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What ails a task as a whole, so that a person should look at it. It is found at the end
 * of a run and holds until another run finds something else, or nothing; what ails an
 * output shows between runs as well. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  EXM_TROUBLE_NONE,
  EXM_TROUBLE_FAILED,       /* the run failed, for another reason than those below */
  EXM_TROUBLE_BROKEN,       /* what the task says cannot be done */
  EXM_TROUBLE_UNREACHABLE,  /* the site does not answer, or only with its own failure */
  EXM_TROUBLE_REFUSED,      /* the site does not let us in */
  EXM_TROUBLE_VERIFICATION, /* the site asks whether we are a person */
  EXM_TROUBLE_FORBIDDEN,    /* its robots.txt forbids what the task is to read */
  EXM_TROUBLE_GONE,         /* there are no such lists or pages any more */
  EXM_TROUBLE_UNLISTED,     /* lists were read, and named no article */
  EXM_TROUBLE_REDESIGN,     /* the newest articles do not look like the example */
  EXM_TROUBLE_SILENT,       /* nothing new for much longer than usual */
  EXM_TROUBLE_LIST,         /* some of its lists cannot be read; others are */
  EXM_TROUBLE_OUTPUT,       /* articles are collected, and cannot be published */
  EXM_N_TROUBLES
} ExmTroubleKind;

/**
 * ExmTrouble:
 * @since_usec: when it was met first
 * @message: (nullable): the cause, in words
 * @said: (nullable): the same for exm_said_to_words(), where it is written; what is read
 *   is in the language of the process already
 * @url: (nullable): the address where it shows
 * @amount: of a redesign, articles that do not fit; of silence, how many a day
 *   are usual; of lists, how many cannot be read; of an output, how many articles it did
 *   not take; else 0
 * @ignored: a person has seen it and wants to hear of it no more
 */
typedef struct
{
  ExmTroubleKind kind;
  gint64 since_usec;
  char *message;
  char *said;
  char *url;
  guint amount;
  gboolean ignored;
} ExmTrouble;

/* Frees what @self holds and makes it none. */
void
exm_trouble_clear (ExmTrouble *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmTrouble, exm_trouble_clear)

gboolean
exm_trouble_equal (const ExmTrouble *a, const ExmTrouble *b);

/* Returns: "redesign", "silent" …, as the store and events name it */
const char *
exm_trouble_kind_get_name (ExmTroubleKind kind);

/* Returns: %EXM_TROUBLE_FAILED for a name that a newer version has given; %NONE without
 * one */
ExmTroubleKind
exm_trouble_kind_from_name (const char *name);

G_END_DECLS
