/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A page text put together by hand, for tests of what reads one. */

#pragma once

#include "exm-page-text.h"

/**
 * exm_test_page_init:
 * @parts: becomes a page with one element and no lines
 * @url: (nullable): its address
 */
void
exm_test_page_init (ExmPageTextParts *parts, const char *url);

/**
 * exm_test_page_add_line:
 * @text: its text
 * @heading: 1 … 6, 0 for none
 */
void
exm_test_page_add_line (ExmPageTextParts *parts, const char *text, guint8 heading);

/**
 * exm_test_page_add_slice:
 * @kind: what it is
 * @name: in lower case, "" for none
 * @value: its value
 *
 * The slice stands before the next line.
 */
void
exm_test_page_add_slice (ExmPageTextParts *parts,
                         ExmSliceKind kind,
                         const char *name,
                         const char *value);
