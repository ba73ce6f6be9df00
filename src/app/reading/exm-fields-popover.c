/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-fields-popover.h"

#include "app/session/exm-local-time.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "metadata/exm-rights.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Characters of a line of values, and of a value: abstracts are long. */
#define LINE_CHARS 40
#define VALUE_CHARS 400

struct _ExmFieldsPopover
{
  GtkPopover parent_instance;

  ExmMetadata *metadata; /* (owned) (nullable) */

  /* Children of the template. */
  GtkGrid *fields;
  GtkGrid *rights;
  GtkWidget *no_rights;
};

G_DEFINE_FINAL_TYPE (ExmFieldsPopover, exm_fields_popover, GTK_TYPE_POPOVER)

static const struct
{
  ExmField field;
  const char *name;
  gboolean is_right;
} rows[] = {
  { EXM_FIELD_TITLE, N_ ("Title"), FALSE },
  { EXM_FIELD_AUTHOR, N_ ("Author"), FALSE },
  { EXM_FIELD_EDITOR, N_ ("Editor"), FALSE },
  { EXM_FIELD_SOURCE, N_ ("Source"), FALSE },
  { EXM_FIELD_SITE, N_ ("Site"), FALSE },
  { EXM_FIELD_SECTION, N_ ("Section"), FALSE },
  /* translators: of a printed paper: 版次 */
  { EXM_FIELD_PRINT_PAGE, N_ ("Page in Print"), FALSE },
  /* translators: of a printed paper: 版名 */
  { EXM_FIELD_PRINT_SECTION, N_ ("Section in Print"), FALSE },
  { EXM_FIELD_PUBLISHED, N_ ("Published"), FALSE },
  { EXM_FIELD_MODIFIED, N_ ("Modified"), FALSE },
  { EXM_FIELD_KEYWORDS, N_ ("Keywords"), FALSE },
  { EXM_FIELD_ABSTRACT, N_ ("Abstract"), FALSE },
  { EXM_FIELD_LANGUAGE, N_ ("Language"), FALSE },
  { EXM_FIELD_IMAGE, N_ ("Picture"), FALSE },
  { EXM_FIELD_CANONICAL, N_ ("Canonical Address"), FALSE },
  { EXM_FIELD_LICENSE, N_ ("Licence"), TRUE },
  { EXM_FIELD_ACCESS, N_ ("Access"), TRUE },
  { EXM_FIELD_ROBOTS, N_ ("Robots"), TRUE },
  { EXM_FIELD_TDM, N_ ("Text and Data Mining"), TRUE },
  { EXM_FIELD_TDM_POLICY, N_ ("Mining Policy"), TRUE },
};

G_STATIC_ASSERT (G_N_ELEMENTS (rows) == EXM_N_FIELDS);

/* Returns: (transfer none): words for an origin */
static const char *
describe_origin (ExmOrigin origin)
{
  static const char *const names[EXM_N_ORIGINS] = {
    [EXM_ORIGIN_JSON_LD] = "JSON-LD",
    [EXM_ORIGIN_OPEN_GRAPH] = "Open Graph",
    /* translators: markup of data inside of a page (itemprop) */
    [EXM_ORIGIN_MICRODATA] = N_ ("microdata"),
    [EXM_ORIGIN_META] = N_ ("meta element"),
    [EXM_ORIGIN_ELEMENT] = N_ ("element of the page"),
    [EXM_ORIGIN_TEXT] = N_ ("text of the page"),
    [EXM_ORIGIN_URL] = N_ ("address"),
    [EXM_ORIGIN_HTTP] = N_ ("header of the answer"),
    [EXM_ORIGIN_TDMREP] = N_ ("the site’s tdmrep.json"),
  };

  return _ (names[origin]);
}

/* Returns: (transfer full): where the value is from, and how many other sources say the
 * same or something else */
static char *
describe_sources (const ExmMetadata *metadata, ExmField field)
{
  guint n_same = 0, n_other = 0;

  exm_metadata_get_votes (metadata, field, &n_same, &n_other);
  g_autofree char *same
      = n_same > 0 ? g_strdup_printf (
            /* translators: other sources of the page that say the same of a field */
            ngettext ("%u more agrees", "%u more agree", n_same), n_same)
                   : NULL;
  g_autofree char *other
      = n_other > 0 ? g_strdup_printf (
            /* translators: sources of the page that say something else of a field */
            ngettext ("%u differs", "%u differ", n_other), n_other)
                    : NULL;
  const char *const parts[]
      = { describe_origin (exm_metadata_get_origin (metadata, field)), same, other };
  return exm_article_words_join (parts, G_N_ELEMENTS (parts));
}

