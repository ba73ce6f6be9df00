/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/widgets/exm-init.h"

#include "app/exm-app-resources.h"
#ifdef EXM_HAVE_LAB
#include "lab/exm-lab.h"
#endif

void
exm_init (void)
{
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      exm_app_register_resource ();
#ifdef EXM_HAVE_LAB
      exm_lab_init ();
#endif
      g_once_init_leave (&done, 1);
    }
}
