/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exemplar-sample"

#include "config.h"

#include "demo/exm-sample-page.h"

#include "demo/exm-sample-site.h"
#include "demo/exm-sample-template.h"

#include <libsoup/soup.h>
#include <string.h>

/* --- Values of templates --- */

static void
put (GVariantDict *dict, const char *name, const char *value)
{
  g_variant_dict_insert (dict, name, "s", value);
}

static void
put_number (GVariantDict *dict, const char *name, guint value)
{
  g_autofree char *text = g_strdup_printf ("%u", value);
  put (dict, name, text);
}

static void
put_list (GVariantDict *dict, const char *name, GVariantBuilder *list)
{
  g_variant_dict_insert_value (dict, name, g_variant_builder_end (list));
}

/* Month names in English whatever the program's locale is: they are page content. */
static void
put_date (GVariantDict *dict, GDateTime *date)
{
  static const char *const months[]
      = { "January", "February", "March",     "April",   "May",      "June",
          "July",    "August",   "September", "October", "November", "December" };
  static const struct
  {
    const char *name;
    const char *format;
  } parts[] = {
    { "year", "%Y" },
    { "month2", "%m" },
    { "day2", "%d" },
    { "time", "%H:%M" },
    { "date_iso", "%Y-%m-%dT%H:%M:00%:z" },
  };
  for (guint i = 0; i < G_N_ELEMENTS (parts); i++)
    {
      g_autofree char *text = g_date_time_format (date, parts[i].format);
      put (dict, parts[i].name, text);
    }
  put_number (dict, "day", (guint) g_date_time_get_day_of_month (date));
  put (dict, "month_name", months[g_date_time_get_month (date) - 1]);
  g_autofree char *http = soup_date_time_to_string (date, SOUP_DATE_HTTP);
  put (dict, "date_rfc", http);
}

static void
put_section (GVariantDict *dict, const ExmSampleSection *section, const char *base_url)
{
  put (dict, "base", base_url);
  put (dict, "section", section->name);
  put (dict, "site_title", section->title);
  put (dict, "tagline", section->tagline);
  put (dict, "language", section->language);
  put (dict, "encoding", section->encoding);
}

/* Sets the values of a link to an article; counts look like counts and never change. */
static void
put_entry (GVariantDict *dict, const ExmSampleArticle *article, const char *base_url)
{
  g_autofree char *url = g_strconcat (base_url, article->path, NULL);
  put (dict, "title", article->title);
  put (dict, "path", article->path);
  put (dict, "url", url);
  put (dict, "number", article->number);
  put (dict, "author", article->author);
  put (dict, "category", article->category);
  put (dict, "summary", article->summary);
  put (dict, "image", article->image);
  put_number (dict, "views", 1000 + g_str_hash (article->path) % 88000);
  put_number (dict, "shares", 3 + g_str_hash (article->title) % 400);
  put_number (dict, "n_comments", article->comments->len);
  put_date (dict, article->date);
}

static GVariant *
make_block (const ExmSampleBlock *block)
{
  static const char *const kinds[]
      = { "paragraph", "heading", "quote", "item", "figure" };
  g_autofree char *text = exm_sample_inline_to_text (block->text);
  g_autofree char *html = exm_sample_inline_to_html (block->text);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put (&dict, "kind", kinds[block->kind]);
  put (&dict, kinds[block->kind], "yes");
  put (&dict, "text", text);
  put (&dict, "html", html);
  if (block->image != NULL)
    put (&dict, "figure_image", block->image);
  return g_variant_dict_end (&dict);
}

/* Items that follow each other are one block: a list. */
static guint
add_items (GVariantBuilder *blocks, const GPtrArray *source, guint at)
{
  g_auto (GVariantBuilder) items = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  for (; at < source->len; at++)
    {
      const ExmSampleBlock *block = g_ptr_array_index (source, at);
      if (block->kind != EXM_SAMPLE_BLOCK_ITEM)
        break;
      g_variant_builder_add_value (&items, make_block (block));
    }
  put (&dict, "kind", "list");
  put (&dict, "list", "yes");
  put_list (&dict, "items", &items);
  g_variant_builder_add_value (blocks, g_variant_dict_end (&dict));
  return at;
}

static void
put_blocks (GVariantDict *dict, const ExmSampleArticle *article)
{
  g_auto (GVariantBuilder) blocks = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  guint i = 0;
  while (i < article->blocks->len)
    {
      const ExmSampleBlock *block = g_ptr_array_index (article->blocks, i);
      if (block->kind == EXM_SAMPLE_BLOCK_ITEM)
        i = add_items (&blocks, article->blocks, i);
      else
        g_variant_builder_add_value (&blocks, make_block (block)), i++;
    }
  put_list (dict, "blocks", &blocks);
}

