/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The attributes of a tag against the states of the standard, taken literally, and their
 * values character by character. */

#include "html/exm-html-reference.h"
#include "html/exm-html-tokenizer.h"

#include <string.h>

/* 13.2.5.32 … 40. */
typedef enum
{
  BEFORE_NAME,
  NAME,
  AFTER_NAME,
  BEFORE_VALUE,
  DOUBLE_QUOTED,
  SINGLE_QUOTED,
  UNQUOTED,
  AFTER_VALUE,
  SELF_CLOSING,
  EMITTED,
} State;

typedef struct
{
  GPtrArray *names;  /* (element-type GString): folded */
  GPtrArray *values; /* (element-type GString): as written */
  gboolean self_closing;
  State state;
} Naive;

static void
free_text (gpointer text)
{
  g_string_free (text, TRUE);
}

static GString *
get_last (GPtrArray *texts)
{
  return texts->pdata[texts->len - 1];
}

static gboolean
is_blank (char c)
{
  /* A CR is an LF before the tokenizer sees it. */
  return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ';
}

/* The first of two attributes of one name counts, and none past the limit. */
static void
end_name (Naive *self)
{
  gboolean drop = self->names->len > EXM_HTML_MAX_ATTRIBUTES;

  for (guint i = 0; i + 1 < self->names->len; i++)
    drop |= g_string_equal (self->names->pdata[i], get_last (self->names));
  if (drop)
    g_string_assign (get_last (self->names), "=dropped");
}

/* Follows the standard through its state with @c. */
static void
take (Naive *self, char c)
{
  switch (self->state)
    {
    case AFTER_VALUE:
    case SELF_CLOSING:
    case BEFORE_NAME:
    case AFTER_NAME:
      if (c == '>')
        {
          self->self_closing = self->state == SELF_CLOSING;
          self->state = EMITTED;
        }
      else if (c == '/')
        self->state = SELF_CLOSING;
      else if (is_blank (c))
        self->state = self->state == AFTER_NAME ? AFTER_NAME : BEFORE_NAME;
      else if (c == '=' && self->state == AFTER_NAME)
        self->state = BEFORE_VALUE;
      else
        {
          g_ptr_array_add (self->names, g_string_new (NULL));
          g_ptr_array_add (self->values, g_string_new (NULL));
          g_string_append_c (get_last (self->names), g_ascii_tolower (c));
          self->state = NAME;
        }
      break;
    case NAME:
      if (c == '=' || c == '>' || c == '/' || is_blank (c))
        {
          end_name (self);
          self->state = AFTER_NAME;
          take (self, c);
        }
      else
        g_string_append_c (get_last (self->names), g_ascii_tolower (c));
      break;
    case BEFORE_VALUE:
      if (is_blank (c))
        break;
      self->state = c == '"' ? DOUBLE_QUOTED : c == '\'' ? SINGLE_QUOTED : UNQUOTED;
      if (self->state == UNQUOTED)
        take (self, c);
      break;
    case DOUBLE_QUOTED:
    case SINGLE_QUOTED:
      if (c == (self->state == DOUBLE_QUOTED ? '"' : '\''))
        self->state = AFTER_VALUE;
      else
        g_string_append_c (get_last (self->values), c);
      break;
    default:
      if (c == '>' || is_blank (c))
        {
          self->state = BEFORE_NAME;
          take (self, c);
        }
      else
        g_string_append_c (get_last (self->values), c);
    }
}

static void
drop_repeated (Naive *self)
{
  for (guint i = self->names->len; i-- > 0;)
    if (strcmp (((GString *) self->names->pdata[i])->str, "=dropped") == 0)
      {
        g_ptr_array_remove_index (self->names, i);
        g_ptr_array_remove_index (self->values, i);
      }
}

static const char *const known_names[EXM_N_ATTRIBUTES]
    = { NULL,
#define EXM_HTML_ATTRIBUTE_ROW(NAME, name) name,
        EXM_HTML_ATTRIBUTES (EXM_HTML_ATTRIBUTE_ROW)
#undef EXM_HTML_ATTRIBUTE_ROW
      };

