/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-app"

#include "config.h"

#include "app/chart/exm-lane-words.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static const struct
{
  const char *id;
  const char *words;
  const char *meaning;
} lanes[] = {
  /* translators: the name of a lane of evidence, very short, since it stands beside a
   * chart; then what it measures, a sentence */
  { "known", N_ ("In example"),
    N_ ("Lines that the example has too, with those around them") },
  { "fs", N_ ("FS low"),
    N_ ("How unlike the example the text is, followed from the head of both pages") },
  { "bs", N_ ("BS low"),
    N_ ("How unlike the example the text is, followed from the tail of both pages") },
  { "prose", N_ ("Prose"),
    N_ ("Running text speaks for the body, a few words without a full stop against it") },
  { "title", N_ ("Near title"),
    N_ ("Where a line stands to the headline, and what it shares with the page’s "
        "title") },
  { "links", N_ ("Links"),
    N_ ("The share of a line, and of those around it, that is links") },
  { "place", N_ ("Place"),
    N_ ("What HTML calls the elements around a line: nav, aside and footer against the "
        "body, article and main for it") },
  { "container", N_ ("Container"),
    N_ ("Inside the element that the article’s paragraphs share, or outside") },
  { "markers", N_ ("Marker words"),
    N_ ("Lines such as “Comments” or “Related” end the article") },
  { "names", N_ ("Class names"),
    N_ ("What class names and ids around a line say: “entry-content” for the body, "
        "“sidebar” against it") },
  { "comments", N_ ("Comments"), N_ ("What gives readers’ remarks away") },
  { "region", N_ ("Your region"),
    N_ ("Hangs where the body that you marked on the example hung") },
  { "ends", N_ ("Region’s ends"),
    N_ ("Template lines that stood just before and behind the body that you marked") },
  { "taste", N_ ("Your taste"),
    N_ ("Headline, byline, date and captions are in or out as in what you marked") },
  { "bias", N_ ("Your marks"), N_ ("What you marked on other pages of the task") },
  { "learned", N_ ("Learned places"),
    N_ ("What other articles of the task have where the line stands: body, or the "
        "rest") },
  { "site", N_ ("On all pages"),
    N_ ("How many of the task’s other pages have the line") },
  { "appended", N_ ("Another article"), N_ ("A whole article behind the page’s own") },
  { "gallery", N_ ("Gallery"),
    N_ ("On a page of pictures the captions are the article") },
  { "block", N_ ("Text block"), N_ ("The lines around it that form one block of text") },
  { "declared", N_ ("Declared"),
    N_ ("Stands in the body that the page declares for machines, or does not") },
  { "prior", N_ ("Starting value"),
    N_ ("What is thought of every line before anything is measured") },
  { "distance", N_ ("Distance"), N_ ("How far from the article’s best paragraph") },
  { "example", N_ ("Place in example"),
    N_ ("What the example has in this place: nothing, labels, or its own article") },
  { "form", N_ ("Form"),
    N_ ("What the line is made of: digits, capitals, a date, a byline") },
  { "length", N_ ("Length"),
    N_ ("How long the line is, and how much of the page hangs where it hangs") },
  { "page", N_ ("Whole page"), N_ ("What kind of page it is; the same on every line") },
  { "page-example", N_ ("Both pages"),
    N_ ("How alike the page and the example are; the same on every line") },
  { "repetition", N_ ("Repetition"),
    N_ ("One of many like elements side by side, as comments and lists are") },
  { "series", N_ ("Series"),
    N_ ("One of several units that begin with a date or an author") },
  { "steps", N_ ("Nesting"), N_ ("How far through the elements to the lines beside it") },
  { "tag", N_ ("Element"), N_ ("Which element the line stands in") },
  { "topic", N_ ("Topic"),
    N_ ("How much of the line stands in the page’s title and description") },
  { "kind", N_ ("Kind of page"),
    N_ ("How likely the page is an article, a discussion, a list or something else") },
  /* Groups of signs of the kind of a page. */
  { "prices", N_ ("Prices"), N_ ("Amounts of money on the page") },
  { "address", N_ ("Address"), N_ ("The words and the form of the path of the address") },
  { "body", N_ ("Body"), N_ ("The body that the page would have as an article") },
  /* Lanes of the methods of others. */
  { "words", N_ ("Words"), N_ ("Words in the block of text") },
  { "text", N_ ("Text length"), N_ ("Characters of text in the source lines") },
  { "bytes", N_ ("Source length"), N_ ("Bytes of the source lines, tags and all") },
  { "title-words", N_ ("Title words"),
    N_ ("The share of the title’s words that the source line has") },
  { "density", N_ ("Text share"), N_ ("Text’s share of the source line") },
  { "text-density", N_ ("Text density"),
    N_ ("Words a line of the block, as if it were set in a column") },
  { "link-density", N_ ("Link share"),
    N_ ("The share of the block’s words that are links") },
  { "tag-density", N_ ("Tag density"), N_ ("Tags for a thousand characters") },
  { "text-share", N_ ("Text for HTML"),
    N_ ("Characters of text for a character of the block’s HTML") },
  { "block-score", N_ ("Block score"),
    N_ ("What the block is worth by text and punctuation") },
  { "parent-text", N_ ("Text around"), N_ ("Text of the element around") },
  { "marks", N_ ("Punctuation"), N_ ("Commas and full stops") },
  { "net", N_ ("Net’s output"),
    N_ ("What the neural net says: body above the threshold") },
  { "votes", N_ ("Votes"), N_ ("How many of the methods keep the line") },
  { "area", N_ ("Area"), N_ ("How much of the page as it is laid out the block takes") },
  { "coherence", N_ ("Coherence"),
    N_ ("How much of a piece the block looks (degree of coherence)") },
  { "separator", N_ ("Separator"), N_ ("The visible gap or line beside the block") },
};

/* Returns: its place in the table, or the table's length */
static gsize
find (const char *id)
{
  gsize i = 0;

  while (i < G_N_ELEMENTS (lanes) && strcmp (lanes[i].id, id) != 0)
    i++;
  return i;
}

const char *
exm_lane_describe (const char *id)
{
  gsize i = find (id);

  return i < G_N_ELEMENTS (lanes) ? _ (lanes[i].words) : id;
}

const char *
exm_lane_explain (const char *id)
{
  gsize i = find (id);

  return i < G_N_ELEMENTS (lanes) ? _ (lanes[i].meaning) : NULL;
}
