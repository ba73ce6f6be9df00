#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# N shards of archives as a job array of Slurm, and the shards that are left when asked again:
#
#   slurm.sh N FOLDER INPUT...
#
# waits, and writes FOLDER/all.jsonl.zst. Options of sbatch are in SBATCH_OPTIONS, as
# "--partition long --mem-per-cpu 2G"; those of exemplar-cli warc in EXEMPLAR_WARC_OPTIONS.
# Paths must be those of all nodes.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
n=$1
folder=$2
shift 2
mkdir -p -- "$folder"
# The options are words.
# shellcheck disable=SC2086
sbatch --wait --requeue --job-name=exemplar --array="1-$n" --open-mode=append \
  --output="$folder/slurm-%a.log" ${SBATCH_OPTIONS:-} "$here/shard.sh" array "$folder" "$@" || true
"$here/join.sh" "$n" "$folder" > "$folder/all.jsonl.zst.new"
mv -- "$folder/all.jsonl.zst.new" "$folder/all.jsonl.zst"
