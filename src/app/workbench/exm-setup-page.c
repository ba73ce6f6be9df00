/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/workbench/exm-setup-page.h"

#include "app/setup/exm-setup-bar.h"
#include "app/setup/exm-start-page.h"
#include "app/workbench/exm-list-pane.h"

struct _ExmSetupPage
{
  GtkWidget parent_instance;

  GtkStack *stack;         /* (unowned) */
  ExmStartPage *start;     /* (unowned) */
  ExmWorkbenchPage *bench; /* (unowned) (nullable) */
  ExmSetupBar *bar;        /* (unowned) (nullable) */
  ExmListPane *list;   /* (unowned) (nullable): in place of the target, when asked for */
  ExmSession *session; /* (owned) */
  ExmSetup *setup;     /* (owned) */
};

enum
{
  DONE,
  SAMPLE_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmSetupPage, exm_setup_page, GTK_TYPE_WIDGET)

static void
give_up (ExmSetupPage *self)
{
  exm_setup_cancel (self->setup);
  g_signal_emit (self, signals[DONE], 0, NULL);
}

static void
on_cancelled (GtkWidget *widget, gpointer data)
{
  give_up (EXM_SETUP_PAGE (data));
}

static void
on_sample_asked (ExmStartPage *start, gpointer data)
{
  g_signal_emit (data, signals[SAMPLE_ASKED], 0);
}

static void
on_saved (ExmSetup *setup, const char *uid, gpointer data)
{
  g_signal_emit (data, signals[DONE], 0, uid);
}

/* Pages that the check finds come in there. */
static void
on_pages_asked (ExmSetupBar *bar, gpointer data)
{
  exm_workbench_page_show_tab (EXM_SETUP_PAGE (data)->bench, "pages");
}

static void
on_page_asked (ExmSetupBar *bar, ExmPageItem *item, gpointer data)
{
  exm_workbench_page_show_item (EXM_SETUP_PAGE (data)->bench, item);
}

/* The list page, in place of the target */

static void
hide_list (ExmSetupPage *self)
{
  if (self->list != NULL && gtk_widget_get_visible (GTK_WIDGET (self->list)))
    exm_workbench_page_replace_target (self->bench, NULL);
}

static void
on_list_closed (ExmListPane *list, gpointer data)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (data);

  hide_list (self);
  exm_workbench_page_focus_chart (self->bench);
}

static void
activate_show_list (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (widget);

  if (self->bench == NULL || exm_setup_get_stage (self->setup) != EXM_SETUP_READY
      || exm_setup_get_list_url (self->setup) == NULL)
    return;
  if (self->list == NULL)
    {
      self->list = EXM_LIST_PANE (exm_list_pane_new (self->session, self->setup));
      g_signal_connect (self->list, "closed", G_CALLBACK (on_list_closed), self);
    }
  exm_workbench_page_replace_target (self->bench, GTK_WIDGET (self->list));
  exm_list_pane_open (self->list);
}

/* The workbench is costly, and most who open a window do not set a task up. */
static void
make_bench (ExmSetupPage *self)
{
  self->bench = g_object_new (EXM_TYPE_WORKBENCH_PAGE, NULL);
  self->bar = EXM_SETUP_BAR (exm_setup_bar_new (self->setup));
  g_signal_connect (self->bar, "cancelled", G_CALLBACK (on_cancelled), self);
  g_signal_connect (self->bar, "pages-asked", G_CALLBACK (on_pages_asked), self);
  g_signal_connect (self->bar, "page-asked", G_CALLBACK (on_page_asked), self);
  exm_screen_set_session (EXM_SCREEN (self->bench), self->session);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->bench), "bench");
}

static void
on_proposed (ExmSetup *setup, gpointer data)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (data);

  if (self->bench == NULL)
    {
      make_bench (self);
      exm_workbench_page_set_setup (self->bench, setup, GTK_WIDGET (self->bar));
    }
  hide_list (self);
  gtk_stack_set_visible_child_name (self->stack, "bench");
  /* Enter, pressed once more after an address was pasted, must not cancel. */
  exm_workbench_page_focus_chart (self->bench);
}

