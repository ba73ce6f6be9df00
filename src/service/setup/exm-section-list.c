/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "setup/exm-section-list.h"

#include "base/exm-lower.h"
#include "discover/exm-xml-stream.h"

#include <gio/gio.h>
#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes of a group that is made of outlines. */
#define MAX_GROUP_BYTES 1000u

typedef enum
{
  COLUMN_NAME,
  COLUMN_ADDRESS,
  COLUMN_GROUP,
  N_COLUMNS,
} Column;

/* Names of columns, in lower case. */
static const struct
{
  const char *word;
  Column column;
} HEADS[] = {
  { "name", COLUMN_NAME },       { "title", COLUMN_NAME },   { "section", COLUMN_NAME },
  { "名称", COLUMN_NAME },       { "标题", COLUMN_NAME },    { "栏目", COLUMN_NAME },
  { "address", COLUMN_ADDRESS }, { "url", COLUMN_ADDRESS },  { "link", COLUMN_ADDRESS },
  { "网址", COLUMN_ADDRESS },    { "地址", COLUMN_ADDRESS }, { "链接", COLUMN_ADDRESS },
  { "group", COLUMN_GROUP },     { "folder", COLUMN_GROUP }, { "category", COLUMN_GROUP },
  { "分组", COLUMN_GROUP },      { "分类", COLUMN_GROUP },
};

void
exm_section_free (ExmSection *self)
{
  g_free (self->address);
  g_free (self->name);
  g_free (self->group);
  g_free (self);
}

static const char *const STATE_NAMES[EXM_N_SECTION_STATES] = {
  [EXM_SECTION_WAITING] = "waiting", [EXM_SECTION_READY] = "ready",
  [EXM_SECTION_LOOK] = "look",       [EXM_SECTION_FAILED] = "failed",
  [EXM_SECTION_THERE] = "there",
};

const char *
exm_section_state_get_name (ExmSectionState state)
{
  return STATE_NAMES[state];
}

gboolean
exm_section_state_find (const char *name, ExmSectionState *state)
{
  for (guint i = 0; i < EXM_N_SECTION_STATES; i++)
    if (g_str_equal (STATE_NAMES[i], name))
      {
        *state = (ExmSectionState) i;
        return TRUE;
      }
  return FALSE;
}

/* A list while it is read. */
typedef struct
{
  GPtrArray *sections;    /* (owned) (element-type ExmSection) */
  int columns[N_COLUMNS]; /* which cell is which, as the first line says; -1: none */
  char separator;         /* of all lines, as the first line has it; 0: each as it is */
  gboolean is_full;
} Reader;

/* @text: (nullable). Returns: (transfer full) (nullable): without white space around it;
 * %NULL where nothing is left */
static char *
dup_stripped (const char *text)
{
  g_autofree char *copy = g_strdup (text);

  return copy != NULL && *g_strstrip (copy) != '\0' ? g_steal_pointer (&copy) : NULL;
}

static void
add (Reader *self, guint line, const char *name, const char *address, const char *group)
{
  self->is_full = self->sections->len >= EXM_SECTION_LIST_MAX;
  if (self->is_full)
    return;
  ExmSection *section = g_new0 (ExmSection, 1);
  section->line = line;
  section->name = dup_stripped (name);
  section->address = dup_stripped (address);
  section->group = dup_stripped (group);
  g_ptr_array_add (self->sections, section);
}

