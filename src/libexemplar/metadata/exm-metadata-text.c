/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-text.h"

#include "base/exm-date.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"
#include "page/exm-byline.h"

#include <string.h>

#define LINES_ABOVE 16
#define LINES_BELOW 3
#define LINES_AFTER_BODY 8
#define MAX_VALUE_CHARS 40

/* A line with more characters is prose: dates in it belong to the story. */
#define MAX_DATE_LINE_CHARS 120
#define GUESS_CHARS 20000

/* Labels end with a colon, which is looked for after them; longer ones go first. */
static const struct
{
  const char *label; /* (unowned) */
  ExmField field;
} labels[] = {
  { "文章来源", EXM_FIELD_SOURCE },    { "信息来源", EXM_FIELD_SOURCE },
  { "新闻来源", EXM_FIELD_SOURCE },    { "稿件来源", EXM_FIELD_SOURCE },
  { "文章來源", EXM_FIELD_SOURCE },    { "新聞來源", EXM_FIELD_SOURCE },
  { "稿件來源", EXM_FIELD_SOURCE },    { "資料來源", EXM_FIELD_SOURCE },
  { "资料来源", EXM_FIELD_SOURCE },    { "轉載自", EXM_FIELD_SOURCE },
  { "转载自", EXM_FIELD_SOURCE },      { "出處", EXM_FIELD_SOURCE },
  { "責編", EXM_FIELD_EDITOR },        { "本報記者", EXM_FIELD_AUTHOR },
  { "撰稿", EXM_FIELD_AUTHOR },        { "来源", EXM_FIELD_SOURCE },
  { "來源", EXM_FIELD_SOURCE },        { "稿源", EXM_FIELD_SOURCE },
  { "出处", EXM_FIELD_SOURCE },        { "文章作者", EXM_FIELD_AUTHOR },
  { "作者", EXM_FIELD_AUTHOR },        { "责任编辑", EXM_FIELD_EDITOR },
  { "責任編輯", EXM_FIELD_EDITOR },    { "责编", EXM_FIELD_EDITOR },
  { "编辑", EXM_FIELD_EDITOR },        { "編輯", EXM_FIELD_EDITOR },
  { "本报记者", EXM_FIELD_AUTHOR },    { "记者", EXM_FIELD_AUTHOR },
  { "記者", EXM_FIELD_AUTHOR },        { "撰文", EXM_FIELD_AUTHOR },
  { "Author", EXM_FIELD_AUTHOR },      { "Autorin", EXM_FIELD_AUTHOR },
  { "Autor", EXM_FIELD_AUTHOR },       { "Auteur", EXM_FIELD_AUTHOR },
  { "Autore", EXM_FIELD_AUTHOR },      { "Автор", EXM_FIELD_AUTHOR },
  { "執筆", EXM_FIELD_AUTHOR },        { "著者", EXM_FIELD_AUTHOR },
  { "筆者", EXM_FIELD_AUTHOR },        { "取材・文", EXM_FIELD_AUTHOR },
  { "文・写真", EXM_FIELD_AUTHOR },    { "出典", EXM_FIELD_SOURCE },
  { "작성자", EXM_FIELD_AUTHOR },      { "글쓴이", EXM_FIELD_AUTHOR },
  { "출처", EXM_FIELD_SOURCE },        { "편집자", EXM_FIELD_EDITOR },
  { "通讯员", EXM_FIELD_AUTHOR },      { "通訊員", EXM_FIELD_AUTHOR },
  { "Автори", EXM_FIELD_AUTHOR },      { "Текст", EXM_FIELD_AUTHOR },
  { "Редактор", EXM_FIELD_EDITOR },    { "Yazar", EXM_FIELD_AUTHOR },
  { "Haber", EXM_FIELD_AUTHOR },       { "Kaynak", EXM_FIELD_SOURCE },
  { "Editör", EXM_FIELD_EDITOR },      { "Fonte", EXM_FIELD_SOURCE },
  { "Redakteurin", EXM_FIELD_EDITOR }, { "Redakteur", EXM_FIELD_EDITOR },
  { "Source", EXM_FIELD_SOURCE },      { "Quelle", EXM_FIELD_SOURCE },
  { "Fuente", EXM_FIELD_SOURCE },      { "Источник", EXM_FIELD_SOURCE },
  { "Editor", EXM_FIELD_EDITOR },
};

