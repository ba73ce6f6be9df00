/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-date.h"

#include "base/exm-date.h"
#include "base/exm-lower.h"

#include <string.h>

/* Bytes of a day, as in 2026-11-20. */
#define DAY_BYTES 10u

/* Lines around the body's head that may tell the article's day. */
#define LINES_ABOVE 30u
#define LINES_INTO 6u
#define LINES_BELOW 14u

/* A line with more characters tells a date in its beginning alone. */
#define MAX_LINE_CHARS 120u
#define MAX_LEAD_BYTES 40u
#define SHORT_CHARS 48u

/* Elements around a line whose class is looked at. */
#define MAX_ANCESTORS 4u

/* Scores from which a line is believed: on an article, on a page that declares another
 * type, and against an element or a meta, which often tell the day of a change. */
#define ENOUGH 3
#define SURE 4
#define CERTAIN 6

/* Times of which more are those of a list. */
#define FEW_TIMES 3u

/* --- The day where it was written --- */

static gboolean
read_day (const char *date, GDate *day)
{
  guint year, month, number;

  if (date == NULL || strlen (date) < DAY_BYTES)
    return FALSE;
  year = (guint) g_ascii_strtoull (date, NULL, 10);
  month = (guint) g_ascii_strtoull (date + 5, NULL, 10);
  number = (guint) g_ascii_strtoull (date + 8, NULL, 10);
  if (!g_date_valid_dmy ((GDateDay) number, (GDateMonth) month, (GDateYear) year))
    return FALSE;
  g_date_clear (day, 1);
  g_date_set_dmy (day, (GDateDay) number, (GDateMonth) month, (GDateYear) year);
  return TRUE;
}

/* Whether it is the day of @other somewhere on Earth at the time @date, which is of
 * Greenwich: the day before until ten, as America is behind, and the day after from
 * ten on. */
static gboolean
is_same_time (const char *date, const char *other)
{
  GDate day, local;
  guint hour = (guint) g_ascii_strtoull (date + DAY_BYTES + 1, NULL, 10);

  if (!read_day (date, &day) || !read_day (other, &local))
    return FALSE;
  gint days = g_date_days_between (&day, &local);
  return (days == -1 && hour < 10) || (days == 1 && hour >= 10);
}

/* Whether two days are more apart than the zones of the Earth and a night of work. */
static gboolean
is_far (const char *date, const char *other)
{
  GDate day, day_of_other;

  return read_day (date, &day) && read_day (other, &day_of_other)
         && ABS (g_date_days_between (&day, &day_of_other)) > 1;
}

/* A time of Greenwich, or by midnight one of no zone, as programs write both. */
static gboolean
may_be_utc (const char *date)
{
  if (date == NULL || strlen (date) <= DAY_BYTES || date[DAY_BYTES] != 'T')
    return FALSE;
  guint hour = (guint) g_ascii_strtoull (date + DAY_BYTES + 1, NULL, 10);
  return g_str_has_suffix (date, "Z")
         || (strpbrk (date + DAY_BYTES, "+-") == NULL && (hour >= 22 || hour < 2));
}

static gboolean
has_digit (const char *text)
{
  return strpbrk (text, "0123456789\xd9\xdb\xef") != NULL;
}

/* The day that a line near the body's head tells, if none tells the declared one. */
static char *
dup_local_day (const ExmMetadataReader *self, guint anchor, const char *date)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  char *local = NULL;

  if (anchor >= n)
    return NULL;
  guint end = MIN (anchor + LINES_INTO, n);
  for (guint i = anchor > LINES_ABOVE ? anchor - LINES_ABOVE : 0; i < end; i++)
    {
      const char *text = exm_page_text_get_line (self->page, i);
      if (lines[i].n_chars > MAX_LINE_CHARS || (lines[i].flags & EXM_LINE_FLAGGED) != 0
          || !has_digit (text))
        continue;
      g_autofree char *told = exm_date_find (text, self->language, NULL);
      if (told == NULL)
        continue;
      if (strncmp (told, date, DAY_BYTES) == 0)
        {
          g_free (local);
          return NULL;
        }
      if (local == NULL && is_same_time (date, told))
        local = g_steal_pointer (&told);
    }
  return local;
}

/* --- Lines that tell it --- */

