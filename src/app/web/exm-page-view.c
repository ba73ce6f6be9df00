/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-view.h"

#include "app/web/exm-page-message.h"
#include "app/web/exm-page-view-private.h"

#include <glib/gi18n-lib.h>

/* How long the width has to stay before the page is fitted to it. */
#define FIT_DELAY_MS 120

G_DEFINE_FINAL_TYPE (ExmPageView, exm_page_view, GTK_TYPE_WIDGET)

enum
{
  PROP_HOVER_LINE = 1,
  PROP_MARK_MODE,
  PROP_MARK_KEYS,
  PROP_LOAD_IMAGES,
  PROP_IMAGE_PROXY,
  PROP_ZOOM_FIT,
  PROP_STATE,
  N_PROPERTIES,
};

enum
{
  SIGNAL_LINE_HOVERED,
  SIGNAL_LINE_ACTIVATED,
  SIGNAL_REGION_PICKED,
  SIGNAL_MARK_HOVER,
  SIGNAL_LOADED,
  SIGNAL_FAILED,
  SIGNAL_LINK_MOVED,
  SIGNAL_LINK_ACTIVATED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

void
exm_page_view_set_state (ExmPageView *self, ExmPageViewState state)
{
  if (self->state == state)
    return;
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

void
exm_page_view_emit_loaded (ExmPageView *self)
{
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
}

void
exm_page_view_emit_failed (ExmPageView *self, const char *message)
{
  g_signal_emit (self, signals[SIGNAL_FAILED], 0, message);
}

static void
take_region (ExmPageView *self, const ExmPageMessage *message)
{
  g_clear_pointer (&self->picked, g_free);
  if (message->first != EXM_NONE)
    self->picked = exm_page_message_dup_mask (message, self->n_lines);
  exm_page_view_announce_region (self, self->picked);
  g_signal_emit (self, signals[SIGNAL_REGION_PICKED], 0, message->first, message->last);
}

void
exm_page_view_take_message (ExmPageView *self, const char *words)
{
  g_auto (ExmPageMessage) message = EXM_PAGE_MESSAGE_INIT;

  if (exm_page_view_take_link_message (self, words)
      || !exm_page_message_parse (&message, words, self->n_lines))
    return;
  switch (message.kind)
    {
    case EXM_PAGE_MESSAGE_LINE_HOVERED:
      g_signal_emit (self, signals[SIGNAL_LINE_HOVERED], 0, message.first);
      break;
    case EXM_PAGE_MESSAGE_LINE_ACTIVATED:
      g_signal_emit (self, signals[SIGNAL_LINE_ACTIVATED], 0, message.first);
      break;
    case EXM_PAGE_MESSAGE_MARK_HOVER:
      exm_page_view_take_hover (self, message.first, message.last);
      g_signal_emit (self, signals[SIGNAL_MARK_HOVER], 0, message.first, message.last);
      break;
    case EXM_PAGE_MESSAGE_MARK_CURSOR:
      exm_page_view_announce_line (self, message.first, message.last != 0);
      break;
    case EXM_PAGE_MESSAGE_REGION:
      take_region (self, &message);
      break;
    }
}

static gboolean
on_fit_time (gpointer data)
{
  ExmPageView *self = data;

  self->fit_source = 0;
  exm_page_view_fit (self);
  return G_SOURCE_REMOVE;
}

void
exm_page_view_load (ExmPageView *self, ExmPageText *page, const char *base_url)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  if (page != NULL)
    exm_page_text_ref (page);
  g_clear_pointer (&self->page, exm_page_text_unref);
  self->page = page;
  self->n_lines = 0;
  if (page != NULL)
    exm_page_text_get_lines (page, &self->n_lines);
  g_free (self->base_url);
  self->base_url = g_strdup (base_url);
  exm_page_marks_forget (&self->marks);
  exm_block_marks_set (&self->blocks, NULL);
  exm_page_view_begin (self);
}

void
exm_page_view_reload (ExmPageView *self)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  exm_page_view_begin (self);
}

static void
on_reload_clicked (GtkButton *button, ExmPageView *self)
{
  exm_page_view_begin (self);
}

void
exm_page_view_set_marks (ExmPageView *self,
                         const guint8 *verdicts,
                         guint n_lines,
                         guint head,
                         guint tail,
                         const guint8 *region)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));
  g_return_if_fail (n_lines <= self->n_lines);

  exm_page_marks_set (&self->marks, verdicts, n_lines, head, tail, region);
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_lines (&self->marks, WEBKIT_WEB_VIEW (self->web),
                               self->cancellable);
}

void
exm_page_view_set_blocks (ExmPageView *self, ExmResult *result)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));
  g_return_if_fail (result == NULL || exm_result_get (result)->n_lines == self->n_lines);

  if (exm_block_marks_set (&self->blocks, result) && self->state == EXM_PAGE_VIEW_LOADED)
    exm_block_marks_send (&self->blocks, WEBKIT_WEB_VIEW (self->web), self->cancellable);
}

