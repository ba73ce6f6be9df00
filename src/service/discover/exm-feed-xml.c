/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-collect"

#include "config.h"

#include "discover/exm-feed-parsers-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "base/exm-limits.h"
#include "base/exm-said-error.h"
#include "discover/exm-feed-private.h"
#include "discover/exm-markup.h"
#include "discover/exm-xml-stream.h"
#include "fetch/exm-url-display.h"
#include "html/exm-tag.h"

/* Bytes of an xml:base: every address below it costs as much again. */
#define MAX_BASE_BYTES 2048u

typedef enum
{
  FIELD_NONE,
  FIELD_TITLE,
  FIELD_LINK,
  FIELD_ORIGINAL_LINK,
  FIELD_ID,
  FIELD_AUTHOR,
  FIELD_AUTHOR_GROUP, /* Atom's author, of which the name counts */
  FIELD_PUBLISHED,
  FIELD_UPDATED,
  FIELD_SUMMARY,
  FIELD_CONTENT,
  FIELD_CATEGORY,
  FIELD_LANGUAGE,
} Field;

typedef enum
{
  TEXT_PLAIN,
  TEXT_MARKUP,  /* escaped in the XML */
  TEXT_ELEMENTS /* markup that is part of the XML */
} TextKind;

/* Addresses of an item by where they come from, best first. */
typedef enum
{
  ADDRESS_ORIGINAL,
  ADDRESS_LINK,
  ADDRESS_PERMALINK,
  ADDRESS_ABOUT,
  ADDRESS_CONTENT,
  N_ADDRESSES
} Address;

typedef struct
{
  ExmFeed *feed;    /* (unowned) */
  GPtrArray *bases; /* (owned) (nullable elements): xml:base of the open elements, from
                     * the document's address on */
  char *root;       /* (owned) (nullable): name of the first element */
  gboolean is_feed; /* the root is one of ours */
  guint container_depth; /* of channel or feed, 0 outside */

  ExmFeedItem *item; /* (owned) (nullable): the open one */
  guint item_depth;
  char *addresses[N_ADDRESSES]; /* (owned) (nullable): of the open item */
  gboolean in_author_group;
  gboolean id_is_address;

  Field field; /* whose text is gathered */
  guint field_depth;
  TextKind text_kind;
  GString *text; /* (owned) */
} FeedReader;

static const struct
{
  ExmXmlNs ns;
  const char *name; /* (unowned) */
  Field field;
} fields[] = {
  { EXM_XML_NS_RSS, "title", FIELD_TITLE },
  { EXM_XML_NS_RSS, "link", FIELD_LINK },
  { EXM_XML_NS_RSS, "guid", FIELD_ID },
  { EXM_XML_NS_RSS, "author", FIELD_AUTHOR },
  { EXM_XML_NS_RSS, "pubDate", FIELD_PUBLISHED },
  { EXM_XML_NS_RSS, "pubdate", FIELD_PUBLISHED },
  { EXM_XML_NS_RSS, "description", FIELD_SUMMARY },
  { EXM_XML_NS_RSS, "category", FIELD_CATEGORY },
  { EXM_XML_NS_RSS, "language", FIELD_LANGUAGE },
  { EXM_XML_NS_ATOM, "title", FIELD_TITLE },
  { EXM_XML_NS_ATOM, "id", FIELD_ID },
  { EXM_XML_NS_ATOM, "author", FIELD_AUTHOR_GROUP },
  { EXM_XML_NS_ATOM, "published", FIELD_PUBLISHED },
  { EXM_XML_NS_ATOM, "issued", FIELD_PUBLISHED },
  { EXM_XML_NS_ATOM, "created", FIELD_PUBLISHED },
  { EXM_XML_NS_ATOM, "updated", FIELD_UPDATED },
  { EXM_XML_NS_ATOM, "modified", FIELD_UPDATED },
  { EXM_XML_NS_ATOM, "summary", FIELD_SUMMARY },
  { EXM_XML_NS_ATOM, "content", FIELD_CONTENT },
  { EXM_XML_NS_DC, "creator", FIELD_AUTHOR },
  { EXM_XML_NS_DC, "date", FIELD_PUBLISHED },
  { EXM_XML_NS_DC, "created", FIELD_PUBLISHED },
  { EXM_XML_NS_DC, "modified", FIELD_UPDATED },
  { EXM_XML_NS_DC, "subject", FIELD_CATEGORY },
  { EXM_XML_NS_DC, "language", FIELD_LANGUAGE },
  { EXM_XML_NS_CONTENT, "encoded", FIELD_CONTENT },
  { EXM_XML_NS_FEEDBURNER, "origLink", FIELD_ORIGINAL_LINK },
};

