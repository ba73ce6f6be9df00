/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-article.h"

#include <cmark.h>
#include <string.h>

/* Suffixes of topics and pictures, as their files are linked to. */
#define TOPIC_SUFFIX ".md"

/* A key or a command, with a little room at both ends: grey goes with light and with
 * dark. */
#define HALF_A_SPACE "<span size=\"50%\">\xc2\xa0</span>"
#define TYPED_OPEN                                                                       \
  "<span face=\"monospace\" background=\"#808080\" bgalpha=\"20%\">" HALF_A_SPACE
#define TYPED_CLOSE HALF_A_SPACE "</span>"

struct _ExmHelpArticle
{
  GObject parent_instance;

  char *name;        /* (owned) */
  GPtrArray *blocks; /* (owned) (element-type ExmHelpBlock) */
  GPtrArray
      *folded;      /* (owned) (element-type utf8): the texts of the blocks, for search */
  GPtrArray *links; /* (owned) (element-type utf8) */
};

G_DEFINE_FINAL_TYPE (ExmHelpArticle, exm_help_article, G_TYPE_OBJECT)

/* A paragraph that is being read. */
typedef struct
{
  ExmHelpArticle *article; /* (unowned) */
  GString *markup;         /* (unowned) */
  GString *text;           /* (unowned) */
  char *picture;           /* (owned) (nullable) */
} Inline;

/* Place of a block in the article. */
typedef struct
{
  guint depth;     /* lists around it */
  guint number;    /* of the item that has not begun yet; 0 without */
  gboolean opened; /* the item has not begun yet */
} Place;

static void
block_free (gpointer data)
{
  ExmHelpBlock *block = data;

  g_free (block->markup);
  g_free (block->text);
  g_free (block->picture);
  g_free (block);
}

/* As people type it: without regard to case, and to the width of Latin letters. */
static char *
fold (const char *text)
{
  g_autofree char *narrow = g_utf8_normalize (text, -1, G_NORMALIZE_ALL);

  return g_utf8_casefold (narrow != NULL ? narrow : "", -1);
}

static void
append_text (Inline *to, const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  g_string_append (to->markup, escaped);
  g_string_append (to->text, text);
}

/* Returns: (transfer full): what a link goes to, "curves" for "curves.md" */
static char *
dup_target (const char *url)
{
  if (g_str_has_suffix (url, TOPIC_SUFFIX) && strchr (url, '/') == NULL)
    return g_strndup (url, strlen (url) - strlen (TOPIC_SUFFIX));
  return g_strdup (url);
}

static void read_inlines (cmark_node *parent, Inline *to);

static void
read_within (cmark_node *node, Inline *to, const char *open, const char *close)
{
  g_string_append (to->markup, open);
  read_inlines (node, to);
  g_string_append (to->markup, close);
}

static void
read_link (cmark_node *node, Inline *to)
{
  char *target = dup_target (cmark_node_get_url (node));
  g_autofree char *open = g_markup_printf_escaped ("<a href=\"%s\">", target);

  read_within (node, to, open, "</a>");
  if (strchr (target, ':') == NULL)
    g_ptr_array_add (to->article->links, target);
  else
    g_free (target);
}

static void
read_image (cmark_node *node, Inline *to)
{
  g_free (to->picture);
  to->picture = g_path_get_basename (cmark_node_get_url (node));
  read_inlines (node, to);
}

static void
read_inline (cmark_node *node, Inline *to)
{
  switch (cmark_node_get_type (node))
    {
    case CMARK_NODE_TEXT:
      append_text (to, cmark_node_get_literal (node));
      break;
    case CMARK_NODE_SOFTBREAK:
      append_text (to, " ");
      break;
    case CMARK_NODE_LINEBREAK:
      append_text (to, "\n");
      break;
    case CMARK_NODE_CODE:
      g_string_append (to->markup, TYPED_OPEN);
      append_text (to, cmark_node_get_literal (node));
      g_string_append (to->markup, TYPED_CLOSE);
      break;
    case CMARK_NODE_EMPH:
      read_within (node, to, "<i>", "</i>");
      break;
    case CMARK_NODE_STRONG:
      read_within (node, to, "<b>", "</b>");
      break;
    case CMARK_NODE_LINK:
      read_link (node, to);
      break;
    case CMARK_NODE_IMAGE:
      read_image (node, to);
      break;
    default:
      break;
    }
}

static void
read_inlines (cmark_node *parent, Inline *to)
{
  for (cmark_node *n = cmark_node_first_child (parent); n != NULL;
       n = cmark_node_next (n))
    read_inline (n, to);
}

static ExmHelpBlock *
add_block (ExmHelpArticle *self, ExmHelpBlockKind kind, guint level)
{
  ExmHelpBlock *block = g_new0 (ExmHelpBlock, 1);

  block->kind = kind;
  block->level = level;
  g_ptr_array_add (self->blocks, block);
  return block;
}

