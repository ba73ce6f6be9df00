/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#include "discover/exm-feed-reader.h"

#include <string.h>

#define URL "https://a.example/feeds/all.xml"

static ExmFeed *
read_bytes (const char *bytes, gsize n, const char *http_charset, GError **error)
{
  g_autoptr (GBytes) held = g_bytes_new (bytes, n);

  return exm_feed_read (held, URL, http_charset, error);
}

static ExmFeed *
read_text (const char *text)
{
  g_autoptr (GError) error = NULL;
  ExmFeed *feed = read_bytes (text, strlen (text), NULL, &error);

  g_assert_no_error (error);
  return feed;
}

static void
append_date (GString *out, const ExmFeedDate *date)
{
  if (date->text == NULL)
    return;
  if (date->usec == EXM_DATE_NONE)
    {
      g_string_append_printf (out, "?%s", date->text);
      return;
    }
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (date->usec / G_USEC_PER_SEC);
  g_autofree char *text = g_date_time_format (utc, "%Y%m%dT%H%M");
  g_string_append_printf (out, "%s%s", text, date->has_zone ? "" : "~");
}

/* An item in one line: url|id|title|author|published|updated|summary|content|image. */
static char *
describe (const ExmFeedItem *item)
{
  GString *out = g_string_new (NULL);
  const char *first[] = { item->url, item->id, item->title, item->author };
  const char *last[] = { item->summary, item->content, item->image };

  for (gsize i = 0; i < G_N_ELEMENTS (first); i++)
    g_string_append_printf (out, "%s|", first[i] != NULL ? first[i] : "");
  append_date (out, &item->published);
  g_string_append_c (out, '|');
  append_date (out, &item->updated);
  for (gsize i = 0; i < G_N_ELEMENTS (last); i++)
    g_string_append_printf (out, "|%s", last[i] != NULL ? last[i] : "");
  g_strdelimit (out->str, "\n", '/');
  return g_string_free (out, FALSE);
}

static void
assert_items (const ExmFeed *feed, const char *const *expected)
{
  guint n = g_strv_length ((char **) expected);

  for (guint i = 0; i < MIN (n, exm_feed_get_n_items (feed)); i++)
    {
      g_autofree char *found = describe (exm_feed_get_item (feed, i));
      g_assert_cmpstr (found, ==, expected[i]);
    }
  g_assert_cmpuint (exm_feed_get_n_items (feed), ==, n);
}

static void
test_rss (void)
{
  g_autoptr (ExmFeed) feed = read_text (
      "<?xml version='1.0'?><?xml-stylesheet href='x.xsl'?>"
      "<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'"
      " xmlns:content='http://purl.org/rss/1.0/modules/content/'"
      " xmlns:media='http://search.yahoo.com/mrss/'"
      " xmlns:atom='http://www.w3.org/2005/Atom'><channel>"
      "<title>News &amp; more</title><link>https://a.example/</link>"
      "<atom:link rel='self' href='" URL "'/><language>en-GB</language>"
      "<image><title>Logo</title><url>/logo.png</url></image>"
      "<item><title>One</title><link>https://a.example/1</link>"
      "<guid isPermaLink='false'>n1</guid><dc:creator>J. Doe</dc:creator>"
      "<pubDate>Fri, 20 Nov 26 08:30:00 +0800</pubDate>"
      "<description>&lt;p&gt;A &amp;amp; B&lt;/p&gt;&lt;p&gt;C&lt;/p&gt;</description>"
      "<content:encoded><![CDATA[<p>All of it<br>here</p><script>x</script>]]>"
      "</content:encoded><enclosure type='image/png' url='/1.png' length='0'/></item>"
      "<item><guid>https://a.example/2</guid><author>m@a.example (M. Roe)</author>"
      "<media:group><media:content medium='image' url='/2.png'/>"
      "<media:title>no</media:title></media:group>"
      "<pubDate>2026-11-20 08:30:00</pubDate></item>"
      "<item><link/><title>Two &lt;b&gt;bold&lt;/b&gt; words</title>"
      "<link>../3?a=1&b=2&amp;c=3</link><pubDate>soon</pubDate></item>"
      "<item></item></channel></rss>");
  static const char *const items[] = {
    "https://a.example/1|n1|One|J. Doe|20261120T0030||A & B/C|All of it/here|"
    "https://a.example/1.png",
    "https://a.example/2|https://a.example/2||M. Roe|20261120T0830~||||"
    "https://a.example/2.png",
    "https://a.example/3?a=1&b=2&c=3||Two bold words||?soon||||",
    NULL,
  };

  g_assert_cmpint (exm_feed_get_kind (feed), ==, EXM_FEED_RSS);
  g_assert_cmpstr (exm_feed_get_title (feed), ==, "News & more");
  g_assert_cmpstr (exm_feed_get_language (feed), ==, "en-GB");
  assert_items (feed, items);
}

