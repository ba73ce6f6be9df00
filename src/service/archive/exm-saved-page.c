/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-archive"

#include "config.h"

#include "archive/exm-saved-page.h"

#include "base/exm-date.h"
#include "charset/exm-decode.h"
#include "fetch/exm-url.h"
#include "html/exm-html-tokenizer.h"

#include <string.h>

/* Bytes in which the head of a page is looked for. */
#define HEAD_BYTES (256u << 10)

/* Longest comment that may be one of these. */
#define MAX_COMMENT (EXM_MAX_URL_BYTES + 1024u)

/* Finds of one page. */
typedef struct
{
  char *saved;    /* (owned) (nullable): by a comment */
  char *declared; /* (owned) (nullable): by the page, with a path */
  char *host;     /* (owned) (nullable): by the page, without one */
  gint64 time_usec;
} Finds;

/* Returns: (transfer full) (nullable): the address as it is requested */
static char *
normalize (const char *text)
{
  if (g_ascii_strncasecmp (text, "http://", 7) != 0
      && g_ascii_strncasecmp (text, "https://", 8) != 0)
    return NULL;
  return exm_url_normalize_input (text, NULL);
}

static gint64
read_time (const char *text)
{
  gint64 usec = exm_date_parse_time (text, 0, NULL);

  return usec != EXM_DATE_NONE ? usec : 0;
}

/* Returns: (transfer full) (nullable): the text behind @label, up to @end or the end */
static char *
cut (const char *text, const char *label, const char *end)
{
  const char *start = strstr (text, label);

  if (start == NULL)
    return NULL;
  start += strlen (label);
  const char *stop = strstr (start, end);
  return g_strstrip (stop != NULL ? g_strndup (start, (gsize) (stop - start))
                                  : g_strdup (start));
}

/* Reads a comment as the programs write it. */
static void
read_comment (Finds *self, ExmHtmlPart part)
{
  static const struct
  {
    const char *sign; /* of the program */
    const char *url, *url_end;
    const char *time, *time_end;
  } programs[] = {
    { "Page saved with SingleFile", "url:", "\n", "saved date:", "\n" },
    { " using monolith", "Saved from ", " at ", " at ", " using monolith" },
    { " by HTTrack ", "Mirrored from ", " by HTTrack ", "], ", "\n" },
    { "saved from url=(", ")", "\n", NULL, NULL },
  };

  if (self->saved != NULL || part.n_bytes > MAX_COMMENT)
    return;
  g_autofree char *text = g_strndup (part.text, part.n_bytes);
  for (gsize i = 0; i < G_N_ELEMENTS (programs); i++)
    if (strstr (text, programs[i].sign) != NULL)
      {
        g_autofree char *url = cut (text, programs[i].url, programs[i].url_end);
        g_autofree char *time = programs[i].time != NULL
                                    ? cut (text, programs[i].time, programs[i].time_end)
                                    : NULL;
        /* HTTrack leaves the scheme out. */
        gboolean bare = url != NULL && strstr (programs[i].sign, "HTTrack") != NULL
                        && strstr (url, "://") == NULL;
        g_autofree char *whole = bare ? g_strconcat ("https://", url, NULL) : NULL;
        if (url != NULL)
          self->saved = normalize (bare ? whole : url);
        if (self->saved != NULL && time != NULL)
          self->time_usec = read_time (time);
        return;
      }
}

/* Takes an address that the page declares. */
static void
take_declared (Finds *self, const ExmHtmlAttribute *attribute)
{
  g_autoptr (GString) text = g_string_new (NULL);

  if (attribute == NULL || attribute->value.n_bytes > EXM_MAX_URL_BYTES)
    return;
  exm_html_append (text, attribute->value, EXM_HTML_REFERENCES);
  g_autofree char *url = normalize (g_strstrip (text->str));
  const char *path = url != NULL ? strchr (strstr (url, "://") + 3, '/') : NULL;
  char **place = path != NULL && path[1] != '\0' ? &self->declared : &self->host;
  if (url != NULL && *place == NULL)
    *place = g_steal_pointer (&url);
}

static gboolean
says (const ExmHtmlToken *token, ExmHtmlAttributeName name, const char *value)
{
  const ExmHtmlAttribute *attribute = exm_html_get_attribute (token, name);

  return attribute != NULL && exm_html_part_is (attribute->value, value);
}

static void
read_tag (Finds *self, ExmHtmlTokenizer *tokenizer, const ExmHtmlToken *token)
{
  if (token->tag == EXM_TAG_LINK && says (token, EXM_ATTRIBUTE_REL, "canonical"))
    take_declared (self, exm_html_get_attribute (token, EXM_ATTRIBUTE_HREF));
  else if (token->tag == EXM_TAG_META && says (token, EXM_ATTRIBUTE_PROPERTY, "og:url"))
    take_declared (self, exm_html_get_attribute (token, EXM_ATTRIBUTE_CONTENT));
  else if (token->tag == EXM_TAG_SCRIPT)
    tokenizer->state = EXM_HTML_SCRIPT_DATA;
  else if (token->tag == EXM_TAG_STYLE)
    tokenizer->state = EXM_HTML_RAWTEXT;
  else if (token->tag == EXM_TAG_TITLE)
    tokenizer->state = EXM_HTML_RCDATA;
}

char *
exm_saved_page_find_address (GBytes *bytes, const char *charset, gint64 *time_usec)
{
  gsize n_bytes = MIN (g_bytes_get_size (bytes), HEAD_BYTES);
  g_autoptr (GBytes) start = g_bytes_new_from_bytes (bytes, 0, n_bytes);
  ExmCharset used = { 0 };
  g_autoptr (GBytes) decoded = exm_decode (start, NULL, charset, &used, NULL);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new0 (ExmHtmlTokenizer, 1);
  ExmHtmlToken token = { .type = EXM_HTML_EOF };
  Finds self = { 0 };
  gsize n_text = 0;

  const char *text = decoded != NULL ? g_bytes_get_data (decoded, &n_text) : NULL;
  exm_html_tokenizer_init (tokenizer, text != NULL ? text : "", n_text);
  do
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_COMMENT)
        read_comment (&self, token.text);
      else if (token.type == EXM_HTML_START_TAG)
        read_tag (&self, tokenizer, &token);
    }
  while (token.type != EXM_HTML_EOF && self.saved == NULL
         && !(token.type == EXM_HTML_START_TAG && token.tag == EXM_TAG_BODY));
  g_free (used.name);
  g_free (used.declared);
  g_clear_pointer (&used.replaced, g_array_unref);
  *time_usec = self.time_usec;
  if (self.saved == NULL)
    self.saved = g_strdup (self.declared != NULL ? self.declared : self.host);
  g_free (self.declared);
  g_free (self.host);
  return self.saved;
}
