/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-saved"

#include "config.h"

#include "saved/exm-saved-searches.h"

#include "base/exm-fail-point.h"
#include "publish/messages/exm-destination.h"
#include "search/exm-search-query.h"
#include "store/db/exm-store-files.h"
#include "store/db/exm-store-folder.h"
#include "store/outputs/exm-store-judge.h"
#include "task/exm-output-format.h"
#include "task/exm-output-rules.h"

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

/* Keeps two processes from changing the file at once. */
#define LOCK_NAME "searches.lock"
#define LOCK_MS 5000u

/* Stands before the query of a search that alerts. */
#define ALERT_MARK "[alert]"

/* The same of one that publishes, before the place. */
#define OUTPUT_MARK "[to "

/* Lines that are told one by one; a file of another kind has thousands. */
#define MAX_TOLD 20u

/* Reading of the file. */
typedef struct
{
  GPtrArray *searches; /* (owned) (element-type ExmSavedSearch) */
  GHashTable *names;   /* (owned) (element-type utf8 utf8): folded */
  GPtrArray *messages; /* (unowned) (element-type utf8) */
  guint n_line;        /* of the line that is read, from 1 */
  guint n_bad;
} Reading;

void
exm_saved_search_free (ExmSavedSearch *search)
{
  g_free (search->name);
  g_free (search->words);
  g_free (search->outputs);
  g_free (search);
}

/* Whether @words begin with a mark of outputs. When one goes out is told behind it. */
static gboolean
has_output_mark (const char *words, const GString *outputs)
{
  return g_str_has_prefix (words, OUTPUT_MARK)
         || (outputs->len > 0
             && (g_str_has_prefix (words, "[run]")
                 || g_str_has_prefix (words, "[daily ")));
}

/* Returns: (transfer none): the query of @words; @alerts (out): whether that mark stood
 * before it; @outputs: (out) (transfer full) (nullable): the marks of outputs */
static char *
skip_marks (char *words, gboolean *alerts, char **outputs)
{
  g_autoptr (GString) marks = g_string_new (NULL);

  *alerts = FALSE;
  for (;;)
    {
      char *end = has_output_mark (words, marks) ? strchr (words, ']') : NULL;
      gboolean is_alert = g_str_has_prefix (words, ALERT_MARK);
      if (end == NULL && !is_alert)
        break;
      if (!is_alert)
        {
          g_string_append (marks, marks->len > 0 ? " " : "");
          g_string_append_len (marks, words, end + 1 - words);
        }
      *alerts = *alerts || is_alert;
      words = g_strchug (is_alert ? words + strlen (ALERT_MARK) : end + 1);
    }
  *outputs = marks->len > 0 ? g_strdup (marks->str) : NULL;
  return words;
}

/* Returns: (transfer full) (nullable): why @output cannot be used */
static char *
blame_output (const ExmTaskOutput *output, const char *place)
{
  const char *problem = NULL;

  if (output == NULL)
    /* translators: what was given as an output */
    return g_strdup_printf (_ ("“%s” is no output"), place);
  if (output->kind == NULL && !g_path_is_absolute (strchr (place, ':') + 1))
    return g_strdup_printf (_ ("the folder of “%s” is no absolute path"), place);
  if (output->kind == NULL && output->when != NULL)
    return g_strdup_printf (_ ("what goes to “%s” is not gathered"), place);
  if (output->kind != NULL && exm_output_rules_check (output, &problem) != NULL)
    return g_strdup_printf ("“%s”: %s", place, _ (problem));
  return NULL;
}

/* Adds the outputs of @marks. Returns: (transfer full) (nullable): why one cannot be
 * used, behind which none is added */
static char *
read_outputs (const char *marks, ExmTaskFields *fields)
{
  const char *at = marks != NULL ? marks : "";

  while (*at == '[')
    {
      const char *end = strchr (at, ']');
      if (end == NULL)
        return g_strdup (_ ("a mark has no “]”"));
      gboolean is_place = g_str_has_prefix (at, OUTPUT_MARK);
      const char *begin = is_place ? at + strlen (OUTPUT_MARK) : at;
      g_autofree char *place = g_strstrip (g_strndup (begin, (gsize) (end - begin)));
      ExmTaskOutput *output = is_place ? exm_destination_add (place, NULL, fields) : NULL;
      for (at = end + 1; *at == ' '; at++)
        ;
      if (output != NULL && *at == '[' && !g_str_has_prefix (at, OUTPUT_MARK)
          && (end = strchr (at, ']')) != NULL)
        {
          g_free (output->when);
          output->when = g_strndup (at + 1, (gsize) (end - at - 1));
          for (at = end + 1; *at == ' '; at++)
            ;
        }
      char *why = blame_output (output, place);
      if (why != NULL)
        return why;
    }
  return *at == '\0' ? NULL : g_strdup_printf (_ ("“%s” is no output"), at);
}