/* A paragraph, a heading; a picture, if that is in it. */
static void
read_leaf (ExmHelpArticle *self, cmark_node *node, Place *place)
{
  g_autoptr (GString) markup = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  Inline to = { self, markup, text, NULL };
  ExmHelpBlock *block;

  read_inlines (node, &to);
  if (cmark_node_get_type (node) == CMARK_NODE_HEADING)
    block = add_block (self, EXM_HELP_BLOCK_HEADING,
                       (guint) cmark_node_get_heading_level (node));
  else if (to.picture != NULL)
    block = add_block (self, EXM_HELP_BLOCK_PICTURE, place->depth);
  else
    block
        = add_block (self, place->opened ? EXM_HELP_BLOCK_ITEM : EXM_HELP_BLOCK_PARAGRAPH,
                     place->depth);
  if (block->kind == EXM_HELP_BLOCK_ITEM)
    block->number = place->number;
  place->opened = FALSE;
  block->picture = to.picture;
  block->markup = g_strdup (markup->str);
  block->text = g_strdup (text->str);
}

static void
read_code (ExmHelpArticle *self, cmark_node *node, const Place *place)
{
  ExmHelpBlock *block = add_block (self, EXM_HELP_BLOCK_CODE, place->depth);

  block->text = g_strchomp (g_strdup (cmark_node_get_literal (node)));
  block->markup = g_markup_escape_text (block->text, -1);
}

static void read_blocks (ExmHelpArticle *self, cmark_node *parent, Place *place);

static void
read_list (ExmHelpArticle *self, cmark_node *list, guint depth)
{
  gboolean ordered = cmark_node_get_list_type (list) == CMARK_ORDERED_LIST;
  guint number = ordered ? (guint) cmark_node_get_list_start (list) : 0;

  for (cmark_node *item = cmark_node_first_child (list); item != NULL;
       item = cmark_node_next (item))
    {
      Place place = { depth + 1, number, TRUE };
      read_blocks (self, item, &place);
      number += ordered ? 1 : 0;
    }
}

static void
read_blocks (ExmHelpArticle *self, cmark_node *parent, Place *place)
{
  for (cmark_node *n = cmark_node_first_child (parent); n != NULL;
       n = cmark_node_next (n))
    switch (cmark_node_get_type (n))
      {
      case CMARK_NODE_PARAGRAPH:
      case CMARK_NODE_HEADING:
        read_leaf (self, n, place);
        break;
      case CMARK_NODE_CODE_BLOCK:
        read_code (self, n, place);
        break;
      case CMARK_NODE_LIST:
        read_list (self, n, place->depth);
        break;
      case CMARK_NODE_BLOCK_QUOTE:
        read_blocks (self, n, place);
        break;
      default:
        break;
      }
}

static void
exm_help_article_finalize (GObject *object)
{
  ExmHelpArticle *self = EXM_HELP_ARTICLE (object);

  g_free (self->name);
  g_ptr_array_unref (self->blocks);
  g_ptr_array_unref (self->folded);
  g_ptr_array_unref (self->links);
  G_OBJECT_CLASS (exm_help_article_parent_class)->finalize (object);
}

static void
exm_help_article_class_init (ExmHelpArticleClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_help_article_finalize;
}

static void
exm_help_article_init (ExmHelpArticle *self)
{
  self->blocks = g_ptr_array_new_with_free_func (block_free);
  self->folded = g_ptr_array_new_with_free_func (g_free);
  self->links = g_ptr_array_new_with_free_func (g_free);
}

ExmHelpArticle *
exm_help_article_new (const char *name, const char *markdown, gsize size)
{
  ExmHelpArticle *self = g_object_new (EXM_TYPE_HELP_ARTICLE, NULL);
  cmark_node *root = cmark_parse_document (markdown, size, CMARK_OPT_DEFAULT);
  Place place = { 0, 0, FALSE };

  self->name = g_strdup (name);
  read_blocks (self, root, &place);
  cmark_node_free (root);
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const ExmHelpBlock *block = g_ptr_array_index (self->blocks, i);
      g_ptr_array_add (self->folded, fold (block->text));
    }
  return self;
}

const char *
exm_help_article_get_name (ExmHelpArticle *self)
{
  return self->name;
}

const char *
exm_help_article_get_title (ExmHelpArticle *self)
{
  for (guint i = 0; i < self->blocks->len; i++)
    {
      const ExmHelpBlock *block = g_ptr_array_index (self->blocks, i);
      if (block->kind == EXM_HELP_BLOCK_HEADING)
        return block->text;
    }
  return self->name;
}

GPtrArray *
exm_help_article_get_blocks (ExmHelpArticle *self)
{
  return self->blocks;
}

GPtrArray *
exm_help_article_get_links (ExmHelpArticle *self)
{
  return self->links;
}

