#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The shards of a folder as one file, in the order of the archives:
#
#   join.sh N FOLDER > all.jsonl.zst
#
# Says which ones are missing, and writes nothing then.
set -u
n=$1
folder=$2
missing=
for i in $(seq -f %06.0f "$n"); do
  [ -e "$folder/shard-$i.done" ] || missing="$missing $i"
done
if [ -n "$missing" ]; then
  echo "join.sh: these shards are not whole:$missing" >&2
  exit 1
fi
for i in $(seq -f %06.0f "$n"); do
  cat "$folder/shard-$i.jsonl.zst" || exit 1
done
