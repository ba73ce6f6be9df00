/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "resources/exm-page-sheets.h"

#include "fetch/exm-url.h"
#include "html/exm-html-tokenizer.h"
#include "resources/exm-resource-url.h"
#include "resources/exm-style-rewrite.h"
#include "store/exm-resource-holders.h"

#include <string.h>

/* Pictures that a page or a sheet may add: sheets name every icon of their site. */
#define MAX_PICTURES 20u

/* Reading of one page or sheet. */
typedef struct
{
  const char *via;     /* (unowned) (nullable) */
  char *base;          /* (owned) */
  GPtrArray *list;     /* (unowned) */
  GHashTable *seen;    /* (owned) (element-type utf8): unowned */
  GPtrArray *pictures; /* (owned) (element-type utf8): that come last */
  guint max;
  gboolean cut;
} Reader;

static void
reader_init (Reader *self, const char *base, const char *via, GPtrArray *list, guint max)
{
  *self = (Reader){ .via = via, .base = g_strdup (base), .list = list, .max = max };
  self->seen = g_hash_table_new (g_str_hash, g_str_equal);
  self->pictures = g_ptr_array_new_with_free_func (g_free);
}

static void
reader_clear (Reader *self)
{
  g_free (self->base);
  g_hash_table_unref (self->seen);
  g_ptr_array_unref (self->pictures);
}

static void
add (Reader *self, const char *kind, const char *url)
{
  if (g_hash_table_contains (self->seen, url))
    return;
  self->cut |= self->list->len >= self->max;
  if (self->list->len >= self->max)
    return;
  ExmHeldResource *held = exm_held_resource_new (url, kind, url);
  held->via = g_strdup (self->via);
  g_hash_table_add (self->seen, held->url);
  g_ptr_array_add (self->list, held);
}

/* Lists what a sheet asks for: its addresses are exchanged for ours, which say how each
 * is used. */
static void
read_sheet (Reader *self, const char *css, gsize n_bytes)
{
  static const char *const kinds[EXM_N_RESOURCE_KINDS] = { "style", "font", NULL };
  /* Pictures are noted for later. */
  g_autoptr (GString) sheet = exm_style_rewrite (css, n_bytes, self->base);

  for (const char *at = sheet->str; (at = strstr (at, EXM_RESOURCE_SCHEME "://"));)
    {
      gsize n = strcspn (at, "\"') \t\r\n;");
      g_autofree char *text = g_strndup (at, n);
      ExmResourceKind kind = EXM_RESOURCE_IMAGE;
      g_autofree char *url = exm_resource_url_parse (text, &kind);
      if (url != NULL && kinds[kind] != NULL)
        add (self, kinds[kind], url);
      else if (url != NULL && self->pictures->len < MAX_PICTURES)
        g_ptr_array_add (self->pictures, g_steal_pointer (&url));
      at += n;
    }
}

/* Lists the pictures of sheets behind all else, as many as there is room for: without
 * them a page is still what it is. Returns: whether all else was listed */
static gboolean
finish (Reader *self)
{
  gboolean all = !self->cut;

  for (guint i = 0; i < self->pictures->len && self->list->len < self->max; i++)
    add (self, "image", g_ptr_array_index (self->pictures, i));
  reader_clear (self);
  return all;
}

static char *
dup_attribute (const ExmHtmlToken *token, ExmHtmlAttributeName name)
{
  const ExmHtmlAttribute *attribute = exm_html_get_attribute (token, name);
  g_autoptr (GString) value = g_string_new (NULL);

  if (attribute == NULL)
    return NULL;
  exm_html_append (value, attribute->value, EXM_HTML_REFERENCES);
  return g_string_free (g_steal_pointer (&value), FALSE);
}

/* Other sheets than the first are for who asks for them. */
static gboolean
is_sheet (const char *rel)
{
  g_autofree char *lower = g_ascii_strdown (rel, -1);
  g_auto (GStrv) words = g_strsplit_set (lower, " \t\r\n\f", -1);

  return g_strv_contains ((const char *const *) words, "stylesheet")
         && !g_strv_contains ((const char *const *) words, "alternate");
}

static void
read_link (Reader *self, const ExmHtmlToken *token)
{
  g_autofree char *rel = dup_attribute (token, EXM_ATTRIBUTE_REL);
  g_autofree char *href = dup_attribute (token, EXM_ATTRIBUTE_HREF);
  g_autofree char *url = rel != NULL && href != NULL && is_sheet (rel)
                             ? exm_url_resolve (self->base, href, NULL)
                             : NULL;

  if (url == NULL)
    return;
  url[strcspn (url, "#")] = '\0';
  add (self, "style", url);
}

static void
read_base (Reader *self, const ExmHtmlToken *token)
{
  g_autofree char *href = dup_attribute (token, EXM_ATTRIBUTE_HREF);
  char *base = href != NULL ? exm_url_resolve (self->base, href, NULL) : NULL;

  if (base == NULL)
    return;
  g_free (self->base);
  self->base = base;
}

static void
read_start (Reader *self, ExmHtmlTokenizer *tokenizer, const ExmHtmlToken *token)
{
  switch ((int) token->tag)
    {
    case EXM_TAG_LINK:
      read_link (self, token);
      break;
    case EXM_TAG_BASE:
      read_base (self, token);
      break;
    case EXM_TAG_STYLE:
      tokenizer->state = EXM_HTML_RAWTEXT;
      break;
    case EXM_TAG_SCRIPT:
      tokenizer->state = EXM_HTML_SCRIPT_DATA;
      break;
    case EXM_TAG_TITLE:
    case EXM_TAG_TEXTAREA:
      tokenizer->state = EXM_HTML_RCDATA;
      break;
    default:
      break;
    }
}

gboolean
exm_page_sheets_list (GBytes *page, const char *url, GPtrArray *list, guint max)
{
  gsize n_bytes = 0;
  const char *text = g_bytes_get_data (page, &n_bytes);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new0 (ExmHtmlTokenizer, 1);
  g_autoptr (GString) style = g_string_new (NULL);
  gboolean in_style = FALSE;
  ExmHtmlToken token;
  Reader self;

  reader_init (&self, url, NULL, list, max);
  exm_html_tokenizer_init (tokenizer, text != NULL ? text : "", n_bytes);
  do
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_TEXT && in_style)
        g_string_append_len (style, token.text.text, (gssize) token.text.n_bytes);
      else if (token.type != EXM_HTML_TEXT && in_style)
        {
          read_sheet (&self, style->str, style->len);
          g_string_truncate (style, 0);
          in_style = FALSE;
        }
      if (token.type == EXM_HTML_START_TAG)
        {
          read_start (&self, tokenizer, &token);
          in_style = token.tag == EXM_TAG_STYLE;
        }
    }
  while (token.type != EXM_HTML_EOF && !self.cut);
  return finish (&self);
}

gboolean
exm_page_sheets_list_imports (
    GBytes *sheet, const char *url, const char *via, GPtrArray *list, guint max)
{
  gsize n_bytes = 0;
  const char *css = g_bytes_get_data (sheet, &n_bytes);
  Reader self;

  reader_init (&self, url, via, list, max);
  read_sheet (&self, css != NULL ? css : "", n_bytes);
  return finish (&self);
}
