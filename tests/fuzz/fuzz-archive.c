/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as an archive, as MHTML or as a saved page: its pages can be read to the end,
 * in bounded memory, and whatever is damaged is told. Any start of MHTML gives the same
 * page as the whole, or none. */

#include "archive/exm-mhtml.h"
#include "archive/exm-page-input.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Errors of one archive: each passes over a byte at least. */
#define MORE_ERRORS 16u

static void
check_mhtml (const guint8 *data, gsize size)
{
  g_auto (ExmMhtml) whole = { 0 };
  g_auto (ExmMhtml) start = { 0 };
  /* A copy of its own length: reading behind it is found. */
  g_autofree char *half = g_memdup2 (data, size / 2);

  if (!exm_mhtml_sniff ((const char *) data, size)
      || exm_mhtml_read (&whole, (const char *) data, size, TRUE) != EXM_MHTML_READ
      || exm_mhtml_read (&start, half, size / 2, FALSE) != EXM_MHTML_READ)
    return;
  FUZZ_EXPECT (g_bytes_equal (whole.bytes, start.bytes));
  FUZZ_EXPECT (g_strcmp0 (whole.url, start.url) == 0);
  FUZZ_EXPECT (g_bytes_get_size (whole.bytes) <= size);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("archive", 0);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) failure = NULL;
  gsize n_calls = 0;

  check_mhtml (data, size);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  g_autoptr (ExmPageInput) input
      = exm_page_input_open (path, G_GINT64_CONSTANT (1700000000000000), &failure);
  g_assert_true ((input == NULL) == (failure != NULL));
  while (input != NULL)
    {
      g_auto (ExmCapture) capture = { 0 };
      g_autoptr (GError) error = NULL;
      gboolean page = exm_page_input_next (input, &capture, &error);
      /* Four bytes of a frame of zstd hold at most a block of 128 KiB. */
      g_assert_cmpuint (n_calls++, <, size * 32768 + MORE_ERRORS);
      if (!page && error == NULL)
        break;
      g_assert_true (page == (error == NULL));
      if (page)
        g_assert_nonnull (capture.url);
    }
  close (fd);
  return 0;
}
