/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-cli"

#include "config.h"

#include "cli/base/exm-cli-pair.h"

#include "base/exm-limits.h"
#include "fetch/exm-fetch-record.h"
#include "metadata/exm-rights.h"
#include "methods/exm-method-table.h"
#include "setup/exm-probe.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

void
exm_cli_found_clear (ExmCliFound *self)
{
  g_clear_pointer (&self->target, exm_prepared_unref);
  g_clear_pointer (&self->result, exm_result_unref);
  g_clear_pointer (&self->metadata, exm_metadata_unref);
  g_clear_error (&self->error);
  g_clear_pointer (&self->name, g_free);
}

/* The body of an example. */
typedef struct
{
  const char *file; /* (unowned) */
  char *text;       /* (owned) */
} Region;

static void
region_free (gpointer data)
{
  Region *self = data;

  g_free (self->text);
  g_free (self);
}

void
exm_cli_examples_init (ExmCliExamples *self, const char *charset)
{
  self->engine = exm_engine_new ();
  self->pages = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_prepared_unref);
  self->charset = charset;
}

void
exm_cli_examples_clear (ExmCliExamples *self)
{
  g_clear_object (&self->engine);
  g_clear_pointer (&self->pages, g_ptr_array_unref);
}

char *
exm_cli_load_region (const char *path, GError **error)
{
  g_autofree char *text = NULL;
  g_autofree char *name = g_filename_display_name (path);
  gsize n_bytes = 0;

  if (!g_file_get_contents (path, &text, &n_bytes, error))
    return NULL;
  if (!g_utf8_validate_len (text, n_bytes, NULL))
    {
      g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION,
                   _ ("%s: the body’s text must be UTF-8"), name);
      return NULL;
    }
  if (strspn (text, " \t\r\n") == n_bytes)
    {
      g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION,
                   _ ("%s: the file with the body’s text is empty"), name);
      return NULL;
    }
  return g_steal_pointer (&text);
}

/* Adds the page; with the first of @regions that stands on it, which leaves them. */
static gboolean
add_example (ExmCliExamples *self,
             const char *argument,
             GPtrArray *regions,
             GError **error)
{
  g_autoptr (ExmCliPage) page = exm_cli_page_load (argument, error);
  ExmPrepared *prepared = NULL;

  if (page == NULL)
    return FALSE;
  for (guint i = 0; i < regions->len && prepared == NULL; i++)
    {
      const Region *region = g_ptr_array_index (regions, i);
      prepared
          = exm_cli_page_prepare (page, self->engine, self->charset, region->text, NULL);
      if (prepared != NULL)
        g_ptr_array_remove_index (regions, i);
    }
  if (prepared == NULL)
    prepared = exm_cli_page_prepare (page, self->engine, self->charset, NULL, error);
  if (prepared == NULL)
    return FALSE;
  g_ptr_array_add (self->pages, prepared);
  return TRUE;
}

static gboolean
load_regions (char **files, GPtrArray *regions, GError **error)
{
  for (guint i = 0; files != NULL && files[i] != NULL; i++)
    {
      char *text = exm_cli_load_region (files[i], error);
      if (text == NULL)
        return FALSE;
      Region *region = g_new0 (Region, 1);
      region->file = files[i];
      region->text = text;
      g_ptr_array_add (regions, region);
    }
  return TRUE;
}

gboolean
exm_cli_examples_load (ExmCliExamples *self,
                       char **arguments,
                       char **region_files,
                       GError **error)
{
  g_autoptr (GPtrArray) regions = g_ptr_array_new_with_free_func (region_free);

  if (!load_regions (region_files, regions, error))
    return FALSE;
  for (guint i = 0; arguments != NULL && arguments[i] != NULL; i++)
    if (!add_example (self, arguments[i], regions, error))
      return FALSE;
  if (regions->len == 0)
    return TRUE;
  const Region *left = g_ptr_array_index (regions, 0);
  g_autofree char *name = g_filename_display_name (left->file);
  g_set_error (error, EXM_ENGINE_ERROR, EXM_ENGINE_ERROR_REGION,
               _ ("%s: this text is not on any example page"), name);
  return FALSE;
}

static void
add_header (const char *name, const char *value, gpointer data)
{
  ExmCliFound *found = data;

  exm_rights_read_header (found->metadata,
                          exm_page_text_get_url (exm_prepared_get_page (found->target)),
                          name, value);
}

void
exm_cli_examples_apply (const ExmCliExamples *self,
                        const char *argument,
                        const ExmExtractOptions *options,
                        ExmCliFound *found)
{
  found->name = strcmp (argument, "-") == 0 ? g_strdup (_ ("standard input"))
                                            : g_filename_display_name (argument);
  g_autoptr (ExmCliPage) page = exm_cli_page_load (argument, &found->error);
  if (page != NULL && page->url == NULL)
    page->url = g_strdup (self->url);
  if (page != NULL && exm_cli_page_load_further (page, self->further, &found->error))
    found->target
        = exm_cli_page_prepare (page, self->engine, self->charset, NULL, &found->error);
  if (found->target == NULL)
    return;
  found->result = exm_engine_extract (self->engine, found->target,
                                      (ExmPrepared *const *) self->pages->pdata,
                                      self->pages->len, options, NULL, &found->error);
  found->metadata = exm_engine_read_metadata_beside (
      self->engine, found->target, found->result,
      (ExmPrepared *const *) self->pages->pdata, self->pages->len, NULL);
  exm_fetch_record_foreach_header (page->record, add_header, found);
}

