/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "exm-codes.h"

#include <stdlib.h>

#define FIRST_BITS 10u

/* The slot that holds the character, or the free one where it belongs. */
static inline ExmCodeSlot *
find_slot (const ExmCodeMap *map, uint32_t character)
{
  size_t mask = ((size_t) 1 << map->bits) - 1;
  /* Multiplicative hashing, Knuth TAOCP 3, section 6.4: the high bits are the good ones.
   */
  size_t i = (uint32_t) (character * 2654435769u) >> (32 - map->bits);
  while (map->slots[i].code != EXM_CODE_NONE && map->slots[i].character != character)
    i = (i + 1) & mask;
  return &map->slots[i];
}

static bool
grow (ExmCodeMap *map)
{
  ExmCodeMap larger = { NULL, map->bits + 1, map->n_codes };
  larger.slots = calloc ((size_t) 1 << larger.bits, sizeof *larger.slots);
  if (larger.slots == NULL)
    return false;
  for (size_t i = 0; i < (size_t) 1 << map->bits; i++)
    if (map->slots[i].code != EXM_CODE_NONE)
      *find_slot (&larger, map->slots[i].character) = map->slots[i];
  free (map->slots);
  *map = larger;
  return true;
}

bool
exm_code_map_init (ExmCodeMap *map)
{
  map->bits = FIRST_BITS;
  map->n_codes = 0;
  map->slots = calloc ((size_t) 1 << FIRST_BITS, sizeof *map->slots);
  return map->slots != NULL;
}

void
exm_code_map_clear (ExmCodeMap *map)
{
  free (map->slots);
  map->slots = NULL;
}

ExmKernelStatus
exm_code_map_add_text (
    ExmCodeMap *map, const uint32_t *text, size_t n, uint32_t *codes, ExmPoll *poll)
{
  for (size_t i = 0; i < n; i++)
    {
      ExmCodeSlot *slot = find_slot (map, text[i]);
      if (slot->code == EXM_CODE_NONE)
        {
          slot->character = text[i];
          slot->code = ++map->n_codes;
        }
      codes[i] = slot->code;
      /* 16 million characters have at most as many codes: bits stays below 26. */
      if (2 * (size_t) map->n_codes > (size_t) 1 << map->bits && !grow (map))
        return EXM_KERNEL_NO_MEMORY;
      if (exm_poll (poll, 2))
        return EXM_KERNEL_CANCELLED;
    }
  return EXM_KERNEL_OK;
}

ExmKernelStatus
exm_code_map_look_up_text (
    const ExmCodeMap *map, const uint32_t *text, size_t n, uint32_t *codes, ExmPoll *poll)
{
  for (size_t i = 0; i < n; i++)
    {
      codes[i] = find_slot (map, text[i])->code;
      if (exm_poll (poll, 2))
        return EXM_KERNEL_CANCELLED;
    }
  return EXM_KERNEL_OK;
}
