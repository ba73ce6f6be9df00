/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "url/exm-url-regex.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-said-error.h"
#include "url/exm-url-pattern-error.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/* An expression that an address makes sense with takes some hundred steps. */
#define MAX_STEPS 200000
#define MAX_DEPTH 20000
#define MAX_HEAP_KIB 16384

struct _ExmUrlRegex
{
  pcre2_code *code;             /* (owned) */
  pcre2_match_context *context; /* (owned) */
};

G_DEFINE_AUTOPTR_CLEANUP_FUNC (pcre2_match_data, pcre2_match_data_free)

void
exm_url_regex_free (ExmUrlRegex *self)
{
  pcre2_match_context_free (self->context);
  pcre2_code_free (self->code);
  g_free (self);
}

ExmUrlRegex *
exm_url_regex_new (const char *expression, guint offset, GError **error)
{
  int code = 0;
  PCRE2_SIZE at = 0;

  if (g_str_has_prefix (expression, "(*"))
    {
      exm_said_set_error (
          error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX,
          N_ ("Character %u: a regular expression must not begin with “(*”."),
          offset + 1);
      return NULL;
    }
  pcre2_code *compiled = pcre2_compile ((PCRE2_SPTR) expression, PCRE2_ZERO_TERMINATED,
                                        PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED
                                            | PCRE2_NEVER_BACKSLASH_C,
                                        &code, &at, NULL);
  if (compiled == NULL)
    {
      char message[256] = "";
      pcre2_get_error_message (code, (PCRE2_UCHAR *) message, sizeof message);
      glong before = g_utf8_strlen (expression, at);
      exm_said_set_error (error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_SYNTAX,
                          /* translators: a position, then what PCRE2 says, in English */
                          N_ ("Character %u: not a regular expression: %s."),
                          offset + (guint) before + 1, message);
      return NULL;
    }

  ExmUrlRegex *self = g_new0 (ExmUrlRegex, 1);
  self->code = compiled;
  self->context = pcre2_match_context_create (NULL);
  pcre2_set_match_limit (self->context, MAX_STEPS);
  pcre2_set_depth_limit (self->context, MAX_DEPTH);
  pcre2_set_heap_limit (self->context, MAX_HEAP_KIB);
  return self;
}

static void
add_captures (GPtrArray *captures, pcre2_match_data *data, const char *subject)
{
  guint n_groups = pcre2_get_ovector_count (data);
  const PCRE2_SIZE *ends = pcre2_get_ovector_pointer (data);

  for (guint i = 1; i < n_groups; i++)
    g_ptr_array_add (
        captures, ends[2 * i] == PCRE2_UNSET
                      ? g_strdup ("")
                      : g_strndup (subject + ends[2 * i], ends[2 * i + 1] - ends[2 * i]));
}

gboolean
exm_url_regex_match (const ExmUrlRegex *self,
                     const char *subject,
                     GPtrArray *captures,
                     GError **error)
{
  g_autoptr (pcre2_match_data) data
      = pcre2_match_data_create_from_pattern (self->code, NULL);
  int status = pcre2_match (self->code, (PCRE2_SPTR) subject, strlen (subject), 0, 0,
                            data, self->context);

  if (status == PCRE2_ERROR_NOMATCH)
    return FALSE;
  if (status < 0)
    {
      char message[256] = "";
      pcre2_get_error_message (status, (PCRE2_UCHAR *) message, sizeof message);
      exm_said_set_error (
          error, EXM_URL_PATTERN_ERROR, EXM_URL_PATTERN_ERROR_TOO_COMPLEX,
          /* translators: what PCRE2 says, in English */
          N_ ("The regular expression is too complex for this address: %s."), message);
      return FALSE;
    }
  if (captures != NULL)
    add_captures (captures, data, subject);
  return TRUE;
}
