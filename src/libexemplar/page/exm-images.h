/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Choice of the address of an element's image. */

#pragma once

#include "page/exm-event-list.h"

G_BEGIN_DECLS

/**
 * exm_images_find:
 * @token: start tag of an img, or of what stands for one (amp-img)
 * @node: its element
 *
 * Lazy pages keep an image's address in a data attribute or in srcset, and a placeholder
 * in src. Of srcset and of the sources of a picture the widest up to 2560 pixels is
 * taken: as the address where there is no other, else as what is better. Images of a
 * pixel count readers.
 *
 * Returns: 1 + index of the image on the event list, 0 if there is none
 */
guint32 exm_images_find (ExmEventList *events, const ExmHtmlToken *token, guint32 node);

/* Notes what a source element of a picture offers. @node: its element */
void
exm_images_see_source (ExmEventList *events, const ExmHtmlToken *token, guint32 node);

/* Returns: whether the element of @token shows an image */
gboolean exm_images_is_one (const ExmHtmlToken *token);

G_END_DECLS
