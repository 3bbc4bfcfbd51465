import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { root } from './paths.mjs';

const execute = promisify(execFile);

/**
 * Runs a program to its end.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 * @returns {Promise<string>} what it wrote to stdout
 * @throws {Error} when it fails, with what it wrote
 */
export async function run(program, args, { cwd = root, env = process.env } = {}) {
  try {
    const { stdout } = await execute(program, args, { cwd, env, maxBuffer: 256 * 1024 * 1024 });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = /** @type {{ stdout?: string, stderr?: string }} */ (error);
    const output = `${stdout ?? ''}${stderr ?? ''}` || String(error);
    throw new Error(`${[program, ...args].join(' ')} failed:\n${output}`, { cause: error });
  }
}
