# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py NAME TABLE OUT.c: a table of weights as C, for the program to carry."""

import sys


def main(argv):
    name = argv[1]
    with open(argv[2], 'rb') as file:
        data = file.read()
    rows = [','.join('%d' % byte for byte in data[i:i + 24]) for i in range(0, len(data), 24)]
    with open(argv[3], 'w', encoding='ascii') as file:
        file.write('#include <stddef.h>\n'
                   'extern const char %s[];\n'
                   'extern const size_t %s_size;\n'
                   'const char %s[] = {\n%s\n};\n'
                   'const size_t %s_size = sizeof %s;\n'
                   % (name, name, name, ',\n'.join(rows), name, name))


if __name__ == '__main__':
    main(sys.argv)
