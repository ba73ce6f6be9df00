/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-xml-repair.h"

#include "base/exm-limits.h"
#include "discover/exm-markup.h"

#include <string.h>

/* Bytes that must be there before a decision is made. */
#define LOOK_AHEAD 16u

typedef enum
{
  STATE_START, /* before the first tag */
  STATE_TEXT,
  STATE_TAG,
  STATE_REST, /* of a tag that has too many attributes */
  STATE_CDATA,
  STATE_COMMENT,
  STATE_INSTRUCTION,
  STATE_DOCTYPE,
  STATE_SUBSET, /* inside the brackets of a document type */
  STATE_SUBSET_COMMENT,
} State;

struct _ExmXmlRepair
{
  State state;
  State after;         /* where a comment or instruction returns to */
  char quote;          /* of an attribute value or literal, 0 outside */
  GString *in;         /* (owned): not yet looked at */
  guint n_attributes;  /* of the tag */
  guint n_overcrowded; /* tags that had too many */
  guint n_mended;
  guint n_entities;
};

ExmXmlRepair *
exm_xml_repair_new (void)
{
  ExmXmlRepair *self = g_new0 (ExmXmlRepair, 1);

  self->in = g_string_new (NULL);
  return self;
}

void
exm_xml_repair_free (ExmXmlRepair *self)
{
  g_string_free (self->in, TRUE);
  g_free (self);
}

static gboolean
begins (const char *p, gsize n, const char *word)
{
  gsize n_word = strlen (word);

  return n >= n_word && g_ascii_strncasecmp (p, word, n_word) == 0;
}

/* Letters of names that mean something; "<文章>" is text that somebody forgot to escape.
 */
static gboolean
is_name_start (guchar c)
{
  return g_ascii_isalpha (c) || c == '_';
}

static gsize
replace (ExmXmlRepair *self, GString *out, const char *with, gsize n)
{
  g_string_append (out, with);
  self->n_mended++;
  return n;
}

static gboolean
is_xml_char (gunichar c)
{
  return (c >= 0x20 && c != 0xfffe && c != 0xffff) || c == '\t' || c == '\n' || c == '\r';
}

/* A reference stays if XML knows it; those of HTML become their character. */
static gsize
mend_reference (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  gunichar c = 0;
  gsize length = exm_markup_read_reference (p, n, &c);

  if (length == 0)
    return replace (self, out, "&amp;", 1);
  if (!is_xml_char (c))
    return replace (self, out, "\xef\xbf\xbd", length);
  if (strchr ("&<>\"'\t\r\n", (int) MIN (c, 0x7f)) != NULL)
    {
      g_string_append_len (out, p, (gssize) length);
      return length;
    }
  g_string_append_unichar (out, c);
  return length;
}

/* A character that may stand anywhere, or may not stand at all. */
static gsize
copy_char (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  guchar c = *p;

  if (c < 0x20 && c != '\t' && c != '\n' && c != '\r')
    return replace (self, out, "", 1);
  if (n >= 3 && c == 0xef && memcmp (p, "\xef\xbf", 2) == 0 && (guchar) p[2] >= 0xbe)
    return replace (self, out, "", 3);
  g_string_append_c (out, *p);
  return 1;
}

static gsize
enter (ExmXmlRepair *self, State state, gsize n)
{
  self->after = self->state;
  self->state = state;
  return n;
}

static gsize
step_text (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  if (*p == '<' && n >= 2 && (is_name_start (p[1]) || (p[1] == '/' && n >= 3)))
    {
      g_string_append_c (out, '<');
      self->quote = 0;
      self->n_attributes = 0;
      return enter (self, STATE_TAG, 1);
    }
  if (begins (p, n, "<![CDATA["))
    {
      /* there is no character data before the first tag */
      if (self->state == STATE_START)
        return 9;
      g_string_append (out, "<![CDATA[");
      return enter (self, STATE_CDATA, 9);
    }
  if (begins (p, n, "<!--"))
    return enter (self, STATE_COMMENT, 4);
  if (begins (p, n, "<?"))
    return enter (self, STATE_INSTRUCTION, 2);
  if (begins (p, n, "<!"))
    {
      self->quote = 0;
      return enter (self, STATE_DOCTYPE, 2);
    }
  if (self->state == STATE_START)
    return 1;
  if (*p == '<')
    return replace (self, out, "&lt;", 1);
  if (*p == '&')
    return mend_reference (self, p, n, out);
  return copy_char (self, p, n, out);
}