gboolean
exm_help_article_find (ExmHelpArticle *self, const char *query, guint *block)
{
  g_autofree char *folded = fold (query);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n", -1);
  g_autofree guint *n_there = g_new0 (guint, self->folded->len + 1);
  guint best = 0, n_words = 0;

  for (guint w = 0; words[w] != NULL; w++)
    {
      gboolean there = words[w][0] == '\0';
      n_words += there ? 0 : 1;
      for (guint i = 0; words[w][0] != '\0' && i < self->folded->len; i++)
        if (strstr (g_ptr_array_index (self->folded, i), words[w]) != NULL)
          {
            there = TRUE;
            n_there[i]++;
          }
      if (!there)
        return FALSE;
    }
  for (guint i = 1; i < self->folded->len; i++)
    if (n_there[i] > n_there[best])
      best = i;
  if (block != NULL)
    *block = best;
  return n_words > 0;
}

/* Passages */

/* Characters of a passage before the first word that was looked for. */
#define PASSAGE_BEFORE 16

/* A text folded as fold() does it, with the place of each of its bytes in the text. */
typedef struct
{
  GString *text;
  GArray *places; /* (element-type gsize): and one for the end */
} Folded;

static Folded
fold_with_places (const char *text)
{
  Folded folded = { g_string_new (NULL), g_array_new (FALSE, FALSE, sizeof (gsize)) };

  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      g_autofree char *one = g_strndup (at, (gsize) (g_utf8_next_char (at) - at));
      g_autofree char *letters = fold (one);
      gsize place = (gsize) (at - text);
      for (gsize i = 0; letters[i] != '\0'; i++)
        g_array_append_val (folded.places, place);
      g_string_append (folded.text, letters);
    }
  gsize end = strlen (text);
  g_array_append_val (folded.places, end);
  return folded;
}

/* Returns: (transfer full): a byte of @text each, 1 where it is of one of the words */
static guint8 *
find_words (const char *text, const char *const *words)
{
  Folded folded = fold_with_places (text);
  guint8 *is_found = g_malloc0 (strlen (text) + 1);

  for (guint w = 0; words[w] != NULL; w++)
    for (const char *at = folded.text->str;
         words[w][0] != '\0' && (at = strstr (at, words[w])) != NULL;
         at += strlen (words[w]))
      {
        gsize first = (gsize) (at - folded.text->str);
        gsize from = g_array_index (folded.places, gsize, first),
              to = g_array_index (folded.places, gsize, first + strlen (words[w]));
        memset (is_found + from, 1, to - from);
      }
  g_string_free (folded.text, TRUE);
  g_array_unref (folded.places);
  return is_found;
}

/* Returns: where a passage begins whose first word stands at @word: at the beginning, or
 *   where a word begins */
static const char *
find_beginning (const char *text, const char *word)
{
  const char *begin = word;

  for (guint i = 0; i < PASSAGE_BEFORE && begin > text; i++)
    begin = g_utf8_prev_char (begin);
  if (begin == text)
    return text;
  for (const char *at = begin; at < word; at = g_utf8_next_char (at))
    if (g_unichar_isspace (g_utf8_get_char (at)))
      return g_utf8_next_char (at);
  return begin;
}

static char *
make_passage (const char *text, const char *const *words)
{
  g_autofree guint8 *is_found = find_words (text, words);
  const guint8 *found = memchr (is_found, 1, strlen (text) + 1);
  const char *at
      = find_beginning (text, found != NULL ? text + (found - is_found) : text);
  GString *markup = g_string_new (at > text ? "…" : NULL);

  while (*at != '\0')
    {
      const char *from = at;
      guint8 bold = is_found[at - text];
      while (*at != '\0' && is_found[at - text] == bold)
        at++;
      g_autofree char *escaped = g_markup_escape_text (from, at - from);
      g_string_append_printf (markup, bold ? "<b>%s</b>" : "%s", escaped);
    }
  return g_string_free (markup, FALSE);
}

/* Finds the passage below a title: the first block that is none with the most words. */
static const char *
find_passage (ExmHelpArticle *self, const char *const *words)
{
  const char *best = "";
  guint most = 0;

  for (guint i = 0; i < self->blocks->len; i++)
    {
      const ExmHelpBlock *block = g_ptr_array_index (self->blocks, i);
      guint n = 0;
      if (block->kind == EXM_HELP_BLOCK_HEADING && block->level == 1)
        continue;
      for (guint w = 0; words[w] != NULL; w++)
        n += words[w][0] != '\0'
             && strstr (g_ptr_array_index (self->folded, i), words[w]) != NULL;
      if (n > most || *best == '\0')
        best = block->text;
      most = MAX (most, n);
    }
  return best;
}

char *
exm_help_article_dup_passage (ExmHelpArticle *self, const char *query)
{
  g_autofree char *folded = fold (query);
  g_auto (GStrv) words = g_strsplit_set (folded, " \t\n", -1);

  return make_passage (find_passage (self, (const char *const *) words),
                       (const char *const *) words);
}
