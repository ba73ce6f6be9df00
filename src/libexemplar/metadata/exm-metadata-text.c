/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "metadata/exm-metadata-text.h"

#include "base/exm-date.h"
#include "base/exm-lower.h"
#include "base/exm-text.h"
#include "metadata/exm-metadata-author.h"

#include <string.h>

/* --- Bylines --- */

/* Lines with more characters are prose. */
#define EXM_BYLINE_MAX_CHARS 90

/* Characters of a name in Chinese, Japanese or Korean. */
#define MIN_NAME 2u
#define MAX_NAME 4u

#define MAX_NAMES 6u

/* "pm", "a.m.", "CEST", bytes. */
#define MAX_ZONE 4u

/* Bytes before the "by" that follows a date. */
#define MAX_BEFORE_BY 70

/* "Jr.", "St." and "J." do not end a sentence, bytes. */
#define MAX_ABBREVIATION 3u

/* A dateline stands in the beginning of a paragraph, bytes. */
#define MAX_DATELINE 90u

static gboolean
is_particle (const char *word)
{
  static const char *const particles[]
      = { "and", "und", "et", "y",  "e",  "&",   "van", "von", "de",  "da",  "di", "del",
          "der", "den", "la", "le", "al", "bin", "dos", "du",  "ten", "ter", "и",  NULL };
  return g_strv_contains (particles, word);
}

static gboolean
ends_sentence (const char *word)
{
  static const char *const titles[]
      = { "Capt.", "Col.", "Gen.", "Gov.", "Mrs.", "Prof.", "Rev.", "Sen.", NULL };

  return g_str_has_suffix (word, ".") && strlen (word) > MAX_ABBREVIATION
         && strchr (word, '.') == strrchr (word, '.') && !g_strv_contains (titles, word);
}

/* Behind what says outright who wrote it, whatever the case of its letters, or %NULL.
 * What is published by somebody is a publisher's, and a photo is no text. */
static const char *
skip_verb (const char *line)
{
  static const char *const deeds[] = { "written by ", "reported by ", "posted by ",
                                       "story by ",   "words by ",    "text by " };

  for (gsize i = 0; i < G_N_ELEMENTS (deeds); i++)
    if (g_ascii_strncasecmp (line, deeds[i], strlen (deeds[i])) == 0)
      return line + strlen (deeds[i]);
  return NULL;
}

/* Whether a date ends at @end: with a number, "pm" or a zone. */
static gboolean
ends_with_date (const char *line, const char *end)
{
  const char *word = g_strrstr_len (line, end - line, " ");

  word = word != NULL ? word + 1 : line;
  gsize n = (gsize) (end - word);
  gboolean is_end = n <= MAX_ZONE && strcspn (word, "apAP") == 0;
  for (gsize i = 0; i < n && !is_end; i++)
    is_end = g_ascii_isdigit (word[i]);
  if (!is_end && n <= MAX_ZONE && n > 0)
    is_end = g_ascii_isupper (word[0]) && g_ascii_isupper (word[n - 1]);
  if (!is_end)
    return FALSE;
  g_autofree char *before = g_strndup (line, (gsize) (end - line));
  g_autofree char *date = exm_date_find (before, "en", NULL);
  return date != NULL;
}

/* Behind the "by" of "Posted on 20 November 2026 by Jane Doe in Notes", or %NULL. */
static const char *
skip_dated (const char *line)
{
  static const char by[] = " by ";
  const char *end = g_strstr_len (line, MAX_BEFORE_BY, by);

  return end != NULL && ends_with_date (line, end) ? end + strlen (by) : NULL;
}

/* Behind "By" at the beginning of a line, or %NULL. */
static const char *
skip_preposition (const char *line)
{
  static const char *const starts[]
      = { "By: ", "By ", "BY ", "by ", "Von ", "VON ", "Par ", "Por ", "Di ", NULL };

  for (guint i = 0; starts[i] != NULL; i++)
    if (exm_text_begins (line, starts[i]))
      return line + strlen (starts[i]);
  return NULL;
}

