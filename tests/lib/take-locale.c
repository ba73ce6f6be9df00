/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Loaded into each program of a test where the suite runs in another locale: programs
 * take the locale of their user before they do anything else. */

#include <locale.h>

static void __attribute__ ((constructor)) take_locale (void)
{
  setlocale (LC_ALL, "");
}
