/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/exm-words.h"

#include <string.h>

/* Longest word of the table, in bytes. */
#define MAX_WORD 24u

typedef struct
{
  const char *word;
  guint word_class;
} Entry;

/* Sorted. Word stems as they stand between the marks of class names. */
static const Entry names[] = {
  { "ad", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "addthis", EXM_WORDS_SHARE },
  { "ads", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "advert", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "advertisement", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "also", EXM_WORDS_RELATED },
  { "article", EXM_WORDS_BODY },
  { "articlebody", EXM_WORDS_BODY },
  { "articlecontent", EXM_WORDS_BODY },
  { "articletext", EXM_WORDS_BODY },
  { "artikel", EXM_WORDS_TEXT },
  { "author", EXM_WORDS_META },
  { "banner", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "bio", EXM_WORDS_NOISE },
  { "body", EXM_WORDS_TEXT },
  { "bodytext", EXM_WORDS_TEXT },
  { "bottom", EXM_WORDS_NOISE },
  { "breadcrumb", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "breadcrumbs", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "byline", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "caption", EXM_WORDS_NOISE | EXM_WORDS_CAPTION },
  { "carousel", EXM_WORDS_CAPTION },
  { "category", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "comentario", EXM_WORDS_TALK },
  { "comentarios", EXM_WORDS_TALK },
  { "comment", EXM_WORDS_COMMENT },
  { "commentaires", EXM_WORDS_TALK },
  { "commenti", EXM_WORDS_TALK },
  { "commentlist", EXM_WORDS_COMMENT },
  { "comments", EXM_WORDS_COMMENT },
  { "contenido", EXM_WORDS_TEXT },
  { "content", EXM_WORDS_BODY },
  { "contents", EXM_WORDS_TEXT },
  { "cookie", EXM_WORDS_NOISE },
  { "copyright", EXM_WORDS_NOISE },
  { "credit", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "cuerpo", EXM_WORDS_TEXT },
  { "date", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "dateline", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "detail", EXM_WORDS_TEXT },
  { "details", EXM_WORDS_TEXT },
  { "disclaimer", EXM_WORDS_NOISE },
  { "discussion", EXM_WORDS_TALK },
  { "disqus", EXM_WORDS_COMMENT },
  { "dsq", EXM_WORDS_COMMENT },
  { "email", EXM_WORDS_SHARE },
  { "entry", EXM_WORDS_BODY },
  { "facebook", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "fb", EXM_WORDS_TALK },
  { "feedback", EXM_WORDS_COMMENT },
  { "figure", EXM_WORDS_CAPTION },
  { "follow", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "footer", EXM_WORDS_NOISE },
  { "gallery", EXM_WORDS_NOISE | EXM_WORDS_CAPTION },
  { "header", EXM_WORDS_NOISE },
  { "headlines", EXM_WORDS_RELATED },
  { "hot", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "huifu", EXM_WORDS_TALK },
  { "image", EXM_WORDS_CAPTION },
  { "info", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "kicker", EXM_WORDS_META },
  { "kommentar", EXM_WORDS_TALK },
  { "kommentare", EXM_WORDS_TALK },
  { "latest", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "liuyan", EXM_WORDS_TALK },
  { "login", EXM_WORDS_NOISE },
  { "maincontent", EXM_WORDS_TEXT },
  { "masthead", EXM_WORDS_NOISE },
  { "media", EXM_WORDS_CAPTION },
  { "menu", EXM_WORDS_NOISE },
  { "meta", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "more", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "most", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "nav", EXM_WORDS_NOISE },
  { "navbar", EXM_WORDS_NOISE },
  { "navigation", EXM_WORDS_NOISE },
  { "neirong", EXM_WORDS_TEXT },
  { "newscontent", EXM_WORDS_TEXT },
  { "newsletter", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "newstext", EXM_WORDS_TEXT },
  { "nr", EXM_WORDS_TEXT },
  { "pager", EXM_WORDS_NOISE },
  { "pagination", EXM_WORDS_NOISE },
  { "paging", EXM_WORDS_NOISE },
  { "paragraph", EXM_WORDS_TEXT },
  { "photo", EXM_WORDS_CAPTION },
  { "pinglun", EXM_WORDS_TALK },
  { "plun", EXM_WORDS_TALK },
  { "popular", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "popup", EXM_WORDS_NOISE },
  { "post", EXM_WORDS_TEXT },
  { "postbody", EXM_WORDS_TEXT },
  { "posted", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "print", EXM_WORDS_SHARE },
  { "promo", EXM_WORDS_NOISE | EXM_WORDS_AD | EXM_WORDS_RELATED },
  { "pubdate", EXM_WORDS_META },
  { "rank", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "rating", EXM_WORDS_NOISE },
  { "recent", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "recommend", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "recommended", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "relacionadas", EXM_WORDS_RELATED },
  { "related", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "remark", EXM_WORDS_TALK },
  { "remarks", EXM_WORDS_TALK },
  { "replies", EXM_WORDS_TALK },
  { "reply", EXM_WORDS_COMMENT },
  { "respond", EXM_WORDS_COMMENT },
  { "responses", EXM_WORDS_COMMENT },
  { "reviews", EXM_WORDS_TALK },
  { "rss", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "search", EXM_WORDS_NOISE },
  { "share", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "sharing", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "sidebar", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "signup", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "similar", EXM_WORDS_RELATED },
  { "slideshow", EXM_WORDS_CAPTION },
  { "social", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "source", EXM_WORDS_META },
  { "sponsor", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "sponsored", EXM_WORDS_NOISE | EXM_WORDS_AD },
  { "story", EXM_WORDS_BODY },
  { "storybody", EXM_WORDS_BODY },
  { "subscribe", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "tag", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "tags", EXM_WORDS_NOISE | EXM_WORDS_META },
  { "talkback", EXM_WORDS_TALK },
  { "teaser", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "teasers", EXM_WORDS_RELATED },
  { "text", EXM_WORDS_BODY },
  { "texto", EXM_WORDS_TEXT },
  { "time", EXM_WORDS_META },
  { "timestamp", EXM_WORDS_META },
  { "toolbar", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "tools", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "topnav", EXM_WORDS_NOISE },
  { "topstories", EXM_WORDS_RELATED },
  { "trending", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "twitter", EXM_WORDS_NOISE | EXM_WORDS_SHARE },
  { "video", EXM_WORDS_CAPTION },
  { "wechat", EXM_WORDS_SHARE },
  { "weibo", EXM_WORDS_SHARE },
  { "widget", EXM_WORDS_NOISE | EXM_WORDS_RELATED },
  { "wznr", EXM_WORDS_TEXT },
  { "zhengwen", EXM_WORDS_BODY },
};

static ExmWordClass
look_up (const char *word)
{
  guint low = 0, high = G_N_ELEMENTS (names);

  while (low < high)
    {
      guint middle = (low + high) / 2;
      int order = strcmp (word, names[middle].word);
      if (order == 0)
        return names[middle].word_class;
      if (order < 0)
        high = middle;
      else
        low = middle + 1;
    }
  return EXM_WORDS_NONE;
}

ExmWordClass
exm_words_classify (const char *text)
{
  ExmWordClass found = EXM_WORDS_NONE;
  char word[MAX_WORD + 1];
  gsize n = 0;
  gboolean was_lower = FALSE;

  for (const char *p = text;; p++)
    {
      gboolean letter = g_ascii_isalpha (*p);
      if (n > 0 && (!letter || (was_lower && g_ascii_isupper (*p))))
        {
          word[MIN (n, MAX_WORD)] = '\0';
          if (n <= MAX_WORD)
            found |= look_up (word);
          n = 0;
        }
      if (*p == '\0')
        return found;
      if (letter)
        {
          if (n < MAX_WORD)
            word[n] = g_ascii_tolower (*p);
          n++;
        }
      was_lower = g_ascii_islower (*p);
    }
}
