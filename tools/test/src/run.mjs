import { spawn } from 'node:child_process';
import path from 'node:path';

/** The checkout. */
export const root = path.resolve(import.meta.dirname, '../../..');

/**
 * Runs a program in the checkout to its end.
 * @param {string} program
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [extra] further environment variables
 * @returns {Promise<{ ok: boolean, output: string }>} what it printed, both streams in order
 */
export function run(program, args, extra = {}) {
  const { TF_CLI_CONFIG_FILE: _unset, ...inherited } = process.env;
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: { ...inherited, ...extra },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Buffer[]} */
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ ok: false, output: `${program}: ${error.message}` }));
    child.on('close', (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