static gboolean
has_scheme (const char *text)
{
  gsize n = strspn (text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");

  return n > 0 && g_str_has_prefix (text + n, "://");
}

/* Whether a cell or word is an address: of a scheme, or a host with a dot in its name
 * that ends with letters. */
static gboolean
is_address (const char *text)
{
  gsize n_host = strcspn (text, "/:?#");
  g_autofree char *host = g_strndup (text, n_host);
  const char *dot = strrchr (host, '.');

  if (has_scheme (text))
    return TRUE;
  if (dot == NULL || dot == host || strpbrk (host, " \t@,;") != NULL)
    return FALSE;
  for (const char *p = dot + 1; *p != '\0'; p++)
    if (!g_ascii_isalpha (*p) && (guchar) *p < 0x80)
      return FALSE;
  return dot[1] != '\0' && dot[2] != '\0';
}

/* Cells of a line of CSV. */
static GPtrArray *
split_csv (const char *line, char separator)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GString) cell = g_string_new (NULL);
  gboolean quoted = FALSE;

  for (const char *p = line;; p++)
    {
      if (*p == '"' && quoted && p[1] == '"')
        g_string_append_c (cell, *p++);
      else if (*p == '"' && (quoted || cell->len == 0))
        quoted = !quoted;
      else if (*p == '\0' || (*p == separator && !quoted))
        {
          g_ptr_array_add (cells, g_strdup (cell->str));
          g_string_truncate (cell, 0);
          if (*p == '\0')
            return cells;
        }
      else
        g_string_append_c (cell, *p);
    }
}

/* Finds the cell that is an address: one with a scheme before one that may be a name. */
static int
find_address (const GPtrArray *cells)
{
  int found = -1;

  for (guint i = cells->len; i-- > 0;)
    if (is_address (g_strstrip (g_ptr_array_index (cells, i))))
      found = (int) i;
  for (guint i = cells->len; i-- > 0;)
    if (has_scheme (g_ptr_array_index (cells, i)))
      found = (int) i;
  return found;
}

/* Name, address and group of a line of words. */
static GPtrArray *
split_words (const char *line)
{
  GPtrArray *cells = g_ptr_array_new_with_free_func (g_free);
  g_auto (GStrv) words = g_strsplit_set (line, " \t", -1);
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (all, words[i]);
  int at = find_address (all);
  if (at < 0)
    {
      g_ptr_array_add (cells, g_strdup (line));
      return cells;
    }
  g_autofree char *address = g_steal_pointer (&words[at]);
  g_autofree char *before = g_strjoinv (" ", words);
  g_ptr_array_add (cells, g_steal_pointer (&before));
  g_ptr_array_add (cells, g_strdup (address));
  g_autofree char *behind = g_strjoinv (" ", words + at + 1);
  g_ptr_array_add (cells, g_steal_pointer (&behind));
  for (guint i = (guint) at + 1; i < all->len; i++)
    g_free (words[i]);
  return cells;
}

/* Whether @c at @p parts cells. Addresses may have it too: then something like an address
 * goes on behind it. */
static gboolean
parts_at (const char *line, const char *p, char c)
{
  const char *start = p;
  gsize n_behind = strcspn (p + 1, " \t\"");

  while (start > line && !g_ascii_isspace (start[-1]) && start[-1] != '"')
    start--;
  g_autofree char *word = g_strndup (start, (gsize) (p - start));
  if (strstr (word, "://") == NULL || n_behind == 0 || p[1] == c)
    return TRUE;
  g_autofree char *behind = g_strndup (p + 1, n_behind);
  return strpbrk (behind, "/.?=&%0123456789") == NULL;
}

/* Whether cells of @line are parted by @c. */
static gboolean
parts (const char *line, char c)
{
  for (const char *p = strchr (line, c); p != NULL; p = strchr (p + 1, c))
    if (parts_at (line, p, c))
      return TRUE;
  return FALSE;
}

/* Returns: what parts the cells of a line; a blank for words */
static char
find_separator (const char *line)
{
  if (strchr (line, '\t') != NULL)
    return '\t';
  if (*line == '"' || parts (line, ','))
    return ',';
  return parts (line, ';') ? ';' : ' ';
}

