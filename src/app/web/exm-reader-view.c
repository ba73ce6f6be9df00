/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-reader-view.h"

#include "app/web/exm-guarded-view.h"
#include "app/web/exm-page-script.h"
#include "app/web/exm-reader-pictures.h"
#include "app/web/exm-paragraphs.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>
#include <stdio.h>

struct _ExmReaderView
{
  GtkWidget parent_instance;

  ExmGuardedView *web;       /* (unowned) (nullable) */
  GCancellable *cancellable; /* (owned): of making it */
  char *body;                /* (owned) (nullable) */
  char *language;            /* (owned) (nullable) */
  char *base_url;            /* (owned) (nullable) */
  char *size;                /* (owned) */
  char *width;               /* (owned) */
  char *colors;              /* (owned) */
  ExmReaderPictures pictures;
  ExmReaderViewState state;
  guint paragraph;                  /* that was found last */
  GdkRectangle paragraph_place;     /* of the link beside it */
  GtkPopover *menu;                 /* (unowned) (nullable) */
  GSimpleActionGroup *menu_actions; /* (owned) (nullable) */
  int menu_x;                       /* where it is asked for, negative: by a key */
  int menu_y;
};

enum
{
  PROP_0,
  PROP_STATE,
  N_PROPS,
};

enum
{
  LINK_ACTIVATED,
  LINK_HOVERED,
  PARAGRAPH_ASKED,
  N_SIGNALS,
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmReaderView, exm_reader_view, GTK_TYPE_WIDGET)

static const struct
{
  const char *name;
  const char *paper;
} papers[] = {
  { "light", "#ffffff" },
  { "sepia", "#f6efe0" },
  { "dark", "#1e1e1e" },
};

static void
set_state (ExmReaderView *self, ExmReaderViewState state)
{
  gboolean is_new = self->state != state;

  self->state = state;
  if (is_new)
    g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* Returns: (transfer none): "light", "sepia" or "dark" */
static const char *
get_paper (ExmReaderView *self)
{
  if (!g_str_equal (self->colors, "system"))
    return self->colors;
  return adw_style_manager_get_dark (adw_style_manager_get_default ()) ? "dark" : "light";
}

/* Returns: (transfer full): classes of the page, see exm-reader.css */
static char *
dup_classes (ExmReaderView *self)
{
  return g_strjoin (" ", self->size, self->width, get_paper (self), NULL);
}

/* The view has the colour of the paper before there is a page. */
static void
color_view (ExmReaderView *self)
{
  GdkRGBA color;

  for (gsize i = 0; i < G_N_ELEMENTS (papers); i++)
    if (g_str_equal (papers[i].name, get_paper (self))
        && gdk_rgba_parse (&color, papers[i].paper))
      webkit_web_view_set_background_color (WEBKIT_WEB_VIEW (self->web), &color);
}

static GBytes *
make_page (ExmReaderView *self)
{
  g_autofree char *classes = dup_classes (self);
  g_autofree char *language
      = g_markup_escape_text (self->language != NULL ? self->language : "", -1);
  g_autofree char *body
      = exm_reader_pictures_map (&self->pictures, self->body, self->base_url);
  GString *html = g_string_new ("<!DOCTYPE html>\n<html");

  g_string_append_printf (html, " class=\"%s\"", classes);
  if (*language != '\0')
    g_string_append_printf (html, " lang=\"%s\"", language);
  g_string_append (html, "><head><meta charset=\"utf-8\"></head><body><article>");
  exm_paragraphs_append (html, body, _ ("Why is this in the article?"));
  g_string_append (html, "</article></body></html>");
  return g_string_free_to_bytes (html);
}

static void
show_page (ExmReaderView *self)
{
  g_autoptr (GBytes) page = make_page (self);

  color_view (self);
  exm_guarded_view_show (self->web, page, self->base_url);
}

static void
drop_web (ExmReaderView *self)
{
  if (self->web == NULL)
    return;
  g_signal_handlers_disconnect_by_data (self->web, self);
  exm_guarded_view_set_source (self->web, NULL, NULL);
  gtk_widget_unparent (GTK_WIDGET (self->web));
  self->web = NULL;
}

static void
on_load_changed (WebKitWebView *web, WebKitLoadEvent event, ExmReaderView *self)
{
  if (event == WEBKIT_LOAD_FINISHED && self->state == EXM_READER_VIEW_LOADING)
    set_state (self, EXM_READER_VIEW_LOADED);
}

static void
on_web_process_terminated (WebKitWebView *web,
                           WebKitWebProcessTerminationReason reason,
                           ExmReaderView *self)
{
  set_state (self, EXM_READER_VIEW_FAILED);
}

/* Paragraphs that are asked about */

/* Returns: whether @url is a link of ours */
static gboolean
is_paragraph (const char *url)
{
  return url != NULL && g_str_has_prefix (url, EXM_PARAGRAPH_SCHEME);
}

/* Finds the paragraph of a link of ours, at a point, or the one that has the keyboard;
 * where none has, the first one that is seen. Returns it and the place of its link, as
 * "3 640 120 18 18". */
static const char find_code[]
    = "const all = 'p, li, h1, h2, h3, h4, h5, h6, figcaption, .exemplar-box';"
      "const active = document.activeElement;"
      "const at = x >= 0 ? document.elementFromPoint (x, y)"
      " : active !== document.body ? active"
      " : document.elementFromPoint (innerWidth / 2, 40);"
      "const around = at && at.closest (all);"
      "const link = url ? [...document.links].find (a => a.getAttribute ('href') === url)"
      " : around && around.querySelector ('a.exemplar-why');"
      "if (!link) return '';"
      "const box = link.getBoundingClientRect ();"
      "return [link.getAttribute ('href').split (':')[1], box.x, box.y, box.width,"
      " box.height].map (n => Math.round (Number (n))).join (' ');";

/* @url: (nullable): of the link; else what is at a point, or has the keyboard if @x is
 * negative */
static void
find_paragraph (
    ExmReaderView *self, const char *url, double x, double y, GAsyncReadyCallback found)
{
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);

  g_variant_dict_insert (&arguments, "url", "s", url != NULL ? url : "");
  g_variant_dict_insert (&arguments, "x", "d", x);
  g_variant_dict_insert (&arguments, "y", "d", y);
  exm_page_script_call (WEBKIT_WEB_VIEW (self->web), find_code,
                        g_variant_dict_end (&arguments), NULL, found,
                        g_object_ref (self));
}

