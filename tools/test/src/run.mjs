import { spawn } from 'node:child_process';
import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** Ends what runs when the driver itself gets a signal. */
export function passSignalsOn() {
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.once(signal, () => {
      running.forEach((child) => end(child, signal));
      process.exit(1);
    });
  }
}

/**
 * Every program leads a session of its own.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function end({ pid }, signal) {
  try {
    process.kill(-(pid ?? NaN), signal);
  } catch {
    return;
  }
}

/**
 * Runs a program in the checkout to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv }} [options] env: further variables
 * @returns {Promise<{ ok: boolean, output: string }>} what it printed, both streams in order
 */
export function run(program, args, { env = {} } = {}) {
  const { TF_CLI_CONFIG_FILE: _unset, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    running.add(child);
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }));
    child.on('close', (code) => {
      running.delete(child);
      resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() });
    });
  });
}
