/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-site.h"

#include "demo/exm-sample-template.h"

#include <string.h>

static void
section_free (gpointer data)
{
  ExmSampleSection *section = data;
  g_free (section->name);
  g_free (section->title);
  g_free (section->tagline);
  g_free (section->language);
  g_free (section->zone);
  g_free (section->encoding);
  g_free (section->feed);
  g_free (section->article_path);
  g_free (section->page_path);
  g_ptr_array_unref (section->articles);
  g_free (section);
}

void
exm_sample_site_free (ExmSampleSite *site)
{
  g_ptr_array_unref (site->sections);
  g_clear_pointer (&site->images, g_hash_table_unref);
  for (guint i = 0; i < G_N_ELEMENTS (site->layouts); i++)
    g_clear_pointer (&site->layouts[i], g_hash_table_unref);
  g_hash_table_unref (site->routes);
  g_free (site);
}

guint
exm_sample_section_count_pages (const ExmSampleSection *section)
{
  return (section->articles->len + EXM_SAMPLE_PER_PAGE - 1) / EXM_SAMPLE_PER_PAGE;
}

char *
exm_sample_section_dup_list_path (const ExmSampleSection *section, guint page)
{
  if (page == 0)
    return g_strdup_printf ("/%s/", section->name);
  g_autofree char *number = g_strdup_printf ("%u", page + 1);
  g_autoptr (GString) path = g_string_new (section->page_path);
  g_string_replace (path, "{page}", number, 0);
  return g_strdup (path->str);
}

/* "{slug}" and "{number}" are the article's, the rest is for strftime. */
static char *
make_article_path (const ExmSampleSection *section, const ExmSampleArticle *article)
{
  g_autofree char *dated = g_date_time_format (article->date, section->article_path);
  g_autoptr (GString) path = g_string_new (dated);
  g_string_replace (path, "{slug}", article->slug, 0);
  g_string_replace (path, "{number}", article->number, 0);
  return g_strdup (path->str);
}

static int
compare_newest_first (gconstpointer a, gconstpointer b)
{
  const ExmSampleArticle *left = *(ExmSampleArticle *const *) a;
  const ExmSampleArticle *right = *(ExmSampleArticle *const *) b;
  int order = g_date_time_compare (right->date, left->date);
  return order != 0 ? order : strcmp (left->path, right->path);
}

static gboolean
load_articles (ExmSampleSection *section, const char *data_dir, GError **error)
{
  g_autofree char *folder = g_build_filename (data_dir, section->name, NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, error);
  if (dir == NULL)
    return FALSE;
  for (const char *name = g_dir_read_name (dir); name != NULL;
       name = g_dir_read_name (dir))
    {
      if (!g_str_has_suffix (name, ".txt"))
        continue;
      g_autofree char *file_name = g_build_filename (folder, name, NULL);
      ExmSampleArticle *article
          = exm_sample_article_load (file_name, section->zone, error);
      if (article == NULL)
        return FALSE;
      article->path = make_article_path (section, article);
      g_ptr_array_add (section->articles, article);
    }
  g_ptr_array_sort (section->articles, compare_newest_first);
  return TRUE;
}

static gboolean
load_section (ExmSampleSite *site,
              GKeyFile *ini,
              const char *name,
              const char *data_dir,
              GError **error)
{
  ExmSampleSection *section = g_new0 (ExmSampleSection, 1);
  section->name = g_strdup (name);
  section->articles
      = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_sample_article_free);
  g_ptr_array_add (site->sections, section);
  const struct
  {
    const char *key;
    char **field;
  } keys[] = {
    { "title", &section->title },       { "tagline", &section->tagline },
    { "language", &section->language }, { "zone", &section->zone },
    { "encoding", &section->encoding }, { "feed", &section->feed },
    { "page", &section->page_path },    { "article", &section->article_path },
  };
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      *keys[i].field = g_key_file_get_string (ini, name, keys[i].key, error);
      if (*keys[i].field == NULL)
        return FALSE;
    }
  section->scripted = g_key_file_get_boolean (ini, name, "scripted", NULL);
  return load_articles (section, data_dir, error);
}

static gboolean
load_sections (ExmSampleSite *site, const char *data_dir, GError **error)
{
  g_autoptr (GKeyFile) ini = g_key_file_new ();
  g_autofree char *file_name = g_build_filename (data_dir, "site.ini", NULL);
  if (!g_key_file_load_from_file (ini, file_name, G_KEY_FILE_NONE, error))
    {
      g_prefix_error (error, "%s: ", file_name);
      return FALSE;
    }
  g_auto (GStrv) names = g_key_file_get_groups (ini, NULL);
  for (char **name = names; *name != NULL; name++)
    if (!load_section (site, ini, *name, data_dir, error))
      return FALSE;
  return TRUE;
}

