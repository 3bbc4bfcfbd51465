import { spawnSync } from 'node:child_process';
import { environment, root } from './paths.mjs';

/**
 * Ends with one line for the person at the keyboard.
 * @param {string} message
 * @returns {never}
 */
export function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a program in the checkout and ends with its exit code when it fails.
 * @param {string} program
 * @param {string[]} args
 * @param {{ quiet?: boolean }} [options] quiet: what it prints is shown only when it fails
 */
export function run(program, args, { quiet = false } = {}) {
  const { status, error, stdout, stderr } = spawnSync(program, args, {
    cwd: root,
    stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: environment,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  if (error) {
    fail(`${program} could not be started: ${error.message}`);
  }
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}`);
    process.exit(status ?? 1);
  }
}
