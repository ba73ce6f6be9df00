/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/reading/exm-article-clip.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-format.h"
#include "resources/exm-held-pictures.h"

#include <string.h>

/* The most bytes of pictures that go along; those behind have their addresses. */
#define MAX_PICTURES_BYTES (32u * 1024u * 1024u)

/* The line of the page that says what it may load. */
#define POLICY "<meta http-equiv="

/* An article on its way to the clipboard. */
typedef struct
{
  ExmArticle *article; /* (owned) */
  char *folder;        /* (owned) (nullable) */
  char *html;          /* (owned) (nullable) */
} Clip;

static void
clip_free (gpointer data)
{
  Clip *clip = data;

  exm_article_unref (clip->article);
  g_free (clip->folder);
  g_free (clip->html);
  g_free (clip);
}

/* Returns: (transfer full): the pictures as addresses that hold them, by their own */
static GHashTable *
read_pictures (const ExmArticle *article, const ExmPictureSource *source)
{
  GHashTable *found = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GPtrArray) pictures = source->list (article, source->data, NULL);
  guint64 n_bytes = 0;

  for (guint i = 0; pictures != NULL && i < pictures->len; i++)
    {
      const ExmArticlePicture *picture = g_ptr_array_index (pictures, i);
      n_bytes += picture->n_bytes;
      g_autoptr (GBytes) bytes = n_bytes <= MAX_PICTURES_BYTES
                                     ? source->load (picture->hash, source->data, NULL)
                                     : NULL;
      if (bytes == NULL)
        continue;
      g_autofree char *coded
          = g_base64_encode (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
      g_hash_table_insert (found, g_strdup (picture->address),
                           g_strconcat ("data:", picture->type, ";base64,", coded, NULL));
    }
  return found;
}

/* Writing programs make a note of the page's policy, which forbids them nothing. */
static void
drop_policy (GString *html)
{
  const char *start = strstr (html->str, POLICY);
  const char *end = start != NULL ? strchr (start, '\n') : NULL;

  if (end != NULL)
    g_string_erase (html, start - html->str, end + 1 - start);
}

char *
exm_article_clip_make_html (const ExmArticle *article, const ExmPictureSource *source)
{
  const ExmFormat *format = exm_format_get (EXM_OUTPUT_HTML);
  g_autoptr (GHashTable) pictures
      = source != NULL ? read_pictures (article, source) : NULL;
  g_autofree char *key = exm_article_key (article);
  GString *html = g_string_new (NULL);

  format->pictured (html, article, key, pictures);
  drop_policy (html);
  return g_string_free (html, FALSE);
}

static void
make_in_thread (GTask *task, gpointer object, gpointer data, GCancellable *cancellable)
{
  Clip *clip = data;
  ExmResourceStore *store
      = clip->folder != NULL ? exm_held_pictures_open (clip->folder) : NULL;

  if (store != NULL)
    {
      const ExmPictureSource source = exm_held_pictures_get_source (store);
      clip->html = exm_article_clip_make_html (clip->article, &source);
      exm_resource_store_close (store);
    }
  else
    clip->html = exm_article_clip_make_html (clip->article, NULL);
  g_task_return_boolean (task, TRUE);
}

static char *
make_text (const ExmArticle *article)
{
  const char *title = exm_article_field (article, EXM_FIELD_TITLE);
  const char *text = exm_article_get (article)->text;
  g_autofree char *both
      = g_strconcat (title != NULL ? title : "", "\n\n", text != NULL ? text : "", NULL);

  return g_utf8_make_valid (both, -1);
}

static void
on_made (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) caller = data;
  const Clip *clip = g_task_get_task_data (G_TASK (result));
  g_autofree char *text = make_text (clip->article);
  g_autoptr (GBytes) html = g_bytes_new (clip->html, strlen (clip->html));
  GdkContentProvider *kinds[] = { gdk_content_provider_new_for_bytes ("text/html", html),
                                  gdk_content_provider_new_typed (G_TYPE_STRING, text) };
  g_autoptr (GdkContentProvider) content
      = gdk_content_provider_new_union (kinds, G_N_ELEMENTS (kinds));

  g_task_return_boolean (
      caller, gdk_clipboard_set_content (gtk_widget_get_clipboard (GTK_WIDGET (object)),
                                         content));
}

void
exm_article_clip_copy_async (GtkWidget *widget,
                             ExmArticle *article,
                             const char *folder,
                             GAsyncReadyCallback callback,
                             gpointer data)
{
  Clip *clip = g_new0 (Clip, 1);
  GTask *caller = g_task_new (widget, NULL, callback, data);

  clip->article = exm_article_ref (article);
  clip->folder = g_strdup (folder);
  g_task_set_source_tag (caller, exm_article_clip_copy_async);
  g_autoptr (GTask) task = g_task_new (widget, NULL, on_made, caller);
  g_task_set_source_tag (task, exm_article_clip_copy_async);
  g_task_set_task_data (task, clip, clip_free);
  g_task_run_in_thread (task, make_in_thread);
}
