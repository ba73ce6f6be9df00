/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-template.h"

#include "demo/exm-sample-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* A template that includes itself must end. */
#define MAX_DEPTH 32

typedef struct
{
  GHashTable *templates; /* (unowned) */
  const char *name;      /* (unowned): the template being read, for messages */
  GPtrArray *scopes;     /* (owned) (element-type GVariant): innermost last */
  GString *out;          /* (owned) */
  guint depth;
} Expansion;

static gboolean
expand_text (Expansion *self, const char *text, gsize length, GError **error);

GHashTable *
exm_sample_templates_load (const char *folder, GError **error)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return NULL;
  g_autoptr (GHashTable) templates
      = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      char *text = NULL;
      if (!g_file_get_contents (path, &text, NULL, error))
        return NULL;
      g_hash_table_insert (templates, g_strdup (name), text);
    }
  return g_steal_pointer (&templates);
}

static gboolean
fail (Expansion *self, const char *tag, const char *what, GError **error)
{
  /* translators: template file name, the tag in it, what is wrong with it */
  g_set_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_TEMPLATE,
               _ ("template %s, {{%s}}: %s"), self->name, tag, what);
  return FALSE;
}

static GVariant *
look_up (Expansion *self, const char *name)
{
  for (guint i = self->scopes->len; i > 0; i--)
    {
      GVariant *scope = g_ptr_array_index (self->scopes, i - 1);
      GVariant *value = g_variant_lookup_value (scope, name, NULL);
      if (value != NULL)
        return value;
    }
  return NULL;
}

static void
append_json (GString *out, const char *text)
{
  g_string_append_c (out, '"');
  for (const char *c = text; *c != '\0'; c++)
    if (*c == '"' || *c == '\\')
      g_string_append_printf (out, "\\%c", *c);
    else if (*c == '<' || (guchar) *c < 0x20)
      g_string_append_printf (out, "\\u%04x", (guint) (guchar) *c);
    else
      g_string_append_c (out, *c);
  g_string_append_c (out, '"');
}

static gboolean
expand_value (Expansion *self, const char *tag, GError **error)
{
  gboolean marked = *tag == '&' || *tag == '$';
  g_autoptr (GVariant) value = look_up (self, marked ? tag + 1 : tag);
  if (value == NULL || !g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return fail (self, tag, _ ("no such value"), error);
  const char *text = g_variant_get_string (value, NULL);
  if (*tag == '&')
    g_string_append (self->out, text);
  else if (*tag == '$')
    append_json (self->out, text);
  else
    {
      g_autofree char *escaped = g_markup_escape_text (text, -1);
      g_string_append (self->out, escaped);
    }
  return TRUE;
}

static gboolean
expand_partial (Expansion *self, const char *tag, GError **error)
{
  const char *text = g_hash_table_lookup (self->templates, tag + 1);
  if (text == NULL)
    return fail (self, tag, _ ("no such template"), error);
  if (self->depth == MAX_DEPTH)
    return fail (self, tag, _ ("templates include each other without end"), error);
  const char *outer = self->name;
  self->name = tag + 1;
  self->depth++;
  gboolean ok = expand_text (self, text, strlen (text), error);
  self->depth--;
  self->name = outer;
  return ok;
}

static gboolean
is_empty (GVariant *value)
{
  if (value == NULL)
    return TRUE;
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return *g_variant_get_string (value, NULL) == '\0';
  return g_variant_n_children (value) == 0;
}

static gboolean
expand_section (
    Expansion *self, const char *tag, const char *text, gsize length, GError **error)
{
  g_autoptr (GVariant) value = look_up (self, tag + 1);
  if (is_empty (value) != (*tag == '^'))
    return TRUE;
  if (value == NULL || !g_variant_is_of_type (value, G_VARIANT_TYPE ("aa{sv}")))
    return expand_text (self, text, length, error);
  gboolean ok = TRUE;
  for (gsize i = 0; ok && i < g_variant_n_children (value); i++)
    {
      g_ptr_array_add (self->scopes, g_variant_get_child_value (value, i));
      ok = expand_text (self, text, length, error);
      g_ptr_array_set_size (self->scopes, (int) self->scopes->len - 1);
    }
  return ok;
}

/* The closing tag of the section @name whose content begins at @text; sections of one
 * name do not nest. */
static const char *
find_close (const char *text, gsize length, const char *name, gsize *close_length)
{
  g_autofree char *close = g_strdup_printf ("{{/%s}}", name);
  *close_length = strlen (close);
  return g_strstr_len (text, (gssize) length, close);
}

/* Expands the tag whose "{{" is at @at; returns where the text goes on. */
static const char *
expand_tag (Expansion *self, const char *at, const char *end, GError **error)
{
  const char *close = g_strstr_len (at, end - at, "}}");
  if (close == NULL)
    {
      fail (self, "", _ ("a tag is not closed"), error);
      return NULL;
    }
  g_autofree char *tag = g_strndup (at + 2, (gsize) (close - at - 2));
  const char *next = close + 2;
  if (*tag == '>')
    return expand_partial (self, tag, error) ? next : NULL;
  if (*tag != '#' && *tag != '^')
    return expand_value (self, tag, error) ? next : NULL;
  gsize close_length = 0;
  const char *last = find_close (next, (gsize) (end - next), tag + 1, &close_length);
  if (last == NULL)
    {
      fail (self, tag, _ ("a section is not closed"), error);
      return NULL;
    }
  if (!expand_section (self, tag, next, (gsize) (last - next), error))
    return NULL;
  return last + close_length;
}

static gboolean
expand_text (Expansion *self, const char *text, gsize length, GError **error)
{
  const char *end = text + length;
  while (text < end)
    {
      const char *tag = g_strstr_len (text, end - text, "{{");
      g_string_append_len (self->out, text, (tag != NULL ? tag : end) - text);
      if (tag == NULL)
        break;
      text = expand_tag (self, tag, end, error);
      if (text == NULL)
        return FALSE;
    }
  return TRUE;
}

char *
exm_sample_template_expand (GHashTable *templates,
                            const char *name,
                            GVariant *values,
                            GError **error)
{
  g_autoptr (GPtrArray) scopes
      = g_ptr_array_new_with_free_func ((GDestroyNotify) g_variant_unref);
  g_autoptr (GString) out = g_string_new (NULL);
  Expansion self = { templates, name, scopes, out, 0 };
  g_ptr_array_add (scopes, g_variant_ref_sink (values));
  g_autofree char *tag = g_strconcat (">", name, NULL);
  if (!expand_partial (&self, tag, error))
    return NULL;
  return g_strdup (out->str);
}