static guint
depth (const FeedReader *self)
{
  return self->bases->len;
}

static const char *
base (const FeedReader *self)
{
  guint i = self->bases->len;

  while (i > 1 && g_ptr_array_index (self->bases, i - 1) == NULL)
    i--;
  return g_ptr_array_index (self->bases, i - 1);
}

static void
take_address (FeedReader *self, Address address, const char *reference)
{
  if (self->item != NULL && self->addresses[address] == NULL)
    self->addresses[address] = exm_feed_resolve (base (self), reference);
}

static void
end_item (FeedReader *self)
{
  if (self->item == NULL)
    return;
  for (guint i = 0; i < N_ADDRESSES; i++)
    {
      if (self->item->url == NULL)
        self->item->url = g_steal_pointer (&self->addresses[i]);
      g_clear_pointer (&self->addresses[i], g_free);
    }
  exm_feed_take_item (self->feed, g_steal_pointer (&self->item));
}

static void
end_field (FeedReader *self)
{
  self->field = FIELD_NONE;
  g_string_truncate (self->text, 0);
}

/* An item that opens inside another one closes it: its end tag was forgotten. */
static void
begin_item (FeedReader *self, const ExmXmlAttribute *attributes, guint n)
{
  const char *about = exm_xml_attributes_find (attributes, n, EXM_XML_NS_RDF, "about");

  end_item (self);
  end_field (self);
  self->item = exm_feed_item_new ();
  self->item_depth = depth (self);
  self->in_author_group = FALSE;
  if (about != NULL)
    take_address (self, ADDRESS_ABOUT, about);
}

static void
begin_document (FeedReader *self, ExmXmlNs ns, const char *name)
{
  self->root = g_strdup (name);
  if (strcmp (name, "rss") == 0 || strcmp (name, "channel") == 0)
    self->feed->kind = EXM_FEED_RSS;
  else if (strcmp (name, "RDF") == 0)
    self->feed->kind = EXM_FEED_RDF;
  else if (strcmp (name, "feed") == 0)
    self->feed->kind = EXM_FEED_ATOM;
  else
    return;
  self->is_feed = TRUE;
}

static void
read_link (FeedReader *self, const ExmXmlAttribute *attributes, guint n)
{
  const char *href = exm_xml_attributes_find (attributes, n, EXM_XML_NS_ATOM, "href");
  const char *rel = exm_xml_attributes_find (attributes, n, EXM_XML_NS_ATOM, "rel");
  const char *type = exm_xml_attributes_find (attributes, n, EXM_XML_NS_ATOM, "type");

  if (href == NULL || self->item == NULL)
    return;
  if (rel == NULL || strcmp (rel, "alternate") == 0)
    take_address (self, ADDRESS_LINK, href);
  else if (strcmp (rel, "enclosure") == 0 && type != NULL && self->item->image == NULL
           && g_str_has_prefix (type, "image/"))
    self->item->image = exm_feed_resolve (base (self), href);
}

static void
read_picture (FeedReader *self,
              ExmXmlNs ns,
              const char *name,
              const ExmXmlAttribute *attributes,
              guint n)
{
  const char *url = exm_xml_attributes_find (attributes, n, ns, "url");
  const char *type = exm_xml_attributes_find (attributes, n, ns, "type");
  const char *medium = exm_xml_attributes_find (attributes, n, ns, "medium");
  gboolean is_image = (type != NULL && g_str_has_prefix (type, "image/"))
                      || (medium != NULL && strcmp (medium, "image") == 0)
                      || (ns == EXM_XML_NS_MEDIA && strcmp (name, "thumbnail") == 0);
  gboolean is_media
      = strcmp (name, "enclosure") == 0
        || (ns == EXM_XML_NS_MEDIA
            && (strcmp (name, "content") == 0 || strcmp (name, "thumbnail") == 0));

  if (self->item != NULL && self->item->image == NULL && url != NULL && is_media
      && is_image)
    self->item->image = exm_feed_resolve (base (self), url);
}