/* A layout's folder, and the templates that both layouts share. */
static GHashTable *
load_layout (const char *data_dir, const char *name, GError **error)
{
  g_autofree char *folder = g_build_filename (data_dir, "templates", name, NULL);
  g_autofree char *common = g_build_filename (data_dir, "templates", "common", NULL);
  g_autoptr (GHashTable) layout = exm_sample_templates_load (folder, error);
  if (layout == NULL)
    return NULL;
  g_autoptr (GHashTable) shared = exm_sample_templates_load (common, error);
  if (shared == NULL)
    return NULL;
  GHashTableIter iter;
  gpointer key, value;
  g_hash_table_iter_init (&iter, shared);
  while (g_hash_table_iter_next (&iter, &key, &value))
    {
      g_hash_table_iter_steal (&iter);
      g_hash_table_insert (layout, key, value);
    }
  return g_steal_pointer (&layout);
}

static void
add_route (ExmSampleSite *site,
           char *path,
           ExmSampleRouteKind kind,
           const ExmSampleSection *section,
           guint index)
{
  ExmSampleRoute *route = g_new0 (ExmSampleRoute, 1);
  route->kind = kind;
  route->section = section;
  route->index = index;
  g_hash_table_insert (site->routes, path, route);
}

static void
add_section_routes (ExmSampleSite *site, const ExmSampleSection *section)
{
  for (guint page = 0; page < exm_sample_section_count_pages (section); page++)
    add_route (site, exm_sample_section_dup_list_path (section, page),
               EXM_SAMPLE_ROUTE_LIST, section, page);
  for (guint i = 0; i < section->articles->len; i++)
    {
      const ExmSampleArticle *article = g_ptr_array_index (section->articles, i);
      add_route (site, g_strdup (article->path), EXM_SAMPLE_ROUTE_ARTICLE, section, i);
      if (section->scripted)
        add_route (site,
                   g_strdup_printf ("/%s/api/%s.json", section->name, article->number),
                   EXM_SAMPLE_ROUTE_API, section, i);
    }
  add_route (site, g_strdup_printf ("/%s/feed.xml", section->name), EXM_SAMPLE_ROUTE_FEED,
             section, 0);
  add_route (site, g_strdup_printf ("/%s/sitemap.xml", section->name),
             EXM_SAMPLE_ROUTE_SECTION_MAP, section, 0);
}

static void
add_routes (ExmSampleSite *site)
{
  for (guint i = 0; i < site->sections->len; i++)
    add_section_routes (site, g_ptr_array_index (site->sections, i));
  add_route (site, g_strdup ("/"), EXM_SAMPLE_ROUTE_HOME, NULL, 0);
  add_route (site, g_strdup ("/sitemap.xml"), EXM_SAMPLE_ROUTE_SITEMAP, NULL, 0);
  add_route (site, g_strdup ("/robots.txt"), EXM_SAMPLE_ROUTE_ROBOTS, NULL, 0);
  add_route (site, g_strdup ("/private/"), EXM_SAMPLE_ROUTE_PRIVATE, NULL, 0);
  GHashTableIter iter;
  gpointer name, text;
  g_hash_table_iter_init (&iter, site->images);
  while (g_hash_table_iter_next (&iter, &name, &text))
    {
      char *path = g_strdup_printf ("/img/%s", (const char *) name);
      add_route (site, path, EXM_SAMPLE_ROUTE_IMAGE, NULL, 0);
      ((ExmSampleRoute *) g_hash_table_lookup (site->routes, path))->text = text;
    }
}

ExmSampleSite *
exm_sample_site_load (const char *data_dir, GError **error)
{
  static const char *const layouts[] = { "first", "redesign" };
  g_autoptr (ExmSampleSite) site = g_new0 (ExmSampleSite, 1);
  site->sections = g_ptr_array_new_with_free_func (section_free);
  site->routes = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  if (!load_sections (site, data_dir, error))
    return NULL;
  g_autofree char *images = g_build_filename (data_dir, "img", NULL);
  site->images = exm_sample_templates_load (images, error);
  if (site->images == NULL)
    return NULL;
  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      site->layouts[i] = load_layout (data_dir, layouts[i], error);
      if (site->layouts[i] == NULL)
        return NULL;
    }
  add_routes (site);
  return g_steal_pointer (&site);
}

const ExmSampleRoute *
exm_sample_site_find (const ExmSampleSite *site, const char *path)
{
  return g_hash_table_lookup (site->routes, path);
}
