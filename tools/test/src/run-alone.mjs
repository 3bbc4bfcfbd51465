import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from './run.mjs';

/** Processes with this variable belong to the run that it names, and so does what descends from them. */
const RUN_MARK = 'TEST_RUN';

/** Where `npm start` lets tasks work that run as users of their own. */
const TASK_PLACES = '/var/lib/switchyard-tasks';

/** Ends everything in its process namespace, also what left its session, and what has no environment. */
const UNSHARE = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];

/**
 * Run by the first process of a process namespace, which has to wait for what loses its parent: so it stays a shell. A
 * checkout among the temporary files stays where it is.
 */
const ENTER = `
set -e
place=$1 temporary=$2 root=$3 tasks=$4; shift 4
mkdir -p -m 0711 "$place/tasks" "$tasks"
mount --bind "$place/tasks" "$tasks"
case $root/ in "$temporary"/*)
  mkdir -p "$place/tmp\${root#"$temporary"}"
  mount --bind "$root" "$place/tmp\${root#"$temporary"}"
esac
mount --rbind "$place/tmp" "$temporary"
mount -t tmpfs -o mode=1777 tmpfs /dev/shm
cd "$root"
set +e
"$@"
exit $?
`;

/**
 * Runs a program in the checkout to its end. Nothing that it starts outlives the run and no temporary file does, however the
 * run ends. Where namespaces can be had, as root on Linux, the program has processes and temporary files of its own; elsewhere
 * what inherited the mark of the run is ended, with its descendants.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options] env: further variables
 * @returns {ReturnType<typeof run>}
 */
export async function runAlone(program, args, { env = {} } = {}) {
  const place = mkdtempSync(path.join(tmpdir(), 'switchyard-run-'));
  const watcher = watch(place);
  try {
    const [file = '', ...rest] = hasNamespaces() ? inNamespaces(place, [program, ...args]) : [program, ...args];
    return await run(file, rest, { env: { ...env, [RUN_MARK]: path.basename(place) } });
  } finally {
    watcher.stdin.end();
    await once(watcher, 'exit');
  }
}

/** A process in a session of its own that clears up when this one is gone. @param {string} place */
function watch(place) {
  chmodSync(place, 0o711);
  const script = path.join(import.meta.dirname, 'run-watcher.mjs');
  return spawn(process.execPath, [script, place, RUN_MARK], { detached: true, stdio: ['pipe', 'ignore', 'inherit'] });
}

/**
 * @param {string} place
 * @param {string[]} command
 */
function inNamespaces(place, command) {
  const temporary = path.join(place, 'tmp');
  mkdirSync(temporary);
  chmodSync(temporary, 0o1777);
  return ['unshare', ...UNSHARE, 'sh', '-c', ENTER, 'sh', place, tmpdir(), root, TASK_PLACES, ...command];
}

function hasNamespaces() {
  return process.getuid?.() === 0 && spawnSync('unshare', [...UNSHARE, 'true'], { stdio: 'ignore' }).status === 0;
}
