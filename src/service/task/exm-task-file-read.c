/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-model"

#include "config.h"

#include "task/exm-task-file.h"

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "task/exm-output-format.h"
#include "task/exm-task-keys.h"
#include "task/exm-task-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define VERSION_KEY "exemplar-task"
#define MAX_KEY_BYTES 64u
#define KEY_CHARACTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

/* How much of a wrong value a message shows, characters. */
#define SHOWN_CHARACTERS 40

/* In a section that is not known, and before the first one, @section is NULL; the former
 * gathers its lines in @foreign. */
typedef struct
{
  char *line;                    /* (unowned): without its end */
  char *next;                    /* (unowned): where the line behind it begins */
  guint number;                  /* of @line, from 1 */
  guint entry_number;            /* of the line with the key */
  ExmTaskFields *fields;         /* (unowned) */
  GPtrArray *notes;              /* (unowned) */
  const ExmTaskSection *section; /* (unowned) (nullable) */
  gpointer item;                 /* (unowned) (nullable): a struct of @section */
  char *place;                   /* (owned) (nullable): "[example 2]" */
  GString *foreign;              /* (owned) (nullable) */
  gboolean has_task;
  guint seen[EXM_MAX_TASK_KEYS]; /* lines where @section has its keys, 0 for none */
} Reader;

static void
reader_clear (Reader *reader)
{
  g_free (reader->place);
  if (reader->foreign != NULL)
    g_string_free (reader->foreign, TRUE);
}

static gboolean G_GNUC_PRINTF (4, 5)
    fail (GError **error, ExmTaskError code, guint line, const char *format, ...)
{
  g_autofree char *what = NULL;
  va_list arguments;

  va_start (arguments, format);
  what = exm_said_new_valist (format, arguments);
  va_end (arguments);
  /* translators: number of a line of a file, and what is wrong there */
  exm_said_set_error (error, EXM_TASK_ERROR, code, N_ ("Line %u of the task file: %s"),
                      line, what);
  return FALSE;
}

static char *
shorten (const char *text)
{
  if (g_utf8_strlen (text, -1) <= SHOWN_CHARACTERS)
    return g_strdup (text);
  g_autofree char *head = g_utf8_substring (text, 0, SHOWN_CHARACTERS);
  return g_strconcat (head, "…", NULL);
}

/* Lines end with a line feed; a carriage return before it comes from an editor, since
 * one that belongs to a text is written in quotes. */
static gboolean
read_line (Reader *reader, GError **error)
{
  char *end = strchr (reader->next, '\n');
  gsize length;

  reader->line = reader->next;
  reader->number++;
  if (end != NULL)
    *end = '\0';
  length = strlen (reader->line);
  reader->next = end != NULL ? end + 1 : reader->line + length;
  if (length > 0 && reader->line[length - 1] == '\r')
    reader->line[length - 1] = '\0';
  for (const char *part = reader->line; part != NULL;)
    {
      const char *tab = strchr (part, '\t');

      if (!exm_task_text_is_plain (part,
                                   tab != NULL ? (gsize) (tab - part) : strlen (part)))
        return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                     N_ ("a control character, which has to be written in quotes, as "
                         "\\u{hexadecimal}"));
      part = tab != NULL ? tab + 1 : NULL;
    }
  return TRUE;
}

static const char *
skip_space (const char *text)
{
  return text + strspn (text, " \t");
}

/* Tells whether a line continues a text, by the white space it begins with. */
static gboolean
is_continuation (const char *line)
{
  const char *c = skip_space (line);

  return c > line && (*c == '|' || *c == '"');
}

static gboolean
read_continuation (Reader *reader, GString *value, GError **error)
{
  const char *c = skip_space (reader->line);
  g_autofree char *quoted = NULL;
  const char *problem;

  if (*c == '|')
    {
      c++;
      g_string_append (value, *c == ' ' ? c + 1 : c);
      return TRUE;
    }
  quoted = g_strchomp (g_strdup (c));
  problem = exm_task_text_unquote (quoted, value);
  return problem == NULL
         || fail (error, EXM_TASK_ERROR_SYNTAX, reader->number, "%s", problem);
}

