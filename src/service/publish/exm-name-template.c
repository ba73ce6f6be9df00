/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-name-template.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "publish/exm-file-name.h"
#include "publish/exm-publish-error.h"
#include "publish/formats/exm-format.h"

#define MAX_PARTS 16u
#define MAX_TEMPLATE_BYTES 1000u

/* A part's own text: leaves room for the fields. */
#define MAX_LITERAL_BYTES 100u

/* So many fields of one part, each cut to a few bytes at worst. */
#define MAX_PART_FIELDS 8u

typedef struct
{
  char *literal;      /* (owned) (nullable): %NULL for a field */
  ExmNameField field; /* if @literal is %NULL */
} Piece;

struct _ExmNameTemplate
{
  GPtrArray *parts; /* (owned) (element-type GArray of Piece): what "/" separates */
};

const char *
exm_name_field_get_name (ExmNameField field)
{
  static const char *const names[EXM_N_NAME_FIELDS] = {
    "title",   "date",   "year",   "month", "day", "id",        "site",
    "section", "source", "author", "task",  "ext", "collected", "key",
  };
  g_return_val_if_fail (field < EXM_N_NAME_FIELDS, "");
  return names[field];
}

static void
clear_piece (gpointer data)
{
  Piece *piece = data;

  g_free (piece->literal);
}

static void
add_part (ExmNameTemplate *self)
{
  GArray *part = g_array_new (FALSE, TRUE, sizeof (Piece));

  g_array_set_clear_func (part, clear_piece);
  g_ptr_array_add (self->parts, part);
}

static GArray *
last_part (ExmNameTemplate *self)
{
  return g_ptr_array_index (self->parts, self->parts->len - 1);
}

static void
flush_literal (ExmNameTemplate *self, GString *literal)
{
  Piece piece = { 0 };

  if (literal->len == 0)
    return;
  piece.literal = g_strdup (literal->str);
  g_array_append_val (last_part (self), piece);
  g_string_truncate (literal, 0);
}

static char *
list_fields (void)
{
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < EXM_N_NAME_FIELDS; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? ", " : "", exm_name_field_get_name (i));
  return g_string_free (g_steal_pointer (&list), FALSE);
}

/* @p stands behind "{"; returns what follows "}", or %NULL. */
static const char *
parse_field (ExmNameTemplate *self, const char *p, const char *text, GError **error)
{
  const char *end = strchr (p, '}');

  if (end == NULL)
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                          N_ ("In the name template “%s”, the field “{%s” has no “}”."),
                          text, p);
      return NULL;
    }
  g_autofree char *name = g_strndup (p, (gsize) (end - p));
  for (guint i = 0; i < EXM_N_NAME_FIELDS; i++)
    if (strcmp (name, exm_name_field_get_name (i)) == 0)
      {
        Piece piece = { .field = i };
        g_array_append_val (last_part (self), piece);
        return end + 1;
      }
  g_autofree char *fields = list_fields ();
  exm_said_set_error (
      error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
      /* translators: a field, a template, a list of fields */
      N_ ("There is no field “{%s}” (name template “%s”). The fields are: %s."), name,
      text, fields);
  return NULL;
}

static gboolean
parse (ExmNameTemplate *self, const char *text, GError **error)
{
  g_autoptr (GString) literal = g_string_new (NULL);
  const char *p = text;

  add_part (self);
  while (p != NULL && *p != '\0')
    if ((*p == '{' || *p == '}') && p[1] == *p)
      {
        g_string_append_c (literal, *p);
        p += 2;
      }
    else if (*p == '{')
      {
        flush_literal (self, literal);
        p = parse_field (self, p + 1, text, error);
      }
    else if (*p == '/')
      {
        flush_literal (self, literal);
        add_part (self);
        p++;
      }
    else
      g_string_append_c (literal, *p++);
  flush_literal (self, literal);
  return p != NULL;
}

/* The part with "x" for every field: clean as it stands, or its text is at fault. */
static gboolean
check_part (const GArray *part, const char *text, GError **error)
{
  g_autoptr (GString) sample = g_string_new (NULL);
  gsize n_literal = 0;
  guint n_fields = 0;

  for (guint i = 0; i < part->len; i++)
    {
      const Piece *piece = &g_array_index (part, Piece, i);
      g_string_append (sample, piece->literal != NULL ? piece->literal : "x");
      n_literal += piece->literal != NULL ? strlen (piece->literal) : 0;
      n_fields += piece->literal == NULL;
    }
  g_autofree char *clean
      = exm_file_name_clean (sample->str, sample->len, EXM_FILE_NAME_MAX_BYTES);
  if (sample->len == 0)
    exm_said_set_error (
        error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
        N_ ("The name template “%s” has an empty part: give every folder and the "
            "file a name, without “/” at the start or end."),
        text);
  else if (n_literal > MAX_LITERAL_BYTES || n_fields > MAX_PART_FIELDS)
    exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                        N_ ("The part “%s” of the name template “%s” is too long."),
                        sample->str, text);
  else if (strcmp (clean, sample->str) != 0)
    exm_said_set_error (
        error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
        N_ ("The part “%s” of the name template “%s” cannot name a file or folder "
            "everywhere; “%s” could."),
        sample->str, text, clean);
  else
    return TRUE;
  return FALSE;
}

