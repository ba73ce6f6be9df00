/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-article.h"

#include "demo/exm-sample-error.h"

#include <glib/gi18n-lib.h>
#include <string.h>

G_DEFINE_QUARK (exm - sample - error - quark, exm_sample_error)

typedef struct
{
  const char *file_name;     /* (unowned) */
  const char *zone;          /* (unowned) */
  ExmSampleArticle *article; /* (unowned) */
  GString *paragraph;        /* (owned): lines of the block that is being read */
  ExmSampleBlockKind kind;   /* of that block */
  guint line;
  gboolean in_header;
  gboolean in_comments;
} Reader;

static void
block_free (gpointer data)
{
  ExmSampleBlock *block = data;
  g_free (block->text);
  g_free (block->image);
  g_free (block);
}

static void
comment_free (gpointer data)
{
  ExmSampleComment *comment = data;
  g_free (comment->author);
  g_free (comment->date);
  g_strfreev (comment->paragraphs);
  g_free (comment);
}

void
exm_sample_article_free (ExmSampleArticle *article)
{
  g_free (article->number);
  g_free (article->path);
  g_free (article->slug);
  g_free (article->title);
  g_free (article->author);
  g_free (article->editor);
  g_free (article->source);
  g_free (article->category);
  g_free (article->summary);
  g_free (article->image);
  g_strfreev (article->tags);
  g_clear_pointer (&article->date, g_date_time_unref);
  g_ptr_array_unref (article->blocks);
  g_ptr_array_unref (article->comments);
  g_free (article);
}

static ExmSampleArticle *
article_new (const char *file_name)
{
  ExmSampleArticle *article = g_new0 (ExmSampleArticle, 1);
  g_autofree char *name = g_path_get_basename (file_name);
  article->number = g_strndup (name, strcspn (name, "."));
  article->blocks = g_ptr_array_new_with_free_func (block_free);
  article->comments = g_ptr_array_new_with_free_func (comment_free);
  return article;
}

static gboolean
fail (Reader *self, GError **error, const char *what)
{
  /* translators: a file name, a line number and what is wrong there */
  g_set_error (error, EXM_SAMPLE_ERROR, EXM_SAMPLE_ERROR_SOURCE, _ ("%s, line %u: %s"),
               self->file_name, self->line, what);
  return FALSE;
}

static gboolean
read_date (Reader *self, const char *value, GError **error)
{
  g_autofree char *iso = g_strdup_printf ("%s:00%s", value, self->zone);
  g_clear_pointer (&self->article->date, g_date_time_unref);
  self->article->date = g_date_time_new_from_iso8601 (iso, NULL);
  return self->article->date != NULL
         || fail (self, error, _ ("the date is not YYYY-MM-DD HH:MM"));
}

static gboolean
read_tags (Reader *self, const char *value)
{
  g_strfreev (self->article->tags);
  self->article->tags = g_strsplit (value, ",", -1);
  for (char **tag = self->article->tags; *tag != NULL; tag++)
    g_strstrip (*tag);
  return TRUE;
}

static gboolean
read_field (Reader *self, const char *line, GError **error)
{
  ExmSampleArticle *a = self->article;
  const struct
  {
    const char *name;
    char **field;
  } fields[] = {
    { "title", &a->title },       { "author", &a->author },   { "editor", &a->editor },
    { "source", &a->source },     { "slug", &a->slug },       { "image", &a->image },
    { "category", &a->category }, { "summary", &a->summary },
  };
  const char *colon = strstr (line, ": ");
  if (colon == NULL)
    return fail (self, error, _ ("expected “name: value”"));
  g_autofree char *name = g_strndup (line, (gsize) (colon - line));
  const char *value = colon + 2;
  if (strcmp (name, "date") == 0)
    return read_date (self, value, error);
  if (strcmp (name, "tags") == 0)
    return read_tags (self, value);
  for (guint i = 0; i < G_N_ELEMENTS (fields); i++)
    if (strcmp (name, fields[i].name) == 0)
      {
        g_free (*fields[i].field);
        *fields[i].field = g_strdup (value);
        return TRUE;
      }
  return fail (self, error, _ ("unknown field"));
}

