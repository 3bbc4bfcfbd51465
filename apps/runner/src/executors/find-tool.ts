import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { delimiter, isAbsolute, join } from 'node:path';
import { DEFAULT_APPS, effectiveApp, isDefaultApp, type Job, type Problem, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Command } from '../process/command.js';

/** The program of a job and what goes before its own arguments. */
export interface Tool {
  /** Name found on the PATH, or an absolute path. */
  file: string;
  /** Leading arguments an administrator has set; empty = the app's own. */
  args: readonly string[];
}

/** Programs that may run an app, best first. */
export function toolNames(app: string, path: string): readonly string[] {
  const id = effectiveApp(app);
  return path ? [path] : isDefaultApp(id) ? DEFAULT_APPS[id].commands : [id];
}

/**
 * Finds the program of a job on this machine; one that an image brings has its first name there.
 * @throws AttemptFailure naming tool and machine when it is not installed
 */
export async function findTool(
  { app, command, image }: Pick<Job, 'app' | 'command' | 'image'>,
  searchPath = '',
): Promise<Tool> {
  const names = toolNames(app, command.path);
  const [named = app] = names;
  const file = image === undefined ? await firstInstalled(names, searchPath || (process.env.PATH ?? '')) : named;
  if (!file) {
    throw new AttemptFailure(missing(names));
  }
  return { file, args: command.args };
}

function missing([tool = '', other]: readonly string[]): Problem {
  const host = hostname();
  return other ? problem('tools_missing', { tool, other, host }) : problem('tool_missing', { tool, host });
}

/** The first of the programs that can be executed here, `null` when none can. */
export async function firstInstalled(names: readonly string[], searchPath: string): Promise<string | null> {
  for (const name of names) {
    if (await isInstalled(name, searchPath)) {
      return name;
    }
  }
  return null;
}

async function isInstalled(name: string, searchPath: string): Promise<boolean> {
  const places = isAbsolute(name)
    ? [name]
    : searchPath
        .split(delimiter)
        .filter(Boolean)
        .flatMap((dir) => variants(join(dir, name)));
  for (const place of places) {
    if (await isExecutable(place)) {
      return true;
    }
  }
  return false;
}

const variants = (path: string): string[] => (process.platform === 'win32' ? [path, `${path}.exe`] : [path]);

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

const seen = new Set<string>();

/**
 * Makes sure that a program is there before something else starts it, whose own word for its absence nobody would understand.
 * @throws AttemptFailure
 */
export async function requireInstalled({ file, env }: Pick<Command, 'file' | 'env'>): Promise<void> {
  const id = `${file}\0${env.PATH ?? ''}`;
  if (!seen.has(id) && !(await isInstalled(file, env.PATH ?? ''))) {
    throw new AttemptFailure(problem('tool_missing', { tool: file, host: hostname() }));
  }
  seen.add(id);
}