/* The names of "Jane Doe and John Roe | …", or %NULL. */
static char *
dup_capitalised (const char *text)
{
  g_autoptr (GString) names = g_string_new (NULL);
  guint n_names = 0;

  if (text == NULL)
    return NULL;
  g_auto (GStrv) words = g_strsplit (text, " ", 16);
  for (guint i = 0; words[i] != NULL; i++)
    {
      g_autofree char *word = g_strdup (words[i]);
      gboolean comma = g_str_has_suffix (word, ",");
      gboolean ends = comma || ends_sentence (word);
      if (ends)
        word[strlen (word) - 1] = '\0';
      gboolean name = g_unichar_isupper (g_utf8_get_char (word));
      if (!name && !is_particle (word))
        break;
      if (g_str_equal (word, "Published") || g_str_equal (word, "Updated"))
        break;
      if (names->len > 0)
        g_string_append_c (names, ' ');
      g_string_append (names, word);
      n_names += name;
      if (ends)
        break;
    }
  return n_names >= 1 && n_names <= 10 && names->len <= EXM_BYLINE_MAX_CHARS
             ? g_string_free (g_steal_pointer (&names), FALSE)
             : NULL;
}

/* Reads a name of two to four characters of one script, and what ends it. */
static const char *
read_name (const char *p)
{
  guint n = 0;

  while (n <= MAX_NAME && exm_char_is_cjk (g_utf8_get_char (p)))
    {
      p = g_utf8_next_char (p);
      n++;
    }
  return n >= MIN_NAME && n <= MAX_NAME ? p : NULL;
}

static const char *
skip_spaces (const char *p)
{
  while (*p == ' ' || exm_text_begins (p, "\u3000"))
    p = g_utf8_next_char (p);
  return p;
}

/* Behind one of the words that name a reporter, and what parts it from the name: nothing
 * but a space, or a bar behind 文, which is no word of its own. */
static const char *
skip_role (const char *p)
{
  static const char *const roles[]
      = { "本报见习记者", "本报记者", "本報記者", "本网记者", "见习记者", "实习生",
          "全媒体记者",   "记者",     "記者",     "通讯员",   "通訊員",   "特约撰稿人" };
  static const char *const bars[] = { "/", "／", "|", "｜", "丨" };

  for (gsize i = 0; i < G_N_ELEMENTS (roles); i++)
    {
      const char *behind = p + strlen (roles[i]);
      if (exm_text_begins (p, roles[i]) && skip_spaces (behind) != behind)
        return skip_spaces (behind);
    }
  if (!exm_text_begins (p, "文"))
    return NULL;
  p = skip_spaces (p + strlen ("文"));
  for (gsize i = 0; i < G_N_ELEMENTS (bars); i++)
    if (exm_text_begins (p, bars[i]))
      return skip_spaces (p + strlen (bars[i]));
  return NULL;
}

static gboolean
ends_label (const char *p)
{
  static const char *const marks[] = { "|", "｜", "丨", "/", "／", ":", "：" };

  for (gsize i = 0; i < G_N_ELEMENTS (marks); i++)
    if (exm_text_begins (p, marks[i]))
      return TRUE;
  return FALSE;
}

/* Behind the names; the last ones name somebody else. */
static gboolean
ends_names (const char *p)
{
  static const char *const ends[]
      = { "）", ")",    "】",   "]",    "|",    "｜",       "丨",   "，",   "2",   "图",
          "摄", "编辑", "編輯", "责编", "責編", "责任编辑", "校对", "审核", "来源" };

  if (*p == '\0')
    return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (ends); i++)
    if (exm_text_begins (p, ends[i]))
      return TRUE;
  return FALSE;
}

