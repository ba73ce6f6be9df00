/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/setup/exm-pattern-preview.h"

#include "app/session/exm-batched-list-model.h"
#include "app/setup/exm-pattern-matches.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"
#include "setup/exm-probe.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Addresses that are looked at, and rows that are shown. */
#define MAX_ADDRESSES 5000u
#define MAX_ROWS 500u

/* After the last key that was pressed. */
#define DELAY_MS 120u

struct _ExmPatternPreview
{
  AdwBin parent_instance;

  ExmSession *session; /* (owned) (nullable) */
  ExmTask *task;       /* (owned) (nullable) */
  GPtrArray *urls;     /* (owned) (nullable) (element-type utf8): not changed */
  GPtrArray *links;    /* (owned) (nullable) (element-type utf8): of the list page */
  GCancellable *cancellable;  /* (owned) (nullable): of the matching */
  GCancellable *reading;      /* (owned) (nullable): of addresses and the list page */
  ExmPatternMatches *matches; /* (owned) (nullable) */
  GtkStringList *model;       /* (owned): the rows at once; what is shown follows */
  guint source_id;

  /* Children of the template. */
  GtkLabel *title;
  GtkLabel *message;
  GtkButton *look;
  GtkSpinner *spinner;
  GtkNoSelection *rows;
};

G_DEFINE_FINAL_TYPE (ExmPatternPreview, exm_pattern_preview, ADW_TYPE_BIN)

static void
set_message (ExmPatternPreview *self, const char *message)
{
  gtk_label_set_label (self->message, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), message != NULL);
}

static void
show_matches (ExmPatternPreview *self)
{
  const ExmPatternMatches *matches = self->matches;
  g_autoptr (GPtrArray) rows = g_ptr_array_new ();
  guint n_rows = MIN (matches->urls->len, MAX_ROWS);
  g_autofree char *title = g_strdup_printf (
      ngettext ("Which pages: %u of %u link matches", "Which pages: %u of %u links match",
                matches->urls->len),
      matches->n_matched, matches->urls->len);

  gtk_label_set_label (self->title, title);
  for (guint i = 0; i < n_rows; i++)
    g_ptr_array_add (rows, g_ptr_array_index (matches->urls, i));
  g_ptr_array_add (rows, NULL);
  gtk_string_list_splice (self->model, 0,
                          g_list_model_get_n_items (G_LIST_MODEL (self->model)),
                          (const char *const *) rows->pdata);
  if (matches->urls->len == 0)
    set_message (self, _ ("No address was seen yet: read the list page."));
  else
    set_message (self, NULL);
}

static void
on_matched (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPatternPreview) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (ExmPatternMatches) matches
      = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (matches == NULL)
    {
      set_message (self, error->message);
      return;
    }
  g_clear_pointer (&self->matches, exm_pattern_matches_unref);
  self->matches = g_steal_pointer (&matches);
  show_matches (self);
}

static void
add_urls (GPtrArray *all, GHashTable *known, GPtrArray *urls)
{
  for (guint i = 0; urls != NULL && i < urls->len; i++)
    if (g_hash_table_add (known, g_ptr_array_index (urls, i)))
      g_ptr_array_add (all, g_strdup (g_ptr_array_index (urls, i)));
}

static gboolean
match (gpointer data)
{
  ExmPatternPreview *self = data;
  const ExmTaskFields *fields = exm_task_get (self->task);
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  self->source_id = 0;
  add_urls (all, known, self->links);
  /* Prefer the links of the list page to remembered addresses, which have another
   * form. */
  if (self->links == NULL)
    add_urls (all, known, self->urls);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  exm_pattern_matches_find_async (fields->include, fields->exclude, all,
                                  self->cancellable, on_matched, g_object_ref (self));
  return G_SOURCE_REMOVE;
}

static void
match_soon (ExmPatternPreview *self)
{
  g_clear_handle_id (&self->source_id, g_source_remove);
  self->source_id = g_timeout_add (DELAY_MS, match, self);
}

static void
on_addresses_read (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmPatternPreview) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) urls
      = exm_store_reader_read_finish (EXM_STORE_READER (source), result, &error);

  if (urls == NULL)
    return;
  g_clear_pointer (&self->urls, g_ptr_array_unref);
  self->urls = g_steal_pointer (&urls);
  match_soon (self);
}

static void
read_addresses (ExmPatternPreview *self)
{
  const ExmStoreQuery query = {
    .kind = EXM_READ_ADDRESSES,
    .uid = exm_task_get (self->task)->uid,
    .limit = MAX_ADDRESSES,
  };

  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  self->reading = g_cancellable_new ();
  exm_store_reader_read_async (exm_session_get_reader (self->session), &query,
                               self->reading, on_addresses_read, g_object_ref (self));
}

static gpointer
copy_text (gconstpointer text, gpointer unused)
{
  return g_strdup (text);
}

/* The first source of the task is fetched once, as its list page. */
static void
look_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_auto (ExmProbe) look = { 0 };
  const ExmProbeProgress watch = { .cancellable = cancellable };
  GError *error = NULL;

  exm_task_fields_copy (data, &fields);
  const char *url = g_array_index (fields.sources, ExmTaskSource, 0).pattern;
  if (!exm_probe_at (&look, url, &fields, FALSE, &watch, &error))
    {
      g_task_return_error (task, error);
      return;
    }
  GPtrArray *links = g_ptr_array_copy (look.links, copy_text, NULL);
  g_ptr_array_set_free_func (links, g_free);
  g_task_return_pointer (task, links, (GDestroyNotify) g_ptr_array_unref);
}

