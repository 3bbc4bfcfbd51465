/**
 * Clears up after a run of tests: `run-watcher.mjs PLACE VARIABLE`. Its standard input ends with the run, however that ended.
 * Then it ends what has the name of PLACE in VARIABLE, with all that descends from it, and removes PLACE.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const ROUNDS = 200;
const ROUND_MS = 50;

const [, , place = '', variable = ''] = process.argv;
const mark = `${variable}=${path.basename(place)}`;

for await (const _ of process.stdin) {
  // Nothing is sent: only the end counts.
}
for (let round = 0; round < ROUNDS && endWhatIsLeft(); round++) {
  await pause(ROUND_MS);
}
rmSync(place, { recursive: true, force: true, maxRetries: 10 });

/** True when there was something. */
function endWhatIsLeft() {
  const left = withDescendants(
    processIds().filter((pid) => readOrEmpty(`/proc/${pid}/environ`).split('\0').includes(mark)),
  );
  left.forEach(kill);
  return left.length > 0;
}

function processIds() {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** @param {string[]} marked */
function withDescendants(marked) {
  const parents = processIds().map((pid) => ({
    pid,
    parent: /\) \S (\d+)/.exec(readOrEmpty(`/proc/${pid}/stat`))?.[1] ?? '',
  }));
  /** @type {(pid: string) => string[]} */
  const below = (pid) => [pid, ...parents.filter(({ parent }) => parent === pid).flatMap((child) => below(child.pid))];
  return [...new Set(marked.flatMap(below))];
}

/** @param {string} file */
function readOrEmpty(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** @param {string} pid */
function kill(pid) {
  try {
    process.kill(Number(pid), 'SIGKILL');
  } catch {
    return;
  }
}
