/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Errors that can be said again in another language (exm-said.h), for what is stored of
 * them. Folders whose errors the worker may store set them by this, all others as they
 * like. */

#pragma once

#include "base/exm-said.h"

G_BEGIN_DECLS

/* Defines @function_quark(), as G_DEFINE_QUARK() does, of a domain whose errors keep what
 * they say. */
#define EXM_DEFINE_SAID_ERROR(name, function)                                            \
  GQuark function##_quark (void)                                                         \
  {                                                                                      \
    static gsize quark;                                                                  \
                                                                                         \
    if (g_once_init_enter (&quark))                                                      \
      g_once_init_leave (&quark, exm_said_add_domain (#name));                           \
    return (GQuark) quark;                                                               \
  }

/* Registers a domain whose errors keep what they say and nothing else. */
GQuark exm_said_add_domain (const char *name);

/* For a domain whose errors keep more: @get tells what one of them says, for
 * exm_said_to_words(). Any thread; once a domain. */
void exm_said_add_getter (GQuark domain, const char *(*get) (const GError *error));

/**
 * exm_said_set_error:
 * @error: (out) (optional): where to put it
 * @domain: of EXM_DEFINE_SAID_ERROR(); of another one only the words are kept
 * @code: its code
 * @format: as for exm_said_new()
 *
 * Sets an error in the language of this process. Any thread.
 */
void exm_said_set_error (GError **error, GQuark domain, int code, const char *format, ...)
    G_GNUC_PRINTF (4, 5);

/**
 * exm_said_prefix_error:
 * @error: (inout) (optional): nothing happens where it holds none
 * @format: of what stands before what it says, with the space between; as for
 *   exm_said_new()
 *
 * As g_prefix_error(); any thread.
 */
void exm_said_prefix_error (GError **error, const char *format, ...) G_GNUC_PRINTF (2, 3);

/* Returns: (transfer none) (nullable): what @error says, for exm_said_to_words(); %NULL
 * where only its words are known */
const char *exm_said_from_error (const GError *error);

/* Returns: (transfer none): what the system calls an error of this number, in English,
 * as an argument of what is said */
const char *exm_said_errno (int number);

G_END_DECLS
