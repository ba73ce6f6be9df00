/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-sections-window.h"

#include "app/setup/exm-section-row.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-toast.h"

#include <glib/gi18n-lib.h>

struct _ExmSectionsWindow
{
  AdwWindow parent_instance;

  ExmSectionIntake *intake;      /* (owned) */
  GtkSingleSelection *selection; /* (owned) */
  char *note;                    /* (owned) (nullable): of a list that was read in part */
  gboolean led;                  /* the first section that asks was selected once */

  /* Children of the template, all (unowned). */
  AdwToastOverlay *toasts;
  GtkStack *stack;
  GtkWidget *more;
  GtkTextView *text;
  GtkButton *hints;
  GtkWidget *add;
  GtkLabel *counts;
  GtkLabel *shared;
  GtkSpinner *spinner;
  GtkListView *view;
};

static guint open_asked_signal;

G_DEFINE_FINAL_TYPE (ExmSectionsWindow, exm_sections_window, ADW_TYPE_WINDOW)

static void
say (ExmSectionsWindow *self, const char *words)
{
  exm_toast_show (GTK_WIDGET (self->stack), exm_toast_new (words));
}

/* The sections */

static ExmSectionItem *
dup_selected (ExmSectionsWindow *self)
{
  gpointer item = gtk_single_selection_get_selected_item (self->selection);

  return item != NULL ? g_object_ref (item) : NULL;
}

/* Goes to a section, with the keyboard: a list that gets the focus gives it to the row
 * that had it last. */
static void
go_to (ExmSectionsWindow *self, guint position, ExmSectionItem *item)
{
  GtkWidget *view = GTK_WIDGET (self->view);

  gtk_single_selection_set_selected (self->selection, position);
  gtk_widget_activate_action (view, "list.scroll-to-item", "u", position);
  for (GtkWidget *child = gtk_widget_get_first_child (view); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *row = gtk_widget_get_first_child (child);
      if (EXM_IS_SECTION_ROW (row) && exm_section_row_shows (EXM_SECTION_ROW (row), item))
        gtk_widget_grab_focus (child);
    }
}

/* Selects the next one from @start on that asks, those to review before those that
 * failed; the one before @start was answered just now. */
static gboolean
select_next (ExmSectionsWindow *self, guint start)
{
  static const ExmSectionState wanted[] = { EXM_SECTION_LOOK, EXM_SECTION_FAILED };
  GListModel *items = exm_section_intake_get_items (self->intake);
  guint n_items = g_list_model_get_n_items (items);

  for (gsize k = 0; k < G_N_ELEMENTS (wanted); k++)
    for (guint i = 0; i < n_items; i++)
      {
        guint at = (start + i) % n_items;
        g_autoptr (ExmSectionItem) item = g_list_model_get_item (items, at);
        if (exm_section_item_get_state (item) != wanted[k] || at + 1 == start)
          continue;
        go_to (self, at, item);
        return TRUE;
      }
  return FALSE;
}

/* Enter answers what is asked and takes the next that asks. */
static void
on_activate (GtkListView *view, guint position, gpointer data)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (data);
  GListModel *items = exm_section_intake_get_items (self->intake);
  g_autoptr (ExmSectionItem) item = g_list_model_get_item (items, position);

  if (item == NULL)
    return;
  exm_section_intake_answer (self->intake, item);
  select_next (self, position + 1);
}

static ExmSectionItem *
find_item (ExmSectionsWindow *self, GVariant *target, guint *position)
{
  GListModel *items = exm_section_intake_get_items (self->intake);
  guint n_items = g_list_model_get_n_items (items);

  for (*position = 0; *position < n_items; (*position)++)
    {
      g_autoptr (ExmSectionItem) item = g_list_model_get_item (items, *position);
      if (exm_section_item_get_index (item) == g_variant_get_uint32 (target))
        return g_steal_pointer (&item);
    }
  return NULL;
}

static void
activate_answer (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (widget);
  guint position;
  g_autoptr (ExmSectionItem) item = find_item (self, target, &position);

  if (item != NULL)
    on_activate (self->view, position, self);
}

static void
activate_drop (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (widget);
  guint position;
  g_autoptr (ExmSectionItem) item = find_item (self, target, &position);

  if (item != NULL && exm_section_item_get_state (item) == EXM_SECTION_FAILED)
    exm_section_intake_drop (self->intake, item);
}

static void
activate_open (GtkWidget *widget, const char *name, GVariant *target)
{
  g_signal_emit (widget, open_asked_signal, 0, g_variant_get_string (target, NULL));
}

