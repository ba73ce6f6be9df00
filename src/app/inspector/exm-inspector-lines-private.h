/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the files of ExmInspectorLines share. */

#pragma once

#include "app/inspector/exm-inspector-lines.h"

#include "app/analysis/exm-line-list.h"
#include "app/inspector/exm-line-detail.h"
#include "app/inspector/exm-line-row.h"

struct _ExmInspectorLines
{
  GtkWidget parent_instance;

  GtkWidget *box;                /* (unowned) */
  GtkSpinButton *start;          /* (unowned) */
  GtkSpinButton *end;            /* (unowned) */
  GtkDropDown *filter;           /* (unowned) */
  GtkListView *view;             /* (unowned) */
  GtkPopoverMenu *menu;          /* (unowned) */
  GtkStack *stack;               /* (unowned) */
  ExmLineDetail *detail;         /* (unowned) */
  ExmAnalysis *analysis;         /* (owned) (nullable) */
  ExmLineList *lines;            /* (owned) */
  GtkSingleSelection *selection; /* (owned) */
  GPtrArray *rows;               /* (owned) (element-type GtkListItem): that show a line;
                                  * unowned themselves */
  GPtrArray *spare;              /* (owned) (element-type ExmLineRow): without a line */
  gboolean updating;             /* what changes now is not the operator's doing */
  gboolean stale;                /* rows that nobody saw show what was */
  gboolean behind;               /* the current line is not in the list yet */
  guint fill_id;                 /* 0 where every row has, or lacks, what it should */
  guint n_filled;                /* rows that got them in this turn of the main loop */
  int row_height;                /* 0 until a row was made: all are as high */
};

/* Rows: exm-inspector-lines-rows.c. */

/* Returns: (transfer none) (nullable): what is in the row, once it is filled */
ExmLineRow *exm_inspector_lines_get_row (GtkListItem *item);
/* A row that is filled shows its line as it is now. */
void exm_inspector_lines_show_row (ExmInspectorLines *self, GtkListItem *item);
/* Rows that are seen get what they lack, others soon. */
void exm_inspector_lines_fill_rows (ExmInspectorLines *self);
/* Opens the menu of the selected line; @x, @y: in @widget */
void exm_inspector_lines_open_menu (ExmInspectorLines *self,
                                    GtkWidget *widget,
                                    double x,
                                    double y);
/* Signals of the list's factory. */
void exm_inspector_lines_on_setup (GtkSignalListItemFactory *factory,
                                   GtkListItem *item,
                                   gpointer data);
void exm_inspector_lines_on_bind (GtkSignalListItemFactory *factory,
                                  GtkListItem *item,
                                  gpointer data);
void exm_inspector_lines_on_unbind (GtkSignalListItemFactory *factory,
                                    GtkListItem *item,
                                    gpointer data);
