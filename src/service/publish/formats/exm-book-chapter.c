/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/formats/exm-book-chapter.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-book-picture.h"
#include "publish/formats/exm-quote.h"

#include <string.h>

static void
chapter_free (gpointer data)
{
  ExmBookChapter *chapter = data;

  g_free (chapter->task);
  g_free (chapter->day);
  g_free (chapter->title);
  g_free (chapter);
}

/* The first of @texts that has something to show, as text of XML. */
static char *
choose_text (const char *const *texts)
{
  g_autoptr (GString) chosen = g_string_new (NULL);

  for (guint i = 0; i < 2 && chosen->len == 0; i++)
    exm_quote_xml_element (chosen, "", texts[i], "");
  if (chosen->len == 0)
    g_string_append (chosen, "—");
  return g_string_free (g_steal_pointer (&chosen), FALSE);
}

static ExmBookChapter *
chapter_new (const ExmFormatItem *item)
{
  ExmBookChapter *chapter = g_new0 (ExmBookChapter, 1);
  const char *const titles[] = { exm_article_field (item->article, EXM_FIELD_TITLE),
                                 exm_article_get (item->article)->url };
  const char *const tasks[] = { item->task_name, NULL };

  chapter->article = item->article;
  chapter->pictures = item->pictures;
  chapter->task = choose_text (tasks);
  chapter->day = exm_article_date (item->article);
  chapter->title = choose_text (titles);
  return chapter;
}

/* The newest day first; in a day by task, and in a task as they came. */
static gint
compare_chapters (gconstpointer a, gconstpointer b)
{
  const ExmBookChapter *one = *(ExmBookChapter *const *) a;
  const ExmBookChapter *other = *(ExmBookChapter *const *) b;
  gint order = strcmp (other->day, one->day);

  return order != 0 ? order : strcmp (one->task, other->task);
}

GPtrArray *
exm_book_make_chapters (const GPtrArray *items)
{
  GPtrArray *chapters = g_ptr_array_new_with_free_func (chapter_free);

  for (guint i = 0; i < items->len; i++)
    g_ptr_array_add (chapters, chapter_new (g_ptr_array_index (items, i)));
  /* A sort by merging: it keeps the order of those that are equal. */
  g_ptr_array_sort (chapters, compare_chapters);
  return chapters;
}

const ExmBookChapter *
exm_book_get_chapter (const GPtrArray *chapters, guint i)
{
  return g_ptr_array_index (chapters, i);
}

GHashTable *
exm_book_gather_pictures (const GPtrArray *chapters)
{
  GHashTable *all = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < chapters->len; i++)
    exm_book_pictures_gather (all, exm_book_get_chapter (chapters, i)->pictures);
  return all;
}

gboolean
exm_book_begins_day (const GPtrArray *chapters, guint i)
{
  return i == 0
         || strcmp (exm_book_get_chapter (chapters, i)->day,
                    exm_book_get_chapter (chapters, i - 1)->day)
                != 0;
}

gboolean
exm_book_begins_task (const GPtrArray *chapters, guint i)
{
  return exm_book_begins_day (chapters, i)
         || strcmp (exm_book_get_chapter (chapters, i)->task,
                    exm_book_get_chapter (chapters, i - 1)->task)
                != 0;
}

gboolean
exm_book_is_right_to_left (const char *language)
{
  static const char *const languages[] = { "ar", "arc", "ckb", "dv", "fa", "he", "ks",
                                           "ps", "sd",  "syr", "ug", "ur", "yi" };
  gsize n = language != NULL ? strcspn (language, "-") : 0;

  for (gsize i = 0; i < G_N_ELEMENTS (languages); i++)
    if (strlen (languages[i]) == n
        && g_ascii_strncasecmp (language, languages[i], n) == 0)
      return TRUE;
  return FALSE;
}

char *
exm_book_make_title (const GPtrArray *chapters, const char *name)
{
  const char *last = exm_book_get_chapter (chapters, 0)->day;
  const char *first = exm_book_get_chapter (chapters, chapters->len - 1)->day;
  g_autoptr (GString) title = g_string_new (NULL);

  exm_quote_xml_element (title, "", name, " ");
  if (strcmp (first, last) != 0)
    g_string_append_printf (title, "%s – ", first);
  g_string_append (title, last);
  return g_string_free (g_steal_pointer (&title), FALSE);
}
