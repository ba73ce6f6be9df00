/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* When two addresses mean the same article, and which site an address belongs to. Pure
 * functions, any thread; errors are those of exm-url.h. */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * exm_url_get_key:
 * @url: an address, normalised or as typed
 * @error: where to put an error
 *
 * The normal form under which an address is remembered. It is for comparing, not for
 * fetching. A wrong difference costs one more fetch, and the hash of the content still
 * finds the twin; a wrong equality loses an article: so what is in doubt stays apart.
 *
 * Equal are: http and https; the case and the script of the host, a dot at its end, its
 * ports 80 and 443; "www." before a registrable domain (www.example.com and example.com,
 * but not www.news.example.com, and never "m.": mobile sites number differently); user
 * names; dot segments; escapes of unreserved characters and the case of escapes (RFC
 * 3986, 6.2.2); ";jsessionid=…"; empty parameters; the tracking parameters of
 * exm_url_without_tracking(); the order of parameters of different names, where all have
 * the form name=value; the fragment, unless it begins "#!" or "#/", where applications
 * keep the path of the article. A slash at the end, index.html, doubled slashes, "+"
 * and the case of the path make a difference.
 *
 * Idempotent. About 10 µs for a common address.
 *
 * Returns: (transfer full) (nullable): ASCII, begins with "https://"
 */
char *exm_url_get_key (const char *url, GError **error);

/**
 * exm_url_get_page_key:
 * @url: an address, normalised or as typed
 *
 * The key without "index.html" and the slash at the end, which servers add and take away:
 * for links that name one page in several ways. Never what an article is remembered
 * under.
 *
 * Returns: (transfer full) (nullable): ASCII; %NULL where it is no web address
 */
char *exm_url_get_page_key (const char *url);

/* Returns: whether both addresses have the same exm_url_get_page_key() */
gboolean exm_url_is_same_page (const char *a, const char *b);

/**
 * exm_url_get_site:
 * @url: an address, normalised or as typed
 * @error: where to put an error
 *
 * The registrable domain by the Public Suffix List ("example.co.uk" of
 * "https://news.example.co.uk/"): what limits per site go by. The host itself where there
 * is none: IP addresses, single words, public suffixes.
 *
 * Returns: (transfer full) (nullable): ASCII, lower case, without a port
 */
char *exm_url_get_site (const char *url, GError **error);

/**
 * exm_url_is_same_host:
 * @a: a normalised URL
 * @b: another
 *
 * Returns: whether both have the same host and port, but for a "www." before it
 */
gboolean exm_url_is_same_host (const char *a, const char *b);

/**
 * exm_url_without_tracking:
 * @url: a normalised URL
 *
 * Drops the parameters that say where a reader came from and never what is shown:
 * campaigns (utm_*, mtm_*, pk_*, ns_*, hmsr and its kin), clicks (fbclid, gclid, msclkid,
 * yclid, bd_vid …), mails (mc_cid, mkt_tok, _hsenc …), shares and apps (spm, scm, igshid,
 * vd_source, share_*, isappinstalled, nsukey …), sessions (PHPSESSID, jsessionid). Names
 * that pages also use for what they show (from, source, src, ref, refer) go only with
 * values that are known for this, such as "from=timeline" or "source=rss". The full list
 * is in exm-url-key.c.
 *
 * Returns: (transfer full): @url without them; the rest is unchanged
 */
char *exm_url_without_tracking (const char *url);

/**
 * exm_url_append_escaped:
 * @out: where to append
 * @text: path, query or fragment, or a piece of them; any bytes
 * @n_bytes: its length
 *
 * Escapes in one form: what an address cannot hold is escaped, a "%" that begins no
 * escape becomes "%25", escapes of unreserved characters are undone, hexadecimal digits
 * are upper case. Idempotent.
 */
void exm_url_append_escaped (GString *out, const char *text, gsize n_bytes);

/**
 * exm_url_get_mark:
 * @key: a key of a page
 *
 * For counting pages without keeping their addresses. Linear; any thread.
 *
 * Returns: a number that no two keys share but by a chance not worth counting
 */
guint64 exm_url_get_mark (const char *key);

G_END_DECLS
