/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-view.h"

#include "app/help/exm-help-picture.h"

#include <adwaita.h>

/* A line of text that the eye follows, in pixels of the usual size of text. */
#define TEXT_WIDTH 660
#define INDENT 24
/* The least width of a text, in characters: without one GTK sets it a character a line to
 * know how narrow it may become, which takes most of what a window takes to come up. */
#define LEAST_CHARS 12
/* Blocks that are laid out within a frame. */
#define AT_ONCE 6u

struct _ExmHelpView
{
  GtkWidget parent_instance;

  GtkScrolledWindow *scrolled; /* (unowned) */
  GtkWidget *page;             /* (unowned): the blocks; takes the focus */
  ExmHelpArticle *article;     /* (owned) (nullable) */
  GPtrArray *widgets;          /* (owned): one a block, (unowned) */
  guint fill_id;               /* while not all blocks are there; else 0 */
  guint wanted;                /* the block that is to be seen */
  guint tick_id;               /* while the layout for it is waited for; else 0 */
};

G_DEFINE_FINAL_TYPE (ExmHelpView, exm_help_view, GTK_TYPE_WIDGET)

static guint followed_signal;

static gboolean
on_activate_link (GtkLabel *label, const char *address, gpointer data)
{
  /* Addresses of the world outside go to the browser. */
  if (strchr (address, ':') != NULL)
    return FALSE;
  g_signal_emit (data, followed_signal, 0, address);
  return TRUE;
}

static GtkWidget *
make_label (ExmHelpView *self, const ExmHelpBlock *block, GtkAccessibleRole role)
{
  GtkWidget *label
      = g_object_new (GTK_TYPE_LABEL, "accessible-role", role, "label", block->markup,
                      "use-markup", TRUE, "wrap", TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR,
                      "width-chars", LEAST_CHARS, "xalign", .0, "hexpand", TRUE, NULL);

  g_signal_connect_object (label, "activate-link", G_CALLBACK (on_activate_link), self,
                           0);
  return label;
}

static GtkWidget *
make_heading (ExmHelpView *self, const ExmHelpBlock *block)
{
  static const char *const classes[] = { "title-1", "title-3", "heading" };
  GtkWidget *label = make_label (self, block, GTK_ACCESSIBLE_ROLE_HEADING);

  gtk_widget_add_css_class (label,
                            classes[MIN (block->level, G_N_ELEMENTS (classes)) - 1]);
  gtk_widget_set_margin_top (label, block->level > 1 ? 18 : 0);
  gtk_accessible_update_property (GTK_ACCESSIBLE (label), GTK_ACCESSIBLE_PROPERTY_LEVEL,
                                  (int) block->level, -1);
  return label;
}

static GtkWidget *
make_code (ExmHelpView *self, const ExmHelpBlock *block)
{
  GtkWidget *label = make_label (self, block, GTK_ACCESSIBLE_ROLE_LABEL);

  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_CHAR);
  gtk_widget_add_css_class (label, "monospace");
  gtk_widget_add_css_class (label, "exm-help-code");
  return label;
}

static GtkWidget *
make_item (ExmHelpView *self, const ExmHelpBlock *block)
{
  GtkWidget *row = g_object_new (GTK_TYPE_BOX, "accessible-role",
                                 GTK_ACCESSIBLE_ROLE_LIST_ITEM, NULL);
  GtkWidget *text = make_label (self, block, GTK_ACCESSIBLE_ROLE_LABEL);
  g_autofree char *number
      = block->number > 0 ? g_strdup_printf ("%u.", block->number) : g_strdup ("•");
  GtkWidget *mark = gtk_label_new (number);

  gtk_widget_add_css_class (text, "exm-help-text");
  gtk_widget_add_css_class (mark, "exm-help-text");
  gtk_widget_add_css_class (mark, "dim-label");
  gtk_widget_set_size_request (mark, INDENT, -1);
  /* Fonts of other scripts are higher. */
  gtk_widget_set_valign (mark, GTK_ALIGN_BASELINE);
  gtk_widget_set_valign (text, GTK_ALIGN_BASELINE);
  gtk_box_append (GTK_BOX (row), mark);
  gtk_box_append (GTK_BOX (row), text);
  return row;
}

