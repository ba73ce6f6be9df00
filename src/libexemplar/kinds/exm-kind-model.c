/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-extract"

#include "config.h"

#include "kinds/exm-kind-model.h"

#include "kinds/exm-kind-signs.h"
#include "extract/net/exm-net-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MAGIC "exemplar-kinds 1"

/* Compiled from kinds.model. */
extern const char exm_kinds_shipped[];
extern const gsize exm_kinds_shipped_size;

ExmKindModel *
exm_kind_model_new (guint n_signs, const char *about)
{
  ExmKindModel *self = g_new0 (ExmKindModel, 1);

  self->about = g_utf8_make_valid (about, -1);
  self->n_signs = n_signs;
  self->signs = g_new0 (guint, n_signs + 1);
  self->means = g_new0 (float, n_signs + 1);
  self->scales = g_new0 (float, n_signs + 1);
  self->weights = g_new0 (float, (gsize) n_signs *EXM_N_PAGE_KINDS + 1);
  return self;
}

void
exm_kind_model_free (ExmKindModel *self)
{
  g_free (self->about);
  g_free (self->signs);
  g_free (self->means);
  g_free (self->scales);
  g_free (self->weights);
  g_clear_pointer (&self->net, exm_net_free);
  g_free (self);
}

const ExmKindModel *
exm_kind_model_get_shipped (void)
{
  static ExmKindModel *shipped = NULL;

  if (g_once_init_enter (&shipped))
    {
      g_autoptr (GError) error = NULL;
      ExmKindModel *model
          = exm_kind_model_parse (exm_kinds_shipped, exm_kinds_shipped_size, &error);
      if (model == NULL)
        g_error ("The shipped model of kinds is damaged: %s", error->message);
      g_once_init_leave (&shipped, model);
    }
  return shipped;
}

char *
exm_kind_model_write (const ExmKindModel *self)
{
  GString *out = g_string_new (MAGIC "\n");
  guint n_all;
  const ExmKindSign *all = exm_kind_signs_list (&n_all);

  g_string_append_printf (out, "about %s\nsigns %u", self->about, self->n_signs);
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    exm_net_text_append_number (out, (double) self->biases[k]);
  g_string_append_c (out, '\n');
  for (guint i = 0; i < self->n_signs; i++)
    {
      g_string_append_printf (out, "sign %s", all[self->signs[i]].name);
      exm_net_text_append_number (out, (double) self->means[i]);
      exm_net_text_append_number (out, (double) self->scales[i]);
      for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
        exm_net_text_append_number (
            out, (double) self->weights[(gsize) i * EXM_N_PAGE_KINDS + k]);
      g_string_append_c (out, '\n');
    }
  g_string_append_printf (out, "net %u %u\n", self->net->n_inputs, self->net->n_blocks);
  exm_net_text_append (out, self->net);
  g_string_append (out, "end\n");
  return g_string_free (out, FALSE);
}

/* Finds a sign from @from on. Returns: the number of signs if it is none of these */
static guint
find_sign (const char *name, guint from)
{
  guint n;
  const ExmKindSign *all = exm_kind_signs_list (&n);

  while (from < n && !g_str_equal (all[from].name, name))
    from++;
  return from;
}

/* One number into a float. */
static gboolean
read_float (ExmNetReader *reader, char **text, float *value)
{
  double number = 0;
  gboolean read = exm_net_reader_read_number (reader, text, &number);

  *value = (float) number;
  return read;
}

