/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Result of a fetch. */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/* One answer that sent us elsewhere. */
typedef struct
{
  char *url;    /* (owned): what was asked for */
  guint status; /* 301, 302, 303, 307 or 308 */
} ExmFetchHop;

/**
 * ExmFetched:
 *
 * Filled by whoever creates it, immutable from the moment it is handed on; may then be
 * read and (un)referenced from any thread.
 */
typedef struct
{
  GBytes *body;        /* (owned): after content decoding; empty where there is none */
  char *url;           /* (owned): as asked for, normalised */
  char *final_url;     /* (owned): that of the last answer */
  guint status;        /* HTTP status of the last answer, 0 before there was one */
  char *reason;        /* (owned) (nullable): its phrase, valid UTF-8, one short line */
  char *content_type;  /* (owned) (nullable): "text/html": lower case, no parameters */
  char *charset;       /* (owned) (nullable): as HTTP declared it, not checked */
  char *etag;          /* (owned) (nullable): with its quotes, to be sent back as it is */
  char *last_modified; /* (owned) (nullable): as sent */
  gboolean challenged; /* it wants to know first whether we are a person */
  gint64 retry_after_s; /* seconds to wait, −1 where the server did not say */
  GArray *hops;       /* (owned) (element-type ExmFetchHop): redirects, first one first */
  guint64 wire_bytes; /* of the last answer's body, before decoding */
  char *incomplete;   /* (owned) (nullable): why @body is only a part of the page, as
                       * exm_said_new() has it: "7 of 100 bytes" */

  /* For exm_fetched_write_record(). */
  GString *exchanges;     /* (owned) (nullable): requests and answers so far, JSON */
  char *content_encoding; /* (owned) (nullable): of the last answer, as announced */
  guint n_decoded;        /* content encodings that were removed from @body */
  gboolean is_chunked;    /* the last answer's body came in chunks */
  gboolean is_rendered;   /* @body is what a browser made of it */

  gint64 elapsed_usec; /* from the call to the end, all hops */

  /*< private >*/
  gatomicrefcount ref_count;
} ExmFetched;

#define EXM_TYPE_FETCHED (exm_fetched_get_type ())
GType exm_fetched_get_type (void);

/**
 * exm_fetched_new:
 * @url: the normalised URL that is asked for
 *
 * Returns: (transfer full): without an answer yet: status 0, an empty body, no hops
 */
ExmFetched *exm_fetched_new (const char *url);

/**
 * exm_fetched_add_hop:
 * @self: one that is still being filled
 * @url: a URL that was asked for
 * @status: the redirect it was answered with
 */
void exm_fetched_add_hop (ExmFetched *self, const char *url, guint status);

/**
 * exm_fetched_ref:
 * @self: what was fetched
 *
 * Returns: (transfer full): @self
 */
ExmFetched *exm_fetched_ref (ExmFetched *self);

/**
 * exm_fetched_unref:
 * @self: (transfer full): what was fetched; freed with its last reference
 */
void exm_fetched_unref (ExmFetched *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmFetched, exm_fetched_unref)

G_END_DECLS
