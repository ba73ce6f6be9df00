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

/* Word stems as they stand between the marks of class names. */
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

/* Slots of the table that finds a word by its hash, a power of two: most words of a page
 * are none of these and end at an empty slot. */
#define N_SLOTS 1024u
G_STATIC_ASSERT (G_N_ELEMENTS (names) < 255 && G_N_ELEMENTS (names) * 4 < N_SLOTS);

/* @hash: so far, 0 at the beginning of a word */
static inline guint
hash_letter (guint hash, char letter)
{
  return (hash + (guchar) letter) * 0x9e3779b1u;
}

static inline guint
get_slot (guint hash)
{
  return hash >> 22 & (N_SLOTS - 1);
}

/* Returns: (transfer none): for each slot the word in it + 1, 0 for none */
static const guint8 *
get_slots (void)
{
  static guint8 slots[N_SLOTS];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          guint hash = 0;
          for (const char *p = names[i].word; *p != '\0'; p++)
            hash = hash_letter (hash, *p);
          guint slot = get_slot (hash);
          while (slots[slot] != 0)
            slot = (slot + 1) & (N_SLOTS - 1);
          slots[slot] = (guint8) (i + 1);
        }
      g_once_init_leave (&made, 1);
    }
  return slots;
}

/* @word: lower-cased and terminated */
static ExmWordClass
look_up (const guint8 *slots, const char *word, guint hash)
{
  for (guint slot = get_slot (hash); slots[slot] != 0; slot = (slot + 1) & (N_SLOTS - 1))
    if (strcmp (word, names[slots[slot] - 1].word) == 0)
      return names[slots[slot] - 1].word_class;
  return EXM_WORDS_NONE;
}

ExmWordClass
exm_words_classify (const char *text)
{
  ExmWordClass found = EXM_WORDS_NONE;
  const guint8 *slots = get_slots ();
  char word[MAX_WORD + 1];
  gsize n = 0;
  guint hash = 0;
  gboolean was_lower = FALSE;

  for (const char *p = text;; p++)
    {
      char lower = (char) (*p | 0x20);
      gboolean letter = lower >= 'a' && lower <= 'z';
      if (n > 0 && (!letter || (was_lower && lower != *p)))
        {
          word[MIN (n, MAX_WORD)] = '\0';
          if (n <= MAX_WORD)
            found |= look_up (slots, word, hash);
          n = hash = 0;
        }
      if (*p == '\0')
        return found;
      if (letter)
        {
          if (n < MAX_WORD)
            word[n] = lower;
          hash = hash_letter (hash, lower);
          n++;
        }
      was_lower = letter && lower == *p;
    }
}
