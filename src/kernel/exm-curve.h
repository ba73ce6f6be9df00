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

#include "exm-kernel.h"

/* The grid of the anchor path. */
#define EXM_CURVE_GRID_WINDOW 32u
#define EXM_CURVE_GRID_STRIDE 4u

/**
 * ExmCurveText:
 *
 * A target and an example text made ready for any number of curves. Immutable.
 */
typedef struct ExmCurveText ExmCurveText;

/**
 * ExmCurveTrack:
 *
 * Where, for each point of a grid over the target, the tracked curves look in the
 * example, and what they find there. Immutable; does not refer to its #ExmCurveText.
 */
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

/**
 * ExmCurveAnchor:
 * @x: the grid point: the window is A[x,x+32), or all of A if that is shorter
 * @lo: the band of B that is searched is B[lo,hi)
 * @hi: its end
 * @p: match start of the last grid window before @x with a similarity of .6 or more; 0 if
 *   there is none
 * @xp: that window's x; 0 if there is none
 * @start: smallest start in the band of a match of distance @d; the drift is start - x
 * @d: the least distance of the window to any substring of the band
 *
 * One point of the anchor path. On the backward side all positions are those of the
 * reversed texts.
 */
typedef struct
{
  uint32_t x;
  uint32_t lo;
  uint32_t hi;
  uint32_t p;
  uint32_t xp;
  uint32_t start;
  uint32_t d;
} ExmCurveAnchor;

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
 * Cost: about 10 ns a character; 8 bytes a character are kept.
 *
 * Returns: how it went
 */
ExmKernelStatus
exm_curve_text_new (const uint32_t *target,
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
void
exm_curve_text_free (ExmCurveText *text);

/**
 * exm_curve_text_get_length:
 * @text: a pair of texts
 *
 * Returns: characters of the target
 */
size_t
exm_curve_text_get_length (const ExmCurveText *text);

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
 * Cost: 140 to 300 ns a window of 32 characters, twice that for 64, growing with w²
 * beyond.
 *
 * Returns: how it went
 */
ExmKernelStatus
exm_curve_literal (const ExmCurveText *text,
                   unsigned w,
                   float *fs,
                   float *bs,
                   ExmKernelStop stop,
                   void *stop_data);

/**
 * exm_curve_track_new:
 * @text: a pair of texts
 * @stop: (nullable): asked whether to cancel
 * @stop_data: for @stop
 * @track: (out) (transfer full): free with exm_curve_track_free(); NULL unless
 *   %EXM_KERNEL_OK
 *
 * Follows the example along the target, from the head and from the tail. On either side,
 * at the grid points x = 0, 4, 8... whose window A[x,x+32) lies inside the text (one
 * window, all of A, if A is shorter than 32):
 *
 *   FS[x] = 1 - d/32   (d/n_target if A is shorter)
 *   d  = least Levenshtein distance of the window to any substring of B[lo,hi), the empty
 *        one included
 *   lo = p - 400
 *   hi = p + 1500 + min (x - xp, 1500) + 32, both clipped to B
 *
 * where p and xp are match start and x of the last grid window before x with FS >= .6, at
 * first both 0. Of equal matches the one with the smallest start counts. BS is the same
 * on both texts reversed.
 *
 * The search runs over the reversed band with the reversed pattern (Myers 1999; the
 * searching form), so that the value of each column is the least distance of a match that
 * starts there, and one pass gives both d and the smallest start.
 *
 * Cost: a band of 1,900 to 3,400 columns a grid point and side, eight stretches side
 * by side: 40 to 60 ms for a pair of 20,000 characters.
 *
 * Returns: how it went
 */
ExmKernelStatus
exm_curve_track_new (const ExmCurveText *text,
                     ExmKernelStop stop,
                     void *stop_data,
                     ExmCurveTrack **track);

/**
 * exm_curve_track_free:
 * @track: (transfer full) (nullable): what to free
 */
void
exm_curve_track_free (ExmCurveTrack *track);

/**
 * exm_curve_track_get_path:
 * @track: a track
 * @side: which of its two paths
 * @n: (out): number of points; 0 only if the target is empty
 *
 * Returns: (transfer none) (array length=n): the anchor path; point k is at x = 4·k
 */
const ExmCurveAnchor *
exm_curve_track_get_path (const ExmCurveTrack *track, ExmCurveSide side, size_t *n);

/**
 * exm_curve_track_fs:
 * @track: a track
 * @i: a character of the target
 *
 * Returns: FS of the grid window that starts with character @i or up to three before it;
 *   beyond the last grid window, that one's. Constant time
 */
float
exm_curve_track_fs (const ExmCurveTrack *track, size_t i);

/**
 * exm_curve_track_bs:
 * @track: a track
 * @i: a character of the target
 *
 * Returns: BS of the grid window that ends with character @i or up to three behind it;
 *   before the last grid window (the one nearest the head), that one's. Constant time
 */
float
exm_curve_track_bs (const ExmCurveTrack *track, size_t i);

/**
 * exm_curve_track_fill:
 * @track: a track
 * @fs: (out) (array) (nullable): exm_curve_track_fs() of each character of the target
 * @bs: (out) (array) (nullable): exm_curve_track_bs() of each character of the target
 */
void
exm_curve_track_fill (const ExmCurveTrack *track, float *fs, float *bs);

/**
 * exm_curve_n_samples:
 * @n_target: characters of the target
 * @stride: characters from one sample to the next, at least 1
 *
 * Returns: how many samples a curve has: those at 0, stride, 2·stride... < n_target
 */
size_t
exm_curve_n_samples (size_t n_target, size_t stride);

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
 * Cost: a band a sample, as exm_curve_track_new() up to w = 32; about five times that for
 * a w of 33 to 64, growing with @w beyond.
 *
 * Returns: how it went; %EXM_KERNEL_REFUSED also if @track is of a target of another
 *   length
 */
ExmKernelStatus
exm_curve_tracked (const ExmCurveText *text,
                   const ExmCurveTrack *track,
                   unsigned w,
                   size_t stride,
                   float *fs,
                   float *bs,
                   ExmKernelStop stop,
                   void *stop_data);