/* Words that end a value even without a label after it. */
static const char *const value_ends[]
    = { "|",      "｜",    "【",   "】",     "[",    "]",    "(",        ")",
        "（",     "）",    "，",   "。",     ";",    "；",   "发布时间", "发表时间",
        "时间：", "时间:", "日期", "字号",   "字体", "浏览", "阅读",     "点击",
        "评论",   "更新",  "版权", "原标题", "打印", "分享", NULL };

static const char *const modified_words[]
    = { "更新",        "updated",    "modified",   "aktualisiert", "mis à jour",
        "actualizado", "aggiornato", "atualizado", "обновлено",    "修改",
        "수정",        "güncelle",   NULL };

static gsize any_label_length (const char *p);

/* Measures the separator between a label and its value; Chinese labels may use a bar or
 * slash too, unless it only parts labels. */
static gsize
mark_length (const char *p, gboolean latin)
{
  static const char *const bars[] = { "|", "｜", "丨", "/", "／" };

  if (*p == ':')
    return 1;
  if (g_str_has_prefix (p, "："))
    return strlen ("：");
  for (gsize i = 0; !latin && i < G_N_ELEMENTS (bars); i++)
    {
      gsize n = strlen (bars[i]);
      const char *value = p + n;
      if (!g_str_has_prefix (p, bars[i]))
        continue;
      while (*value == ' ')
        value++;
      /* "作者 | 时间 | 点击" is the head of a table. */
      return any_label_length (value) > 0 || strstr (value, bars[i]) != NULL ? 0 : n;
    }
  return 0;
}

/* The label at @p with its colon, "作 者：" included; 0 if none. */
static gsize
label_length (const char *p, gsize which)
{
  const char *label = labels[which].label;
  const char *q = p;

  for (const char *l = label; *l != '\0'; l = g_utf8_next_char (l))
    {
      while (l != label && (*q == ' ' || g_str_has_prefix (q, "\u3000")))
        q = g_utf8_next_char (q);
      if (g_utf8_get_char (l) != g_utf8_get_char (q))
        return 0;
      q = g_utf8_next_char (q);
    }
  while (*q == ' ')
    q++;
  gsize mark = mark_length (q, !exm_char_is_cjk (g_utf8_get_char (label)));
  return mark == 0 ? 0 : (gsize) (q - p) + mark;
}

static gsize
any_label_length (const char *p)
{
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gsize n = label_length (p, i);
      if (n > 0)
        return n;
    }
  return 0;
}

static gboolean
ends_value (const char *p)
{
  for (guint i = 0; value_ends[i] != NULL; i++)
    if (g_str_has_prefix (p, value_ends[i]))
      return TRUE;
  return FALSE;
}

/* The value that begins at @p: up to the next label, date or mark; CJK names end at a
 * space too. */
static char *
dup_value (const char *p)
{
  while (*p == ' ')
    p++;
  const char *start = p;
  gboolean cjk = exm_char_is_cjk (g_utf8_get_char (p));
  guint n = 0;

  for (; *p != '\0' && n < MAX_VALUE_CHARS; p = g_utf8_next_char (p), n++)
    {
      if (ends_value (p) || (p > start && any_label_length (p) > 0))
        break;
      if (*p == ' ' && (cjk || g_ascii_isdigit (p[1])))
        break;
      if (g_str_has_prefix (p, "20") && g_ascii_isdigit (p[2]) && g_ascii_isdigit (p[3]))
        break;
    }
  char *value = g_strndup (start, (gsize) (p - start));
  /* Markup of a damaged page is no name. */
  if (strpbrk (value, "<>=\"") != NULL)
    *value = '\0';
  return g_strstrip (value);
}

