/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A kind of place that articles are published to, and what it promises of each. */

#pragma once

#include "publish/formats/exm-format.h"

G_BEGIN_DECLS

/**
 * ExmDestination:
 * @id: of the kind, never changed
 * @title: in lists, marked for translation
 * @guarantee: how often an article arrives, whatever happens meanwhile, in a sentence,
 *   marked for translation
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *guarantee;
} ExmDestination;

/**
 * exm_destination_get:
 * @format: of an output
 *
 * Returns: (transfer none): the kind of place that takes it
 */
const ExmDestination *exm_destination_get (ExmOutputFormat format);

G_END_DECLS