static void
add_block (Reader *self, ExmSampleBlockKind kind, char *text, char *image)
{
  ExmSampleBlock *block = g_new0 (ExmSampleBlock, 1);
  block->kind = kind;
  block->text = text;
  block->image = image;
  g_ptr_array_add (self->article->blocks, block);
}

static void
end_block (Reader *self)
{
  if (self->paragraph->len > 0)
    add_block (self, self->kind, g_strdup (self->paragraph->str), NULL);
  g_string_truncate (self->paragraph, 0);
  self->kind = EXM_SAMPLE_BLOCK_PARAGRAPH;
}

static gboolean
read_figure (Reader *self, const char *line, GError **error)
{
  const char *middle = strstr (line, "](");
  if (middle == NULL || !g_str_has_suffix (line, ")"))
    return fail (self, error, _ ("expected “![caption](image)”"));
  end_block (self);
  add_block (self, EXM_SAMPLE_BLOCK_FIGURE,
             g_strndup (line + 2, (gsize) (middle - line - 2)),
             g_strndup (middle + 2, strlen (middle + 2) - 1));
  return TRUE;
}

static gboolean
read_body_line (Reader *self, const char *line, GError **error)
{
  static const struct
  {
    const char *mark;
    ExmSampleBlockKind kind;
  } marks[] = {
    { "## ", EXM_SAMPLE_BLOCK_HEADING },
    { "> ", EXM_SAMPLE_BLOCK_QUOTE },
    { "- ", EXM_SAMPLE_BLOCK_ITEM },
  };
  if (g_str_has_prefix (line, "!["))
    return read_figure (self, line, error);
  if (*line == '\0')
    end_block (self);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    if (g_str_has_prefix (line, marks[i].mark))
      {
        end_block (self);
        self->kind = marks[i].kind;
        line += strlen (marks[i].mark);
        break;
      }
  if (self->paragraph->len > 0)
    g_string_append_c (self->paragraph, ' ');
  g_string_append (self->paragraph, line);
  return TRUE;
}

static gboolean
read_comment_line (Reader *self, const char *line, GError **error)
{
  GPtrArray *comments = self->article->comments;
  if (*line == '\0')
    return TRUE;
  if (g_str_has_prefix (line, "@ "))
    {
      g_auto (GStrv) parts = g_strsplit (line + 2, " | ", 2);
      if (g_strv_length (parts) != 2)
        return fail (self, error, _ ("expected “@ name | date”"));
      ExmSampleComment *comment = g_new0 (ExmSampleComment, 1);
      comment->author = g_strdup (parts[0]);
      comment->date = g_strdup (parts[1]);
      comment->paragraphs = g_new0 (char *, 1);
      g_ptr_array_add (comments, comment);
      return TRUE;
    }
  if (comments->len == 0)
    return fail (self, error, _ ("a comment begins with “@ name | date”"));
  ExmSampleComment *comment = g_ptr_array_index (comments, comments->len - 1);
  guint n = g_strv_length (comment->paragraphs);
  comment->paragraphs = g_renew (char *, comment->paragraphs, n + 2);
  comment->paragraphs[n] = g_strdup (line);
  comment->paragraphs[n + 1] = NULL;
  return TRUE;
}

static gboolean
read_line (Reader *self, const char *line, GError **error)
{
  if (self->in_header && *line != '\0')
    return read_field (self, line, error);
  self->in_header = FALSE;
  if (strcmp (line, "=== comments") == 0)
    {
      end_block (self);
      self->in_comments = TRUE;
      return TRUE;
    }
  return self->in_comments ? read_comment_line (self, line, error)
                           : read_body_line (self, line, error);
}

static gboolean
complete (Reader *self, GError **error)
{
  ExmSampleArticle *a = self->article;
  char **optional[] = { &a->slug,   &a->author,   &a->editor, &a->image,
                        &a->source, &a->category, &a->summary };
  for (guint i = 0; i < G_N_ELEMENTS (optional); i++)
    if (*optional[i] == NULL)
      *optional[i] = g_strdup ("");
  if (a->tags == NULL)
    a->tags = g_new0 (char *, 1);
  if (a->title == NULL || a->date == NULL || a->blocks->len == 0)
    return fail (self, error, _ ("an article needs a title, a date and a body"));
  return TRUE;
}

