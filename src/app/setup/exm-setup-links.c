/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-setup-links.h"

#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"
#include "fetch/exm-url-display.h"

#include <glib/gi18n-lib.h>

struct _ExmSetupLinks
{
  GtkWidget parent_instance;

  GtkWidget *box;             /* (unowned) */
  AdwEntryRow *source;        /* (unowned) */
  AdwEntryRow *pattern;       /* (unowned) */
  GtkWidget *show_list;       /* (unowned): the counts, and a way to the list page */
  GtkWidget *show_list_label; /* (unowned) */
  GtkLabel *counts;           /* (unowned) */
  GtkLabel *why;              /* (unowned) */
  GtkLabel *error;            /* (unowned) */
  GtkListView *view;          /* (unowned) */
  ExmSetup *setup;            /* (owned) (nullable) */
  gboolean updating;          /* what changes now is not the operator's doing */
};

G_DEFINE_FINAL_TYPE (ExmSetupLinks, exm_setup_links, GTK_TYPE_WIDGET)

static void
show_error (ExmSetupLinks *self, const char *message)
{
  gtk_label_set_label (self->error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
}

static void
append_links (ExmSetupLinks *self, GtkStringList *list, gboolean matching)
{
  const GPtrArray *links = exm_setup_get_links (self->setup);

  /* The first is the example's. */
  for (guint i = 1; links != NULL && i < links->len; i++)
    {
      const char *url = g_ptr_array_index (links, i);
      if (exm_setup_matches (self->setup, url) == matching)
        gtk_string_list_append (list, url);
    }
}

/* Only while it is seen. */
static void
show_links (ExmSetupLinks *self)
{
  g_autoptr (GtkStringList) list = NULL;
  g_autoptr (GtkNoSelection) selection = NULL;
  guint n_listed, n_matching;

  if (!gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  list = gtk_string_list_new (NULL);
  append_links (self, list, TRUE);
  append_links (self, list, FALSE);
  selection = gtk_no_selection_new (G_LIST_MODEL (g_object_ref (list)));
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (selection));
  exm_setup_get_counts (self->setup, &n_listed, &n_matching, NULL, NULL, NULL);
  g_autofree char *counts = g_strdup_printf (
      ngettext ("%u of %u link matches", "%u of %u links match", n_listed), n_matching,
      n_listed);
  gtk_label_set_label (self->counts, counts);
  gboolean has_list = exm_setup_get_list_url (self->setup) != NULL;
  gtk_widget_set_sensitive (self->show_list, has_list);
  gtk_widget_set_visible (self->show_list_label, has_list);
  const char *why = exm_setup_get_why (self->setup);
  gtk_label_set_label (self->why, why != NULL ? why : "");
  gtk_widget_set_visible (GTK_WIDGET (self->why), why != NULL);
}

static void
show_fields (ExmSetupLinks *self)
{
  const ExmTaskFields *fields = exm_setup_get_fields (self->setup);
  g_autoptr (GPtrArray) patterns = g_ptr_array_new ();

  if (fields == NULL || self->updating)
    return;
  self->updating = TRUE;
  for (guint i = 0; i < fields->include->len; i++)
    g_ptr_array_add (patterns, g_ptr_array_index (fields->include, i));
  g_ptr_array_add (patterns, NULL);
  g_autofree char *joined = g_strjoinv (" ", (char **) patterns->pdata);
  gtk_editable_set_text (GTK_EDITABLE (self->pattern), joined);
  gtk_editable_set_text (GTK_EDITABLE (self->source),
                         fields->sources->len > 0
                             ? g_array_index (fields->sources, ExmTaskSource, 0).pattern
                             : "");
  gtk_widget_remove_css_class (GTK_WIDGET (self->pattern), "error");
  show_error (self, NULL);
  self->updating = FALSE;
}

static void
on_changed (ExmSetup *setup, gpointer data)
{
  show_fields (EXM_SETUP_LINKS (data));
  show_links (EXM_SETUP_LINKS (data));
}

static void
on_pattern_changed (GtkEditable *editable, gpointer data)
{
  ExmSetupLinks *self = EXM_SETUP_LINKS (data);
  g_autofree char *text = g_strdup (gtk_editable_get_text (editable));
  g_autoptr (GError) error = NULL;

  if (self->updating)
    return;
  self->updating = TRUE;
  if (exm_setup_set_include (self->setup, g_strdelimit (text, " ", '\n'), &error))
    gtk_widget_remove_css_class (GTK_WIDGET (editable), "error");
  else
    gtk_widget_add_css_class (GTK_WIDGET (editable), "error");
  show_error (self, error != NULL ? error->message : NULL);
  self->updating = FALSE;
}

static void
on_source_apply (AdwEntryRow *row, gpointer data)
{
  ExmSetupLinks *self = EXM_SETUP_LINKS (data);

  exm_setup_set_list (self->setup, gtk_editable_get_text (GTK_EDITABLE (row)));
}

static void
on_show_list_clicked (GtkButton *button, gpointer data)
{
  ExmSetupLinks *self = EXM_SETUP_LINKS (data);
  GtkWidget *popover = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_POPOVER);

  if (popover != NULL)
    gtk_popover_popdown (GTK_POPOVER (popover));
  gtk_widget_activate_action (GTK_WIDGET (self), "page.show-list", NULL);
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *lines = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *title = gtk_label_new (NULL), *address = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (address), 0);
  gtk_label_set_ellipsize (GTK_LABEL (address), PANGO_ELLIPSIZE_MIDDLE);
  gtk_widget_add_css_class (address, "caption");
  gtk_widget_add_css_class (address, "dim-label");
  gtk_box_append (GTK_BOX (lines), title);
  gtk_box_append (GTK_BOX (lines), address);
  gtk_box_append (GTK_BOX (row), gtk_image_new ());
  gtk_box_append (GTK_BOX (row), lines);
  gtk_list_item_set_child (item, row);
  gtk_list_item_set_activatable (item, FALSE);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmSetupLinks *self = EXM_SETUP_LINKS (data);
  const char *url
      = gtk_string_object_get_string (GTK_STRING_OBJECT (gtk_list_item_get_item (item)));
  GtkWidget *image = gtk_widget_get_first_child (gtk_list_item_get_child (item));
  GtkWidget *title = gtk_widget_get_first_child (gtk_widget_get_next_sibling (image));
  GtkWidget *address = gtk_widget_get_next_sibling (title);
  const char *words = exm_setup_get_link_title (self->setup, url);
  gboolean matches = exm_setup_matches (self->setup, url);
  g_autofree char *shown = exm_url_to_display (url);

  gtk_image_set_from_icon_name (GTK_IMAGE (image), matches ? "object-select-symbolic"
                                                           : "window-close-symbolic");
  exm_tooltip_set (image, matches ? _ ("An article") : _ ("Left out"));
  if (matches)
    gtk_widget_remove_css_class (gtk_list_item_get_child (item), "dim-label");
  else
    gtk_widget_add_css_class (gtk_list_item_get_child (item), "dim-label");
  gtk_label_set_label (GTK_LABEL (title), words != NULL ? words : "");
  gtk_widget_set_visible (title, words != NULL);
  gtk_label_set_label (GTK_LABEL (address), shown);
}

