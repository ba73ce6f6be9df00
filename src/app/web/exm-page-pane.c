/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-pane.h"

#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>

/* The address bar moves on while a page is on its way. */
#define PULSE_MS 120

struct _ExmPagePane
{
  GtkWidget parent_instance;

  /* Children of the template, all (unowned). */
  GtkLabel *name;
  GtkEntry *address;
  GtkToggleButton *mark_button;
  GtkButton *next_button;
  GtkMenuButton *part_button;
  GtkWidget *swap_button;
  GtkWidget *menu_button;
  GtkStack *stack;
  ExmPageView *view;
  GtkLabel *hint;
  AdwStatusPage *status;
  GtkButton *retry_button;
  GtkWidget *allow_button;
  GtkButton *stored_button;

  ExmPageText *page;       /* (owned) (nullable): in the view */
  char *url;               /* (owned) (nullable) */
  char *charset;           /* (owned): "" for none */
  ExmResources *resources; /* (owned) (nullable) */
  ExmStyleChoice *styles;  /* (owned) (nullable) */
  char *task_uid;          /* (owned) (nullable) */
  char **private_hosts;    /* (owned) (nullable) */
  guint pulse_source;
  gboolean fetching;
  gboolean setting; /* the address, which is not the operator's doing then */
  gboolean typed;   /* an address that was not asked for yet */
};

enum
{
  PROP_STYLED = 1,
  PROP_CHARSET,
  N_PROPS
};

enum
{
  SIGNAL_ADDRESS_ENTERED,
  SIGNAL_RELOAD_ASKED,
  SIGNAL_RETRY_ASKED,
  SIGNAL_STORED_ASKED,
  SIGNAL_STOP_ASKED,
  SIGNAL_CHARSET_CHOSEN,
  SIGNAL_USE_AS_EXAMPLE,
  SIGNAL_SWAP_ASKED,
  SIGNAL_NEXT_ASKED,
  SIGNAL_REMOVE_ASKED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmPagePane, exm_page_pane, GTK_TYPE_WIDGET)

static void
on_address_changed (ExmPagePane *self)
{
  self->typed = !self->setting;
}

static void
on_address_left (ExmPagePane *self)
{
  self->typed = FALSE;
}

static void
on_address_activate (ExmPagePane *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->address));

  self->typed = FALSE;
  if (*text != '\0' && gtk_editable_get_editable (GTK_EDITABLE (self->address)))
    g_signal_emit (self, signals[SIGNAL_ADDRESS_ENTERED], 0, text);
}

static void
on_address_icon_press (ExmPagePane *self)
{
  if (self->fetching)
    g_signal_emit (self, signals[SIGNAL_STOP_ASKED], 0);
  else if (self->url != NULL)
    g_signal_emit (self, signals[SIGNAL_RELOAD_ASKED], 0);
  else
    on_address_activate (self);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!EXM_PAGE_PANE (widget)->fetching)
    return FALSE;
  g_signal_emit (widget, signals[SIGNAL_STOP_ASKED], 0);
  return TRUE;
}

static void
on_retry_clicked (ExmPagePane *self)
{
  g_signal_emit (self, signals[SIGNAL_RETRY_ASKED], 0);
}

static void
on_stored_clicked (ExmPagePane *self)
{
  g_signal_emit (self, signals[SIGNAL_STORED_ASKED], 0);
}

static void
on_swap_clicked (ExmPagePane *self)
{
  g_signal_emit (self, signals[SIGNAL_SWAP_ASKED], 0);
}

static void
on_next_clicked (ExmPagePane *self)
{
  g_signal_emit (self, signals[SIGNAL_NEXT_ASKED], 0);
}

static void
remove_example (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_REMOVE_ASKED], 0);
}

static void
on_view_settled (ExmPagePane *self)
{
  exm_page_pane_set_loading (self, FALSE);
}

