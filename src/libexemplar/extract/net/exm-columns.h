/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Measures of a line: a row of columns, in lanes. A table of trained weights names the
 * columns that it looks at, so columns may be added and moved. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Prerequisites of a column. */
typedef enum
{
  EXM_KNOWN_PAGE,    /* the page itself */
  EXM_KNOWN_EXAMPLE, /* an example */
  EXM_KNOWN_REGION,  /* the body that the operator marked on an example */
  EXM_KNOWN_KIND,    /* the chances of each kind of page */
} ExmColumnNeed;

/* X (ID, name, lane, need). The first column of a lane is the one that is shown as the
 * lane's value. A lane's meaning stands in the file that measures it. */
#define EXM_COLUMNS(X)                                                                   \
  X (KNOWN, "known", "known", EXAMPLE)                                                   \
  X (KNOWN_ORDERED, "known-ordered", "known", EXAMPLE)                                   \
  X (KNOWN_GROUP, "known-group", "known", EXAMPLE)                                       \
  X (KNOWN_BEFORE, "known-before", "known", EXAMPLE)                                     \
  X (KNOWN_BEHIND, "known-behind", "known", EXAMPLE)                                     \
  X (KNOWN_AROUND, "known-around", "known", EXAMPLE)                                     \
  X (FS, "fs", "fs", EXAMPLE)                                                            \
  X (BS, "bs", "bs", EXAMPLE)                                                            \
  X (ALIKE, "alike", "fs", EXAMPLE)                                                      \
  X (ALIKE_SHARE, "alike-share", "fs", EXAMPLE)                                          \
  X (NOVEL, "novel", "known", EXAMPLE)                                                   \
  X (NOVEL_GROUP, "novel-group", "known", EXAMPLE)                                       \
  X (NOVEL_BEFORE, "novel-before", "known", EXAMPLE)                                     \
  X (NOVEL_BEHIND, "novel-behind", "known", EXAMPLE)                                     \
  X (NOVEL_BEFORE_2, "novel-before-2", "known", EXAMPLE)                                 \
  X (NOVEL_BEHIND_2, "novel-behind-2", "known", EXAMPLE)                                 \
  X (NOVEL_AROUND, "novel-around", "known", EXAMPLE)                                     \
  X (NOVEL_PARENT, "novel-parent", "known", EXAMPLE)                                     \
  X (NOVEL_GRANDPARENT, "novel-grandparent", "known", EXAMPLE)                           \
  X (PLACE_THERE, "place-there", "example", EXAMPLE)                                     \
  X (PLACE_TOKENS, "place-tokens", "example", EXAMPLE)                                   \
  X (PLACE_PROSE, "place-prose", "example", EXAMPLE)                                     \
  X (PLACE_BEST, "place-best", "example", EXAMPLE)                                       \
  X (OWN_BEST, "own-best", "example", EXAMPLE)                                           \
  X (TEMPLATE_SINCE, "template-since", "example", EXAMPLE)                               \
  X (TEMPLATE_LAST, "template-last", "example", EXAMPLE)                                 \
  X (TEMPLATE_NEXT, "template-next", "example", EXAMPLE)                                 \
  X (PROSE, "prose", "prose", PAGE)                                                      \
  X (PROSE_BEFORE, "prose-before", "prose", PAGE)                                        \
  X (PROSE_BEHIND, "prose-behind", "prose", PAGE)                                        \
  X (PROSE_AROUND, "prose-around", "prose", PAGE)                                        \
  X (PROSE_GROUP, "prose-group", "prose", PAGE)                                          \
  X (ENDS_SENTENCE, "ends-sentence", "prose", PAGE)                                      \
  X (ENDS_GROUP, "ends-group", "prose", PAGE)                                            \
  X (MARKS, "marks", "prose", PAGE)                                                      \
  X (ENDS_COLON, "ends-colon", "prose", PAGE)                                            \
  X (ENDS_DOTS, "ends-dots", "prose", PAGE)                                              \
  X (QUOTES, "quotes", "prose", PAGE)                                                    \
  X (STARTS_UPPER, "starts-upper", "prose", PAGE)                                        \
  X (STARTS_LOWER, "starts-lower", "prose", PAGE)                                        \
  X (LENGTH, "length", "length", PAGE)                                                   \
  X (SHORT, "short", "length", PAGE)                                                     \
  X (LONG, "long", "length", PAGE)                                                       \
  X (LENGTH_BEFORE, "length-before", "length", PAGE)                                     \
  X (LENGTH_BEHIND, "length-behind", "length", PAGE)                                     \
  X (LENGTH_BEFORE_2, "length-before-2", "length", PAGE)                                 \
  X (LENGTH_BEHIND_2, "length-behind-2", "length", PAGE)                                 \
  X (LENGTH_GROUP, "length-group", "length", PAGE)                                       \
  X (LENGTH_AROUND, "length-around", "length", PAGE)                                     \
  X (GROUP_LINES, "group-lines", "length", PAGE)                                         \
  X (GROUP_SHARE, "group-share", "length", PAGE)                                         \
  X (DIGITS, "digits", "form", PAGE)                                                     \
  X (UPPER, "upper", "form", PAGE)                                                       \
  X (WORD_LENGTH, "word-length", "form", PAGE)                                           \
  X (SYMBOLS, "symbols", "form", PAGE)                                                   \
  X (REPEATED, "repeated", "form", PAGE)                                                 \
  X (DATE, "date", "form", PAGE)                                                         \
  X (BYLINE, "byline", "form", PAGE)                                                     \
  X (IMAGE, "image", "form", PAGE)                                                       \
  X (LINKS, "links", "links", PAGE)                                                      \
  X (LINKS_ALL, "links-all", "links", PAGE)                                              \
  X (LINKS_BEFORE, "links-before", "links", PAGE)                                        \
  X (LINKS_BEHIND, "links-behind", "links", PAGE)                                        \
  X (LINKS_BEFORE_2, "links-before-2", "links", PAGE)                                    \
  X (LINKS_BEHIND_2, "links-behind-2", "links", PAGE)                                    \
  X (LINKS_AROUND, "links-around", "links", PAGE)                                        \
  X (LINKS_GROUP, "links-group", "links", PAGE)                                          \
  X (LINKS_PARENT, "links-parent", "links", PAGE)                                        \
  X (LINKS_GRANDPARENT, "links-grandparent", "links", PAGE)                              \
  X (TAG_P, "tag-p", "tag", PAGE)                                                        \
  X (TAG_LI, "tag-li", "tag", PAGE)                                                      \
  X (TAG_CELL, "tag-cell", "tag", PAGE)                                                  \
  X (TAG_TITLE, "tag-title", "tag", PAGE)                                                \
  X (TAG_HEADING, "tag-heading", "tag", PAGE)                                            \
  X (TAG_DIV, "tag-div", "tag", PAGE)                                                    \
  X (TAG_LINK, "tag-link", "tag", PAGE)                                                  \
  X (TAG_SPAN, "tag-span", "tag", PAGE)                                                  \
  X (TAG_EMPHASIS, "tag-emphasis", "tag", PAGE)                                          \
  X (TAG_QUOTE, "tag-quote", "tag", PAGE)                                                \
  X (TAG_CODE, "tag-code", "tag", PAGE)                                                  \
  X (TAG_CAPTION, "tag-caption", "tag", PAGE)                                            \
  X (TAG_DEFINITION, "tag-definition", "tag", PAGE)                                      \
  X (TAG_LIST_ITEM, "tag-list-item", "tag", PAGE)                                        \
  X (BLOCK_LINES, "block-lines", "tag", PAGE)                                            \
  X (PLACE, "place", "place", PAGE)                                                      \
  X (IN_NAV, "in-nav", "place", PAGE)                                                    \
  X (IN_HEADER, "in-header", "place", PAGE)                                              \
  X (IN_FOOTER, "in-footer", "place", PAGE)                                              \
  X (IN_ASIDE, "in-aside", "place", PAGE)                                                \
  X (IN_FORM, "in-form", "place", PAGE)                                                  \
  X (IN_ARTICLE, "in-article", "place", PAGE)                                            \
  X (IN_MAIN, "in-main", "place", PAGE)                                                  \
  X (IN_FIGURE, "in-figure", "place", PAGE)                                              \
  X (IN_LIST, "in-list", "place", PAGE)                                                  \
  X (IN_TABLE, "in-table", "place", PAGE)                                                \
  X (ARTICLE_INDEX, "article-index", "place", PAGE)                                      \
  X (ARTICLE_OTHER, "article-other", "place", PAGE)                                      \
  X (ARTICLE_DEPTH, "article-depth", "place", PAGE)                                      \
  X (NAMES_BODY, "names-body", "names", PAGE)                                            \
  X (NAMES_NOISE, "names-noise", "names", PAGE)                                          \
  X (NAMES_SHARE, "names-share", "names", PAGE)                                          \
  X (NAMES_RELATED, "names-related", "names", PAGE)                                      \
  X (NAMES_META, "names-meta", "names", PAGE)                                            \
  X (NAMES_CAPTION, "names-caption", "names", PAGE)                                      \
  X (NAMES_AD, "names-ad", "names", PAGE)                                                \
  X (NAMES_OWN_BODY, "names-own-body", "names", PAGE)                                    \
  X (NAMES_OWN_NOISE, "names-own-noise", "names", PAGE)                                  \
  X (NAMES_N_BODY, "names-n-body", "names", PAGE)                                        \
  X (NAMES_N_NOISE, "names-n-noise", "names", PAGE)                                      \
  X (NAMES_COMMENT, "names-comment", "comments", PAGE)                                   \
  X (REPLIES, "replies", "comments", PAGE)                                               \
  X (REPLIES_AROUND, "replies-around", "comments", PAGE)                                 \
  X (REPLIES_GROUP, "replies-group", "comments", PAGE)                                   \
  X (REPLIES_SINCE, "replies-since", "comments", PAGE)                                   \
  X (TITLE, "title", "title", PAGE)                                                      \
  X (TITLE_COVER, "title-cover", "title", PAGE)                                          \
  X (TITLE_ABOVE, "title-above", "title", PAGE)                                          \
  X (TITLE_SINCE, "title-since", "title", PAGE)                                          \
  X (H1_ABOVE, "h1-above", "title", PAGE)                                                \
  X (TOPIC, "topic", "topic", PAGE)                                                      \
  X (TOPIC_GROUP, "topic-group", "topic", PAGE)                                          \
  X (TOPIC_UNIT, "topic-unit", "topic", PAGE)                                            \
  X (DESCRIPTION, "description", "topic", PAGE)                                          \
  X (DECLARED, "declared", "topic", PAGE)                                                \
  X (HAS_DECLARED, "has-declared", "topic", PAGE)                                        \
  X (MARKER_COMMENT, "marker-comment", "markers", PAGE)                                  \
  X (MARKER_RELATED, "marker-related", "markers", PAGE)                                  \
  X (MARKER_SHARE, "marker-share", "markers", PAGE)                                      \
  X (MARKER_AUTHOR, "marker-author", "markers", PAGE)                                    \
  X (MARKER_PAYWALL, "marker-paywall", "markers", PAGE)                                  \
  X (MARKER_LEGAL, "marker-legal", "markers", PAGE)                                      \
  X (BEHIND_COMMENT, "behind-comment", "markers", PAGE)                                  \
  X (BEHIND_RELATED, "behind-related", "markers", PAGE)                                  \
  X (BEHIND_AUTHOR, "behind-author", "markers", PAGE)                                    \
  X (BEHIND_LEGAL, "behind-legal", "markers", PAGE)                                      \
  X (MARKER_BEFORE, "marker-before", "markers", PAGE)                                    \
  X (MARKER_BEHIND, "marker-behind", "markers", PAGE)                                    \
  X (CONTAINER, "container", "container", PAGE)                                          \
  X (CONTAINER_SCORE, "container-score", "container", PAGE)                              \
  X (CONTAINER_PARENT, "container-parent", "container", PAGE)                            \
  X (CONTAINER_SHARE, "container-share", "container", PAGE)                              \
  X (CONTAINER_WIDE, "container-wide", "container", PAGE)                                \
  X (UNITS, "units", "repetition", PAGE)                                                 \
  X (UNIT_TOKENS, "unit-tokens", "repetition", PAGE)                                     \
  X (UNIT_INDEX, "unit-index", "repetition", PAGE)                                       \
  X (UNIT_HEADS, "unit-heads", "repetition", PAGE)                                       \
  X (UNIT_ANCHOR, "unit-anchor", "repetition", PAGE)                                     \
  X (INNER_UNITS, "inner-units", "repetition", PAGE)                                     \
  X (INNER_TOKENS, "inner-tokens", "repetition", PAGE)                                   \
  X (UNIT_HEADLINES, "unit-headlines", "repetition", PAGE)                               \
  X (DISTANCE, "distance", "distance", PAGE)                                             \
  X (BEFORE_ANCHOR, "before-anchor", "distance", PAGE)                                   \
  X (DISTANCE_LINES, "distance-lines", "distance", PAGE)                                 \
  X (ANCHOR_STEPS, "anchor-steps", "distance", PAGE)                                     \
  X (ANCHOR_STEPS_DOWN, "anchor-steps-down", "distance", PAGE)                           \
  X (ANCHOR_PATH, "anchor-path", "distance", PAGE)                                       \
  X (ANCHOR_TAGS, "anchor-tags", "distance", PAGE)                                       \
  X (ANCHOR_PARENT, "anchor-parent", "distance", PAGE)                                   \
  X (ANCHOR_DEPTH, "anchor-depth", "distance", PAGE)                                     \
  X (HEADINGS_SINCE, "headings-since", "distance", PAGE)                                 \
  X (POSITION, "position", "distance", PAGE)                                             \
  X (FROM_START, "from-start", "distance", PAGE)                                         \
  X (STEPS_BEFORE, "steps-before", "steps", PAGE)                                        \
  X (STEPS_BEHIND, "steps-behind", "steps", PAGE)                                        \
  X (DEPTH, "depth", "steps", PAGE)                                                      \
  X (SAME_TAG_BEFORE, "same-tag-before", "steps", PAGE)                                  \
  X (SAME_TAG_BEHIND, "same-tag-behind", "steps", PAGE)                                  \
  X (PAGE_TOKENS, "page-tokens", "page", PAGE)                                           \
  X (PAGE_LINES, "page-lines", "page", PAGE)                                             \
  X (PAGE_PROSE, "page-prose", "page", PAGE)                                             \
  X (PAGE_LINKS, "page-links", "page", PAGE)                                             \
  X (PAGE_CJK, "page-cjk", "page", PAGE)                                                 \
  X (PAGE_BEST, "page-best", "page", PAGE)                                               \
  X (PAGE_ARTICLES, "page-articles", "page", PAGE)                                       \
  X (PAGE_REPLIES, "page-replies", "page", PAGE)                                         \
  X (KIND_HEADLINE, "kind-headline", "form", PAGE)                                       \
  X (KIND_DATE, "kind-date", "form", PAGE)                                               \
  X (KIND_BYLINE, "kind-byline", "form", PAGE)                                           \
  X (KIND_CAPTION, "kind-caption", "form", PAGE)                                         \
  X (SERIES_RANK, "series-rank", "series", PAGE)                                         \
  X (SERIES_RESETS, "series-resets", "series", PAGE)                                     \
  X (SERIES_UNITS, "series-units", "series", PAGE)                                       \
  X (SERIES_SHARE, "series-share", "series", PAGE)                                       \
  X (SERIES_PROSE, "series-prose", "series", PAGE)                                       \
  X (SERIES_TITLE, "series-title", "series", PAGE)                                       \
  X (SERIES_HEADLINE, "series-headline", "series", PAGE)                                 \
  X (SERIES_OTHER, "series-other", "series", PAGE)                                       \
  X (PAGE_NOVEL, "page-novel", "page-example", EXAMPLE)                                  \
  X (PAGE_KNOWN, "page-known", "page-example", EXAMPLE)                                  \
  X (PAGE_ALIKE, "page-alike", "page-example", EXAMPLE)                                  \
  X (PAGE_SIZE, "page-size", "page-example", EXAMPLE)                                    \
  X (REGION, "region", "region", REGION)                                                 \
  X (REGION_PATH, "region-path", "region", REGION)                                       \
  X (REGION_LAST_3, "region-last-3", "region", REGION)                                   \
  X (REGION_OWN, "region-own", "region", REGION)                                         \
  X (REGION_TAGS, "region-tags", "region", REGION)                                       \
  X (REGION_PATH_THERE, "region-path-there", "region", REGION)                           \
  X (REGION_CONTAINER, "region-container", "region", REGION)                             \
  X (REGION_KNOWN_IN, "region-known-in", "region", REGION)                               \
  X (REGION_KNOWN_OUT, "region-known-out", "region", REGION)                             \
  X (REGION_LENGTH, "region-length", "region", REGION)                                   \
  X (REGION_BEFORE, "region-before", "region", REGION)                                   \
  X (REGION_BEHIND, "region-behind", "region", REGION)                                   \
  X (REGION_GROUP, "region-group", "region", REGION)                                     \
  X (ENDS, "ends", "ends", REGION)                                                       \
  X (INCLUSION, "taste", "taste", REGION)                                                \
  X (ENDS_BEFORE, "ends-before", "ends", REGION)                                         \
  X (ENDS_BEHIND, "ends-behind", "ends", REGION)                                         \
  X (OF_ARTICLE, "of-article", "kind", KIND)                                             \
  X (OF_DOCUMENTATION, "of-documentation", "kind", KIND)                                 \
  X (OF_SERVICE, "of-service", "kind", KIND)                                             \
  X (OF_FORUM, "of-forum", "kind", KIND)                                                 \
  X (OF_COLLECTION, "of-collection", "kind", KIND)                                       \
  X (OF_LISTING, "of-listing", "kind", KIND)                                             \
  X (OF_PRODUCT, "of-product", "kind", KIND)

typedef enum
{
#define EXM_COLUMN_ENUM(ID, name, lane, need) EXM_COLUMN_##ID,
  EXM_COLUMNS (EXM_COLUMN_ENUM)
#undef EXM_COLUMN_ENUM
      EXM_N_COLUMNS
} ExmColumn;

/**
 * ExmColumnInfo:
 * @name: what tables call it
 * @lane: the lane whose evidence it is part of
 * @need: what must be known to measure it
 */
typedef struct
{
  const char *name;
  const char *lane;
  ExmColumnNeed need;
} ExmColumnInfo;

extern const ExmColumnInfo exm_columns[EXM_N_COLUMNS];

/**
 * exm_column_find:
 * @name: a column's name
 *
 * Returns: the column, %EXM_N_COLUMNS if there is none of this name
 */
ExmColumn exm_column_find (const char *name);

G_END_DECLS
