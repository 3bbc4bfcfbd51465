import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CommandError } from '../exit-codes.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A server that a person works with. */
export interface Context {
  server: string;
  token: string;
  /** Project of commands that name none. */
  project?: number | undefined;
}

export interface Contexts {
  /** Name of the one that is used; null = none. */
  current: string | null;
  contexts: Record<string, Context>;
}

/**
 * Where contexts are kept: `switchyard/contexts.json` in `XDG_CONFIG_HOME` (XDG Base Directory Specification), else in
 * `APPDATA` on Windows, else in `~/.config`.
 */
export function contextFile(env: Environment, platform = process.platform): string {
  const home =
    env['XDG_CONFIG_HOME'] || (platform === 'win32' && env['APPDATA']) || join(env['HOME'] || homedir(), '.config');
  return join(home, 'switchyard', 'contexts.json');
}

/** @throws CommandError when the file is no list of contexts */
export async function readContexts(file: string): Promise<Contexts> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') {
      return null;
    }
    throw new CommandError(`${file} cannot be read: ${error.message}`);
  });
  return content === null ? { current: null, contexts: {} } : parsed(file, content);
}

/** Replaces the file as a whole; only its owner may read it, because it holds tokens. */
export async function writeContexts(file: string, contexts: Contexts): Promise<void> {
  const beside = `${file}.${process.pid}.new`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(beside, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
    await rename(beside, file);
  } catch (error) {
    throw new CommandError(`${file} cannot be written: ${(error as Error).message}`);
  }
}

function parsed(file: string, content: string): Contexts {
  const value = json(content) as Partial<Contexts> | null;
  const contexts = Object.entries(value?.contexts ?? {});
  if (typeof value !== 'object' || !contexts.every(([, context]) => isContext(context))) {
    throw new CommandError(`${file} is damaged. Remove it and sign in again by "switchyard login".`);
  }
  return { current: value?.current ?? null, contexts: Object.fromEntries(contexts) };
}

function json(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return undefined;
  }
}

const isContext = (value: Partial<Context> | null): boolean =>
  typeof value?.server === 'string' && typeof value.token === 'string' && URL.canParse(value.server);
