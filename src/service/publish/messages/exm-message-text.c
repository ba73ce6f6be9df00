/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-publish"

#include "config.h"

#include "publish/messages/exm-message-text.h"

#include "publish/formats/exm-article-values.h"
#include "publish/formats/exm-quote.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Bytes of a title, and of the beginning of an article. */
#define MAX_TITLE_BYTES 300u
#define MAX_BEGINNING_BYTES 600u

/* Room for the line that tells how many more there are. */
#define MORE_BYTES 80u

#define TEST_WORDS N_ ("This is a test: a sample article from Exemplar.")

/* Signs of the markup of chats, and what looks like them. */
static const struct
{
  const char *sign;
  const char *alike;
} SIGNS[] = {
  { "<", "＜" }, { ">", "＞" }, { "[", "［" }, { "]", "］" }, { "*", "＊" },
  { "_", "＿" }, { "`", "｀" }, { "#", "＃" }, { "@", "＠" }, { "~", "～" },
};

void
exm_message_cut (GString *text, gsize max_bytes)
{
  if (text->len <= max_bytes)
    return;
  const char *end = text->str + max_bytes - strlen ("…");
  /* A byte that goes on with a character is none to cut before. */
  while (end > text->str && ((guchar) *end & 0xc0) == 0x80)
    end--;
  g_string_truncate (text, (gsize) (end - text->str));
  g_string_append (text, "…");
}

char *
exm_message_sign (const char *key, const char *text)
{
  guint8 digest[32];
  gsize n_digest = sizeof digest;
  GHmac *hmac = g_hmac_new (G_CHECKSUM_SHA256, (const guchar *) key, strlen (key));

  g_hmac_update (hmac, (const guchar *) text, (gssize) strlen (text));
  g_hmac_get_digest (hmac, digest, &n_digest);
  g_hmac_unref (hmac);
  return g_base64_encode (digest, n_digest);
}

/* On one line, of at most @max_bytes, without signs of the style. */
static char *
tame (const char *text, ExmMessageStyle style, gsize max_bytes)
{
  g_autofree char *line = exm_quote_line (text);
  g_autoptr (GString) tamed = g_string_new (line);

  for (gsize i = 0; style == EXM_MESSAGE_MARKDOWN && i < G_N_ELEMENTS (SIGNS); i++)
    g_string_replace (tamed, SIGNS[i].sign, SIGNS[i].alike, 0);
  exm_message_cut (tamed, max_bytes);
  return g_string_free (g_steal_pointer (&tamed), FALSE);
}

/* Parentheses and white space end a link. */
static char *
quote_address (const char *url, ExmMessageStyle style)
{
  if (!exm_article_is_web_address (url))
    return NULL;
  if (style == EXM_MESSAGE_PLAIN)
    return g_strdup (url);
  g_autoptr (GString) quoted = g_string_new (NULL);
  for (const char *c = url; *c != '\0'; c++)
    if (strchr ("()<>[]\"` \\", *c) != NULL || (guchar) *c < 0x20)
      g_string_append_printf (quoted, "%%%02X", (guchar) *c);
    else
      g_string_append_c (quoted, *c);
  return g_string_free (g_steal_pointer (&quoted), FALSE);
}

static const char *
get_title (const ExmArticle *article)
{
  const char *title = exm_article_field (article, EXM_FIELD_TITLE);

  return title != NULL ? title : exm_article_get (article)->url;
}

char *
exm_message_dup_title (const ExmMessage *message)
{
  if (message->text != NULL)
    return tame (message->title, EXM_MESSAGE_PLAIN, MAX_TITLE_BYTES);
  g_autofree char *title
      = message->articles->len == 1
            ? g_strdup (get_title (g_ptr_array_index (message->articles, 0)))
            : g_strdup_printf (
                /* translators: name of a task, and how many articles of it */
                ngettext ("%s: %u new article", "%s: %u new articles",
                          message->articles->len),
                message->task_name, message->articles->len);
  g_autofree char *marked
      = message->is_test ? g_strdup_printf (_ ("Test: %s"), title) : g_strdup (title);

  return tame (marked, EXM_MESSAGE_PLAIN, MAX_TITLE_BYTES);
}

/* A line with the title, which leads to the article. */
static void
append_link (GString *out, const ExmArticle *article, ExmMessageStyle style)
{
  g_autofree char *title = tame (get_title (article), style, MAX_TITLE_BYTES);
  g_autofree char *url = quote_address (exm_article_get (article)->url, style);

  if (url == NULL)
    g_string_append (out, title);
  else if (style == EXM_MESSAGE_MARKDOWN)
    g_string_append_printf (out, "[%s](%s)", title, url);
  else
    g_string_append_printf (out, "%s\n%s", title, url);
}