/* Returns: whether there is one: it is the one that is asked about from now on */
static gboolean
find_paragraph_finish (ExmReaderView *self, GObject *web, GAsyncResult *result)
{
  g_autofree char *answer
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (web), result, NULL);
  GdkRectangle place = { 0 };
  guint n;

  if (answer == NULL || self->web == NULL
      || sscanf (answer, "%u %d %d %d %d", &n, &place.x, &place.y, &place.width,
                 &place.height)
             != 5)
    return FALSE;
  self->paragraph = n;
  self->paragraph_place = place;
  return TRUE;
}

static void
ask_about_paragraph (ExmReaderView *self)
{
  g_signal_emit (self, signals[PARAGRAPH_ASKED], 0, self->paragraph,
                 &self->paragraph_place);
}

static void
on_link_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmReaderView) self = data;

  if (find_paragraph_finish (self, source, result))
    ask_about_paragraph (self);
}

static void
on_why (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ask_about_paragraph (data);
}

static void
on_copy (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  ExmReaderView *self = data;

  if (self->web != NULL)
    webkit_web_view_execute_editing_command (WEBKIT_WEB_VIEW (self->web),
                                             WEBKIT_EDITING_COMMAND_COPY);
}

static GtkPopover *
make_menu (ExmReaderView *self)
{
  static const GActionEntry entries[] = { { "why", on_why, NULL, NULL, NULL, { 0 } },
                                          { "copy", on_copy, NULL, NULL, NULL, { 0 } } };
  g_autoptr (GMenu) model = g_menu_new ();

  self->menu_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->menu_actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "paragraph",
                                  G_ACTION_GROUP (self->menu_actions));
  g_menu_append (model, _ ("_Why Is This in the Article?"), "paragraph.why");
  g_menu_append (model, _ ("_Copy"), "paragraph.copy");
  GtkWidget *menu = gtk_popover_menu_new_from_model (G_MENU_MODEL (model));
  gtk_popover_set_has_arrow (GTK_POPOVER (menu), FALSE);
  gtk_widget_set_halign (menu, GTK_ALIGN_START);
  gtk_widget_set_parent (menu, GTK_WIDGET (self));
  return GTK_POPOVER (menu);
}

