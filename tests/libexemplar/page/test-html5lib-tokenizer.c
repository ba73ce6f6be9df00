/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The tokenizer against the files of html5lib-tests/tokenizer: a test a file, and each
 * case in each of its states. */

#include "html/exm-html-tokenizer.h"

#include <json-glib/json-glib.h>
#include <string.h>

static const char *const state_names[] = {
  "Data state",        "RCDATA state",    "RAWTEXT state",
  "Script data state", "PLAINTEXT state", "CDATA section state",
};

static guint n_cases;

/* A text of a file holds "\uXXXX" for what json-glib's texts cannot hold: NUL, and lone
 * surrogates, which become the three bytes that UTF-8 would give them. */
static char *
unescape (const char *text, gsize n_bytes, gsize *n_out)
{
  GString *out = g_string_new (NULL);

  for (gsize i = 0; i < n_bytes; i++)
    if (text[i] == '\\' && i + 5 < n_bytes && text[i + 1] == 'u')
      {
        g_autofree char *digits = g_strndup (text + i + 2, 4);
        char bytes[8];
        int n = g_unichar_to_utf8 ((gunichar) g_ascii_strtoull (digits, NULL, 16), bytes);
        g_string_append_len (out, bytes, n);
        i += 5;
      }
    else
      g_string_append_c (out, text[i]);
  *n_out = out->len;
  return g_string_free (out, FALSE);
}

/* A text of the file; NULs in it are kept. */
static void
append_text (GString *out, JsonNode *node)
{
  if (node == NULL || json_node_is_null (node))
    {
      g_string_append (out, "null");
      return;
    }
  const char *text = json_node_get_string (node);
  gsize n;
  g_autofree char *plain = unescape (text, strlen (text), &n);
  g_string_append_c (out, '"');
  g_string_append_len (out, plain, (gssize) n);
  g_string_append_c (out, '"');
}

static int
compare_texts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static void
append_sorted (GString *out, GPtrArray *attributes)
{
  g_ptr_array_sort (attributes, compare_texts);
  for (guint i = 0; i < attributes->len; i++)
    g_string_append_printf (out, " %s", (const char *) attributes->pdata[i]);
}

static void
append_expected_attributes (GString *out, JsonObject *object)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GList) names = json_object_get_members (object);

  for (GList *item = names; item != NULL; item = item->next)
    {
      gsize n;
      g_autofree char *name = unescape (item->data, strlen (item->data), &n);
      GString *one = g_string_new (name);
      g_string_append_c (one, '=');
      append_text (one, json_object_get_member (object, item->data));
      g_ptr_array_add (all, g_string_free (one, FALSE));
    }
  append_sorted (out, all);
}

/* A NUL in it would end a comparison. */
static char *
take_masked (GString *text)
{
  for (gsize i = 0; i < text->len; i++)
    if (text->str[i] == '\0')
      text->str[i] = '\1';
  return g_string_free (text, FALSE);
}

/* The tokens that a case expects, a line each; texts that follow each other are one. */
static char *
describe_expected (JsonArray *tokens)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < json_array_get_length (tokens); i++)
    {
      JsonArray *token = json_array_get_array_element (tokens, i);
      const char *kind = json_array_get_string_element (token, 0);
      g_string_append_printf (out, "%s ", kind);
      append_text (out, json_array_get_element (token, 1));
      if (strcmp (kind, "DOCTYPE") == 0)
        {
          g_string_append_c (out, ' ');
          append_text (out, json_array_get_element (token, 2));
          g_string_append_c (out, ' ');
          append_text (out, json_array_get_element (token, 3));
          g_string_append (out, json_array_get_boolean_element (token, 4) ? " correct"
                                                                          : " quirks");
        }
      if (strcmp (kind, "StartTag") == 0)
        {
          append_expected_attributes (out, json_array_get_object_element (token, 2));
          if (json_array_get_length (token) > 3
              && json_array_get_boolean_element (token, 3))
            g_string_append (out, " /");
        }
      g_string_append_c (out, '\n');
    }
  return take_masked (out);
}

static void
append_part (GString *out, ExmHtmlPart part, ExmHtmlCoding coding)
{
  if (part.text == NULL)
    {
      g_string_append (out, "null");
      return;
    }
  g_string_append_c (out, '"');
  exm_html_append (out, part, coding);
  g_string_append_c (out, '"');
}

static void
append_attributes (GString *out, const ExmHtmlToken *token)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < token->n_attributes; i++)
    {
      GString *one = g_string_new (NULL);
      exm_html_append (one, token->attributes[i].name, EXM_HTML_FOLDED);
      g_string_append_c (one, '=');
      append_part (one, token->attributes[i].value, EXM_HTML_REFERENCES);
      g_ptr_array_add (all, g_string_free (one, FALSE));
    }
  append_sorted (out, all);
}

