/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-section.h"

#include "base/exm-text.h"

#include <string.h>

/* A longer element or line is no path, characters. */
#define MAX_PATH_CHARS 240u
#define MAX_STEP_CHARS 40

#define MAX_CRUMBS 12u

static void
crumb_free (gpointer data)
{
  ExmCrumb *self = data;

  g_free (self->name);
  g_free (self->address);
  g_free (self);
}

GPtrArray *
exm_crumbs_new (void)
{
  return g_ptr_array_new_with_free_func (crumb_free);
}

void
exm_crumbs_add (GPtrArray *crumbs, const char *name, const char *address)
{
  if (crumbs->len >= MAX_CRUMBS)
    return;
  ExmCrumb *self = g_new0 (ExmCrumb, 1);
  self->name = exm_metadata_clean (name);
  self->address = g_strdup (address);
  g_ptr_array_add (crumbs, self);
}

static gboolean
is_word_for_home (const char *name)
{
  static const char *const words[]
      = { "home",    "homepage", "start", "startseite", "accueil", "inicio", "início",
          "главная", "首页",     "首頁",  "主页",       "ホーム",  "トップ", "top",
          "홈",      "正文",     "详情",  "內文",       "内容",    NULL };
  g_autofree char *key = exm_text_squeeze (name, strlen (name));

  return g_strv_contains (words, key);
}

/* Whether @address is that of the site's first page. */
static gboolean
is_root (const char *base, const char *address)
{
  if (address == NULL || *address == '\0')
    return FALSE;
  g_autofree char *path = NULL;
  g_autofree char *query = NULL;
  g_autofree char *resolved
      = g_uri_resolve_relative (base, address, G_URI_FLAGS_PARSE_RELAXED, NULL);
  if (!g_uri_split (resolved != NULL ? resolved : address, G_URI_FLAGS_PARSE_RELAXED,
                    NULL, NULL, NULL, NULL, &path, &query, NULL, NULL))
    return FALSE;
  return query == NULL && (*path == '\0' || strcmp (path, "/") == 0);
}

/* Whether the step is the article, by its title or the page's own address, or a way
 * back. */
static gboolean
is_self (const ExmMetadataReader *reader, const ExmCrumb *crumb)
{
  const char *url = exm_page_text_get_url (reader->page);
  const char *title = exm_metadata_get (reader->out, EXM_FIELD_TITLE);

  if (strchr ("<", *crumb->name) != NULL || g_str_has_prefix (crumb->name, "«")
      || g_str_has_prefix (crumb->name, "←"))
    return TRUE;
  if (url != NULL && g_strcmp0 (crumb->address, url) == 0)
    return TRUE;
  if (g_utf8_strlen (crumb->name, -1) > MAX_STEP_CHARS)
    return TRUE;
  for (guint i = 0; i < EXM_N_ORIGINS; i++)
    if (g_strcmp0 (crumb->name, reader->titles[i]) == 0)
      return TRUE;
  return g_strcmp0 (crumb->name, title) == 0;
}

void
exm_metadata_put_crumbs (ExmMetadataReader *self,
                         ExmOrigin origin,
                         const GPtrArray *crumbs)
{
  for (guint i = crumbs->len; i-- > 0;)
    {
      const ExmCrumb *crumb = g_ptr_array_index (crumbs, i);
      if (is_self (self, crumb) || is_word_for_home (crumb->name)
          || is_root (self->base, crumb->address))
        continue;
      if (exm_metadata_put (self, EXM_FIELD_SECTION, origin, crumb->name))
        return;
    }
}

/* Adds the links of the lines from @first to @last. */
static void
add_links (GPtrArray *crumbs, const ExmPageText *page, guint first, guint last)
{
  guint n;
  const ExmSpan *spans = exm_page_text_get_spans (page, &n);

  for (guint i = 0; i < n && spans[i].line <= last; i++)
    {
      if (spans[i].line < first || spans[i].kind != EXM_SPAN_LINK)
        continue;
      const char *line = exm_page_text_get_line (page, spans[i].line);
      g_autofree char *name
          = g_strndup (line + spans[i].start, spans[i].end - spans[i].start);
      exm_crumbs_add (crumbs, name, exm_page_text_get_string (page, spans[i].value));
    }
}

/* The first element whose class says that it is a path; %EXM_NONE if there is none. */
static guint
find_marked (const ExmPageText *page, guint anchor)
{
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);

  for (guint i = 0; i < n; i++)
    {
      if (nodes[i].first_line == EXM_NONE || (nodes[i].class_names | nodes[i].id) == 0
          || nodes[i].n_link_chars == 0 || nodes[i].n_chars > MAX_PATH_CHARS)
        continue;
      if (nodes[i].first_line > anchor)
        break;
      if (strstr (exm_page_text_get_string (page, nodes[i].class_names), "rumb") != NULL
          || strstr (exm_page_text_get_string (page, nodes[i].id), "rumb") != NULL)
        return i;
    }
  return EXM_NONE;
}

/* The line that says that a path follows; %EXM_NONE if there is none. */
static guint
find_labelled (const ExmPageText *page, guint anchor)
{
  static const char *const labels[] = { "当前位置", "当前的位置",   "所在位置",
                                        "您的位置", "您现在的位置", "你的位置",
                                        "位置：",   "位置:",        "您所在的位置",
                                        "目前位置", "現在位置",     "You are here" };
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  for (guint i = 0; i < MIN (n, anchor); i++)
    {
      const char *text = exm_page_text_get_line (page, i);
      if ((lines[i].flags & EXM_LINE_FLAGGED) != 0 || lines[i].n_chars > MAX_PATH_CHARS)
        continue;
      for (gsize k = 0; k < G_N_ELEMENTS (labels); k++)
        if (*text == labels[k][0] && g_str_has_prefix (text, labels[k]))
          return i;
    }
  return EXM_NONE;
}

void
exm_metadata_choose_section (ExmMetadataReader *self, guint anchor)
{
  g_autoptr (GPtrArray) crumbs = exm_crumbs_new ();
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (self->page, &n);
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);

  if (exm_metadata_get (self->out, EXM_FIELD_SECTION) != NULL)
    return;
  guint marked = find_marked (self->page, anchor);
  if (marked != EXM_NONE)
    add_links (crumbs, self->page, nodes[marked].first_line, nodes[marked].last_line);
  if (crumbs->len > 0)
    {
      exm_metadata_put_crumbs (self, EXM_ORIGIN_ELEMENT, crumbs);
      return;
    }
  guint line = find_labelled (self->page, anchor);
  if (line == EXM_NONE)
    return;
  add_links (crumbs, self->page, line, line);
  /* Steps that are blocks of their own are lines of their own. */
  guint block = lines[line].block;
  for (guint i = 0; i < 2 && crumbs->len == 0 && nodes[block].parent != EXM_NONE; i++)
    {
      block = nodes[block].parent;
      if (nodes[block].n_chars <= MAX_PATH_CHARS)
        add_links (crumbs, self->page, line, nodes[block].last_line);
    }
  exm_metadata_put_crumbs (self, EXM_ORIGIN_TEXT, crumbs);
}
