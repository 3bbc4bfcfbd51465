import { spawn } from 'node:child_process';
import { accessSync, constants as access, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { docsStamp } from './build-stamp.mjs';
import { environment, root } from './paths.mjs';
import { run } from './run.mjs';

const stampFile = path.join(root, 'node_modules', '.switchyard-docs');

/** Without the programs, which are built before: Nx would write them again from its cache, below servers that start from them. */
const build = [
  path.join(root, 'node_modules/nx/dist/bin/nx.js'),
  'run',
  '@switchyard/docs:docs',
  '--exclude-task-dependencies',
  '--output-style=static',
];

/** Builds the documentation unless the one that is there is of these sources. The programs are built. */
export function buildDocs() {
  if (!isCurrent()) {
    run(process.execPath, build, { quiet: true });
    noteCurrent();
  }
  console.log(
    `The documentation is in ${path.join(root, 'apps/docs/dist/site')}; a server of this checkout has it at /docs`,
  );
}

/**
 * Builds the documentation beside a server that starts, with what processor time that leaves: the api serves it as soon as
 * it is there. It ends with this process. The programs are built.
 */
export function buildDocsBeside() {
  if (isCurrent() || !isWritable()) {
    return;
  }
  const child = spawn(process.execPath, build, { cwd: root, env: environment, stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.on('exit', (code) => {
    if (code === 0) {
      noteCurrent();
    } else if (code) {
      console.error('The documentation could not be built. "npm run docs" shows why.');
    }
  });
  if (child.pid) {
    const group = -child.pid;
    setPriority(child.pid, constants.priority.PRIORITY_LOW);
    process.on('exit', () => child.exitCode === null && child.signalCode === null && endGroup(group));
  }
  child.unref();
}

const isCurrent = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === docsStamp(root);

/** Without the note the next start builds again. */
function noteCurrent() {
  try {
    writeFileSync(stampFile, docsStamp(root));
  } catch (error) {
    console.error(`The documentation is built, but this could not be noted: ${String(error)}`);
  }
}

/** @param {number} group */
function endGroup(group) {
  try {
    process.kill(group, 'SIGTERM');
  } catch {
    // It has ended.
  }
}

function isWritable() {
  try {
    accessSync(path.join(root, 'apps/docs'), access.W_OK);
    return true;
  } catch {
    return false;
  }
}
