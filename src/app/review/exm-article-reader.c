/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-article-reader.h"

#include "app/reading/exm-delivery-list.h"
#include "app/reading/exm-fields-popover.h"
#include "app/reading/exm-tag-popover.h"
#include "app/session/exm-local-time.h"
#include "app/web/exm-paragraphs.h"
#include "app/web/exm-reader-view.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-bidi.h"
#include "app/widgets/exm-init.h"
#include "fetch/exm-url-display.h"
#include "publish/formats/exm-article-values.h"
#include "search/exm-search-snippet.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Text that is put into the view at once: a long one comes in parts, so that the main
 * loop turns meanwhile. */
#define PART_BYTES 16384u

struct _ExmArticleReader
{
  GtkWidget parent_instance;

  ExmArticle *article;              /* (owned) (nullable) */
  ExmSearchQuery *search;           /* (owned) (nullable): is marked in the text */
  char *search_words;               /* (owned) (nullable): it was made of these */
  GSettings *settings;              /* (owned) (nullable) */
  ExmResources *resources;          /* (owned) (nullable) */
  GSimpleActionGroup *look_actions; /* (owned) */
  gsize n_shown;                    /* bytes of its text in the view */
  guint source_id;                  /* of the parts that follow */

  /* Children of the template. */
  GtkWidget *box;
  GtkLabel *title;
  GtkButton *star;
  GtkMenuButton *tag_button;
  ExmTagPopover *tag_popover;
  ExmFieldsPopover *fields_popover;
  GtkLabel *tags;
  GtkLabel *meta;
  GtkLabel *times;
  GtkLabel *address;
  ExmDeliveryList *deliveries;
  GtkWidget *notice;
  GtkLabel *reason;
  GtkImage *icon;
  GtkLabel *state;
  GtkWidget *approve;
  GtkButton *open;
  GtkStack *body;
  AdwClamp *head;
  ExmReaderView *page;
  GtkLabel *target;
  GtkTextView *text; /* in place of the page, where none can be shown */
};

enum
{
  TAG_CHANGED,
  TAGS_WANTED,
  END_REACHED,
  LINE_ASKED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (ExmArticleReader, exm_article_reader, GTK_TYPE_WIDGET)

/* Bytes of the next part: whole lines, or characters of a line that is too long. */
static gsize
find_part (const char *text)
{
  gsize length = strnlen (text, PART_BYTES + 1);

  if (length <= PART_BYTES)
    return length;
  for (gsize i = PART_BYTES; i > PART_BYTES / 2; i--)
    if (text[i - 1] == '\n')
      return i;
  return (gsize) (g_utf8_find_prev_char (text, text + PART_BYTES + 1) - text);
}

static gboolean
show_part (gpointer data)
{
  ExmArticleReader *self = data;
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (self->text);
  const char *rest = exm_article_get (self->article)->text + self->n_shown;
  gsize n_bytes = find_part (rest);
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (buffer, &end);
  gtk_text_buffer_insert (buffer, &end, rest, (int) n_bytes);
  self->n_shown += n_bytes;
  if (rest[n_bytes] != '\0')
    return G_SOURCE_CONTINUE;
  self->source_id = 0;
  return G_SOURCE_REMOVE;
}

static void
show_text (ExmArticleReader *self)
{
  const char *text = exm_article_get (self->article)->text;

  g_clear_handle_id (&self->source_id, g_source_remove);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), "", 0);
  self->n_shown = 0;
  if (text != NULL && show_part (self))
    self->source_id = g_idle_add (show_part, self);
}

static void
on_state_notify (ExmArticleReader *self)
{
  gboolean failed = exm_reader_view_get_state (self->page) == EXM_READER_VIEW_FAILED;

  gtk_stack_set_visible_child_name (self->body, failed ? "text" : "page");
  if (failed && self->article != NULL)
    show_text (self);
}