static gboolean
is_shown (const ExmLine *line)
{
  return (line->flags & EXM_LINE_FLAGGED) == 0;
}

/* Labels anywhere in a line, the value behind them or alone on the next line. */
static void
read_labels (ExmMetadataReader *self, guint index, gboolean editors_only)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  const char *text = exm_page_text_get_line (self->page, index);
  gsize end = MIN (lines[index].n_bytes, 2000);

  for (const char *p = text; *p != '\0' && (gsize) (p - text) < end;)
    {
      gsize length = 0;
      gsize which = 0;
      gunichar before = p > text ? g_utf8_get_char (g_utf8_prev_char (p)) : ' ';
      gunichar c = g_utf8_get_char (p);
      /* "Resource: x" has no source. */
      if (g_unichar_isalpha (before) && !exm_char_is_cjk (c))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      for (; which < G_N_ELEMENTS (labels) && length == 0; which++)
        length = label_length (p, which);
      if (length == 0)
        {
          p = g_utf8_next_char (p);
          continue;
        }
      p += length;
      ExmField field = labels[which - 1].field;
      g_autofree char *value = dup_value (p);
      if (*value == '\0' && *p == '\0' && index + 1 < n
          && lines[index + 1].n_chars <= MAX_VALUE_CHARS)
        {
          g_free (value);
          value = dup_value (exm_page_text_get_line (self->page, index + 1));
        }
      if (!editors_only || field == EXM_FIELD_EDITOR)
        exm_metadata_put (self, field, EXM_ORIGIN_TEXT, value);
    }
}

static gboolean
says_modified (const char *text, gsize date)
{
  g_autofree char *folded = exm_text_lower (text, (gssize) strnlen (text, 1000));
  gsize n = MIN (strlen (folded), date);

  for (guint i = 0; modified_words[i] != NULL; i++)
    if (g_strstr_len (folded, (gssize) n, modified_words[i]) != NULL)
      return TRUE;
  return FALSE;
}

static void
read_date (ExmMetadataReader *self, guint index)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  const char *text = exm_page_text_get_line (self->page, index);
  gsize start = 0;

  if (lines[index].n_chars > MAX_DATE_LINE_CHARS)
    return;
  g_autofree char *date = exm_date_find (text, self->language, &start);
  if (date == NULL)
    return;
  gboolean modified = says_modified (text, start);
  exm_metadata_put (self, modified ? EXM_FIELD_MODIFIED : EXM_FIELD_PUBLISHED,
                    EXM_ORIGIN_TEXT, date);
}

/* "本报讯（记者 张三）…" begins a body. */
static void
read_dateline (ExmMetadataReader *self, guint line)
{
  g_autofree char *names
      = exm_byline_dup_dateline (exm_page_text_get_line (self->page, line));

  exm_metadata_put (self, EXM_FIELD_AUTHOR, EXM_ORIGIN_TEXT, names);
}

/* "Written by Jane Doe" or "（记者 张三）" below a body. */
static void
read_deed (ExmMetadataReader *self, guint index)
{
  guint n;
  const ExmLine *line = &exm_page_text_get_lines (self->page, &n)[index];

  if (line->n_chars > EXM_BYLINE_MAX_CHARS)
    return;
  g_autofree char *names
      = exm_byline_dup_deed (exm_page_text_get_line (self->page, index));
  exm_metadata_put (self, EXM_FIELD_AUTHOR, EXM_ORIGIN_TEXT, names);
}

guint
exm_metadata_find_anchor (const ExmPageText *page, guint body_first)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);

  if (body_first < n)
    return body_first;
  for (guint i = 0; i < n; i++)
    if (lines[i].heading == 1 && is_shown (&lines[i]))
      return MIN (i + 1, n - 1);
  return EXM_NONE;
}