static void
test_rdf (void)
{
  g_autoptr (ExmFeed) feed = read_text (
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'"
      " xmlns='http://purl.org/rss/1.0/' xmlns:dc='http://purl.org/dc/elements/1.1/'>"
      "<channel rdf:about='https://a.example/'><title>Old</title>"
      "<items><rdf:Seq><rdf:li resource='https://a.example/1'/></rdf:Seq></items>"
      "</channel><item rdf:about='https://a.example/1'><title>One</title>"
      "<dc:date>2026-11-20T08:30+08:00</dc:date></item>"
      "<item rdf:about='x'><title>Two</title><link>/2</link></item></rdf:RDF>");
  static const char *const items[] = {
    "https://a.example/1||One||20261120T0030||||",
    "https://a.example/2||Two||||||",
    NULL,
  };

  g_assert_cmpint (exm_feed_get_kind (feed), ==, EXM_FEED_RDF);
  g_assert_cmpstr (exm_feed_get_title (feed), ==, "Old");
  assert_items (feed, items);
}

static void
test_atom (void)
{
  g_autoptr (ExmFeed) feed = read_text (
      "<feed xmlns='http://www.w3.org/2005/Atom' xml:lang='zh-CN'"
      " xml:base='https://b.example/blog/'><title type='html'>B&amp;lt;</title>"
      "<link href='./'/><author><name>Everybody</name></author>"
      "<entry xml:base='2026/'><id>tag:b.example,2026:1</id><title>a &lt;b&gt; c</title>"
      "<link rel='edit' href='edit'/><link href='one?a=1&amp;b=&#38;amp;'/><link "
      "rel='enclosure'"
      " type='image/png' href='p.png'/><author><uri>u</uri><name> J.\n Doe "
      "</name></author>"
      "<published>2026-11-20 08:30</published><updated>2026-11-21T00:00:00Z</updated>"
      "<summary type='html'>&lt;i&gt;S&lt;/i&gt;</summary><content type='xhtml'>"
      "<div xmlns='http://www.w3.org/1999/xhtml'><p>P &lt;1&gt;</p><p>Q</p></div>"
      "</content><source><title>Elsewhere</title><id>no</id></source></entry>"
      "<entry><id>https://b.example/2</id><title/><content "
      "src='/2.pdf'/></entry></feed>");
  static const char *const items[] = {
    "https://b.example/blog/2026/one?a=1&b=&amp;|tag:b.example,2026:1|a <b> c|J. Doe|"
    "20261120T0030~|20261121T0000|S|P <1>/Q|https://b.example/blog/2026/p.png",
    "https://b.example/2.pdf|https://b.example/2|||||||",
    NULL,
  };

  g_assert_cmpint (exm_feed_get_kind (feed), ==, EXM_FEED_ATOM);
  g_assert_cmpstr (exm_feed_get_title (feed), ==, "B<");
  assert_items (feed, items);
}

static void
test_atom_03 (void)
{
  g_autoptr (ExmFeed) feed = read_text (
      "<feed version='0.3' xmlns='http://purl.org/atom/ns#'><title>Old</title><entry>"
      "<title>One</title><link rel='alternate' type='text/html' href='/1'/>"
      "<issued>2006-01-02T03:04:05Z</issued><modified>2006-01-03</modified>"
      "<content type='text/html' mode='escaped'>&lt;p&gt;x</content></entry></feed>");
  static const char *const items[]
      = { "https://a.example/1||One||20060102T0304|20060103T0000~||x|", NULL };

  assert_items (feed, items);
}

