/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-codes.h"

#include <stdlib.h>
#include <string.h>

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
  ExmCodeSlot *old = map->slots;
  size_t n_old = (size_t) 1 << map->bits;
  ExmCodeSlot *slots = calloc (2 * n_old, sizeof *slots);
  if (slots == NULL)
    return false;
  map->slots = slots;
  map->bits++;
  for (size_t i = 0; i < n_old; i++)
    if (old[i].code != EXM_CODE_NONE)
      *find_slot (map, old[i].character) = old[i];
  free (old);
  return true;
}

bool
exm_code_map_init (ExmCodeMap *map)
{
  map->bits = FIRST_BITS;
  map->n_slots = 0;
  map->n_codes = 0;
  memset (map->direct, 0, sizeof map->direct);
  map->slots = calloc ((size_t) 1 << FIRST_BITS, sizeof *map->slots);
  return map->slots != NULL;
}

void
exm_code_map_clear (ExmCodeMap *map)
{
  free (map->slots);
  map->slots = NULL;
}

/* The character's code; gives it one if it has none. Returns: EXM_CODE_NONE when out of
 * memory */
static uint32_t
add_far (ExmCodeMap *map, uint32_t character)
{
  ExmCodeSlot *slot = find_slot (map, character);
  uint32_t code = slot->code;
  if (code == EXM_CODE_NONE)
    {
      code = ++map->n_codes;
      *slot = (ExmCodeSlot){ character, code };
      /* 16 million characters have at most as many codes: bits stays below 26. */
      if (2 * (size_t) ++map->n_slots > (size_t) 1 << map->bits && !grow (map))
        return EXM_CODE_NONE;
    }
  return code;
}

/* Characters between two questions whether to stop. */
#define PART 4096u

static size_t
end_of_part (size_t i, size_t n)
{
  return n - i < PART ? n : i + PART;
}

ExmKernelStatus
exm_code_map_add_text (
    ExmCodeMap *map, const uint32_t *text, size_t n, uint32_t *codes, ExmPoll *poll)
{
  for (size_t i = 0; i < n;)
    {
      size_t end = end_of_part (i, n);
      if (exm_poll (poll, 2 * (end - i)))
        return EXM_KERNEL_CANCELLED;
      for (; i < end; i++)
        {
          uint32_t c = text[i];
          if (c >= EXM_CODE_DIRECT)
            codes[i] = add_far (map, c);
          else
            {
              if (map->direct[c] == EXM_CODE_NONE)
                map->direct[c] = ++map->n_codes;
              codes[i] = map->direct[c];
            }
          if (codes[i] == EXM_CODE_NONE)
            return EXM_KERNEL_NO_MEMORY;
        }
    }
  return EXM_KERNEL_OK;
}

ExmKernelStatus
exm_code_map_look_up_text (
    const ExmCodeMap *map, const uint32_t *text, size_t n, uint32_t *codes, ExmPoll *poll)
{
  for (size_t i = 0; i < n;)
    {
      size_t end = end_of_part (i, n);
      if (exm_poll (poll, 2 * (end - i)))
        return EXM_KERNEL_CANCELLED;
      for (; i < end; i++)
        {
          uint32_t c = text[i];
          codes[i] = c < EXM_CODE_DIRECT ? map->direct[c] : find_slot (map, c)->code;
        }
    }
  return EXM_KERNEL_OK;
}
