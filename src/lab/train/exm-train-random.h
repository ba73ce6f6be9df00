/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Random numbers that are the same on every computer. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_train_random:
 * @state: (inout): the seed at first
 *
 * SplitMix64 (S. Vigna).
 *
 * Returns: 64 random bits
 */
static inline guint64
exm_train_random (guint64 *state)
{
  guint64 z = (*state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15));
  z = (z ^ z >> 30) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* Returns: from 0 up to, but not, 1 */
static inline double
exm_train_random_share (guint64 *state)
{
  return (double) (exm_train_random (state) >> 11) / 9007199254740992.0;
}

G_END_DECLS