/* Takes a first line that names columns. Returns: whether it does */
static gboolean
take_head (Reader *self, const GPtrArray *cells, char separator)
{
  for (guint i = 0; i < cells->len; i++)
    {
      g_autofree char *lower = exm_text_lower (g_ptr_array_index (cells, i), -1);
      g_strstrip (lower);
      for (gsize k = 0; k < G_N_ELEMENTS (HEADS); k++)
        if (strcmp (lower, HEADS[k].word) == 0 && self->columns[HEADS[k].column] < 0)
          self->columns[HEADS[k].column] = (int) i;
    }
  if (self->columns[COLUMN_ADDRESS] >= 0)
    self->separator = separator;
  return self->separator != '\0';
}

/* Returns: (transfer none) (nullable): what stands in the column that the head names */
static const char *
get_cell (const Reader *self, const GPtrArray *cells, Column column)
{
  int i = self->columns[column];

  return i >= 0 && (guint) i < cells->len ? g_ptr_array_index (cells, (guint) i) : NULL;
}

static void
read_line (Reader *self, guint number, const char *line)
{
  char separator = self->separator != '\0' ? self->separator : find_separator (line);
  g_autoptr (GPtrArray) cells
      = separator == ' ' ? split_words (line) : split_csv (line, separator);
  int at = find_address (cells);

  if (self->sections->len == 0 && self->separator == '\0' && at < 0
      && take_head (self, cells, separator))
    return;
  if (self->separator != '\0' && at >= 0)
    {
      const char *address = get_cell (self, cells, COLUMN_ADDRESS);
      add (self, number, get_cell (self, cells, COLUMN_NAME),
           address != NULL && is_address (address) ? address
                                                   : g_ptr_array_index (cells, at),
           get_cell (self, cells, COLUMN_GROUP));
      return;
    }
  if (at < 0)
    {
      add (self, number, line, NULL, NULL);
      return;
    }
  /* The name stands before the address; where that comes first, behind it. */
  const char *name = at > 0 ? g_ptr_array_index (cells, at - 1) : NULL;
  guint next = (guint) at + 1;
  if (at == 0 && next < cells->len)
    name = g_ptr_array_index (cells, next++);
  add (self, number, name, g_ptr_array_index (cells, at),
       next < cells->len ? g_ptr_array_index (cells, next) : NULL);
}

static void
read_lines (Reader *self, const char *text)
{
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] != NULL && !self->is_full; i++)
    {
      const char *line = g_strchomp (lines[i]);
      const char *start = line + strspn (line, " ");
      if (*start != '\0' && *start != '#' && strspn (start, "\t,; ") != strlen (start))
        read_line (self, i + 1, start);
    }
}

/* OPML 2.0 */

typedef struct
{
  Reader *reader;    /* (unowned) */
  GPtrArray *groups; /* (owned) (element-type utf8): names of what is open; "" of what is
                        no group */
  guint n_outlines;
} Outlines;

/* Returns: (nullable): an attribute that is not empty. OPML writes their names in any
 * case. */
static const char *
get_attribute (const ExmXmlAttribute *attributes, guint n, const char *name)
{
  for (guint i = 0; i < n; i++)
    if (g_ascii_strcasecmp (attributes[i].name, name) == 0
        && *attributes[i].value != '\0')
      return attributes[i].value;
  return NULL;
}

static char *
dup_group (const Outlines *self)
{
  g_autoptr (GString) path = g_string_new (NULL);

  for (guint i = 0; i < self->groups->len; i++)
    {
      const char *name = g_ptr_array_index (self->groups, i);
      if (*name != '\0' && path->len + strlen (name) < MAX_GROUP_BYTES)
        g_string_append_printf (path, "%s%s", path->len > 0 ? "/" : "", name);
    }
  return g_string_free (g_steal_pointer (&path), FALSE);
}

