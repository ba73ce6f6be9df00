/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-xpath"

#include "config.h"

#include "lab/xpath/exm-xpath.h"

#include "lab/xpath/exm-xml-builder.h"

#include <glib/gi18n-lib.h>
#include <libxml/xpathInternals.h>
#include <string.h>

/* Names allowed before a parenthesis: XPath 1.0's functions, tests of nodes, operators.
 */
static const char *const callable[] = {
  "and",
  "boolean",
  "ceiling",
  "comment",
  "concat",
  "contains",
  "count",
  "div",
  "false",
  "floor",
  "id",
  "lang",
  "last",
  "local-name",
  "mod",
  "name",
  "namespace-uri",
  "node",
  "normalize-space",
  "not",
  "number",
  "or",
  "position",
  "processing-instruction",
  "round",
  "starts-with",
  "string",
  "string-length",
  "substring",
  "substring-after",
  "substring-before",
  "sum",
  "text",
  "translate",
  "true",
  NULL,
};

static gboolean
is_name_byte (char c)
{
  return g_ascii_isalnum (c) || (guchar) c >= 0x80 || c == '_' || c == '-' || c == '.';
}

static gsize
count_name_bytes (const char *p)
{
  gsize n = 0;

  while (is_name_byte (p[n]))
    n++;
  return n;
}

static gboolean
has_prefix (const char *prefix)
{
  for (guint i = 0; i < EXM_XML_N_NS; i++)
    if (strcmp (exm_xml_namespaces[i].prefix, prefix) == 0)
      return TRUE;
  return FALSE;
}

static guint
get_place (const char *expression, const char *p)
{
  return (guint) g_utf8_strlen (expression, p - expression) + 1;
}

/* @p: a name. Returns: what is behind it, with its prefix; %NULL if @error is set. */
static const char *
check_name (const char *expression, const char *p, GError **error)
{
  const char *start = p, *end = p + count_name_bytes (p);
  g_autofree char *name = NULL;

  if (end[0] == ':' && (is_name_byte (end[1]) || end[1] == '*'))
    {
      g_autofree char *prefix = g_strndup (p, (gsize) (end - p));
      if (!has_prefix (prefix))
        {
          g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                       _ ("There is no prefix “%s” (character %u of the expression); the "
                          "prefixes are: %s"),
                       prefix, get_place (expression, p), "svg, math, xlink, xml, xmlns");
          return NULL;
        }
      p = end + 1;
      end = *p == '*' ? p + 1 : p + count_name_bytes (p);
    }
  name = g_strndup (start, (gsize) (end - start));
  if (end[strspn (end, " \t\r\n")] != '(' || g_strv_contains (callable, name))
    return end;
  g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
               _ ("There is no function “%s” (character %u of the expression)"), name,
               get_place (expression, start));
  return NULL;
}

/* Looks up the names that XPath itself only looks up when it comes to them, and then
 * without a place. @error: names the first function, prefix or variable that there is
 * not, and its place. O(bytes). */
static gboolean
check_names (const char *expression, GError **error)
{
  const char *p = expression;

  while (p != NULL && *p != '\0')
    {
      if (*p == '"' || *p == '\'')
        {
          const char *end = strchr (p + 1, *p);
          p = end != NULL ? end + 1 : p + strlen (p);
        }
      else if (*p == '$')
        {
          g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                       _ ("There are no variables here (character %u of the expression)"),
                       get_place (expression, p));
          return FALSE;
        }
      else if (g_ascii_isdigit (*p) || *p == '.')
        p += strspn (p, "0123456789.");
      else if (is_name_byte (*p) && *p != '-')
        p = check_name (expression, p, error);
      else
        p++;
    }
  return p != NULL;
}

G_DEFINE_QUARK (exm - xpath - error - quark, exm_xpath_error)

struct _ExmXPath
{
  xmlXPathCompExpr *compiled; /* (owned) */
};

struct _ExmXPathResult
{
  xmlXPathContext *context; /* (owned) */
  xmlXPathObject *object;   /* (owned) */
};

/* First message of libxml2, which would print it otherwise. */
typedef struct
{
  gboolean seen;
  int code;
  int place;            /* byte of the expression */
  const char *function; /* (unowned) (nullable): looked up last */
} Complaint;

static void
on_error (void *data, xmlErrorPtr error)
{
  Complaint *self = data;

  if (self->seen)
    return;
  self->seen = TRUE;
  self->code = error->code;
  self->place = error->int1;
}

static xmlXPathFunction
on_function (void *data, const xmlChar *name, const xmlChar *uri)
{
  Complaint *self = data;

  self->function = (const char *) name;
  return NULL; /* as if nobody had asked here */
}

static void
set_place_error (GError **error, const char *expression, const Complaint *complaint)
{
  gsize n = strlen (expression);
  gsize place = MIN ((gsize) MAX (complaint->place, 0), n);

  if (complaint->code == XML_XPATH_EXPRESSION_OK + XPATH_RECURSION_LIMIT_EXCEEDED)
    g_set_error_literal (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                         _ ("The expression is nested too deeply"));
  else if (place == n)
    g_set_error_literal (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                         _ ("The expression ends too early, or a bracket or quotation "
                            "mark is not closed"));
  else
    g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                 _ ("The expression cannot be understood from its character %u on: %s"),
                 (guint) g_utf8_strlen (expression, (gssize) place) + 1,
                 expression + place);
}

