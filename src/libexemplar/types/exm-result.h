/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* Result of a method on a target page with its reasons: the verdict of each line, and for
 * each lane its measure and contribution there. Immutable, reference counted, usable from
 * any thread. */

#pragma once

#include "types/exm-block.h"
#include "types/exm-page-kind.h"

G_BEGIN_DECLS

typedef struct _ExmResult ExmResult;

typedef enum
{
  EXM_VERDICT_DROPPED, /* outside the body */
  EXM_VERDICT_TRIMMED, /* between head and tail, taken out */
  EXM_VERDICT_KEPT,
} ExmVerdict;

/* How an operator is told of the confidence. */
typedef enum
{
  EXM_NOT_SURE,    /* held back for review */
  EXM_TAKE_A_LOOK, /* ≥ EXM_CONFIDENCE_LOOK */
  EXM_SURE,        /* ≥ EXM_CONFIDENCE_SURE */
} ExmSureness;

#define EXM_CONFIDENCE_SURE 0.8
#define EXM_CONFIDENCE_LOOK 0.5

/**
 * ExmLane:
 * @id: (unowned): its name in JSON, e.g. "known"; a static string
 * @values: (owned): one a line: what it measured, mostly 0 … 1
 * @contributions: (owned): one a line: what it added to the evidence
 */
typedef struct
{
  const char *id;
  float *values;
  float *contributions;
} ExmLane;

/* Facts of a page that a method may report beside its body. */
typedef enum
{
  EXM_ANSWER_TITLE,
  EXM_ANSWER_DATE,    /* ISO 8601 */
  EXM_ANSWER_RELATED, /* a line that leads to other articles; one answer each */
} ExmAnswerKind;

/**
 * ExmAnswer:
 * @kind: what it says
 * @line: the line it was found in, G_MAXUINT32 (EXM_NONE) if in none
 * @text: (owned): what it says, UTF-8
 */
typedef struct
{
  ExmAnswerKind kind;
  guint line;
  char *text;
} ExmAnswer;

/**
 * ExmResultData:
 * @method: (unowned): name of the method; a static string
 * @n_lines: lines of the page; every array below has as many entries
 * @verdicts: (owned): #ExmVerdict
 * @evidence: (owned): z, the sum of the lanes' contributions
 * @weights: (owned): what the line adds to C(x) if it is inside
 * @lanes: (owned) (element-type ExmLane)
 * @blocks: (owned) (nullable) (element-type ExmBlock): what the page was divided into, by
 *   a method that sees it
 * @answers: (owned) (element-type ExmAnswer): what the method itself says of title, date
 *   and so on; most methods leave that to the readers of metadata
 * @head: first line of the body, EXM_NONE if there is no body
 * @tail: last line of the body
 * @margin: share of the segment's gain that the next best answer would lose, 0 … 1
 * @strength: how far the evidence inside speaks for the body, per token, 0 … 1
 * @template_similarity: 0 … 1 between target and (best) example, or -1 without example
 * @fits: whether the target looks like the example
 * @agreement: 0 … 1, mean F1 of the bodies of other methods beside this one, or -1 where
 *   none was asked
 * @confidence: 0 … 1; not calibrated
 * @places: (owned) (nullable) (element-type ExmSitePlace): what the page teaches those of
 *   its site; %NULL where it was not asked for or the body is not sure enough
 * @same_article: an example holds the same article; only the others count, and the page
 *   alone decides where there are none
 * @kind: the kind of the page, where the method asked for it
 */
typedef struct
{
  const char *method;
  guint n_lines;
  guint8 *verdicts;
  float *evidence;
  double *weights;
  GArray *lanes;
  GArray *blocks;
  GArray *answers;
  guint head;
  guint tail;
  double margin;
  double strength;
  double template_similarity;
  gboolean fits;
  double agreement;
  double confidence;
  GArray *places;
  gboolean same_article;
  ExmKindAnswer kind;
} ExmResultData;

#define EXM_TYPE_RESULT (exm_result_get_type ())
GType exm_result_get_type (void);

/**
 * exm_result_data_init:
 * @data: to be set up for a page of @n_lines lines, all dropped, no body
 * @method: (unowned): a static string
 */
void exm_result_data_init (ExmResultData *data, const char *method, guint n_lines);

/**
 * exm_result_data_add_lane:
 * @id: (unowned): a static string
 *
 * Returns: (transfer none): a lane of zeros, valid until the next one is added
 */
ExmLane *exm_result_data_add_lane (ExmResultData *data, const char *id);

/**
 * exm_result_data_add_answer:
 * @line: where it was found, EXM_NONE if in no line
 * @text: UTF-8; copied
 */
void exm_result_data_add_answer (ExmResultData *data,
                                 ExmAnswerKind kind,
                                 guint line,
                                 const char *text);

/**
 * exm_answer_kind_get_name:
 *
 * Returns: "title", "date" or "related", for JSON
 */
const char *exm_answer_kind_get_name (ExmAnswerKind kind);

/**
 * exm_result_data_copy:
 * @copy: (out caller-allocated): a deep copy of @data
 */
void exm_result_data_copy (const ExmResultData *data, ExmResultData *copy);

void exm_result_data_clear (ExmResultData *data);

/**
 * exm_result_new:
 * @data: (inout): taken over and left empty
 *
 * Returns: (transfer full): a result with one reference
 */
ExmResult *exm_result_new (ExmResultData *data);

ExmResult *exm_result_ref (ExmResult *self);
void exm_result_unref (ExmResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (ExmResult, exm_result_unref)

/**
 * exm_result_get:
 *
 * Returns: (transfer none): all of it; lives as long as @self
 */
const ExmResultData *exm_result_get (const ExmResult *self);

/**
 * exm_sureness_from_confidence:
 */
ExmSureness exm_sureness_from_confidence (double confidence);

/**
 * exm_confidence_get_percent:
 * @confidence: 0 to 1
 *
 * Returns: it in whole percents, as it is shown everywhere: never rounded up to what is
 *   not reached
 */
guint exm_confidence_get_percent (double confidence);

/**
 * exm_sureness_get_name:
 *
 * Returns: "sure", "look" or "not-sure", for JSON
 */
const char *exm_sureness_get_name (ExmSureness sureness);

/**
 * exm_sureness_describe:
 *
 * Returns: (transfer none): "Sure", "Take a look" or "Not sure", translated
 */
const char *exm_sureness_describe (double confidence);

G_END_DECLS
