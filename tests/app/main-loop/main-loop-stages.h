/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The stages of several journeys: of each the longest callback a journey. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  GPtrArray *names; /* (owned) (element-type utf8): constants */
  GPtrArray *times; /* (owned) (element-type GArray) */
} Stages;

void stages_init (Stages *self);

void stages_clear (Stages *self);

/* Takes what the watch has measured; each journey has the same stages. */
void stages_take (Stages *self);

/* Returns: how many stages have a callback of @limit milliseconds or more; @part: of
 * their journeys: 0 for the best, .5 for the median */
guint stages_count_over (const Stages *self, double part, double limit);

/* Prints a line a stage, as benchmarks do: best, median, worst; after @prefix. */
void stages_print (const Stages *self, const char *prefix);

G_END_DECLS
