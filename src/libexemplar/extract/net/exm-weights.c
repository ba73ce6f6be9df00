/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "extract/net/exm-weights.h"

#include "extract/net/exm-net-text.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define MAGIC "exemplar-table 2"

struct _ExmWeights
{
  gatomicrefcount ref_count;
  ExmWeightsParts parts;
};

G_DEFINE_BOXED_TYPE (ExmWeights, exm_weights, exm_weights_ref, exm_weights_unref)

/* Compiled from exemplar.table. */
extern const char exm_weights_shipped[];
extern const gsize exm_weights_shipped_size;

static const char *const variant_names[EXM_N_VARIANTS] = { "single", "bare", "region" };

const char *
exm_variant_get_name (ExmVariant variant)
{
  return variant_names[variant];
}

static void
parts_clear (ExmWeightsParts *parts)
{
  g_free (parts->about);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    g_clear_pointer (&parts->nets[v], exm_net_free);
  memset (parts, 0, sizeof *parts);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (ExmWeightsParts, parts_clear)

ExmWeights *
exm_weights_new (ExmWeightsParts *parts)
{
  ExmWeights *self = g_new0 (ExmWeights, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parts = *parts;
  memset (parts, 0, sizeof *parts);
  return self;
}

ExmWeights *
exm_weights_ref (ExmWeights *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
exm_weights_unref (ExmWeights *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  parts_clear (&self->parts);
  g_free (self);
}

const ExmWeightsParts *
exm_weights_get (const ExmWeights *self)
{
  return &self->parts;
}

ExmWeights *
exm_weights_get_shipped (void)
{
  static ExmWeights *shipped = NULL;

  if (g_once_init_enter (&shipped))
    {
      g_autoptr (GError) error = NULL;
      ExmWeights *table
          = exm_weights_parse (exm_weights_shipped, exm_weights_shipped_size, &error);
      if (table == NULL)
        g_error ("The shipped table is damaged: %s", error->message);
      g_once_init_leave (&shipped, table);
    }
  return shipped;
}

char *
exm_weights_write (const ExmWeights *self)
{
  GString *out = g_string_new (MAGIC "\n");

  g_string_append_printf (out, "about %s\n", self->parts.about);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    {
      const ExmNet *net = self->parts.nets[v];
      g_string_append_printf (out, "net %s %u %u\nconfidence", variant_names[v],
                              net->n_inputs, net->n_blocks);
      for (guint k = 0; k < EXM_N_SIGNS; k++)
        exm_net_text_append_number (out, self->parts.signs[v][k]);
      g_string_append_c (out, '\n');
      exm_net_text_append (out, net);
    }
  g_string_append (out, "end\n");
  return g_string_free (out, FALSE);
}

static gboolean
read_net (ExmNetReader *self, ExmVariant variant, ExmWeightsParts *parts)
{
  char *text = exm_net_reader_take (self, "net");
  gsize n = strlen (variant_names[variant]);
  double n_inputs, n_blocks, sign;

  if (text == NULL)
    return FALSE;
  text += strspn (text, " ");
  if (strncmp (text, variant_names[variant], n) != 0)
    return exm_net_reader_complain (self, N_ ("something else was expected here"));
  text += n;
  if (!exm_net_reader_read_number (self, &text, &n_inputs)
      || !exm_net_reader_read_number (self, &text, &n_blocks))
    return FALSE;
  ExmNet *net = parts->nets[variant] = exm_net_reader_new_net (self, n_inputs, n_blocks);
  if (net == NULL)
    return FALSE;
  text = exm_net_reader_take (self, "confidence");
  for (guint k = 0; k < EXM_N_SIGNS; k++)
    {
      if (text == NULL || !exm_net_reader_read_number (self, &text, &sign))
        return FALSE;
      parts->signs[variant][k] = sign;
    }
  return exm_net_reader_read (self, net, (ExmColumnNeed) variant);
}

ExmWeights *
exm_weights_parse (const char *text, gsize n_bytes, GError **error)
{
  g_autofree char *copy = g_strndup (text, n_bytes);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  g_auto (ExmWeightsParts) parts = { 0 };
  ExmNetReader reader = { .lines = lines, .error = error };

  if (exm_net_reader_take (&reader, MAGIC) == NULL)
    return NULL;
  const char *about = exm_net_reader_take (&reader, "about");
  if (about == NULL)
    return NULL;
  parts.about = g_utf8_make_valid (about + strspn (about, " "), -1);
  for (guint v = 0; v < EXM_N_VARIANTS; v++)
    if (!read_net (&reader, v, &parts))
      return NULL;
  if (exm_net_reader_take (&reader, "end") == NULL)
    return NULL;
  return exm_weights_new (&parts);
}
