/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layouts for the methods that need them, from exemplar-render. */

#pragma once

#include "exm-engine.h"
#include "exm-renderer.h"

G_BEGIN_DECLS

/**
 * ExmCliLayout:
 * @renderer: starts nothing until it is asked
 * @online: style sheets of pages from an address are loaded
 */
typedef struct
{
  ExmRenderer *renderer; /* (owned) */
  gboolean online;
} ExmCliLayout;

/**
 * exm_cli_layout_init:
 * @online: see #ExmCliLayout; without it, and for files, nothing is
 */
void
exm_cli_layout_init (ExmCliLayout *self, gboolean online);

void
exm_cli_layout_clear (ExmCliLayout *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmCliLayout, exm_cli_layout_clear)

/**
 * exm_cli_layout_offer:
 * @options: gets the function that lays pages out; @self must outlive it
 */
void
exm_cli_layout_offer (ExmCliLayout *self, ExmExtractOptions *options);

G_END_DECLS
