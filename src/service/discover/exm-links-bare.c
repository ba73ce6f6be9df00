/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Links without text: an empty link laid over a card, a picture that leads somewhere.
 * They are called as their label says, or as the card's heading. */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-links-private.h"

#include "discover/exm-markup.h"
#include "html/exm-html-tokenizer.h"

#include <string.h>

/* Bytes of a heading that are read. */
#define MAX_HEADING_BYTES 1000u

typedef struct
{
  const ExmPageText *page; /* (unowned) */
  const char *base;        /* (unowned) */
  GPtrArray *links;        /* (unowned) (element-type ExmLink) */
  GHashTable *known;       /* (owned) (element-type utf8 (unowned)) */
  GString *heading;        /* (owned): the last one since a link */
  guint level;             /* of the open heading, 0 for none */
  gboolean open;           /* inside a link */
  gboolean has_text;       /* and it has text */
  gboolean has_image;      /* and it has a picture */
  char *href;              /* (owned) (nullable): of the open link */
  char *label;             /* (owned) (nullable): of the open link */
  guint64 class_path;      /* of the open link */
  gsize start;             /* of the open link, a byte of the source */
  ExmLink *nameless;       /* (owned) (nullable): waits for the heading of its card */
  gboolean nameless_has_image;
} Reader;

static char *
dup_attribute (const ExmHtmlToken *token, const char *name)
{
  const ExmHtmlAttribute *attribute = NULL;
  g_autoptr (GString) value = g_string_new (NULL);

  for (guint i = 0; i < token->n_attributes && attribute == NULL; i++)
    if (exm_html_part_is (token->attributes[i].name, name))
      attribute = &token->attributes[i];
  if (attribute == NULL)
    return NULL;
  exm_html_append (value, attribute->value, EXM_HTML_REFERENCES);
  g_autofree char *valid = g_utf8_make_valid (value->str, (gssize) value->len);
  return exm_markup_collapse (valid, strlen (valid));
}

/* The first line behind a place in the source. */
static guint32
find_line (const ExmPageText *page, gsize start)
{
  guint n = 0;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (lines[middle].source_start < start)
        low = middle + 1;
      else
        high = middle;
    }
  return n > 0 ? MIN (low, n - 1) : EXM_NONE;
}

static void
begin_link (Reader *self, const ExmHtmlToken *token)
{
  g_autofree char *names = dup_attribute (token, "class");

  g_free (self->href);
  g_free (self->label);
  self->href = dup_attribute (token, "href");
  self->label = dup_attribute (token, "aria-label");
  if (self->label == NULL || *self->label == '\0')
    {
      g_free (self->label);
      self->label = dup_attribute (token, "title");
    }
  self->class_path = names != NULL ? g_str_hash (names) : 1;
  self->start = token->start;
  self->open = self->href != NULL;
  self->has_text = self->has_image = FALSE;
}

static void
name_link (Reader *self, const char *name)
{
  if (self->nameless == NULL || *name == '\0')
    return;
  g_free (self->nameless->text);
  self->nameless->text = g_strdup (name);
  self->nameless->heading = TRUE;
  g_hash_table_add (self->known, self->nameless->url);
  g_ptr_array_add (self->links, g_steal_pointer (&self->nameless));
}

/* No heading came: a picture leads there, or there is nothing to click. */
static void
leave_nameless (Reader *self)
{
  if (self->nameless == NULL)
    return;
  if (!self->nameless_has_image)
    {
      g_clear_pointer (&self->nameless, exm_link_free);
      return;
    }
  g_hash_table_add (self->known, self->nameless->url);
  g_ptr_array_add (self->links, g_steal_pointer (&self->nameless));
}

