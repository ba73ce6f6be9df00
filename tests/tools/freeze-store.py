#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""freeze-store.py BUILD

Makes tests/data/store/vN.db and vN-pages.db, a store of the version that the code in BUILD
writes. To be run once, when a version of the schema is released; a file that is there is
never made again, because it stands for what users have on their disks.
"""

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FROZEN = os.path.normpath(os.path.join(HERE, '..', 'data', 'store'))


def user_version(path):
    """The version in the header of an SQLite file."""
    with open(path, 'rb') as file:
        return int.from_bytes(file.read(64)[60:64], 'big')


def main(argv):
    if len(argv) != 2:
        print(__doc__.strip().split('\n')[0], file=sys.stderr)
        return 2
    program = os.path.abspath(os.path.join(argv[1], 'tests', 'service', 'store', 'test-store-frozen'))
    with tempfile.TemporaryDirectory() as work:
        # A relative folder: the paths in the file are of no machine.
        subprocess.run([program, '--make', 'frozen'], cwd=work, check=True)
        made = os.path.join(work, 'frozen')
        if any(name.endswith('-wal') for name in os.listdir(made)):
            print('the store was not closed: its log is still there', file=sys.stderr)
            return 1
        version = user_version(os.path.join(made, 'exemplar.db'))
        os.makedirs(FROZEN, exist_ok=True)
        for name, suffix in (('exemplar.db', ''), ('pages.db', '-pages')):
            target = os.path.join(FROZEN, 'v%d%s.db' % (version, suffix))
            if os.path.exists(target):
                print('%s is there already; it is never changed' % target, file=sys.stderr)
                return 1
            shutil.copyfile(os.path.join(made, name), target)
            print('%s: %d bytes' % (target, os.path.getsize(target)))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