static void
show_body (ExmArticleReader *self)
{
  const ExmArticleFields *fields = exm_article_get (self->article);
  const char *url = fields->final_url != NULL ? fields->final_url : fields->url;
  g_autoptr (GString) html = g_string_new (NULL);

  gtk_widget_set_visible (GTK_WIDGET (self->target), FALSE);
  exm_article_append_body_html (html, self->article);
  exm_reader_view_set_pictures (self->page, self->resources, fields->task_uid,
                                fields->url_key);
  g_autofree char *marked
      = self->search != NULL ? exm_search_mark_html (self->search, html->str) : NULL;
  exm_reader_view_show (self->page, marked != NULL ? marked : html->str,
                        exm_metadata_get (fields->metadata, EXM_FIELD_LANGUAGE), url);
}

static void
on_link_hovered (ExmArticleReader *self, const char *url)
{
  g_autofree char *shown = url != NULL ? exm_url_to_display (url) : NULL;

  gtk_label_set_label (self->target, shown != NULL ? shown : "");
  gtk_widget_set_visible (GTK_WIDGET (self->target), shown != NULL);
}

void
exm_article_reader_set_resources (ExmArticleReader *self, ExmResources *resources)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));

  g_set_object (&self->resources, resources);
}

static void
on_paragraph_asked (ExmArticleReader *self, guint n, const GdkRectangle *place)
{
  const ExmArticleFields *fields
      = self->article != NULL ? exm_article_get (self->article) : NULL;
  g_autoptr (GString) html = g_string_new (NULL);
  double x, y;

  if (fields == NULL || fields->text == NULL
      || !gtk_widget_translate_coordinates (GTK_WIDGET (self->page), GTK_WIDGET (self),
                                            place->x, place->y, &x, &y))
    return;
  exm_article_append_body_html (html, self->article);
  const GdkRectangle mark = { (int) x, (int) y, place->width, place->height };
  g_signal_emit (self, signals[LINE_ASKED], 0,
                 exm_paragraphs_find_line (html->str, fields->text, n), &mark);
}

/* Widths of the head above the page's, px: its text and 24 on each side. */
static const struct
{
  const char *name;
  int px;
} widths[] = {
  { "narrow", 560 },
  { "medium", 720 },
  { "wide", 960 },
};

static void
update_look (ExmArticleReader *self)
{
  g_autofree char *size = g_settings_get_string (self->settings, "reader-size");
  g_autofree char *width = g_settings_get_string (self->settings, "reader-width");
  g_autofree char *colors = g_settings_get_string (self->settings, "reader-colors");

  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    if (g_str_equal (widths[i].name, width))
      adw_clamp_set_maximum_size (self->head, widths[i].px);
  exm_reader_view_set_look (self->page, size, width, colors);
  g_autofree char *paper = g_strconcat ("exm-paper-", colors, NULL);
  const char *const classes[] = { paper, NULL };
  gtk_widget_set_css_classes (GTK_WIDGET (self->head), (const char **) classes);
}

static const char *
get_field (ExmArticleReader *self, ExmField field)
{
  return exm_metadata_get (exm_article_get (self->article)->metadata, field);
}

static void
show_metadata (ExmArticleReader *self)
{
  const ExmArticleFields *fields = exm_article_get (self->article);
  const char *title = get_field (self, EXM_FIELD_TITLE);
  const char *parts[] = {
    get_field (self, EXM_FIELD_SOURCE) != NULL ? get_field (self, EXM_FIELD_SOURCE)
                                               : get_field (self, EXM_FIELD_SITE),
    get_field (self, EXM_FIELD_SECTION),
    get_field (self, EXM_FIELD_AUTHOR),
  };
  g_autofree char *meta = exm_article_words_join (parts, G_N_ELEMENTS (parts));
  g_autofree char *when = exm_article_words_when_inside (fields->collected_usec);
  g_autofree char *date
      = exm_local_time_describe_published (get_field (self, EXM_FIELD_PUBLISHED));
  g_autofree char *published
      /* translators: a date, as the page says it */
      = date != NULL ? g_strdup_printf (_ ("Published %s"), date) : NULL;
  /* translators: a time */
  g_autofree char *collected = g_strdup_printf (_ ("Collected %s"), when);
  const char *times[] = { published, collected };
  g_autofree char *both = exm_article_words_join (times, G_N_ELEMENTS (times));
  g_autofree char *quoted = g_markup_escape_text (fields->url, -1);
  g_autofree char *link = g_strdup_printf ("<a href=\"%s\">%s</a>", quoted, quoted);

  gtk_label_set_label (self->title, title != NULL ? title : fields->url);
  exm_bidi_align (self->title);
  gtk_label_set_label (self->meta, meta);
  gtk_widget_set_visible (GTK_WIDGET (self->meta), *meta != '\0');
  gtk_label_set_label (self->times, both);
  gtk_label_set_markup (self->address, link);
  exm_fields_popover_set_metadata (self->fields_popover, fields->metadata);
}

