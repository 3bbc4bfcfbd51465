import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../support/part.js';
import type { Row } from './report.js';

const RUNS = 20;
/** Milliseconds of processor time. */
const TARGET = 150;

/** Runs the program so many times; the shell then prints the processor time of its children, user and system, in its second line. */
const SCRIPT = `for run in $(seq ${RUNS}); do "$0" "$1" $2 > /dev/null; done; times`;

/** Processor time of one start of the command line, which everything that a person types costs. */
export async function measureCommandLineStart(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const words of ['--version', 'contexts', 'tasks --help']) {
    rows.push(await rowOf(words));
  }
  return rows;
}

async function rowOf(words: string): Promise<Row> {
  const program = join(root, 'apps/cli/dist/switchyard.cjs');
  const { stdout } = await promisify(execFile)('bash', ['-c', SCRIPT, process.execPath, program, words]);
  const milliseconds = Math.round((childrenSeconds(stdout) * 1000) / RUNS);
  return {
    what: `switchyard ${words}: processor time of one start (n = ${RUNS})`,
    measured: `${milliseconds} ms`,
    target: `≤ ${TARGET} ms`,
    met: milliseconds <= TARGET,
  };
}

/** Seconds of `0m1.234s 0m0.567s` in the second line. */
function childrenSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);
}