void
exm_page_view_set_block (ExmPageView *self, guint block)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  if (self->blocks.current == block)
    return;
  self->blocks.current = block;
  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_block_marks_send_current (&self->blocks, WEBKIT_WEB_VIEW (self->web),
                                  self->cancellable);
}

void
exm_page_view_scroll_to_line (ExmPageView *self, guint line)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  if (self->state == EXM_PAGE_VIEW_LOADED)
    exm_page_marks_send_scroll (WEBKIT_WEB_VIEW (self->web), self->cancellable, line);
}

guint8 *
exm_page_view_dup_region (ExmPageView *self, guint *n_lines)
{
  *n_lines = self->n_lines;
  return self->picked != NULL ? g_memdup2 (self->picked, self->n_lines) : NULL;
}

guint
exm_page_view_get_n_found (ExmPageView *self)
{
  return self->found.n_found;
}

static void
exm_page_view_measure (GtkWidget *widget,
                       GtkOrientation orientation,
                       int for_size,
                       int *minimum,
                       int *natural,
                       int *minimum_baseline,
                       int *natural_baseline)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  gtk_widget_measure (GTK_WIDGET (self->stack), orientation, for_size, minimum, natural,
                      minimum_baseline, natural_baseline);
}

static void
exm_page_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  gtk_widget_allocate (GTK_WIDGET (self->stack), width, height, baseline, NULL);
  if ((guint) width == self->fitted_width || self->state != EXM_PAGE_VIEW_LOADED)
    return;
  g_clear_handle_id (&self->fit_source, g_source_remove);
  self->fit_source = g_timeout_add (FIT_DELAY_MS, on_fit_time, self);
}

/* The page is what can have the focus. */
static gboolean
exm_page_view_grab_focus (GtkWidget *widget)
{
  ExmPageView *self = EXM_PAGE_VIEW (widget);

  return self->web != NULL && gtk_widget_grab_focus (GTK_WIDGET (self->web));
}

/* One stop of Tab: the page's links do not open. */
static gboolean
exm_page_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    return FALSE;
  return exm_page_view_grab_focus (widget)
         || GTK_WIDGET_CLASS (exm_page_view_parent_class)->focus (widget, direction);
}

static void
set_load_images (ExmPageView *self, gboolean load_images)
{
  self->load_images = load_images;
  exm_page_view_drop_web (self);
  exm_page_view_begin (self);
}

static void
exm_page_view_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *pspec)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);
  gboolean is_loaded = self->state == EXM_PAGE_VIEW_LOADED;

  switch (id)
    {
    case PROP_HOVER_LINE:
      self->marks.hover_line = g_value_get_uint (value);
      if (is_loaded)
        exm_page_marks_send_hover_line (&self->marks, WEBKIT_WEB_VIEW (self->web),
                                        self->cancellable);
      break;
    case PROP_MARK_MODE:
      self->marks.mark_mode = g_value_get_boolean (value);
      exm_page_view_set_mark_keys (self, FALSE);
      if (is_loaded)
        exm_page_marks_send_mark_mode (&self->marks, WEBKIT_WEB_VIEW (self->web),
                                       self->cancellable);
      break;
    case PROP_LOAD_IMAGES:
      if (g_value_get_boolean (value) != self->load_images)
        set_load_images (self, g_value_get_boolean (value));
      break;
    case PROP_IMAGE_PROXY:
      g_free (self->image_proxy);
      self->image_proxy = g_value_dup_string (value);
      break;
    case PROP_ZOOM_FIT:
      self->zoom_fit = g_value_get_boolean (value);
      exm_page_view_fit (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
      return;
    }
  g_object_notify_by_pspec (object, pspec);
}