/* Words before a day of publication. */
static const char *const said[] = {
  "published",
  "posted",
  "publication date",
  "release date",
  "released",
  "written on",
  "date:",
  "date :",
  "first published",
  "submitted on",
  "created",
  "added on",
  "issued",
  "veröffentlicht",
  "erstellt",
  "erschienen",
  "datum",
  "eingestellt",
  "gespeichert von",
  "verfasst am",
  "geschrieben am",
  "stand:",
  "stand -",
  "stand ",
  "vom ",
  "publié",
  "mise en ligne",
  "mis en ligne",
  "parution",
  "date de publication",
  "publicado",
  "publicada",
  "fecha",
  "publicación",
  "pubblicato",
  "pubblicata",
  "data:",
  "notizia del",
  "data de publicação",
  "geplaatst",
  "gepubliceerd",
  "опубликовано",
  "дата",
  "добавлено",
  "发布",
  "发表",
  "發布",
  "發佈",
  "發表",
  "日期",
  "时间",
  "時間",
  "刊登",
  "公開",
  "投稿",
  "掲載",
  "更新日",
  "日時",
  "게시",
  "입력",
  "등록",
  "작성일",
  "yayın",
  "tarih",
  "ngày",
  "beitrag wurde",
  "wurde am",
  "erschien",
  "a été publié",
  "publicerad",
  "opublikowano",
  "δημοσίευση",
  "نشر",
  "תאריך",
  NULL,
};

/* Words of other days. */
static const char *const other_days[] = {
  "©",     "copyright", "joined",     "registriert",  "anmeldedatum", "mitglied seit",
  "valid", "expires",   "deadline",   "member since", "copy;",        "all rights",
  "born",  "geboren",   "last visit", "registered",   "since",        "mise à jour le",
  NULL,
};

/* Parts of classes and ids: a positive score says a day, a negative one another's. */
static const struct
{
  const char *part; /* (unowned) */
  int score;
} classes[] = {
  { "publish", 3 },    { "pubdate", 3 },    { "pub-date", 3 },     { "post-date", 3 },
  { "postdate", 3 },   { "entry-date", 3 }, { "article-date", 3 }, { "article_date", 3 },
  { "dateline", 3 },   { "posted", 3 },     { "created", 3 },      { "datum", 3 },
  { "fecha", 3 },      { "date", 2 },       { "timestamp", 2 },    { "submitted", 2 },
  { "time", 1 },       { "meta", 1 },       { "byline", 1 },       { "info", 1 },
  { "author", 1 },     { "comment", -3 },   { "footer", -2 },      { "copyright", -4 },
  { "related", -3 },   { "teaser", -3 },    { "sidebar", -3 },     { "widget", -3 },
  { "recommend", -3 }, { "event", -2 },     { "calendar", -2 },    { "popular", -3 },
  { "card", -2 },      { "listing", -2 },   { "review", -2 },      { "join", -3 },
  { "signature", -2 }, { "reply", -2 },     { "latest", -3 },      { "archive", -2 },
  { "modified", -1 },  { "update", -1 },    { "more-", -2 },       { "product", -1 },
};

static int
rate_classes (const ExmPageText *page, guint32 node)
{
  guint n;
  const ExmNode *nodes = exm_page_text_get_nodes (page, &n);
  int best = 0, worst = 0;

  for (guint i = 0; i < MAX_ANCESTORS && node < n; i++, node = nodes[node].parent)
    {
      if (nodes[node].tag == EXM_TAG_BODY || nodes[node].tag == EXM_TAG_HTML)
        break;
      if (nodes[node].tag == EXM_TAG_TIME)
        best = MAX (best, 2);
      if (nodes[node].tag == EXM_TAG_FOOTER)
        worst = MIN (worst, -1);
      const char *const names[]
          = { exm_page_text_get_string (page, nodes[node].class_names),
              exm_page_text_get_string (page, nodes[node].id) };
      for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
        {
          g_autofree char *lower = g_ascii_strdown (names[k], -1);
          for (gsize c = 0; *lower != '\0' && c < G_N_ELEMENTS (classes); c++)
            if (strstr (lower, classes[c].part) != NULL)
              {
                /* "update" and "meta-data" hold "date" and "data". */
                if (classes[c].score == 2 && strstr (lower, "update") != NULL)
                  continue;
                if (strcmp (classes[c].part, "footer") == 0
                    && (strstr (lower, "post") != NULL || strstr (lower, "entry") != NULL
                        || strstr (lower, "article") != NULL
                        || strstr (lower, "meta") != NULL))
                  continue;
                best = MAX (best, classes[c].score - (int) i / 2);
                worst = MIN (worst, classes[c].score);
              }
        }
    }
  return best + worst;
}

