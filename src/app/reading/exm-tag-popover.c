/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-tag-popover.h"

#include "app/widgets/exm-init.h"
#include "store/exm-store-reading.h"

#include <glib/gi18n-lib.h>
#include <string.h>

struct _ExmTagPopover
{
  GtkPopover parent_instance;

  GPtrArray *all; /* (owned) (element-type utf8) */
  char **own;     /* (owned): by name */
  gboolean filling;

  /* Children of the template. */
  GtkEntry *entry;
  GtkWidget *scrolled;
  GtkListBox *list;
};

enum
{
  TAG_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmTagPopover, exm_tag_popover, GTK_TYPE_POPOVER)

/* As the store compares them. */
static gboolean
is_same (const char *a, const char *b)
{
  return g_ascii_strcasecmp (a, b) == 0;
}

static gboolean
has_own (ExmTagPopover *self, const char *tag)
{
  for (char **own = self->own; *own != NULL; own++)
    if (is_same (*own, tag))
      return TRUE;
  return FALSE;
}

static gboolean
is_known (ExmTagPopover *self, const char *tag)
{
  for (guint i = 0; i < self->all->len; i++)
    if (is_same (g_ptr_array_index (self->all, i), tag))
      return TRUE;
  return FALSE;
}

static void
on_check_toggled (GtkCheckButton *check, ExmTagPopover *self)
{
  if (!self->filling)
    g_signal_emit (self, signals[TAG_CHANGED], 0, gtk_check_button_get_label (check),
                   gtk_check_button_get_active (check));
}

static void
add_row (ExmTagPopover *self, const char *tag)
{
  GtkWidget *check = gtk_check_button_new_with_label (tag);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), has_own (self, tag));
  g_signal_connect (check, "toggled", G_CALLBACK (on_check_toggled), self);
  gtk_list_box_append (self->list, check);
  GtkWidget *row = gtk_widget_get_parent (check);
  /* The button inside is what is gone to by Tab. */
  gtk_widget_set_focusable (row, FALSE);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
}

/* Tags of the article stand first. */
static void
fill (ExmTagPopover *self)
{
  GtkWidget *row;

  self->filling = TRUE;
  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
  for (char **own = self->own; *own != NULL; own++)
    add_row (self, *own);
  for (guint i = 0; i < self->all->len; i++)
    if (!has_own (self, g_ptr_array_index (self->all, i)))
      add_row (self, g_ptr_array_index (self->all, i));
  self->filling = FALSE;
  gtk_widget_set_visible (self->scrolled,
                          gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL);
}

static gboolean
filter_row (GtkListBoxRow *row, gpointer data)
{
  ExmTagPopover *self = EXM_TAG_POPOVER (data);
  GtkWidget *check = gtk_list_box_row_get_child (row);
  g_autofree char *wanted
      = g_utf8_casefold (gtk_editable_get_text (GTK_EDITABLE (self->entry)), -1);
  g_autofree char *tag
      = g_utf8_casefold (gtk_check_button_get_label (GTK_CHECK_BUTTON (check)), -1);

  return strstr (tag, wanted) != NULL;
}

static void
on_entry_changed (ExmTagPopover *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_list_box_invalidate_filter (self->list);
}

/* Gives the article the tag that was typed. */
static void
on_entry_activate (ExmTagPopover *self)
{
  g_autofree char *tag
      = exm_tag_make (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  if (tag == NULL)
    {
      if (*gtk_editable_get_text (GTK_EDITABLE (self->entry)) != '\0')
        gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      else
        gtk_popover_popdown (GTK_POPOVER (self));
      return;
    }
  if (!is_known (self, tag))
    g_ptr_array_add (self->all, g_strdup (tag));
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  if (!has_own (self, tag))
    g_signal_emit (self, signals[TAG_CHANGED], 0, tag, TRUE);
}

static void
on_show (ExmTagPopover *self)
{
  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
exm_tag_popover_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), EXM_TYPE_TAG_POPOVER);
  G_OBJECT_CLASS (exm_tag_popover_parent_class)->dispose (object);
}

static void
exm_tag_popover_finalize (GObject *object)
{
  ExmTagPopover *self = EXM_TAG_POPOVER (object);

  g_ptr_array_unref (self->all);
  g_strfreev (self->own);
  G_OBJECT_CLASS (exm_tag_popover_parent_class)->finalize (object);
}

static void
exm_tag_popover_class_init (ExmTagPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_tag_popover_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_tag_popover_finalize;
  signals[TAG_CHANGED]
      = g_signal_new ("tag-changed", EXM_TYPE_TAG_POPOVER, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-tag-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmTagPopover, entry);
  gtk_widget_class_bind_template_child (widget_class, ExmTagPopover, scrolled);
  gtk_widget_class_bind_template_child (widget_class, ExmTagPopover, list);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
exm_tag_popover_init (ExmTagPopover *self)
{
  self->all = g_ptr_array_new_with_free_func (g_free);
  self->own = g_new0 (char *, 1);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_list_box_set_filter_func (self->list, filter_row, self, NULL);
}

void
exm_tag_popover_set_own (ExmTagPopover *self, const char *own)
{
  g_return_if_fail (EXM_IS_TAG_POPOVER (self));

  g_auto (GStrv) tags = g_strsplit (own != NULL ? own : "", "\n", -1);
  if (g_strv_equal ((const char *const *) tags, (const char *const *) self->own))
    return;
  g_strfreev (self->own);
  self->own = g_steal_pointer (&tags);
  fill (self);
}

void
exm_tag_popover_set_all (ExmTagPopover *self, const GPtrArray *all)
{
  g_return_if_fail (EXM_IS_TAG_POPOVER (self));

  g_ptr_array_set_size (self->all, 0);
  for (guint i = 0; i < all->len; i++)
    g_ptr_array_add (self->all, g_strdup (g_ptr_array_index (all, i)));
  fill (self);
}
