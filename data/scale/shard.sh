#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One shard of archives, once, however often it is asked for:
#
#   shard.sh I/N FOLDER INPUT...
#   shard.sh array FOLDER INPUT...     # in a job array of Slurm, which numbers its tasks
#
# writes FOLDER/shard-I.jsonl.zst; FOLDER/shard-I.done says that it is whole. A shard that
# was killed goes on where its last block ended. EXEMPLAR_WARC_OPTIONS are those of
# exemplar-cli warc, EXEMPLAR_CLI is the program.
set -u
shard=$1
folder=$2
shift 2
if [ "$shard" = array ]; then
  shard=$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT
fi
name=$(printf '%s/shard-%06d' "$folder" "${shard%/*}")
if [ -e "$name.done" ]; then
  exit 0
fi
resume=
if [ -e "$name.jsonl.zst.state" ]; then
  resume=--resume
fi
# The options are words.
# shellcheck disable=SC2086
"${EXEMPLAR_CLI:-exemplar-cli}" warc --shard "$shard" --output "$name.jsonl.zst" \
  --statistics "$name.json" $resume ${EXEMPLAR_WARC_OPTIONS:-} "$@"
status=$?
if [ $status = 0 ]; then
  : > "$name.done"
elif [ -n "$resume" ] && [ $status -lt 128 ]; then
  # The next try begins at the start: the archives may have changed, or been out of reach.
  rm -f "$name.jsonl.zst.state"
elif [ $status -gt 128 ] && [ -n "${SLURM_ARRAY_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  # Slurm does again what a node lost, but not what was killed on it.
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit $status
