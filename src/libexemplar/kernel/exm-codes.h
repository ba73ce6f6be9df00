/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Internal to the kernel: dense codes for the characters of a pattern text, so that a
 * pattern table is an array. */

#pragma once

#include "kernel/exm-poll.h"

/* The code of every character that the pattern text does not have; matches nothing. */
#define EXM_CODE_NONE 0u

typedef struct
{
  uint32_t character;
  uint32_t code; /* EXM_CODE_NONE: slot is free */
} ExmCodeSlot;

/* Characters below that, of the alphabets that Latin, Greek and Cyrillic pages are
 * written in, need no search. */
#define EXM_CODE_DIRECT 0x500u

typedef struct
{
  ExmCodeSlot *slots; /* (owned): open addressing, at most half full */
  unsigned bits;      /* log2 of the number of slots */
  uint32_t n_slots;   /* that are taken */
  uint32_t n_codes;   /* codes given so far: 1...n_codes */
  uint32_t direct[EXM_CODE_DIRECT];
} ExmCodeMap;

bool exm_code_map_init (ExmCodeMap *map);

void exm_code_map_clear (ExmCodeMap *map);

/**
 * exm_code_map_add_text:
 * @codes: (out) (array length=n): the code of each character, 1 and up in the order in
 *   which characters are first seen
 *
 * Gives a code to each distinct character of @text.
 */
ExmKernelStatus exm_code_map_add_text (
    ExmCodeMap *map, const uint32_t *text, size_t n, uint32_t *codes, ExmPoll *poll);

/**
 * exm_code_map_look_up_text:
 * @codes: (out) (array length=n): the codes, %EXM_CODE_NONE for unknown characters
 */
ExmKernelStatus exm_code_map_look_up_text (const ExmCodeMap *map,
                                           const uint32_t *text,
                                           size_t n,
                                           uint32_t *codes,
                                           ExmPoll *poll);