void
exm_saved_search_add_outputs (const ExmSavedSearch *search, ExmTaskFields *fields)
{
  g_free (read_outputs (search->outputs, fields));
}

char *
exm_saved_search_write_outputs (const ExmTaskFields *fields)
{
  GString *marks = g_string_new (NULL);

  for (guint i = 0; i < fields->outputs->len; i++)
    {
      const ExmTaskOutput *output = &g_array_index (fields->outputs, ExmTaskOutput, i);
      gboolean is_message = output->kind != NULL;
      g_string_append_printf (marks, "%s" OUTPUT_MARK "%s:%s]", i > 0 ? " " : "",
                              is_message ? output->kind
                                         : exm_output_format_get_name (output->format),
                              is_message ? output->to : output->folder);
      if (is_message && output->when != NULL && strcmp (output->when, "each") != 0)
        g_string_append_printf (marks, " [%s]", output->when);
    }
  return g_string_free (marks, FALSE);
}

/* Returns: (transfer full) (nullable): why they cannot be marks of outputs */
static char *
blame_outputs (const char *marks)
{
  g_auto (ExmTaskFields) fields = { 0 };

  if (strlen (marks) > EXM_SAVED_SEARCH_MAX_WORDS)
    return g_strdup_printf (_ ("outputs have at most %u bytes"),
                            EXM_SAVED_SEARCH_MAX_WORDS);
  exm_task_fields_init (&fields);
  return read_outputs (marks, &fields);
}

static char *
fold (const char *name)
{
  g_autofree char *normal = g_utf8_normalize (name, -1, G_NORMALIZE_ALL_COMPOSE);

  return g_utf8_casefold (normal, -1);
}