void
exm_metadata_read_text (ExmMetadataReader *self, guint anchor, guint body_last)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (self->page, &n);
  gboolean known = anchor < n;
  guint first = known && anchor > LINES_ABOVE ? anchor - LINES_ABOVE : 0;
  guint end = known ? anchor + LINES_BELOW : 4 * LINES_ABOVE;

  end = MIN (end, n);
  /* From the body upwards: what is nearest is the article's own. */
  for (guint i = end; i-- > first;)
    {
      if (!is_shown (&lines[i]))
        continue;
      read_labels (self, i, FALSE);
      if (lines[i].n_chars <= EXM_BYLINE_MAX_CHARS)
        {
          const char *line = exm_page_text_get_line (self->page, i);
          g_autofree char *byline = exm_byline_dup_names (line);
          exm_metadata_put (self, EXM_FIELD_AUTHOR, EXM_ORIGIN_TEXT, byline);
        }
      read_date (self, i);
    }
  if (known)
    read_dateline (self, anchor);
  if (body_last >= n)
    return;
  first = body_last > 2 ? body_last - 2 : 0;
  end = MIN (body_last + LINES_AFTER_BODY, n);
  for (guint i = first; i < end; i++)
    if (is_shown (&lines[i]))
      {
        read_labels (self, i, TRUE);
        read_deed (self, i);
      }
}

typedef struct
{
  guint han, kana, hangul, cyrillic, thai, arabic, hebrew, greek, latin;
  guint ukrainian, persian;
} Scripts;

static void
count_letter (Scripts *self, gunichar c)
{
  if (c == 0x456 || c == 0x457 || c == 0x454 || c == 0x491)
    self->ukrainian++;
  if (c == 0x67e || c == 0x686 || c == 0x698 || c == 0x6af)
    self->persian++;
  switch (g_unichar_get_script (c))
    {
    case G_UNICODE_SCRIPT_HAN:
      self->han++;
      break;
    case G_UNICODE_SCRIPT_HIRAGANA:
    case G_UNICODE_SCRIPT_KATAKANA:
      self->kana++;
      break;
    case G_UNICODE_SCRIPT_HANGUL:
      self->hangul++;
      break;
    case G_UNICODE_SCRIPT_CYRILLIC:
      self->cyrillic++;
      break;
    case G_UNICODE_SCRIPT_THAI:
      self->thai++;
      break;
    case G_UNICODE_SCRIPT_ARABIC:
      self->arabic++;
      break;
    case G_UNICODE_SCRIPT_HEBREW:
      self->hebrew++;
      break;
    case G_UNICODE_SCRIPT_GREEK:
      self->greek++;
      break;
    default:
      self->latin += g_unichar_isalpha (c);
      break;
    }
}

const char *
exm_metadata_guess_language (const ExmPageText *page)
{
  guint n;
  const ExmLine *lines = exm_page_text_get_lines (page, &n);
  Scripts s = { 0 };
  guint seen = 0;

  for (guint i = 0; i < n && seen < GUESS_CHARS; i++)
    {
      if (!is_shown (&lines[i]))
        continue;
      const char *p = exm_page_text_get_line (page, i);
      for (; *p != '\0' && seen < GUESS_CHARS; p = g_utf8_next_char (p), seen++)
        count_letter (&s, g_utf8_get_char (p));
    }
  /* A CJK character says as much as three letters. */
  guint cjk = 3 * (s.han + s.kana);
  guint half = (cjk + 2 * s.hangul + s.cyrillic + s.thai + s.arabic + s.hebrew + s.greek
                + s.latin)
               / 2;
  if (half < 8)
    return NULL;
  if (cjk > half)
    return s.kana * 20 > s.han + s.kana ? "ja" : "zh";
  if (2 * s.hangul > half)
    return "ko";
  if (s.cyrillic > half)
    return s.ukrainian * 50 > s.cyrillic ? "uk" : "ru";
  if (s.thai > half)
    return "th";
  if (s.arabic > half)
    return s.persian * 50 > s.arabic ? "fa" : "ar";
  if (s.hebrew > half)
    return "he";
  return s.greek > half ? "el" : NULL;
}