static void
test_json (void)
{
  g_autoptr (ExmFeed) feed = read_text (
      "\xef\xbb\xbf{\"version\":\"https://jsonfeed.org/version/1.1\",\"title\":\"J\","
      "\"language\":\"en\",\"items\":[{\"id\":7,\"url\":\"/1\",\"title\":\"One\","
      "\"authors\":[{\"name\":\"J. Doe\"}],\"date_published\":\"2026-11-20T08:30:00Z\","
      "\"content_html\":\"<p>a &amp; b</p><p>c\",\"summary\":\"s\",\"image\":\"/i.png\"},"
      "{\"id\":\"https://a.example/2\",\"content_text\":\" plain <b> \","
      "\"author\":{\"name\":\"R. Roe\"}},5,{\"url\":\"javascript:alert(1)\"},"
      "{\"title\":[],\"url\":{},\"id\":null,\"authors\":[4]}]}");
  static const char *const items[] = {
    "https://a.example/1|7|One|J. Doe|20261120T0830||s|a & b/c|https://a.example/i.png",
    "https://a.example/2|https://a.example/2||R. Roe||||plain <b>|",
    NULL,
  };
  guint n_faults = 0;

  g_assert_cmpint (exm_feed_get_kind (feed), ==, EXM_FEED_JSON);
  assert_items (feed, items);
  g_assert_nonnull (exm_feed_get_fault (feed, &n_faults));
  g_assert_cmpuint (n_faults, ==, 1);
}

/* The facts of the only item of @text, an item each in one line. */
static void
assert_facts (const char *text, const char *id, const char *expected)
{
  g_autoptr (ExmFeed) feed = read_text (text);

  g_assert_cmpuint (exm_feed_get_n_items (feed), ==, 1);
  const ExmFeedFacts *facts = exm_feed_get_item (feed, 0)->facts;
  g_autofree char *found = exm_feed_facts_write (facts);
  g_assert_cmpstr (facts->id, ==, id);
  g_assert_cmpstr (found, ==, expected);
}

/* Ids, dates, categories and files are kept; those of a source that an item names are
 * not its own. */
static void
test_facts (void)
{
  assert_facts ("<rss version='2.0' xmlns:dc='http://purl.org/dc/elements/1.1/'><channel>"
                "<category>All</category><item><guid isPermaLink='false'> n\t1 </guid>"
                "<title>One</title><pubDate>1970-01-01T00:00:02Z</pubDate>"
                "<category domain='d'>A &amp;amp; B</category><category/>"
                "<dc:subject>C</dc:subject><category>C</category>"
                "<enclosure url='/1.mp3' length='9' type='audio/mpeg'/>"
                "<enclosure url='/1.mp3' length='8' type='audio/mpeg'/>"
                "<enclosure url='ftp://x/2.mp3' length='8' type='audio/mpeg'/>"
                "</item></channel></rss>",
                "n 1",
                "published\t2000000\ncategory\tA & B\ncategory\tC\n"
                "enclosure\thttps://a.example/1.mp3\taudio/mpeg\t9\n");
  assert_facts ("<feed xmlns='http://www.w3.org/2005/Atom'><category term='All'/><entry>"
                "<id>tag:a.example,2026:1</id><title>One</title>"
                "<updated>1970-01-01T00:00:03Z</updated><category term='A' label='a'/>"
                "<source><category term='No'/><link rel='enclosure' href='/no'/></source>"
                "<link rel='enclosure' href='p.pdf' type='application/pdf' length='x'/>"
                "<link rel='related' href='/no'/></entry></feed>",
                "tag:a.example,2026:1",
                "updated\t3000000\ncategory\tA\n"
                "enclosure\thttps://a.example/feeds/p.pdf\tapplication/pdf\t0\n");
  assert_facts (
      "{\"version\":\"https://jsonfeed.org/version/1.1\",\"items\":[{\"id\":7,"
      "\"tags\":[\"A\",4,\"B\",null],\"attachments\":[5,{\"url\":\"/1.ogg\","
      "\"mime_type\":\"audio/ogg\",\"size_in_bytes\":12},{\"mime_type\":\"x\"}]}]}",
      "7",
      "category\tA\ncategory\tB\n"
      "enclosure\thttps://a.example/1.ogg\taudio/ogg\t12\n");
}

