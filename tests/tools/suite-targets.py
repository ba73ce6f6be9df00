#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""suite-targets.py BUILD SUITE…

Prints the build targets that the tests of the suites run or depend on, one a line,
relative to BUILD. Catalogues of translations are among them, since programs look for them
by an environment variable that no build file knows of.
"""

import json
import os
import subprocess
import sys


def introspect(build, what):
    """Meson's own account of a configured folder."""
    return json.loads(subprocess.check_output(['meson', 'introspect', '--' + what, build]))


def list_targets(build, suites, tests, targets):
    """The files that tests of the suites need, relative to the folder, sorted."""
    root = os.path.abspath(build) + os.sep
    files = {target['id']: target['filename'] for target in targets}
    made = {name for names in files.values() for name in names}
    wanted = {name for name in made if name.endswith('.mo')}
    for test in tests:
        if not any(suite.split(':')[-1] in suites for suite in test['suite']):
            continue
        words = test['cmd'] + list(test['env'].values())
        wanted.update(word for word in words if word in made)
        wanted.update(os.path.join(root, word) for word in words
                      if os.path.join(root, word) in made)
        for needed in test['depends']:
            wanted.update(files.get(needed, []))
    return sorted(os.path.relpath(name, root) for name in wanted)


def main(argv):
    if len(argv) < 3:
        print(__doc__.strip().split('\n')[0], file=sys.stderr)
        return 2
    build, suites = argv[1], set(argv[2:])
    names = list_targets(build, suites, introspect(build, 'tests'), introspect(build, 'targets'))
    if not names:
        print('no test is in: ' + ' '.join(sorted(suites)), file=sys.stderr)
        return 1
    print('\n'.join(names))
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv))