static void
set_looking (ExmPatternPreview *self, gboolean looking)
{
  gtk_spinner_set_spinning (self->spinner, looking);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), looking);
  gtk_widget_set_sensitive (GTK_WIDGET (self->look), !looking);
}

static void
on_looked (GObject *source, GAsyncResult *result, gpointer data)
{
  ExmPatternPreview *self = EXM_PATTERN_PREVIEW (source);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) links = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  set_looking (self, FALSE);
  if (links == NULL)
    {
      set_message (self, error->message);
      return;
    }
  g_clear_pointer (&self->links, g_ptr_array_unref);
  self->links = g_steal_pointer (&links);
  match_soon (self);
}

static void
on_look_clicked (ExmPatternPreview *self)
{
  if (self->task == NULL || exm_task_get (self->task)->sources->len == 0)
    return;
  if (self->reading == NULL)
    self->reading = g_cancellable_new ();
  g_autoptr (GTask) task = g_task_new (self, self->reading, on_looked, NULL);
  g_task_set_source_tag (task, on_look_clicked);
  g_task_set_task_data (task, exm_task_ref (self->task), (GDestroyNotify) exm_task_unref);
  g_task_run_in_thread (task, look_in_thread);
  set_looking (self, TRUE);
}

static void
on_row_setup (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_MIDDLE);
  gtk_list_item_set_child (item, label);
}

/* The address behind its scheme; behind its host, too, where that is the task's own. */
static const char *
shorten (ExmPatternPreview *self, const char *url)
{
  const GArray *sources = exm_task_get (self->task)->sources;
  const char *host = strstr (url, "://");
  const char *own = NULL;

  if (host == NULL)
    return url;
  host += strlen ("://");
  gsize length = strcspn (host, "/");
  if (sources->len > 0)
    own = strstr (g_array_index (sources, ExmTaskSource, 0).pattern, "://");
  if (own == NULL || host[length] == '\0')
    return host;
  own += strlen ("://");
  return strcspn (own, "/") == length && strncmp (own, host, length) == 0 ? host + length
                                                                          : host;
}

static void
on_row_bind (GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data)
{
  ExmPatternPreview *self = EXM_PATTERN_PREVIEW (data);
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *url = gtk_string_object_get_string (gtk_list_item_get_item (item));
  gboolean matched = self->matches != NULL
                     && gtk_list_item_get_position (item) < self->matches->n_matched;
  g_autofree char *text
      = g_strdup_printf ("%s  %s", matched ? "✓" : "✕", shorten (self, url));
  const char *const classes[] = { "caption", matched ? "exm-body" : "exm-seen", NULL };

  gtk_label_set_label (GTK_LABEL (label), text);
  exm_tooltip_set (label, url);
  gtk_widget_set_css_classes (label, (const char **) classes);
}

static void
exm_pattern_preview_dispose (GObject *object)
{
  ExmPatternPreview *self = EXM_PATTERN_PREVIEW (object);

  g_clear_handle_id (&self->source_id, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
  /* Before the template lets go of it, which leaves the bin with what is no more. */
  adw_bin_set_child (ADW_BIN (self), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_PATTERN_PREVIEW);
  g_clear_object (&self->session);
  g_clear_object (&self->model);
  g_clear_pointer (&self->task, exm_task_unref);
  g_clear_pointer (&self->urls, g_ptr_array_unref);
  g_clear_pointer (&self->links, g_ptr_array_unref);
  g_clear_pointer (&self->matches, exm_pattern_matches_unref);
  G_OBJECT_CLASS (exm_pattern_preview_parent_class)->dispose (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmPatternPreview, name)

static void
exm_pattern_preview_class_init (ExmPatternPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_pattern_preview_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, EXM_APP_RESOURCES
                                               "exm-pattern-preview.ui");
  BIND (title);
  BIND (message);
  BIND (look);
  BIND (spinner);
  BIND (rows);
  gtk_widget_class_bind_template_callback (widget_class, on_look_clicked);
  gtk_widget_class_bind_template_callback (widget_class, on_row_setup);
  gtk_widget_class_bind_template_callback (widget_class, on_row_bind);
}

static void
exm_pattern_preview_init (ExmPatternPreview *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->model = gtk_string_list_new (NULL);
  g_autoptr (ExmBatchedListModel) calm
      = exm_batched_list_model_new (G_LIST_MODEL (self->model));
  gtk_no_selection_set_model (self->rows, G_LIST_MODEL (calm));
}

void
exm_pattern_preview_set_session (ExmPatternPreview *self, ExmSession *session)
{
  g_set_object (&self->session, session);
}

void
exm_pattern_preview_set_task (ExmPatternPreview *self, ExmTask *task)
{
  gboolean other
      = self->task == NULL
        || strcmp (exm_task_get (self->task)->uid, exm_task_get (task)->uid) != 0;

  exm_task_ref (task);
  g_clear_pointer (&self->task, exm_task_unref);
  self->task = task;
  gtk_widget_set_sensitive (GTK_WIDGET (self->look),
                            exm_task_get (task)->sources->len > 0
                                && !gtk_spinner_get_spinning (self->spinner));
  if (other)
    {
      g_clear_pointer (&self->urls, g_ptr_array_unref);
      g_clear_pointer (&self->links, g_ptr_array_unref);
      set_looking (self, FALSE);
      read_addresses (self);
    }
  match_soon (self);
}