static gboolean
read_sign (ExmNetReader *reader, ExmKindModel *self, guint i)
{
  guint n_all;
  char *text = exm_net_reader_take (reader, "sign");

  exm_kind_signs_list (&n_all);
  if (text == NULL)
    return FALSE;
  char *name = text + strspn (text, " ");
  char *end = name + strcspn (name, " ");
  if (*end == '\0')
    return exm_net_reader_complain (reader, N_ ("a number is missing or too large"));
  *end = '\0';
  text = end + 1;
  self->signs[i] = find_sign (name, i > 0 ? self->signs[i - 1] + 1 : 0);
  if (self->signs[i] == n_all)
    return exm_net_reader_complain (reader, N_ ("something else was expected here"));
  gboolean read = read_float (reader, &text, &self->means[i])
                  && read_float (reader, &text, &self->scales[i]);
  for (guint k = 0; read && k < EXM_N_PAGE_KINDS; k++)
    read = read_float (reader, &text, &self->weights[(gsize) i * EXM_N_PAGE_KINDS + k]);
  return read;
}

static gboolean
read_net (ExmNetReader *reader, ExmKindModel *self)
{
  char *text = exm_net_reader_take (reader, "net");
  double n_inputs, n_blocks;

  if (text == NULL || !exm_net_reader_read_number (reader, &text, &n_inputs)
      || !exm_net_reader_read_number (reader, &text, &n_blocks))
    return FALSE;
  self->net = exm_net_reader_new_net (reader, n_inputs, n_blocks);
  return self->net != NULL && exm_net_reader_read (reader, self->net, EXM_KNOWN_KIND)
         && exm_net_reader_take (reader, "end") != NULL;
}

ExmKindModel *
exm_kind_model_parse (const char *text, gsize n_bytes, GError **error)
{
  g_autofree char *copy = g_strndup (text, n_bytes);
  g_auto (GStrv) lines = g_strsplit (copy, "\n", -1);
  ExmNetReader reader = { .lines = lines, .error = error };
  guint n_all;
  double n_signs;

  exm_kind_signs_list (&n_all);
  if (exm_net_reader_take (&reader, MAGIC) == NULL)
    return NULL;
  const char *about = exm_net_reader_take (&reader, "about");
  char *numbers = about != NULL ? exm_net_reader_take (&reader, "signs") : NULL;
  if (numbers == NULL || !exm_net_reader_read_number (&reader, &numbers, &n_signs))
    return NULL;
  if (n_signs < 1 || n_signs > n_all)
    {
      exm_net_reader_complain (&reader, N_ ("a number is missing or too large"));
      return NULL;
    }
  g_autoptr (ExmKindModel) self
      = exm_kind_model_new ((guint) n_signs, about + strspn (about, " "));
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    if (!read_float (&reader, &numbers, &self->biases[k]))
      return NULL;
  for (guint i = 0; i < self->n_signs; i++)
    if (!read_sign (&reader, self, i))
      return NULL;
  return read_net (&reader, self) ? g_steal_pointer (&self) : NULL;
}

static float
normalize (const ExmKindModel *self, guint i, const float *signs)
{
  float x = (signs[self->signs[i]] - self->means[i]) * self->scales[i];
  return CLAMP (x, -EXM_KIND_CLIP, EXM_KIND_CLIP);
}

void
exm_kind_model_run (const ExmKindModel *self,
                    const float *signs,
                    double chances[EXM_N_PAGE_KINDS])
{
  float sums[EXM_N_PAGE_KINDS], most = -G_MAXFLOAT;
  double all = 0;

  memcpy (sums, self->biases, sizeof sums);
  for (guint i = 0; i < self->n_signs; i++)
    {
      const float *weights = self->weights + (gsize) i * EXM_N_PAGE_KINDS;
      float x = normalize (self, i, signs);
      for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
        sums[k] += x * weights[k];
    }
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    most = MAX (most, sums[k]);
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    {
      chances[k] = (double) exm_net_exp (sums[k] - most);
      all += chances[k];
    }
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    chances[k] /= all;
}

void
exm_kind_set_columns (ExmFeatures *features, const double chances[EXM_N_PAGE_KINDS])
{
  for (guint row = 0; row < features->n_rows; row++)
    for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
      features->rows[(gsize) row * EXM_N_COLUMNS + EXM_COLUMN_OF_ARTICLE + k]
          = (float) chances[k];
}

/* Factors of the chances of each kind where people are told of it: nobody minds an
 * article among what is none of the four, and a list is as plain as an article. */
