/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as an archive: its pages can be read to the end, in bounded memory, and
 * whatever is damaged is told. */

#include "archive/exm-archive-input.h"
#include "fuzz.h"

#include <sys/mman.h>
#include <unistd.h>

/* Errors of one archive: each passes over a byte at least. */
#define MORE_ERRORS 16u

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  int fd = memfd_create ("archive", 0);
  g_autofree char *path = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autoptr (GError) failure = NULL;
  gsize n_calls = 0;

  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  g_autoptr (ExmArchiveInput) input
      = exm_archive_input_open (path, G_GINT64_CONSTANT (1700000000000000), &failure);
  g_assert_true ((input == NULL) == (failure != NULL));
  while (input != NULL)
    {
      g_auto (ExmCapture) capture = { 0 };
      g_autoptr (GError) error = NULL;
      gboolean page = exm_archive_input_next (input, &capture, &error);
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