static void
open_in_browser (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmPagePane *self = EXM_PAGE_PANE (widget);

  if (self->url != NULL)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (widget)), self->url, GDK_CURRENT_TIME);
}

/* Brings the first line of one of the article's pages into view. */
static void
go_to_part (GtkWidget *widget, const char *name, GVariant *parameter)
{
  ExmPagePane *self = EXM_PAGE_PANE (widget);
  guint index = g_variant_get_uint32 (parameter), first = 0;

  if (self->page == NULL || index >= exm_page_text_get_n_joined (self->page))
    return;
  exm_page_text_get_joined (self->page, index, &first);
  exm_page_view_scroll_to_line (self->view, first);
}

static void
use_as_example (GtkWidget *widget, const char *name, GVariant *parameter)
{
  g_signal_emit (widget, signals[SIGNAL_USE_AS_EXAMPLE], 0,
                 g_str_equal (name, "pane.add-as-example"));
}

/* The choice holds for the task: its other page follows. */
static void
set_styled (ExmPagePane *self, gboolean styled)
{
  if (self->styles != NULL)
    exm_style_choice_set (self->styles, self->task_uid, styled);
  else
    g_object_set (self->view, "styled", styled, NULL);
}

static void
on_styles_changed (ExmPagePane *self)
{
  gboolean styled = exm_style_choice_get (self->styles, self->task_uid), old;

  g_object_get (self->view, "styled", &old, NULL);
  if (styled == old)
    return;
  exm_page_pane_set_loading (self, self->page != NULL);
  g_object_set (self->view, "styled", styled, NULL);
}

static void
exm_page_pane_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmPagePane *self = EXM_PAGE_PANE (object);
  gboolean styled = FALSE;

  switch (id)
    {
    case PROP_STYLED:
      /* Actions ask before the template is there. */
      if (self->view != NULL)
        g_object_get (self->view, "styled", &styled, NULL);
      g_value_set_boolean (value, styled);
      break;
    case PROP_CHARSET:
      g_value_set_string (value, self->charset != NULL ? self->charset : "");
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_page_pane_set_property (GObject *object,
                            guint id,
                            const GValue *value,
                            GParamSpec *pspec)
{
  ExmPagePane *self = EXM_PAGE_PANE (object);
  const char *charset;

  switch (id)
    {
    case PROP_STYLED:
      set_styled (self, g_value_get_boolean (value));
      break;
    case PROP_CHARSET:
      charset = g_value_get_string (value);
      if (g_strcmp0 (charset, self->charset) == 0)
        break;
      exm_page_pane_set_charset (self, charset);
      g_signal_emit (self, signals[SIGNAL_CHARSET_CHOSEN], 0,
                     *self->charset != '\0' ? self->charset : NULL);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
exm_page_pane_dispose (GObject *object)
{
  ExmPagePane *self = EXM_PAGE_PANE (object);

  g_clear_handle_id (&self->pulse_source, g_source_remove);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_PAGE_PANE);
  /* Children without a name are not the template's to take away. */
  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self)); child != NULL;
       child = gtk_widget_get_first_child (GTK_WIDGET (self)))
    gtk_widget_unparent (child);
  g_clear_pointer (&self->page, exm_page_text_unref);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->charset, g_free);
  g_clear_pointer (&self->private_hosts, g_strfreev);
  if (self->styles != NULL)
    g_signal_handlers_disconnect_by_data (self->styles, self);
  g_clear_object (&self->styles);
  g_clear_object (&self->resources);
  g_clear_pointer (&self->task_uid, g_free);
  G_OBJECT_CLASS (exm_page_pane_parent_class)->dispose (object);
}

static guint
add_signal (GType type, const char *name, GType argument)
{
  return g_signal_new (name, type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                       argument != G_TYPE_NONE ? 1 : 0, argument);
}