static void
end_link (Reader *self)
{
  gboolean bare = self->open && !self->has_text;
  g_autofree char *url = bare ? exm_link_resolve (self->base, self->href) : NULL;
  g_autofree char *heading = exm_markup_collapse (self->heading->str, self->heading->len);

  self->open = FALSE;
  leave_nameless (self);
  if (!bare)
    {
      g_string_truncate (self->heading, 0);
      return;
    }
  if (url == NULL || g_hash_table_contains (self->known, url)
      || g_strcmp0 (url, exm_page_text_get_url (self->page)) == 0)
    return;
  self->nameless = g_new0 (ExmLink, 1);
  self->nameless->url = g_steal_pointer (&url);
  self->nameless->text = g_strdup ("");
  self->nameless->line = find_line (self->page, self->start);
  self->nameless->class_path = self->nameless->block_path = self->nameless->near_path
      = self->class_path;
  self->nameless->date_usec = EXM_DATE_NONE;
  self->nameless_has_image = self->has_image;
  if (self->label != NULL && *self->label != '\0')
    name_link (self, self->label);
  else
    name_link (self, heading);
  g_string_truncate (self->heading, 0);
}

static void
read_start (Reader *self, ExmHtmlTokenizer *tokenizer, const ExmHtmlToken *token)
{
  switch (token->tag)
    {
    case EXM_TAG_A:
      begin_link (self, token);
      break;
    case EXM_TAG_IMG:
      self->has_image = TRUE;
      if (self->open && (self->label == NULL || *self->label == '\0'))
        {
          g_free (self->label);
          self->label = dup_attribute (token, "alt");
        }
      break;
    case EXM_TAG_SCRIPT:
      tokenizer->state = EXM_HTML_SCRIPT_DATA;
      break;
    case EXM_TAG_STYLE:
    case EXM_TAG_NOSCRIPT:
    case EXM_TAG_IFRAME:
      tokenizer->state = EXM_HTML_RAWTEXT;
      break;
    case EXM_TAG_TITLE:
    case EXM_TAG_TEXTAREA:
      tokenizer->state = EXM_HTML_RCDATA;
      break;
    default:
      self->level = MAX (self->level, exm_tag_get_heading_level (token->tag));
      if (exm_tag_get_heading_level (token->tag) > 0)
        g_string_truncate (self->heading, 0);
      break;
    }
}

static void
read_end (Reader *self, const ExmHtmlToken *token)
{
  if (token->tag == EXM_TAG_A)
    end_link (self);
  else if (exm_tag_get_heading_level (token->tag) > 0 && self->level > 0)
    {
      g_autofree char *name
          = exm_markup_collapse (self->heading->str, self->heading->len);
      self->level = 0;
      name_link (self, name);
    }
}

static void
read_text (Reader *self, ExmHtmlPart text)
{
  gboolean blank = TRUE;

  for (gsize i = 0; i < text.n_bytes && blank; i++)
    blank = g_ascii_isspace (text.text[i]);
  self->has_text |= !blank;
  if (self->level > 0 && self->heading->len < MAX_HEADING_BYTES)
    exm_html_append (self->heading, text, EXM_HTML_RAW);
}

static void
read_source (Reader *self, GBytes *source)
{
  gsize n = 0;
  const char *text = g_bytes_get_data (source, &n);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new0 (ExmHtmlTokenizer, 1);
  ExmHtmlToken token;

  exm_html_tokenizer_init (tokenizer, text, n);
  for (;;)
    {
      exm_html_tokenizer_next (tokenizer, &token);
      if (token.type == EXM_HTML_EOF || self->links->len >= EXM_LINKS_MAX)
        return;
      if (token.type == EXM_HTML_TEXT)
        read_text (self, token.text);
      else if (token.type == EXM_HTML_START_TAG)
        read_start (self, tokenizer, &token);
      else if (token.type == EXM_HTML_END_TAG)
        read_end (self, &token);
    }
}

void
exm_links_add_bare (const ExmPageText *page, const char *base, GPtrArray *links)
{
  GBytes *source = exm_page_text_get_source (page);
  guint n_lines = 0;
  Reader self = { .page = page, .base = base, .links = links };

  exm_page_text_get_lines (page, &n_lines);
  if (source == NULL || n_lines == 0)
    return;
  self.known = g_hash_table_new (g_str_hash, g_str_equal);
  self.heading = g_string_new (NULL);
  for (guint i = 0; i < links->len; i++)
    g_hash_table_add (self.known, ((ExmLink *) g_ptr_array_index (links, i))->url);
  read_source (&self, source);
  leave_nameless (&self);
  g_hash_table_unref (self.known);
  g_string_free (self.heading, TRUE);
  g_free (self.href);
  g_free (self.label);
}
