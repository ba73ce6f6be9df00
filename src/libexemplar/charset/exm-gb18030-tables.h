/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What make-gb18030.c writes when the program is built. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Characters of a lead byte: trail bytes 0x40 … 0x7e and 0x80 … 0xfe. */
#define EXM_GB18030_N_TRAILS 190u

/**
 * ExmGb18030Range:
 * @pointer: the number of a sequence of four bytes, counted from the first one
 * @character: what it is; from here on both count on. 0: no character
 */
typedef struct
{
  guint32 pointer;
  guint32 character;
} ExmGb18030Range;

/* What each character of two bytes is in UTF-8: its bytes, the first in the lowest, and
 * in the highest how many there are. */
extern const guint32 exm_gb18030_two_bytes[126 * EXM_GB18030_N_TRAILS];
extern const ExmGb18030Range exm_gb18030_four_bytes[];
extern const guint exm_gb18030_n_four_bytes;

G_END_DECLS