static gboolean
has_control (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_iscntrl (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): why it cannot be a name */
static char *
blame_name (const char *name)
{
  if (*name == '\0')
    return g_strdup (_ ("a saved search needs a name"));
  if (strlen (name) > EXM_SAVED_SEARCH_MAX_NAME)
    return g_strdup_printf (_ ("a name has at most %u bytes"), EXM_SAVED_SEARCH_MAX_NAME);
  if (*name == '#' || strchr (name, '=') != NULL || has_control (name))
    return g_strdup (_ ("a name has no “=”, no “#” at its beginning and no line break"));
  return NULL;
}

/* Returns: (transfer full) (nullable): why it cannot be a query */
static char *
blame_words (const char *words)
{
  if (strlen (words) > EXM_SAVED_SEARCH_MAX_WORDS)
    return g_strdup_printf (_ ("a search has at most %u bytes"),
                            EXM_SAVED_SEARCH_MAX_WORDS);
  g_autoptr (ExmSearchQuery) query = exm_search_query_new (words);
  return exm_search_query_is_empty (query)
             ? g_strdup (_ ("there is nothing to search for"))
             : NULL;
}

static void
tell_line (Reading *reading, const char *why)
{
  if (reading->n_bad++ < MAX_TOLD)
    g_ptr_array_add (
        reading->messages,
        /* translators: a file, the number of a line, why it cannot be read */
        g_strdup_printf (_ ("%s, line %u: %s. The line is kept, and not searched for."),
                         EXM_SAVED_SEARCHES_NAME, reading->n_line, why));
}

/* Returns: (transfer full) (nullable): why the search cannot be taken */
static char *
take_search (Reading *reading, char *name, char *text, gsize start, gsize n_bytes)
{
  char *why = blame_name (g_strstrip (name));
  gboolean alerts;
  g_autofree char *outputs = NULL;
  const char *words = skip_marks (g_strstrip (text), &alerts, &outputs);

  if (why == NULL)
    why = blame_words (words);
  if (why == NULL && outputs != NULL)
    why = blame_outputs (outputs);
  if (why != NULL)
    return why;
  g_autofree char *folded = fold (name);
  if (g_hash_table_contains (reading->names, folded))
    return g_strdup_printf (_ ("there is a saved search “%s” above already"), name);
  if (reading->searches->len >= EXM_SAVED_SEARCHES_MAX)
    return g_strdup_printf (_ ("only the first %u searches are read"),
                            EXM_SAVED_SEARCHES_MAX);
  ExmSavedSearch *search = g_new0 (ExmSavedSearch, 1);
  search->name = g_strdup (name);
  search->words = g_strdup (words);
  search->alerts = alerts;
  search->outputs = g_steal_pointer (&outputs);
  search->start = start;
  search->n_bytes = n_bytes;
  g_ptr_array_add (reading->searches, search);
  g_hash_table_add (reading->names, g_steal_pointer (&folded));
  return NULL;
}

static void
read_line (Reading *reading, const char *line, gsize start, gsize n_bytes)
{
  g_autofree char *why = NULL;

  if (!g_utf8_validate_len (line, n_bytes, NULL))
    {
      tell_line (reading, _ ("it is not UTF-8 text"));
      return;
    }
  g_autofree char *text = g_strndup (line, n_bytes);
  g_strstrip (text);
  if (*text == '\0' || *text == '#')
    return;
  char *equals = strchr (text, '=');
  if (equals == NULL)
    why = g_strdup (_ ("it is not written like “name = words”"));
  else
    {
      *equals = '\0';
      why = take_search (reading, text, equals + 1, start, n_bytes);
    }
  if (why != NULL)
    tell_line (reading, why);
}

static void
read_lines (Reading *reading, const GString *text)
{
  /* A byte order mark, of editors on other systems. */
  gsize at = g_str_has_prefix (text->str, "\xef\xbb\xbf") ? 3 : 0;

  while (at < text->len)
    {
      const char *line = text->str + at;
      const char *end = memchr (line, '\n', text->len - at);
      gsize n_bytes = end != NULL ? (gsize) (end - line) + 1 : text->len - at;
      reading->n_line++;
      read_line (reading, line, at, n_bytes);
      at += n_bytes;
    }
  if (reading->n_bad > MAX_TOLD)
    g_ptr_array_add (reading->messages,
                     g_strdup_printf (ngettext ("%s: %u more line cannot be read.",
                                                "%s: %u more lines cannot be read.",
                                                reading->n_bad - MAX_TOLD),
                                      EXM_SAVED_SEARCHES_NAME,
                                      reading->n_bad - MAX_TOLD));
}

/* Returns: (transfer full): its searches; @messages gets what cannot be read */
static GPtrArray *
parse (const GString *text, GPtrArray *messages)
{
  Reading reading = { .searches = g_ptr_array_new_with_free_func (
                          (GDestroyNotify) exm_saved_search_free),
                      .messages = messages };

  reading.names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  read_lines (&reading, text);
  g_hash_table_unref (reading.names);
  return reading.searches;
}

static GString *
read_file (const char *path, GError **error)
{
  g_autofree char *bytes = NULL;
  gsize n_bytes = 0;
  GStatBuf facts;
  g_autoptr (GError) problem = NULL;

  if (g_stat (path, &facts) == 0 && facts.st_size > EXM_SAVED_SEARCHES_MAX_BYTES)
    {
      g_autofree char *display = g_filename_display_name (path);
      g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_TOO_LONG,
                   _ ("%s is longer than %u bytes, and is left as it is"), display,
                   EXM_SAVED_SEARCHES_MAX_BYTES);
      return NULL;
    }
  if (!g_file_get_contents (path, &bytes, &n_bytes, &problem)
      && !g_error_matches (problem, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    {
      g_propagate_error (error, g_steal_pointer (&problem));
      return NULL;
    }
  return g_string_new_len (bytes, (gssize) n_bytes);
}

GPtrArray *
exm_saved_searches_load (const char *folder, GPtrArray *messages, GError **error)
{
  g_autofree char *path = g_build_filename (folder, EXM_SAVED_SEARCHES_NAME, NULL);
  GString *text = read_file (path, error);

  if (text == NULL)
    return NULL;
  GPtrArray *searches = parse (text, messages);
  g_string_free (text, TRUE);
  return searches;
}

const ExmSavedSearch *
exm_saved_searches_find (GPtrArray *searches, const char *name)
{
  g_autofree char *wanted = g_utf8_validate (name, -1, NULL) ? fold (name) : NULL;

  for (guint i = 0; wanted != NULL && i < searches->len; i++)
    {
      const ExmSavedSearch *search = g_ptr_array_index (searches, i);
      g_autofree char *folded = fold (search->name);
      if (strcmp (folded, wanted) == 0)
        return search;
    }
  return NULL;
}

gboolean
exm_saved_searches_check_name (GPtrArray *searches, const char *name, GError **error)
{
  g_autofree char *short_name = g_strstrip (g_strdup (name));
  const ExmSavedSearch *taken = exm_saved_searches_find (searches, short_name);
  g_autofree char *why
      = taken != NULL
            ? g_strdup_printf (_ ("There is a saved search “%s” already"), taken->name)
            : blame_name (short_name);

  if (why != NULL)
    g_set_error_literal (
        error, EXM_STORE_ERROR,
        taken != NULL ? EXM_STORE_ERROR_CONSTRAINT : EXM_STORE_ERROR_FAILED, why);
  return why == NULL;
}

/* Changes of the file. */

/* One change: a search is added, renamed, removed, or its alerts are set. */
typedef struct
{
  const char *name;     /* (unowned) (nullable): %NULL adds */
  const char *new_name; /* (unowned) (nullable): %NULL leaves it */
  const char *words;    /* (unowned) (nullable): of one that is added */
  gboolean alerts;      /* as it is to be, of one that is added or with @sets_alerts */
  gboolean sets_alerts;
  const char *outputs; /* (unowned) (nullable): %NULL leaves them */
  gboolean removes;
  guint position;      /* of one that is added; of one that was there */
  ExmSavedSearch *old; /* (owned) (nullable): as it was */
} Change;

/* Returns: whether the file can take the change; notes the search that it is of */
static gboolean
find_old (Change *change, GPtrArray *searches, GError **error)
{
  const ExmSavedSearch *old
      = change->name != NULL ? exm_saved_searches_find (searches, change->name) : NULL;
  const ExmSavedSearch *taken = change->new_name != NULL
                                    ? exm_saved_searches_find (searches, change->new_name)
                                    : NULL;

  if (change->name != NULL && old == NULL)
    g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_NOT_FOUND,
                 _ ("There is no saved search “%s”"), change->name);
  else if (taken != NULL && taken != old)
    g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT,
                 _ ("There is a saved search “%s” already"), taken->name);
  else if (searches->len >= EXM_SAVED_SEARCHES_MAX && old == NULL)
    g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_CONSTRAINT,
                 _ ("There are %u saved searches: remove one first"), searches->len);
  else
    {
      guint position = 0;
      if (old != NULL && g_ptr_array_find (searches, old, &position))
        change->old = g_ptr_array_steal_index (searches, position);
      change->position = old != NULL ? position : change->position;
      return TRUE;
    }
  return FALSE;
}

