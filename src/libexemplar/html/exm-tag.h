/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Element names as small numbers, with what the page text needs to know of each. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Effects of an element on lines. */
typedef enum
{
  EXM_TAG_INLINE = 0, /* its text stays in the line around it */
  EXM_TAG_FORMATTING
  = 1 << 0,               /* inline, and left out of the block path: a, b, i, font … */
  EXM_TAG_BLOCK = 1 << 1, /* a line ends where it starts and where it ends */
  EXM_TAG_VOID = 1 << 2,  /* has no content and no end tag */
  EXM_TAG_DROPPED = 1 << 3, /* its content is no text of the page: script, style … */
} ExmTagClass;

/* X (NAME, name, class), in alphabetical order of name. */
#define EXM_TAGS(X)                                                                      \
  X (A, "a", EXM_TAG_FORMATTING)                                                         \
  X (ABBR, "abbr", EXM_TAG_INLINE)                                                       \
  X (ACRONYM, "acronym", EXM_TAG_INLINE)                                                 \
  X (ADDRESS, "address", EXM_TAG_BLOCK)                                                  \
  X (ANNOTATION, "annotation", EXM_TAG_INLINE)                                           \
  X (ANNOTATION_XML, "annotation-xml", EXM_TAG_INLINE)                                   \
  X (APPLET, "applet", EXM_TAG_BLOCK)                                                    \
  X (AREA, "area", EXM_TAG_VOID)                                                         \
  X (ARTICLE, "article", EXM_TAG_BLOCK)                                                  \
  X (ASIDE, "aside", EXM_TAG_BLOCK)                                                      \
  X (AUDIO, "audio", EXM_TAG_BLOCK)                                                      \
  X (B, "b", EXM_TAG_FORMATTING)                                                         \
  X (BASE, "base", EXM_TAG_VOID)                                                         \
  X (BASEFONT, "basefont", EXM_TAG_VOID)                                                 \
  X (BDI, "bdi", EXM_TAG_INLINE)                                                         \
  X (BDO, "bdo", EXM_TAG_INLINE)                                                         \
  X (BGSOUND, "bgsound", EXM_TAG_VOID)                                                   \
  X (BIG, "big", EXM_TAG_FORMATTING)                                                     \
  X (BLOCKQUOTE, "blockquote", EXM_TAG_BLOCK)                                            \
  X (BODY, "body", EXM_TAG_BLOCK)                                                        \
  X (BR, "br", EXM_TAG_BLOCK | EXM_TAG_VOID)                                             \
  X (BUTTON, "button", EXM_TAG_BLOCK)                                                    \
  X (CANVAS, "canvas", EXM_TAG_BLOCK)                                                    \
  X (CAPTION, "caption", EXM_TAG_BLOCK)                                                  \
  X (CENTER, "center", EXM_TAG_BLOCK)                                                    \
  X (CITE, "cite", EXM_TAG_INLINE)                                                       \
  X (CODE, "code", EXM_TAG_FORMATTING)                                                   \
  X (COL, "col", EXM_TAG_BLOCK | EXM_TAG_VOID)                                           \
  X (COLGROUP, "colgroup", EXM_TAG_BLOCK)                                                \
  X (DATA, "data", EXM_TAG_INLINE)                                                       \
  X (DD, "dd", EXM_TAG_BLOCK)                                                            \
  X (DEL, "del", EXM_TAG_INLINE)                                                         \
  X (DESC, "desc", EXM_TAG_INLINE)                                                       \
  X (DETAILS, "details", EXM_TAG_BLOCK)                                                  \
  X (DFN, "dfn", EXM_TAG_INLINE)                                                         \
  X (DIALOG, "dialog", EXM_TAG_BLOCK)                                                    \
  X (DIR, "dir", EXM_TAG_BLOCK)                                                          \
  X (DIV, "div", EXM_TAG_BLOCK)                                                          \
  X (DL, "dl", EXM_TAG_BLOCK)                                                            \
  X (DT, "dt", EXM_TAG_BLOCK)                                                            \
  X (EM, "em", EXM_TAG_FORMATTING)                                                       \
  X (EMBED, "embed", EXM_TAG_VOID)                                                       \
  X (FIELDSET, "fieldset", EXM_TAG_BLOCK)                                                \
  X (FIGCAPTION, "figcaption", EXM_TAG_BLOCK)                                            \
  X (FIGURE, "figure", EXM_TAG_BLOCK)                                                    \
  X (FONT, "font", EXM_TAG_FORMATTING)                                                   \
  X (FOOTER, "footer", EXM_TAG_BLOCK)                                                    \
  X (FOREIGNOBJECT, "foreignobject", EXM_TAG_INLINE)                                     \
  X (FORM, "form", EXM_TAG_BLOCK)                                                        \
  X (FRAME, "frame", EXM_TAG_BLOCK | EXM_TAG_VOID)                                       \
  X (FRAMESET, "frameset", EXM_TAG_BLOCK)                                                \
  X (H1, "h1", EXM_TAG_BLOCK)                                                            \
  X (H2, "h2", EXM_TAG_BLOCK)                                                            \
  X (H3, "h3", EXM_TAG_BLOCK)                                                            \
  X (H4, "h4", EXM_TAG_BLOCK)                                                            \
  X (H5, "h5", EXM_TAG_BLOCK)                                                            \
  X (H6, "h6", EXM_TAG_BLOCK)                                                            \
  X (HEAD, "head", EXM_TAG_BLOCK)                                                        \
  X (HEADER, "header", EXM_TAG_BLOCK)                                                    \
  X (HGROUP, "hgroup", EXM_TAG_BLOCK)                                                    \
  X (HR, "hr", EXM_TAG_BLOCK | EXM_TAG_VOID)                                             \
  X (HTML, "html", EXM_TAG_BLOCK)                                                        \
  X (I, "i", EXM_TAG_FORMATTING)                                                         \
  X (IFRAME, "iframe", EXM_TAG_BLOCK | EXM_TAG_DROPPED)                                  \
  X (IMAGE, "image", EXM_TAG_INLINE)                                                     \
  X (IMG, "img", EXM_TAG_VOID)                                                           \
  X (INPUT, "input", EXM_TAG_VOID)                                                       \
  X (INS, "ins", EXM_TAG_INLINE)                                                         \
  X (KBD, "kbd", EXM_TAG_INLINE)                                                         \
  X (KEYGEN, "keygen", EXM_TAG_VOID)                                                     \
  X (LABEL, "label", EXM_TAG_INLINE)                                                     \
  X (LEGEND, "legend", EXM_TAG_BLOCK)                                                    \
  X (LI, "li", EXM_TAG_BLOCK)                                                            \
  X (LINK, "link", EXM_TAG_VOID)                                                         \
  X (LISTING, "listing", EXM_TAG_BLOCK)                                                  \
  X (MAIN, "main", EXM_TAG_BLOCK)                                                        \
  X (MALIGNMARK, "malignmark", EXM_TAG_INLINE)                                           \
  X (MAP, "map", EXM_TAG_INLINE)                                                         \
  X (MARK, "mark", EXM_TAG_INLINE)                                                       \
  X (MARQUEE, "marquee", EXM_TAG_BLOCK)                                                  \
  X (MATH, "math", EXM_TAG_INLINE)                                                       \
  X (MENU, "menu", EXM_TAG_BLOCK)                                                        \
  X (META, "meta", EXM_TAG_VOID)                                                         \
  X (METER, "meter", EXM_TAG_INLINE)                                                     \
  X (MGLYPH, "mglyph", EXM_TAG_INLINE)                                                   \
  X (MI, "mi", EXM_TAG_INLINE)                                                           \
  X (MN, "mn", EXM_TAG_INLINE)                                                           \
  X (MO, "mo", EXM_TAG_INLINE)                                                           \
  X (MS, "ms", EXM_TAG_INLINE)                                                           \
  X (MTEXT, "mtext", EXM_TAG_INLINE)                                                     \
  X (NAV, "nav", EXM_TAG_BLOCK)                                                          \
  X (NOBR, "nobr", EXM_TAG_FORMATTING)                                                   \
  X (NOEMBED, "noembed", EXM_TAG_DROPPED)                                                \
  X (NOFRAMES, "noframes", EXM_TAG_BLOCK | EXM_TAG_DROPPED)                              \
  X (NOSCRIPT, "noscript", EXM_TAG_BLOCK)                                                \
  X (OBJECT, "object", EXM_TAG_BLOCK)                                                    \
  X (OL, "ol", EXM_TAG_BLOCK)                                                            \
  X (OPTGROUP, "optgroup", EXM_TAG_BLOCK)                                                \
  X (OPTION, "option", EXM_TAG_BLOCK)                                                    \
  X (OUTPUT, "output", EXM_TAG_INLINE)                                                   \
  X (P, "p", EXM_TAG_BLOCK)                                                              \
  X (PARAM, "param", EXM_TAG_VOID)                                                       \
  X (PICTURE, "picture", EXM_TAG_INLINE)                                                 \
  X (PLAINTEXT, "plaintext", EXM_TAG_BLOCK)                                              \
  X (PRE, "pre", EXM_TAG_BLOCK)                                                          \
  X (PROGRESS, "progress", EXM_TAG_INLINE)                                               \
  X (Q, "q", EXM_TAG_INLINE)                                                             \
  X (RB, "rb", EXM_TAG_INLINE)                                                           \
  X (RP, "rp", EXM_TAG_INLINE)                                                           \
  X (RT, "rt", EXM_TAG_INLINE)                                                           \
  X (RTC, "rtc", EXM_TAG_INLINE)                                                         \
  X (RUBY, "ruby", EXM_TAG_INLINE)                                                       \
  X (S, "s", EXM_TAG_FORMATTING)                                                         \
  X (SAMP, "samp", EXM_TAG_INLINE)                                                       \
  X (SCRIPT, "script", EXM_TAG_DROPPED)                                                  \
  X (SEARCH, "search", EXM_TAG_BLOCK)                                                    \
  X (SECTION, "section", EXM_TAG_BLOCK)                                                  \
  X (SELECT, "select", EXM_TAG_BLOCK)                                                    \
  X (SLOT, "slot", EXM_TAG_INLINE)                                                       \
  X (SMALL, "small", EXM_TAG_FORMATTING)                                                 \
  X (SOURCE, "source", EXM_TAG_VOID)                                                     \
  X (SPAN, "span", EXM_TAG_INLINE)                                                       \
  X (STRIKE, "strike", EXM_TAG_FORMATTING)                                               \
  X (STRONG, "strong", EXM_TAG_FORMATTING)                                               \
  X (STYLE, "style", EXM_TAG_DROPPED)                                                    \
  X (SUB, "sub", EXM_TAG_INLINE)                                                         \
  X (SUMMARY, "summary", EXM_TAG_BLOCK)                                                  \
  X (SUP, "sup", EXM_TAG_INLINE)                                                         \
  X (SVG, "svg", EXM_TAG_DROPPED)                                                        \
  X (TABLE, "table", EXM_TAG_BLOCK)                                                      \
  X (TBODY, "tbody", EXM_TAG_BLOCK)                                                      \
  X (TD, "td", EXM_TAG_BLOCK)                                                            \
  X (TEMPLATE, "template", EXM_TAG_BLOCK)                                                \
  X (TEXTAREA, "textarea", EXM_TAG_BLOCK | EXM_TAG_DROPPED)                              \
  X (TFOOT, "tfoot", EXM_TAG_BLOCK)                                                      \
  X (TH, "th", EXM_TAG_BLOCK)                                                            \
  X (THEAD, "thead", EXM_TAG_BLOCK)                                                      \
  X (TIME, "time", EXM_TAG_INLINE)                                                       \
  X (TITLE, "title", EXM_TAG_BLOCK | EXM_TAG_DROPPED)                                    \
  X (TR, "tr", EXM_TAG_BLOCK)                                                            \
  X (TRACK, "track", EXM_TAG_VOID)                                                       \
  X (TT, "tt", EXM_TAG_FORMATTING)                                                       \
  X (U, "u", EXM_TAG_FORMATTING)                                                         \
  X (UL, "ul", EXM_TAG_BLOCK)                                                            \
  X (VAR, "var", EXM_TAG_INLINE)                                                         \
  X (VIDEO, "video", EXM_TAG_BLOCK)                                                      \
  X (WBR, "wbr", EXM_TAG_VOID)                                                           \
  X (XMP, "xmp", EXM_TAG_BLOCK)

