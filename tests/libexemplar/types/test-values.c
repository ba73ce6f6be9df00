/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Tags, metadata, regions and results. */

#include "html/exm-tag.h"
#include "types/exm-metadata.h"
#include "types/exm-region.h"
#include "types/exm-result.h"

#include <string.h>

static void
test_tags (void)
{
  for (guint tag = 1; tag < EXM_N_TAGS; tag++)
    {
      const char *name = exm_tag_get_name ((ExmTag) tag);
      g_autofree char *upper = g_ascii_strup (name, -1);
      g_autofree char *longer = g_strconcat (name, "x", NULL);
      g_assert_cmpuint (exm_tag_from_name (name, strlen (name)), ==, tag);
      g_assert_cmpuint (exm_tag_from_name (upper, strlen (upper)), ==, tag);
      g_assert_cmpuint (exm_tag_from_name (longer, strlen (name)), ==, tag);
      g_assert_cmpuint (exm_tag_from_name (longer, strlen (longer)), !=, tag);
    }
  g_assert_cmpuint (exm_tag_from_name ("", 0), ==, EXM_TAG_UNKNOWN);
  g_assert_cmpuint (exm_tag_from_name ("my-element", 10), ==, EXM_TAG_UNKNOWN);
  g_assert_cmpstr (exm_tag_get_name (EXM_TAG_UNKNOWN), ==, "?");
}

static void
test_tag_classes (void)
{
  g_assert_cmpuint (exm_tag_get_class (EXM_TAG_UNKNOWN), ==, EXM_TAG_INLINE);
  g_assert_cmpuint (exm_tag_get_class (EXM_TAG_P), ==, EXM_TAG_BLOCK);
  g_assert_cmpuint (exm_tag_get_class (EXM_TAG_B), ==, EXM_TAG_FORMATTING);
  g_assert_cmpuint (exm_tag_get_class (EXM_TAG_BR), ==, EXM_TAG_BLOCK | EXM_TAG_VOID);
  g_assert_cmpuint (exm_tag_get_class (EXM_TAG_SCRIPT), ==, EXM_TAG_DROPPED);
  g_assert_cmpuint (exm_tag_get_heading_level (EXM_TAG_H1), ==, 1);
  g_assert_cmpuint (exm_tag_get_heading_level (EXM_TAG_H6), ==, 6);
  g_assert_cmpuint (exm_tag_get_heading_level (EXM_TAG_HEAD), ==, 0);
  g_assert_cmpuint (exm_tag_get_heading_level (EXM_TAG_HEADER), ==, 0);
}

static void
test_metadata (void)
{
  g_autoptr (ExmMetadata) metadata = exm_metadata_new ();

  g_assert_null (exm_metadata_get (metadata, EXM_FIELD_TITLE));
  g_assert_false (exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, " \n\t"));
  g_assert_true (
      exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_JSON_LD, " A title\n"));
  g_assert_false (exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_META, "Other"));
  g_assert_cmpstr (exm_metadata_get (metadata, EXM_FIELD_TITLE), ==, "A title");
  g_assert_cmpuint (exm_metadata_get_origin (metadata, EXM_FIELD_TITLE), ==,
                    EXM_ORIGIN_JSON_LD);
  g_assert_null (exm_metadata_get (metadata, EXM_FIELD_AUTHOR));
}

/* A value is surer the more sources say it, of dates their day. */
static void
test_metadata_confidence (void)
{
  g_autoptr (ExmMetadata) metadata = exm_metadata_new ();
  const ExmField field = EXM_FIELD_PUBLISHED;

  g_assert_cmpfloat (exm_metadata_get_confidence (metadata, field), ==, 0);
  exm_metadata_set (metadata, field, EXM_ORIGIN_TEXT, "2026-11-20");
  double alone = exm_metadata_get_confidence (metadata, field);
  g_assert_cmpfloat (alone, >, .5);
  exm_metadata_set (metadata, field, EXM_ORIGIN_URL, "2026-11-20T08:30:00Z");
  double agreed = exm_metadata_get_confidence (metadata, field);
  g_assert_cmpfloat (agreed, >, alone);
  exm_metadata_set (metadata, field, EXM_ORIGIN_URL, "2026-11-19");
  g_assert_cmpfloat (exm_metadata_get_confidence (metadata, field), ==, agreed);
  exm_metadata_set (metadata, field, EXM_ORIGIN_URL, "2026-11-18");
  g_assert_cmpfloat (exm_metadata_get_confidence (metadata, field), <, agreed);
  g_assert_cmpstr (exm_metadata_get (metadata, field), ==, "2026-11-20");

  exm_metadata_set (metadata, EXM_FIELD_TITLE, EXM_ORIGIN_JSON_LD, "A");
  exm_metadata_set (metadata, EXM_FIELD_SITE, EXM_ORIGIN_URL, "a");
  g_assert_cmpfloat (exm_metadata_get_confidence (metadata, EXM_FIELD_TITLE), >,
                     exm_metadata_get_confidence (metadata, EXM_FIELD_SITE));
}

