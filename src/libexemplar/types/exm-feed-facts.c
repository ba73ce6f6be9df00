/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-types"

#include "config.h"

#include "types/exm-feed-facts.h"

#include <inttypes.h>
#include <string.h>

static void
enclosure_free (gpointer data)
{
  ExmEnclosure *enclosure = data;

  g_free (enclosure->url);
  g_free (enclosure->type);
  g_free (enclosure);
}

ExmFeedFacts *
exm_feed_facts_new (void)
{
  ExmFeedFacts *self = g_atomic_rc_box_new0 (ExmFeedFacts);

  self->categories = g_ptr_array_new_with_free_func (g_free);
  self->enclosures = g_ptr_array_new_with_free_func (enclosure_free);
  return self;
}

ExmFeedFacts *
exm_feed_facts_ref (ExmFeedFacts *self)
{
  return g_atomic_rc_box_acquire (self);
}

static void
clear (gpointer data)
{
  ExmFeedFacts *self = data;

  g_free (self->id);
  g_ptr_array_unref (self->categories);
  g_ptr_array_unref (self->enclosures);
}

void
exm_feed_facts_unref (ExmFeedFacts *self)
{
  g_atomic_rc_box_release_full (self, clear);
}

/* A copy without control characters, which part lines and columns; %NULL for nothing and
 * for too much. */
static char *
dup_fact (const char *text)
{
  gsize n = text != NULL ? strlen (text) : 0;

  if (n == 0 || n > EXM_MAX_FEED_FACT_BYTES)
    return NULL;
  g_autofree char *valid = g_utf8_make_valid (text, (gssize) n);
  for (char *p = valid; *p != '\0'; p++)
    if (g_ascii_iscntrl (*p))
      *p = ' ';
  g_strstrip (valid);
  return *valid != '\0' ? g_steal_pointer (&valid) : NULL;
}

void
exm_feed_facts_set_id (ExmFeedFacts *self, const char *id)
{
  if (self->id == NULL)
    self->id = dup_fact (id);
}

void
exm_feed_facts_add_category (ExmFeedFacts *self, const char *text)
{
  g_autofree char *category = dup_fact (text);

  if (category != NULL && self->categories->len < EXM_MAX_FEED_CATEGORIES
      && !g_ptr_array_find_with_equal_func (self->categories, category, g_str_equal,
                                            NULL))
    g_ptr_array_add (self->categories, g_steal_pointer (&category));
}

void
exm_feed_facts_add_enclosure (ExmFeedFacts *self,
                              const char *url,
                              const char *type,
                              const char *length)
{
  g_autofree char *address = dup_fact (url);
  guint64 n_bytes = 0;

  if (address == NULL || self->enclosures->len >= EXM_MAX_FEED_ENCLOSURES)
    return;
  for (guint i = 0; i < self->enclosures->len; i++)
    {
      const ExmEnclosure *other = g_ptr_array_index (self->enclosures, i);
      if (strcmp (other->url, address) == 0)
        return;
    }
  if (length == NULL
      || !g_ascii_string_to_unsigned (length, 10, 0, G_MAXINT64, &n_bytes, NULL))
    n_bytes = 0;
  ExmEnclosure *enclosure = g_new0 (ExmEnclosure, 1);
  enclosure->url = g_steal_pointer (&address);
  enclosure->type = dup_fact (type);
  enclosure->n_bytes = n_bytes;
  g_ptr_array_add (self->enclosures, enclosure);
}

char *
exm_feed_facts_write (const ExmFeedFacts *self)
{
  g_autoptr (GString) out = g_string_new (NULL);

  if (self->published_usec != 0)
    g_string_append_printf (out, "published\t%" PRId64 "\n", self->published_usec);
  if (self->updated_usec != 0)
    g_string_append_printf (out, "updated\t%" PRId64 "\n", self->updated_usec);
  for (guint i = 0; i < self->categories->len; i++)
    g_string_append_printf (out, "category\t%s\n",
                            (const char *) g_ptr_array_index (self->categories, i));
  for (guint i = 0; i < self->enclosures->len; i++)
    {
      const ExmEnclosure *enclosure = g_ptr_array_index (self->enclosures, i);
      g_string_append_printf (out, "enclosure\t%s\t%s\t%" PRIu64 "\n", enclosure->url,
                              enclosure->type != NULL ? enclosure->type : "",
                              enclosure->n_bytes);
    }
  return g_string_free (g_steal_pointer (&out), FALSE);
}

ExmFeedFacts *
exm_feed_facts_parse (const char *id, const char *text)
{
  ExmFeedFacts *self = exm_feed_facts_new ();
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  exm_feed_facts_set_id (self, id);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) columns = g_strsplit (lines[i], "\t", -1);
      guint n = g_strv_length (columns);
      if (n == 2 && strcmp (columns[0], "published") == 0)
        self->published_usec = g_ascii_strtoll (columns[1], NULL, 10);
      else if (n == 2 && strcmp (columns[0], "updated") == 0)
        self->updated_usec = g_ascii_strtoll (columns[1], NULL, 10);
      else if (n == 2 && strcmp (columns[0], "category") == 0)
        exm_feed_facts_add_category (self, columns[1]);
      else if (n == 4 && strcmp (columns[0], "enclosure") == 0)
        exm_feed_facts_add_enclosure (self, columns[1], columns[2], columns[3]);
    }
  return self;
}