/* Files and categories that attributes tell, of the open item itself: a source that it
 * names has its own. */
static void
read_facts (FeedReader *self,
            ExmXmlNs ns,
            const char *name,
            const ExmXmlAttribute *attributes,
            guint n)
{
  gboolean is_link = strcmp (name, "link") == 0;
  const char *rel = exm_xml_attributes_find (attributes, n, ns, "rel");
  const char *url = exm_xml_attributes_find (attributes, n, ns, is_link ? "href" : "url");

  if (self->item == NULL || depth (self) != self->item_depth + 1)
    return;
  if (strcmp (name, "category") == 0)
    exm_feed_facts_add_category (self->item->facts,
                                 exm_xml_attributes_find (attributes, n, ns, "term"));
  else if (url != NULL
           && (is_link ? g_strcmp0 (rel, "enclosure") == 0
                       : strcmp (name, "enclosure") == 0))
    {
      g_autofree char *address = exm_feed_resolve (base (self), url);
      exm_feed_facts_add_enclosure (
          self->item->facts, address, exm_xml_attributes_find (attributes, n, ns, "type"),
          exm_xml_attributes_find (attributes, n, ns, "length"));
    }
}

static Field
find_field (const FeedReader *self, ExmXmlNs ns, const char *name)
{
  ExmXmlNs own = self->feed->kind == EXM_FEED_ATOM ? EXM_XML_NS_ATOM : EXM_XML_NS_RSS;

  if (ns == EXM_XML_NS_NONE || ns == EXM_XML_NS_RSS)
    ns = own;
  for (gsize i = 0; i < G_N_ELEMENTS (fields); i++)
    if (fields[i].ns == ns && strcmp (fields[i].name, name) == 0)
      return fields[i].field;
  return FIELD_NONE;
}

static TextKind
find_text_kind (const FeedReader *self,
                ExmXmlNs ns,
                const ExmXmlAttribute *attributes,
                guint n)
{
  const char *type = exm_xml_attributes_find (attributes, n, EXM_XML_NS_ATOM, "type");
  gboolean atom = ns == EXM_XML_NS_ATOM || self->feed->kind == EXM_FEED_ATOM;

  if (!atom)
    return TEXT_MARKUP;
  if (type == NULL)
    return TEXT_PLAIN;
  if (strstr (type, "xhtml") != NULL)
    return TEXT_ELEMENTS;
  return strstr (type, "html") != NULL ? TEXT_MARKUP : TEXT_PLAIN;
}

static void
begin_field (FeedReader *self,
             ExmXmlNs ns,
             const char *name,
             const ExmXmlAttribute *attributes,
             guint n)
{
  const char *permalink
      = exm_xml_attributes_find (attributes, n, EXM_XML_NS_NONE, "isPermaLink");
  const char *source = exm_xml_attributes_find (attributes, n, EXM_XML_NS_ATOM, "src");
  Field field = find_field (self, ns, name);

  if (field == FIELD_AUTHOR_GROUP)
    {
      self->in_author_group = TRUE;
      return;
    }
  if (field == FIELD_ID)
    self->id_is_address = permalink == NULL || strcmp (permalink, "false") != 0;
  if (field == FIELD_CONTENT && source != NULL)
    take_address (self, ADDRESS_CONTENT, source);
  self->field = field;
  self->field_depth = depth (self);
  self->text_kind = find_text_kind (self, ns, attributes, n);
}

/* Markup that is part of the XML, back as markup: only its tags' names matter. */
static void
append_tag (FeedReader *self, gboolean opens, const char *name)
{
  if (self->text_kind != TEXT_PLAIN && self->text->len < EXM_MAX_SLICE_BYTES)
    g_string_append_printf (self->text, opens ? "<%s>" : "</%s>", name);
}

static void
push_base (FeedReader *self, const ExmXmlAttribute *attributes, guint n)
{
  const char *own = NULL;

  for (guint i = 0; i < n; i++)
    if (attributes[i].ns == EXM_XML_NS_XML && strcmp (attributes[i].name, "base") == 0
        && strlen (attributes[i].value) <= MAX_BASE_BYTES)
      own = attributes[i].value;
  g_ptr_array_add (self->bases, own != NULL ? exm_feed_resolve (base (self), own) : NULL);
}