static void
put_strings (GVariantDict *dict, const char *list, const char *name, char **strings)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  for (char **text = strings; *text != NULL; text++)
    {
      g_auto (GVariantDict) entry = G_VARIANT_DICT_INIT (NULL);
      put (&entry, name, *text);
      g_variant_builder_add_value (&out, g_variant_dict_end (&entry));
    }
  put_list (dict, list, &out);
}

static void
put_comments (GVariantDict *dict, const ExmSampleArticle *article)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = 0; i < article->comments->len; i++)
    {
      const ExmSampleComment *comment = g_ptr_array_index (article->comments, i);
      g_auto (GVariantDict) entry = G_VARIANT_DICT_INIT (NULL);
      put (&entry, "comment_author", comment->author);
      put (&entry, "comment_date", comment->date);
      put_number (&entry, "comment_number", i + 1);
      put_strings (&entry, "paragraphs", "text", comment->paragraphs);
      g_variant_builder_add_value (&out, g_variant_dict_end (&entry));
    }
  put_list (dict, "comments", &out);
}

static GVariant *
make_entry (const ExmSampleSection *section,
            guint index,
            guint rank,
            const char *base_url)
{
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put_number (&dict, "rank", rank);
  put_entry (&dict, g_ptr_array_index (section->articles, index), base_url);
  return g_variant_dict_end (&dict);
}

/* @n articles from @start after @index on: different on every page, the same every time.
 */
static void
put_others (GVariantDict *dict,
            const char *name,
            const ExmSampleSection *section,
            guint index,
            guint start,
            guint n,
            const char *base_url)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  for (guint k = 0; k < n; k++)
    {
      guint other = (index + start + k) % section->articles->len;
      if (other != index)
        g_variant_builder_add_value (&out, make_entry (section, other, k + 1, base_url));
    }
  put_list (dict, name, &out);
}

static void
put_neighbour (GVariantDict *dict,
               const char *name,
               const ExmSampleSection *section,
               guint index,
               const char *base_url)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  if (index < section->articles->len)
    g_variant_builder_add_value (&out, make_entry (section, index, 1, base_url));
  put_list (dict, name, &out);
}

/* Everything an article's page or data file shows: the article, its blocks and comments,
 * and what differs around it from page to page (related, most read, previous, next).
 * @section: a section; @index: place of the article in it; @base_url: of the site,
 * without the last slash. Returns: (transfer floating): an `a{sv}` */
static GVariant *
sample_values_of_article (const ExmSampleSection *section,
                          guint index,
                          const char *base_url)
{
  const ExmSampleArticle *article = g_ptr_array_index (section->articles, index);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put_section (&dict, section, base_url);
  put_entry (&dict, article, base_url);
  put (&dict, "editor", article->editor);
  put (&dict, "source", article->source);
  put_blocks (&dict, article);
  put_comments (&dict, article);
  put_strings (&dict, "tags", "tag", article->tags);
  put_others (&dict, "related", section, index, 3, 4, base_url);
  put_others (&dict, "most_read", section, index * 5, 2, 6, base_url);
  put_others (&dict, "latest", section, index, 7, 3, base_url);
  put_neighbour (&dict, "previous", section, index + 1, base_url);
  put_neighbour (&dict, "next", section, index - 1, base_url);
  return g_variant_dict_end (&dict);
}

static GVariant *
make_feed_entry (const ExmSampleSection *section, guint index, const char *base_url)
{
  const ExmSampleArticle *article = g_ptr_array_index (section->articles, index);
  g_autoptr (GString) body = g_string_new (NULL);
  for (guint i = 0; i < article->blocks->len; i++)
    {
      const ExmSampleBlock *block = g_ptr_array_index (article->blocks, i);
      if (block->kind == EXM_SAMPLE_BLOCK_FIGURE)
        continue;
      g_autofree char *html = exm_sample_inline_to_html (block->text);
      g_string_append_printf (body, "<p>%s</p>\n", html);
    }
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put_entry (&dict, article, base_url);
  put (&dict, "body_html", body->str);
  return g_variant_dict_end (&dict);
}

static void
put_entries (GVariantDict *dict,
             const ExmSampleSection *section,
             guint first,
             guint n,
             gboolean whole,
             const char *base_url)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  for (guint i = first; i < section->articles->len && i - first < n; i++)
    g_variant_builder_add_value (&out, whole ? make_feed_entry (section, i, base_url)
                                             : make_entry (section, i, i + 1, base_url));
  put_list (dict, "entries", &out);
}