/* From the line with the key to the last one that continues it. @raw gets them as they
 * are. */
static gboolean
read_entry (Reader *reader, char **key, GString *value, GString *raw, GError **error)
{
  gsize length = strspn (reader->line, KEY_CHARACTERS);
  const char *equals = skip_space (reader->line + length);
  g_autofree char *text = NULL;
  const char *problem;

  reader->entry_number = reader->number;
  if (length == 0 || length > MAX_KEY_BYTES || *equals != '=')
    {
      g_autofree char *shown = shorten (reader->line);

      return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                   N_ ("“%s” is neither a section nor “key = value”"), shown);
    }
  *key = g_strndup (reader->line, length);
  g_string_append (raw, reader->line);
  text = g_strstrip (g_strdup (equals + 1));
  problem = exm_task_text_unquote (text, value);
  if (problem != NULL)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number, "“%s”: %s", *key, problem);
  for (guint n = 0; is_continuation (reader->next); n++)
    {
      if (!read_line (reader, error))
        return FALSE;
      if (*text != '\0')
        return fail (
            error, EXM_TASK_ERROR_SYNTAX, reader->number,
            N_ ("“%s” has a value already; text of several lines begins below it"), *key);
      if (n > 0)
        g_string_append_c (value, '\n');
      g_string_append_printf (raw, "\n%s", reader->line);
      if (!read_continuation (reader, value, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
set_boolean (gboolean *place, const char *value)
{
  *place = strcmp (value, "yes") == 0;
  return *place || strcmp (value, "no") == 0;
}

static gboolean
set_uint (guint *place, const char *value)
{
  guint64 number = 0;
  gboolean is_number
      = g_ascii_string_to_unsigned (value, 10, 0, G_MAXUINT, &number, NULL);

  *place = (guint) number;
  return is_number;
}

static gboolean
set_double (double *place, const char *value)
{
  char *end = NULL;

  *place = g_ascii_strtod (value, &end);
  return end != value && *end == '\0' && isfinite (*place);
}

static gboolean
set_name (guint *place, const char *const *names, const char *value)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (strcmp (names[i], value) == 0)
      {
        *place = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
set_schedule (Reader *reader, ExmSchedule **place, const char *value, GError **error)
{
  g_autoptr (GError) reason = NULL;
  ExmSchedule *schedule = exm_schedule_parse (value, &reason);

  if (schedule == NULL)
    return fail (error, EXM_TASK_ERROR_FIELD, reader->entry_number, "“schedule”: %s",
                 exm_said_from_error (reason));
  g_clear_pointer (place, exm_schedule_unref);
  *place = schedule;
  return TRUE;
}

static gboolean
set_string (Reader *reader,
            const ExmTaskKey *key,
            char **place,
            const GString *value,
            GError **error)
{
  if (value->len > EXM_MAX_TASK_TEXT_BYTES)
    return fail (error, EXM_TASK_ERROR_FIELD, reader->entry_number,
                 N_ ("“%s” is longer than %u bytes"), key->name, EXM_MAX_TASK_TEXT_BYTES);
  g_free (*place);
  *place = g_strdup (value->str);
  return TRUE;
}

static gboolean
add_to_list (Reader *reader,
             const ExmTaskKey *key,
             GPtrArray *list,
             const GString *value,
             GError **error)
{
  char *entry = NULL;

  if (list->len >= EXM_MAX_TASK_ITEMS)
    return fail (error, EXM_TASK_ERROR_FIELD, reader->entry_number,
                 N_ ("more than %u lines of “%s”"), EXM_MAX_TASK_ITEMS, key->name);
  if (!set_string (reader, key, &entry, value, error))
    return FALSE;
  g_ptr_array_add (list, entry);
  return TRUE;
}

/* Describes the kind of value that a key takes, as an argument of a message. */
static char *
describe_kind (const ExmTaskKey *key)
{
  if (key->kind == EXM_KEY_BOOLEAN || key->kind == EXM_KEY_MARK)
    return g_strdup (N_ ("yes or no"));
  if (key->kind == EXM_KEY_UINT)
    return g_strdup (N_ ("a whole number"));
  if (key->kind == EXM_KEY_DOUBLE)
    return g_strdup (N_ ("a number"));
  g_autofree char *names = g_strjoinv (", ", (char **) key->names);
  /* translators: the words that may stand in a place */
  return exm_said_new (N_ ("one of %s"), names);
}

static gboolean
set_value (Reader *reader, const ExmTaskKey *key, const GString *value, GError **error)
{
  gpointer place = G_STRUCT_MEMBER_P (reader->item, key->offset);
  gboolean is_good = FALSE;

  if (key->kind == EXM_KEY_STRING || key->kind == EXM_KEY_NULLABLE)
    return set_string (reader, key, place, value, error);
  if (key->kind == EXM_KEY_LIST)
    return add_to_list (reader, key, *(GPtrArray **) place, value, error);
  if (key->kind == EXM_KEY_SCHEDULE)
    return set_schedule (reader, place, value->str, error);
  if (key->kind == EXM_KEY_BOOLEAN || key->kind == EXM_KEY_MARK)
    is_good = set_boolean (place, value->str);
  else if (key->kind == EXM_KEY_UINT)
    is_good = set_uint (place, value->str);
  else if (key->kind == EXM_KEY_DOUBLE)
    is_good = set_double (place, value->str);
  else
    is_good = set_name (place, key->names, value->str);
  if (is_good)
    return TRUE;
  g_autofree char *kind = describe_kind (key);
  g_autofree char *shown = shorten (value->str);
  return fail (error, EXM_TASK_ERROR_FIELD, reader->entry_number,
               /* translators: a field of a task, its value, what it has to be */
               N_ ("“%s” is “%s”, but has to be %s"), key->name, shown, kind);
}

static gboolean
keep (Reader *reader, char *entry, GError **error)
{
  if (reader->fields->unknown->len >= EXM_MAX_TASK_ITEMS)
    {
      g_free (entry);
      return fail (error, EXM_TASK_ERROR_SYNTAX, reader->entry_number,
                   N_ ("more than %u things that are not known"), EXM_MAX_TASK_ITEMS);
    }
  g_ptr_array_add (reader->fields->unknown, entry);
  return TRUE;
}

static gboolean
keep_key (Reader *reader, const char *key, const char *raw, GError **error)
{
  g_ptr_array_add (
      reader->notes,
      /* translators: line of a file, a word of it, the name of a section */
      g_strdup_printf (
          _ ("Line %u: “%s” of %s is not known to this version; it is kept."),
          reader->entry_number, key, reader->place));
  return keep (reader, g_strdup_printf ("%s\n%s", reader->place, raw), error);
}

static gboolean
take_entry (Reader *reader, GError **error)
{
  g_autofree char *key = NULL;
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) raw = g_string_new (NULL);

  if (!read_entry (reader, &key, value, raw, error))
    return FALSE;
  if (reader->foreign != NULL)
    {
      g_string_append_printf (reader->foreign, "\n%s", raw->str);
      return TRUE;
    }
  if (reader->section == NULL)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->entry_number,
                 N_ ("“%s” stands before the first section"), key);
  for (guint i = 0; i < reader->section->n_keys; i++)
    {
      const ExmTaskKey *known = &reader->section->keys[i];

      if (strcmp (known->name, key) != 0)
        continue;
      if (reader->seen[i] != 0 && known->kind != EXM_KEY_LIST)
        return fail (error, EXM_TASK_ERROR_FIELD, reader->entry_number,
                     N_ ("“%s” stands there a second time; the first is in line %u"), key,
                     reader->seen[i]);
      reader->seen[i] = reader->entry_number;
      return set_value (reader, known, value, error);
    }
  return keep_key (reader, key, raw->str, error);
}

/* Makes one entry of the lines gathered from an unknown section. */
static gboolean
end_section (Reader *reader, GError **error)
{
  reader->section = NULL;
  reader->item = NULL;
  if (reader->foreign == NULL)
    return TRUE;
  return keep (reader, g_string_free (g_steal_pointer (&reader->foreign), FALSE), error);
}

static gboolean
begin_task (Reader *reader, GError **error)
{
  if (reader->has_task)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                 N_ ("[task] stands there a second time"));
  reader->has_task = TRUE;
  reader->item = reader->fields;
  g_free (reader->place);
  reader->place = g_strdup ("[task]");
  return TRUE;
}

static gboolean
begin_item (Reader *reader, GError **error)
{
  const GArray *list = *exm_task_section_list (reader->section, reader->fields);

  if (list->len >= EXM_MAX_TASK_ITEMS)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                 N_ ("more than %u of [%s]"), EXM_MAX_TASK_ITEMS, reader->section->name);
  if (strcmp (reader->section->name, "example") == 0)
    reader->item = exm_task_fields_add_example (reader->fields, "");
  else if (strcmp (reader->section->name, "source") == 0)
    reader->item = exm_task_fields_add_source (reader->fields, EXM_SOURCE_LIST, "");
  else
    reader->item = exm_task_fields_add_output (reader->fields, EXM_OUTPUT_TEXT, "", "");
  g_free (reader->place);
  reader->place = g_strdup_printf ("[%s %u]", reader->section->name, list->len);
  return TRUE;
}