static void
on_menu_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmReaderView) self = data;
  gboolean found = find_paragraph_finish (self, source, result);

  if (self->web == NULL)
    return;
  if (self->menu == NULL)
    self->menu = make_menu (self);
  g_simple_action_set_enabled (G_SIMPLE_ACTION (g_action_map_lookup_action (
                                   G_ACTION_MAP (self->menu_actions), "why")),
                               found);
  const GdkRectangle place
      = self->menu_x >= 0 || !found
            ? (GdkRectangle){ MAX (self->menu_x, 0), MAX (self->menu_y, 0), 1, 1 }
            : self->paragraph_place;
  gtk_popover_set_pointing_to (self->menu, &place);
  gtk_popover_popup (self->menu);
}

/* @x: negative for what has the keyboard */
static void
show_menu (ExmReaderView *self, int x, int y)
{
  if (self->web == NULL || self->state != EXM_READER_VIEW_LOADED)
    return;
  self->menu_x = x;
  self->menu_y = y;
  find_paragraph (self, NULL, x, y, on_menu_found);
}

static void
on_secondary_pressed (
    GtkGestureClick *gesture, int n_press, double x, double y, ExmReaderView *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  show_menu (self, (int) x, (int) y);
}

static gboolean
on_menu_key (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  show_menu (EXM_READER_VIEW (widget), -1, -1);
  return TRUE;
}