/* Adds a line, or changes one. */
static gboolean
apply (Change *change, GString *text, GError **error)
{
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) searches = parse (text, messages);
  gsize at = text->len;

  if (!find_old (change, searches, error))
    return FALSE;
  const ExmSavedSearch *old = change->old;
  if (old != NULL)
    g_string_erase (text, (gssize) (at = old->start), (gssize) old->n_bytes);
  else if (change->position < searches->len)
    at = ((const ExmSavedSearch *) searches->pdata[change->position])->start;
  else if (at > 0 && text->str[at - 1] != '\n')
    g_string_insert_c (text, (gssize) at++, '\n');
  if (change->removes)
    return TRUE;
  gboolean alerts = old != NULL && !change->sets_alerts ? old->alerts : change->alerts;
  const char *outputs
      = change->outputs == NULL && old != NULL ? old->outputs : change->outputs;
  gboolean publishes = outputs != NULL && *outputs != '\0';
  g_autofree char *line = g_strdup_printf (
      "%s = %s%s%s%s\n", change->new_name != NULL ? change->new_name : old->name,
      alerts ? ALERT_MARK " " : "", publishes ? outputs : "", publishes ? " " : "",
      old != NULL ? old->words : change->words);
  g_string_insert (text, (gssize) at, line);
  return TRUE;
}

static gboolean
write_file (const char *path, const GString *text, GError **error)
{
  return g_file_set_contents_full (
      path, text->str, (gssize) text->len,
      G_FILE_SET_CONTENTS_CONSISTENT | G_FILE_SET_CONTENTS_DURABLE, 0600, error);
}

/* Both in turn, so that the worker takes the store along wherever it stops: see
 * exm_store_note_renaming(). */
static gboolean
write_renamed (ExmStore *store,
               const char *path,
               const GString *text,
               const Change *change,
               GError **error)
{
  const char *name = change->old->name;

  if (!exm_store_note_renaming (store, name, change->new_name, error))
    return FALSE;
  exm_fail_point ("searches.rename.noted");
  g_autoptr (GError) problem = NULL;
  if (!write_file (path, text, error))
    {
      if (!exm_store_note_renaming (store, name, NULL, &problem))
        g_message ("%s", problem->message);
      return FALSE;
    }
  exm_fail_point ("searches.rename.written");
  /* It has its name: a worker ends what is noted. */
  if (!exm_store_rename_search (store, name, change->new_name, &problem))
    g_message ("%s", problem->message);
  return TRUE;
}

