import { statSync } from 'node:fs';
import path from 'node:path';

/** Seconds of the spec files that run long. A file that is not here runs after them, so a wrong figure only costs time. */
const seconds = {
  'e2e/batches': 200,
  'integration/batches': 25,
  'unit/batches': 25,
  'supervisor/stack': 60,
  'executors/temporary-root': 30,
  'outbox/outbox': 29,
  'src/outages': 21,
  'isolation/isolation': 21,
  'results/results': 20,
  'isolation/sandbox': 19,
  'runner/package-runner': 19,
  'src/dispatcher': 18,
  'postgres/embedded-postgres': 18,
  'reports/report-attacks': 16,
  'app/permission-matrix': 15,
  'app/production-build': 8,
  'scenarios/runners-console': 92,
  'scenarios/first-run': 86,
  'scenarios/views': 82,
  'scenarios/start-command': 80,
  'scenarios/edit-forms': 74,
  'scenarios/queue-lost': 70,
  'scenarios/lists': 66,
  'scenarios/task-separation': 64,
  'scenarios/runner-dies': 63,
  'scenarios/stop-stages': 60,
  'scenarios/plan-view': 60,
  'scenarios/ansible-summary': 50,
  'scenarios/schedules': 48,
  'scenarios/plan-confirm': 46,
  'scenarios/survey': 42,
  'scenarios/api-dies': 41,
};

/**
 * Jest's order of spec files: the longest first, so that no worker is left alone with one at the end. Larger files come
 * before smaller ones. A fresh checkout has no record of former runs to sort by.
 */
export default class LongestFirst {
  /** @param {{ path: string }[]} tests */
  sort(tests) {
    const weights = new Map(tests.map((test) => [test, weight(test.path)]));
    return tests.toSorted((left, right) => (weights.get(right) ?? 0) - (weights.get(left) ?? 0));
  }

  /**
   * @template T
   * @param {T} tests
   */
  shard(tests) {
    return tests;
  }

  allFailedTests() {
    throw new Error('--onlyFailures needs a record of former runs, which is not kept');
  }

  cacheResults() {}
}

/** A file that fills a good part of a minute by itself. @param {string} file */
export function isLong(file) {
  return (secondsOf(file) ?? 0) >= 15;
}

/** @param {string} file */
function weight(file) {
  const known = secondsOf(file);
  return known ? known * 1e6 : statSync(file).size;
}

/** @param {string} file */
function secondsOf(file) {
  const name = file.split(path.sep).slice(-3).join('/');
  return Object.entries(seconds).find(([place]) => name.includes(`${place}.`) || name.includes(`${place}/`))?.[1];
}
