#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# N shards of archives by GNU parallel, and the shards that are left when asked again:
#
#   parallel.sh N FOLDER INPUT...
#
# writes FOLDER/all.jsonl.zst. Options of parallel are in PARALLEL, as "--jobs 8", or
# "--sshloginfile machines" for machines that share the folders; those of exemplar-cli warc
# are in EXEMPLAR_WARC_OPTIONS.
set -eu
here=$(cd -- "$(dirname -- "$0")" && pwd)
n=$1
folder=$2
shift 2
mkdir -p -- "$folder"
# One that was killed is tried twice more.
seq "$n" | parallel --will-cite --quote --retries 3 --joblog "$folder/joblog" \
  env EXEMPLAR_CLI="${EXEMPLAR_CLI:-exemplar-cli}" EXEMPLAR_WARC_OPTIONS="${EXEMPLAR_WARC_OPTIONS:-}" \
  "$here/shard.sh" "{}/$n" "$folder" "$@"
"$here/join.sh" "$n" "$folder" > "$folder/all.jsonl.zst.new"
mv -- "$folder/all.jsonl.zst.new" "$folder/all.jsonl.zst"