static gboolean
take_section (Reader *reader, GError **error)
{
  const char *name = reader->line + 1;
  gsize length = strspn (name, KEY_CHARACTERS);

  if (length == 0 || length > MAX_KEY_BYTES || name[length] != ']'
      || *skip_space (name + length + 1) != '\0')
    {
      g_autofree char *shown = shorten (reader->line);

      return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                   N_ ("“%s” is no section; they are written “[name]”"), shown);
    }
  if (!end_section (reader, error))
    return FALSE;
  memset (reader->seen, 0, sizeof reader->seen);
  reader->entry_number = reader->number;
  for (guint i = 0; i < EXM_N_TASK_SECTIONS; i++)
    if (strlen (exm_task_sections[i].name) == length
        && strncmp (name, exm_task_sections[i].name, length) == 0)
      {
        reader->section = &exm_task_sections[i];
        return i == 0 ? begin_task (reader, error) : begin_item (reader, error);
      }
  reader->foreign = g_string_new_len (reader->line, (gssize) length + 2);
  g_ptr_array_add (
      reader->notes,
      g_strdup_printf (_ ("Line %u: the section %s is not known to this version; it is "
                          "kept."),
                       reader->number, reader->foreign->str));
  return TRUE;
}

static gboolean
is_comment (const char *line)
{
  const char *c = skip_space (line);

  return *c == '\0' || *c == '#';
}

