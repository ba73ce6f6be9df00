# SPDX-FileCopyrightText: 2026 The Exemplar authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""TAP for the checks and the tests that are written in Python."""

import contextlib
import importlib.util
import io
import os
import sys
import traceback
import unittest


class Report:
    """Numbered results on standard output; the plan comes last."""

    def __init__(self):
        self.count = 0
        self.failed = 0

    def result(self, name, problems):
        """One test: it passed if the list of problems is empty."""
        self.count += 1
        self.failed += bool(problems)
        print('%s %d - %s' % ('not ok' if problems else 'ok', self.count, name))
        for problem in problems:
            for line in str(problem).split('\n'):
                print('# ' + line)
        sys.stdout.flush()

    def finish(self):
        """Prints the plan; returns the exit status. No test at all is a failure."""
        print('1..%d' % self.count)
        return 1 if self.failed or not self.count else 0


def load(name):
    """The tool beside this file as a module; its name may hold dashes."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    spec = importlib.util.spec_from_file_location(name.replace('-', '_')[:-3], path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def call(main, *args):
    """(exit status, standard output) of a tool's main."""
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        status = main(*args)
    return status, output.getvalue()


class _Result(unittest.TestResult):
    def __init__(self, report):
        super().__init__()
        self.report = report

    def _name(self, test):
        return test.id().split('.', 1)[-1]

    def addSuccess(self, test):
        super().addSuccess(test)
        self.report.result(self._name(test), [])

    def _bad(self, test, err):
        self.report.result(self._name(test), [''.join(traceback.format_exception(*err))])

    def addError(self, test, err):
        super().addError(test, err)
        self._bad(test, err)

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._bad(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._bad(subtest, err)

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.report.result(self._name(test), ['skipped: ' + reason])


def main():
    """Runs the unittest cases of the calling script."""
    report = Report()
    unittest.defaultTestLoader.loadTestsFromModule(sys.modules['__main__']).run(
        _Result(report))
    sys.exit(report.finish())
