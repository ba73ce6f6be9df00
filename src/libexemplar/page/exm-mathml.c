/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-page"

#include "config.h"

#include "page/exm-mathml.h"

#include "html/exm-html-tokenizer.h"

#include <string.h>

/* Elements in each other, and bytes of TeX, at the most. */
#define MAX_DEPTH 32u
#define MAX_TEX 4000u

/* Bytes of an element at the most: tags are many times as long as their TeX. */
#define MAX_SOURCE (256u * 1024)

/* Children that an element has a place for; more are those of a row. */
#define MAX_PARTS 4u

/* How an element is written: its children one behind the other, or in @pattern, where
 * "#1" is the first child. */
typedef struct
{
  const char *name;
  const char *pattern; /* (nullable): "" for what is left out */
} Form;

static const Form forms[] = {
  { "math", NULL },
  { "mrow", NULL },
  { "mstyle", NULL },
  { "mpadded", NULL },
  { "semantics", "#1" },
  { "annotation", "" },
  { "annotation-xml", "" },
  { "mphantom", "" },
  { "mspace", " " },
  { "mi", NULL },
  { "mn", NULL },
  { "mo", NULL },
  { "mtext", "\\text{#1}" },
  { "msup", "#1^{#2}" },
  { "msub", "#1_{#2}" },
  { "msubsup", "#1_{#2}^{#3}" },
  { "munder", "#1_{#2}" },
  { "mover", "#1^{#2}" },
  { "munderover", "#1_{#2}^{#3}" },
  { "mfrac", "\\frac{#1}{#2}" },
  { "msqrt", NULL },
  { "mroot", "\\sqrt[#2]{#1}" },
  { "mtable", NULL },
  { "mtr", NULL },
  { "mtd", NULL },
};

/* Characters that TeX has names for. Operators stand apart. */
static const struct
{
  const char *text;
  const char *tex;
} signs[] = {
  { "α", "\\alpha" },  { "β", "\\beta" },     { "γ", "\\gamma" },
  { "δ", "\\delta" },  { "ε", "\\epsilon" },  { "ζ", "\\zeta" },
  { "η", "\\eta" },    { "θ", "\\theta" },    { "λ", "\\lambda" },
  { "μ", "\\mu" },     { "ν", "\\nu" },       { "ξ", "\\xi" },
  { "π", "\\pi" },     { "ρ", "\\rho" },      { "σ", "\\sigma" },
  { "τ", "\\tau" },    { "φ", "\\phi" },      { "ϕ", "\\phi" },
  { "χ", "\\chi" },    { "ψ", "\\psi" },      { "ω", "\\omega" },
  { "Γ", "\\Gamma" },  { "Δ", "\\Delta" },    { "Θ", "\\Theta" },
  { "Λ", "\\Lambda" }, { "Π", "\\Pi" },       { "Σ", "\\Sigma" },
  { "Φ", "\\Phi" },    { "Ψ", "\\Psi" },      { "Ω", "\\Omega" },
  { "∞", "\\infty" },  { "∂", "\\partial" },  { "∇", "\\nabla" },
  { "∑", "\\sum" },    { "∏", "\\prod" },     { "∫", "\\int" },
  { "…", "\\dots" },   { "⋯", "\\cdots" },    { "{", "\\{" },
  { "}", "\\}" },      { "%", "\\%" },        { "#", "\\#" },
  { "&", "\\&" },      { "=", " = " },        { "+", " + " },
  { "−", " - " },      { "-", " - " },        { "<", " < " },
  { ">", " > " },      { "×", " \\times " },  { "⋅", " \\cdot " },
  { "·", " \\cdot " }, { "±", " \\pm " },     { "≤", " \\le " },
  { "≥", " \\ge " },   { "≠", " \\ne " },     { "≈", " \\approx " },
  { "∼", " \\sim " },  { "∝", " \\propto " }, { "→", " \\to " },
  { "∈", " \\in " },   { "\u2061", " " },     { "\u2062", "" },
  { "\u2063", "" },    { "\u2064", "" },
};

typedef struct
{
  const Form *form;
  GString *parts[MAX_PARTS]; /* (owned) (nullable): children; the last of a row has all */
  guint n_parts;
} Open;

