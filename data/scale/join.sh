#!/bin/sh
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
#
# The shards of a folder as one file, in the order of the archives:
#
#   join.sh N FOLDER > all.jsonl.zst
#
# Says which ones are missing, or of other inputs or options than the first, and writes nothing
# then.
set -u
n=$1
folder=$2
shards=$(seq -f "shard-%06.0f-of-$(printf %06d "$n")" "$n")
missing=
others=
of_first=
# Names hold no spaces.
for shard in $shards; do
  if ! [ -e "$folder/$shard.done" ]; then
    missing="$missing ${shard%-of-*}"
    continue
  fi
  of=$(tail -n +2 "$folder/$shard.done")
  of_first=${of_first:-$of}
  [ "$of" = "$of_first" ] || others="$others ${shard%-of-*}"
done
if [ -n "$missing" ]; then
  echo "join.sh: these shards are not whole:$missing" >&2
  exit 1
fi
if [ -n "$others" ]; then
  echo "join.sh: these shards are of other inputs or options than the first:$others" >&2
  exit 1
fi
for shard in $shards; do
  cat "$folder/$shard.jsonl.zst" || exit 1
done
