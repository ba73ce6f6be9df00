/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

#define G_LOG_DOMAIN "exm-store"

#include "config.h"

#include "store/db/exm-schema.h"

/* Times are Unix time in microseconds. Lists of a task go with it (ON DELETE CASCADE),
 * and every column that refers to another table has an index, so that this is quick. */

/* The definition is the task file, without the pause: pausing is no new version. The
 * other columns of a task are derived from the definition of its current version, or are
 * the state of its schedule. */
static const char version_1_tasks[]
    = "CREATE TABLE task ("
      "  id INTEGER PRIMARY KEY,"
      "  uid TEXT NOT NULL UNIQUE,"
      "  version INTEGER NOT NULL,"
      "  name TEXT NOT NULL,"
      "  grp TEXT,"
      "  paused INTEGER NOT NULL CHECK (paused IN (0, 1)),"
      "  next_due INTEGER,"
      "  created INTEGER NOT NULL,"
      "  changed INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX task_due ON task (next_due)"
      "  WHERE paused = 0 AND next_due IS NOT NULL;"
      "CREATE TABLE task_version ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  version INTEGER NOT NULL,"
      "  definition TEXT NOT NULL,"
      "  created INTEGER NOT NULL,"
      "  PRIMARY KEY (task, version)"
      ") STRICT;"
      "CREATE TABLE setting ("
      "  key TEXT PRIMARY KEY NOT NULL,"
      "  value TEXT NOT NULL"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TABLE event ("
      "  id INTEGER PRIMARY KEY,"
      "  time INTEGER NOT NULL,"
      "  task INTEGER REFERENCES task (id) ON DELETE CASCADE,"
      "  level TEXT NOT NULL,"
      "  message TEXT NOT NULL"
      ") STRICT;"
      "CREATE INDEX event_task ON event (task, id);";

static const char version_1_collecting[]
    = "CREATE TABLE host ("
      "  host TEXT PRIMARY KEY NOT NULL,"
      "  next_time INTEGER NOT NULL,"
      "  back_off INTEGER NOT NULL,"
      "  robots TEXT,"
      "  robots_until INTEGER NOT NULL"
      ") STRICT;"
      "CREATE TABLE url_seen ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  state TEXT NOT NULL,"
      "  first_seen INTEGER NOT NULL,"
      "  last_fetched INTEGER,"
      "  etag TEXT,"
      "  last_modified TEXT,"
      "  content_hash TEXT,"
      "  PRIMARY KEY (task, url_key)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX url_seen_content ON url_seen (task, content_hash)"
      "  WHERE content_hash IS NOT NULL;"
      "CREATE TABLE run ("
      "  id INTEGER PRIMARY KEY,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  started INTEGER NOT NULL,"
      "  finished INTEGER,"
      "  state TEXT NOT NULL,"
      "  n_found INTEGER NOT NULL DEFAULT 0,"
      "  n_new INTEGER NOT NULL DEFAULT 0,"
      "  n_fetched INTEGER NOT NULL DEFAULT 0,"
      "  n_articles INTEGER NOT NULL DEFAULT 0,"
      "  n_flagged INTEGER NOT NULL DEFAULT 0,"
      "  n_failed INTEGER NOT NULL DEFAULT 0,"
      "  n_bytes INTEGER NOT NULL DEFAULT 0,"
      "  message TEXT"
      ") STRICT;"
      "CREATE INDEX run_task ON run (task, id);"
      "CREATE INDEX run_open ON run (id) WHERE finished IS NULL;"
      "CREATE TABLE job ("
      "  id INTEGER PRIMARY KEY,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  run INTEGER REFERENCES run (id) ON DELETE SET NULL,"
      "  kind TEXT NOT NULL,"
      "  url TEXT NOT NULL,"
      "  url_key TEXT NOT NULL,"
      "  due INTEGER NOT NULL,"
      "  attempts INTEGER NOT NULL DEFAULT 0,"
      "  lease_owner TEXT,"
      "  lease_until INTEGER,"
      "  payload TEXT,"
      "  UNIQUE (task, kind, url_key)"
      ") STRICT;"
      "CREATE INDEX job_due ON job (due, id);"
      "CREATE INDEX job_run ON job (run) WHERE run IS NOT NULL;"
      "CREATE INDEX job_lease ON job (lease_owner) WHERE lease_owner IS NOT NULL;"
      "CREATE TABLE page_meta ("
      "  id INTEGER PRIMARY KEY,"
      "  hash TEXT NOT NULL,"
      "  url TEXT NOT NULL,"
      "  final_url TEXT NOT NULL,"
      "  status INTEGER NOT NULL,"
      "  headers TEXT,"
      "  charset TEXT,"
      "  fetched INTEGER NOT NULL"
      ") STRICT;"
      "CREATE INDEX page_meta_hash ON page_meta (hash);"
      "CREATE INDEX page_meta_url ON page_meta (url, fetched);";

/* The long columns stand last, so that lists read none of their pages. */
static const char version_1_articles[]
    = "CREATE TABLE article ("
      "  id INTEGER PRIMARY KEY,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  task_version INTEGER NOT NULL,"
      "  collected INTEGER NOT NULL,"
      "  state TEXT NOT NULL,"
      "  confidence REAL NOT NULL,"
      "  template_similarity REAL NOT NULL,"
      "  method TEXT NOT NULL,"
      "  url TEXT NOT NULL,"
      "  final_url TEXT NOT NULL,"
      "  url_key TEXT NOT NULL,"
      "  page_hash TEXT,"
      "  reason TEXT,"
      "  title TEXT,"
      "  author TEXT,"
      "  editor TEXT,"
      "  source TEXT,"
      "  section TEXT,"
      "  published TEXT,"
      "  modified TEXT,"
      "  language TEXT,"
      "  canonical TEXT,"
      "  site TEXT,"
      "  image TEXT,"
      "  origins TEXT NOT NULL,"
      "  n_chars INTEGER NOT NULL,"
      "  excerpt TEXT NOT NULL,"
      "  text TEXT NOT NULL,"
      "  html TEXT NOT NULL,"
      "  markdown TEXT NOT NULL,"
      "  UNIQUE (task, url_key)"
      ") STRICT;"
      "CREATE INDEX article_collected ON article (collected, id);"
      "CREATE INDEX article_task_collected ON article (task, collected, id);"
      "CREATE INDEX article_task_state ON article (task, state);"
      "CREATE INDEX article_page ON article (page_hash) WHERE page_hash IS NOT NULL;"
      "CREATE TABLE publish_queue ("
      "  id INTEGER PRIMARY KEY,"
      "  article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,"
      "  output_key TEXT NOT NULL,"
      "  idempotency_key TEXT NOT NULL UNIQUE,"
      "  state TEXT NOT NULL,"
      "  attempts INTEGER NOT NULL DEFAULT 0,"
      "  next_try INTEGER NOT NULL,"
      "  published INTEGER,"
      "  place TEXT,"
      "  message TEXT"
      ") STRICT;"
      "CREATE INDEX publish_due ON publish_queue (next_try, id) WHERE state = 'waiting';"
      "CREATE INDEX publish_article ON publish_queue (article);";

static const char version_1_numbers[]
    /* "EXM1" */
    = "PRAGMA application_id = 0x45584d31;"
      "PRAGMA user_version = 1;";

/* Jobs are asked for by host, once it is free. A host may be an origin too, for its
 * robots.txt. */
static const char version_2_hosts[]
    = "ALTER TABLE host ADD COLUMN robots_failing_since INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE job ADD COLUMN host TEXT NOT NULL DEFAULT '';"
      "UPDATE job SET host = lower (substr (url, instr (url, '://') + 3));"
      "UPDATE job SET host = substr (host, 1, instr (host || '/', '/') - 1);"
      "UPDATE job SET host = substr (host, 1, instr (host, ':') - 1)"
      "  WHERE host LIKE '%:%' AND host NOT LIKE '[%';"
      "DROP INDEX job_due;"
      "CREATE INDEX job_host ON job (host, due, id);"
      "PRAGMA user_version = 2;";

/* Hashes of lines and of class paths are numbers of the same 64 bits. */
static const char version_3_lines[]
    = "CREATE TABLE label ("
      "  id INTEGER PRIMARY KEY,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  page_hash TEXT NOT NULL,"
      "  kind TEXT NOT NULL,"
      "  line_key INTEGER NOT NULL,"
      "  occurrence INTEGER NOT NULL,"
      "  place INTEGER NOT NULL,"
      "  created INTEGER NOT NULL,"
      "  undone INTEGER"
      ") STRICT;"
      "CREATE INDEX label_page ON label (task, url_key, undone);"
      "CREATE INDEX label_held ON label (task, id) WHERE undone IS NULL;"
      "CREATE TABLE line_stat ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  line_key INTEGER NOT NULL,"
      "  n_pages INTEGER NOT NULL,"
      "  missed INTEGER NOT NULL,"
      "  PRIMARY KEY (task, line_key)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TABLE site_stat ("
      "  task INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,"
      "  n_pages INTEGER NOT NULL"
      ") STRICT;"
      "PRAGMA user_version = 3;";

/* A ruling is 1 for body, -1 for noise. What is deferred waits for the end of its run. */
static const char version_4_rulings[]
    = "ALTER TABLE line_stat ADD COLUMN text TEXT;"
      "ALTER TABLE line_stat ADD COLUMN ruling INTEGER NOT NULL DEFAULT 0"
      "  CHECK (ruling IN (-1, 0, 1));"
      "CREATE INDEX publish_deferred ON publish_queue (article)"
      "  WHERE state = 'deferred';"
      "PRAGMA user_version = 4;";

/* A person called the body right, which holds as long as it stays what it is. It has a
 * table of its own, since columns that are added stand behind the long ones. */
static const char version_5_approvals[]
    = "CREATE TABLE approval ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,"
      "  approved INTEGER NOT NULL"
      ") STRICT;"
      "CREATE TRIGGER approval_ends AFTER UPDATE OF text ON article"
      "  WHEN old.text <> new.text BEGIN"
      "  DELETE FROM approval WHERE article = new.id; END;"
      "PRAGMA user_version = 5;";

/* Problems of tasks, as the last run found them. */
static const char version_6_problems[]
    = "CREATE TABLE trouble ("
      "  task INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,"
      "  kind TEXT NOT NULL,"
      "  since INTEGER NOT NULL,"
      "  message TEXT,"
      "  url TEXT,"
      "  amount INTEGER NOT NULL,"
      "  ignored INTEGER NOT NULL DEFAULT 0 CHECK (ignored IN (0, 1))"
      ") STRICT;"
      "PRAGMA user_version = 6;";

/* Texts for exm_said_to_words(), in the language of the reader. */
static const char version_7_said[] = "ALTER TABLE event ADD COLUMN said TEXT;"
                                     "ALTER TABLE run ADD COLUMN said TEXT;"
                                     "ALTER TABLE trouble ADD COLUMN said TEXT;"
                                     "PRAGMA user_version = 7;";

/* The same of what is published. Why an article needs a person is such a text as well,
 * in the column that it has. */
static const char version_8_published[]
    = "ALTER TABLE publish_queue ADD COLUMN said TEXT;"
      "PRAGMA user_version = 8;";

/* Outputs, whichever article goes there: whether it took one, into which file system; and
 * while it takes none, since when, why, in which event that was told, how many articles
 * wait for it and how often that was tried. The indices hold failed attempts alone: next
 * to nothing, as long as outputs work. */
static const char version_9_outputs[]
    = "CREATE TABLE output ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  output_key TEXT NOT NULL,"
      "  took INTEGER NOT NULL DEFAULT 0 CHECK (took IN (0, 1)),"
      "  device INTEGER,"
      "  failing_since INTEGER,"
      "  event INTEGER,"
      "  n_articles INTEGER NOT NULL DEFAULT 0,"
      "  n_attempts INTEGER NOT NULL DEFAULT 0,"
      "  message TEXT,"
      "  said TEXT,"
      "  PRIMARY KEY (task, output_key)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX output_key ON output (output_key);"
      "INSERT INTO output (task, output_key, took)"
      "  SELECT DISTINCT a.task, q.output_key, 1 FROM publish_queue q"
      "  JOIN article a ON a.id = q.article WHERE q.published IS NOT NULL;"
      "CREATE INDEX publish_given_up ON publish_queue (output_key, attempts)"
      "  WHERE state = 'failed';"
      "CREATE INDEX publish_tried ON publish_queue (output_key)"
      "  WHERE state = 'waiting' AND attempts > 0;"
      "PRAGMA user_version = 9;";

/* Inputs on which work ended hard, in a row: it was given up by the watchdog, or the
 * process died of it; and which limit that was. They are set aside after some. */
static const char version_10_quarantine[]
    = "CREATE TABLE quarantine ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  n_ends INTEGER NOT NULL,"
      "  cause TEXT NOT NULL,"
      "  PRIMARY KEY (task, url_key)"
      ") STRICT, WITHOUT ROWID;";

/* Checksums of 64 bits, see exm-table-checksum.h. Those of articles have a table of their
 * own, so that older articles get one without being rewritten. */
static const char version_10_checksums[]
    = "CREATE TABLE article_checksum ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,"
      "  checksum INTEGER NOT NULL"
      ") STRICT;"
      "ALTER TABLE task_version ADD COLUMN checksum INTEGER;";

static const char version_10_number[] = "PRAGMA user_version = 10;";

/* Deleted tasks, which keep all they have until they are restored or emptied out. One
 * that is being emptied out cannot be restored any more. */
static const char version_11_trash[]
    = "CREATE TABLE trash ("
      "  task INTEGER PRIMARY KEY REFERENCES task (id) ON DELETE CASCADE,"
      "  trashed INTEGER NOT NULL,"
      "  n_articles INTEGER NOT NULL,"
      "  emptying INTEGER NOT NULL DEFAULT 0 CHECK (emptying IN (0, 1))"
      ") STRICT;";

/* Backlog: addresses that a first run, a collection of older articles or an extraction
 * anew brings. The mark goes by the address, so that it is there while the page is a job,
 * with the article, and after a failure that is tried again. Articles of older files have
 * none: nobody knows any more which run brought them, and all of them were told of. */
static const char version_11_backlog[]
    = "CREATE TABLE backlog ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  PRIMARY KEY (task, url_key)"
      ") STRICT, WITHOUT ROWID;"
      "ALTER TABLE run ADD COLUMN n_passed INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE run ADD COLUMN n_older INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE run ADD COLUMN n_backlog INTEGER NOT NULL DEFAULT 0;"
      "ALTER TABLE run ADD COLUMN n_backlog_flagged INTEGER NOT NULL DEFAULT 0;";

/* Addresses that a first run passed over, and what their source said: the address where
 * it is not the normal form, its title, when it was published, its place in the list. A
 * row goes when its page was fetched. Older files say no more of them than which. */
static const char version_11_passed_over[]
    = "CREATE TABLE passed_over ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  url TEXT,"
      "  title TEXT,"
      "  published INTEGER,"
      "  place INTEGER NOT NULL DEFAULT 0,"
      "  PRIMARY KEY (task, url_key)"
      ") STRICT, WITHOUT ROWID;"
      "INSERT INTO passed_over (task, url_key)"
      "  SELECT task, url_key FROM url_seen WHERE state = 'skipped';"
      "CREATE TRIGGER passed_over_ends AFTER UPDATE OF state ON url_seen"
      "  WHEN new.state IN ('done', 'failed') BEGIN"
      "  DELETE FROM passed_over WHERE task = new.task AND url_key = new.url_key; END;";

static const char version_11_number[] = "PRAGMA user_version = 11;";

/* Articles of several pages: which a job has found, with the bytes of those that came,
 * and which an article was joined of. Number 0 is a page that has all of them. Without a
 * hash a page is still to be fetched, or lost. */
static const char version_12_pages[]
    = "CREATE TABLE job_page ("
      "  job INTEGER NOT NULL REFERENCES job (id) ON DELETE CASCADE,"
      "  number INTEGER NOT NULL,"
      "  url TEXT NOT NULL,"
      "  page_hash TEXT,"
      "  lost INTEGER NOT NULL DEFAULT 0 CHECK (lost IN (0, 1)),"
      "  PRIMARY KEY (job, number)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE TABLE joined_page ("
      "  article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,"
      "  number INTEGER NOT NULL,"
      "  url TEXT NOT NULL,"
      "  page_hash TEXT,"
      "  PRIMARY KEY (article, number)"
      ") STRICT, WITHOUT ROWID;";

static const char version_12_number[] = "PRAGMA user_version = 12;";

/* Articles that nobody has read yet, those with a star, and their tags. Articles of older
 * files count as read. The task is there for the number of each. */
static const char version_13_reading[]
    = "CREATE TABLE unread ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE"
      ") STRICT;"
      "CREATE INDEX unread_task ON unread (task);"
      "CREATE TABLE star ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE"
      ") STRICT;"
      "CREATE TABLE tag ("
      "  article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,"
      "  name TEXT NOT NULL COLLATE NOCASE,"
      "  PRIMARY KEY (article, name)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX tag_name ON tag (name, article);";

/* Orders of lists, with all that filters look at, so that what they leave out is passed
 * over without a look at the articles. */
static const char version_13_orders[]
    = "DROP INDEX article_collected;"
      "DROP INDEX article_task_collected;"
      "CREATE INDEX article_collected ON article (collected, id, task, state);"
      "CREATE INDEX article_task_collected ON article (task, collected, id, state);"
      "CREATE INDEX article_published ON article (" EXM_SQL_PUBLISHED_USEC (
          "") ", id, task, state);"
              "CREATE INDEX article_task_published ON article"
              " (task, " EXM_SQL_PUBLISHED_USEC ("") ", id, state);";

static const char version_13_number[] = "PRAGMA user_version = 13;";

/* Fields of articles that have no column of their own, by name. */
static const char version_14_fields[]
    = "CREATE TABLE article_field ("
      "  article INTEGER NOT NULL REFERENCES article (id) ON DELETE CASCADE,"
      "  name TEXT NOT NULL,"
      "  value TEXT NOT NULL,"
      "  PRIMARY KEY (article, name)"
      ") STRICT, WITHOUT ROWID;";

/* The tdmrep.json of an origin: what it reserves; NULL where it has none that counts. */
static const char version_14_reservations[]
    = "ALTER TABLE host ADD COLUMN tdm TEXT;"
      "ALTER TABLE host ADD COLUMN tdm_until INTEGER NOT NULL DEFAULT 0;";

static const char version_14_number[] = "PRAGMA user_version = 14;";

/* Saved searches are a source of what is published, as tasks are: rows with a search
 * belong to it, the others to the article's task. An article that is new waits here until
 * the searches have looked at it, once; articles of older files do not. What the desktop
 * is to tell of is kept until it has. */
static const char version_15_searches[]
    = "ALTER TABLE publish_queue ADD COLUMN search TEXT;"
      "CREATE TABLE unjudged ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE"
      ") STRICT;"
      "CREATE TABLE alert ("
      "  search TEXT NOT NULL,"
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  n_articles INTEGER NOT NULL,"
      "  PRIMARY KEY (search, task)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX alert_task ON alert (task);";

static const char version_15_number[] = "PRAGMA user_version = 15;";

/* Places of a task's pages, see exm-site-place.h: on how many they held body, and on how
 * many the rest. */
static const char version_16_places[]
    = "CREATE TABLE site_place ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  place_key INTEGER NOT NULL,"
      "  n_inside INTEGER NOT NULL,"
      "  n_outside INTEGER NOT NULL,"
      "  PRIMARY KEY (task, place_key)"
      ") STRICT, WITHOUT ROWID;"
      "ALTER TABLE site_stat ADD COLUMN n_learned INTEGER NOT NULL DEFAULT 0;";

static const char version_16_number[] = "PRAGMA user_version = 16;";

/* Facts of exm-feed-facts.h, by address: articles are read with them. Ids are unique
 * among the addresses of all tasks, which the index finds. */
static const char version_17_feeds[]
    = "CREATE TABLE feed_item ("
      "  task INTEGER NOT NULL REFERENCES task (id) ON DELETE CASCADE,"
      "  url_key TEXT NOT NULL,"
      "  id TEXT,"
      "  facts TEXT NOT NULL,"
      "  PRIMARY KEY (task, url_key)"
      ") STRICT, WITHOUT ROWID;"
      "CREATE INDEX feed_item_id ON feed_item (id, url_key) WHERE id IS NOT NULL;";

static const char version_17_number[] = "PRAGMA user_version = 17;";

/* Bodies are stored once, see exm-stored-body.h, whose marks older programs do not know.
 * Nothing is rewritten here: files may be large. The setting tells the worker where it is
 * with that. Approvals end where the text itself changes, which the column does not show
 * any more. */
static const char version_18_bodies[]
    = "DROP TRIGGER approval_ends;"
      "INSERT OR REPLACE INTO setting (key, value)"
      "  SELECT '" EXM_SCHEMA_BODIES_NEXT "', '0' WHERE EXISTS (SELECT 1 FROM article);"
      "PRAGMA user_version = 18;";

/* Articles as they were before they were extracted or fetched again, until that is taken
 * back, or too long ago. What was made of them is told by two columns: the checksum
 * and the state that they had then. */
static const char version_19_former[]
    = "CREATE TABLE article_former ("
      "  article INTEGER PRIMARY KEY REFERENCES article (id) ON DELETE CASCADE,"
      "  kept INTEGER NOT NULL,"
      "  sealed INTEGER NOT NULL CHECK (sealed IN (0, 1)),"
      "  checksum_after INTEGER,"
      "  state_after TEXT NOT NULL,"
      "  approved INTEGER,"
      "  task_version INTEGER NOT NULL,"
      "  collected INTEGER NOT NULL,"
      "  state TEXT NOT NULL,"
      "  confidence REAL NOT NULL,"
      "  template_similarity REAL NOT NULL,"
      "  method TEXT NOT NULL,"
      "  url TEXT NOT NULL,"
      "  final_url TEXT NOT NULL,"
      "  page_hash TEXT,"
      "  reason TEXT,"
      "  title TEXT,"
      "  author TEXT,"
      "  editor TEXT,"
      "  source TEXT,"
      "  section TEXT,"
      "  published TEXT,"
      "  modified TEXT,"
      "  language TEXT,"
      "  canonical TEXT,"
      "  site TEXT,"
      "  image TEXT,"
      "  origins TEXT NOT NULL,"
      "  fields TEXT,"
      "  text TEXT NOT NULL,"
      "  html TEXT NOT NULL,"
      "  markdown TEXT NOT NULL"
      ") STRICT;"
      "CREATE INDEX article_former_kept ON article_former (kept);";

static const char version_19_number[] = "PRAGMA user_version = 19;";

static const char *const version_1[] = { version_1_tasks, version_1_collecting,
                                         version_1_articles, version_1_numbers, NULL };

static const char *const version_2[] = { version_2_hosts, NULL };

static const char *const version_3[] = { version_3_lines, NULL };

static const char *const version_4[] = { version_4_rulings, NULL };

static const char *const version_5[] = { version_5_approvals, NULL };

static const char *const version_6[] = { version_6_problems, NULL };

static const char *const version_7[] = { version_7_said, NULL };

static const char *const version_8[] = { version_8_published, NULL };

static const char *const version_9[] = { version_9_outputs, NULL };

static const char *const version_10[]
    = { version_10_quarantine, version_10_checksums, version_10_number, NULL };

static const char *const version_11[]
    = { version_11_trash, version_11_backlog, version_11_passed_over, version_11_number,
        NULL };

static const char *const version_12[] = { version_12_pages, version_12_number, NULL };

static const char *const version_13[]
    = { version_13_reading, version_13_orders, version_13_number, NULL };

static const char *const version_14[]
    = { version_14_fields, version_14_reservations, version_14_number, NULL };

static const char *const version_15[] = { version_15_searches, version_15_number, NULL };

static const char *const version_16[] = { version_16_places, version_16_number, NULL };

static const char *const version_17[] = { version_17_feeds, version_17_number, NULL };

static const char *const version_18[] = { version_18_bodies, NULL };

static const char *const version_19[] = { version_19_former, version_19_number, NULL };

static const char *const *const migrations[]
    = { version_1,  version_2,  version_3,  version_4,  version_5,
        version_6,  version_7,  version_8,  version_9,  version_10,
        version_11, version_12, version_13, version_14, version_15,
        version_16, version_17, version_18, version_19 };

G_STATIC_ASSERT (G_N_ELEMENTS (migrations) == EXM_SCHEMA_MAIN_NEXT - 1);

const ExmSchema exm_schema_main = {
  .application_id = 0x45584d31,
  .version = G_N_ELEMENTS (migrations),
  .migrations = migrations,
};