typedef struct
{
  Open open[MAX_DEPTH];
  guint depth;
  gboolean failed;
} Reader;

static const Form *
find_form (ExmHtmlPart name)
{
  for (gsize i = 0; i < G_N_ELEMENTS (forms); i++)
    if (exm_html_part_is (name, forms[i].name))
      return &forms[i];
  return NULL;
}

static gboolean
is_row (const Form *form)
{
  return form->pattern == NULL;
}

/* The child that comes next; all children of a row are one. */
static GString *
get_part (Open *self)
{
  guint n = is_row (self->form) ? 0 : MIN (self->n_parts, MAX_PARTS - 1);

  if (self->parts[n] == NULL)
    self->parts[n] = g_string_new (NULL);
  return self->parts[n];
}

/* A command and a letter behind it need a blank between. */
static void
append_tex (GString *out, const char *tex)
{
  const char *slash = strrchr (out->str, '\\');
  gboolean is_command = slash != NULL && slash[1] != '\0';

  for (const char *p = is_command ? slash + 1 : ""; *p != '\0'; p++)
    is_command &= g_ascii_isalpha (*p) != 0;
  if (is_command && g_ascii_isalpha (*tex))
    g_string_append_c (out, ' ');
  g_string_append (out, tex);
}

static const char *
find_sign (const char *text)
{
  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    if (strcmp (signs[i].text, text) == 0)
      return signs[i].tex;
  return NULL;
}

/* The text of an identifier, a number, an operator or a word. */
static char *
dup_text (const Form *form, const char *text)
{
  static const char *const functions[]
      = { "sin", "cos",  "tan",  "log",  "ln",  "exp", "lim", "max",
          "min", "sinh", "cosh", "tanh", "det", "sup", "inf", "gcd" };
  g_autofree char *plain = g_strstrip (g_strdup (text));
  const char *sign = find_sign (plain);

  if (sign != NULL)
    return g_strdup (sign);
  if (strcmp (form->name, "mi") != 0 || g_utf8_strlen (plain, -1) <= 1)
    return g_steal_pointer (&plain);
  for (gsize i = 0; i < G_N_ELEMENTS (functions); i++)
    if (strcmp (functions[i], plain) == 0)
      return g_strconcat ("\\", plain, NULL);
  return g_strdup_printf ("\\mathrm{%s}", plain);
}

static const char *
get_child (const Open *self, guint index)
{
  return index < MAX_PARTS && self->parts[index] != NULL ? self->parts[index]->str : "";
}

static char *
dup_pattern (const Open *self)
{
  GString *out = g_string_new (NULL);

  for (const char *p = self->form->pattern; *p != '\0'; p++)
    if (*p == '#')
      {
        p++;
        g_autofree char *child
            = g_strstrip (g_strdup (get_child (self, (guint) (*p - '1'))));
        g_string_append (out, child);
      }
    else
      g_string_append_c (out, *p);
  return g_string_free (out, FALSE);
}

/* @row without @last, which parts it from what comes next, between two texts. */
static char *
dup_between (const char *before, const char *row, const char *last, const char *behind)
{
  g_autofree char *plain = g_strstrip (g_strdup (row));

  if (g_str_has_suffix (plain, last))
    plain[strlen (plain) - strlen (last)] = '\0';
  return g_strconcat (before, plain, behind, NULL);
}

/* The command for an accent over what stands before it. */
static const char *
find_accent (const char *over)
{
  static const char *const accents[][2]
      = { { "¯", "\\bar" },         { "‾", "\\bar" },      { "^", "\\hat" },
          { "ˆ", "\\hat" },         { "~", "\\tilde" },    { "˜", "\\tilde" },
          { " \\sim ", "\\tilde" }, { " \\to ", "\\vec" }, { "⃗", "\\vec" },
          { "˙", "\\dot" } };

  for (gsize i = 0; i < G_N_ELEMENTS (accents); i++)
    if (strcmp (accents[i][0], over) == 0)
      return accents[i][1];
  return NULL;
}