/* Roles and names from @p on, to the end of the line or of the bracket. */
static char *
dup_roles (const char *p)
{
  guint n = 0;

  p = skip_role (p);
  if (p == NULL)
    return NULL;
  g_autoptr (GString) names = g_string_new (NULL);
  while (n < MAX_NAMES)
    {
      const char *end = read_name (p);
      if (end == NULL)
        return NULL;
      /* Stop before the next label, which ends in a bar or colon. */
      if (n > 0 && ends_label (end))
        return g_string_free (g_steal_pointer (&names), FALSE);
      g_string_append_printf (names, "%s%.*s", n++ > 0 ? "、" : "", (int) (end - p), p);
      p = skip_spaces (end);
      if (exm_text_begins (p, "、"))
        p = skip_spaces (p + strlen ("、"));
      else if (ends_names (p))
        return g_string_free (g_steal_pointer (&names), FALSE);
      else if (p == end)
        return NULL;
      const char *role = skip_role (p);
      p = role != NULL ? role : p;
    }
  return NULL;
}

/* "홍길동 기자", a mail address or date behind it. */
static char *
dup_korean (const char *line)
{
  const char *end = line;
  guint n = 0;

  while (n <= MAX_NAME
         && g_unichar_get_script (g_utf8_get_char (end)) == G_UNICODE_SCRIPT_HANGUL)
    {
      end = g_utf8_next_char (end);
      n++;
    }
  if (n < MIN_NAME || n > MAX_NAME || *end != ' ')
    return NULL;
  const char *role = end + 1;
  if (!exm_text_begins (role, "기자") && !exm_text_begins (role, "특파원"))
    return NULL;
  const char *behind = strchr (role, ' ');
  gsize n_role = behind != NULL ? (gsize) (behind - role) : strlen (role);
  if (n_role != strlen ("기자") && n_role != strlen ("특파원"))
    return NULL;
  return g_strndup (line, (gsize) (end - line));
}

static char *
dup_reporters (const char *line)
{
  char *names = NULL;
  gunichar before = ' ';

  for (const char *p = line; names == NULL && *p != '\0'; p = g_utf8_next_char (p))
    {
      /* Behind a space, a bracket, an ornament: what goes on from a letter is a word. */
      if (!g_unichar_isalnum (before))
        names = dup_roles (p);
      before = g_utf8_get_char (p);
    }
  return names;
}

/* The names of "Written by Jane Doe" and "记者 张三", which are bylines wherever they
 * stand. O(bytes). @line: as for byline_dup_names(). Returns: (transfer full)
 * (nullable): the names */
static char *
byline_dup_after_verb (const char *line)
{
  char *names = dup_capitalised (skip_verb (line));

  return names != NULL ? names : dup_reporters (line);
}

/* The names of "By Jane Doe and John Roe | …" (Von, Par, Por, Di), "Posted on 20
 * November 2026 by Jane Doe", "Written by Jane Doe", "本报记者 张三 通讯员 李四",
 * "文/张三", "홍길동 기자". O(bytes). @line: a line of at most %EXM_BYLINE_MAX_CHARS
 * characters. Returns: (transfer full) (nullable): the names; Chinese ones parted by "、"
 */
static char *
byline_dup_names (const char *line)
{
  char *names = dup_capitalised (skip_verb (line));

  if (names == NULL)
    names = dup_capitalised (skip_preposition (line));
  if (names == NULL)
    names = dup_capitalised (skip_dated (line));
  if (names == NULL)
    names = dup_korean (line);
  return names != NULL ? names : dup_reporters (line);
}

/* The names of "本报讯（记者 张三 通讯员 李四）…". O(1). @line: the first line of a body.
 * Returns: (transfer full) (nullable): the names */
static char *
byline_dup_dateline (const char *line)
{
  static const char *const brackets[] = { "（", "(" };
  gsize n = strnlen (line, MAX_DATELINE);

  for (gsize i = 0; i < G_N_ELEMENTS (brackets); i++)
    {
      const char *open = g_strstr_len (line, (gssize) n, brackets[i]);
      char *names = open != NULL ? dup_roles (open + strlen (brackets[i])) : NULL;
      if (names != NULL)
        return names;
    }
  return NULL;
}

