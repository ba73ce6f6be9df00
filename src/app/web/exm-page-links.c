/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/web/exm-page-links.h"

#include "app/web/exm-page-script.h"
#include "fetch/exm-url.h"

#include <string.h>

/* Links that are looked at; the script knows the same limit. */
#define MAX_LINKS 5000

/* Pixels of a page in a view. */
#define MAX_PLACE 100000u

void
exm_page_links_forget (ExmPageLinks *self)
{
  g_clear_pointer (&self->urls, g_ptr_array_unref);
}

void
exm_page_links_set (ExmPageLinks *self, const char *base, GHashTable *states)
{
  g_autofree char *copy = g_strdup (base);

  if (states != NULL)
    g_hash_table_ref (states);
  if (copy == NULL || g_strcmp0 (copy, self->base) != 0)
    exm_page_links_forget (self);
  g_free (self->base);
  self->base = g_steal_pointer (&copy);
  g_clear_pointer (&self->states, g_hash_table_unref);
  self->states = states;
}

void
exm_page_links_take_found (ExmPageLinks *self, const char *found)
{
  g_auto (GStrv) references = g_strsplit (found, "\n", MAX_LINKS + 1);

  exm_page_links_forget (self);
  self->urls = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; references[i] != NULL && i < MAX_LINKS; i++)
    {
      gboolean leads = *references[i] != '\0' && *references[i] != '#';
      char *url = leads ? exm_url_resolve (self->base, references[i], NULL) : NULL;
      if (url != NULL)
        url[strcspn (url, "#")] = '\0';
      g_ptr_array_add (self->urls, url != NULL ? url : g_strdup (""));
    }
}

char *
exm_page_links_dup_digits (const ExmPageLinks *self)
{
  guint n = self->states != NULL && self->urls != NULL ? self->urls->len : 0;
  char *digits = g_malloc (n + 1);

  for (guint i = 0; i < n; i++)
    {
      gpointer state
          = g_hash_table_lookup (self->states, g_ptr_array_index (self->urls, i));
      digits[i] = (char) ('0' + MIN (GPOINTER_TO_UINT (state), EXM_PAGE_LINK_EXAMPLE));
    }
  digits[n] = '\0';
  return digits;
}

static gboolean
parse_number (const char *word, guint64 max, int *number)
{
  guint64 value;

  if (!g_ascii_string_to_unsigned (word, 10, 0, max, &value, NULL))
    return FALSE;
  *number = (int) value;
  return TRUE;
}

/* It comes from a process that read a stranger's page. */
const char *
exm_page_links_parse (const ExmPageLinks *self,
                      const char *words,
                      gboolean *moved,
                      GdkRectangle *place)
{
  g_auto (GStrv) parts = g_strsplit (words, " ", 7);
  guint n = g_strv_length (parts);
  int index;

  *moved = n == 2 && g_str_equal (parts[0], "link-moved");
  if (self->states == NULL || self->urls == NULL || self->urls->len == 0
      || (!*moved && (n != 6 || !g_str_equal (parts[0], "link-activated")))
      || !parse_number (parts[1], self->urls->len - 1, &index))
    return NULL;
  if (!*moved
      && !(parse_number (parts[2], MAX_PLACE, &place->x)
           && parse_number (parts[3], MAX_PLACE, &place->y)
           && parse_number (parts[4], MAX_PLACE, &place->width)
           && parse_number (parts[5], MAX_PLACE, &place->height)))
    return NULL;
  const char *url = g_ptr_array_index (self->urls, (guint) index);
  return g_hash_table_lookup (self->states, url) != NULL ? url : NULL;
}

const char *
exm_page_links_get_key_call (guint key, GdkModifierType modifiers)
{
  if (modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK))
    return NULL;
  switch (key)
    {
    case GDK_KEY_Up:
    case GDK_KEY_Left:
      return "exemplar.linkMove(-1)";
    case GDK_KEY_Down:
    case GDK_KEY_Right:
      return "exemplar.linkMove(1)";
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_space:
      return "exemplar.linkTake()";
    default:
      return NULL;
    }
}

static void
send_states (const ExmPageLinks *self, WebKitWebView *web, GCancellable *cancellable)
{
  GVariantDict arguments;
  g_autofree char *digits = exm_page_links_dup_digits (self);

  g_variant_dict_init (&arguments, NULL);
  g_variant_dict_insert (&arguments, "states", "s", digits);
  exm_page_script_call (web, "exemplar.setLinks(states)", g_variant_dict_end (&arguments),
                        cancellable, NULL, NULL);
}

/* A page that is asked for its links. */
typedef struct
{
  ExmPageLinks *links;       /* (unowned): of @owner */
  GObject *owner;            /* (owned) */
  GCancellable *cancellable; /* (owned) (nullable) */
} Question;

static void
question_free (Question *self)
{
  g_object_unref (self->owner);
  g_clear_object (&self->cancellable);
  g_free (self);
}
G_DEFINE_AUTOPTR_CLEANUP_FUNC (Question, question_free)

static void
on_found (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (Question) question = data;
  g_autofree char *found
      = exm_page_script_call_finish (WEBKIT_WEB_VIEW (source), result, NULL);

  if (found == NULL || question->links->states == NULL
      || g_cancellable_is_cancelled (question->cancellable))
    return;
  exm_page_links_take_found (question->links, found);
  send_states (question->links, WEBKIT_WEB_VIEW (source), question->cancellable);
}

void
exm_page_links_send (ExmPageLinks *self,
                     WebKitWebView *web,
                     GCancellable *cancellable,
                     GObject *owner)
{
  if (self->states == NULL || self->urls != NULL)
    {
      send_states (self, web, cancellable);
      return;
    }
  Question *question = g_new0 (Question, 1);
  question->links = self;
  question->owner = g_object_ref (owner);
  question->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  exm_page_script_call (web, "return exemplar.findLinks()", NULL, cancellable, on_found,
                        question);
}