/* A renaming takes along whatever the store has under the name. */
static gboolean
write_change (const char *folder,
              const char *path,
              const GString *text,
              const Change *change,
              GError **error)
{
  ExmStoreFiles there;

  exm_store_files_find (folder, &there);
  if (change->old == NULL || change->new_name == NULL || !there.has_main)
    return write_file (path, text, error);
  g_autoptr (ExmStore) store = exm_store_open (folder, NULL, NULL, error);
  return store != NULL && write_renamed (store, path, text, change, error);
}

static gboolean
change_file (const char *folder, Change *change, GError **error)
{
  g_autofree char *path = g_build_filename (folder, EXM_SAVED_SEARCHES_NAME, NULL);
  g_autofree char *lock_path = g_build_filename (folder, LOCK_NAME, NULL);

  if (!exm_store_folder_make (folder, error))
    return FALSE;
  int lock = exm_store_folder_lock (lock_path, path, LOCK_MS, NULL, error);
  if (lock < 0)
    return FALSE;
  GString *text = read_file (path, error);
  gboolean done = text != NULL && apply (change, text, error)
                  && write_change (folder, path, text, change, error);
  if (text != NULL)
    g_string_free (text, TRUE);
  close (lock);
  return done;
}

static gboolean
check (const char *part, char *(*blame) (const char *part), GError **error)
{
  g_autofree char *why = g_utf8_validate (part, -1, NULL)
                             ? blame (part)
                             : g_strdup (_ ("it is not UTF-8 text"));

  if (why != NULL)
    g_set_error (error, EXM_STORE_ERROR, EXM_STORE_ERROR_FAILED,
                 /* translators: why not */
                 _ ("The search cannot be saved: %s"), why);
  return why == NULL;
}

gboolean
exm_saved_searches_add (const char *folder,
                        const ExmSavedSearch *search,
                        guint position,
                        GError **error)
{
  g_autofree char *name = g_strstrip (g_strdup (search->name));
  g_autofree char *line
      = g_strstrip (g_strdelimit (g_strdup (search->words), "\r\n", ' '));
  gboolean marked;
  g_autofree char *own = NULL;
  const char *words = skip_marks (line, &marked, &own);
  const char *outputs = search->outputs != NULL ? search->outputs : own;
  Change change = { .new_name = name,
                    .words = words,
                    .alerts = search->alerts || marked,
                    .outputs = outputs != NULL ? outputs : "",
                    .position = position };

  return check (name, blame_name, error) && check (words, blame_words, error)
         && check (change.outputs, blame_outputs, error)
         && change_file (folder, &change, error);
}

gboolean
exm_saved_searches_rename (const char *folder,
                           const char *name,
                           const char *new_name,
                           GError **error)
{
  g_autofree char *short_name = g_strstrip (g_strdup (new_name));
  Change change = { .name = name, .new_name = short_name };

  if (!check (short_name, blame_name, error))
    return FALSE;
  gboolean done = change_file (folder, &change, error);
  g_clear_pointer (&change.old, exm_saved_search_free);
  return done;
}

gboolean
exm_saved_searches_set_alerts (const char *folder,
                               const char *name,
                               gboolean alerts,
                               GError **error)
{
  Change change = { .name = name, .alerts = alerts, .sets_alerts = TRUE };
  gboolean done = change_file (folder, &change, error);

  g_clear_pointer (&change.old, exm_saved_search_free);
  return done;
}

gboolean
exm_saved_searches_set_outputs (const char *folder,
                                const char *name,
                                const char *outputs,
                                GError **error)
{
  Change change = { .name = name, .outputs = outputs };
  gboolean done
      = check (outputs, blame_outputs, error) && change_file (folder, &change, error);

  g_clear_pointer (&change.old, exm_saved_search_free);
  return done;
}

ExmSavedSearch *
exm_saved_searches_remove (const char *folder,
                           const char *name,
                           guint *position,
                           GError **error)
{
  Change change = { .name = name, .removes = TRUE };
  gboolean done = change_file (folder, &change, error);

  if (done && position != NULL)
    *position = change.position;
  if (!done)
    g_clear_pointer (&change.old, exm_saved_search_free);
  return change.old;
}