ExmExit
exm_cli_found_judge (const ExmCliFound *self)
{
  if (self->result == NULL)
    return exm_cli_exit_from_error (self->error);
  const ExmResultData *data = exm_result_get (self->result);
  if (data->head == EXM_NONE)
    return EXM_EXIT_NOTHING;
  return data->fits ? EXM_EXIT_OK : EXM_EXIT_UNLIKE;
}

const char *
exm_cli_verdict_get_name (guint8 verdict)
{
  static const char *const names[] = {
    [EXM_VERDICT_DROPPED] = "dropped",
    [EXM_VERDICT_TRIMMED] = "trimmed",
    [EXM_VERDICT_KEPT] = "kept",
  };
  return names[verdict];
}

static void
say (const ExmCliFound *self, const char *text)
{
  g_printerr ("%s: %s\n", self->name, text);
}

static void
report_reading (const ExmCliFound *self)
{
  const ExmPageText *page = exm_prepared_get_page (self->target);
  const ExmCharset *charset = exm_page_text_get_charset (page);

  if (charset->n_replaced > 0)
    {
      g_autofree char *text
          = g_strdup_printf (ngettext ("%u byte sequence is no character of %s and was "
                                       "replaced",
                                       "%u byte sequences are no characters of %s and "
                                       "were replaced",
                                       charset->n_replaced),
                             charset->n_replaced, charset->name);
      say (self, text);
    }
  if (charset->n_nul > 0)
    {
      g_autofree char *text
          = g_strdup_printf (ngettext ("%u NUL character was left out",
                                       "%u NUL characters were left out", charset->n_nul),
                             charset->n_nul);
      say (self, text);
    }
  if (charset->declared != NULL)
    {
      /* translators: both are names of encodings, such as gb18030 */
      g_autofree char *text = g_strdup_printf (_ ("read as %s, although declared as %s"),
                                               charset->name, charset->declared);
      say (self, text);
    }
  if (exm_page_text_get_cut (page))
    say (self,
         _ ("the page ends in the middle of a tag or script: it arrived incomplete"));
  if (exm_page_text_get_truncated (page))
    say (self, _ ("the page is beyond a limit; a part was left out"));
}

static void
report_result (const ExmCliFound *self)
{
  const ExmResultData *data = exm_result_get (self->result);
  g_autofree char *text = NULL;
  guint n_kept = 0;

  if (data->head == EXM_NONE)
    {
      say (self, _ ("No article was found"));
      return;
    }
  for (guint i = 0; i < data->n_lines; i++)
    n_kept += data->verdicts[i] == EXM_VERDICT_KEPT;
  /* translators: "Sure (93%), 12 of 80 lines": the confidence, in words and as a
   * percentage, and how much of the page is its body */
  text = g_strdup_printf (
      _ ("%s (%u%%), %u of %u lines"), exm_sureness_describe (data->confidence),
      exm_confidence_get_percent (data->confidence), n_kept, data->n_lines);
  say (self, text);
}

void
exm_cli_found_report (const ExmCliFound *self, gboolean quiet)
{
  /* A page that cannot be read is named by its error already. */
  if (self->error != NULL && self->target == NULL)
    exm_cli_complain ("%s", self->error->message);
  else if (self->error != NULL)
    exm_cli_complain ("%s: %s", self->name, self->error->message);
  if (quiet || self->target == NULL)
    return;
  report_reading (self);
  if (self->result != NULL)
    {
      const ExmResultData *data = exm_result_get (self->result);
      report_result (self);
      if (data->same_article)
        say (self, _ ("An example holds the same article; it was left out"));
      if (!data->fits)
        {
          g_autofree char *text = g_strdup_printf (
              _ ("Does not look like your example (layout %.0f%% alike)"),
              floor (100 * data->template_similarity));
          say (self, text);
        }
    }
  if (exm_cli_found_judge (self) == EXM_EXIT_NOTHING
      && !g_error_matches (self->error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_NOTHING_NEW)
      && exm_probe_is_scripted (exm_prepared_get_page (self->target)))
    say (self, _ ("The page as it is served holds hardly any text: it is probably filled "
                  "in by scripts"));
}

gboolean
exm_cli_check_window (int window)
{
  if (window >= (int) EXM_MIN_WINDOW && window <= (int) EXM_MAX_WINDOW)
    return TRUE;
  exm_cli_refuse (_ ("--window must be from %u to %u"), EXM_MIN_WINDOW, EXM_MAX_WINDOW);
  return FALSE;
}

gboolean
exm_cli_check_method (const char *name, const char *parameters, GError **error)
{
  const ExmMethod *method = exm_method_find (name, error);

  if (method == NULL)
    return FALSE;
  g_autofree double *values = exm_method_parse_parameters (method, parameters, error);
  return values != NULL;
}

ExmMethodModel *
exm_cli_find_model (const GPtrArray *texts, const char *method)
{
  g_autoptr (GError) error = NULL;
  ExmMethodModel *model = exm_method_model_find (texts, method, &error);

  if (error != NULL)
    exm_cli_complain ("%s", error->message);
  return model;
}

gboolean
exm_cli_load_model (const char *path,
                    const char *method,
                    ExmMethodModel **model,
                    GError **error)
{
  if (method == NULL)
    method = EXM_METHOD_DEFAULT;
  if (path == NULL)
    return TRUE;
  if (exm_model_layout_find (method) == NULL)
    {
      g_set_error (error, EXM_EXTRACT_ERROR, EXM_EXTRACT_ERROR_MODEL,
                   _ ("The method “%s” takes no model"), method);
      return FALSE;
    }
  *model = exm_method_model_load (path, method, error);
  return *model != NULL;
}