static gboolean
says_any (const char *folded, gsize n, const char *const *words)
{
  for (guint i = 0; words[i] != NULL; i++)
    if (g_strstr_len (folded, (gssize) n, words[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Whether line @index stands by the page's headline, which may be far from a body that
 * was not found. */
static gboolean
follows_headline (const ExmPageText *page, guint index)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  guint first = index > LINES_INTO ? index - LINES_INTO : 0;

  for (guint i = first; i < MIN (index + 3, n); i++)
    if (lines[i].heading == 1 && (lines[i].flags & EXM_LINE_FLAGGED) == 0)
      return TRUE;
  return FALSE;
}

/* How much line @index says that its date at @start is the article's day. */
static int
rate_line (
    const ExmMetadataReader *self, guint index, gsize start, guint anchor, guint last)
{
  guint n;
  const ExmLine *line = &exm_page_text_get_lines (self->page, &n)[index];
  const char *text = exm_page_text_get_line (self->page, index);
  g_autofree char *folded = exm_text_lower (text, (gssize) MIN (line->n_bytes, 400u));
  gsize n_folded = strlen (folded);
  gboolean near
      = (anchor < n && index + LINES_ABOVE >= anchor && index < anchor + LINES_INTO)
        || follows_headline (self->page, index);
  int score = rate_classes (self->page, line->node);

  if (says_any (folded, MIN (start, n_folded), said))
    score = MAX (score, 0) + 3;
  else if (start == 0 && index > 0 && line->n_chars <= SHORT_CHARS)
    {
      /* A label alone on the line before. */
      const ExmLine *before = line - 1;
      g_autofree char *label
          = exm_text_lower (exm_page_text_get_line (self->page, index - 1),
                            (gssize) MIN (before->n_bytes, 60u));
      if (before->n_chars <= SHORT_CHARS && says_any (label, strlen (label), said))
        score = MAX (score, 0) + 3;
    }
  if (says_any (folded, n_folded, other_days))
    score -= 4;
  if (line->n_chars <= SHORT_CHARS)
    score += 1;
  if (near)
    score += 2;
  else if (last < n && index > last && index <= last + LINES_BELOW)
    score += 1;
  /* The body's own first lines begin with its day, or its last line is that. */
  if (near && start <= 16)
    score += index >= anchor && index <= anchor + 2 ? 2 : 1;
  if (last < n && index + 1 >= last && index <= last + LINES_BELOW && start == 0
      && line->n_chars <= SHORT_CHARS)
    score += 1;
  if (2 * line->n_link_chars > line->n_chars)
    score -= 2;
  if (line->heading > 0)
    score -= 1;
  return score;
}

/* The date of the line that says most that it is the article's day. */
static char *
dup_told (const ExmMetadataReader *self, guint anchor, guint body_last, int least)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  char *best = NULL;
  int best_score = least - 1;
  guint n_others = 0;

  for (guint i = 0; i < n; i++)
    {
      const char *text = exm_page_text_get_line (self->page, i);
      gsize start = 0;
      if ((lines[i].flags & EXM_LINE_FLAGGED) != 0 || !has_digit (text))
        continue;
      g_autofree char *lead = lines[i].n_chars > MAX_LINE_CHARS ? g_utf8_make_valid (
                                  text, (gssize) MIN (lines[i].n_bytes, MAX_LEAD_BYTES))
                                                                : g_strdup (text);
      g_autofree char *date = exm_date_find_value (lead, self->language, &start);
      if (date == NULL)
        continue;
      int score = rate_line (self, i, start, anchor, body_last);
      if (score == best_score && best != NULL && strncmp (best, date, DAY_BYTES) != 0)
        n_others++;
      if (score <= best_score)
        continue;
      g_free (best);
      best = g_steal_pointer (&date);
      best_score = score;
      n_others = 0;
    }
  /* Many days that look alike are those of a list. */
  if (n_others > 3 && best_score < 5)
    g_clear_pointer (&best, g_free);
  return best;
}

/* --- Scripts --- */

/* The date behind `"name":"` in the page's source, scripts included. */
static char *
dup_scripted (const ExmMetadataReader *self)
{
  static const char *const names[] = {
    "\"datePublished\"",   "\"datepublished\"",    "\"publishedAt\"",
    "\"published_at\"",    "\"publishDate\"",      "\"publish_date\"",
    "\"publishedDate\"",   "\"published_date\"",   "\"pubDate\"",
    "\"publicationDate\"", "\"publication_date\"", "\"publishTime\"",
    "\"publish_time\"",    "\"publishedTime\"",    "\"firstPublished\"",
    "\"uploadDate\"",      "\"datePosted\"",       "\"postDate\"",
    "\"dateCreated\"",
  };
  gsize size;
  const char *source = g_bytes_get_data (exm_page_text_get_source (self->page), &size);

  for (gsize i = 0; size > 0 && i < G_N_ELEMENTS (names); i++)
    {
      const char *p = memmem (source, size, names[i], strlen (names[i]));
      if (p == NULL)
        continue;
      p += strlen (names[i]);
      const char *end = source + size;
      while (p < end && (*p == ' ' || *p == ':' || *p == '\\' || *p == '"'))
        p++;
      g_autofree char *value = g_strndup (p, MIN ((gsize) (end - p), 40u));
      value[strcspn (value, "\"'\\,}\n<")] = '\0';
      char *date = has_digit (value) ? exm_date_parse (value, self->language) : NULL;
      if (date != NULL)
        return date;
    }
  return NULL;
}

/* --- The choice --- */

/* The only day of the page's <time> elements, or that of the first of few. */
static const char *
find_time (const ExmMetadataReader *self)
{
  guint n, n_times = 0;
  const ExmSlice *slices = exm_page_text_get_slices (self->page, &n);
  const char *first = NULL;

  for (guint i = 0; i < n; i++)
    {
      const char *value = exm_page_text_get_string (self->page, slices[i].value);
      if (slices[i].kind != EXM_SLICE_TIME || !has_digit (value))
        continue;
      first = first != NULL ? first : value;
      n_times += strcmp (first, value) != 0;
    }
  return n_times < FEW_TIMES ? first : NULL;
}

/* Whether a line of the page tells the day @date, wherever it stands. */
static gboolean
is_told (const ExmMetadataReader *self, const char *date)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);

  for (guint i = 0; i < n; i++)
    {
      const char *text = exm_page_text_get_line (self->page, i);
      if (lines[i].n_chars > MAX_LINE_CHARS || (lines[i].flags & EXM_LINE_FLAGGED) != 0
          || !has_digit (text))
        continue;
      g_autofree char *told = exm_date_find (text, self->language, NULL);
      if (told != NULL && strncmp (told, date, DAY_BYTES) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Drops the day of a page's object, which programs write for each page, product and
 * service, where nobody is named as the author and no line tells it. */
static void
drop_page_day (ExmMetadataReader *self)
{
  const char *date = exm_metadata_get (self->out, EXM_FIELD_PUBLISHED);

  if (self->is_page_day && date != NULL
      && exm_metadata_get_origin (self->out, EXM_FIELD_PUBLISHED) == EXM_ORIGIN_JSON_LD
      && exm_metadata_get (self->out, EXM_FIELD_AUTHOR) == NULL && !is_told (self, date))
    exm_metadata_clear (self->out, EXM_FIELD_PUBLISHED);
}

/* Mends a day that was declared, or read near the body's head. */
static void
mend (ExmMetadataReader *self, guint anchor, guint body_last, const char *addressed)
{
  const char *date = exm_metadata_get (self->out, EXM_FIELD_PUBLISHED);
  ExmOrigin origin = exm_metadata_get_origin (self->out, EXM_FIELD_PUBLISHED);
  gboolean was_read = origin == EXM_ORIGIN_ELEMENT || origin == EXM_ORIGIN_TEXT
                      || origin == EXM_ORIGIN_META;

  if (addressed != NULL)
    {
      if ((may_be_utc (date) && is_same_time (date, addressed))
          || (was_read && is_far (date, addressed)))
        exm_metadata_replace (self->out, EXM_FIELD_PUBLISHED, EXM_ORIGIN_URL, addressed);
      else
        exm_metadata_set (self->out, EXM_FIELD_PUBLISHED, EXM_ORIGIN_URL, addressed);
      return;
    }
  if (was_read)
    {
      g_autofree char *told = dup_told (self, anchor, body_last, CERTAIN);
      if (told != NULL && strncmp (told, date, DAY_BYTES) != 0)
        exm_metadata_replace (self->out, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT, told);
    }
  else if (may_be_utc (date))
    {
      g_autofree char *day = dup_local_day (self, anchor, date);
      exm_metadata_replace (self->out, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT, day);
    }
}

void
exm_metadata_choose_date (ExmMetadataReader *self, guint anchor, guint body_last)
{
  const char *url = exm_page_text_get_url (self->page);
  g_autofree char *addressed = url == NULL ? NULL : exm_date_from_url (url);

  drop_page_day (self);
  if (exm_metadata_get (self->out, EXM_FIELD_PUBLISHED) != NULL)
    {
      mend (self, anchor, body_last, addressed);
      return;
    }
  if (exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_URL, addressed))
    return;
  g_autofree char *told
      = dup_told (self, anchor, body_last, self->is_other ? SURE : ENOUGH);
  if (exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT, told)
      || exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_ELEMENT,
                           find_time (self)))
    return;
  if (self->is_other)
    return;
  g_autofree char *scripted = self->is_page_day ? NULL : dup_scripted (self);
  g_autofree char *titled
      = exm_date_find (exm_page_text_get_title (self->page), self->language, NULL);
  if (exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_META, scripted)
      || exm_metadata_put (self, EXM_FIELD_PUBLISHED, EXM_ORIGIN_ELEMENT, titled))
    return;
  /* Take the day of a change where the page shows no other. */
  if (exm_metadata_get_origin (self->out, EXM_FIELD_MODIFIED) == EXM_ORIGIN_TEXT)
    exm_metadata_set (self->out, EXM_FIELD_PUBLISHED, EXM_ORIGIN_TEXT,
                      exm_metadata_get (self->out, EXM_FIELD_MODIFIED));
}
