import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { DefaultAppId } from '@switchyard/contracts';

const PATIENCE_MS = 20_000;
const known = new Map<string, Promise<string | null>>();

/** The arguments that print the version of a tool, and where in the first line of its answer the version stands. */
const QUESTIONS: Readonly<Record<DefaultAppId, { args: readonly string[]; version: RegExp }>> = {
  ansible: { args: ['--version'], version: /\[(?:core|base) ([^\]]+)\]|^\S+ (\d\S*)/ },
  terraform: { args: ['version'], version: /v(\d\S*)/ },
  tofu: { args: ['version'], version: /v(\d\S*)/ },
  terragrunt: { args: ['--version'], version: /v?(\d+\.\S*)/ },
  bash: { args: ['--version'], version: /version (\S+)/ },
  powershell: {
    args: ['-NoLogo', '-NoProfile', '-Command', '$PSVersionTable.PSVersion.ToString()'],
    version: /(\d\S*)/,
  },
  python: { args: ['--version'], version: /Python (\S+)/ },
  pulumi: { args: ['version'], version: /v?(\d\S*)/ },
};

/**
 * Version of the program of a default app, read once. A program that does not answer is run again each time, as it
 * may be repaired while the runner is up.
 * @param file name found on `searchPath`, or an absolute path
 * @returns `null` when it does not work
 */
export async function toolVersion(app: DefaultAppId, file: string, searchPath: string): Promise<string | null> {
  const id = `${app}\0${file}\0${searchPath}`;
  const pending = known.get(id) ?? readVersion(app, file, searchPath);
  known.set(id, pending);
  const version = await pending;
  if (version === null) {
    known.delete(id);
  }
  return version;
}

async function readVersion(app: DefaultAppId, file: string, searchPath: string): Promise<string | null> {
  const { args, version } = QUESTIONS[app];
  try {
    const env = { PATH: searchPath, LANG: 'C.UTF-8', HOME: process.env.HOME ?? '/', CHECKPOINT_DISABLE: '1' };
    const answer = promisify(execFile)(file, args, { env, timeout: PATIENCE_MS });
    // A program that reads its input instead of answering must not wait for more.
    answer.child.stdin?.end();
    const { stdout } = await answer;
    const [line = ''] = stdout.split('\n');
    return version.exec(line)?.slice(1).find(Boolean) ?? line.trim();
  } catch {
    return null;
  }
}
