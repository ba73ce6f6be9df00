/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any bytes as a line that another process tells: no event, or one in bounds that is
 * written and read as the same. */

#include "fuzz.h"

#include "control/exm-worker-event.h"

#include <string.h>

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *line = g_strndup ((const char *) data, size);
  g_autoptr (ExmWorkerEvent) event = exm_worker_event_from_json (line);

  if (event == NULL)
    return 0;
  FUZZ_EXPECT (event->kind <= EXM_WORKER_ENDED);
  FUZZ_EXPECT (event->confidence >= 0 && event->confidence <= 1);
  FUZZ_EXPECT (event->n_found <= G_MAXINT && event->n_failed <= G_MAXINT);
  FUZZ_EXPECT (event->message == NULL || g_utf8_validate (event->message, -1, NULL));
  FUZZ_EXPECT (event->url == NULL || g_utf8_validate (event->url, -1, NULL));

  g_autofree char *written = exm_worker_event_to_json (event);
  FUZZ_EXPECT (g_utf8_validate (written, -1, NULL) && strchr (written, '\n') == NULL);
  g_autoptr (ExmWorkerEvent) again = exm_worker_event_from_json (written);
  FUZZ_EXPECT (again != NULL && again->kind == event->kind);
  FUZZ_EXPECT (g_strcmp0 (again->task_uid, event->task_uid) == 0);
  FUZZ_EXPECT (g_strcmp0 (again->message, event->message) == 0);
  FUZZ_EXPECT (again->n_done == event->n_done);
  g_autofree char *second = exm_worker_event_to_json (again);
  FUZZ_EXPECT (strcmp (written, second) == 0);
  return 0;
}