static void
install_actions (GtkWidgetClass *class)
{
  gtk_widget_class_install_property_action (class, "pane.styled", "styled");
  gtk_widget_class_install_property_action (class, "pane.charset", "charset");
  gtk_widget_class_install_action (class, "pane.open", NULL, open_in_browser);
  gtk_widget_class_install_action (class, "pane.go-to-part", "u", go_to_part);
  gtk_widget_class_install_action (class, "pane.use-as-example", NULL, use_as_example);
  gtk_widget_class_install_action (class, "pane.add-as-example", NULL, use_as_example);
  gtk_widget_class_install_action (class, "pane.remove-example", NULL, remove_example);
}

static void
exm_page_pane_class_init (ExmPagePaneClass *class)
{
  GObjectClass *object_class = G_OBJECT_CLASS (class);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (class);
  GType type = G_TYPE_FROM_CLASS (class);

  object_class->get_property = exm_page_pane_get_property;
  object_class->set_property = exm_page_pane_set_property;
  object_class->dispose = exm_page_pane_dispose;

  properties[PROP_STYLED] = g_param_spec_boolean (
      "styled", NULL, NULL, FALSE,
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  properties[PROP_CHARSET] = g_param_spec_string (
      "charset", NULL, NULL, "",
      G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[SIGNAL_ADDRESS_ENTERED] = add_signal (type, "address-entered", G_TYPE_STRING);
  signals[SIGNAL_RELOAD_ASKED] = add_signal (type, "reload-asked", G_TYPE_NONE);
  signals[SIGNAL_RETRY_ASKED] = add_signal (type, "retry-asked", G_TYPE_NONE);
  signals[SIGNAL_STORED_ASKED] = add_signal (type, "stored-asked", G_TYPE_NONE);
  signals[SIGNAL_STOP_ASKED] = add_signal (type, "stop-asked", G_TYPE_NONE);
  signals[SIGNAL_CHARSET_CHOSEN] = add_signal (type, "charset-chosen", G_TYPE_STRING);
  signals[SIGNAL_USE_AS_EXAMPLE] = add_signal (type, "use-as-example", G_TYPE_BOOLEAN);

  signals[SIGNAL_SWAP_ASKED] = add_signal (type, "swap-asked", G_TYPE_NONE);
  signals[SIGNAL_NEXT_ASKED] = add_signal (type, "next-asked", G_TYPE_NONE);
  signals[SIGNAL_REMOVE_ASKED] = add_signal (type, "remove-asked", G_TYPE_NONE);

  g_type_ensure (EXM_TYPE_PAGE_VIEW);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-page-pane.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, name);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, address);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, mark_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, next_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, part_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, swap_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, menu_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, view);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, hint);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, status);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, retry_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, allow_button);
  gtk_widget_class_bind_template_child (widget_class, ExmPagePane, stored_button);
  gtk_widget_class_bind_template_callback (widget_class, on_address_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_address_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_address_icon_press);
  gtk_widget_class_bind_template_callback (widget_class, on_retry_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_stored_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_swap_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_next_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_view_settled);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, on_escape, NULL);
  install_actions (widget_class);
}

static void
on_view_styled_notify (ExmPagePane *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STYLED]);
}

static void
exm_page_pane_init (ExmPagePane *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_address_left), self);
  gtk_widget_add_controller (GTK_WIDGET (self->address), focus);
  self->charset = g_strdup ("");
  g_signal_connect_swapped (self->view, "notify::styled",
                            G_CALLBACK (on_view_styled_notify), self);
  exm_page_pane_set_can_be_example (self, FALSE);
  exm_page_pane_set_position (self, 0, 0);
  exm_page_pane_set_address (self, NULL);
}

