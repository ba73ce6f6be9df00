/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Adds the laboratory's methods before main (), in programs that link this file. */

#include "config.h"

#include "lab/exm-lab.h"

static void __attribute__ ((constructor)) init (void)
{
  exm_lab_init ();
}