static gboolean
read_version (Reader *reader, GError **error)
{
  g_autofree char *key = NULL;
  g_autoptr (GString) value = g_string_new (NULL);
  g_autoptr (GString) raw = g_string_new (NULL);
  guint version;

  do
    {
      if (*reader->next == '\0')
        return fail (error, EXM_TASK_ERROR_SYNTAX, MAX (reader->number, 1),
                     N_ ("“%s = 1” is missing: this is no task file"), VERSION_KEY);
      if (!read_line (reader, error))
        return FALSE;
    }
  while (is_comment (reader->line));
  if (!g_str_has_prefix (reader->line, VERSION_KEY))
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                 N_ ("“%s = 1” has to come first: this is no task file"), VERSION_KEY);
  if (!read_entry (reader, &key, value, raw, error))
    return FALSE;
  if (strcmp (key, VERSION_KEY) != 0 || !set_uint (&version, value->str) || version == 0)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->entry_number,
                 N_ ("“%s” has to be the number of a version"), VERSION_KEY);
  if (version > EXM_TASK_FILE_VERSION)
    return fail (
        error, EXM_TASK_ERROR_VERSION, reader->entry_number,
        N_ ("it was written by a newer Exemplar (format %u, and this one reads up "
            "to %u); update this program, or export the task again there"),
        version, EXM_TASK_FILE_VERSION);
  return TRUE;
}