/* --- Lines with labels --- */

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
  if (exm_text_begins (p, "："))
    return strlen ("：");
  for (gsize i = 0; !latin && i < G_N_ELEMENTS (bars); i++)
    {
      gsize n = strlen (bars[i]);
      const char *value = p + n;
      if (!exm_text_begins (p, bars[i]))
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
      while (l != label && (*q == ' ' || exm_text_begins (q, "\u3000")))
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

/* Whether a label may begin at @p: few bytes begin one. */
static inline gboolean
may_be_label (const char *p)
{
  static guint8 begins[256];
  static gsize made = 0;

  if (g_once_init_enter (&made))
    {
      for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
        begins[(guchar) labels[i].label[0]] = TRUE;
      g_once_init_leave (&made, 1);
    }
  return begins[(guchar) *p];
}

static gsize
any_label_length (const char *p)
{
  if (!may_be_label (p))
    return 0;
  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      gsize n = *p == labels[i].label[0] ? label_length (p, i) : 0;
      if (n > 0)
        return n;
    }
  return 0;
}

static gboolean
ends_value (const char *p)
{
  for (guint i = 0; value_ends[i] != NULL; i++)
    if (*p == value_ends[i][0] && exm_text_begins (p, value_ends[i]))
      return TRUE;
  return FALSE;
}

/* The value that begins at @p: up to the next label, date or mark; CJK names end at a
 * space too. */
static char *
dup_value (const char *p)
{
  while (*p == ' ' || *p == '[' || exm_text_begins (p, "【"))
    p = g_utf8_next_char (p);
  const char *start = p;
  gboolean cjk = exm_char_is_cjk (g_utf8_get_char (p));
  guint n = 0;

  for (; *p != '\0' && n < MAX_VALUE_CHARS; p = g_utf8_next_char (p), n++)
    {
      if (ends_value (p) || (p > start && any_label_length (p) > 0))
        break;
      if (*p == ' ' && (cjk || g_ascii_isdigit (p[1])))
        break;
      if (exm_text_begins (p, "20") && g_ascii_isdigit (p[2]) && g_ascii_isdigit (p[3]))
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
      if (!may_be_label (p))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      gunichar before = p > text ? g_utf8_get_char (g_utf8_prev_char (p)) : ' ';
      gunichar c = g_utf8_get_char (p);
      /* "Resource: x" has no source. */
      if (g_unichar_isalpha (before) && !exm_char_is_cjk (c))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      for (; which < G_N_ELEMENTS (labels) && length == 0; which++)
        length = *p == labels[which].label[0] ? label_length (p, which) : 0;
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
      if (field == EXM_FIELD_AUTHOR && !editors_only)
        exm_metadata_add_author (self, EXM_ORIGIN_TEXT, value, FALSE);
      else if (!editors_only || field == EXM_FIELD_EDITOR)
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
      = byline_dup_dateline (exm_page_text_get_line (self->page, line));

  exm_metadata_add_author (self, EXM_ORIGIN_TEXT, names, FALSE);
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
      = byline_dup_after_verb (exm_page_text_get_line (self->page, index));
  exm_metadata_add_author (self, EXM_ORIGIN_TEXT, names, FALSE);
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
          g_autofree char *byline = byline_dup_names (line);
          exm_metadata_add_author (self, EXM_ORIGIN_TEXT, byline, FALSE);
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
      for (; *p != '\0' && seen < GUESS_CHARS; seen++)
        {
          gsize length = 1;
          if ((guchar) *p < 0x80)
            s.latin += g_ascii_isalpha (*p) != 0;
          else
            count_letter (&s, exm_char_read_wide (p, &length));
          p += length;
        }
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