typedef enum
{
  EXM_TAG_UNKNOWN = 0, /* any other name: inline, as browsers show it */
#define EXM_TAG_ENUM(NAME, name, class) EXM_TAG_##NAME,
  EXM_TAGS (EXM_TAG_ENUM)
#undef EXM_TAG_ENUM
      EXM_N_TAGS
} ExmTag;

/**
 * exm_tag_from_name:
 * @name: an element name in any case
 * @n_bytes: its length
 *
 * Returns: the tag, or %EXM_TAG_UNKNOWN. Thread-safe; O(n_bytes).
 */
ExmTag exm_tag_from_name (const char *name, gsize n_bytes);

/* Returns: the lower-case name; "?" for %EXM_TAG_UNKNOWN */
const char *exm_tag_get_name (ExmTag tag);

extern const guint8 exm_tag_classes[EXM_N_TAGS];

/* Returns: the #ExmTagClass bits of @tag */
static inline ExmTagClass
exm_tag_get_class (ExmTag tag)
{
  return (ExmTagClass) exm_tag_classes[tag];
}

/* Returns: 1 … 6 for h1 … h6, else 0 */
static inline guint
exm_tag_get_heading_level (ExmTag tag)
{
  return tag >= EXM_TAG_H1 && tag <= EXM_TAG_H6 ? (guint) (tag - EXM_TAG_H1) + 1 : 0;
}

G_END_DECLS
