/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-start-page.h"

#include "app/widgets/exm-init.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Shown to who begins. */
#define PICTURE "io.github.exemplar_workbench.Exemplar"

/* Letters that come at once are pasted, not typed. */
#define PASTED_CHARS 10

struct _ExmStartPage
{
  GtkWidget parent_instance;

  AdwStatusPage *status; /* (unowned) */
  GtkEntry *entry;       /* (unowned) */
  GtkStack *outcome;     /* (unowned) */
  GtkSpinner *spinner;   /* (unowned) */
  GtkLabel *progress;    /* (unowned) */
  GtkLabel *error;       /* (unowned) */
  GtkWidget *render;     /* (unowned) */
  GtkWidget *cancel;     /* (unowned) */
  GtkWidget *sample;     /* (unowned) */
  ExmSetup *setup;       /* (owned) */
  char *text;            /* (owned): of the entry before */
  char *asked;           /* (owned) (nullable): what was looked at last */
  gboolean first;
  gboolean opening; /* the entry's text is ours */
};

enum
{
  SAMPLE_ASKED,
  CANCELLED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmStartPage, exm_start_page, GTK_TYPE_WIDGET)

static void
start (ExmStartPage *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (self->entry));
  gboolean is_looking = exm_setup_get_stage (self->setup) == EXM_SETUP_LOOKING;

  /* Enter after a paste asks for what is under way. */
  if (*text == '\0' || (is_looking && g_strcmp0 (text, self->asked) == 0))
    return;
  g_free (self->asked);
  self->asked = g_strdup (text);
  exm_setup_start (self->setup, text);
}

static void
on_activate (GtkEntry *entry, gpointer data)
{
  start (EXM_START_PAGE (data));
}

static void
on_icon_release (GtkEntry *entry, GtkEntryIconPosition position, gpointer data)
{
  start (EXM_START_PAGE (data));
}

/* Returns: (transfer full) (nullable): an address that came at once, by a paste */
static char *
find_pasted (const char *before, const char *text)
{
  g_autofree char *pasted = NULL;

  if (g_str_has_prefix (text, before))
    pasted = g_strdup (text + strlen (before));
  else if (g_str_has_suffix (text, before))
    pasted = g_strndup (text, strlen (text) - strlen (before));
  else
    {
      gsize n = strlen (text), n_before = strlen (before), head = 0, tail = 0;
      while (text[head] != '\0' && text[head] == before[head])
        head++;
      while (tail < MIN (n, n_before) - head
             && text[n - 1 - tail] == before[n_before - 1 - tail])
        tail++;
      if (n - head - tail >= PASTED_CHARS)
        pasted = g_strdup (text);
    }
  return pasted != NULL && g_utf8_strlen (pasted, -1) >= PASTED_CHARS
                 && strstr (pasted, "://") != NULL
             ? g_steal_pointer (&pasted)
             : NULL;
}

static void
on_changed (GtkEditable *editable, gpointer data)
{
  ExmStartPage *self = EXM_START_PAGE (data);
  const char *text = gtk_editable_get_text (editable);
  g_autofree char *pasted = self->opening ? NULL : find_pasted (self->text, text);

  g_free (self->text);
  self->text = g_strdup (text);
  gtk_entry_set_icon_from_icon_name (self->entry, GTK_ENTRY_ICON_SECONDARY,
                                     *text != '\0' ? "go-next-symbolic" : NULL);
  if (pasted != NULL)
    exm_start_page_open (self, pasted);
  else if (exm_setup_get_stage (self->setup) == EXM_SETUP_FAILED)
    gtk_stack_set_visible_child_name (self->outcome, "nothing");
}

static void
on_sample_clicked (GtkButton *button, gpointer data)
{
  g_signal_emit (data, signals[SAMPLE_ASKED], 0);
}

static void
on_render_clicked (GtkButton *button, gpointer data)
{
  exm_setup_set_rendered (EXM_START_PAGE (data)->setup, TRUE);
}

static void
cancel (ExmStartPage *self)
{
  if (exm_setup_get_stage (self->setup) == EXM_SETUP_LOOKING)
    exm_setup_cancel (self->setup);
  else if (!self->first)
    g_signal_emit (self, signals[CANCELLED], 0);
}

static void
on_cancel_clicked (GtkButton *button, gpointer data)
{
  cancel (EXM_START_PAGE (data));
}