static gsize
step_tag (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  if (*p == '&')
    return mend_reference (self, p, n, out);
  if (self->quote != 0)
    {
      if (*p == '<')
        return replace (self, out, "&lt;", 1);
      if (*p == self->quote)
        {
          self->quote = 0;
          if (++self->n_attributes == EXM_MAX_XML_ATTRIBUTES)
            self->state = STATE_REST;
        }
      return copy_char (self, p, n, out);
    }
  if (*p == '"' || *p == '\'')
    self->quote = *p;
  if (*p == '>')
    self->state = STATE_TEXT;
  if (*p == '<')
    {
      self->state = STATE_TEXT;
      return replace (self, out, ">", 0);
    }
  return copy_char (self, p, n, out);
}

/* Drops the rest of a tag: white space may end it as it is. */
static gsize
step_rest (ExmXmlRepair *self, const char *p)
{
  gboolean closes = *p == '/' && p[1] == '>';

  if (self->quote == 0 && (*p == '>' || *p == '<' || closes))
    {
      self->state = STATE_TAG;
      return 0;
    }
  if (self->quote == 0 && (*p == '"' || *p == '\''))
    self->quote = *p;
  else if (*p == self->quote)
    self->quote = 0;
  if (!g_ascii_isspace (*p) && self->n_attributes == EXM_MAX_XML_ATTRIBUTES)
    {
      self->n_attributes++;
      self->n_overcrowded++;
    }
  return 1;
}

static gsize
step_cdata (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  if (!begins (p, n, "]]>"))
    return copy_char (self, p, n, out);
  g_string_append (out, "]]>");
  self->state = STATE_TEXT;
  return 3;
}

/* Skips to @end. */
static gsize
step_over (ExmXmlRepair *self, const char *p, gsize n, const char *end, State next)
{
  if (!begins (p, n, end))
    return 1;
  self->state = next;
  return strlen (end);
}

static gsize
step_doctype (ExmXmlRepair *self, const char *p, gsize n)
{
  if (self->quote != 0 || *p == '"' || *p == '\'')
    {
      if (self->quote == 0)
        self->quote = *p;
      else if (*p == self->quote)
        self->quote = 0;
    }
  else if (*p == '[')
    self->state = STATE_SUBSET;
  else if (*p == ']')
    self->state = STATE_DOCTYPE;
  else if (*p == '>' && self->state == STATE_DOCTYPE)
    self->state = self->after;
  else if (begins (p, n, "<!ENTITY"))
    self->n_entities++;
  else if (begins (p, n, "<!--") && self->state == STATE_SUBSET)
    self->state = STATE_SUBSET_COMMENT;
  return 1;
}

static gsize
step (ExmXmlRepair *self, const char *p, gsize n, GString *out)
{
  switch (self->state)
    {
    case STATE_START:
    case STATE_TEXT:
      return step_text (self, p, n, out);
    case STATE_TAG:
      return step_tag (self, p, n, out);
    case STATE_REST:
      return step_rest (self, p);
    case STATE_CDATA:
      return step_cdata (self, p, n, out);
    case STATE_COMMENT:
      return step_over (self, p, n, "-->", self->after);
    case STATE_INSTRUCTION:
      return step_over (self, p, n, ">", self->after);
    case STATE_SUBSET_COMMENT:
      return step_over (self, p, n, "-->", STATE_SUBSET);
    case STATE_DOCTYPE:
    case STATE_SUBSET:
    default:
      return step_doctype (self, p, n);
    }
}

/* Bytes at the start of @p that mean nothing to any state that copies. */
static gsize
plain_length (const ExmXmlRepair *self, const char *p, gsize n)
{
  gsize i = 0;

  if (self->state != STATE_TEXT && self->state != STATE_TAG && self->state != STATE_CDATA)
    return 0;
  while (i < n && (guchar) p[i] >= 0x20 && (guchar) p[i] != 0xef && p[i] != '<'
         && p[i] != '>' && p[i] != '&' && p[i] != '"' && p[i] != '\'' && p[i] != ']')
    i++;
  return i;
}

void
exm_xml_repair_push (
    ExmXmlRepair *self, const char *text, gsize n_bytes, gboolean last, GString *out)
{
  gsize done = 0;

  g_string_append_len (self->in, text, (gssize) n_bytes);
  while (done < self->in->len && (last || self->in->len - done >= LOOK_AHEAD))
    {
      const char *p = self->in->str + done;
      gsize n = self->in->len - done;
      gsize n_plain = plain_length (self, p, n);
      g_string_append_len (out, p, (gssize) n_plain);
      done += n_plain > 0 ? n_plain : step (self, p, n, out);
    }
  g_string_erase (self->in, 0, (gssize) done);
  if (last && self->state == STATE_CDATA)
    g_string_append (out, "]]>");
}

void
exm_xml_repair_get_counts (const ExmXmlRepair *self,
                           guint *n_mended,
                           guint *n_overcrowded,
                           guint *n_entities)
{
  *n_mended = self->n_mended;
  *n_overcrowded = self->n_overcrowded;
  *n_entities = self->n_entities;
}
