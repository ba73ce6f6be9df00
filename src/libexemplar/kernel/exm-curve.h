/* SPDX-FileCopyrightText: 2026 The Exemplar authors
 * SPDX-License-Identifier: GPL-3.0-or-later */

/* The similarity of a target text to an example text along the target: high where the
 * target repeats the example (the template), low where it is new (the article). The
 * method, windows compared by their edit distance from the head (FS) and from the tail
 * (BS), is that of patent publication CN103699591 A.
 *
 * Written A for the target and B for the example, A[x,y) for the characters x...y-1.
 * A similarity is 1 - d/w, from 0 (nothing alike) to 1 (equal). */

#pragma once

#include "kernel/exm-kernel.h"

/* The grid of the anchor path. */
#define EXM_CURVE_GRID_WINDOW 32u
#define EXM_CURVE_GRID_STRIDE 4u

/* A target and an example text made ready for any number of curves. Immutable. */
typedef struct ExmCurveText ExmCurveText;

/* Positions in the example and distances there, for each point of a grid over the
 * target. Immutable; does not refer to its #ExmCurveText. */
typedef struct ExmCurveTrack ExmCurveTrack;

/**
 * ExmCurveSide:
 * @EXM_CURVE_FORWARD: FS, aligned from the head
 * @EXM_CURVE_BACKWARD: BS, aligned from the tail: both texts reversed
 */
typedef enum
{
  EXM_CURVE_FORWARD,
  EXM_CURVE_BACKWARD,
} ExmCurveSide;

/* Windows of the grid that are looked for together. */
#define EXM_CURVE_GROUP 8u

/* A window's distance when it was found nowhere: similarity .375. */
#define EXM_CURVE_FAR 20u

#define EXM_CURVE_MAX_STRETCHES 3u

/**
 * ExmCurveStretch:
 * @lo: first character of B
 * @hi: one past the last
 */
typedef struct
{
  uint32_t lo;
  uint32_t hi;
} ExmCurveStretch;

/**
 * ExmCurveGroup:
 * @stretches: where in the example its windows were looked for; ordered, apart
 * @n_stretches: how many; 0 if nothing spoke for any place
 * @d: for each window, the least distance to a substring of a stretch, at most
 *   %EXM_CURVE_FAR
 *
 * Eight windows of the grid. On the backward side all positions are those of the reversed
 * texts.
 */
typedef struct
{
  ExmCurveStretch stretches[EXM_CURVE_MAX_STRETCHES];
  uint8_t n_stretches;
  uint8_t d[EXM_CURVE_GROUP];
} ExmCurveGroup;

/**
 * exm_curve_text_new:
 * @target: (array length=n_target): A; copied; may be NULL when empty
 * @n_target: its length, characters
 * @example: (array length=n_example): B; copied; may be NULL when empty
 * @n_example: its length, characters
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 * @text: (out) (transfer full): free with exm_curve_text_free(); NULL unless
 *   %EXM_KERNEL_OK
 *
 * Cost: about 2 ns a character of alphabets, 5 of others; 8 bytes a character are kept.
 *
 * Returns: how it went
 */
ExmKernelStatus exm_curve_text_new (const uint32_t *target,
                                    size_t n_target,
                                    const uint32_t *example,
                                    size_t n_example,
                                    ExmKernelStop stop,
                                    void *stop_data,
                                    ExmCurveText **text);

/**
 * exm_curve_text_free:
 * @text: (transfer full) (nullable): what to free
 */
void exm_curve_text_free (ExmCurveText *text);

/**
 * exm_curve_text_get_length:
 * @text: a pair of texts
 *
 * Returns: characters of the target
 */
size_t exm_curve_text_get_length (const ExmCurveText *text);

/**
 * exm_curve_literal:
 * @text: a pair of texts
 * @w: window width, 1...256 characters
 * @fs: (out) (array) (nullable): one value for each character of the target
 * @bs: (out) (array) (nullable): one value for each character of the target
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 *
 * The curves of the patent: windows at the same distance from the head, or from the tail.
 *
 *   fs[i] = 1 - Lev (A[i,i+w), B[i,i+w)) / w
 *   bs[i] = 1 - Lev (A[i-w+1,i+1), B[j-w+1,j+1)) / w   with j = i + n_example - n_target
 *
 * so bs[i] belongs to the window that ends with character i. Positions outside a text
 * hold a sentinel that differs from every character and from the other text's sentinel.
 * Values next to each other differ by 1/w or less. BS is FS of the reversed texts,
 * reversed.
 *
 * Cost: with AVX2 18 ns a window of 32 characters, 25 of 64, 110 of 256; twice that
 * without, two thirds of it with AVX-512. Ten to thirty times that for more than 65,533
 * distinct characters.
 *
 * Returns: how it went
 */
