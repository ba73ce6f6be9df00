/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page text put together by hand, for tests of what reads one. */

#pragma once

#include "types/exm-page-text.h"

/**
 * test_parts_init:
 * @parts: becomes a page with one element and no lines
 * @url: (nullable): its address
 */
void test_parts_init (ExmPageTextParts *parts, const char *url);

/**
 * test_parts_add_line:
 * @text: its text
 * @heading: 1 … 6, 0 for none
 */
void test_parts_add_line (ExmPageTextParts *parts, const char *text, guint8 heading);

/**
 * test_parts_add_slice:
 * @kind: what it is
 * @name: in lower case, "" for none
 * @value: its value
 *
 * The slice stands before the next line.
 */
void test_parts_add_slice (ExmPageTextParts *parts,
                           ExmSliceKind kind,
                           const char *name,
                           const char *value);
