/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* A report is written in two steps. Its name is noted by the id of its delivery first;
 * then the file is written beside, and renamed. However often that is repeated, and
 * whenever it ends, there is one file in the end, and it is whole. */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/report/exm-report.h"

#include "base/exm-fail-point.h"
#include "base/exm-said-error.h"
#include "publish/exm-name-template.h"
#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-format.h"
#include "publish/messages/exm-message.h"
#include "publish/report/exm-word-template.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>

/* Reports whose names are kept: a year of them, and more. */
#define MAX_NAMES 1000u

#define MAX_TEMPLATE_BYTES (32u << 20)

/* A report on its way. */
typedef struct
{
  const ExmMessage *message; /* (unowned) */
  char *folder;              /* (owned) */
  ExmNameTemplate *name;     /* (owned) */
  const ExmFormat *format;   /* (unowned) */
  char *date;                /* (owned): YYYY-MM-DD, of this computer's clock */
} Report;

static void
report_clear (Report *self)
{
  g_free (self->folder);
  g_clear_pointer (&self->name, exm_name_template_free);
  g_free (self->date);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Report, report_clear)

/* Sets an error whose @format has the path as its only value. */
#define REFUSE(error, code, format, path)                                                \
  G_STMT_START                                                                           \
  {                                                                                      \
    g_autofree char *shown_ = g_filename_display_name (path);                            \
    exm_said_set_error (error, EXM_MESSAGE_ERROR, (int) (code), format, shown_);         \
  }                                                                                      \
  G_STMT_END

/* (nullable) */
static const ExmFormat *
find_format (const char *path)
{
  if (g_str_has_suffix (path, ".docx"))
    return &exm_format_docx;
  return g_str_has_suffix (path, ".xlsx") ? &exm_format_xlsx : NULL;
}

/* Whether the name says which day a report is of. */
static gboolean
has_day (const char *name)
{
  return strstr (name, "{date}") != NULL
         || (strstr (name, "{year}") != NULL && strstr (name, "{month}") != NULL
             && strstr (name, "{day}") != NULL);
}

static gboolean
check (const ExmConnection *connection, GError **error)
{
  const char *path = connection->address != NULL ? connection->address : "";
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (ExmNameTemplate) template = NULL;

  if (find_format (path) == NULL)
    {
      REFUSE (error, EXM_MESSAGE_ERROR_CONNECTION,
              N_ ("%s is no file of a report: its name must end with .docx (a "
                  "document) or .xlsx (a list)"),
              path);
      return FALSE;
    }
  if (!has_day (name))
    {
      REFUSE (error, EXM_MESSAGE_ERROR_CONNECTION,
              N_ ("%s must have {date} in its name: a report is a file a day"), path);
      return FALSE;
    }
  template = exm_name_template_new (name, error);
  return template != NULL;
}

static void
report_init (Report *self, const ExmMessage *message, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autoptr (GDateTime) time
      = g_date_time_new_from_unix_local (message->now_usec / G_USEC_PER_SEC);

  *self = (Report){ .message = message,
                    .folder = g_path_get_dirname (path),
                    .name = exm_name_template_new (name, NULL),
                    .format = find_format (path),
                    .date = time != NULL ? g_date_time_format (time, "%Y-%m-%d")
                                         : g_strdup ("0000-00-00") };
}

static char *
make_name (const Report *self)
{
  g_auto (GStrv) parts = g_strsplit (self->date, "-", 3);
  const char *const values[EXM_N_NAME_FIELDS] = {
    [EXM_NAME_TITLE] = self->message->task_name,
    [EXM_NAME_DATE] = self->date,
    [EXM_NAME_YEAR] = parts[0],
    [EXM_NAME_MONTH] = parts[1],
    [EXM_NAME_DAY] = parts[2],
    [EXM_NAME_TASK] = self->message->task_name,
    [EXM_NAME_EXT] = self->format->extension,
    [EXM_NAME_COLLECTED] = self->date,
  };

  return exm_name_template_expand (self->name, values);
}