static const double leanings[EXM_N_SHOWN_KINDS] = {
  [EXM_SHOWN_ARTICLE] = 2,
  [EXM_SHOWN_DISCUSSION] = 1,
  [EXM_SHOWN_LIST] = 3,
  [EXM_SHOWN_OTHER] = 1,
};

/* Fills the factors by which the weights of a sign become what it adds to the log odds of
 * the kinds that are told as @shown. */
static void
weigh_kinds (const ExmKindAnswer *answer, double factors[EXM_N_PAGE_KINDS])
{
  double with = 1e-9, without = 1e-9;

  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    *(exm_page_kind_get_shown (k) == answer->shown ? &with : &without)
        += answer->chances[k];
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    factors[k] = exm_page_kind_get_shown (k) == answer->shown
                     ? answer->chances[k] / with
                     : -answer->chances[k] / without;
}

static void
add_reason (ExmKindAnswer *answer, const char *sign, double amount)
{
  guint at = answer->n_reasons;

  while (at > 0 && answer->reasons[at - 1].amount < amount)
    at--;
  if (amount <= 0 || at == EXM_KIND_REASONS)
    return;
  if (answer->n_reasons < EXM_KIND_REASONS)
    answer->n_reasons++;
  memmove (&answer->reasons[at + 1], &answer->reasons[at],
           (answer->n_reasons - at - 1) * sizeof *answer->reasons);
  answer->reasons[at] = (ExmKindReason){ sign, amount };
}

/* Groups of signs at most. */
#define MAX_GROUPS 32u

/* Sums up what the signs of each group say. */
static void
explain (const ExmKindModel *self, const float *signs, ExmKindAnswer *answer)
{
  guint n_all, n_groups = 0, at = 0;
  const ExmKindSign *all = exm_kind_signs_list (&n_all);
  ExmKindReason groups[MAX_GROUPS];
  double factors[EXM_N_PAGE_KINDS];

  weigh_kinds (answer, factors);
  for (guint i = 0; i < self->n_signs; i++)
    {
      const char *group = all[self->signs[i]].group;
      /* Neighbours are mostly of one group. */
      if (n_groups == 0 || groups[at].sign != group)
        for (at = 0; at < n_groups && groups[at].sign != group;)
          at++;
      if (at == n_groups)
        groups[n_groups++] = (ExmKindReason){ group, 0 };
      g_assert (n_groups < MAX_GROUPS);
      double amount = 0;
      for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
        amount += factors[k] * (double) self->weights[i * EXM_N_PAGE_KINDS + k];
      groups[at].amount += amount * (double) normalize (self, i, signs);
    }
  for (guint i = 0; i < n_groups; i++)
    add_reason (answer, groups[i].sign, groups[i].amount);
}

void
exm_kind_model_ask (const ExmKindModel *self,
                    const ExmPageText *page,
                    ExmFeatures *features,
                    const float *evidence,
                    ExmKindAnswer *answer)
{
  guint n_all;
  double shown[EXM_N_SHOWN_KINDS] = { 0 };

  exm_kind_signs_list (&n_all);
  g_autofree float *signs = g_new (float, n_all + 1);
  exm_kind_signs_measure (page, features, evidence, signs);
  *answer = (ExmKindAnswer){ .known = TRUE };
  exm_kind_model_run (self, signs, answer->chances);
  for (guint k = 0; k < EXM_N_PAGE_KINDS; k++)
    {
      shown[exm_page_kind_get_shown (k)] += answer->chances[k];
      if (answer->chances[k] > answer->chances[answer->kind])
        answer->kind = k;
    }
  for (guint k = 0; k < EXM_N_SHOWN_KINDS; k++)
    if (shown[k] * leanings[k] > shown[answer->shown] * leanings[answer->shown])
      answer->shown = k;
  answer->confidence = shown[answer->shown];
  explain (self, signs, answer);
  exm_kind_set_columns (features, answer->chances);
}