static void
show_counts (ExmSectionsWindow *self)
{
  guint n_examples;
  guint n_shared = exm_section_intake_count_shared (self->intake, &n_examples);
  guint n_there = exm_section_intake_count (self->intake, EXM_SECTION_THERE);
  guint n_waiting = exm_section_intake_count (self->intake, EXM_SECTION_WAITING);
  g_autoptr (GString) text = g_string_new (NULL);

  g_string_append_printf (
      /* translators: numbers of sections */
      text, _ ("%u ready, %u to review, %u failed"),
      exm_section_intake_count (self->intake, EXM_SECTION_READY),
      exm_section_intake_count (self->intake, EXM_SECTION_LOOK),
      exm_section_intake_count (self->intake, EXM_SECTION_FAILED));
  if (n_there > 0)
    g_string_append_printf (text, _ (", %u there already"), n_there);
  if (n_waiting > 0)
    g_string_append_printf (text, _ (", %u waiting"), n_waiting);
  gtk_label_set_label (self->counts, text->str);
  g_string_truncate (text, 0);
  if (n_shared > 0)
    {
      g_autofree char *examples = g_strdup_printf (
          ngettext ("%u example", "%u examples", n_examples), n_examples);
      g_string_append_printf (
          /* translators: a number of sections, then "1 example" */
          text, ngettext ("%u section shares %s", "%u sections share %s", n_shared),
          n_shared, examples);
    }
  if (self->note != NULL)
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", self->note);
  gtk_label_set_label (self->shared, text->str);
  gtk_widget_set_visible (GTK_WIDGET (self->shared), text->len > 0);
}

static void
on_changed (ExmSectionsWindow *self)
{
  gtk_spinner_set_spinning (self->spinner, exm_section_intake_is_running (self->intake));
  gtk_widget_set_visible (GTK_WIDGET (self->spinner),
                          exm_section_intake_is_running (self->intake));
  show_counts (self);
  /* A failure comes behind a review. */
  if (!self->led && g_str_equal (gtk_stack_get_visible_child_name (self->stack), "lines")
      && (exm_section_intake_count (self->intake, EXM_SECTION_LOOK) > 0
          || !exm_section_intake_is_running (self->intake)))
    self->led = select_next (self, 0);
}

static void
on_failed (ExmSectionsWindow *self, const GError *error)
{
  exm_toast_show_error (GTK_WIDGET (self->stack), error);
}

static void
show_page (ExmSectionsWindow *self, const char *name)
{
  gboolean lines = g_str_equal (name, "lines");

  gtk_stack_set_visible_child_name (self->stack, name);
  gtk_widget_set_visible (self->more, lines);
  gtk_widget_grab_focus (lines ? GTK_WIDGET (self->view) : GTK_WIDGET (self->text));
}

/* The list */

static void
add_bytes (ExmSectionsWindow *self, GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GPtrArray) sections = exm_section_list_read (bytes, &note, &error);

  if (sections == NULL || !exm_section_intake_add (self->intake, sections, &error))
    {
      say (self, error->message);
      return;
    }
  g_free (self->note);
  self->note = g_steal_pointer (&note);
  self->led = FALSE;
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), "", 0);
  show_page (self, "lines");
  on_changed (self);
}

static void
activate_add (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (widget);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  GtkTextIter start, end;

  gtk_text_buffer_get_bounds (buffer, &start, &end);
  char *text = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  g_autoptr (GBytes) bytes = g_bytes_new_take (text, strlen (text));
  add_bytes (self, bytes);
}

static void
on_text_changed (GtkTextBuffer *buffer, gpointer data)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (data), "sections.add",
                                 gtk_text_buffer_get_char_count (buffer) > 0);
}

static void
on_loaded (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmSectionsWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes
      = g_file_load_bytes_finish (G_FILE (source), result, NULL, &error);

  if (self->intake == NULL)
    return;
  if (bytes != NULL)
    add_bytes (self, bytes);
  else
    say (self, error->message);
}

static void
on_file_chosen (GtkNativeDialog *dialog, int response, ExmSectionsWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_file_load_bytes_async (file, NULL, on_loaded, g_object_ref (self));
    }
  g_object_unref (dialog);
}

static void
use_hints (ExmSectionsWindow *self, const char *folder)
{
  g_autoptr (GError) error = NULL;

  if (!exm_section_intake_set_hints (self->intake, folder, &error))
    {
      say (self, error->message);
      return;
    }
  g_autofree char *name = g_path_get_basename (folder);
  gtk_button_set_label (self->hints, name);
}

static void
on_folder_chosen (GtkNativeDialog *dialog, int response, ExmSectionsWindow *self)
{
  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GFile) file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));
      g_autofree char *path = g_file_get_path (file);
      if (path != NULL)
        use_hints (self, path);
    }
  g_object_unref (dialog);
}

static void
choose (ExmSectionsWindow *self,
        const char *title,
        GtkFileChooserAction action,
        GCallback callback)
{
  GtkFileChooserNative *dialog
      = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, NULL, NULL);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  g_signal_connect_object (dialog, "response", callback, self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
activate_open_list (GtkWidget *widget, const char *name, GVariant *target)
{
  choose (EXM_SECTIONS_WINDOW (widget), _ ("Open a List of Sections"),
          GTK_FILE_CHOOSER_ACTION_OPEN, G_CALLBACK (on_file_chosen));
}

static void
activate_hints (GtkWidget *widget, const char *name, GVariant *target)
{
  choose (EXM_SECTIONS_WINDOW (widget), _ ("Folder of Site Configurations"),
          GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER, G_CALLBACK (on_folder_chosen));
}

static void
activate_more (GtkWidget *widget, const char *name, GVariant *target)
{
  show_page (EXM_SECTIONS_WINDOW (widget), "text");
}

/* Escape goes from the text back to the sections, and else closes. */
static void
activate_back (GtkWidget *widget, const char *name, GVariant *target)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (widget);
  guint n = g_list_model_get_n_items (exm_section_intake_get_items (self->intake));

  if (n > 0 && g_str_equal (gtk_stack_get_visible_child_name (self->stack), "text"))
    show_page (self, "lines");
  else
    gtk_window_close (GTK_WINDOW (self));
}

