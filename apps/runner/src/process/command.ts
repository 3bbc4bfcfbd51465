import { relative } from 'node:path';

/** A program to run: never a shell line, always an explicit list of arguments. */
export interface Command {
  /** Name looked up in the `PATH` of `env`, or an absolute path. */
  file: string;
  args: readonly string[];
  cwd: string;
  /** The whole environment; nothing of the runner's own environment is added. */
  env: Readonly<Record<string, string>>;
  /** Permission bits that new files do not get; default: all of group and others. */
  umask?: number;
}

/** How a process ended: exactly one of the two is set. */
export interface ProcessEnd {
  exitCode: number | null;
  signal: string | null;
}

/**
 * The command as a person would type it in its directory: paths near it are relative, so that a log does not repeat where the
 * runner lives. For reading only, it is never given to a shell.
 */
export function readableCommand({ file, args, cwd }: Pick<Command, 'file' | 'args' | 'cwd'>): string {
  return [file, ...args].map((word) => quoteForReading(withNearPath(word, cwd))).join(' ');
}

/** A path, alone or behind `@` or `=`, as it is shortest. */
function withNearPath(word: string, cwd: string): string {
  const [, before = '', path = ''] = /^([^/]*[@=])?(\/.*)$/s.exec(word) ?? [];
  const near = path && relative(cwd, path);
  return near && near.length < path.length ? `${before}${near}` : word;
}

function quoteForReading(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