static gboolean
on_open (ExmXmlNs ns,
         const char *name,
         const ExmXmlAttribute *attributes,
         guint n_attributes,
         gpointer data)
{
  Outlines *self = data;
  const char *text = get_attribute (attributes, n_attributes, "text");
  const char *address = get_attribute (attributes, n_attributes, "xmlUrl");

  if (g_ascii_strcasecmp (name, "outline") != 0)
    {
      g_ptr_array_add (self->groups, g_strdup (""));
      return TRUE;
    }
  if (address == NULL)
    address = get_attribute (attributes, n_attributes, "htmlUrl");
  if (text == NULL)
    text = get_attribute (attributes, n_attributes, "title");
  self->n_outlines++;
  if (address != NULL)
    {
      g_autofree char *group = dup_group (self);
      add (self->reader, self->n_outlines, text, address, group);
    }
  g_ptr_array_add (self->groups, g_strdup (address == NULL && text != NULL ? text : ""));
  return !self->reader->is_full;
}

static void
on_close (const char *name, gpointer data)
{
  Outlines *self = data;

  if (self->groups->len > 0)
    g_ptr_array_remove_index (self->groups, self->groups->len - 1);
}

static void
on_text (const char *text, gsize n_bytes, gpointer data)
{
}

/* Returns: (transfer full) (nullable): what is wrong with the file */
static char *
read_outlines (Reader *self, GBytes *bytes)
{
  const ExmXmlHandler handler = { on_open, on_text, on_close };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_auto (ExmXmlReport) report = { 0 };
  Outlines outlines
      = { .reader = self, .groups = g_ptr_array_new_with_free_func (g_free) };

  exm_xml_stream_read (stream, NULL, &handler, &outlines, &report);
  /* Elements that are open at the end do not close. */
  gboolean broken_off = outlines.groups->len > 0;
  g_ptr_array_unref (outlines.groups);
  if (!broken_off || self->is_full)
    return NULL;
  return g_strdup_printf (
      ngettext ("The file breaks off: only its first %u section was read",
                "The file breaks off: only its first %u sections were read",
                self->sections->len),
      self->sections->len);
}

/* Returns: (transfer full) (nullable): the list as UTF-8 */
static char *
dup_text (const char *bytes, gsize n_bytes, GError **error)
{
  char *text;

  if (n_bytes >= 3 && memcmp (bytes, "\xef\xbb\xbf", 3) == 0)
    {
      bytes += 3;
      n_bytes -= 3;
    }
  if (memchr (bytes, '\0', n_bytes) == NULL
      && g_utf8_validate (bytes, (gssize) n_bytes, NULL))
    return g_strndup (bytes, n_bytes);
  text = memchr (bytes, '\0', n_bytes) == NULL
             ? g_convert (bytes, (gssize) n_bytes, "UTF-8", "GB18030", NULL, NULL, NULL)
             : NULL;
  if (text == NULL)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _ ("This is no list of text: save it as text, CSV or OPML"));
  return text;
}

GPtrArray *
exm_section_list_read (GBytes *bytes, char **note, GError **error)
{
  gsize n_bytes = 0;
  const char *data = g_bytes_get_data (bytes, &n_bytes);
  Reader self
      = { .sections = g_ptr_array_new_with_free_func ((GDestroyNotify) exm_section_free),
          .columns = { -1, -1, -1 } };
  g_autoptr (GPtrArray) sections = self.sections;
  g_autofree char *broken_off = NULL;

  *note = NULL;
  if (n_bytes > EXM_SECTION_LIST_MAX_BYTES)
    {
      g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                   _ ("The list has more than %u bytes"), EXM_SECTION_LIST_MAX_BYTES);
      return NULL;
    }
  g_autofree char *text = dup_text (data != NULL ? data : "", n_bytes, error);
  if (text == NULL)
    return NULL;
  if (*(text + strspn (text, " \t\r\n")) == '<')
    broken_off = read_outlines (&self, bytes);
  else
    read_lines (&self, text);
  if (self.is_full)
    g_set_error (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                 _ ("The list has more than %u sections"), EXM_SECTION_LIST_MAX);
  else if (sections->len == 0)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_INVALID_DATA,
                         _ ("The list names no section"));
  else
    {
      *note = g_steal_pointer (&broken_off);
      return g_steal_pointer (&sections);
    }
  return NULL;
}