/* Shows the actions that are possible, and makes the likely one stand out. */
static void
show_deeds (ExmArticleReader *self, const ExmArticleFields *fields)
{
  static const char *const likely[] = { "suggested-action", NULL };
  static const char *const plain[] = { NULL };
  gboolean has_text = fields->text != NULL && *fields->text != '\0';
  ExmReviewAction deed = exm_article_get_deed (fields->state, has_text);

  gtk_widget_set_visible (self->approve,
                          exm_article_can_look_right (fields->state, has_text));
  gtk_widget_set_css_classes (
      self->approve,
      (const char **) (deed == EXM_REVIEW_ACTION_APPROVE ? likely : plain));
  gtk_button_set_label (self->open,
                        deed == EXM_REVIEW_ACTION_OPEN ? _ ("_Wrong…") : _ ("_Why?"));
  gtk_widget_set_css_classes (
      GTK_WIDGET (self->open),
      (const char **) (deed == EXM_REVIEW_ACTION_OPEN ? likely : plain));
}

static void
show_state (ExmArticleReader *self)
{
  const ExmArticleFields *fields = exm_article_get (self->article);
  const char *name = exm_article_state_get_name (fields->state);
  g_autofree char *words = exm_article_words_state (name, fields->confidence);
  const char *const classes[]
      = { exm_article_words_class (name, fields->confidence), NULL };

  gtk_label_set_label (self->state, words);
  gtk_image_set_from_icon_name (self->icon,
                                exm_article_words_icon (name, fields->confidence));
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->state), (const char **) classes);
  g_autofree char *reason = exm_article_words_reason (fields);
  gtk_widget_set_visible (GTK_WIDGET (self->reason), reason != NULL);
  gtk_label_set_label (self->reason, reason != NULL ? reason : "");
  show_deeds (self, fields);
}

/* An address from a page opens nothing but a web page. */
static void
open_address (ExmArticleReader *self, const char *uri)
{
  g_autofree char *scheme = g_uri_parse_scheme (uri);

  if (g_strcmp0 (scheme, "http") == 0 || g_strcmp0 (scheme, "https") == 0)
    gtk_show_uri (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), uri,
                  GDK_CURRENT_TIME);
}

static gboolean
on_activate_link (GtkLabel *label, const char *uri, gpointer data)
{
  open_address (EXM_ARTICLE_READER (data), uri);
  return TRUE;
}

static void
on_tag_changed (ExmArticleReader *self, const char *tag, gboolean on)
{
  g_signal_emit (self, signals[TAG_CHANGED], 0, tag, on);
}

static void
on_tags_shown (ExmArticleReader *self)
{
  g_signal_emit (self, signals[TAGS_WANTED], 0);
}

static void
on_link_activated (ExmArticleReader *self, const char *url)
{
  open_address (self, url);
}

static void
exm_article_reader_dispose (GObject *object)
{
  ExmArticleReader *self = EXM_ARTICLE_READER (object);

  g_clear_handle_id (&self->source_id, g_source_remove);
  g_clear_pointer (&self->article, exm_article_unref);
  g_clear_object (&self->settings);
  g_clear_object (&self->resources);
  g_clear_object (&self->look_actions);
  g_clear_pointer (&self->search, exm_search_query_free);
  g_clear_pointer (&self->search_words, g_free);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_ARTICLE_READER);
  G_OBJECT_CLASS (exm_article_reader_parent_class)->dispose (object);
}