/* An element that has ended, as TeX. */
static char *
dup_element (const Open *self)
{
  const char *name = self->form->name, *row = get_child (self, 0);
  const char *accent
      = strcmp (name, "mover") == 0 ? find_accent (get_child (self, 1)) : NULL;

  if (strcmp (name, "mi") == 0 || strcmp (name, "mn") == 0 || strcmp (name, "mo") == 0)
    return dup_text (self->form, row);
  if (accent != NULL)
    return g_strdup_printf ("%s{%s}", accent, row);
  if (!is_row (self->form))
    return dup_pattern (self);
  if (strcmp (name, "msqrt") == 0)
    return g_strdup_printf ("\\sqrt{%s}", row);
  if (strcmp (name, "mtable") == 0)
    return dup_between ("\\begin{matrix} ", row, " \\\\", " \\end{matrix}");
  if (strcmp (name, "mtr") == 0)
    return dup_between ("", row, " &", " \\\\ ");
  if (strcmp (name, "mtd") == 0)
    return g_strconcat (row, " & ", NULL);
  return g_strdup (row);
}

static void
close_top (Reader *self)
{
  Open *top = &self->open[--self->depth];
  g_autofree char *tex = dup_element (top);

  for (guint i = 0; i < MAX_PARTS; i++)
    if (top->parts[i] != NULL)
      g_string_free (g_steal_pointer (&top->parts[i]), TRUE);
  if (self->depth == 0)
    {
      top->parts[0] = g_string_new (tex);
      return;
    }
  Open *outer = &self->open[self->depth - 1];
  GString *part = get_part (outer);
  append_tex (part, tex);
  outer->n_parts++;
  self->failed |= part->len > MAX_TEX;
}

/* Returns: whether there is more to be read */
static gboolean
read_token (Reader *self, const ExmHtmlToken *token)
{
  const Form *form = NULL;

  if (token->type == EXM_HTML_TEXT && self->depth > 0)
    {
      Open *top = &self->open[self->depth - 1];
      const char *name = top->form->name;
      gboolean is_leaf = (name[0] == 'm' && name[1] != '\0' && name[2] == '\0')
                         || strcmp (name, "mtext") == 0;
      if (!is_leaf)
        return TRUE;
      GString *part = get_part (top);
      g_string_append_len (part, token->text.text, (gssize) token->text.n_bytes);
      self->failed |= part->len > MAX_TEX;
      return !self->failed;
    }
  if (token->type != EXM_HTML_START_TAG && token->type != EXM_HTML_END_TAG)
    return token->type != EXM_HTML_EOF;
  form = find_form (token->name);
  if (form == NULL || self->depth >= MAX_DEPTH - 1)
    {
      self->failed = TRUE;
      return FALSE;
    }
  if (token->type == EXM_HTML_START_TAG)
    {
      self->open[self->depth++] = (Open){ .form = form };
      if (!token->self_closing)
        return TRUE;
    }
  else if (self->depth == 0 || self->open[self->depth - 1].form != form)
    self->failed = TRUE;
  if (!self->failed)
    close_top (self);
  return self->depth > 0 && !self->failed;
}

char *
exm_mathml_dup_tex (const char *source, gsize n_bytes)
{
  g_autofree ExmHtmlTokenizer *tokenizer = g_new (ExmHtmlTokenizer, 1);
  g_autofree Reader *self = g_new0 (Reader, 1);
  ExmHtmlToken token;
  char *tex = NULL;

  exm_html_tokenizer_init (tokenizer, source, MIN (n_bytes, MAX_SOURCE));
  do
    exm_html_tokenizer_next (tokenizer, &token);
  while (read_token (self, &token));
  if (!self->failed && self->depth == 0 && self->open[0].parts[0] != NULL)
    tex = g_strstrip (g_strdup (self->open[0].parts[0]->str));
  for (guint i = 0; i < MAX_DEPTH; i++)
    for (guint k = 0; k < MAX_PARTS; k++)
      if (self->open[i].parts[k] != NULL)
        g_string_free (self->open[i].parts[k], TRUE);
  if (tex != NULL && *tex == '\0')
    g_clear_pointer (&tex, g_free);
  return tex;
}