ExmNameTemplate *
exm_name_template_new (const char *text, GError **error)
{
  g_autoptr (ExmNameTemplate) self = g_new0 (ExmNameTemplate, 1);

  self->parts = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  if (!g_utf8_validate (text, -1, NULL) || strlen (text) > MAX_TEMPLATE_BYTES)
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                          N_ ("A name template is UTF-8 text of at most %u bytes."),
                          MAX_TEMPLATE_BYTES);
      return NULL;
    }
  if (!parse (self, text, error))
    return NULL;
  if (self->parts->len > MAX_PARTS)
    {
      exm_said_set_error (error, EXM_PUBLISH_ERROR, EXM_PUBLISH_ERROR_TEMPLATE,
                          N_ ("The name template “%s” has more than %u folders."), text,
                          MAX_PARTS - 1);
      return NULL;
    }
  for (guint i = 0; i < self->parts->len; i++)
    if (!check_part (g_ptr_array_index (self->parts, i), text, error))
      return NULL;
  return g_steal_pointer (&self);
}

void
exm_name_template_free (ExmNameTemplate *self)
{
  g_ptr_array_unref (self->parts);
  g_free (self);
}

static char *
clean_value (ExmNameField field, const char *value)
{
  g_autofree char *clean = NULL;

  if (value != NULL)
    clean = exm_file_name_clean_part (value, strlen (value), EXM_FILE_NAME_MAX_BYTES);
  if (clean == NULL || *clean == '\0')
    return g_strdup (field == EXM_NAME_TITLE ? "untitled" : "unknown");
  return g_steal_pointer (&clean);
}

/* Cuts the longest of @values until all together are @max_bytes at most. */
static void
fit_values (char **values, guint n_values, gsize max_bytes)
{
  for (;;)
    {
      gsize total = 0;
      guint longest = 0;
      for (guint i = 0; i < n_values; i++)
        {
          total += strlen (values[i]);
          if (strlen (values[i]) > strlen (values[longest]))
            longest = i;
        }
      if (total <= max_bytes)
        return;
      gsize length = strlen (values[longest]);
      gsize over = total - max_bytes;
      /* Never to nothing: a second one is cut in the next round. */
      gsize keep = MAX (length - MIN (over, length), max_bytes / (n_values + 1));
      values[longest][exm_file_name_cut (values[longest], keep)] = '\0';
    }
}

static char *
expand_part (const GArray *part, const char *const *values)
{
  g_auto (GStrv) cleaned = g_new0 (char *, part->len + 1);
  g_autoptr (GString) name = g_string_new (NULL);
  gsize n_literal = 0;
  guint n = 0;

  for (guint i = 0; i < part->len; i++)
    {
      const Piece *piece = &g_array_index (part, Piece, i);
      if (piece->literal == NULL)
        cleaned[n++] = clean_value (piece->field, values[piece->field]);
      else
        n_literal += strlen (piece->literal);
    }
  /* One byte for the "_" before a device's name. */
  if (n > 0)
    fit_values (cleaned, n, EXM_FILE_NAME_MAX_BYTES - 1 - n_literal);
  n = 0;
  for (guint i = 0; i < part->len; i++)
    {
      const Piece *piece = &g_array_index (part, Piece, i);
      g_string_append (name, piece->literal != NULL ? piece->literal : cleaned[n++]);
    }
  return exm_file_name_clean (name->str, name->len, EXM_FILE_NAME_MAX_BYTES);
}

char *
exm_name_template_expand (const ExmNameTemplate *self, const char *const *values)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < self->parts->len; i++)
    {
      g_autofree char *name = expand_part (g_ptr_array_index (self->parts, i), values);
      g_string_append_printf (path, "%s%s", i > 0 ? "/" : "", name);
    }
  return g_string_free (g_steal_pointer (&path), FALSE);
}

const char *
exm_name_template_get_default (ExmOutputFormat format)
{
  if (exm_format_get (format)->name != NULL)
    return exm_format_get (format)->name;
  return exm_format_get (format)->kind == EXM_FORMAT_DOCUMENT ? "{date}/{title}.{ext}"
                                                              : "articles.{ext}";
}
