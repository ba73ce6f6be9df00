/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-base"

#include "config.h"

#include "base/exm-said.h"

#include <glib/gi18n-lib.h>
#include <locale.h>
#include <stdarg.h>
#include <string.h>

/* Deepest nesting of messages. */
#define MAX_DEPTH 4u

/* Most arguments of a message. */
#define MAX_ARGUMENTS 16u

/* A conversion of a format. */
typedef struct
{
  const char *end; /* behind it */
  guint position;  /* of the argument, from 1; 0 for the next one */
  guint n_long;    /* how many letters l; z is one */
  int precision;   /* -1 for none */
  char type;       /* '%', 's', 'd', 'u', 'f', 'g' */
} Conversion;

/* @text: behind the percent sign */
static Conversion
read_conversion (const char *text)
{
  Conversion found = { .precision = -1 };
  gsize n_digits = strspn (text, "0123456789");

  if (n_digits > 0 && text[n_digits] == '$')
    {
      found.position = (guint) MIN (g_ascii_strtoull (text, NULL, 10), 99u);
      text += n_digits + 1;
    }
  text += strspn (text, "'");
  if (*text == '.')
    {
      found.precision = (int) MIN (g_ascii_strtoull (text + 1, NULL, 10), 9u);
      text += 1 + strspn (text + 1, "0123456789");
    }
  G_STATIC_ASSERT (sizeof (gsize) == sizeof (long));
  for (; *text == 'l' || *text == 'z'; text++)
    found.n_long++;
  found.type = *text;
  found.end = *text != '\0' ? text + 1 : text;
  return found;
}

static char *
print_signed (const Conversion *conversion, va_list *arguments)
{
  gint64 value = conversion->n_long > 1   ? va_arg (*arguments, long long)
                 : conversion->n_long > 0 ? va_arg (*arguments, long)
                                          : va_arg (*arguments, int);

  return g_strdup_printf ("%" G_GINT64_FORMAT, value);
}

static char *
print_unsigned (const Conversion *conversion, va_list *arguments)
{
  guint64 value = conversion->n_long > 1   ? va_arg (*arguments, unsigned long long)
                  : conversion->n_long > 0 ? va_arg (*arguments, unsigned long)
                                           : va_arg (*arguments, unsigned int);

  return g_strdup_printf ("%" G_GUINT64_FORMAT, value);
}

/* With a point in every locale: what is said is stored. */
static char *
print_double (int precision, char type, double value)
{
  char format[] = { '%', '.', (char) ('0' + precision), type, '\0' };
  /* The largest double has 309 digits before its point. */
  char text[400];

  return g_strdup (g_ascii_formatd (text, sizeof text, format, value));
}

/* Returns: (transfer full): the next argument as text */
static char *
print_argument (const Conversion *conversion, va_list *arguments)
{
  const char *text;

  switch (conversion->type)
    {
    case 'd':
      return print_signed (conversion, arguments);
    case 'u':
      return print_unsigned (conversion, arguments);
    case 'f':
      return print_double (conversion->precision < 0 ? 6 : conversion->precision, 'f',
                           va_arg (*arguments, double));
    case 'g':
      return print_double (6, 'g', va_arg (*arguments, double));
    case 's':
    default:
      text = va_arg (*arguments, const char *);
      return g_utf8_make_valid (text != NULL ? text : "", -1);
    }
}

/* The arguments of a format that numbers them stand in the order of their numbers, each
 * of which some conversion has. Returns: the conversion of the argument, from 1 */
static Conversion
find_conversion (const char *format, guint position)
{
  Conversion found = { .type = '\0' };
  guint next = 0;

  for (const char *p = strchr (format, '%'); p != NULL; p = strchr (found.end, '%'))
    {
      found = read_conversion (p + 1);
      if (found.type == '%')
        continue;
      next++;
      if (position == (found.position != 0 ? found.position : next))
        return found;
    }
  found.type = '\0';
  return found;
}

char *
exm_said_new_valist (const char *format, va_list arguments)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  va_list left;

  va_copy (left, arguments);
  g_strv_builder_add (builder, format);
  for (guint position = 1; position <= MAX_ARGUMENTS; position++)
    {
      Conversion conversion = find_conversion (format, position);
      if (conversion.type == '\0')
        break;
      g_autofree char *text = print_argument (&conversion, &left);
      g_strv_builder_add (builder, text);
    }
  va_end (left);
  g_auto (GStrv) parts = g_strv_builder_end (builder);
  g_autoptr (GVariant) said
      = g_variant_ref_sink (g_variant_new_strv ((const char *const *) parts, -1));
  return g_variant_print (said, FALSE);
}

char *
exm_said_new (const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  char *said = exm_said_new_valist (format, arguments);
  va_end (arguments);
  return said;
}

static char *say (const char *said, guint depth);

/* An argument may be what another library said. */
static char *
say_argument (const char *argument, guint depth)
{
  static const char *const others[]
      = { "glib20", "glib-networking", "libsoup-3.0", "libc", "WebKitGTK-6.0" };
  char *words = argument[0] == '[' ? say (argument, depth + 1) : NULL;

  if (words != NULL || *argument == '\0')
    return words != NULL ? words : g_strdup ("");
  const char *ours = g_dgettext (GETTEXT_PACKAGE, argument);
  for (guint i = 0; ours == argument && i < G_N_ELEMENTS (others); i++)
    ours = g_dgettext (others[i], argument);
  return g_strdup (ours);
}

static char *
say (const char *said, guint depth)
{
  g_autoptr (GVariant) value
      = depth < MAX_DEPTH && said[0] == '['
            ? g_variant_parse (G_VARIANT_TYPE_STRING_ARRAY, said, NULL, NULL, NULL)
            : NULL;
  gsize n;

  if (value == NULL)
    return NULL;
  g_autofree const char **parts = g_variant_get_strv (value, &n);
  if (n == 0 || *parts[0] == '\0')
    return NULL;
  g_autoptr (GString) words = g_string_new (NULL);
  const char *p = g_dgettext (GETTEXT_PACKAGE, parts[0]);
  guint next = 0;
  for (const char *percent = strchr (p, '%'); percent != NULL; percent = strchr (p, '%'))
    {
      Conversion conversion = read_conversion (percent + 1);
      g_string_append_len (words, p, percent - p);
      p = conversion.end;
      if (conversion.type == '%')
        {
          g_string_append_c (words, '%');
          continue;
        }
      guint index = conversion.position != 0 ? conversion.position : ++next;
      if (index >= n)
        return NULL;
      g_autofree char *argument = say_argument (parts[index], depth);
      g_string_append (words, argument);
    }
  g_string_append (words, p);
  return g_string_free (g_steal_pointer (&words), FALSE);
}

char *
exm_said_to_words (const char *said)
{
  return said != NULL ? say (said, 0) : NULL;
}

void
exm_said_init_language (void)
{
  const char *folder = g_getenv ("EXEMPLAR_LOCALE_DIR");

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, folder != NULL ? folder : EXM_LOCALE_DIR);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);
}