ExmKernelStatus exm_curve_literal (const ExmCurveText *text,
                                   unsigned w,
                                   float *fs,
                                   float *bs,
                                   ExmKernelStop stop,
                                   void *stop_data);

/* The literal curves of a pair of texts at every width up to a greatest one, 2 bits a
 * character and width. Immutable; does not refer to its #ExmCurveText. */
typedef struct ExmCurveLiteral ExmCurveLiteral;

/**
 * exm_curve_literal_new:
 * @text: a pair of texts
 * @w_max: the greatest width that will be asked for, 1...256 characters
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 * @curves: (out) (transfer full): free with exm_curve_literal_free(); NULL unless
 *   %EXM_KERNEL_OK
 *
 * Cost: five times exm_curve_literal() at @w_max; 16 bytes a character for each 64 of
 * @w_max.
 *
 * Returns: how it went; %EXM_KERNEL_REFUSED also for more than 65,533 distinct characters
 */
ExmKernelStatus exm_curve_literal_new (const ExmCurveText *text,
                                       unsigned w_max,
                                       ExmKernelStop stop,
                                       void *stop_data,
                                       ExmCurveLiteral **curves);

void exm_curve_literal_free (ExmCurveLiteral *curves);

/**
 * exm_curve_literal_fill:
 * @w: 1...w_max
 * @fs: (out) (array) (nullable): as of exm_curve_literal()
 * @bs: (out) (array) (nullable): as of exm_curve_literal()
 *
 * Cost: 1 to 5 ns a character and curve.
 *
 * Returns: %EXM_KERNEL_OK or %EXM_KERNEL_REFUSED
 */
ExmKernelStatus
exm_curve_literal_fill (const ExmCurveLiteral *curves, unsigned w, float *fs, float *bs);

/* Memory that exm_curve_track_new() works in, kept from one pair of texts to the next:
 * at most about 10 MB. Of one thread at a time. */
typedef struct ExmCurveWorkspace ExmCurveWorkspace;

/**
 * exm_curve_workspace_new:
 *
 * Returns: (transfer full) (nullable): an empty one; NULL when out of memory
 */
ExmCurveWorkspace *exm_curve_workspace_new (void);

void exm_curve_workspace_free (ExmCurveWorkspace *self);

/**
 * exm_curve_track_new:
 * @text: a pair of texts
 * @workspace: (nullable): where to work; %NULL for memory of its own
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 * @track: (out) (transfer full): free with exm_curve_track_free(); NULL unless
 *   %EXM_KERNEL_OK
 *
 * Follows the example along the target, from the head and from the tail. The grid points
 * of either side are x = 0, 4, 8... whose window A[x,x+32) lies inside the text (one
 * window, all of A, if A is shorter than 32); eight of them are a group with a span of up
 * to 60 characters. p and xp are where in B and in A the last good window (FS >= .6)
 * began, at first both 0. For the group at x:
 *
 * 1. If x - xp <= 96 and A[x,x+span) stands in B on the diagonal p - xp, letter for
 *    letter, all its windows have FS 1 and it ends there.
 * 2. lo = p - 400, but never less than before; hi = p + 1500 + min (x - xp, 1500) + 32.
 *    Each 6-gram of the group votes for the first 8 places in B[lo,hi) that have its hash
 *    (15 bits, exm-curve-track.c), in bins of 16 diagonals. The pair of neighbouring bins
 *    with most votes, at least 4, is a candidate, and so is the best pair that shares no
 *    bin with it; of equal ones the nearest to the diagonal p - xp, then the first.
 * 3. The windows are looked for in the stretches of B that begin on one of a candidate's
 *    32 diagonals (32 + span characters), and, if x - xp <= 96, on the diagonal p - xp or
 *    one of 8 on either side of it; stretches that touch become one.
 *
 *   FS[x] = 1 - d/32   (d/n_target if A is shorter)
 *   d  = least Levenshtein distance of the window to any substring of a stretch, or 20
 *        (FS .375) if that is less
 *
 * The last window of the group with d <= 12 sets p and xp: p = end - 32 with the end of
 * the first best match. BS is the same on both texts reversed. A target below 32
 * characters is looked for in all of B[0,1532).
 *
 * The first definition looked everywhere in B[lo,hi) at each point; it is kept in
 * tests/bench/wide-track.c, and `./dev accuracy` measures how the two differ.
 *
 * Cost: about 0.5 ms for a pair of 20,000 characters with AVX2, 1 ms without; all
 * instruction sets give the same bytes.
 *
 * Returns: how it went
 */
