/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Any text as a schedule: refused with a reason, or one that reads back as the same, has
 * words, and whose next start is never before now. */

#include "fuzz.h"

#include "task/exm-schedule.h"

#include <string.h>

/* Around the end of daylight saving in Europe, 2026. */
#define NOW_USEC (G_GINT64_CONSTANT (1792890000) * G_USEC_PER_SEC)

static void
check_next (const ExmSchedule *schedule, gint64 last, gint64 now)
{
  gint64 next = exm_schedule_get_next (schedule, last, now);

  FUZZ_EXPECT (next >= now);
  FUZZ_EXPECT (!exm_schedule_is_manual (schedule) || next == G_MAXINT64);
}

int
LLVMFuzzerTestOneInput (const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup ((const char *) data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmSchedule) schedule = exm_schedule_parse (text, &error);
  guint64 mixed = 0;

  FUZZ_EXPECT ((schedule == NULL) == (error != NULL));
  if (schedule == NULL)
    {
      FUZZ_EXPECT (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }

  g_autofree char *canonical = exm_schedule_to_string (schedule);
  g_autofree char *words = exm_schedule_describe (schedule);
  g_autoptr (ExmSchedule) again = exm_schedule_parse (canonical, &error);
  if (again == NULL)
    g_error ("%s: %s", error->message, canonical);
  g_autofree char *second = exm_schedule_to_string (again);
  FUZZ_EXPECT (strcmp (canonical, second) == 0);
  FUZZ_EXPECT (*words != '\0' && g_utf8_validate (words, -1, NULL));

  for (gsize i = 0; i < size; i++)
    mixed = mixed * 1099511628211u + data[i];
  check_next (schedule, 0, NOW_USEC);
  check_next (schedule, NOW_USEC - 1, NOW_USEC);
  check_next (schedule, (gint64) mixed, NOW_USEC);
  check_next (schedule, NOW_USEC, (gint64) mixed);
  return 0;
}
