/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Bodies of articles as XHTML, which books and other XML take. Pure; any thread. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * exm_xhtml_append:
 * @out: appended to
 * @html: a fragment of HTML as exm_article_append_body_html() writes it; of any other, as
 *   much as is understood
 * @pictures: (nullable) (element-type utf8 utf8): by address, where pictures lie
 *
 * Well-formed XML in any case, of elements that a body has: others are left out, their
 * text stays. Pictures that lie elsewhere become their descriptions; links keep addresses
 * of http and https that are URIs. Linear.
 */
void exm_xhtml_append (GString *out, const char *html, GHashTable *pictures);

G_END_DECLS
