/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "kernel/exm-workspace.h"

#include <stdlib.h>

/* A buffer that is kept: enough for pages of half a million characters. */
#define MAX_KEPT ((size_t) 2 << 20)

ExmCurveWorkspace *
exm_curve_workspace_new (void)
{
  return calloc (1, sizeof (ExmCurveWorkspace));
}

static void
drop_above (ExmCurveWorkspace *self, size_t kept)
{
  for (unsigned side = 0; side < 2; side++)
    for (unsigned buffer = 0; buffer < EXM_N_BUFFERS; buffer++)
      if (self->sizes[side][buffer] > kept)
        {
          free (self->buffers[side][buffer]);
          self->buffers[side][buffer] = NULL;
          self->sizes[side][buffer] = 0;
        }
}

void
exm_curve_workspace_free (ExmCurveWorkspace *self)
{
  if (self == NULL)
    return;
  drop_above (self, 0);
  free (self);
}

void *
exm_workspace_get (ExmCurveWorkspace *self,
                   ExmCurveSide side,
                   ExmBuffer buffer,
                   size_t size)
{
  if (size > self->sizes[side][buffer])
    {
      free (self->buffers[side][buffer]);
      self->buffers[side][buffer] = calloc (1, size);
      self->sizes[side][buffer] = self->buffers[side][buffer] != NULL ? size : 0;
    }
  return self->buffers[side][buffer];
}

void
exm_workspace_shrink (ExmCurveWorkspace *self)
{
  drop_above (self, MAX_KEPT);
}
