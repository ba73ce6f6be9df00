/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/inspector/exm-block-row.h"

#include "app/analysis/exm-block-item.h"
#include "app/web/exm-block-marks.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmBlockRow
{
  GtkWidget parent_instance;

  GtkTreeExpander *expander; /* (unowned), as all of the template */
  GtkImage *icon;            /* (unowned) */
  GtkLabel *text;            /* (unowned) */
  GtkLabel *facts;           /* (unowned) */
  GtkLabel *coherence;       /* (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmBlockRow, exm_block_row, GTK_TYPE_WIDGET)

static void
exm_block_row_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_BLOCK_ROW);
  G_OBJECT_CLASS (exm_block_row_parent_class)->dispose (object);
}

static void
exm_block_row_class_init (ExmBlockRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_block_row_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-block-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmBlockRow, expander);
  gtk_widget_class_bind_template_child (widget_class, ExmBlockRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmBlockRow, text);
  gtk_widget_class_bind_template_child (widget_class, ExmBlockRow, facts);
  gtk_widget_class_bind_template_child (widget_class, ExmBlockRow, coherence);
}

static void
exm_block_row_init (ExmBlockRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static char *
dup_facts (const ExmBlock *block, guint index)
{
  /* translators: where a part of a page lies, from its upper left corner, and its size,
   * in pixels: "240, 100 · 700 × 820" */
  g_autofree char *place = g_strdup_printf (
      _ ("%1$.0f, %2$.0f · %3$.0f × %4$.0f"), (double) block->box.x,
      (double) block->box.y, (double) block->box.width, (double) block->box.height);

  if (block->first_line == EXM_NONE)
    /* translators: the number of a part of a page, and where it lies */
    return g_strdup_printf (_ ("%u · %s"), index + 1, place);
  g_autofree char *lines
      = block->first_line == block->last_line
            ? g_strdup_printf (_ ("line %u"), block->first_line + 1)
            : g_strdup_printf (_ ("lines %1$u–%2$u"), block->first_line + 1,
                               block->last_line + 1);
  /* translators: the number of a part of a page, "lines 4–9", and where it lies */
  return g_strdup_printf (_ ("%u · %s · %s"), index + 1, lines, place);
}

void
exm_block_row_show (ExmBlockRow *self, GtkTreeListRow *row)
{
  gtk_tree_expander_set_list_row (self->expander, row);
  if (row == NULL)
    return;
  g_autoptr (ExmBlockItem) item = gtk_tree_list_row_get_item (row);
  const ExmBlock *block = exm_block_item_get (item);
  const char *text = exm_block_item_get_text (item);
  g_autofree char *facts = dup_facts (block, exm_block_item_get_index (item));
  g_autofree char *words
      = exm_block_marks_describe (block, exm_block_item_get_index (item));
  g_autofree char *coherence = g_strdup_printf ("%u", block->coherence);

  gtk_label_set_label (self->text, *text != '\0' ? text : _ ("Pictures"));
  gtk_label_set_label (self->facts, facts);
  gtk_label_set_label (self->coherence, coherence);
  gtk_widget_set_visible (GTK_WIDGET (self->icon), block->is_main);
  if (block->is_main)
    gtk_widget_add_css_class (GTK_WIDGET (self), "exm-kept");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "exm-kept");
  /* A row deep in the tree has no room for all of it. */
  g_autofree char *all = g_strconcat (words, "\n", facts, NULL);
  exm_tooltip_set (GTK_WIDGET (self), all);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  words, -1);
}