#define BIND(name)                                                                       \
  gtk_widget_class_bind_template_child (widget_class, ExmArticleReader, name)

static void
exm_article_reader_class_init (ExmArticleReaderClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_article_reader_dispose;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-article-reader.ui");
  BIND (box);
  BIND (title);
  BIND (star);
  BIND (tag_button);
  BIND (tag_popover);
  BIND (fields_popover);
  BIND (tags);
  BIND (meta);
  BIND (times);
  BIND (address);
  BIND (deliveries);
  BIND (notice);
  BIND (reason);
  BIND (icon);
  BIND (state);
  BIND (approve);
  BIND (open);
  BIND (body);
  BIND (head);
  BIND (page);
  BIND (target);
  BIND (text);
  gtk_widget_class_bind_template_callback (widget_class, on_activate_link);
  gtk_widget_class_bind_template_callback (widget_class, on_state_notify);
  gtk_widget_class_bind_template_callback (widget_class, on_link_activated);
  gtk_widget_class_bind_template_callback (widget_class, on_link_hovered);
  gtk_widget_class_bind_template_callback (widget_class, on_paragraph_asked);
  gtk_widget_class_bind_template_callback (widget_class, on_tag_changed);
  gtk_widget_class_bind_template_callback (widget_class, on_tags_shown);
  signals[TAG_CHANGED]
      = g_signal_new ("tag-changed", EXM_TYPE_ARTICLE_READER, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
  signals[TAGS_WANTED]
      = g_signal_new ("tags-wanted", EXM_TYPE_ARTICLE_READER, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
  signals[LINE_ASKED]
      = g_signal_new ("line-asked", EXM_TYPE_ARTICLE_READER, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 2, G_TYPE_UINT, GDK_TYPE_RECTANGLE);
  signals[END_REACHED]
      = g_signal_new ("end-reached", EXM_TYPE_ARTICLE_READER, G_SIGNAL_RUN_LAST, 0, NULL,
                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
on_print (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  exm_reader_view_print (EXM_ARTICLE_READER (data)->page);
}

static void
on_tags (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gtk_menu_button_popup (EXM_ARTICLE_READER (data)->tag_button);
}

static void
exm_article_reader_init (ExmArticleReader *self)
{
  static const GActionEntry entries[] = { { "print", on_print, NULL, NULL, NULL, { 0 } },
                                          { "tags", on_tags, NULL, NULL, NULL, { 0 } } };

  g_type_ensure (EXM_TYPE_DELIVERY_LIST);
  g_type_ensure (EXM_TYPE_FIELDS_POPOVER);
  g_type_ensure (EXM_TYPE_READER_VIEW);
  g_type_ensure (EXM_TYPE_TAG_POPOVER);
  /* Before the menu, which looks for it once. */
  self->look_actions = g_simple_action_group_new ();
  g_action_map_add_action_entries (G_ACTION_MAP (self->look_actions), entries,
                                   G_N_ELEMENTS (entries), self);
  gtk_widget_insert_action_group (GTK_WIDGET (self), "reader",
                                  G_ACTION_GROUP (self->look_actions));
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
exm_article_reader_set_settings (ExmArticleReader *self, GSettings *settings)
{
  static const char *const keys[] = { "reader-size", "reader-width", "reader-colors" };

  g_return_if_fail (EXM_IS_ARTICLE_READER (self));
  g_return_if_fail (self->settings == NULL);
  self->settings = g_object_ref (settings);
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GAction) action = g_settings_create_action (settings, keys[i]);
      g_autofree char *changed = g_strconcat ("changed::", keys[i], NULL);
      g_action_map_add_action (G_ACTION_MAP (self->look_actions), action);
      g_signal_connect_object (settings, changed, G_CALLBACK (update_look), self,
                               G_CONNECT_SWAPPED);
    }
  update_look (self);
}

void
exm_article_reader_set_article (ExmArticleReader *self, ExmArticle *article)
{
  const ExmArticleFields *old
      = self->article != NULL ? exm_article_get (self->article) : NULL;
  const ExmArticleFields *new = article != NULL ? exm_article_get (article) : NULL;
  gboolean same_text = old != NULL && new != NULL
                       && old->id == new->id &&g_strcmp0 (old->text, new->text) == 0;

  if (article == self->article)
    return;
  if (article == NULL)
    g_clear_handle_id (&self->source_id, g_source_remove);
  g_clear_pointer (&self->article, exm_article_unref);
  self->article = article != NULL ? exm_article_ref (article) : NULL;
  if (article == NULL)
    return;
  show_metadata (self);
  show_state (self);
  if (same_text)
    return;
  show_body (self);
  if (exm_reader_view_get_state (self->page) == EXM_READER_VIEW_FAILED)
    show_text (self);
}

void
exm_article_reader_set_search (ExmArticleReader *self, const char *words)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));
  if (words != NULL && *words == '\0')
    words = NULL;
  if (g_strcmp0 (words, self->search_words) == 0)
    return;
  g_clear_pointer (&self->search, exm_search_query_free);
  g_free (self->search_words);
  self->search_words = g_strdup (words);
  self->search = words != NULL ? exm_search_query_new (words) : NULL;
  if (self->article != NULL)
    show_body (self);
}