/* Each name that is known, looked for one by one. */
static void
check_known (const Naive *naive, const ExmHtmlToken *token)
{
  gboolean has_other = FALSE;

  for (guint i = 1; i < EXM_N_ATTRIBUTES; i++)
    {
      const ExmHtmlAttribute *expected = NULL;
      for (guint j = 0; j < naive->names->len; j++)
        {
          const GString *name = naive->names->pdata[j];
          if (name->len == strlen (known_names[i])
              && memcmp (name->str, known_names[i], name->len) == 0)
            expected = &token->attributes[j];
        }
      g_assert_true (exm_html_get_attribute (token, i) == expected);
    }
  for (guint j = 0; j < naive->names->len; j++)
    {
      gboolean is_known = FALSE;
      for (guint i = 1; i < EXM_N_ATTRIBUTES; i++)
        is_known |= exm_html_get_attribute (token, i) == &token->attributes[j];
      has_other |= !is_known;
    }
  g_assert_true (exm_html_has_one_of (token, EXM_ATTRIBUTE_BIT (OTHER)) == has_other);
}

static void
check_part (ExmHtmlPart part, const GString *expected, gboolean folded)
{
  g_assert_cmpuint (part.n_bytes, ==, expected->len);
  for (gsize i = 0; i < part.n_bytes; i++)
    g_assert_cmpint (folded ? exm_html_lower (part.text[i]) : part.text[i], ==,
                     expected->str[i]);
}

/* @source: a start tag, and what is behind it. */
static void
check (ExmHtmlTokenizer *tokenizer, const char *source, gsize n_bytes)
{
  /* Exactly as large as its text, so that a sanitizer sees what is read behind it. */
  g_autofree char *text = g_memdup2 (source, n_bytes);
  Naive naive = {
    .names = g_ptr_array_new_with_free_func (free_text),
    .values = g_ptr_array_new_with_free_func (free_text),
  };
  ExmHtmlToken token;
  gsize at = strlen ("<a");

  while (at < n_bytes && naive.state != EMITTED)
    take (&naive, text[at++]);
  drop_repeated (&naive);
  exm_html_tokenizer_init (tokenizer, text, n_bytes);
  exm_html_tokenizer_next (tokenizer, &token);
  g_assert_cmpuint (token.end, ==, at);
  g_assert_cmpint (token.type, ==,
                   naive.state == EMITTED ? EXM_HTML_START_TAG : EXM_HTML_EOF);
  if (naive.state == EMITTED)
    {
      g_assert_cmpint (token.self_closing, ==, naive.self_closing);
      g_assert_cmpuint (token.n_attributes, ==, naive.names->len);
      for (guint i = 0; i < token.n_attributes; i++)
        {
          check_part (token.attributes[i].name, naive.names->pdata[i], TRUE);
          check_part (token.attributes[i].value, naive.values->pdata[i], FALSE);
        }
      check_known (&naive, &token);
    }
  g_ptr_array_unref (naive.names);
  g_ptr_array_unref (naive.values);
}

/* One of the known names, perhaps with a letter more or another one, in any case. */
static void
append_name (GString *to, GRand *random)
{
  static const char others[] = "abx-\0_\xe4'\"<";
  gsize start = to->len;

  if (g_rand_int_range (random, 0, 6) > 0)
    g_string_append (to, known_names[g_rand_int_range (random, 1, EXM_N_ATTRIBUTES)]);
  if (to->len > start && g_rand_int_range (random, 0, 8) == 0)
    g_string_truncate (to, to->len - 1);
  for (int n = g_rand_int_range (random, -8, 4) * g_rand_int_range (random, 1, 6); n > 0;
       n--)
    g_string_append_c (to, others[g_rand_int_range (random, 0, sizeof others - 1)]);
  for (gsize i = start; i < to->len; i++)
    if (g_rand_int_range (random, 0, 12) == 0)
      to->str[i] = g_rand_boolean (random)
                       ? g_ascii_toupper (to->str[i])
                       : others[g_rand_int_range (random, 0, sizeof others - 1)];
}

static void
append_value (GString *to, GRand *random)
{
  char quote = "\"\"\"\"'"[g_rand_int_range (random, 0, 5)];
  gboolean is_quoted = g_rand_int_range (random, 0, 8) > 0;

  if (is_quoted)
    g_string_append_c (to, quote);
  for (int n = g_rand_int_range (random, 0, g_rand_boolean (random) ? 20 : 200); n > 0;
       n--)
    g_string_append_c (to, is_quoted ? "a>/= &'"[g_rand_int_range (random, 0, 6)] : 'v');
  if (is_quoted && g_rand_int_range (random, 0, 50) > 0)
    g_string_append_c (to, quote);
}

/* How nearly all are written, or not. */
static const char *
pick (GRand *random, const char *usual, const char *const *others, gsize n)
{
  if (g_rand_int_range (random, 0, 8) > 0)
    return usual;
  return others[g_rand_int_range (random, 0, (gint32) n)];
}

