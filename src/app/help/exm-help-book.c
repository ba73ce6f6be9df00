/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/help/exm-help-book.h"

#include "app/help/exm-help-resources.h"

#define BASE "/io/github/exemplar_workbench/Exemplar/help/"
#define ENGLISH "C"
#define INDEX "index"

struct _ExmHelpBook
{
  GObject parent_instance;

  char *language;       /* (owned) */
  GPtrArray *articles;  /* (owned) (element-type ExmHelpArticle) */
  GPtrArray *groups;    /* (owned) (element-type utf8): one an article, or %NULL */
  GHashTable *of_names; /* (owned): name → article, both (unowned) */
};

G_DEFINE_FINAL_TYPE (ExmHelpBook, exm_help_book, G_TYPE_OBJECT)

static void
ensure_resource (void)
{
  static gsize done = 0;

  if (g_once_init_enter (&done))
    {
      exm_help_register_resource ();
      g_once_init_leave (&done, 1);
    }
}

/* Returns: (transfer full) (nullable): the topic in the book's language, or in English */
static ExmHelpArticle *
read_article (ExmHelpBook *self, const char *name)
{
  const char *const folders[] = { self->language, ENGLISH };

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    {
      g_autofree char *path = g_strconcat (BASE, folders[i], "/", name, ".md", NULL);
      g_autoptr (GBytes) bytes
          = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
      if (bytes != NULL)
        return exm_help_article_new (name, g_bytes_get_data (bytes, NULL),
                                     g_bytes_get_size (bytes));
    }
  return NULL;
}

static void
add_article (ExmHelpBook *self, const char *name, const char *group)
{
  ExmHelpArticle *article = read_article (self, name);

  if (article == NULL)
    {
      g_warning ("The help has no topic “%s”", name);
      return;
    }
  g_ptr_array_add (self->articles, article);
  g_ptr_array_add (self->groups, g_strdup (group));
  g_hash_table_insert (self->of_names, (char *) exm_help_article_get_name (article),
                       article);
}

/* The index is a list of links under each group's heading. */
static void
read_index (ExmHelpBook *self)
{
  g_autoptr (ExmHelpArticle) index = read_article (self, INDEX);
  GPtrArray *blocks = exm_help_article_get_blocks (index);
  GPtrArray *links = exm_help_article_get_links (index);
  const char *group = NULL;
  guint next = 0;

  for (guint i = 0; i < blocks->len; i++)
    {
      const ExmHelpBlock *block = g_ptr_array_index (blocks, i);
      if (block->kind == EXM_HELP_BLOCK_HEADING && block->level > 1)
        group = block->text;
      if (block->kind != EXM_HELP_BLOCK_ITEM || next == links->len)
        continue;
      add_article (self, g_ptr_array_index (links, next++), group);
      group = NULL;
    }
}

/* Languages of the system are as "zh_CN.UTF-8", "zh_CN", "zh". */
static char *
choose_language (const char *const *languages)
{
  for (; *languages != NULL; languages++)
    {
      g_autofree char *path = g_strconcat (BASE, *languages, "/" INDEX ".md", NULL);
      if (g_resources_get_info (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL, NULL, NULL))
        return g_strdup (*languages);
    }
  return g_strdup (ENGLISH);
}

static void
exm_help_book_finalize (GObject *object)
{
  ExmHelpBook *self = EXM_HELP_BOOK (object);

  g_free (self->language);
  g_hash_table_unref (self->of_names);
  g_ptr_array_unref (self->articles);
  g_ptr_array_unref (self->groups);
  G_OBJECT_CLASS (exm_help_book_parent_class)->finalize (object);
}

static void
exm_help_book_class_init (ExmHelpBookClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = exm_help_book_finalize;
}

static void
exm_help_book_init (ExmHelpBook *self)
{
  self->articles = g_ptr_array_new_with_free_func (g_object_unref);
  self->groups = g_ptr_array_new_with_free_func (g_free);
  self->of_names = g_hash_table_new (g_str_hash, g_str_equal);
}

ExmHelpBook *
exm_help_book_new (const char *const *languages)
{
  ExmHelpBook *self = g_object_new (EXM_TYPE_HELP_BOOK, NULL);

  ensure_resource ();
  self->language
      = choose_language (languages != NULL ? languages : g_get_language_names ());
  read_index (self);
  return self;
}

const char *
exm_help_book_get_language (ExmHelpBook *self)
{
  return self->language;
}

GPtrArray *
exm_help_book_get_articles (ExmHelpBook *self)
{
  return self->articles;
}

const char *
exm_help_book_get_group (ExmHelpBook *self, guint index)
{
  g_return_val_if_fail (index < self->groups->len, NULL);
  return g_ptr_array_index (self->groups, index);
}

ExmHelpArticle *
exm_help_book_find (ExmHelpBook *self, const char *name)
{
  return g_hash_table_lookup (self->of_names, name);
}

GBytes *
exm_help_book_read_picture (const char *name)
{
  g_autofree char *path = g_strconcat (BASE "pictures/", name, NULL);

  ensure_resource ();
  return g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
}