static gboolean
is_item (const char *name)
{
  return strcmp (name, "item") == 0 || strcmp (name, "entry") == 0;
}

static gboolean
on_open (ExmXmlNs ns,
         const char *name,
         const ExmXmlAttribute *attributes,
         guint n,
         gpointer data)
{
  FeedReader *self = data;

  push_base (self, attributes, n);
  if (self->root == NULL)
    {
      const char *language
          = exm_xml_attributes_find (attributes, n, EXM_XML_NS_XML, "lang");
      begin_document (self, ns, name);
      if (self->feed->kind == EXM_FEED_ATOM)
        self->feed->language = g_strdup (language);
    }
  if (!self->is_feed)
    return FALSE;
  if (strcmp (name, "channel") == 0 || strcmp (name, "feed") == 0)
    self->container_depth = depth (self);
  else if (is_item (name) && ns != EXM_XML_NS_OTHER && ns != EXM_XML_NS_XHTML)
    begin_item (self, attributes, n);
  else if (self->field != FIELD_NONE)
    append_tag (self, TRUE, name);
  else if (strcmp (name, "link") == 0
           && exm_xml_attributes_find (attributes, n, ns, "href") != NULL)
    read_link (self, attributes, n);
  else if (self->in_author_group && strcmp (name, "name") == 0)
    {
      self->field = FIELD_AUTHOR;
      self->field_depth = depth (self);
      self->text_kind = TEXT_PLAIN;
    }
  else if (depth (self)
           == (self->item != NULL ? self->item_depth : self->container_depth) + 1)
    begin_field (self, ns, name, attributes, n);
  read_picture (self, ns, name, attributes, n);
  read_facts (self, ns, name, attributes, n);
  return TRUE;
}

static void
on_text (const char *text, gsize n_bytes, gpointer data)
{
  FeedReader *self = data;

  if (self->field == FIELD_NONE || self->text->len >= EXM_MAX_SLICE_BYTES)
    return;
  if (self->text_kind == TEXT_ELEMENTS)
    {
      g_autofree char *escaped = g_markup_escape_text (text, (gssize) n_bytes);
      g_string_append (self->text, escaped);
    }
  else
    g_string_append_len (self->text, text, (gssize) n_bytes);
}

/* Puts @value where nothing is yet; an empty one is none. */
static void
set_once (char **place, char *value)
{
  if (*place == NULL && value != NULL && *value != '\0')
    *place = value;
  else
    g_free (value);
}

static char *
take_text (FeedReader *self, gboolean one_line)
{
  g_autofree char *text = self->text_kind == TEXT_PLAIN
                              ? exm_markup_collapse (self->text->str, self->text->len)
                              : exm_markup_to_text (self->text->str, self->text->len);

  return one_line ? g_strdelimit (g_steal_pointer (&text), "\n", ' ')
                  : g_steal_pointer (&text);
}

/* RSS wants "name@host (Name)". */
static char *
take_author (FeedReader *self)
{
  g_autofree char *text = take_text (self, TRUE);
  const char *open = strchr (text, '(');
  const char *close = open != NULL ? strrchr (open, ')') : NULL;

  if (strchr (text, '@') != NULL && close != NULL && close > open + 1)
    return g_strndup (open + 1, (gsize) (close - open) - 1);
  return g_steal_pointer (&text);
}