/* Articles in the order of time, the oldest first. */
static gint
compare_items (gconstpointer a, gconstpointer b)
{
  const ExmFormatItem *one = *(ExmFormatItem *const *) a;
  const ExmFormatItem *other = *(ExmFormatItem *const *) b;
  gint64 time = exm_article_published_usec (one->article);
  gint64 other_time = exm_article_published_usec (other->article);

  return time < other_time ? -1 : time > other_time;
}

static GPtrArray *
make_items (const Report *self)
{
  GPtrArray *items = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < self->message->articles->len; i++)
    {
      ExmFormatItem *item = g_new0 (ExmFormatItem, 1);
      item->article = g_ptr_array_index (self->message->articles, i);
      item->task_name = (char *) self->message->task_name;
      g_ptr_array_add (items, item);
    }
  g_ptr_array_sort (items, compare_items);
  return items;
}

/* The template of the folder, or the usual one; (transfer full) (nullable). */
static GBytes *
load_template (const char *path, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;
  g_autoptr (GError) problem = NULL;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && info.st_size > MAX_TEMPLATE_BYTES)
    {
      REFUSE (error, EXM_MESSAGE_ERROR_NOT_ASKED, N_ ("The template %s is too large"),
              path);
      return NULL;
    }
  if (g_file_get_contents (path, &bytes, &n_bytes, &problem))
    return g_bytes_new_take (g_steal_pointer (&bytes), n_bytes);
  if (g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return exm_word_template_make ();
  g_propagate_error (error, g_steal_pointer (&problem));
  return NULL;
}

/* The bytes of the report; (transfer full) (nullable). */
static GBytes *
make (const Report *self, GError **error)
{
  g_autoptr (GPtrArray) items = make_items (self);
  g_autofree char *path = g_build_filename (self->folder, EXM_REPORT_TEMPLATE, NULL);
  const ExmFormatHead head = { .mark = TRUE,
                               .title = self->message->task_name,
                               .updated_usec = self->message->now_usec };
  const ExmWordReport report = { self->message->task_name, self->date };
  g_autoptr (GError) problem = NULL;

  if (self->format != &exm_format_docx)
    return self->format->book (items, &head, error);
  g_autoptr (GBytes) template = load_template (path, error);
  if (template == NULL)
    return NULL;
  GBytes *bytes = exm_word_template_fill (template, items, &report, &problem);
  if (bytes == NULL)
    {
      g_autofree char *display = g_filename_display_name (path);
      exm_said_set_error (error, EXM_MESSAGE_ERROR, EXM_MESSAGE_ERROR_NOT_ASKED,
                          /* translators: a file, then what is wrong with it */
                          N_ ("The template %s cannot be used: %s"), display,
                          problem->message);
    }
  return bytes;
}

/* The lines of names, without those that are too old; (transfer full). */
static GPtrArray *
read_names (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return names;
  lines = g_strsplit (text, "\n", -1);
  guint n = g_strv_length (lines);
  for (guint i = n > MAX_NAMES ? n - MAX_NAMES : 0; i < n; i++)
    if (strchr (lines[i], '\t') != NULL)
      g_ptr_array_add (names, g_strdup (lines[i]));
  return names;
}

/* Whether a report of another delivery has the name, or something else. */
static gboolean
is_taken (const Report *self, const GPtrArray *names, const char *name)
{
  g_autofree char *path = g_build_filename (self->folder, name, NULL);

  for (guint i = 0; i < names->len; i++)
    if (strcmp (strchr (g_ptr_array_index (names, i), '\t') + 1, name) == 0)
      return TRUE;
  return g_file_test (path, G_FILE_TEST_EXISTS);
}

/* A name like @name with a number; (transfer full). */
static char *
number_name (const Report *self, const char *name, guint number)
{
  gsize n_stem = strlen (name) - strlen (self->format->extension) - 1;

  return g_strdup_printf ("%.*s (%u).%s", (int) n_stem, name, number,
                          self->format->extension);
}

/* The name of the file, which is noted from now on; the same however often it is asked.
 * (transfer full) (nullable) */