void
exm_page_pane_set_role (ExmPagePane *self, const char *name, ExmPaneRole role)
{
  gtk_label_set_text (self->name, name);
  /* So that the width of a pane does not depend on whether its name is shown. */
  gtk_label_set_ellipsize (self->name, role == EXM_PANE_LOOK ? PANGO_ELLIPSIZE_END
                                                             : PANGO_ELLIPSIZE_NONE);
  exm_page_view_set_name (self->view, name);
  gtk_editable_set_editable (GTK_EDITABLE (self->address), role == EXM_PANE_TARGET);
  if (role != EXM_PANE_TARGET)
    {
      gtk_entry_set_icon_from_icon_name (self->address, GTK_ENTRY_ICON_SECONDARY, NULL);
      gtk_entry_set_placeholder_text (self->address, NULL);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->mark_button), role == EXM_PANE_EXAMPLE);
  gtk_widget_set_visible (self->swap_button, role != EXM_PANE_LOOK);
  gtk_widget_set_visible (self->menu_button, role != EXM_PANE_LOOK);
}

void
exm_page_pane_show_name (ExmPagePane *self, gboolean shown)
{
  g_return_if_fail (EXM_IS_PAGE_PANE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->name), shown);
}

ExmPageView *
exm_page_pane_get_view (ExmPagePane *self)
{
  return self->view;
}

void
exm_page_pane_focus_swap_button (ExmPagePane *self)
{
  g_return_if_fail (EXM_IS_PAGE_PANE (self));

  gtk_widget_grab_focus (self->swap_button);
}

void
exm_page_pane_set_address (ExmPagePane *self, const char *url)
{
  g_autofree char *copy = g_strdup (url);

  g_free (self->url);
  self->url = g_steal_pointer (&copy);
  /* Nobody's typing is lost to a page that comes meanwhile. */
  if (!self->typed)
    {
      self->setting = TRUE;
      gtk_editable_set_text (GTK_EDITABLE (self->address),
                             self->url != NULL ? self->url : "");
      self->setting = FALSE;
    }
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->address), self->url);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.open", self->url != NULL);
}

const char *
exm_page_pane_get_address (ExmPagePane *self)
{
  return self->url;
}

void
exm_page_pane_set_charset (ExmPagePane *self, const char *charset)
{
  if (g_strcmp0 (charset != NULL ? charset : "", self->charset) == 0)
    return;
  g_free (self->charset);
  self->charset = g_strdup (charset != NULL ? charset : "");
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CHARSET]);
}

void
exm_page_pane_set_private_hosts (ExmPagePane *self, const GPtrArray *hosts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; hosts != NULL && i < hosts->len; i++)
    g_strv_builder_add (builder, g_ptr_array_index (hosts, i));
  g_auto (GStrv) names = g_strv_builder_end (builder);
  g_strfreev (self->private_hosts);
  self->private_hosts = g_steal_pointer (&names);
  exm_page_view_set_resources (self->view, self->resources,
                               (const char *const *) self->private_hosts);
}

void
exm_page_pane_follow_styles (ExmPagePane *self, ExmSession *session, const char *uid)
{
  g_return_if_fail (EXM_IS_PAGE_PANE (self));

  g_autofree char *copy = g_strdup (uid);
  g_free (self->task_uid);
  self->task_uid = g_steal_pointer (&copy);
  g_set_object (&self->resources, exm_session_get_resources (session));
  if (g_set_object (&self->styles, exm_session_get_style_choice (session)))
    g_signal_connect_swapped (self->styles, "changed", G_CALLBACK (on_styles_changed),
                              self);
  exm_page_view_set_resources (self->view, self->resources,
                               (const char *const *) self->private_hosts);
  on_styles_changed (self);
}

static gboolean
on_pulse (gpointer data)
{
  gtk_entry_progress_pulse (data);
  return G_SOURCE_CONTINUE;
}

void
exm_page_pane_set_loading (ExmPagePane *self, gboolean loading)
{
  if (loading && self->pulse_source == 0)
    {
      gtk_entry_set_progress_pulse_step (self->address, .15);
      self->pulse_source = g_timeout_add (PULSE_MS, on_pulse, self->address);
    }
  else if (!loading)
    {
      g_clear_handle_id (&self->pulse_source, g_source_remove);
      /* Pulsing leaves the fraction at 0, and setting what is there does nothing. */
      gtk_entry_set_progress_fraction (self->address, 1);
      gtk_entry_set_progress_fraction (self->address, 0);
    }
}