static void
add_menu_controllers (ExmReaderView *self)
{
  GtkGesture *gesture = gtk_gesture_click_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (gesture), GDK_BUTTON_SECONDARY);
  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (gesture),
                                              GTK_PHASE_CAPTURE);
  g_signal_connect (gesture, "pressed", G_CALLBACK (on_secondary_pressed), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (gesture));
  GtkEventController *keys = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (keys),
      gtk_shortcut_new (gtk_shortcut_trigger_parse_string ("Menu|<Shift>F10"),
                        gtk_callback_action_new (on_menu_key, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

static gboolean
on_decide_policy (WebKitWebView *web,
                  WebKitPolicyDecision *decision,
                  WebKitPolicyDecisionType type,
                  ExmReaderView *self)
{
  if (type != WEBKIT_POLICY_DECISION_TYPE_NAVIGATION_ACTION
      && type != WEBKIT_POLICY_DECISION_TYPE_NEW_WINDOW_ACTION)
    return FALSE;
  WebKitNavigationAction *action
      = webkit_navigation_policy_decision_get_navigation_action (
          WEBKIT_NAVIGATION_POLICY_DECISION (decision));
  if (webkit_navigation_action_get_navigation_type (action)
      != WEBKIT_NAVIGATION_TYPE_LINK_CLICKED)
    return FALSE;
  const char *url
      = webkit_uri_request_get_uri (webkit_navigation_action_get_request (action));
  webkit_policy_decision_ignore (decision);
  if (is_paragraph (url))
    find_paragraph (self, url, -1, -1, on_link_found);
  else
    g_signal_emit (self, signals[LINK_ACTIVATED], 0, url);
  return TRUE;
}

static void
on_mouse_target_changed (WebKitWebView *web,
                         WebKitHitTestResult *hit,
                         guint modifiers,
                         ExmReaderView *self)
{
  const char *url = webkit_hit_test_result_context_is_link (hit)
                        ? webkit_hit_test_result_get_link_uri (hit)
                        : NULL;

  g_signal_emit (self, signals[LINK_HOVERED], 0, is_paragraph (url) ? NULL : url);
}

static void
on_view_made (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmReaderView) self = data;
  g_autoptr (GError) error = NULL;
  ExmGuardedView *web = exm_guarded_view_new_finish (result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  if (web == NULL)
    {
      set_state (self, EXM_READER_VIEW_FAILED);
      return;
    }
  self->web = web;
  exm_page_script_add_style (WEBKIT_WEB_VIEW (web), "exm-reader.css");
  exm_guarded_view_set_source (web, exm_reader_pictures_give, &self->pictures);
  gtk_widget_set_parent (GTK_WIDGET (web), GTK_WIDGET (self));
  gtk_widget_set_hexpand (GTK_WIDGET (web), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (web), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (web), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Text of the article"), -1);
  g_signal_connect (web, "load-changed", G_CALLBACK (on_load_changed), self);
  g_signal_connect (web, "web-process-terminated", G_CALLBACK (on_web_process_terminated),
                    self);
  g_signal_connect (web, "decide-policy", G_CALLBACK (on_decide_policy), self);
  g_signal_connect (web, "mouse-target-changed", G_CALLBACK (on_mouse_target_changed),
                    self);
  if (self->body != NULL)
    show_page (self);
}

/* A page that stands gets other classes: it is read on where it was. */
static void
update_look (ExmReaderView *self)
{
  if (self->web == NULL)
    return;
  g_autofree char *classes = dup_classes (self);
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);

  color_view (self);
  g_variant_dict_insert (&arguments, "classes", "s", classes);
  exm_page_script_call (WEBKIT_WEB_VIEW (self->web),
                        "document.documentElement.className = classes;",
                        g_variant_dict_end (&arguments), NULL, NULL, NULL);
}

static void
on_dark_notify (ExmReaderView *self)
{
  update_look (self);
}

static gboolean
exm_reader_view_grab_focus (GtkWidget *widget)
{
  ExmReaderView *self = EXM_READER_VIEW (widget);

  return self->web != NULL && gtk_widget_grab_focus (GTK_WIDGET (self->web));
}

/* The page is one stop on the way of the focus, with its links inside. */
static gboolean
exm_reader_view_focus (GtkWidget *widget, GtkDirectionType direction)
{
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (focus != NULL && gtk_widget_is_ancestor (focus, widget))
    return FALSE;
  return exm_reader_view_grab_focus (widget);
}

static void
exm_reader_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  ExmReaderView *self = EXM_READER_VIEW (object);

  if (id == PROP_STATE)
    g_value_set_uint (value, self->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
exm_reader_view_dispose (GObject *object)
{
  ExmReaderView *self = EXM_READER_VIEW (object);

  if (self->cancellable != NULL)
    g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  drop_web (self);
  exm_reader_pictures_clear (&self->pictures);
  g_clear_pointer ((GtkWidget **) &self->menu, gtk_widget_unparent);
  g_clear_object (&self->menu_actions);
  G_OBJECT_CLASS (exm_reader_view_parent_class)->dispose (object);
}

static void
exm_reader_view_finalize (GObject *object)
{
  ExmReaderView *self = EXM_READER_VIEW (object);

  g_free (self->body);
  g_free (self->language);
  g_free (self->base_url);
  g_free (self->size);
  g_free (self->width);
  g_free (self->colors);
  G_OBJECT_CLASS (exm_reader_view_parent_class)->finalize (object);
}

static void
exm_reader_view_class_init (ExmReaderViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  GTK_WIDGET_CLASS (klass)->grab_focus = exm_reader_view_grab_focus;
  GTK_WIDGET_CLASS (klass)->focus = exm_reader_view_focus;
  object_class->get_property = exm_reader_view_get_property;
  object_class->dispose = exm_reader_view_dispose;
  object_class->finalize = exm_reader_view_finalize;
  properties[PROP_STATE]
      = g_param_spec_uint ("state", NULL, NULL, 0, EXM_READER_VIEW_FAILED, 0,
                           G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  signals[LINK_ACTIVATED]
      = g_signal_new ("link-activated", EXM_TYPE_READER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[LINK_HOVERED]
      = g_signal_new ("link-hovered", EXM_TYPE_READER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[PARAGRAPH_ASKED]
      = g_signal_new ("paragraph-asked", EXM_TYPE_READER_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, GDK_TYPE_RECTANGLE);
  gtk_widget_class_set_layout_manager_type (GTK_WIDGET_CLASS (klass),
                                            GTK_TYPE_BIN_LAYOUT);
}

static void
exm_reader_view_init (ExmReaderView *self)
{
  self->size = g_strdup ("normal");
  self->width = g_strdup ("medium");
  self->colors = g_strdup ("system");
  add_menu_controllers (self);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (on_dark_notify), self, G_CONNECT_SWAPPED);
}

void
exm_reader_view_show (ExmReaderView *self,
                      const char *body,
                      const char *language,
                      const char *base_url)
{
  g_return_if_fail (EXM_IS_READER_VIEW (self));

  g_free (self->body);
  self->body = g_strdup (body);
  g_free (self->language);
  self->language = g_strdup (language);
  g_free (self->base_url);
  self->base_url = g_strdup (base_url);
  if (body == NULL)
    {
      set_state (self, EXM_READER_VIEW_EMPTY);
      return;
    }
  /* The process that ended may have ended by the page before. */
  if (self->state == EXM_READER_VIEW_FAILED)
    drop_web (self);
  set_state (self, EXM_READER_VIEW_LOADING);
  if (self->web != NULL)
    show_page (self);
  else if (self->cancellable == NULL)
    {
      self->cancellable = g_cancellable_new ();
      exm_guarded_view_new_async (self->cancellable, on_view_made, g_object_ref (self));
    }
}

void
exm_reader_view_set_pictures (ExmReaderView *self,
                              ExmResources *resources,
                              const char *uid,
                              const char *url_key)
{
  g_return_if_fail (EXM_IS_READER_VIEW (self));

  exm_reader_pictures_set (&self->pictures, resources, uid, url_key);
}

static void
replace (char **field, const char *value)
{
  char *copy = g_strdup (value);

  g_free (*field);
  *field = copy;
}

void
exm_reader_view_set_look (ExmReaderView *self,
                          const char *size,
                          const char *width,
                          const char *colors)
{
  g_return_if_fail (EXM_IS_READER_VIEW (self));

  replace (&self->size, size);
  replace (&self->width, width);
  replace (&self->colors, colors);
  update_look (self);
}

void
exm_reader_view_print (ExmReaderView *self)
{
  g_return_if_fail (EXM_IS_READER_VIEW (self));

  if (self->web == NULL || self->state != EXM_READER_VIEW_LOADED)
    return;
  g_autoptr (WebKitPrintOperation) operation
      = webkit_print_operation_new (WEBKIT_WEB_VIEW (self->web));
  webkit_print_operation_run_dialog (
      operation, GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))));
}

/* Returns "end" where the page stood at its end already, in the direction of "step". */
static const char scroll_code[]
    = "const page = document.scrollingElement, before = page.scrollTop;"
      "page.scrollTop += Math.round (step * window.innerHeight);"
      "return page.scrollTop === before ? 'end' : '';";

static void
on_scrolled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  g_autofree char *end
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  g_task_return_boolean (task, g_strcmp0 (end, "end") == 0);
}

void
exm_reader_view_scroll_async (ExmReaderView *self,
                              gboolean forward,
                              GAsyncReadyCallback callback,
                              gpointer data)
{
  GTask *task = g_task_new (self, NULL, callback, data);
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);

  g_task_set_source_tag (task, exm_reader_view_scroll_async);
  g_task_set_task_data (task, GINT_TO_POINTER (forward), NULL);
  if (self->web == NULL || self->state != EXM_READER_VIEW_LOADED)
    {
      g_variant_dict_clear (&arguments);
      g_task_return_boolean (task, FALSE);
      g_object_unref (task);
      return;
    }
  g_variant_dict_insert (&arguments, "step", "d", forward ? 0.9 : -0.9);
  exm_page_script_call (WEBKIT_WEB_VIEW (self->web), scroll_code,
                        g_variant_dict_end (&arguments), NULL, on_scrolled, task);
}