ExmXPath *
exm_xpath_compile (const char *expression, GError **error)
{
  Complaint complaint = { 0 };

  if (strlen (expression) > EXM_XPATH_MAX_BYTES)
    {
      g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                   _ ("The expression is longer than %u bytes"), EXM_XPATH_MAX_BYTES);
      return NULL;
    }
  xmlXPathContext *context = xmlXPathNewContext (NULL);
  context->error = on_error;
  context->userData = &complaint;
  xmlXPathCompExpr *compiled = xmlXPathCtxtCompile (context, BAD_CAST expression);
  xmlXPathFreeContext (context);
  if (compiled == NULL)
    {
      set_place_error (error, expression, &complaint);
      return NULL;
    }
  ExmXPath *self = g_new0 (ExmXPath, 1);
  self->compiled = compiled;
  if (check_names (expression, error))
    return self;
  exm_xpath_free (self);
  return NULL;
}

void
exm_xpath_free (ExmXPath *self)
{
  xmlXPathFreeCompExpr (self->compiled);
  g_free (self);
}

static void
set_evaluation_error (GError **error, const Complaint *complaint)
{
  int code = complaint->code - XML_XPATH_EXPRESSION_OK;

  if (code == XPATH_OP_LIMIT_EXCEEDED)
    g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_LIMIT,
                 _ ("The expression takes more than %u million steps"),
                 EXM_XPATH_MAX_STEPS / 1000000u);
  else if (code == XPATH_INVALID_ARITY && complaint->function != NULL)
    g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                 _ ("%s() takes another number of arguments"), complaint->function);
  else if (code == XPATH_INVALID_TYPE && complaint->function == NULL)
    g_set_error_literal (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                         _ ("A path starts from something that is no set of nodes"));
  else if (code == XPATH_INVALID_TYPE)
    g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                 _ ("A path, or %s(), is given something that is no set of nodes"),
                 complaint->function);
  else
    g_set_error (error, EXM_XPATH_ERROR, EXM_XPATH_ERROR_EXPRESSION,
                 _ ("The expression cannot be evaluated (XPath error %d)"), code);
}

ExmXPathResult *
exm_xpath_evaluate (const ExmXPath *self, ExmXmlPage *page, GError **error)
{
  Complaint complaint = { 0 };
  g_autoptr (ExmXPathResult) result = g_new0 (ExmXPathResult, 1);

  result->context = xmlXPathNewContext (exm_xml_page_get_doc (page));
  for (guint i = 0; i < EXM_XML_N_NS; i++)
    xmlXPathRegisterNs (result->context, BAD_CAST exm_xml_namespaces[i].prefix,
                        BAD_CAST exm_xml_namespaces[i].uri);
  result->context->error = on_error;
  result->context->userData = &complaint;
  result->context->opLimit = EXM_XPATH_MAX_STEPS;
  xmlXPathRegisterFuncLookup (result->context, on_function, &complaint);
  result->object = xmlXPathCompiledEval (self->compiled, result->context);
  if (result->object == NULL || complaint.seen)
    {
      set_evaluation_error (error, &complaint);
      return NULL;
    }
  if (result->object->type == XPATH_NODESET)
    xmlXPathNodeSetSort (result->object->nodesetval);
  return g_steal_pointer (&result);
}

void
exm_xpath_result_free (ExmXPathResult *self)
{
  g_clear_pointer (&self->object, xmlXPathFreeObject);
  xmlXPathFreeContext (self->context);
  g_free (self);
}

ExmXPathKind
exm_xpath_result_get_kind (const ExmXPathResult *self)
{
  switch (self->object->type)
    {
    case XPATH_BOOLEAN:
      return EXM_XPATH_BOOLEAN;
    case XPATH_NUMBER:
      return EXM_XPATH_NUMBER;
    case XPATH_STRING:
      return EXM_XPATH_STRING;
    default:
      return EXM_XPATH_NODES;
    }
}

guint
exm_xpath_result_get_n_nodes (const ExmXPathResult *self)
{
  if (exm_xpath_result_get_kind (self) != EXM_XPATH_NODES)
    return 0;
  return (guint) xmlXPathNodeSetGetLength (self->object->nodesetval);
}

const xmlNode *
exm_xpath_result_get_node (const ExmXPathResult *self, guint index)
{
  return xmlXPathNodeSetItem (self->object->nodesetval, (int) index);
}

/* Duplicates a string into memory of GLib. */
static char *
take_string (xmlChar *string)
{
  char *copy = g_strdup ((const char *) string);
  xmlFree (string);
  return copy;
}

char *
exm_xpath_result_make_text (const ExmXPathResult *self, guint index)
{
  return take_string (
      xmlXPathCastNodeToString ((xmlNode *) exm_xpath_result_get_node (self, index)));
}

gboolean
exm_xpath_result_get_boolean (const ExmXPathResult *self)
{
  return self->object->boolval != 0;
}

double
exm_xpath_result_get_number (const ExmXPathResult *self)
{
  return self->object->floatval;
}

char *
exm_xpath_result_make_string (const ExmXPathResult *self)
{
  return take_string (xmlXPathCastToString (self->object));
}
