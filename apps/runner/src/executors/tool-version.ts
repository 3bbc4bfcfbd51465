import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const PATIENCE_MS = 20_000;
const known = new Map<string, Promise<string | null>>();

/**
 * Version of an installed tool, asked once. A tool that is absent is asked for again each time, as it may be
 * installed while the runner is up.
 * @param pattern finds the version in the first line of what it prints; without a match that line is the version.
 * @returns `null` when the tool is not installed or does not work.
 */
export async function toolVersion(
  tool: string,
  pattern: RegExp,
  path: string | undefined = process.env.PATH,
): Promise<string | null> {
  const id = `${tool}\0${path}`;
  const asked = known.get(id) ?? askVersion(tool, pattern, path);
  known.set(id, asked);
  const version = await asked;
  if (version === null) {
    known.delete(id);
  }
  return version;
}

async function askVersion(tool: string, pattern: RegExp, path = ''): Promise<string | null> {
  try {
    const env = { PATH: path, LANG: 'C.UTF-8', HOME: process.env.HOME ?? '/' };
    const { stdout } = await promisify(execFile)(tool, ['--version'], { env, timeout: PATIENCE_MS });
    const [line = ''] = stdout.split('\n');
    return pattern.exec(line)?.slice(1).find(Boolean) ?? line.trim();
  } catch {
    return null;
  }
}