static GVariant *
make_page_link (const ExmSampleSection *section, guint page, gboolean current)
{
  g_autofree char *path = exm_sample_section_dup_list_path (section, page);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put (&dict, "path", path);
  put_number (&dict, "page", page + 1);
  put (&dict, "current", current ? "yes" : "");
  return g_variant_dict_end (&dict);
}

static void
put_pages (GVariantDict *dict, const ExmSampleSection *section, guint current)
{
  static const char *const names[] = { "pages", "newer", "older" };
  guint n = exm_sample_section_count_pages (section);
  for (guint k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
      for (guint page = 0; page < n; page++)
        if (k == 0 || (k == 1 && page + 1 == current) || (k == 2 && page == current + 1))
          g_variant_builder_add_value (&out,
                                       make_page_link (section, page, page == current));
      put_list (dict, names[k], &out);
    }
  put_number (dict, "page_number", current + 1);
  put_number (dict, "n_pages", n);
}

/* @section: a section; @first: place of the first entry; @n: how many entries; cut to
 * what there is; @whole: whether entries carry their body as HTML too (feeds);
 * @base_url: of the site, without the last slash. Returns: (transfer floating): an
 * `a{sv}` with `entries`, `pages`, `older`, `newer` */
static GVariant *
sample_values_of_list (const ExmSampleSection *section,
                       guint first,
                       guint n,
                       gboolean whole,
                       const char *base_url)
{
  const ExmSampleArticle *newest = g_ptr_array_index (section->articles, 0);
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  put_section (&dict, section, base_url);
  put_date (&dict, newest->date);
  put_entries (&dict, section, first, n, whole, base_url);
  put_pages (&dict, section, first / EXM_SAMPLE_PER_PAGE);
  put_others (&dict, "most_read", section, first, 4, 6, base_url);
  put_others (&dict, "latest", section, first, 7, 3, base_url);
  return g_variant_dict_end (&dict);
}

/* @site: a site; @base_url: of the site, without the last slash. Returns: (transfer
 * floating): an `a{sv}` with `base` and `sections`, each with its newest `entries` */
static GVariant *
sample_values_of_site (const ExmSampleSite *site, const char *base_url)
{
  g_auto (GVariantBuilder) out = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("aa{sv}"));
  g_auto (GVariantDict) dict = G_VARIANT_DICT_INIT (NULL);
  for (guint i = 0; i < site->sections->len; i++)
    {
      const ExmSampleSection *section = g_ptr_array_index (site->sections, i);
      g_variant_builder_add_value (
          &out, sample_values_of_list (section, 0, EXM_SAMPLE_PER_PAGE, FALSE, base_url));
    }
  put (&dict, "base", base_url);
  put_list (&dict, "sections", &out);
  return g_variant_dict_end (&dict);
}

/* --- Pages --- */

typedef struct
{
  const ExmSampleSite *site; /* (unowned) */
  GHashTable *layout;        /* (unowned) */
  const char *base_url;      /* (unowned) */
} Renderer;

void
exm_sample_page_free (ExmSamplePage *page)
{
  g_free (page->content_type);
  g_free (page->text);
  g_free (page->encoding);
  g_clear_pointer (&page->modified, g_date_time_unref);
  g_free (page);
}

static ExmSamplePage *
page_new (const char *content_type, const char *encoding, GDateTime *modified)
{
  ExmSamplePage *page = g_new0 (ExmSamplePage, 1);
  page->status = 200;
  page->content_type = g_strdup (content_type);
  page->encoding = g_strdup (encoding);
  if (modified != NULL)
    page->modified = g_date_time_ref (modified);
  return page;
}

/* Expands @name, or "SECTION-NAME" where a section is given. */
static ExmSamplePage *
expand (const Renderer *self,
        ExmSamplePage *page,
        const ExmSampleSection *section,
        const char *name,
        GVariant *values,
        GError **error)
{
  g_autoptr (GVariant) sunk = g_variant_ref_sink (values);
  g_autofree char *own = section != NULL ? g_strdup_printf ("%s-%s", section->name, name)
                                         : g_strdup (name);
  page->text = exm_sample_template_expand (self->layout, own, sunk, error);
  if (page->text != NULL)
    return page;
  exm_sample_page_free (page);
  return NULL;
}

