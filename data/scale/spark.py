#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Shards of archives by Apache Spark:

    spark-submit spark.py N FOLDER INPUT...

writes FOLDER, as Spark writes text: part-00000 has the lines of the first shard. The shards are
the elements of an RDD, each of which is piped to exemplar-cli warc; what was killed is done
again by Spark from its start, and the lines of an attempt that failed are dropped by it.
EXEMPLAR_WARC_OPTIONS are those of exemplar-cli warc, EXEMPLAR_CLI is the program; paths must
be those of all machines."""

import os
import shlex
import sys

from pyspark import SparkContext

# Spark gives the elements on standard input, a line each.
SCRIPT = 'while read -r shard; do %s warc --shard "$shard" %s %s < /dev/null || exit; done'


def main(argv):
    if len(argv) < 4:
        sys.exit(__doc__)
    number, folder = int(argv[1]), argv[2]
    program = os.environ.get('EXEMPLAR_CLI', 'exemplar-cli')
    script = SCRIPT % (shlex.quote(program), os.environ.get('EXEMPLAR_WARC_OPTIONS', ''),
                       ' '.join(map(shlex.quote, argv[3:])))
    context = SparkContext(appName='exemplar')
    shards = context.parallelize(['%d/%d' % (i, number) for i in range(1, number + 1)], number)
    shards.pipe('sh -c ' + shlex.quote(script), checkCode=True).saveAsTextFile(folder)
    context.stop()


if __name__ == '__main__':
    main(sys.argv)
