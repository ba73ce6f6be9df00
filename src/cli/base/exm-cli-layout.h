/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Layouts for the methods that need them, from exemplar-render. */

#pragma once

#include "engine/exm-engine.h"

G_BEGIN_DECLS

/**
 * exm_cli_offer_layouts:
 * @engine: has its pages laid out by exemplar-render, which is not started until a method
 *   needs it
 * @online: style sheets of pages from an address are loaded; without it, and for files,
 *   nothing is
 */
void exm_cli_offer_layouts (ExmEngine *engine, gboolean online);

G_END_DECLS