static GtkWidget *
make_picture (const ExmHelpBlock *block)
{
  GtkWidget *picture = exm_help_picture_new (block->picture, block->text);

  gtk_widget_set_halign (picture, GTK_ALIGN_FILL);
  gtk_widget_set_margin_top (picture, 6);
  gtk_widget_set_margin_bottom (picture, 6);
  return picture;
}

static GtkWidget *
make_paragraph (ExmHelpView *self, const ExmHelpBlock *block)
{
  GtkWidget *label = make_label (self, block, GTK_ACCESSIBLE_ROLE_LABEL);

  gtk_widget_add_css_class (label, "exm-help-text");
  return label;
}

static GtkWidget *
make_block (ExmHelpView *self, const ExmHelpBlock *block)
{
  switch (block->kind)
    {
    case EXM_HELP_BLOCK_HEADING:
      return make_heading (self, block);
    case EXM_HELP_BLOCK_ITEM:
      return make_item (self, block);
    case EXM_HELP_BLOCK_CODE:
      return make_code (self, block);
    case EXM_HELP_BLOCK_PICTURE:
      return make_picture (block);
    default:
      return make_paragraph (self, block);
    }
}

/* Items that follow each other are a list, for those who hear it. */
static GtkWidget *
choose_parent (ExmHelpView *self, const ExmHelpBlock *block)
{
  GtkWidget *last = gtk_widget_get_last_child (self->page), *list;

  if (block->kind == EXM_HELP_BLOCK_HEADING || block->level == 0)
    return self->page;
  if (last != NULL
      && gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (last))
             == GTK_ACCESSIBLE_ROLE_LIST)
    return last;
  list = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL, "spacing",
                       6, "accessible-role", GTK_ACCESSIBLE_ROLE_LIST, NULL);
  gtk_box_append (GTK_BOX (self->page), list);
  return list;
}

static void
add_block (ExmHelpView *self, const ExmHelpBlock *block)
{
  GtkWidget *parent = choose_parent (self, block);
  GtkWidget *widget = make_block (self, block);
  guint indent = block->kind == EXM_HELP_BLOCK_HEADING ? 0 : block->level;

  if (block->kind == EXM_HELP_BLOCK_ITEM)
    indent--;
  gtk_widget_set_margin_start (widget, (int) indent * INDENT);
  gtk_box_append (GTK_BOX (parent), widget);
  g_ptr_array_add (self->widgets, widget);
}

static void
clear (ExmHelpView *self)
{
  GtkWidget *child;

  if (self->tick_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick_id);
  self->tick_id = 0;
  g_clear_handle_id (&self->fill_id, g_source_remove);
  g_clear_object (&self->article);
  g_ptr_array_set_size (self->widgets, 0);
  while ((child = gtk_widget_get_first_child (self->page)) != NULL)
    gtk_box_remove (GTK_BOX (self->page), child);
}

static gboolean
on_fill (gpointer data)
{
  ExmHelpView *self = EXM_HELP_VIEW (data);
  GPtrArray *blocks = exm_help_article_get_blocks (self->article);
  guint end = MIN (self->widgets->len + AT_ONCE, blocks->len);

  for (guint i = self->widgets->len; i < end; i++)
    add_block (self, g_ptr_array_index (blocks, i));
  if (end < blocks->len)
    return G_SOURCE_CONTINUE;
  self->fill_id = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer unused)
{
  ExmHelpView *self = EXM_HELP_VIEW (widget);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  GtkWidget *block = self->wanted < self->widgets->len
                         ? g_ptr_array_index (self->widgets, self->wanted)
                         : NULL;
  double y;

  /* It has no place before the first layout. */
  if (block == NULL || gtk_widget_get_height (block) == 0)
    return G_SOURCE_CONTINUE;
  gtk_widget_translate_coordinates (block, self->page, 0, 0, NULL, &y);
  gtk_adjustment_set_value (adjustment,
                            y - gtk_adjustment_get_page_size (adjustment) / 4);
  self->tick_id = 0;
  return G_SOURCE_REMOVE;
}

