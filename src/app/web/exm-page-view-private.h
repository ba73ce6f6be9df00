/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* What the two halves of a page view share: the widget, and how a page gets into it. */

#pragma once

#include "app/web/exm-block-marks.h"
#include "app/web/exm-guarded-view.h"
#include "app/web/exm-page-links.h"
#include "app/web/exm-page-marks.h"
#include "app/web/exm-page-script.h"
#include "app/web/exm-page-view.h"

#include <adwaita.h>

G_BEGIN_DECLS

struct _ExmPageView
{
  GtkWidget parent_instance;

  GtkStack *stack;       /* (unowned) */
  AdwStatusPage *status; /* (unowned) */
  GtkOverlay *overlay;   /* (unowned) */
  GtkLabel *note;        /* (unowned) */
  ExmGuardedView *web;   /* (unowned) (nullable): inside the overlay */

  ExmPageText *page;         /* (owned) (nullable) */
  char *name;                /* (owned) (nullable): for people who do not see the page */
  char *base_url;            /* (owned) (nullable) */
  char *image_proxy;         /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): of this load */
  guint n_lines;
  ExmPageMarks marks;
  ExmBlockMarks blocks;
  ExmPageLinks links;
  gboolean mark_keys; /* the keyboard marks, not the pointer */
  double pointer_x;   /* where the pointer was seen last */
  double pointer_y;
  guint8 *picked; /* (owned) (nullable): n_lines: what was marked here */

  ExmPageViewState state;
  ExmPageScriptFound found;
  guint natural_width;
  guint fitted_width;
  double zoom;
  guint deadline_source;
  guint fit_source;
  guint load_number; /* of what was asked to be shown last; it stands before the page */
  gboolean is_searching;
  gboolean is_cut; /* the view shows a part of the page's bytes */
  gboolean load_images;
  gboolean zoom_fit;
};

/**
 * exm_page_view_begin:
 *
 * Shows the page anew, or nothing if there is none.
 */
void exm_page_view_begin (ExmPageView *self);

/**
 * exm_page_view_fit:
 *
 * Makes the page as small as its width needs, once it stands.
 */
void exm_page_view_fit (ExmPageView *self);

/**
 * exm_page_view_drop_web:
 *
 * Ends the web view and with it the process that read the page.
 */
void exm_page_view_drop_web (ExmPageView *self);

/* Tells the web view, if there is one, what it is called. */
void exm_page_view_name_web (ExmPageView *self);

/**
 * exm_page_view_tell:
 * @code: a constant: what the script is called with, once the page stands
 */
void exm_page_view_tell (ExmPageView *self, const char *code);

/* exm-page-view-mark.c: the view in mark mode. */

/* @region: (nullable): what is marked now */
void exm_page_view_announce_region (ExmPageView *self, const guint8 *region);
void exm_page_view_announce_line (ExmPageView *self, guint line, gboolean is_marked);
void exm_page_view_take_hover (ExmPageView *self, guint n_lines, guint n_chars);
void exm_page_view_init_mark (ExmPageView *self);
void exm_page_view_set_mark_keys (ExmPageView *self, gboolean by_keys);

/* exm-page-view-links.c: links that are chosen. */

/* Tells the script what is drawn on the links, if the page stands. */
void exm_page_view_send_links (ExmPageView *self);
/* Returns: whether @words are about a link */
gboolean exm_page_view_take_link_message (ExmPageView *self, const char *words);

/* What the loading half tells the widget. */
void exm_page_view_set_state (ExmPageView *self, ExmPageViewState state);
void exm_page_view_emit_loaded (ExmPageView *self);
void exm_page_view_emit_failed (ExmPageView *self, const char *message);
void exm_page_view_take_message (ExmPageView *self, const char *words);

G_END_DECLS