/* A failure is told where the address is. */
static void
on_stage_notify (ExmSetup *setup, GParamSpec *pspec, gpointer data)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (data);
  ExmSetupStage stage = exm_setup_get_stage (setup);

  if (stage == EXM_SETUP_FAILED || stage == EXM_SETUP_LOOKING || stage == EXM_SETUP_EMPTY)
    gtk_stack_set_visible_child_name (self->stack, "start");
}

static void
activate_save (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (widget);

  if (self->bar != NULL)
    exm_setup_bar_ask_save (self->bar);
}

static void
activate_check (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (widget);

  if (self->bar != NULL)
    exm_setup_bar_check (self->bar);
}

static void
exm_setup_page_dispose (GObject *object)
{
  ExmSetupPage *self = EXM_SETUP_PAGE (object);

  if (self->setup != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->setup, self);
      exm_setup_cancel (self->setup);
    }
  if (self->stack != NULL)
    gtk_widget_unparent (GTK_WIDGET (self->stack));
  self->stack = NULL;
  self->bench = NULL;
  self->bar = NULL;
  self->list = NULL;
  g_clear_object (&self->setup);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (exm_setup_page_parent_class)->dispose (object);
}

static void
exm_setup_page_class_init (ExmSetupPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_setup_page_dispose;
  signals[DONE] = g_signal_new ("done", EXM_TYPE_SETUP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                                NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  signals[SAMPLE_ASKED]
      = g_signal_new ("sample-asked", EXM_TYPE_SETUP_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "page.save", NULL, activate_save);
  gtk_widget_class_install_action (widget_class, "page.check", NULL, activate_check);
  gtk_widget_class_install_action (widget_class, "page.show-list", NULL,
                                   activate_show_list);
}

static void
exm_setup_page_init (ExmSetupPage *self)
{
  self->stack = GTK_STACK (gtk_stack_new ());
  gtk_widget_set_parent (GTK_WIDGET (self->stack), GTK_WIDGET (self));
}

GtkWidget *
exm_setup_page_new (ExmSession *session)
{
  ExmSetupPage *self = g_object_new (EXM_TYPE_SETUP_PAGE, NULL);

  self->session = g_object_ref (session);
  self->setup = exm_setup_new (session);
  self->start = EXM_START_PAGE (exm_start_page_new (self->setup));
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->start), "start");
  g_signal_connect (self->start, "cancelled", G_CALLBACK (on_cancelled), self);
  g_signal_connect (self->start, "sample-asked", G_CALLBACK (on_sample_asked), self);
  g_signal_connect (self->setup, "proposed", G_CALLBACK (on_proposed), self);
  g_signal_connect (self->setup, "saved", G_CALLBACK (on_saved), self);
  g_signal_connect (self->setup, "notify::stage", G_CALLBACK (on_stage_notify), self);
  return GTK_WIDGET (self);
}

void
exm_setup_page_set_first (ExmSetupPage *self, gboolean first)
{
  g_return_if_fail (EXM_IS_SETUP_PAGE (self));
  exm_start_page_set_first (self->start, first);
}

void
exm_setup_page_open (ExmSetupPage *self, const char *url)
{
  g_return_if_fail (EXM_IS_SETUP_PAGE (self));
  exm_start_page_open (self->start, url);
}

void
exm_setup_page_show_error (ExmSetupPage *self, const char *message)
{
  g_return_if_fail (EXM_IS_SETUP_PAGE (self));
  exm_start_page_show_error (self->start, message);
}

ExmSetup *
exm_setup_page_get_setup (ExmSetupPage *self)
{
  return self->setup;
}

GtkWidget *
exm_setup_page_get_shown (ExmSetupPage *self)
{
  if (self->list != NULL && gtk_widget_get_visible (GTK_WIDGET (self->list)))
    return GTK_WIDGET (self->list);
  return GTK_WIDGET (self->bench);
}