static void
append_tag (GString *to, GRand *random)
{
  static const char *const between[] = { "", "  ", "\n", "\r\n ", "/", " / ", "\t=" };
  static const char *const equals[] = { "", " =", "= ", " = ", "==", " ", "\n=\n" };
  static const char *const ends[] = { "/>", " >", " />", "/ >", "\n>", "" };
  guint n
      = (guint) g_rand_int_range (random, 0, g_rand_int_range (random, 0, 200) ? 8 : 600);

  g_string_assign (to, "<a");
  for (guint i = 0; i < n; i++)
    {
      g_string_append (to, pick (random, " ", between, G_N_ELEMENTS (between)));
      append_name (to, random);
      g_string_append (to, pick (random, "=", equals, G_N_ELEMENTS (equals)));
      append_value (to, random);
    }
  g_string_append (to, pick (random, ">", ends, G_N_ELEMENTS (ends)));
  for (int behind = g_rand_int_range (random, 0, 80); behind > 0; behind--)
    g_string_append_c (to, 'x');
}

static void
test_tags (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (GString) tag = g_string_new (NULL);
  g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);

  for (guint round = 0; round < 20000; round++)
    {
      append_tag (tag, random);
      gsize n_bytes = tag->len;
      if (g_rand_int_range (random, 0, 4) == 0)
        n_bytes = (gsize) g_rand_int_range (random, 3, (gint32) MAX (tag->len, 3) + 1);
      /* The tag's name ends here. */
      if (!is_blank (tag->str[2]) && tag->str[2] != '/' && tag->str[2] != '>')
        tag->str[2] = ' ';
      check (tokenizer, tag->str, MIN (n_bytes, tag->len));
    }
}

/* Decodes @part, character by character. */
static void
append_naively (GString *to, ExmHtmlPart part, ExmHtmlCoding coding)
{
  const char *end = part.text + part.n_bytes;
  ExmHtmlReference reference;

  for (const char *p = part.text; p < end; p++)
    {
      gsize n = 0;
      if (*p == '&' && (coding & EXM_HTML_REFERENCES))
        n = exm_html_reference_read (p, end, TRUE, &reference);
      if (n > 0)
        {
          g_string_append_len (to, reference.text, reference.n_bytes);
          p += n - 1;
        }
      else if (*p == '\0')
        g_string_append (to, "\xef\xbf\xbd");
      else if (*p == '\n' && p > part.text && p[-1] == '\r')
        continue;
      else if (*p == '\r')
        g_string_append_c (to, '\n');
      else
        g_string_append_c (to, (coding & EXM_HTML_FOLDED) ? g_ascii_tolower (*p) : *p);
    }
}

static void
test_append (void)
{
  static const char coded[] = "&&&\r\r\n\0;#39amp";
  static const ExmHtmlCoding codings[]
      = { EXM_HTML_RAW, EXM_HTML_FOLDED, EXM_HTML_REFERENCES };
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  g_autoptr (GString) to = g_string_new (NULL);
  g_autoptr (GString) expected = g_string_new (NULL);

  for (guint round = 0; round < 50000; round++)
    {
      gsize n = (gsize) g_rand_int_range (random, 0, g_rand_boolean (random) ? 20 : 100);
      /* Exactly as large as its text, as above. */
      g_autofree char *text = g_malloc (MAX (n, 1));
      gint32 rare = g_rand_int_range (random, 1, 60);
      for (gsize i = 0; i < n; i++)
        text[i] = g_rand_int_range (random, 0, rare) == 0
                      ? coded[g_rand_int_range (random, 0, sizeof coded - 1)]
                      : "aB\xe4"[g_rand_int_range (random, 0, 3)];
      ExmHtmlCoding coding = codings[round % G_N_ELEMENTS (codings)];
      if (g_rand_int_range (random, 0, 4) == 0)
        {
          g_string_truncate (to, 0);
          g_string_truncate (expected, 0);
        }
      exm_html_append (to, (ExmHtmlPart){ text, n }, coding);
      append_naively (expected, (ExmHtmlPart){ text, n }, coding);
      g_assert_true (g_string_equal (to, expected));
      g_assert_cmpint (to->str[to->len], ==, '\0');
      gsize start = to->len;
      g_assert_cmpuint (exm_html_append_value (to, (ExmHtmlPart){ text, n }), ==, start);
      append_naively (expected, (ExmHtmlPart){ text, n }, EXM_HTML_REFERENCES);
      g_string_append_c (expected, '\0');
      g_assert_true (g_string_equal (to, expected));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/page/html/attributes/tags", test_tags);
  g_test_add_func ("/page/html/attributes/append", test_append);
  return g_test_run ();
}
