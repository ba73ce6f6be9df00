/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Texts and curves that end where memory ends: a read or write one character too far
 * kills the test. Every block that the kernel allocates ends there too, or begins there
 * (the linker sends its malloc(), calloc() and free() here, --wrap). */

#include "curves.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define ALIGNMENT 16u

/* Places of blocks: against the page behind them, or against the one before. */
static gboolean at_end;
static gboolean guarding;

void *__real_malloc (size_t size);
void *__real_calloc (size_t n, size_t size);
void __real_free (void *block);
void *__wrap_malloc (size_t size);
void *__wrap_calloc (size_t n, size_t size);
void __wrap_free (void *block);

/* Mapped blocks: few live at a time. */
typedef struct
{
  void *block;
  char *pages;
  size_t size;
} Mapping;

static Mapping mappings[256];

/* Bytes between two pages that cannot be touched. */
static void *
guard_new (size_t size, size_t alignment, gboolean end)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  size_t inner = (size + page) / page * page;
  Mapping *mapping = mappings;
  while (mapping->block != NULL)
    mapping++;
  g_assert_true (mapping < mappings + G_N_ELEMENTS (mappings));
  mapping->size = inner + 2 * page;
  mapping->pages = mmap (NULL, mapping->size, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  g_assert_true (mapping->pages != MAP_FAILED);
  g_assert_cmpint (mprotect (mapping->pages, page, PROT_NONE), ==, 0);
  g_assert_cmpint (mprotect (mapping->pages + page + inner, page, PROT_NONE), ==, 0);
  size_t room = (size + alignment - 1) / alignment * alignment;
  mapping->block = mapping->pages + page + (end ? inner - room : 0);
  return mapping->block;
}

static gboolean
guard_free (void *block)
{
  for (gsize i = 0; i < G_N_ELEMENTS (mappings); i++)
    if (block != NULL && mappings[i].block == block)
      {
        munmap (mappings[i].pages, mappings[i].size);
        mappings[i].block = NULL;
        return TRUE;
      }
  return FALSE;
}

void *
__wrap_malloc (size_t size)
{
  return guarding ? guard_new (size, ALIGNMENT, at_end) : __real_malloc (size);
}

/* A fresh mapping is zero. */
void *
__wrap_calloc (size_t n, size_t size)
{
  return guarding ? guard_new (n * size, ALIGNMENT, at_end) : __real_calloc (n, size);
}

void
__wrap_free (void *block)
{
  if (!guard_free (block))
    __real_free (block);
}

/* The text once more, in guarded memory. */
static Text
guard_text (const Text *text)
{
  Text copy = { guard_new (text->n * sizeof *text->chars, sizeof *text->chars, at_end),
                text->n };
  if (text->n > 0)
    memcpy (copy.chars, text->chars, text->n * sizeof *text->chars);
  return copy;
}

static void
run_curves (const Text *a, const Text *b, guint w)
{
  ExmCurveText *text;
  ExmCurveTrack *track;
  ExmCurveLiteral *curves;
  float *fs = guard_new (a->n * sizeof *fs, sizeof *fs, at_end);
  float *bs = guard_new (a->n * sizeof *bs, sizeof *bs, at_end);

  guarding = TRUE;
  g_assert_cmpint (exm_curve_text_new (a->chars, a->n, b->chars, b->n, NULL, NULL, &text),
                   ==, EXM_KERNEL_OK);
  g_assert_cmpint (exm_curve_literal (text, w, fs, bs, NULL, NULL), ==, EXM_KERNEL_OK);
  g_assert_cmpint (exm_curve_literal_new (text, w, NULL, NULL, &curves), ==,
                   EXM_KERNEL_OK);
  g_assert_cmpint (exm_curve_literal_fill (curves, (w + 1) / 2, fs, bs), ==,
                   EXM_KERNEL_OK);
  exm_curve_literal_free (curves);
  g_assert_cmpint (exm_curve_track_new (text, NULL, NULL, NULL, &track), ==,
                   EXM_KERNEL_OK);
  exm_curve_track_fill (track, fs, bs);
  g_assert_cmpint (exm_curve_tracked (text, track, w, 1, fs, bs, NULL, NULL), ==,
                   EXM_KERNEL_OK);
  exm_curve_track_free (track);
  exm_curve_text_free (text);
  guarding = FALSE;
  g_assert_true (guard_free (fs));
  g_assert_true (guard_free (bs));
}

static void
check_pair (const Text *a, const Text *b, guint w)
{
  for (guint side = 0; side < 2; side++)
    {
      at_end = side == 0;
      Text guarded_a = guard_text (a), guarded_b = guard_text (b);
      for (guint k = 0; k < N_PROCESSOR_PATHS; k++)
        {
          g_setenv ("EXEMPLAR_CPU", processor_paths[k], TRUE);
          run_curves (&guarded_a, &guarded_b, w);
        }
      guard_free (guarded_a.chars);
      guard_free (guarded_b.chars);
    }
}

/* Lengths around the window's and around those that go through the lanes together. */
static void
test_lengths (void)
{
  static const guint widths[] = { 1, 8, 31, 32, 33, 64, 65, 200, 256 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (21);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      guint w = widths[i];
      const gsize lengths[] = { 0, 1, w - 1, w, w + 1, 255, 256, 257, 511, 512, 513 };
      for (gsize k = 0; k < G_N_ELEMENTS (lengths); k++)
        {
          g_auto (Text) a = text_random (rand, lengths[k], 12);
          g_auto (Text) b = text_edited (rand, &a, 9);
          g_auto (Text) other = text_random (rand, 40, 12);
          check_pair (&a, &b, w);
          check_pair (&a, &other, w);
          check_pair (&other, &a, w);
        }
    }
}

static void
test_pages (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (22);
  guint rounds = g_test_slow () ? 400 : 6;
  for (guint round = 0; round < rounds; round++)
    {
      g_auto (Text) a = { NULL, 0 };
      g_auto (Text) b = { NULL, 0 };
      text_page_pair (rand, (gsize) g_rand_int_range (rand, 400, 3000), &a, &b);
      check_pair (&a, &b, 1 + round * 43 % 256);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/kernel/guard/lengths", test_lengths);
  g_test_add_func ("/kernel/guard/pages", test_pages);
  return g_test_run ();
}