/* Returns: (transfer full): the value as people read it */
static char *
describe_value (ExmField field, const char *value)
{
  static const struct
  {
    ExmField field;
    const char *value;
    const char *words;
  } words[] = {
    { EXM_FIELD_TDM, EXM_TDM_RESERVED, N_ ("Reserved: left out of exports") },
    { EXM_FIELD_TDM, EXM_TDM_OPEN, N_ ("Not reserved") },
    { EXM_FIELD_ACCESS, EXM_ACCESS_PAID, N_ ("Paid") },
    { EXM_FIELD_ACCESS, EXM_ACCESS_FREE, N_ ("Free") },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    if (words[i].field == field && strcmp (words[i].value, value) == 0)
      return g_strdup (_ (words[i].words));
  if (field == EXM_FIELD_ROBOTS && exm_rights_forbids_ai (value))
    /* translators: what robots must not do, as "noindex, noai" */
    return g_strdup_printf (_ ("%s: left out of exports"), value);
  if (field == EXM_FIELD_PUBLISHED || field == EXM_FIELD_MODIFIED)
    {
      char *date = exm_local_time_describe_published (value);
      if (date != NULL)
        return date;
    }
  if (g_utf8_strlen (value, -1) <= VALUE_CHARS)
    return g_strdup (value);
  g_autofree char *start = g_utf8_substring (value, 0, VALUE_CHARS);
  return g_strconcat (start, "…", NULL);
}

static GtkWidget *
new_label (const char *text, const char *style)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_max_width_chars (GTK_LABEL (label), LINE_CHARS);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  if (style != NULL)
    gtk_widget_add_css_class (label, style);
  return label;
}

/* Adds a field that has a value at @row of its grid. Returns: the next row */
static int
add_row (ExmFieldsPopover *self, gsize i, int row)
{
  GtkGrid *grid = rows[i].is_right ? self->rights : self->fields;
  const char *raw = exm_metadata_get (self->metadata, rows[i].field);

  if (raw == NULL)
    return row;
  g_autofree char *value = describe_value (rows[i].field, raw);
  g_autofree char *sources = describe_sources (self->metadata, rows[i].field);
  GtkWidget *shown = new_label (value, NULL);
  gtk_label_set_selectable (GTK_LABEL (shown), TRUE);
  gtk_widget_set_focusable (shown, FALSE);
  gtk_grid_attach (grid, new_label (_ (rows[i].name), "dim-label"), 0, row, 1, 1);
  gtk_grid_attach (grid, shown, 1, row, 1, 1);
  GtkWidget *origin = new_label (sources, "caption");
  gtk_widget_add_css_class (origin, "dim-label");
  gtk_widget_set_margin_bottom (origin, 4);
  gtk_grid_attach (grid, origin, 1, row + 1, 1, 1);
  return row + 2;
}

static void
clear (GtkGrid *grid)
{
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (grid))) != NULL)
    gtk_grid_remove (grid, child);
}

static void
on_show (ExmFieldsPopover *self)
{
  int n_fields = 0, n_rights = 0;

  clear (self->fields);
  clear (self->rights);
  for (gsize i = 0; self->metadata != NULL && i < G_N_ELEMENTS (rows); i++)
    if (rows[i].is_right)
      n_rights = add_row (self, i, n_rights);
    else
      n_fields = add_row (self, i, n_fields);
  gtk_widget_set_visible (GTK_WIDGET (self->rights), n_rights > 0);
  gtk_widget_set_visible (self->no_rights, n_rights == 0);
}

static void
exm_fields_popover_dispose (GObject *object)
{
  ExmFieldsPopover *self = EXM_FIELDS_POPOVER (object);

  g_clear_pointer (&self->metadata, exm_metadata_unref);
  G_OBJECT_CLASS (exm_fields_popover_parent_class)->dispose (object);
}

static void
exm_fields_popover_class_init (ExmFieldsPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_fields_popover_dispose;
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-fields-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmFieldsPopover, fields);
  gtk_widget_class_bind_template_child (widget_class, ExmFieldsPopover, rights);
  gtk_widget_class_bind_template_child (widget_class, ExmFieldsPopover, no_rights);
  gtk_widget_class_bind_template_callback (widget_class, on_show);
}

static void
exm_fields_popover_init (ExmFieldsPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_fields_popover_set_metadata (ExmFieldsPopover *self, ExmMetadata *metadata)
{
  g_return_if_fail (EXM_IS_FIELDS_POPOVER (self));

  if (metadata != NULL)
    exm_metadata_ref (metadata);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  self->metadata = metadata;
}
