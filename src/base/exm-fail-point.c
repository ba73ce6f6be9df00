/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "exm-fail-point.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  char *name; /* (owned) */
  gint count; /* hits left; atomic */
} FailPoint;

/* One, never freed: it lives as long as the process. */
static FailPoint *
wanted_point (void)
{
  static FailPoint point;
  static gsize once;

  if (g_once_init_enter (&once))
    {
      const char *text = g_getenv ("EXM_FAIL_POINT");
      const char *colon = text != NULL ? strchr (text, ':') : NULL;
      if (text != NULL && *text != '\0')
        {
          point.name = colon != NULL ? g_strndup (text, (gsize) (colon - text))
                                     : g_strdup (text);
          point.count = colon != NULL ? MAX (atoi (colon + 1), 1) : 1;
        }
      g_once_init_leave (&once, 1);
    }
  return &point;
}

void
exm_fail_point (const char *name)
{
  FailPoint *point = wanted_point ();

  if (point->name == NULL || strcmp (point->name, name) != 0)
    return;
  if (g_atomic_int_dec_and_test (&point->count))
    _exit (EXM_FAIL_POINT_STATUS);
}