/* Too much of anything is passed over, an id as a whole. */
static void
test_facts_limits (void)
{
  g_autoptr (ExmFeedFacts) facts = exm_feed_facts_new ();
  g_autofree char *longer = g_strnfill (EXM_MAX_FEED_FACT_BYTES + 1, 'x');

  exm_feed_facts_set_id (facts, longer);
  g_assert_null (facts->id);
  exm_feed_facts_add_category (facts, longer);
  exm_feed_facts_add_category (facts, "\x01\n\t ");
  g_assert_cmpuint (facts->categories->len, ==, 0);
  for (guint i = 0; i < 2 * EXM_MAX_FEED_CATEGORIES; i++)
    {
      g_autofree char *text = g_strdup_printf ("https://a.example/%u", i);
      exm_feed_facts_add_category (facts, text);
      exm_feed_facts_add_enclosure (facts, text, "a/b", "-5");
    }
  g_assert_cmpuint (facts->categories->len, ==, EXM_MAX_FEED_CATEGORIES);
  g_assert_cmpuint (facts->enclosures->len, ==, EXM_MAX_FEED_ENCLOSURES);
  g_autofree char *text = exm_feed_facts_write (facts);
  g_autofree char *junk = g_strconcat ("nothing\n\t\nenclosure\tx\n", text, NULL);
  g_autoptr (ExmFeedFacts) read = exm_feed_facts_parse (NULL, junk);
  g_autofree char *again = exm_feed_facts_write (read);
  g_assert_cmpstr (again, ==, text);
}