gboolean
exm_reader_view_scroll_finish (ExmReaderView *self, GAsyncResult *result)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  gboolean forward = GPOINTER_TO_INT (g_task_get_task_data (G_TASK (result))) != 0;
  return g_task_propagate_boolean (G_TASK (result), NULL) && forward;
}

static const char step_code[]
    = "const marks = [...document.querySelectorAll ('mark.exemplar-found')];"
      "if (marks.length === 0) return;"
      "let at = marks.findIndex (mark => mark.classList.contains ('current'));"
      "if (at >= 0) marks[at].classList.remove ('current');"
      "else if (step < 0) at = 0;"
      "at = (at + step + marks.length) % marks.length;"
      "marks[at].classList.add ('current');"
      "marks[at].scrollIntoView ({ block: 'center' });";

void
exm_reader_view_step_found (ExmReaderView *self, gboolean forward)
{
  GVariantDict arguments = G_VARIANT_DICT_INIT (NULL);

  g_return_if_fail (EXM_IS_READER_VIEW (self));
  if (self->web == NULL || self->state != EXM_READER_VIEW_LOADED)
    {
      g_variant_dict_clear (&arguments);
      return;
    }
  g_variant_dict_insert (&arguments, "step", "d", forward ? 1. : -1.);
  exm_page_script_call (WEBKIT_WEB_VIEW (self->web), step_code,
                        g_variant_dict_end (&arguments), NULL, NULL, NULL);
}

ExmReaderViewState
exm_reader_view_get_state (ExmReaderView *self)
{
  g_return_val_if_fail (EXM_IS_READER_VIEW (self), EXM_READER_VIEW_FAILED);
  return self->state;
}