ExmSampleArticle *
exm_sample_article_load (const char *file_name, const char *zone, GError **error)
{
  g_autofree char *text = NULL;
  gsize length = 0;
  if (!g_file_get_contents (file_name, &text, &length, error))
    return NULL;
  g_autoptr (ExmSampleArticle) article = article_new (file_name);
  g_autoptr (GString) paragraph = g_string_new (NULL);
  Reader reader = {
    .file_name = file_name,
    .zone = zone,
    .article = article,
    .paragraph = paragraph,
    .line = 1,
    .in_header = TRUE,
  };
  if (!g_utf8_validate (text, (gssize) length, NULL))
    {
      fail (&reader, error, _ ("not UTF-8"));
      return NULL;
    }
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  for (char **line = lines; *line != NULL; line++, reader.line++)
    if (!read_line (&reader, g_strchomp (*line), error))
      return NULL;
  end_block (&reader);
  if (!complete (&reader, error))
    return NULL;
  return g_steal_pointer (&article);
}

static void
append_escaped (GString *out, const char *text, gsize length, gboolean html)
{
  if (!html)
    {
      g_string_append_len (out, text, (gssize) length);
      return;
    }
  g_autofree char *escaped = g_markup_escape_text (text, (gssize) length);
  g_string_append (out, escaped);
}

/* Appends the link that begins at @at, if one does; returns where the text goes on. */
static const char *
append_link (GString *out, const char *at, gboolean html)
{
  const char *middle = strstr (at, "](");
  const char *end = middle != NULL ? strchr (middle, ')') : NULL;
  if (end == NULL)
    return NULL;
  if (html)
    {
      g_string_append (out, "<a href=\"");
      append_escaped (out, middle + 2, (gsize) (end - middle - 2), TRUE);
      g_string_append (out, "\">");
    }
  append_escaped (out, at + 1, (gsize) (middle - at - 1), html);
  if (html)
    g_string_append (out, "</a>");
  return end + 1;
}

static const char *
append_emphasis (GString *out, const char *at, gboolean html)
{
  const char *end = strchr (at + 1, '*');
  if (end == NULL)
    return NULL;
  if (html)
    g_string_append (out, "<em>");
  append_escaped (out, at + 1, (gsize) (end - at - 1), html);
  if (html)
    g_string_append (out, "</em>");
  return end + 1;
}

static char *
convert_inline (const char *marked, gboolean html)
{
  GString *out = g_string_new (NULL);
  const char *at = marked;
  while (*at != '\0')
    {
      gsize plain = strcspn (at, "*[");
      append_escaped (out, at, plain, html);
      at += plain;
      const char *next = NULL;
      if (*at == '[')
        next = append_link (out, at, html);
      else if (*at == '*')
        next = append_emphasis (out, at, html);
      if (next == NULL && *at != '\0')
        {
          g_string_append_c (out, *at);
          next = at + 1;
        }
      if (next != NULL)
        at = next;
    }
  return g_string_free (out, FALSE);
}

char *
exm_sample_inline_to_text (const char *marked)
{
  return convert_inline (marked, FALSE);
}

char *
exm_sample_inline_to_html (const char *marked)
{
  return convert_inline (marked, TRUE);
}

char *
exm_sample_article_dup_body (const ExmSampleArticle *article)
{
  GString *body = g_string_new (NULL);
  for (guint i = 0; i < article->blocks->len; i++)
    {
      const ExmSampleBlock *block = g_ptr_array_index (article->blocks, i);
      if (block->kind == EXM_SAMPLE_BLOCK_FIGURE)
        continue;
      g_autofree char *text = exm_sample_inline_to_text (block->text);
      if (body->len > 0)
        g_string_append_c (body, '\n');
      g_string_append (body, text);
    }
  return g_string_free (body, FALSE);
}