static void
on_escape (GtkWidget *widget, const char *name, GVariant *target)
{
  cancel (EXM_START_PAGE (widget));
}

static void
update (ExmStartPage *self)
{
  ExmSetupStage stage = exm_setup_get_stage (self->setup);
  const char *message = exm_setup_get_message (self->setup);
  gboolean looking = stage == EXM_SETUP_LOOKING;

  gtk_spinner_set_spinning (self->spinner, looking);
  gtk_widget_set_visible (self->cancel, looking || !self->first);
  gtk_widget_set_sensitive (self->sample, !looking);
  if (looking)
    gtk_label_set_label (self->progress, message);
  if (stage == EXM_SETUP_FAILED)
    exm_start_page_show_error (self, message);
  else
    gtk_stack_set_visible_child_name (self->outcome, looking ? "looking" : "nothing");
}

static void
on_stage_notify (ExmSetup *setup, GParamSpec *pspec, gpointer data)
{
  update (EXM_START_PAGE (data));
}

static void
exm_start_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (exm_start_page_parent_class)->map (widget);
  gtk_widget_grab_focus (GTK_WIDGET (EXM_START_PAGE (widget)->entry));
}

static void
exm_start_page_dispose (GObject *object)
{
  ExmStartPage *self = EXM_START_PAGE (object);

  if (self->setup != NULL)
    g_signal_handlers_disconnect_by_data (self->setup, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_START_PAGE);
  g_clear_object (&self->setup);
  G_OBJECT_CLASS (exm_start_page_parent_class)->dispose (object);
}

static void
exm_start_page_finalize (GObject *object)
{
  ExmStartPage *self = EXM_START_PAGE (object);

  g_free (self->text);
  g_free (self->asked);
  G_OBJECT_CLASS (exm_start_page_parent_class)->finalize (object);
}

static void
exm_start_page_class_init (ExmStartPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_start_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_start_page_finalize;
  widget_class->map = exm_start_page_map;
  signals[SAMPLE_ASKED]
      = g_signal_new ("sample-asked", EXM_TYPE_START_PAGE, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[CANCELLED] = g_signal_new ("cancelled", EXM_TYPE_START_PAGE, G_SIGNAL_RUN_LAST,
                                     0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_install_action (widget_class, "start.cancel", NULL, on_escape);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "start.cancel",
                                       NULL);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-start-page.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, status);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, entry);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, outcome);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, spinner);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, progress);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, error);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, render);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, cancel);
  gtk_widget_class_bind_template_child (widget_class, ExmStartPage, sample);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_icon_release);
  gtk_widget_class_bind_template_callback (widget_class, on_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_sample_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_render_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_cancel_clicked);
}

static void
exm_start_page_init (ExmStartPage *self)
{
  self->text = g_strdup ("");
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
exm_start_page_new (ExmSetup *setup)
{
  ExmStartPage *self = g_object_new (EXM_TYPE_START_PAGE, NULL);

  self->setup = g_object_ref (setup);
  g_signal_connect (setup, "notify::stage", G_CALLBACK (on_stage_notify), self);
  exm_start_page_set_first (self, FALSE);
  return GTK_WIDGET (self);
}

void
exm_start_page_set_first (ExmStartPage *self, gboolean first)
{
  g_return_if_fail (EXM_IS_START_PAGE (self));

  self->first = first;
  adw_status_page_set_title (self->status, first ? _ ("No tasks yet") : _ ("New Task"));
  adw_status_page_set_icon_name (self->status, first ? PICTURE : NULL);
  update (self);
}

void
exm_start_page_open (ExmStartPage *self, const char *url)
{
  g_return_if_fail (EXM_IS_START_PAGE (self));

  /* An address that is pasted beside another one takes its place. */
  self->opening = TRUE;
  gtk_editable_set_text (GTK_EDITABLE (self->entry), url);
  self->opening = FALSE;
  start (self);
}

void
exm_start_page_show_error (ExmStartPage *self, const char *message)
{
  g_return_if_fail (EXM_IS_START_PAGE (self));

  gtk_label_set_label (self->error, message);
  gtk_widget_set_visible (self->render, exm_setup_can_render (self->setup));
  gtk_stack_set_visible_child_name (self->outcome, "error");
}
