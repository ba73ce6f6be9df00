/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/exm-article-name.h"

#include "publish/formats/exm-article-values.h"

/* Digits of the key in {key}. */
#define SHORT_KEY_CHARS 12

/* Host of the article's address; (transfer full) (nullable). */
static char *
find_host (const ExmArticle *article)
{
  const char *url = exm_article_get (article)->url;
  g_autoptr (GUri) uri
      = url != NULL ? g_uri_parse (url, G_URI_FLAGS_PARSE_RELAXED, NULL) : NULL;

  return uri != NULL ? g_strdup (g_uri_get_host (uri)) : NULL;
}

static const char *
field_or (const ExmArticle *article, ExmField field, const char *fallback)
{
  const ExmMetadata *metadata = exm_article_get (article)->metadata;
  const char *value = metadata != NULL ? exm_metadata_get (metadata, field) : NULL;

  return value != NULL ? value : fallback;
}

char *
exm_article_name_expand (const ExmNameTemplate *template,
                         const ExmArticle *article,
                         const char *article_key,
                         const char *task_name,
                         const char *extension)
{
  gint64 row = exm_article_get (article)->id;
  g_autofree char *date = exm_article_date (article);
  g_autofree char *collected = exm_article_collected_date (article);
  g_autofree char *host = find_host (article);
  g_autofree char *key = g_strndup (article_key, SHORT_KEY_CHARS);
  g_autofree char *id
      = row != 0 ? g_strdup_printf ("%" G_GINT64_FORMAT, row) : g_strdup (key);
  g_auto (GStrv) day = g_strsplit (date, "-", 3);
  const char *site = field_or (article, EXM_FIELD_SITE, host);

  const char *values[EXM_N_NAME_FIELDS] = {
    [EXM_NAME_TITLE] = field_or (article, EXM_FIELD_TITLE, NULL),
    [EXM_NAME_DATE] = date,
    [EXM_NAME_YEAR] = day[0],
    [EXM_NAME_MONTH] = day[1],
    [EXM_NAME_DAY] = day[2],
    [EXM_NAME_ID] = id,
    [EXM_NAME_SITE] = site,
    [EXM_NAME_SECTION] = field_or (article, EXM_FIELD_SECTION, NULL),
    [EXM_NAME_SOURCE] = field_or (article, EXM_FIELD_SOURCE, site),
    [EXM_NAME_AUTHOR] = field_or (article, EXM_FIELD_AUTHOR, NULL),
    [EXM_NAME_TASK] = task_name,
    [EXM_NAME_EXT] = extension,
    [EXM_NAME_COLLECTED] = collected,
    [EXM_NAME_KEY] = key,
  };
  return exm_name_template_expand (template, values);
}