static void
activate_open_selected (GtkWidget *widget, const char *name, GVariant *target)
{
  g_autoptr (ExmSectionItem) item = dup_selected (EXM_SECTIONS_WINDOW (widget));

  if (item != NULL && exm_section_item_get_uid (item) != NULL)
    g_signal_emit (widget, open_asked_signal, 0, exm_section_item_get_uid (item));
}

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  gtk_list_item_set_child (item, exm_section_row_new ());
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  exm_section_row_set_item (EXM_SECTION_ROW (gtk_list_item_get_child (item)),
                            gtk_list_item_get_item (item));
}

static void
on_unbind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  exm_section_row_set_item (EXM_SECTION_ROW (gtk_list_item_get_child (item)), NULL);
}

static void
exm_sections_window_dispose (GObject *object)
{
  ExmSectionsWindow *self = EXM_SECTIONS_WINDOW (object);

  g_clear_object (&self->intake);
  g_clear_object (&self->selection);
  g_clear_pointer (&self->note, g_free);
  G_OBJECT_CLASS (exm_sections_window_parent_class)->dispose (object);
}

static void
exm_sections_window_class_init (ExmSectionsWindowClass *klass)
{
  static const struct
  {
    const char *name;
    const char *type;
    GtkWidgetActionActivateFunc func;
  } actions[] = {
    { "sections.answer", "u", activate_answer },
    { "sections.drop", "u", activate_drop },
    { "sections.open", "s", activate_open },
    { "sections.open-selected", NULL, activate_open_selected },
    { "sections.add", NULL, activate_add },
    { "sections.open-list", NULL, activate_open_list },
    { "sections.hints", NULL, activate_hints },
    { "sections.more", NULL, activate_more },
    { "sections.back", NULL, activate_back },
  };
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_sections_window_dispose;
  open_asked_signal
      = g_signal_new ("open-asked", EXM_TYPE_SECTIONS_WINDOW, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);
  for (gsize i = 0; i < G_N_ELEMENTS (actions); i++)
    gtk_widget_class_install_action (widget_class, actions[i].name, actions[i].type,
                                     actions[i].func);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "sections.back",
                                       NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_o, GDK_CONTROL_MASK,
                                       "sections.open-list", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_ALT_MASK,
                                       "sections.open-selected", NULL);
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-sections-window.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, more);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, text);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, hints);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, add);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, counts);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, shared);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, spinner);
  gtk_widget_class_bind_template_child (widget_class, ExmSectionsWindow, view);
  gtk_widget_class_bind_template_callback (widget_class, on_activate);
}

static void
exm_sections_window_init (ExmSectionsWindow *self)
{
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect (factory, "bind", G_CALLBACK (on_bind), NULL);
  g_signal_connect (factory, "unbind", G_CALLBACK (on_unbind), NULL);
  gtk_list_view_set_factory (self->view, factory);
  g_signal_connect_object (gtk_text_view_get_buffer (self->text), "changed",
                           G_CALLBACK (on_text_changed), self, 0);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sections.add", FALSE);
}

ExmSectionsWindow *
exm_sections_window_open (GtkWindow *parent, ExmSectionIntake *intake)
{
  ExmSectionsWindow *self = g_object_new (EXM_TYPE_SECTIONS_WINDOW, NULL);
  GListModel *items = exm_section_intake_get_items (intake);

  gtk_window_set_transient_for (GTK_WINDOW (self), parent);
  gtk_window_set_destroy_with_parent (GTK_WINDOW (self), TRUE);
  self->intake = g_object_ref (intake);
  self->selection = gtk_single_selection_new (g_object_ref (items));
  gtk_single_selection_set_autoselect (self->selection, FALSE);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect_object (intake, "changed", G_CALLBACK (on_changed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (intake, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  show_page (self, g_list_model_get_n_items (items) > 0 ? "lines" : "text");
  on_changed (self);
  gtk_window_present (GTK_WINDOW (self));
  return self;
}

void
exm_sections_window_paste (ExmSectionsWindow *self, const char *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  GtkTextIter end;

  g_return_if_fail (EXM_IS_SECTIONS_WINDOW (self));
  gtk_text_buffer_get_end_iter (buffer, &end);
  if (!gtk_text_iter_starts_line (&end))
    gtk_text_buffer_insert (buffer, &end, "\n", -1);
  gtk_text_buffer_insert (buffer, &end, text, -1);
  show_page (self, "text");
}
