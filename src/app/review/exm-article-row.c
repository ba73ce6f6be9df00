/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/review/exm-article-row.h"

#include "app/session/exm-local-time.h"
#include "app/widgets/exm-article-words.h"
#include "app/widgets/exm-init.h"
#include "app/widgets/exm-tooltip.h"

#include <glib/gi18n-lib.h>

struct _ExmArticleRow
{
  GtkWidget parent_instance;

  ExmArticleItem *item;    /* (owned) (nullable) */
  const char *shown_icon;  /* (unowned) (nullable): name */
  const char *shown_style; /* (unowned) (nullable): class */

  /* Children of the template. */
  GtkWidget *box;
  GtkLabel *day;
  GtkLabel *title;
  GtkWidget *dot;
  GtkWidget *star;
  GtkBox *tags;
  char *shown_tags; /* (owned) (nullable) */
  GtkLabel *source;
  GtkLabel *found;
  GtkLabel *time;
  GtkImage *icon;
  GtkLabel *state;
  GtkButton *main;
  GtkButton *more;
  gboolean to_review;
  gboolean of_all; /* tasks */
};

G_DEFINE_FINAL_TYPE (ExmArticleRow, exm_article_row, GTK_TYPE_WIDGET)

/* Rows are bound by the hundred when a list is scrolled far, and most look like the one
 * before. */
static void
show_look (ExmArticleRow *self, const char *icon, const char *style)
{
  const char *const classes[] = { "caption", style, NULL };

  if (g_strcmp0 (icon, self->shown_icon) != 0)
    gtk_image_set_from_icon_name (self->icon, icon);
  self->shown_icon = icon;
  if (g_strcmp0 (style, self->shown_style) == 0)
    return;
  self->shown_style = style;
  gtk_widget_set_css_classes (GTK_WIDGET (self->icon), (const char **) classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->state), (const char **) classes);
}

/* The one thing that is likely to be done about it. */
static void
show_main (ExmArticleRow *self, const ExmArticleInfo *info)
{
  const char *words = exm_article_words_deed (exm_article_info_get_deed (info));

  gtk_widget_set_visible (GTK_WIDGET (self->main), self->to_review && words != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->more), self->to_review);
  if (!self->to_review)
    return;
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->more), "x", info->id);
  if (words != NULL)
    gtk_button_set_label (self->main, words);
  gtk_actionable_set_action_target (GTK_ACTIONABLE (self->main), "x", info->id);
}

/* Tags that a row has room for. */
#define MAX_TAGS 3u

static void
add_tag (GtkBox *box, const char *text)
{
  GtkWidget *label = gtk_label_new (text);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_add_css_class (label, "exm-article-tag");
  gtk_box_append (box, label);
}

static void
show_tags (ExmArticleRow *self, const char *tags)
{
  GtkWidget *child;

  if (g_strcmp0 (tags, self->shown_tags) == 0)
    return;
  g_free (self->shown_tags);
  self->shown_tags = g_strdup (tags);
  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->tags))) != NULL)
    gtk_box_remove (self->tags, child);
  g_auto (GStrv) names = g_strsplit (tags != NULL ? tags : "", "\n", -1);
  guint n = g_strv_length (names);
  for (guint i = 0; i < MIN (n, MAX_TAGS); i++)
    add_tag (self->tags, names[i]);
  if (n > MAX_TAGS)
    {
      /* translators: further tags that a row has no room for */
      g_autofree char *more = g_strdup_printf (_ ("+%u"), n - MAX_TAGS);
      add_tag (self->tags, more);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->tags), n > 0);
}

static void
show_reading (ExmArticleRow *self, const ExmArticleInfo *info)
{
  gtk_widget_set_visible (self->dot, info->unread);
  gtk_widget_set_visible (self->star, info->starred);
  if (info->unread)
    gtk_widget_add_css_class (GTK_WIDGET (self->title), "exm-unread");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->title), "exm-unread");
  show_tags (self, info->tags);
}

/* Marks of a search: seen on light and dark, beside bold words too. */
static void
add_mark (PangoAttrList *list, guint start, guint end)
{
  PangoAttribute *attributes[] = { pango_attr_background_new (0xf5f5, 0xc2c2, 0x1111),
                                   pango_attr_background_alpha_new (0x6666) };

  for (guint i = 0; i < G_N_ELEMENTS (attributes); i++)
    {
      attributes[i]->start_index = start;
      attributes[i]->end_index = end;
      pango_attr_list_insert (list, attributes[i]);
    }
}

/* @text: with marks, see EXM_FOUND_BEGIN */
static void
show_found (GtkLabel *label, const char *text)
{
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  g_autoptr (GString) out = g_string_new (NULL);
  guint start = 0;

  for (const char *p = text; *p != '\0'; p++)
    if (*p == *EXM_FOUND_BEGIN)
      start = (guint) out->len;
    else if (*p == *EXM_FOUND_END)
      add_mark (list, start, (guint) out->len);
    else
      g_string_append_c (out, *p);
  gtk_label_set_label (label, out->str);
  gtk_label_set_attributes (label, list);
}