/* Plain keys, as of a text that is read. */
static gboolean
on_key_pressed (GtkEventControllerKey *controller,
                guint key,
                guint code,
                GdkModifierType state,
                gpointer data)
{
  ExmHelpView *self = EXM_HELP_VIEW (data);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (self->scrolled);
  double line = gtk_adjustment_get_step_increment (adjustment);
  double page = gtk_adjustment_get_page_size (adjustment) * .9, by;

  if ((state & gtk_accelerator_get_default_mod_mask () & ~GDK_SHIFT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  if (key == GDK_KEY_Down || key == GDK_KEY_Up)
    by = key == GDK_KEY_Down ? line : -line;
  else if (key == GDK_KEY_Page_Down || key == GDK_KEY_Page_Up)
    by = key == GDK_KEY_Page_Down ? page : -page;
  else if (key == GDK_KEY_space)
    by = (state & GDK_SHIFT_MASK) == 0 ? page : -page;
  else if (key == GDK_KEY_Home || key == GDK_KEY_End)
    by = (key == GDK_KEY_End ? 1 : -1) * gtk_adjustment_get_upper (adjustment);
  else
    return GDK_EVENT_PROPAGATE;
  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + by);
  return GDK_EVENT_STOP;
}

static gboolean
exm_help_view_grab_focus (GtkWidget *widget)
{
  return gtk_widget_grab_focus (EXM_HELP_VIEW (widget)->page);
}

static void
exm_help_view_dispose (GObject *object)
{
  ExmHelpView *self = EXM_HELP_VIEW (object);

  if (self->scrolled != NULL)
    {
      clear (self);
      gtk_widget_unparent (GTK_WIDGET (self->scrolled));
    }
  self->scrolled = NULL;
  g_clear_pointer (&self->widgets, g_ptr_array_unref);
  G_OBJECT_CLASS (exm_help_view_parent_class)->dispose (object);
}

static void
exm_help_view_class_init (ExmHelpViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_help_view_dispose;
  widget_class->grab_focus = exm_help_view_grab_focus;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  followed_signal
      = g_signal_new ("followed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
exm_help_view_init (ExmHelpView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkWidget *clamp = adw_clamp_new ();

  self->widgets = g_ptr_array_new ();
  self->scrolled = GTK_SCROLLED_WINDOW (gtk_scrolled_window_new ());
  self->page = g_object_new (GTK_TYPE_BOX, "orientation", GTK_ORIENTATION_VERTICAL,
                             "spacing", 12, "focusable", TRUE, "accessible-role",
                             GTK_ACCESSIBLE_ROLE_GROUP, NULL);
  gtk_widget_add_css_class (self->page, "exm-help-page");
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), TEXT_WIDTH);
  adw_clamp_set_child (ADW_CLAMP (clamp), self->page);
  gtk_scrolled_window_set_policy (self->scrolled, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_child (self->scrolled, clamp);
  gtk_widget_set_parent (GTK_WIDGET (self->scrolled), GTK_WIDGET (self));
  g_signal_connect_object (keys, "key-pressed", G_CALLBACK (on_key_pressed), self, 0);
  gtk_widget_add_controller (self->page, keys);
}

void
exm_help_view_set_article (ExmHelpView *self, ExmHelpArticle *article)
{
  g_return_if_fail (EXM_IS_HELP_VIEW (self));
  clear (self);
  self->article = g_object_ref (article);
  /* Behind what GTK does to lay out those before. */
  self->fill_id = g_idle_add_full (G_PRIORITY_DEFAULT_IDLE, on_fill, self, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->page),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  exm_help_article_get_title (article), -1);
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scrolled), 0);
}

void
exm_help_view_scroll_to (ExmHelpView *self, guint index)
{
  g_return_if_fail (EXM_IS_HELP_VIEW (self));
  self->wanted = index;
  if (self->tick_id == 0)
    self->tick_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
}
