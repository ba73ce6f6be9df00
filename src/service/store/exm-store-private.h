/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#pragma once

#include "store/db/exm-transaction.h"
#include "store/exm-store.h"

struct _ExmStore
{
  ExmDb *main;                 /* (owned) */
  ExmDb *pages;                /* (owned) */
  ExmTransaction *group_main;  /* (owned) (nullable): with a group open */
  ExmTransaction *group_pages; /* (owned) (nullable): with a group open */
};