static void
show_title (ExmArticleRow *self, const ExmArticleInfo *info)
{
  if (info->found_title != NULL)
    {
      show_found (self->title, info->found_title);
      return;
    }
  if (gtk_label_get_attributes (self->title) != NULL)
    gtk_label_set_attributes (self->title, NULL);
  gtk_label_set_label (self->title, info->title != NULL ? info->title : info->url);
}

static void
show_info (ExmArticleRow *self)
{
  const ExmArticleInfo *info = exm_article_item_get_info (self->item);
  g_autofree char *published = exm_local_time_describe_published (info->published);
  const char *site = info->source != NULL ? info->source
                     : info->site != NULL ? info->site
                     : self->of_all       ? info->task_name
                                          : NULL;
  const char *parts[] = {
    self->to_review ? info->task_name : site,
    info->section,
    published,
  };
  g_autofree char *source = exm_article_words_join (parts, G_N_ELEMENTS (parts));
  g_autofree char *collected = exm_article_words_time (info->collected_usec);
  /* The queue needs the room for the cause. */
  const char *times[]
      = { info->backlog && !self->to_review ? _ ("Backlog") : NULL, collected };
  g_autofree char *time = exm_article_words_join (times, G_N_ELEMENTS (times));
  g_autofree char *state = self->to_review
                               ? exm_article_words_cause (info)
                               : exm_article_words_state (info->state, info->confidence);

  show_title (self, info);
  gtk_widget_set_visible (GTK_WIDGET (self->found), info->found_text != NULL);
  if (info->found_text != NULL)
    show_found (self->found, info->found_text);
  gtk_label_set_label (self->source, *source != '\0' ? source : info->url);
  gtk_label_set_label (self->time, time);
  gtk_label_set_label (self->state, state);
  show_look (self, exm_article_words_icon (info->state, info->confidence),
             exm_article_words_class (info->state, info->confidence));
  show_main (self, info);
  show_reading (self, info);
}

static void
show_day (ExmArticleRow *self)
{
  gboolean starts = exm_article_item_get_starts_day (self->item);

  gtk_widget_set_visible (GTK_WIDGET (self->day), starts);
  g_autofree char *day
      = starts ? exm_article_words_day (exm_article_item_get_order_usec (self->item))
               : NULL;
  /* A screen reader would say the day of another row. */
  gtk_label_set_label (self->day, day != NULL ? day : "");
}

static void
on_item_notify (ExmArticleItem *item, GParamSpec *pspec, ExmArticleRow *self)
{
  show_info (self);
  show_day (self);
}

static void
exm_article_row_dispose (GObject *object)
{
  ExmArticleRow *self = EXM_ARTICLE_ROW (object);

  exm_article_row_set_item (self, NULL, FALSE, FALSE);
  gtk_widget_dispose_template (GTK_WIDGET (self), EXM_TYPE_ARTICLE_ROW);
  G_OBJECT_CLASS (exm_article_row_parent_class)->dispose (object);
}

static void
exm_article_row_finalize (GObject *object)
{
  g_free (EXM_ARTICLE_ROW (object)->shown_tags);
  G_OBJECT_CLASS (exm_article_row_parent_class)->finalize (object);
}

static void
exm_article_row_class_init (ExmArticleRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = exm_article_row_dispose;
  G_OBJECT_CLASS (klass)->finalize = exm_article_row_finalize;
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               EXM_APP_RESOURCES "exm-article-row.ui");
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, box);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, day);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, title);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, dot);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, star);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, tags);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, source);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, found);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, time);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, icon);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, state);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, main);
  gtk_widget_class_bind_template_child (widget_class, ExmArticleRow, more);
}

static void
exm_article_row_init (ExmArticleRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  exm_tooltip_set (GTK_WIDGET (self->time), _ ("Time it was collected"));
  exm_tooltip_set (self->dot, _ ("Unread"));
  exm_tooltip_set (self->star, _ ("Has a star"));
  exm_tooltip_set (GTK_WIDGET (self->more), _ ("More for this article"));
}

void
exm_article_row_set_item (ExmArticleRow *self,
                          ExmArticleItem *item,
                          gboolean to_review,
                          gboolean of_all)
{
  if (item == self->item && to_review == self->to_review && of_all == self->of_all)
    return;
  self->to_review = to_review;
  self->of_all = of_all;
  if (self->item != NULL)
    g_signal_handlers_disconnect_by_func (self->item, on_item_notify, self);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  g_signal_connect (item, "notify", G_CALLBACK (on_item_notify), self);
  on_item_notify (item, NULL, self);
}

ExmArticleItem *
exm_article_row_get_item (ExmArticleRow *self)
{
  return self->item;
}