/* Broken in the ways that feeds are broken: what is there is read, and it is said. */
static void
test_broken (void)
{
  static const struct
  {
    const char *xml;  /* (unowned) */
    const char *item; /* (unowned): the first */
    guint n_items;
  } cases[] = {
    { "<rss><channel><item><title>A</title><link>/1?a=1&b=2</link>",
      "https://a.example/1?a=1&b=2||A||||||", 1 },
    { "<rss><channel><item><title>A & B&nbsp;C &hellip; &unknown; 3 < 4</title></item>",
      "||A & B C … &unknown; 3 < 4||||||", 1 },
    { "<rss><channel><item><title>A</title><item><title>B</title><link>/2</link></item>",
      "||A||||||", 2 },
    { "<rss><channel><item><title>A</wrong><link>/1</link></item><item><link>/2</link>",
      "https://a.example/1||A||||||", 2 },
    { "junk before <rss><channel><item><title>A\x01\x0b"
      "B</title></item></channel></rss> junk after",
      "||AB||||||", 1 },
    { "<rss><channel><item><title>&#0;&#xd800;x</title></item></channel></rss>",
      "||\xef\xbf\xbd\xef\xbf\xbdx||||||", 1 },
    { "<rss><channel><item><dc:creator>J</dc:creator><title>A</title>"
      "<content:encoded>c</content:encoded></item></channel></rss>",
      "||A|J||||c|", 1 },
    { "<rss><channel><item><description><p>a <b>b</b> d</p><p>c</p></description></item>",
      "||||||a b d/c||", 1 },
    { "<rss><channel><item><title><![CDATA[A <b>]]></title><link> \n/1\n </link>",
      "https://a.example/1||A||||||", 1 },
    { "<rss><channel><item><title>\xff\xfe tail</title></item></channel></rss>",
      "||\xef\xbf\xbd\xef\xbf\xbd tail||||||", 1 },
    { "<rss><channel><item><title>读<中国>书</title></item></channel></rss>",
      "||读<中国>书||||||", 1 },
    { "<rss><channel><item><link>javascript:alert(1)</link><title>A</title></item>",
      "||A||||||", 1 },
    { "<rss><channel><item><title>A</title><title>B</title><link>/1</link>"
      "<link>/2</link></item></channel></rss>",
      "https://a.example/1||A||||||", 1 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_autoptr (ExmFeed) feed = read_text (cases[i].xml);
      g_assert_cmpuint (exm_feed_get_n_items (feed), ==, cases[i].n_items);
      g_autofree char *item = describe (exm_feed_get_item (feed, 0));
      g_assert_cmpstr (item, ==, cases[i].item);
    }
  g_autoptr (ExmFeed) broken = read_text (cases[3].xml);
  g_assert_nonnull (exm_feed_get_fault (broken, NULL));
}

static void
test_encodings (void)
{
  static const struct
  {
    const char *declared; /* (unowned) */
    const char *sent;     /* (unowned) */
    const char *http;     /* (unowned) (nullable) */
  } cases[] = {
    { "utf-8", "UTF-8", NULL },        { "gb2312", "GB18030", NULL },
    { "GBK", "GB18030", NULL },        { "utf-8", "GB18030", "gb2312" },
    { "gb2312", "UTF-8", NULL },       { "gb2312", "UTF-8", "gbk" },
    { "big5", "BIG5", NULL },          { "utf-16", "UTF-16", NULL },
    { "utf-8", "UTF-16", NULL },       { "nonsense", "UTF-8", "x" },
    { "utf-16", "UTF-8", "utf-16le" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = g_strdup_printf (
          "<?xml version=\"1.0\" encoding=\"%s\"?><rss><channel><title>"
          "江畔新聞</title></channel></rss>",
          cases[i].declared);
      gsize n = 0;
      g_autofree char *sent
          = g_convert (text, -1, cases[i].sent, "UTF-8", NULL, &n, &error);
      g_assert_no_error (error);
      g_test_message ("%s as %s", cases[i].sent, cases[i].declared);
      g_autoptr (ExmFeed) feed = read_bytes (sent, n, cases[i].http, &error);
      g_assert_no_error (error);
      g_assert_cmpstr (exm_feed_get_title (feed), ==, "江畔新聞");
    }
}

/* An item that only a document type's entities could fill stays as it is written. */
static void
test_entities (void)
{
  g_autoptr (GString) bomb = g_string_new ("<!DOCTYPE rss [<!ENTITY a0 \"lol]>\">");

  for (guint i = 1; i < 30; i++)
    g_string_append_printf (bomb,
                            "<!ENTITY a%u \"&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;&a%u;\">",
                            i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
  g_string_append (bomb, "<!-- ' ]> --><!ENTITY x SYSTEM \"file:///etc/passwd\">"
                         "<!ENTITY % p SYSTEM \"http://127.0.0.1:9/p.dtd\">%p;]>"
                         "<rss><channel><title>t</title><item><title>&a29;&x;</title>"
                         "</item></channel></rss>");
  g_autoptr (ExmFeed) feed = read_text (bomb->str);
  guint n_faults = 0;
  g_assert_cmpstr (exm_feed_get_item (feed, 0)->title, ==, "&a29;&x;");
  g_assert_nonnull (strstr (exm_feed_get_fault (feed, &n_faults), "entities"));
  g_assert_cmpuint (n_faults, >=, 32);

  g_autoptr (ExmFeed) old = read_text (
      "<!DOCTYPE rss PUBLIC '-//Netscape Communications//DTD RSS 0.91//EN' "
      "'http://127.0.0.1:9/rss-0.91.dtd'><rss version='0.91'><channel><title>T</title>"
      "</channel></rss>");
  g_assert_cmpstr (exm_feed_get_title (old), ==, "T");
  g_assert_null (exm_feed_get_fault (old, NULL));
}

static char *
repeat (const char *before, const char *unit, gsize n_bytes, const char *after)
{
  GString *text = g_string_new (before);

  while (text->len < n_bytes)
    g_string_append (text, unit);
  g_string_append (text, after);
  return g_string_free (text, FALSE);
}

static void
test_large (void)
{
  static const struct
  {
    const char *before; /* (unowned) */
    const char *unit;   /* (unowned) */
    guint n_items;
  } cases[] = {
    { "<rss><channel>", "<item><title>t</title><link>/x</link></item>", 10000 },
    { "<rss><channel>", "<item>", 0 },
    { "<rss><channel><item><title>t</title>", "<item><title>t</title>", 254 },
    { "<rss><channel><item><title>t</title><description>", "<div>", 1 },
    { "<rss><channel><item><title>t</title><description>", "&lt;a", 1 },
    { "<rss><channel><item><title>t</title><description>", "&amp;", 1 },
    { "<rss><channel><item><title>t</title><description>", "&lt;!--", 1 },
    { "<rss><channel><item><title>t</title><description>", "&lt;script&gt;", 1 },
    { "<rss><channel><item><title>t</title><description>", "<![CDATA[", 1 },
    { "<rss><channel><item><title>t</title>", "<!--", 1 },
    { "<rss><channel><item><title>t</title>", "<!DOCTYPE [", 1 },
    { "<rss><channel><item><title>t</title>", "&&&&", 1 },
    { "<rss><channel><item><title>t</title>", "<a b='", 1 },
    { "<rss><channel><item><title>t</title><x", " b='c'", 1 },
    { "<rss><channel><item><title>t</title>", "<x xmlns:a='b' xml:base='c/'>", 1 },
    { "{\"items\":[{\"title\":\"t\"}", ",{\"title\":\"t\"}", 10000 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean json = cases[i].before[0] == '{';
      gsize n_mebibytes = i < 2 ? 10 : 2;
      g_autofree char *text = repeat (cases[i].before, cases[i].unit,
                                      n_mebibytes * 1024 * 1024, json ? "]}" : "");
      gint64 start = g_get_monotonic_time ();
      g_autoptr (ExmFeed) feed = read_text (text);
      g_test_message ("%s: %u items, %" G_GINT64_FORMAT " ms, %s", cases[i].unit,
                      exm_feed_get_n_items (feed),
                      (g_get_monotonic_time () - start) / 1000,
                      exm_feed_get_fault (feed, NULL));
      g_assert_cmpuint (exm_feed_get_n_items (feed), ==, cases[i].n_items);
      g_assert_nonnull (exm_feed_get_fault (feed, NULL));
    }
}

static void
test_refused (void)
{
  static const struct
  {
    const char *text; /* (unowned) */
    ExmDiscoverErrorCode code;
  } cases[] = {
    { "", EXM_DISCOVER_ERROR_EMPTY },
    { " \n", EXM_DISCOVER_ERROR_EMPTY },
    { "<!DOCTYPE html><html><body>Log in</body></html>", EXM_DISCOVER_ERROR_HTML },
    { "<html><head><title>x", EXM_DISCOVER_ERROR_HTML },
    { "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'></html>",
      EXM_DISCOVER_ERROR_HTML },
    { "<urlset><url><loc>/x</loc></url></urlset>", EXM_DISCOVER_ERROR_OTHER_KIND },
    { "<sitemapindex/>", EXM_DISCOVER_ERROR_OTHER_KIND },
    { "<opml><body/></opml>", EXM_DISCOVER_ERROR_UNKNOWN },
    { "no markup at all", EXM_DISCOVER_ERROR_UNKNOWN },
    { "{\"error\":\"not found\"}", EXM_DISCOVER_ERROR_UNKNOWN },
    { "{broken", EXM_DISCOVER_ERROR_UNKNOWN },
    { "[]", EXM_DISCOVER_ERROR_UNKNOWN },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (ExmFeed) feed
          = read_bytes (cases[i].text, strlen (cases[i].text), NULL, &error);
      g_test_message ("case %" G_GSIZE_FORMAT, i);
      g_assert_null (feed);
      g_assert_error (error, EXM_DISCOVER_ERROR, (gint) cases[i].code);
      g_assert_nonnull (strstr (error->message, URL));
    }
  g_autofree char *deep = repeat ("{\"items\":", "[", 1000000, "");
  g_autoptr (GError) error = NULL;
  g_assert_null (read_bytes (deep, strlen (deep), NULL, &error));
  g_assert_error (error, EXM_DISCOVER_ERROR, EXM_DISCOVER_ERROR_UNKNOWN);
}

static void
test_empty (void)
{
  g_autoptr (ExmFeed) feed = read_text ("<rss><channel><title>t</title></channel></rss>");
  g_autoptr (ExmFeed) again = exm_feed_ref (feed);
  g_autoptr (ExmFeed) json = read_text ("{\"items\":[]}");
  guint n_faults = 9;

  g_assert_cmpuint (exm_feed_get_n_items (again), ==, 0);
  g_assert_null (exm_feed_get_fault (again, &n_faults));
  g_assert_cmpuint (n_faults, ==, 0);
  g_assert_cmpuint (exm_feed_get_n_items (json), ==, 0);
  g_assert_null (exm_feed_get_title (json));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/feed/rss", test_rss);
  g_test_add_func ("/feed/rdf", test_rdf);
  g_test_add_func ("/feed/atom", test_atom);
  g_test_add_func ("/feed/atom-0.3", test_atom_03);
  g_test_add_func ("/feed/json", test_json);
  g_test_add_func ("/feed/facts", test_facts);
  g_test_add_func ("/feed/facts-limits", test_facts_limits);
  g_test_add_func ("/feed/broken", test_broken);
  g_test_add_func ("/feed/encodings", test_encodings);
  g_test_add_func ("/feed/entities", test_entities);
  g_test_add_func ("/feed/large", test_large);
  g_test_add_func ("/feed/refused", test_refused);
  g_test_add_func ("/feed/empty", test_empty);
  return g_test_run ();
}