static void
end_item_field (FeedReader *self)
{
  ExmFeedItem *item = self->item;
  const char *raw = self->text->str;

  switch (self->field)
    {
    case FIELD_TITLE:
      set_once (&item->title, take_text (self, TRUE));
      break;
    case FIELD_LINK:
      take_address (self, ADDRESS_LINK, raw);
      break;
    case FIELD_ORIGINAL_LINK:
      take_address (self, ADDRESS_ORIGINAL, raw);
      break;
    case FIELD_ID:
      set_once (&item->id, exm_markup_collapse (raw, self->text->len));
      if (self->id_is_address && self->feed->kind != EXM_FEED_ATOM
          && g_ascii_strncasecmp (item->id != NULL ? item->id : "", "http", 4) == 0)
        take_address (self, ADDRESS_PERMALINK, item->id);
      break;
    case FIELD_AUTHOR:
      set_once (&item->author, take_author (self));
      break;
    case FIELD_PUBLISHED:
      set_once (&item->published.text, exm_markup_collapse (raw, self->text->len));
      break;
    case FIELD_UPDATED:
      set_once (&item->updated.text, exm_markup_collapse (raw, self->text->len));
      break;
    case FIELD_SUMMARY:
      set_once (&item->summary, take_text (self, FALSE));
      break;
    case FIELD_CONTENT:
      set_once (&item->content, take_text (self, FALSE));
      break;
    case FIELD_CATEGORY:
      {
        g_autofree char *category = take_text (self, TRUE);
        exm_feed_facts_add_category (item->facts, category);
        break;
      }
    case FIELD_NONE:
    case FIELD_AUTHOR_GROUP:
    case FIELD_LANGUAGE:
    default:
      break;
    }
}

static void
on_close (const char *name, gpointer data)
{
  FeedReader *self = data;

  if (self->field != FIELD_NONE && depth (self) <= self->field_depth)
    {
      if (self->item != NULL)
        end_item_field (self);
      else if (self->field == FIELD_TITLE)
        set_once (&self->feed->title, take_text (self, TRUE));
      else if (self->field == FIELD_LANGUAGE)
        set_once (&self->feed->language, take_text (self, TRUE));
      end_field (self);
    }
  else if (self->field != FIELD_NONE)
    append_tag (self, FALSE, name);
  if (self->item != NULL && depth (self) <= self->item_depth + 1)
    self->in_author_group = FALSE;
  if (self->item != NULL && depth (self) <= self->item_depth)
    end_item (self);
  g_ptr_array_set_size (self->bases, (gint) self->bases->len - 1);
}

static void
say_what_it_is (const FeedReader *self, const char *url, GError **error)
{
  g_autofree char *display = exm_url_to_display (url != NULL ? url : "");

  if (self->root == NULL)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN,
                        N_ ("%s is not a feed: it is not XML and not JSON."), display);
  else if (exm_tag_from_name (self->root, strlen (self->root)) != EXM_TAG_UNKNOWN)
    exm_said_set_error (
        error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_HTML,
        N_ ("%s is a web page, not a feed: the feed may have moved, or the site "
            "asks for a login."),
        display);
  else if (strcmp (self->root, "urlset") == 0 || strcmp (self->root, "sitemapindex") == 0)
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_OTHER_KIND,
                        N_ ("%s is a sitemap, not a feed; add it as a sitemap."),
                        display);
  else
    exm_said_set_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN,
                        /* translators: an address, then the name of an XML element */
                        N_ ("%s is not a feed: its first element is “%.40s”."), display,
                        self->root);
}

static void
take_report (ExmFeed *feed, ExmXmlReport *report)
{
  feed->n_faults = report->n_faults + report->n_entities;
  if (report->n_entities > 0)
    feed->fault = g_strdup (_ ("It defines entities, which are not read."));
  else if (report->first_fault != NULL)
    feed->fault = g_steal_pointer (&report->first_fault);
  else if (report->n_faults > 0)
    feed->fault = g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%u place of it is not correct XML.",
                     "%u places of it are not correct XML.", report->n_faults),
        report->n_faults);
}

gboolean
exm_feed_read_xml (ExmFeed *feed,
                   GBytes *bytes,
                   const char *url,
                   const char *http_charset,
                   GError **error)
{
  static const ExmXmlHandler handler = { on_open, on_text, on_close };
  FeedReader self = {
    .feed = feed,
    .bases = g_ptr_array_new_with_free_func (g_free),
    .text = g_string_new (NULL),
  };
  g_autoptr (GInputStream) stream = g_memory_input_stream_new_from_bytes (bytes);
  g_auto (ExmXmlReport) report = { 0 };

  g_ptr_array_add (self.bases, g_strdup (url));
  exm_xml_stream_read (stream, http_charset, &handler, &self, &report);
  end_item (&self);
  take_report (feed, &report);
  if (!self.is_feed)
    say_what_it_is (&self, url, error);
  g_free (self.root);
  g_ptr_array_unref (self.bases);
  g_string_free (self.text, TRUE);
  return self.is_feed;
}
