/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Faults of the sample site, on demand. A fault is written as the end of its address
 * under /fault/, "name" or "name?argument=value":
 *
 *   403  404  500       that status, with a short page
 *   429  503            ?retry-after=SECONDS (120)
 *   304                 whatever was asked
 *   timeout             never answers
 *   slow                the page, a byte at a time, ?ms=MILLISECONDS between (5)
 *   truncated           ?percent=PERCENT (50) of the page, then the connection is closed
 *   cut                 ?percent=PERCENT (50) of the page, announced as all of it
 *   endless             a chunked body that never ends
 *   utf8-as-gb          UTF-8 bytes declared gb2312
 *   gb-as-utf8          GB18030 bytes declared utf-8
 *   loop                a redirect to itself
 *   chain               ?n=STEPS (3) redirects, then the page
 *   redirect            ?to=URL: an absolute redirect, any host
 *   empty               200 without a byte
 *   pdf  pdf-as-html    a PDF file, declared as what it is or as HTML
 *   png                 an image
 *   gzip                the page, compressed
 *   gzip-bomb           ?mb=MEGABYTES (200) of one letter, compressed
 *   huge                ?mb=MEGABYTES (20) of HTML
 *   nested              ?n=DEPTH (100000) of div elements
 *   nul                 the page with NUL bytes between its sentences
 *   paged               the page, which says that it goes on on a second one
 *   scripted            the page with nothing in it but a script that fills it in, and no
 *                       feed
 *   verify              ?status=STATUS (200): a page that asks whether its reader is a
 *                       person
 *
 * All functions are for the server's thread, except exm_sample_fault_is_known(). */

#pragma once

#include "demo/exm-sample-page.h"

#include <libsoup/soup.h>

G_BEGIN_DECLS

/* The answers in flight, and what is costly to make twice. */
typedef struct _ExmSampleFaults ExmSampleFaults;

/**
 * exm_sample_fault_is_known:
 * @fault: a fault as written above
 *
 * Returns: whether there is such a fault
 */
gboolean exm_sample_fault_is_known (const char *fault);

/**
 * exm_sample_faults_new:
 *
 * Returns: (transfer full): for the thread-default main context of the caller
 */
ExmSampleFaults *exm_sample_faults_new (void);

/**
 * exm_sample_faults_free:
 * @faults: (transfer full): ends what is in flight
 */
void exm_sample_faults_free (ExmSampleFaults *faults);

/**
 * exm_sample_faults_serve:
 * @faults: the answers in flight
 * @message: the request to answer
 * @fault: a known fault
 * @page: the page that would have been sent
 */
void exm_sample_faults_serve (ExmSampleFaults *faults,
                              SoupServerMessage *message,
                              const char *fault,
                              const ExmSamplePage *page);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmSampleFaults, exm_sample_faults_free)

G_END_DECLS