/* One line of what is known of an article: its source, and its date. */
static char *
dup_known (const ExmArticle *article, ExmMessageStyle style)
{
  g_autofree char *source = exm_article_format_source (article);
  g_autofree char *date = exm_article_date (article);
  g_autofree char *known
      = source != NULL ? g_strconcat (source, " · ", date, NULL) : g_strdup (date);

  return tame (known, style, MAX_TITLE_BYTES);
}

static void
write_one (GString *out,
           const ExmArticle *article,
           ExmMessageStyle style,
           gsize max_bytes)
{
  const char *gap = style == EXM_MESSAGE_MARKDOWN ? "\n\n" : "\n";
  g_autofree char *line = dup_known (article, style);
  g_autofree char *text
      = tame (exm_article_get (article)->text, style, MAX_BEGINNING_BYTES);

  append_link (out, article, style);
  g_string_append_printf (out, "%s%s", gap, line);
  if (*text != '\0')
    g_string_append_printf (out, "%s%s", gap, text);
  exm_message_cut (out, max_bytes);
}

static void
write_list (GString *out,
            const ExmMessage *message,
            ExmMessageStyle style,
            gsize max_bytes)
{
  g_autofree char *title = exm_message_dup_title (message);
  g_autofree char *head = tame (title, style, MAX_TITLE_BYTES);

  g_string_append (out, head);
  for (guint i = 0; i < message->articles->len; i++)
    {
      gsize before = out->len;
      g_string_append (out, style == EXM_MESSAGE_MARKDOWN ? "\n- " : "\n\n");
      append_link (out, g_ptr_array_index (message->articles, i), style);
      if (out->len + (i + 1 < message->articles->len ? MORE_BYTES : 0) <= max_bytes)
        continue;
      guint n_more = message->articles->len - i;
      g_string_truncate (out, before);
      g_string_append_c (out, '\n');
      g_string_append_printf (out, ngettext ("and %u more", "and %u more", n_more),
                              n_more);
      break;
    }
  exm_message_cut (out, max_bytes);
}

char *
exm_message_write (const ExmMessage *message, ExmMessageStyle style, gsize max_bytes)
{
  g_autoptr (GString) out = g_string_new (message->text);

  exm_message_cut (out, max_bytes);
  if (message->text != NULL)
    return g_string_free (g_steal_pointer (&out), FALSE);
  if (message->is_test)
    g_string_append_printf (out, "%s\n", _ (TEST_WORDS));
  if (message->articles->len == 1)
    write_one (out, g_ptr_array_index (message->articles, 0), style, max_bytes);
  else
    write_list (out, message, style, max_bytes);
  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* An element with a text of one line, which mail programs lay out by its own letters. */
static void
append_element (GString *out, const char *tag, const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  g_string_append_printf (out, "<%s dir=\"auto\">", tag);
  exm_quote_html (out, text);
  g_string_append_printf (out, "</%s>\n", tag);
}

static void
append_article (GString *out, const ExmArticle *article)
{
  g_autofree char *title = tame (get_title (article), EXM_MESSAGE_PLAIN, MAX_TITLE_BYTES);
  g_autofree char *url
      = quote_address (exm_article_get (article)->url, EXM_MESSAGE_MARKDOWN);
  g_autofree char *known = dup_known (article, EXM_MESSAGE_PLAIN);
  g_autofree char *text
      = tame (exm_article_get (article)->text, EXM_MESSAGE_PLAIN, MAX_BEGINNING_BYTES);

  if (url != NULL)
    {
      g_string_append (out, "<h3 dir=\"auto\"><a href=\"");
      exm_quote_html (out, url);
      g_string_append (out, "\">");
      exm_quote_html (out, title);
      g_string_append (out, "</a></h3>\n");
    }
  else
    append_element (out, "h3", title);
  append_element (out, "p", known);
  append_element (out, "p", text);
}

char *
exm_message_write_html (const ExmMessage *message, gsize max_bytes)
{
  if (message->text != NULL)
    return g_strdup (message->html);
  g_autofree char *title = exm_message_dup_title (message);
  g_autoptr (GString) out = g_string_new (
      "<!DOCTYPE html>\n<html><head><meta charset=\"utf-8\"></head><body>\n");

  if (message->is_test)
    append_element (out, "p", _ (TEST_WORDS));
  if (message->articles->len != 1)
    append_element (out, "h2", title);
  for (guint i = 0; i < message->articles->len; i++)
    {
      gsize before = out->len;
      append_article (out, g_ptr_array_index (message->articles, i));
      if (out->len + 2 * MORE_BYTES <= max_bytes)
        continue;
      guint n_more = message->articles->len - i;
      g_autofree char *more
          = g_strdup_printf (ngettext ("and %u more", "and %u more", n_more), n_more);
      g_string_truncate (out, before);
      append_element (out, "p", more);
      break;
    }
  g_string_append (out, "</body></html>\n");
  return g_string_free (g_steal_pointer (&out), FALSE);
}
