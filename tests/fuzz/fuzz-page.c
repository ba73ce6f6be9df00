/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any UTF-8 as HTML, without the way there (formats, encodings): every rule of a page
 * text holds, and a page of many copies takes no more time than so many pages. */

#include "fuzz.h"

#include "page/exm-page-builder.h"
#include "test-page.h"

#include <string.h>
#include <time.h>

/* One input in so many is timed, as the first of copies that fill so many bytes. */
#define TIMED_SHARE 4096u
#define TIMED_BYTES (256u * 1024u)

/* Limit of processor time, with sanitizers and a fuzzer's counters. The worst pages of
 * test-hostile.c take .1 s a megabyte so; quadratic ones take minutes. */
#define MAX_TIMED_SECONDS 2.

static ExmPageText *
read_source (GBytes *source)
{
  ExmPageTextParts parts;

  exm_page_text_parts_init (&parts);
  parts.source = g_bytes_ref (source);
  exm_page_build (&parts);
  return exm_page_text_new (&parts);
}

static void
check_time (const char *html, gsize n)
{
  g_autoptr (GByteArray) copies = g_byte_array_sized_new (TIMED_BYTES);
  struct timespec start, end;

  while (copies->len + n <= TIMED_BYTES)
    g_byte_array_append (copies, (const guint8 *) html, (guint) n);
  g_autoptr (GBytes) source = g_bytes_new_static (copies->data, copies->len);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &start);
  g_autoptr (ExmPageText) page = read_source (source);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
  double seconds = (double) (end.tv_sec - start.tv_sec)
                   + (double) (end.tv_nsec - start.tv_nsec) * 1e-9;
  if (seconds > MAX_TIMED_SECONDS)
    g_error ("%u bytes of copies took %.3f s", copies->len, seconds);
  test_page_assert_valid (page);
}

/* Equal inputs are treated equally, whichever run they come in. */
static guint32
hash_input (const guint8 *data, gsize size)
{
  guint32 hash = 2166136261u;

  for (gsize i = 0; i < size; i++)
    hash = (hash ^ data[i]) * 16777619u;
  return hash;
}

/* Makes UTF-8 without NULs, as the decoder promises. @html: room for @size bytes. */
static gsize
make_valid (const guint8 *data, gsize size, char *html)
{
  gsize n = 0;

  for (gsize i = 0; i < size;)
    {
      const char *p = (const char *) data + i;
      gunichar c = g_utf8_get_char_validated (p, (gssize) (size - i));
      gsize n_char = (gint32) c < 0 || c == 0 ? 0 : (gsize) (g_utf8_next_char (p) - p);
      memcpy (html + n, p, n_char);
      if (n_char == 0 && (data[i] & 0x7f) != 0)
        html[n++] = (char) (data[i] & 0x7f);
      n += n_char;
      i += MAX (n_char, 1);
    }
  return n;
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *room = g_malloc (MAX (size, 1));
  gsize n = make_valid (data, size, room);
  /* Nothing behind the last byte, so that a sanitizer sees one step too far. */
  g_autofree char *html = n > 0 ? g_memdup2 (room, n) : g_malloc (1);
  g_autoptr (GBytes) source = g_bytes_new_static (html, n);
  g_autoptr (ExmPageText) page = read_source (source);

  test_page_assert_valid (page);
  if (n > 0 && hash_input (data, size) % TIMED_SHARE == 0)
    check_time (html, n);
  return 0;
}