ExmKernelStatus exm_curve_track_new (const ExmCurveText *text,
                                     ExmCurveWorkspace *workspace,
                                     ExmKernelStop stop,
                                     void *stop_data,
                                     ExmCurveTrack **track);

/**
 * exm_curve_track_free:
 * @track: (transfer full) (nullable): what to free
 */
void exm_curve_track_free (ExmCurveTrack *track);

/**
 * exm_curve_track_get_path:
 * @track: a track
 * @side: which of its two paths
 * @n: (out): number of points; 0 only if the target is empty
 *
 * Returns: (transfer none) (array length=n): the anchor path; point k is at x = 4·k
 */
const ExmCurveGroup *
exm_curve_track_get_path (const ExmCurveTrack *track, ExmCurveSide side, size_t *n);

/* Returns: characters of the target */
size_t exm_curve_track_get_length (const ExmCurveTrack *track);

/**
 * exm_curve_track_fs:
 * @track: a track
 * @i: a character of the target
 *
 * Returns: FS of the grid window that starts with character @i or up to three before it;
 *   beyond the last grid window, that one's. Constant time
 */
float exm_curve_track_fs (const ExmCurveTrack *track, size_t i);

/**
 * exm_curve_track_bs:
 * @track: a track
 * @i: a character of the target
 *
 * Returns: BS of the grid window that ends with character @i or up to three behind it;
 *   before the last grid window (the one nearest the head), that one's. Constant time
 */
float exm_curve_track_bs (const ExmCurveTrack *track, size_t i);

/**
 * exm_curve_track_fill:
 * @track: a track
 * @fs: (out) (array) (nullable): exm_curve_track_fs() of each character of the target
 * @bs: (out) (array) (nullable): exm_curve_track_bs() of each character of the target
 */
void exm_curve_track_fill (const ExmCurveTrack *track, float *fs, float *bs);

/**
 * exm_curve_n_samples:
 * @n_target: characters of the target
 * @stride: characters from one sample to the next, at least 1
 *
 * Returns: how many samples a curve has: those at 0, stride, 2·stride... < n_target
 */
size_t exm_curve_n_samples (size_t n_target, size_t stride);

/**
 * exm_curve_tracked:
 * @text: a pair of texts
 * @track: its track
 * @w: window width, 1...256 characters
 * @stride: characters from one sample to the next, at least 1
 * @fs: (out) (array) (nullable): exm_curve_n_samples() values
 * @bs: (out) (array) (nullable): exm_curve_n_samples() values
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 *
 * The tracked curves at another width or finer: sample k is at character i = k·stride.
 *
 *   fs[k] = 1 - d/w for the window A[i,i+w); for i > n_target - w that of the last window
 *           inside the text
 *   bs[k] = the same for the window A[i-w+1,i+1) that ends with character i; for
 *           i < w - 1 that of the first window inside the text
 *
 * with d as for exm_curve_track_new() and the band [lo,hi) of the grid point at or before
 * the window (on the backward side: of the reversed texts). A target shorter than w is
 * one window, divided by its own length. A value does not depend on the stride.
 *
 * Cost: at a stride of 4, 20 to 30 ns a character for both curves up to w = 64 with AVX2,
 * 130 ns for 128, 900 ns for 256; twice that without AVX2, a third with AVX-512.
 *
 * Returns: how it went; %EXM_KERNEL_REFUSED also if @track is of a target of another
 *   length
 */
ExmKernelStatus exm_curve_tracked (const ExmCurveText *text,
                                   const ExmCurveTrack *track,
                                   unsigned w,
                                   size_t stride,
                                   float *fs,
                                   float *bs,
                                   ExmKernelStop stop,
                                   void *stop_data);

/**
 * ExmCurvePart:
 * @first: a sample
 * @n: how many from there on
 */
typedef struct
{
  size_t first;
  size_t n;
} ExmCurvePart;

/**
 * exm_curve_tracked_part:
 * @part: the samples that are wanted
 * @fs: (out) (array) (nullable): the first one's value, and so on
 * @bs: (out) (array) (nullable): the same
 *
 * Some samples of exm_curve_tracked(): what is seen of a long page, before the rest.
 *
 * Cost: a part of that of exm_curve_tracked().
 *
 * Returns: how it went; %EXM_KERNEL_REFUSED also if there are no such samples
 */
ExmKernelStatus exm_curve_tracked_part (const ExmCurveText *text,
                                        const ExmCurveTrack *track,
                                        unsigned w,
                                        size_t stride,
                                        const ExmCurvePart *part,
                                        float *fs,
                                        float *bs,
                                        ExmKernelStop stop,
                                        void *stop_data);