static void
test_metadata_names (void)
{
  g_autoptr (GHashTable) names = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint field = 0; field < EXM_N_FIELDS; field++)
    g_assert_true (
        g_hash_table_add (names, (gpointer) exm_field_get_name ((ExmField) field)));
  g_assert_cmpstr (exm_field_get_name (EXM_FIELD_PUBLISHED), ==, "published");
  g_assert_cmpstr (exm_origin_get_name (EXM_ORIGIN_JSON_LD), ==, "json-ld");
}

static void
test_region (void)
{
  const guint8 inside[] = { 0, 1, 0, 2, 0 };
  g_autoptr (ExmRegion) region = exm_region_new (inside, G_N_ELEMENTS (inside));
  guint first, last;

  g_assert_true (exm_region_get_range (region, &first, &last));
  g_assert_cmpuint (first, ==, 1);
  g_assert_cmpuint (last, ==, 3);
  g_assert_cmpuint (exm_region_get_n_inside (region), ==, 2);
  g_assert_true (exm_region_contains (region, 3));
  g_assert_false (exm_region_contains (region, 2));
  g_assert_false (exm_region_contains (region, 5));
  g_assert_false (exm_region_contains (region, G_MAXUINT));
}

static void
test_empty_region (void)
{
  const guint8 inside[] = { 0, 0 };
  g_autoptr (ExmRegion) region = exm_region_new (inside, 2);
  g_autoptr (ExmRegion) nothing = exm_region_new (NULL, 0);
  guint first = 7, last = 7;

  g_assert_false (exm_region_get_range (region, &first, &last));
  g_assert_false (exm_region_get_range (nothing, &first, &last));
  g_assert_cmpuint (first, ==, 7);
  g_assert_cmpuint (last, ==, 7);
}

static void
test_result (void)
{
  ExmResultData data;

  exm_result_data_init (&data, "name", 3);
  ExmLane *lane = exm_result_data_add_lane (&data, "lane");
  lane->values[2] = 1;
  data.verdicts[1] = EXM_VERDICT_KEPT;
  g_autoptr (ExmResult) result = exm_result_new (&data);
  const ExmResultData *got = exm_result_get (result);

  g_assert_null (data.verdicts);
  g_assert_cmpstr (got->method, ==, "name");
  g_assert_cmpuint (got->head, ==, G_MAXUINT32);
  g_assert_cmpuint (got->n_lines, ==, 3);
  g_assert_cmpuint (got->verdicts[0], ==, EXM_VERDICT_DROPPED);
  g_assert_cmpuint (got->verdicts[1], ==, EXM_VERDICT_KEPT);
  g_assert_cmpfloat (g_array_index (got->lanes, ExmLane, 0).values[2], ==, 1);
  g_assert_cmpfloat (got->template_similarity, ==, -1);
}

static void
test_sureness (void)
{
  static const struct
  {
    double confidence;
    const char *name;
  } cases[] = { { 0, "not-sure" }, { .499, "not-sure" }, { .5, "look" },
                { .799, "look" },  { .8, "sure" },       { 1, "sure" } };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpstr (
        exm_sureness_get_name (exm_sureness_from_confidence (cases[i].confidence)), ==,
        cases[i].name);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/tags/names", test_tags);
  g_test_add_func ("/model/tags/classes", test_tag_classes);
  g_test_add_func ("/model/metadata/first-wins", test_metadata);
  g_test_add_func ("/model/metadata/first-wins-confidence", test_metadata_confidence);
  g_test_add_func ("/model/metadata/names", test_metadata_names);
  g_test_add_func ("/model/region/range", test_region);
  g_test_add_func ("/model/region/empty", test_empty_region);
  g_test_add_func ("/model/result/data", test_result);
  g_test_add_func ("/model/result/sureness", test_sureness);
  return g_test_run ();
}
