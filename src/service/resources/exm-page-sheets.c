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

/* The size of an icon that is looked for, in pixels, and how far from it one counts that
 * does not say its size: behind those of half the size and of half more. */
#define ICON_SIZE 32
#define ICON_UNKNOWN 17

/* Reading of one page or sheet. */
typedef struct
{
  const char *via;     /* (unowned) (nullable) */
  char *base;          /* (owned) */
  GPtrArray *list;     /* (unowned) (nullable): %NULL: the icon is looked for */
  GHashTable *seen;    /* (owned) (element-type utf8): unowned */
  GPtrArray *pictures; /* (owned) (element-type utf8): that come last */
  guint max;
  gboolean cut;
  char *icon;    /* (owned) (nullable): the best one so far */
  int icon_away; /* how far its size is from what is looked for */
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

static gboolean
has_word (const char *text, const char *word)
{
  g_autofree char *lower = g_ascii_strdown (text, -1);
  g_auto (GStrv) words = g_strsplit_set (lower, " \t\r\n\f", -1);

  return g_strv_contains ((const char *const *) words, word);
}

/* Other sheets than the first are for who asks for them. */
static gboolean
is_sheet (const char *rel)
{
  return has_word (rel, "stylesheet") && !has_word (rel, "alternate");
}

/* Returns: how far the nearest of the sizes of an icon is from the one that is looked for
 */
static int
get_distance (const ExmHtmlToken *token)
{
  int least = ICON_UNKNOWN;

  for (guint i = 0; i < token->n_attributes; i++)
    {
      const ExmHtmlAttribute *attribute = &token->attributes[i];
      if (!exm_html_part_is (attribute->name, "sizes"))
        continue;
      g_autofree char *sizes
          = g_strndup (attribute->value.text, attribute->value.n_bytes);
      g_auto (GStrv) words = g_strsplit_set (sizes, " \t\r\n\f", -1);
      least = words[0] != NULL && g_ascii_isdigit (*words[0]) ? G_MAXINT : least;
      for (char **word = words; *word != NULL; word++)
        if (g_ascii_isdigit (**word))
          least = MIN (least, ABS ((int) MIN (g_ascii_strtoull (*word, NULL, 10), 9999)
                                   - ICON_SIZE));
    }
  return least;
}

/* Whether an icon is of a kind that is not shown: drawings are programs, and newer kinds
 * lack a decoder everywhere. */
static gboolean
is_foreign (const ExmHtmlToken *token, const char *url)
{
  static const char *const types[]
      = { "image/svg+xml", "image/webp", "image/avif", NULL };
  g_autofree char *type = dup_attribute (token, EXM_ATTRIBUTE_TYPE);
  gsize n = strcspn (url, "?#");

  return (type != NULL && g_strv_contains (types, type))
         || (n > 4 && g_ascii_strncasecmp (url + n - 4, ".svg", 4) == 0);
}

static void
read_icon (Reader *self, const ExmHtmlToken *token, const char *url)
{
  int away = get_distance (token);

  if (is_foreign (token, url) || (self->icon != NULL && away >= self->icon_away))
    return;
  g_free (self->icon);
  self->icon = g_strdup (url);
  self->icon_away = away;
}

static void
read_link (Reader *self, const ExmHtmlToken *token)
{
  g_autofree char *rel = dup_attribute (token, EXM_ATTRIBUTE_REL);
  g_autofree char *href = dup_attribute (token, EXM_ATTRIBUTE_HREF);
  gboolean wanted = rel != NULL && href != NULL
                    && (self->list != NULL ? is_sheet (rel) : has_word (rel, "icon"));
  g_autofree char *url = wanted ? exm_url_resolve (self->base, href, NULL) : NULL;

  if (url == NULL)
    return;
  url[strcspn (url, "#")] = '\0';
  if (self->list != NULL)
    add (self, "style", url);
  else
    read_icon (self, token, url);
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

char *
exm_page_sheets_find_icon (GBytes *page, const char *url)
{
  gsize n_bytes = 0;
  const char *text = g_bytes_get_data (page, &n_bytes);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new0 (ExmHtmlTokenizer, 1);
  ExmHtmlToken token;
  Reader self;

  reader_init (&self, url, NULL, NULL, 0);
  exm_html_tokenizer_init (tokenizer, text != NULL ? text : "", n_bytes);
  do
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_START_TAG)
        read_start (&self, tokenizer, &token);
    }
  while (token.type != EXM_HTML_EOF
         && (token.type != EXM_HTML_START_TAG || token.tag != EXM_TAG_BODY));
  reader_clear (&self);
  return self.icon;
}
