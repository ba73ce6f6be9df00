/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "exm-words.h"

#include <string.h>

/* Longest word of the tables, and longest line that opens a part, in bytes. */
#define MAX_WORD 24u
#define MAX_OPENING 60u

typedef struct
{
  const char *word;
  ExmWordClass word_class;
} Entry;

/* Sorted. Word stems as they stand between the marks of class names. */
static const Entry names[] = {
  { "ad", EXM_WORDS_NOISE },
  { "ads", EXM_WORDS_NOISE },
  { "advert", EXM_WORDS_NOISE },
  { "advertisement", EXM_WORDS_NOISE },
  { "article", EXM_WORDS_BODY },
  { "articlebody", EXM_WORDS_BODY },
  { "articlecontent", EXM_WORDS_BODY },
  { "articletext", EXM_WORDS_BODY },
  { "banner", EXM_WORDS_NOISE },
  { "bio", EXM_WORDS_NOISE },
  { "bottom", EXM_WORDS_NOISE },
  { "breadcrumb", EXM_WORDS_NOISE },
  { "breadcrumbs", EXM_WORDS_NOISE },
  { "byline", EXM_WORDS_NOISE },
  { "caption", EXM_WORDS_NOISE },
  { "category", EXM_WORDS_NOISE },
  { "comment", EXM_WORDS_COMMENT },
  { "commentlist", EXM_WORDS_COMMENT },
  { "comments", EXM_WORDS_COMMENT },
  { "content", EXM_WORDS_BODY },
  { "cookie", EXM_WORDS_NOISE },
  { "copyright", EXM_WORDS_NOISE },
  { "credit", EXM_WORDS_NOISE },
  { "date", EXM_WORDS_NOISE },
  { "dateline", EXM_WORDS_NOISE },
  { "disclaimer", EXM_WORDS_NOISE },
  { "disqus", EXM_WORDS_COMMENT },
  { "dsq", EXM_WORDS_COMMENT },
  { "entry", EXM_WORDS_BODY },
  { "facebook", EXM_WORDS_NOISE },
  { "feedback", EXM_WORDS_COMMENT },
  { "follow", EXM_WORDS_NOISE },
  { "footer", EXM_WORDS_NOISE },
  { "gallery", EXM_WORDS_NOISE },
  { "header", EXM_WORDS_NOISE },
  { "hot", EXM_WORDS_NOISE },
  { "info", EXM_WORDS_NOISE },
  { "latest", EXM_WORDS_NOISE },
  { "login", EXM_WORDS_NOISE },
  { "masthead", EXM_WORDS_NOISE },
  { "menu", EXM_WORDS_NOISE },
  { "meta", EXM_WORDS_NOISE },
  { "more", EXM_WORDS_NOISE },
  { "most", EXM_WORDS_NOISE },
  { "nav", EXM_WORDS_NOISE },
  { "navbar", EXM_WORDS_NOISE },
  { "navigation", EXM_WORDS_NOISE },
  { "newsletter", EXM_WORDS_NOISE },
  { "pager", EXM_WORDS_NOISE },
  { "pagination", EXM_WORDS_NOISE },
  { "paging", EXM_WORDS_NOISE },
  { "popular", EXM_WORDS_NOISE },
  { "popup", EXM_WORDS_NOISE },
  { "posted", EXM_WORDS_NOISE },
  { "promo", EXM_WORDS_NOISE },
  { "rank", EXM_WORDS_NOISE },
  { "rating", EXM_WORDS_NOISE },
  { "recent", EXM_WORDS_NOISE },
  { "recommend", EXM_WORDS_NOISE },
  { "recommended", EXM_WORDS_NOISE },
  { "related", EXM_WORDS_NOISE },
  { "reply", EXM_WORDS_COMMENT },
  { "respond", EXM_WORDS_COMMENT },
  { "responses", EXM_WORDS_COMMENT },
  { "rss", EXM_WORDS_NOISE },
  { "search", EXM_WORDS_NOISE },
  { "share", EXM_WORDS_NOISE },
  { "sharing", EXM_WORDS_NOISE },
  { "sidebar", EXM_WORDS_NOISE },
  { "signup", EXM_WORDS_NOISE },
  { "social", EXM_WORDS_NOISE },
  { "sponsor", EXM_WORDS_NOISE },
  { "sponsored", EXM_WORDS_NOISE },
  { "story", EXM_WORDS_BODY },
  { "storybody", EXM_WORDS_BODY },
  { "subscribe", EXM_WORDS_NOISE },
  { "tag", EXM_WORDS_NOISE },
  { "tags", EXM_WORDS_NOISE },
  { "teaser", EXM_WORDS_NOISE },
  { "text", EXM_WORDS_BODY },
  { "toolbar", EXM_WORDS_NOISE },
  { "tools", EXM_WORDS_NOISE },
  { "topnav", EXM_WORDS_NOISE },
  { "trending", EXM_WORDS_NOISE },
  { "twitter", EXM_WORDS_NOISE },
  { "widget", EXM_WORDS_NOISE },
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

/* How such lines begin, lower-cased. */
static const Entry openings[] = {
  { "comments", EXM_WORDS_COMMENT },
  { "comment", EXM_WORDS_COMMENT },
  { "leave a comment", EXM_WORDS_COMMENT },
  { "leave a reply", EXM_WORDS_COMMENT },
  { "post a comment", EXM_WORDS_COMMENT },
  { "add a comment", EXM_WORDS_COMMENT },
  { "add comment", EXM_WORDS_COMMENT },
  { "write a comment", EXM_WORDS_COMMENT },
  { "reader comments", EXM_WORDS_COMMENT },
  { "join the conversation", EXM_WORDS_COMMENT },
  { "join the discussion", EXM_WORDS_COMMENT },
  { "have your say", EXM_WORDS_COMMENT },
  { "responses to", EXM_WORDS_COMMENT },
  { "kommentare", EXM_WORDS_COMMENT },
  { "commentaires", EXM_WORDS_COMMENT },
  { "comentarios", EXM_WORDS_COMMENT },
  { "comentários", EXM_WORDS_COMMENT },
  { "commenti", EXM_WORDS_COMMENT },
  { "комментарии", EXM_WORDS_COMMENT },
  { "yorumlar", EXM_WORDS_COMMENT },
  { "コメント", EXM_WORDS_COMMENT },
  { "댓글", EXM_WORDS_COMMENT },
  { "评论", EXM_WORDS_COMMENT },
  { "網友評論", EXM_WORDS_COMMENT },
  { "网友评论", EXM_WORDS_COMMENT },
  { "发表评论", EXM_WORDS_COMMENT },
  { "我要评论", EXM_WORDS_COMMENT },
  { "最新评论", EXM_WORDS_COMMENT },
  { "留言", EXM_WORDS_COMMENT },
  { "related", EXM_WORDS_NOISE },
  { "recommended", EXM_WORDS_NOISE },
  { "more from", EXM_WORDS_NOISE },
  { "more on", EXM_WORDS_NOISE },
  { "more stories", EXM_WORDS_NOISE },
  { "more news", EXM_WORDS_NOISE },
  { "most read", EXM_WORDS_NOISE },
  { "most popular", EXM_WORDS_NOISE },
  { "read next", EXM_WORDS_NOISE },
  { "you may also", EXM_WORDS_NOISE },
  { "you might also", EXM_WORDS_NOISE },
  { "around the web", EXM_WORDS_NOISE },
  { "from the web", EXM_WORDS_NOISE },
  { "recent posts", EXM_WORDS_NOISE },
  { "latest news", EXM_WORDS_NOISE },
  { "share this", EXM_WORDS_NOISE },
  { "filed under", EXM_WORDS_NOISE },
  { "about the author", EXM_WORDS_NOISE },
  { "mehr zum thema", EXM_WORDS_NOISE },
  { "das könnte sie auch", EXM_WORDS_NOISE },
  { "lire aussi", EXM_WORDS_NOISE },
  { "à lire aussi", EXM_WORDS_NOISE },
  { "sur le même sujet", EXM_WORDS_NOISE },
  { "noticias relacionadas", EXM_WORDS_NOISE },
  { "te puede interesar", EXM_WORDS_NOISE },
  { "leia também", EXM_WORDS_NOISE },
  { "leggi anche", EXM_WORDS_NOISE },
  { "читайте также", EXM_WORDS_NOISE },
  { "関連記事", EXM_WORDS_NOISE },
  { "関連ニュース", EXM_WORDS_NOISE },
  { "관련기사", EXM_WORDS_NOISE },
  { "相关新闻", EXM_WORDS_NOISE },
  { "相关阅读", EXM_WORDS_NOISE },
  { "相关报道", EXM_WORDS_NOISE },
  { "相关文章", EXM_WORDS_NOISE },
  { "相关链接", EXM_WORDS_NOISE },
  { "相關新聞", EXM_WORDS_NOISE },
  { "延伸阅读", EXM_WORDS_NOISE },
  { "延伸閱讀", EXM_WORDS_NOISE },
  { "推荐阅读", EXM_WORDS_NOISE },
  { "更多新闻", EXM_WORDS_NOISE },
  { "热门", EXM_WORDS_NOISE },
  { "热点", EXM_WORDS_NOISE },
  { "上一篇", EXM_WORDS_NOISE },
  { "下一篇", EXM_WORDS_NOISE },
  { "责任编辑", EXM_WORDS_NOISE },
  { "責任編輯", EXM_WORDS_NOISE },
  { "免责声明", EXM_WORDS_NOISE },
};

ExmWordClass
exm_words_classify_line (const char *line, gsize n_bytes)
{
  if (n_bytes > MAX_OPENING)
    return EXM_WORDS_NONE;

  g_autofree char *folded = g_utf8_strdown (line, (gssize) n_bytes);
  const char *start = folded;
  while (*start != '\0' && strchr ("0123456789 ,.(【[>»-|：:", *start) != NULL)
    start++;
  for (gsize i = 0; i < G_N_ELEMENTS (openings); i++)
    if (g_str_has_prefix (start, openings[i].word))
      return openings[i].word_class;
  return EXM_WORDS_NONE;
}