static void
exm_setup_links_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_setup_links_parent_class)->map (widget);
  show_links (EXM_SETUP_LINKS (widget));
}

static void
exm_setup_links_dispose (GObject *object)
{
  ExmSetupLinks *self = EXM_SETUP_LINKS (object);

  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_SETUP_LINKS);
  g_clear_object (&self->setup);
  G_OBJECT_CLASS (exm_setup_links_parent_class)->dispose (object);
}

static void
exm_setup_links_class_init (ExmSetupLinksClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_setup_links_dispose;
  widget_class->map = exm_setup_links_map;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-setup-links.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, box);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, source);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, pattern);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, show_list);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, show_list_label);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, counts);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, why);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, error);
  gtk_widget_class_bind_template_child (widget_class, ExmSetupLinks, view);
  gtk_widget_class_bind_template_callback (widget_class, on_pattern_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_source_apply);
  gtk_widget_class_bind_template_callback (widget_class, on_show_list_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_bind);
}

static void
exm_setup_links_init (ExmSetupLinks *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_setup_links_set_setup (ExmSetupLinks *self, ExmSetup *setup)
{
  g_return_if_fail (EXM_IS_SETUP_LINKS (self));
  g_return_if_fail (self->setup == NULL);

  self->setup = g_object_ref (setup);
  g_signal_connect (setup, "changed", G_CALLBACK (on_changed), self);
  on_changed (setup, self);
}
