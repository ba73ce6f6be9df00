/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The part of the line builder that collects what describes a page: meta, links, JSON,
 * times, microdata. */

#pragma once

#include "exm-line-builder.h"

G_BEGIN_DECLS

typedef struct _ExmSlices ExmSlices;

/**
 * exm_slices_new:
 * @parts: (inout): where slices and their strings go
 */
ExmSlices *
exm_slices_new (ExmPageTextParts *parts);

/**
 * exm_slices_open:
 * @node: the element that opens; exm_slices_close() is called with the same one
 */
void
exm_slices_open (ExmSlices *self,
                 ExmTag tag,
                 const ExmAttribute *attributes,
                 guint n_attributes,
                 guint32 node);

/* Text inside the open elements, dropped or not. */
void
exm_slices_text (ExmSlices *self, const char *text, gsize n_bytes);

void
exm_slices_close (ExmSlices *self, guint32 node);

/* After the last line: slices that stand behind all lines say so. */
void
exm_slices_finish (ExmSlices *self);

void
exm_slices_free (ExmSlices *self);

G_END_DECLS
