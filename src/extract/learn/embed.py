# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed.py TABLE OUT.c: a table of weights as C, for the program to carry."""

import sys


def main(argv):
    with open(argv[1], 'rb') as file:
        data = file.read()
    rows = [','.join('%d' % byte for byte in data[i:i + 24]) for i in range(0, len(data), 24)]
    with open(argv[2], 'w', encoding='ascii') as file:
        file.write('#include <stddef.h>\n'
                   'extern const char exm_table_shipped[];\n'
                   'extern const size_t exm_table_shipped_size;\n'
                   'const char exm_table_shipped[] = {\n%s\n};\n'
                   'const size_t exm_table_shipped_size = sizeof exm_table_shipped;\n'
                   % ',\n'.join(rows))


if __name__ == '__main__':
    main(sys.argv)