static gboolean
read_all (Reader *reader, GError **error)
{
  if (!read_version (reader, error))
    return FALSE;
  while (*reader->next != '\0')
    {
      if (!read_line (reader, error))
        return FALSE;
      if (is_comment (reader->line))
        continue;
      if (*reader->line == '[' ? !take_section (reader, error)
                               : !take_entry (reader, error))
        return FALSE;
    }
  if (!end_section (reader, error))
    return FALSE;
  if (!reader->has_task)
    return fail (error, EXM_TASK_ERROR_SYNTAX, reader->number,
                 N_ ("the file ends without a section [task]"));
  return exm_task_uid_is_valid (reader->fields->uid)
         || fail (error, EXM_TASK_ERROR_FIELD, reader->number,
                  N_ ("“uid” has to be 32 lower-case hexadecimal digits"));
}

static gboolean
check_bytes (const char *text, gsize n_bytes, GError **error)
{
  const char *end = NULL;
  guint line = 1;

  if (n_bytes > EXM_MAX_TASK_FILE_BYTES)
    {
      exm_said_set_error (error, EXM_TASK_ERROR, EXM_TASK_ERROR_SYNTAX,
                          N_ ("The task file is larger than %u bytes."),
                          EXM_MAX_TASK_FILE_BYTES);
      return FALSE;
    }
  if (g_utf8_validate_len (text, n_bytes, &end))
    return TRUE;
  for (const char *c = text; c < end; c++)
    line += *c == '\n';
  return fail (error, EXM_TASK_ERROR_SYNTAX, line,
               *end == '\0' ? N_ ("a byte of value 0: this is no text")
                            : N_ ("a byte that is not UTF-8"));
}

static int
compare_ranks (gconstpointer a, gconstpointer b)
{
  guint64 first = exm_task_place_rank (*(char *const *) a);
  guint64 second = exm_task_place_rank (*(char *const *) b);

  return (first > second) - (first < second);
}

static void
land (ExmTaskFields *fields)
{
  fields->paused = TRUE;
  for (guint i = 0; i < fields->outputs->len; i++)
    g_array_index (fields->outputs, ExmTaskOutput, i).enabled = FALSE;
}

ExmTask *
exm_task_file_read (
    const char *text, gsize n_bytes, gboolean imported, GPtrArray **notes, GError **error)
{
  g_auto (ExmTaskFields) fields = { 0 };
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *copy = NULL;
  Reader reader = { .fields = &fields, .notes = list };
  gboolean is_good;

  if (!check_bytes (text, n_bytes, error))
    return NULL;
  copy = g_strndup (n_bytes > 0 ? text : "", n_bytes);
  reader.next = g_str_has_prefix (copy, "\xef\xbb\xbf") ? copy + 3 : copy;
  exm_task_fields_init (&fields);
  is_good = read_all (&reader, error);
  reader_clear (&reader);
  if (!is_good)
    return NULL;
  /* Stable: the order that writing gives, so that equal files are equal tasks. */
  g_ptr_array_sort (fields.unknown, compare_ranks);
  if (imported)
    land (&fields);
  if (notes != NULL)
    *notes = g_steal_pointer (&list);
  return exm_task_new (&fields);
}
