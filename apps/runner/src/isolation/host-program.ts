import { constants, type Stats } from 'node:fs';
import { access, chmod, copyFile, mkdir, realpath, stat } from 'node:fs/promises';
import { isSea } from 'node:sea';
import path from 'node:path';
import { removeTree } from '../attempt/remove-tree.js';
import { installScript } from './code-cache.js';
import { HOST_WORD } from './host-word.js';

/** A program that serves an attempt. */
export interface HostProgram {
  /** The interpreter, or the program itself. */
  file: string;
  /** Options of the interpreter. */
  options: readonly string[];
  /** Program for the interpreter; `null` = it needs none. */
  script: string | null;
}

/** This program in the mode that serves an attempt. */
export function ownProgram(): HostProgram {
  return isSea()
    ? { file: process.execPath, options: [], script: null }
    : { file: process.execPath, options: process.execArgv, script: process.argv[1] ?? '' };
}

const RUN_ONLY = 0o711;

export const hostCommand = ({ file, options, script }: HostProgram): string[] => [
  ...[file, ...options],
  ...(script === null ? [] : [script]),
  HOST_WORD,
];

/**
 * Puts the program where every user can start it and nobody can change it: a copy of the script in `dir`, which also
 * stays the same when the program is replaced while the runner works, and one of the interpreter that users may run but not
 * read: the kernel lets no other process of the user trace it, or read its memory and its environment. Where
 * programs cannot be run from `dir`, the interpreter itself serves.
 */
export async function installHostProgram(program: HostProgram, dir: string): Promise<HostProgram> {
  await removeTree(dir);
  await mkdir(dir);
  await chmod(dir, 0o755);
  const file = await installFile(program.file, dir).catch(async (error: unknown) => {
    if (await isReachable(program.file)) {
      return program.file;
    }
    throw error;
  });
  const node = [file, ...program.options];
  const script = program.script === null ? null : await installScript(await realpath(program.script), dir, node);
  return { ...program, file, script };
}

/** @throws Error when it cannot be run from there */
async function installFile(file: string, dir: string): Promise<string> {
  const [source, target] = [await realpath(file), path.join(dir, path.basename(file))];
  await copyFile(source, target, constants.COPYFILE_FICLONE);
  await chmod(target, RUN_ONLY);
  await access(target, constants.X_OK);
  return target;
}

/** Every directory on the way lets others pass, and the file lets them run it. */
async function isReachable(file: string): Promise<boolean> {
  const real = await realpath(file);
  const way = real.split(path.sep).map((_, i, parts) => parts.slice(0, i).join(path.sep) || path.sep);
  const [own, ...dirs] = await Promise.all([real, ...way].map((each) => stat(each)));
  return own !== undefined && isOpen(own, 0o005) && dirs.every((dir) => isOpen(dir, 0o001));
}

const isOpen = ({ mode }: Stats, bits: number): boolean => (mode & bits) === bits;