static void
exm_page_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  switch (id)
    {
    case PROP_HOVER_LINE:
      g_value_set_uint (value, self->marks.hover_line);
      break;
    case PROP_MARK_MODE:
      g_value_set_boolean (value, self->marks.mark_mode);
      break;
    case PROP_MARK_KEYS:
      g_value_set_boolean (value, self->mark_keys);
      break;
    case PROP_LOAD_IMAGES:
      g_value_set_boolean (value, self->load_images);
      break;
    case PROP_IMAGE_PROXY:
      g_value_set_string (value, self->image_proxy);
      break;
    case PROP_ZOOM_FIT:
      g_value_set_boolean (value, self->zoom_fit);
      break;
    case PROP_STATE:
      g_value_set_uint (value, self->state);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_page_view_dispose (GObject *object)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  g_clear_handle_id (&self->deadline_source, g_source_remove);
  g_clear_handle_id (&self->fit_source, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  if (self->stack != NULL)
    exm_page_view_drop_web (self);
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  G_OBJECT_CLASS (exm_page_view_parent_class)->dispose (object);
}

static void
exm_page_view_finalize (GObject *object)
{
  ExmPageView *self = EXM_PAGE_VIEW (object);

  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_object (&self->cancellable);
  g_free (self->name);
  g_free (self->base_url);
  g_free (self->image_proxy);
  g_free (self->picked);
  exm_page_marks_clear (&self->marks);
  exm_block_marks_clear (&self->blocks);
  exm_page_links_set (&self->links, NULL, NULL);
  G_OBJECT_CLASS (exm_page_view_parent_class)->finalize (object);
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags
      = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  properties[PROP_HOVER_LINE]
      = g_param_spec_uint ("hover-line", NULL, NULL, 0, G_MAXUINT, EXM_NONE, flags);
  properties[PROP_MARK_MODE]
      = g_param_spec_boolean ("mark-mode", NULL, NULL, FALSE, flags);
  properties[PROP_MARK_KEYS] = g_param_spec_boolean (
      "mark-keys", NULL, NULL, FALSE, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  properties[PROP_LOAD_IMAGES]
      = g_param_spec_boolean ("load-images", NULL, NULL, FALSE, flags);
  properties[PROP_IMAGE_PROXY]
      = g_param_spec_string ("image-proxy", NULL, NULL, NULL, flags);
  properties[PROP_ZOOM_FIT] = g_param_spec_boolean ("zoom-fit", NULL, NULL, TRUE, flags);
  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, EXM_PAGE_VIEW_EMPTY,
                                              EXM_PAGE_VIEW_FAILED, EXM_PAGE_VIEW_EMPTY,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);
}

static guint
new_signal (const char *name, guint n, GType first, GType second)
{
  return g_signal_new (name, EXM_TYPE_PAGE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                       G_TYPE_NONE, n, first, second);
}

static void
exm_page_view_class_init (ExmPageViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->set_property = exm_page_view_set_property;
  object_class->get_property = exm_page_view_get_property;
  object_class->dispose = exm_page_view_dispose;
  object_class->finalize = exm_page_view_finalize;
  widget_class->measure = exm_page_view_measure;
  widget_class->size_allocate = exm_page_view_size_allocate;
  widget_class->grab_focus = exm_page_view_grab_focus;
  widget_class->focus = exm_page_view_focus;
  install_properties (object_class);

  signals[SIGNAL_LINE_HOVERED] = new_signal ("line-hovered", 1, G_TYPE_UINT, 0);
  signals[SIGNAL_LINE_ACTIVATED] = new_signal ("line-activated", 1, G_TYPE_UINT, 0);
  signals[SIGNAL_REGION_PICKED]
      = new_signal ("region-picked", 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_MARK_HOVER] = new_signal ("mark-hover", 2, G_TYPE_UINT, G_TYPE_UINT);
  signals[SIGNAL_LOADED] = new_signal ("loaded", 0, 0, 0);
  signals[SIGNAL_FAILED] = new_signal ("failed", 1, G_TYPE_STRING, 0);
  signals[SIGNAL_LINK_MOVED] = new_signal ("link-moved", 1, G_TYPE_STRING, 0);
  signals[SIGNAL_LINK_ACTIVATED]
      = new_signal ("link-activated", 2, G_TYPE_STRING, GDK_TYPE_RECTANGLE);
  gtk_widget_class_set_css_name (widget_class, "pageview");
}

static AdwStatusPage *
make_status (ExmPageView *self)
{
  AdwStatusPage *status = ADW_STATUS_PAGE (adw_status_page_new ());
  GtkWidget *button = gtk_button_new_with_mnemonic (_ ("_Reload"));

  gtk_widget_add_css_class (GTK_WIDGET (status), "compact");
  gtk_widget_add_css_class (GTK_WIDGET (status), "exm-pane-status");
  adw_status_page_set_icon_name (status, "dialog-warning-symbolic");
  adw_status_page_set_title (status, _ ("The page cannot be shown"));
  gtk_widget_add_css_class (GTK_WIDGET (status), "compact");
  gtk_widget_set_halign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "pill");
  g_signal_connect (button, "clicked", G_CALLBACK (on_reload_clicked), self);
  adw_status_page_set_child (status, button);
  return status;
}

static void
exm_page_view_init (ExmPageView *self)
{
  exm_page_marks_init (&self->marks);
  exm_block_marks_init (&self->blocks);
  self->cancellable = g_cancellable_new ();
  self->zoom_fit = TRUE;
  self->zoom = 1.0;

  self->note = GTK_LABEL (gtk_label_new (NULL));
  gtk_label_set_wrap (self->note, TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->note), GTK_ALIGN_END);
  gtk_widget_set_visible (GTK_WIDGET (self->note), FALSE);
  gtk_widget_add_css_class (GTK_WIDGET (self->note), "osd");
  self->overlay = GTK_OVERLAY (gtk_overlay_new ());
  gtk_overlay_add_overlay (self->overlay, GTK_WIDGET (self->note));
  self->status = make_status (self);
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_stack_add_named (self->stack, gtk_label_new (NULL), "empty");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->overlay), "page");
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->status), "failed");
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));

  exm_page_view_init_mark (self);
}

GtkWidget *
exm_page_view_new (void)
{
  return g_object_new (EXM_TYPE_PAGE_VIEW, NULL);
}

void
exm_page_view_set_name (ExmPageView *self, const char *name)
{
  g_return_if_fail (EXM_IS_PAGE_VIEW (self));

  g_free (self->name);
  self->name = g_strdup (name);
  exm_page_view_name_web (self);
}