static ExmSamplePage *
render_article (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  const ExmSampleSection *section = route->section;
  const ExmSampleArticle *article = g_ptr_array_index (section->articles, route->index);
  gboolean data = route->kind == EXM_SAMPLE_ROUTE_API;
  return expand (self,
                 page_new (data ? "application/json" : "text/html",
                           data ? "UTF-8" : section->encoding, article->date),
                 section, data ? "data.json" : "article.html",
                 sample_values_of_article (section, route->index, self->base_url), error);
}

static ExmSamplePage *
render_list (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  const ExmSampleSection *section = route->section;
  const ExmSampleArticle *newest = g_ptr_array_index (section->articles, 0);
  gboolean list = route->kind == EXM_SAMPLE_ROUTE_LIST;
  gboolean feed = route->kind == EXM_SAMPLE_ROUTE_FEED;
  GVariant *values = sample_values_of_list (section, route->index * EXM_SAMPLE_PER_PAGE,
                                            list ? EXM_SAMPLE_PER_PAGE : G_MAXUINT, feed,
                                            self->base_url);
  if (list)
    return expand (self, page_new ("text/html", section->encoding, newest->date), section,
                   "list.html", values, error);
  const char *type = "application/xml";
  if (feed)
    type = g_str_has_prefix (section->feed, "atom") ? "application/atom+xml"
                                                    : "application/rss+xml";
  return expand (self, page_new (type, feed ? section->encoding : "UTF-8", newest->date),
                 NULL, feed ? section->feed : "sitemap.xml", values, error);
}

static ExmSamplePage *
render_route (const Renderer *self, const ExmSampleRoute *route, GError **error)
{
  static const struct
  {
    const char *template;
    const char *content_type;
  } plain[] = {
    [EXM_SAMPLE_ROUTE_HOME] = { "home.html", "text/html" },
    [EXM_SAMPLE_ROUTE_SITEMAP] = { "sitemapindex.xml", "application/xml" },
    [EXM_SAMPLE_ROUTE_ROBOTS] = { "robots.txt", "text/plain" },
    [EXM_SAMPLE_ROUTE_PRIVATE] = { "private.html", "text/html" },
  };
  switch (route->kind)
    {
    case EXM_SAMPLE_ROUTE_ARTICLE:
    case EXM_SAMPLE_ROUTE_API:
      return render_article (self, route, error);
    case EXM_SAMPLE_ROUTE_LIST:
    case EXM_SAMPLE_ROUTE_FEED:
    case EXM_SAMPLE_ROUTE_SECTION_MAP:
      return render_list (self, route, error);
    case EXM_SAMPLE_ROUTE_IMAGE:
      {
        ExmSamplePage *page = page_new ("image/svg+xml", "UTF-8", NULL);
        page->text = g_strdup (route->text);
        return page;
      }
    case EXM_SAMPLE_ROUTE_HOME:
    case EXM_SAMPLE_ROUTE_SITEMAP:
    case EXM_SAMPLE_ROUTE_ROBOTS:
    case EXM_SAMPLE_ROUTE_PRIVATE:
    default:
      return expand (self, page_new (plain[route->kind].content_type, "UTF-8", NULL),
                     NULL, plain[route->kind].template,
                     sample_values_of_site (self->site, self->base_url), error);
    }
}

static ExmSamplePage *
render_missing (const Renderer *self, GError **error)
{
  ExmSamplePage *page
      = expand (self, page_new ("text/html", "UTF-8", NULL), NULL, "missing.html",
                sample_values_of_site (self->site, self->base_url), error);
  if (page != NULL)
    page->status = 404;
  return page;
}

ExmSamplePage *
exm_sample_page_render (const ExmSampleSite *site,
                        const char *path,
                        gboolean redesign,
                        const char *base_url,
                        GError **error)
{
  Renderer self = { site, site->layouts[redesign ? 1 : 0], base_url };
  const ExmSampleRoute *route = exm_sample_site_find (site, path);
  ExmSamplePage *page = route != NULL ? render_route (&self, route, error)
                                      : render_missing (&self, error);
  /* A page that looks new is new: its date must not make a client keep the old one. */
  if (page != NULL && page->modified != NULL && redesign)
    {
      GDateTime *earlier = page->modified;
      page->modified = g_date_time_add_hours (earlier, 1);
      g_date_time_unref (earlier);
    }
  return page;
}

GBytes *
exm_sample_page_encode (const ExmSamplePage *page, const char *encoding)
{
  gsize length = 0;
  char *bytes = g_convert_with_fallback (page->text, -1,
                                         encoding != NULL ? encoding : page->encoding,
                                         "UTF-8", "?", NULL, &length, NULL);
  if (bytes == NULL)
    return g_bytes_new_take (g_strdup (page->text), strlen (page->text));
  return g_bytes_new_take (bytes, length);
}
