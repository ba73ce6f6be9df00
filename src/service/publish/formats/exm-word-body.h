/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies as WordprocessingML (ECMA-376, part 1, 17 and 20.4): paragraphs with styles,
 * lists, tables, links and pictures. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * ExmWordParts:
 * @document: the content of w:body
 * @relations: links and pictures, as elements of document.xml.rels
 * @numbers: the w:num of numbered lists
 * @dots: number of all lists with dots; numbered ones have those behind it
 *
 * Parts of a document that its text goes to.
 */
typedef struct
{
  GString *document;  /* (owned) */
  GString *relations; /* (owned) */
  GString *numbers;   /* (owned) */
  guint dots;
  guint n_relations;
  guint n_numbers;
  guint n_pictures;
} ExmWordParts;

/* Names that w:document declares for pictures. */
#define EXM_WORD_DRAWING                                                                 \
  "xmlns:wp=\"http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing\" " \
  "xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" "                   \
  "xmlns:pic=\"http://schemas.openxmlformats.org/drawingml/2006/picture\""

void exm_word_parts_init (ExmWordParts *self);
void exm_word_parts_clear (ExmWordParts *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmWordParts, exm_word_parts_clear)

/**
 * exm_word_parts_append:
 * @html: a body, of this program or of others
 * @pictures: (nullable) (element-type ExmBookPicture): those of the body
 * @heading: level below which its headings are, 0 for none
 * @right_to_left: whether its script is written so
 *
 * O(bytes of @html).
 */
void exm_word_parts_append (ExmWordParts *self,
                            const char *html,
                            const GPtrArray *pictures,
                            guint heading,
                            gboolean right_to_left);

G_END_DECLS
