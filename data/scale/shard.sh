#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# One shard of archives, once, however often it is asked for:
#
#   shard.sh I/N FOLDER INPUT...
#   shard.sh array FOLDER INPUT...     # in a job array of Slurm, which numbers its tasks
#
# writes FOLDER/shard-I-of-N.jsonl.zst; FOLDER/shard-I-of-N.done says that it is whole, and of
# which options and inputs: with others it is refused. A shard that was killed, or that failed,
# goes on where its last block ended; one of other archives or options begins anew.
# EXEMPLAR_WARC_OPTIONS are those of exemplar-cli warc, EXEMPLAR_CLI is the program.
set -u
shard=$1
folder=$2
shift 2
if [ "$shard" = array ]; then
  shard=$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT
fi
name=$(printf '%s/shard-%06d-of-%06d' "$folder" "${shard%/*}" "${shard#*/}")
is=$(printf 'shard %s\noptions %s\n' "$shard" "${EXEMPLAR_WARC_OPTIONS:-}"; printf 'input %s\n' "$@")
if [ -e "$name.done" ]; then
  if [ "$(cat "$name.done")" = "$is" ]; then
    exit 0
  fi
  echo "shard.sh: $name.done is of other inputs or options; take another folder, or delete it to do the shard anew" >&2
  exit 1
fi

work() {
  # The options are words.
  # shellcheck disable=SC2086
  "${EXEMPLAR_CLI:-exemplar-cli}" warc $resume --shard "$shard" --output "$name.jsonl.zst" \
    --statistics "$name.json" ${EXEMPLAR_WARC_OPTIONS:-} "$@"
}

resume=
if [ -e "$name.jsonl.zst.state" ]; then
  resume=--resume
fi
work "$@"
status=$?
if [ -n "$resume" ] && [ $status = 6 ]; then
  # The program says that the state is of another run.
  resume=
  work "$@"
  status=$?
fi
if [ $status = 0 ]; then
  printf '%s\n' "$is" > "$name.done.new" && mv -- "$name.done.new" "$name.done"
  exit
elif [ $status -gt 128 ] && [ -n "${SLURM_ARRAY_JOB_ID:-}" ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
  # Slurm does again what a node lost, but not what was killed on it.
  scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"
fi
exit $status
