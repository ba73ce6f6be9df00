/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-sample"

#include "config.h"

#include "demo/exm-sample-numbered.h"

#include <string.h>

#define N_RELATED 8u
#define MIN_PARAGRAPHS 6u
#define MIN_WORDS 40u

/* A number that others follow from: splitmix64 (Steele, Lea, Flood: Fast splittable
 * pseudorandom number generators, 2014). */
static guint
draw (guint64 *state, guint below)
{
  guint64 z = *state += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  z = (z ^ (z >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  z = (z ^ (z >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return (guint) ((z ^ (z >> 31)) % below);
}

static void
append_word (GString *text, guint64 *state)
{
  static const char *const syllables[]
      = { "bar", "den", "fil", "gor", "hal", "ker", "lan", "mel", "nor", "pel", "quin",
          "ros", "sed", "tam", "vor", "wen", "a",   "e",   "i",   "o",   "lin", "mar" };
  guint n = 1 + draw (state, 3);

  for (guint i = 0; i < n; i++)
    g_string_append (text, syllables[draw (state, G_N_ELEMENTS (syllables))]);
}

/* A sentence ends where a paragraph does. */
static void
append_words (GString *text, guint64 *state, guint n_words)
{
  gboolean begins = TRUE;

  for (guint i = 0; i < n_words; i++)
    {
      gsize start = text->len;
      append_word (text, state);
      if (begins)
        text->str[start] = g_ascii_toupper (text->str[start]);
      begins = i + 1 < n_words && draw (state, 12) == 0;
      g_string_append (text, begins ? ". " : i + 1 == n_words ? "" : " ");
    }
}

char *
exm_sample_numbered_dup_title (guint number)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 state = number;

  append_words (text, &state, 6);
  return g_strdup_printf ("%u %s", number, text->str);
}

char *
exm_sample_numbered_dup_body (guint number)
{
  guint64 state = G_GUINT64_CONSTANT (1) << 32 | number;
  GString *text = g_string_new (NULL);
  guint n = MIN_PARAGRAPHS + draw (&state, MIN_PARAGRAPHS);

  for (guint i = 0; i < n; i++)
    {
      append_words (text, &state, MIN_WORDS + draw (&state, MIN_WORDS));
      g_string_append (text, i + 1 < n ? ".\n" : ".");
    }
  return g_string_free (text, FALSE);
}

static void
append_link (GString *html, guint count, guint number)
{
  g_autofree char *title = exm_sample_numbered_dup_title (number);

  g_string_append_printf (html, "<li><a href=\"/numbered/%u/%06u\">%s</a></li>\n", count,
                          number, title);
}

static void
append_head (GString *html, const char *title, guint count)
{
  g_string_append_printf (
      html,
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s - The "
      "Numbered Post</title></head>\n<body><div class=\"top\"><a href=\"/\">Home</a> "
      "<a href=\"/numbered/%u/\">All numbers</a> <a href=\"/about\">About us</a> "
      "<a href=\"/contact\">Contact</a> <a href=\"/subscribe\">Subscribe</a></div>\n",
      title, count);
}

static const char foot[]
    = "<div class=\"foot\"><p>The Numbered Post prints one number a day, and two on "
      "holidays.</p><p>All numbers reserved. <a href=\"/terms\">Terms</a> "
      "<a href=\"/privacy\">Privacy</a></p></div></body></html>\n";

static void
append_article (GString *html, guint count, guint number)
{
  g_autofree char *title = exm_sample_numbered_dup_title (number);
  g_autofree char *body = exm_sample_numbered_dup_body (number);
  g_auto (GStrv) paragraphs = g_strsplit (body, "\n", -1);
  guint64 state = G_GUINT64_CONSTANT (2) << 32 | number;

  append_head (html, title, count);
  g_string_append_printf (
      html,
      "<div class=\"main\"><h1>%s</h1><p class=\"byline\">By Number %u</p>\n"
      "<div class=\"story\">\n",
      title, number);
  for (gsize i = 0; paragraphs[i] != NULL; i++)
    g_string_append_printf (html, "<p>%s</p>\n", paragraphs[i]);
  g_string_append (html,
                   "</div></div>\n<div class=\"side\"><h3>Other numbers</h3><ul>\n");
  for (guint i = 0; i < N_RELATED; i++)
    append_link (html, count, 1 + draw (&state, count));
  g_string_append (html, "</ul></div>\n");
}

static gboolean
parse_number (const char *text, guint max, guint *number)
{
  guint64 value = 0;

  if (!g_ascii_string_to_unsigned (text, 10, 1, max, &value, NULL))
    return FALSE;
  *number = (guint) value;
  return TRUE;
}

ExmSamplePage *
exm_sample_numbered_render (const char *path)
{
  g_autoptr (GString) html = g_string_new (NULL);
  g_auto (GStrv) parts = NULL;
  guint count = 0, number = 0;

  if (!g_str_has_prefix (path, EXM_SAMPLE_NUMBERED_PREFIX))
    return NULL;
  parts = g_strsplit (path + strlen (EXM_SAMPLE_NUMBERED_PREFIX), "/", 3);
  if (g_strv_length (parts) != 2
      || !parse_number (parts[0], EXM_SAMPLE_NUMBERED_MAX, &count))
    return NULL;
  if (*parts[1] == '\0')
    {
      append_head (html, "All numbers", count);
      g_string_append (html, "<ul class=\"list\">\n");
      for (guint i = 1; i <= count; i++)
        append_link (html, count, i);
      g_string_append (html, "</ul>\n");
    }
  else if (parse_number (parts[1], count, &number))
    append_article (html, count, number);
  else
    return NULL;
  g_string_append (html, foot);

  ExmSamplePage *page = g_new0 (ExmSamplePage, 1);
  page->status = 200;
  page->content_type = g_strdup ("text/html");
  page->encoding = g_strdup ("UTF-8");
  page->text = g_string_free (g_steal_pointer (&html), FALSE);
  return page;
}
