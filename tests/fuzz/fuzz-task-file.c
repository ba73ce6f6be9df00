/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a task file: refused with a reason, or a task that writes and reads back
 * as the same. Bytes behind a good beginning get deeper. */

#include "fuzz.h"

#include "task/exm-task-file.h"

#include <string.h>

static const char beginning[]
    = "exemplar-task = 1\n[task]\nuid = 0123456789abcdef0123456789abcdef\n";

static void
check (const char *text, gsize n_bytes)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) notes = NULL;
  g_autoptr (ExmTask) task = exm_task_file_read (text, n_bytes, FALSE, &notes, &error);

  FUZZ_EXPECT ((task == NULL) == (error != NULL));
  if (task == NULL)
    {
      FUZZ_EXPECT (g_utf8_validate (error->message, -1, NULL));
      FUZZ_EXPECT (strlen (error->message) < 8000);
      return;
    }
  FUZZ_EXPECT (notes->len == exm_task_get (task)->unknown->len);

  g_autofree char *written = exm_task_file_write (task);
  g_autoptr (ExmTask) again
      = exm_task_file_read (written, strlen (written), FALSE, NULL, &error);
  if (again == NULL)
    g_error ("%s: %s", error->message, written);
  g_autofree char *second = exm_task_file_write (again);
  FUZZ_EXPECT (exm_task_equal (task, again));
  FUZZ_EXPECT (strcmp (written, second) == 0);
  exm_task_check (task, NULL);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autoptr (GString) behind = g_string_new (beginning);

  check ((const char *) data, size);
  g_string_append_len (behind, (const char *) data, (gssize) size);
  check (behind->str, behind->len);
  return 0;
}
