import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Builds the program from the sources as they are, readable for every user. @returns its path, in a directory of its own */
export function buildRunnerProgram(): string {
  const dir = mkdtempSync(join(tmpdir(), 'runner-program-'));
  chmodSync(dir, 0o755);
  const program = join(dir, 'runner.cjs');
  execFileSync(process.execPath, [fileURLToPath(new URL('../../build.mjs', import.meta.url)), program]);
  return program;
}