static void
append_token (GString *out, const ExmHtmlToken *token)
{
  switch (token->type)
    {
    case EXM_HTML_START_TAG:
      g_string_append (out, "StartTag ");
      append_part (out, token->name, EXM_HTML_FOLDED);
      append_attributes (out, token);
      g_string_append (out, token->self_closing ? " /\n" : "\n");
      break;
    case EXM_HTML_END_TAG:
      g_string_append (out, "EndTag ");
      append_part (out, token->name, EXM_HTML_FOLDED);
      g_string_append_c (out, '\n');
      break;
    case EXM_HTML_COMMENT:
      g_string_append (out, "Comment ");
      append_part (out, token->text, EXM_HTML_RAW);
      g_string_append_c (out, '\n');
      break;
    default:
      g_string_append (out, "DOCTYPE ");
      append_part (out, token->name, EXM_HTML_FOLDED);
      g_string_append_c (out, ' ');
      append_part (out, token->public_id, EXM_HTML_RAW);
      g_string_append_c (out, ' ');
      append_part (out, token->system_id, EXM_HTML_RAW);
      g_string_append (out, token->force_quirks ? " quirks\n" : " correct\n");
    }
}

static char *
describe_found (const char *input, gsize n_bytes, ExmHtmlState state, const char *last)
{
  g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);
  /* Exactly as large as the input, so that a sanitizer sees what is read behind it. */
  g_autofree char *source = g_memdup2 (input, n_bytes);
  GString *out = g_string_new (NULL);
  ExmHtmlToken token;
  gboolean in_text = FALSE;

  exm_html_tokenizer_init (tokenizer, source, n_bytes);
  tokenizer->state = state;
  if (last != NULL)
    tokenizer->last_start = (ExmHtmlPart){ last, strlen (last) };
  for (;;)
    {
      exm_html_tokenizer_next (tokenizer, &token);
      gboolean is_text = token.type == EXM_HTML_TEXT;
      if (is_text && !in_text)
        g_string_append (out, "Character \"");
      if (!is_text && in_text)
        g_string_append (out, "\"\n");
      in_text = is_text;
      if (is_text)
        g_string_append_len (out, token.text.text, (gssize) token.text.n_bytes);
      else if (token.type == EXM_HTML_EOF)
        break;
      else
        append_token (out, &token);
    }
  return take_masked (out);
}

static ExmHtmlState
find_state (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (state_names); i++)
    if (strcmp (state_names[i], name) == 0)
      return (ExmHtmlState) i;
  g_error ("no state “%s”", name);
}

static void
run_case (JsonObject *test)
{
  const char *last
      = json_object_get_string_member_with_default (test, "lastStartTag", NULL);
  const char *text = json_object_get_string_member (test, "input");
  gsize n;
  g_autofree char *input = unescape (text, strlen (text), &n);
  g_autofree char *expected
      = describe_expected (json_object_get_array_member (test, "output"));
  g_autoptr (JsonArray) data = json_array_new ();
  JsonArray *states = data;

  json_array_add_string_element (data, state_names[0]);
  if (json_object_has_member (test, "initialStates"))
    states = json_object_get_array_member (test, "initialStates");
  for (guint i = 0; i < json_array_get_length (states); i++)
    {
      const char *state = json_array_get_string_element (states, i);
      g_autofree char *found = describe_found (input, n, find_state (state), last);
      n_cases++;
      if (strcmp (found, expected) != 0)
        g_test_message ("%s, in the %s: %s",
                        json_object_get_string_member (test, "description"), state, text);
      g_assert_cmpstr (found, ==, expected);
    }
}

/* The file with every "\u0000" escaped once more, for unescape(). */
static char *
load_file (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  GString *out = g_string_new (NULL);

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  for (const char *p = text; *p != '\0'; p++)
    {
      if (strncmp (p, "\\u0000", 6) == 0)
        g_string_append_c (out, '\\');
      g_string_append_c (out, *p);
      if (*p == '\\' && p[1] == '\\')
        g_string_append_c (out, *++p);
    }
  return g_string_free (out, FALSE);
}

static void
test_file (const void *data)
{
  g_autofree char *text = load_file (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();

  json_parser_load_from_data (parser, text, -1, &error);
  g_assert_no_error (error);
  JsonObject *root = json_node_get_object (json_parser_get_root (parser));
  JsonArray *tests = json_object_get_array_member (root, "tests");
  guint before = n_cases;
  for (guint i = 0; i < json_array_get_length (tests); i++)
    run_case (json_array_get_object_element (tests, i));
  g_assert_cmpuint (n_cases, >, before);
  g_test_message ("%u cases", n_cases - before);
}

/* The file for the rules of XML is of no use here. */
int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (argc, ==, 2);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) folder = g_dir_open (argv[1], 0, &error);
  g_assert_no_error (error);
  const char *name;
  while ((name = g_dir_read_name (folder)) != NULL)
    if (g_str_has_suffix (name, ".test") && strcmp (name, "xmlViolation.test") != 0)
      {
        g_autofree char *test = g_strconcat ("/page/html5lib/tokenizer/", name, NULL);
        g_test_add_data_func_full (test, g_build_filename (argv[1], name, NULL),
                                   test_file, g_free);
      }
  int status = g_test_run ();
  g_assert_cmpuint (n_cases, >, 7000);
  return status;
}