void
exm_article_reader_step_found (ExmArticleReader *self, gboolean forward)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));
  exm_reader_view_step_found (self->page, forward);
}

void
exm_article_reader_set_marks (ExmArticleReader *self, gboolean starred, const char *tags)
{
  const char *words = starred ? _ ("Remove the Star") : _ ("Add a Star");
  g_auto (GStrv) names = g_strsplit (tags != NULL ? tags : "", "\n", -1);
  g_autofree char *joined = g_strjoinv (" · ", names);

  g_return_if_fail (EXM_IS_ARTICLE_READER (self));
  gtk_button_set_icon_name (self->star,
                            starred ? "starred-symbolic" : "non-starred-symbolic");
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->star), words);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->star),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, words, -1);
  gtk_label_set_label (self->tags, joined);
  gtk_widget_set_visible (GTK_WIDGET (self->tags), *joined != '\0');
  exm_tag_popover_set_own (self->tag_popover, tags);
}

void
exm_article_reader_set_all_tags (ExmArticleReader *self, const GPtrArray *tags)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));
  exm_tag_popover_set_all (self->tag_popover, tags);
}

/* The text in place of the page. Returns: whether there was something to scroll */
static gboolean
scroll_text (ExmArticleReader *self, gboolean forward)
{
  GtkAdjustment *place = gtk_scrollable_get_vadjustment (GTK_SCROLLABLE (self->text));
  double before = gtk_adjustment_get_value (place);
  double step = gtk_adjustment_get_page_size (place) * 0.9;

  gtk_adjustment_set_value (place, before + (forward ? step : -step));
  return gtk_adjustment_get_value (place) != before;
}

static void
on_scrolled (GObject *source, GAsyncResult *result, gpointer data)
{
  g_autoptr (ExmArticleReader) self = data;

  if (exm_reader_view_scroll_finish (EXM_READER_VIEW (source), result))
    g_signal_emit (self, signals[END_REACHED], 0);
}

void
exm_article_reader_scroll (ExmArticleReader *self, gboolean forward)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));

  if (self->article == NULL)
    return;
  if (exm_reader_view_get_state (self->page) == EXM_READER_VIEW_FAILED)
    {
      if (!scroll_text (self, forward) && forward)
        g_signal_emit (self, signals[END_REACHED], 0);
    }
  else
    exm_reader_view_scroll_async (self->page, forward, on_scrolled, g_object_ref (self));
}

ExmArticle *
exm_article_reader_get_article (ExmArticleReader *self)
{
  g_return_val_if_fail (EXM_IS_ARTICLE_READER (self), NULL);

  return self->article;
}

void
exm_article_reader_show_deliveries (ExmArticleReader *self, ExmSession *session)
{
  g_return_if_fail (EXM_IS_ARTICLE_READER (self));

  if (self->article != NULL)
    exm_delivery_list_show (self->deliveries, session,
                            exm_article_get (self->article)->id);
}
