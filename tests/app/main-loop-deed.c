/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "main-loop-deed.h"

#include "test-gui.h"

typedef struct
{
  DeedFunc func;
  gpointer object;  /* (unowned) */
  const char *text; /* (unowned) (nullable) */
  double number;
  gboolean done;
} Deed;

static gboolean
on_deed (gpointer data)
{
  Deed *deed = data;

  deed->func (deed->object, deed->text, deed->number);
  deed->done = TRUE;
  return G_SOURCE_REMOVE;
}

static gboolean
is_done (gpointer data)
{
  return ((Deed *) data)->done;
}

void
deed_perform (DeedFunc func, gpointer object, const char *text, double number)
{
  Deed deed = { func, object, text, number, FALSE };

  g_idle_add (on_deed, &deed);
  test_gui_wait_until (is_done, &deed, "a deed");
}