void
exm_page_pane_set_fetching (ExmPagePane *self, gboolean fetching)
{
  self->fetching = fetching;
  gtk_entry_set_icon_from_icon_name (self->address, GTK_ENTRY_ICON_SECONDARY,
                                     fetching ? "process-stop-symbolic"
                                              : "view-refresh-symbolic");
  gtk_entry_set_icon_tooltip_text (self->address, GTK_ENTRY_ICON_SECONDARY,
                                   fetching ? _ ("Stop loading (Esc)")
                                            : _ ("Load again"));
  exm_page_pane_set_loading (self, fetching);
}

/* An article of several pages, one below the other, lets one of them be chosen. */
static void
show_parts (ExmPagePane *self)
{
  guint n = self->page != NULL ? exm_page_text_get_n_joined (self->page) : 1;
  g_autoptr (GMenu) menu = g_menu_new ();
  g_autofree char *words
      = g_strdup_printf (ngettext ("%u page, one below the other; go to one of them",
                                   "%u pages, one below the other; go to one of them", n),
                         n);

  for (guint i = 0; i < n; i++)
    {
      /* translators: one of the pages of an article */
      g_autofree char *label = g_strdup_printf (_ ("Page %u"), i + 1);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);
      g_menu_item_set_action_and_target (item, "pane.go-to-part", "u", i);
      g_menu_append_item (menu, item);
    }
  gtk_menu_button_set_menu_model (self->part_button, G_MENU_MODEL (menu));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->part_button), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->part_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->part_button), n > 1);
}

void
exm_page_pane_show_page (ExmPagePane *self, ExmPageText *page, const char *url)
{
  gtk_stack_set_visible_child_name (self->stack, "view");
  if (page == self->page)
    return;
  g_clear_pointer (&self->page, exm_page_text_unref);
  self->page = page != NULL ? exm_page_text_ref (page) : NULL;
  show_parts (self);
  exm_page_view_load (self->view, page, url);
  exm_page_pane_set_loading (self, page != NULL);
}

void
exm_page_pane_show_status (ExmPagePane *self,
                           const char *icon,
                           const char *title,
                           const char *description,
                           gboolean retry,
                           const char *stored)
{
  g_autofree char *escaped
      = description != NULL ? g_markup_escape_text (description, -1) : NULL;

  exm_page_pane_set_loading (self, FALSE);
  g_object_set (self->status, "icon-name", icon, "title", title, "description", escaped,
                NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->retry_button), retry);
  gtk_widget_set_visible (self->allow_button, FALSE);
  gtk_widget_set_visible (GTK_WIDGET (self->stored_button), stored != NULL);
  if (stored != NULL)
    gtk_button_set_label (self->stored_button, stored);
  gtk_stack_set_visible_child_name (self->stack, "status");
}

void
exm_page_pane_offer_host (ExmPagePane *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->retry_button), FALSE);
  gtk_widget_set_visible (self->allow_button, TRUE);
}

void
exm_page_pane_set_hint (ExmPagePane *self, const char *text)
{
  gtk_label_set_text (self->hint, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->hint), text != NULL);
}

void
exm_page_pane_set_can_be_example (ExmPagePane *self, gboolean can)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.use-as-example", can);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.add-as-example", can);
}

void
exm_page_pane_set_position (ExmPagePane *self, guint index, guint n)
{
  /* translators: which example of how many, as "1/2" */
  g_autofree char *text = g_strdup_printf (_ ("%u/%u"), index + 1, n);
  /* translators: which example of how many is shown */
  g_autofree char *words
      = g_strdup_printf (_ ("Example %u of %u; show the next one"), index + 1, n);

  gtk_button_set_label (self->next_button, text);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->next_button), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_widget_set_visible (GTK_WIDGET (self->next_button), n > 1);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "pane.remove-example", n > 1);
}