static char *
take_name (const Report *self, GError **error)
{
  g_autofree char *path = g_build_filename (self->folder, EXM_REPORT_NAMES, NULL);
  g_autoptr (GPtrArray) names = read_names (path);
  g_autofree char *start = g_strconcat (self->message->id, "\t", NULL);
  g_autofree char *usual = make_name (self);
  g_autofree char *name = g_strdup (usual);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < names->len; i++)
    if (g_str_has_prefix (g_ptr_array_index (names, i), start))
      return g_strdup ((char *) g_ptr_array_index (names, i) + strlen (start));
  for (guint number = 2; is_taken (self, names, name); number++)
    {
      g_free (name);
      name = number_name (self, usual, number);
    }
  g_ptr_array_add (names, g_strconcat (start, name, NULL));
  for (guint i = 0; i < names->len; i++)
    g_string_append_printf (text, "%s\n", (char *) g_ptr_array_index (names, i));
  return g_file_set_contents_full (
             path, text->str, (gssize) text->len,
             G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error)
             ? g_steal_pointer (&name)
             : NULL;
}

static gboolean
write_file (const char *path, GBytes *bytes, GError **error)
{
  gsize n_bytes = 0;
  const char *data = g_bytes_get_data (bytes, &n_bytes);

  return g_file_set_contents_full (
      path, data, (gssize) n_bytes,
      G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0666, error);
}

/* Writes a sample, which is taken back. */
static gboolean
try_folder (const Report *self, GBytes *bytes, ExmSent *sent, GError **error)
{
  g_autofree char *name = make_name (self);
  g_autofree char *hidden = g_strconcat (".test-", self->message->id, NULL);
  g_autofree char *path = g_build_filename (self->folder, hidden, NULL);

  if (!write_file (path, bytes, error))
    return FALSE;
  g_unlink (path);
  /* translators: the name of a file */
  sent->answer = g_strdup_printf (
      _ ("A sample was written and taken back. A report of today would be %s"), name);
  return TRUE;
}

static gboolean
find_folder (const Report *self, GError **error)
{
  if (g_file_test (self->folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  /* A disk that is away leaves its place, where a folder of its own would be made. */
  if (self->message->was_used)
    {
      REFUSE (error, EXM_MESSAGE_ERROR_NOT_ASKED,
              N_ ("The folder %s is no longer there; its disk is not connected, or "
                  "it was removed. Make it again, and the reports go on."),
              self->folder);
      return FALSE;
    }
  if (g_mkdir_with_parents (self->folder, 0777) == 0)
    return TRUE;
  g_autofree char *display = g_filename_display_name (self->folder);
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), "%s: %s", display,
               g_strerror (errno));
  return FALSE;
}

static gboolean
store (const ExmMessageKind *kind,
       const ExmMessage *message,
       const ExmConnection *connection,
       GCancellable *cancellable,
       ExmSent *sent,
       GError **error)
{
  g_auto (Report) self = { 0 };

  report_init (&self, message, connection->address);
  if (!find_folder (&self, error))
    return FALSE;
  g_autoptr (GBytes) bytes = make (&self, error);
  if (bytes == NULL)
    return FALSE;
  if (message->is_test)
    return try_folder (&self, bytes, sent, error);
  exm_fail_point ("report.name.before");
  g_autofree char *name = take_name (&self, error);
  if (name == NULL)
    return FALSE;
  g_autofree char *path = g_build_filename (self.folder, name, NULL);
  exm_fail_point ("report.write.before");
  if (!write_file (path, bytes, error))
    return FALSE;
  exm_fail_point ("report.write.after");
  sent->answer = g_filename_display_name (path);
  return TRUE;
}

gboolean
exm_report_write_template (const char *path, GError **error)
{
  g_autoptr (GBytes) bytes = exm_word_template_make ();

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      REFUSE (error, EXM_MESSAGE_ERROR_CONNECTION,
              N_ ("%s is there already; choose another name"), path);
      return FALSE;
    }
  return write_file (path, bytes, error);
}

const ExmMessageKind exm_message_report = {
  .id = "report",
  .title = N_ ("Daily report"),
  .summary = N_ ("a file a day: a document by a template (.docx) or a list (.xlsx)"),
  .address = "/srv/reports/{date}.docx",
  .guarantee = EXM_GUARANTEE_A_FILE,
  .is_file = TRUE,
  .check = check,
  .store = store,
};
