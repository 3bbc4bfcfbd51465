import type { AttemptFiles, DirectoryEntry, FileFacts } from './attempt-files.js';
import { FileTooLarge, MOST_READ } from './attempt-files.js';

/** Answer of a program of the user. */
export interface ProgramAnswer {
  /** `null` = a signal ended it. */
  exitCode: number | null;
  output: Buffer;
  errors: string;
}

export interface ProgramInput {
  /** Most bytes of its output that are kept; a mebibyte unless given. */
  most?: number;
  /** Its standard input. */
  input?: Buffer;
  /** Permission bits that new files do not get. */
  umask?: number;
}

/** Runs a program, by its name and arguments, as the user of the attempt. */
export type RunProgram = (words: readonly string[], input?: ProgramInput) => Promise<ProgramAnswer>;

/**
 * Files outside of the directories of an attempt, such as a local repository that is used in place: looked at and changed by programs of
 * the user (coreutils), so that nothing is done there that this user may not do.
 */
export class ProgramFiles implements AttemptFiles {
  constructor(
    readonly user: number,
    private readonly run: RunProgram,
  ) {}

  async real(path: string): Promise<string | null> {
    const { exitCode, output } = await this.run(['realpath', '-e', '-z', '--', path]);
    return exitCode === 0 ? output.toString('utf8').replace(/\0$/, '') : null;
  }

  async facts(path: string): Promise<FileFacts | null> {
    const { exitCode, output } = await this.run(['stat', '-L', '-c', '%F|%s|%Y|%d-%i', '--', path]);
    const [kind = '', size, seconds, identity = ''] = output.toString('utf8').trim().split('|');
    return exitCode === 0
      ? { kind: kindOf(kind), size: Number(size), mtimeMs: Number(seconds) * 1000, identity }
      : null;
  }

  async isOpenDirectory(path: string): Promise<boolean | null> {
    const test = async (...words: string[]): Promise<boolean> => (await this.run(['test', ...words])).exitCode === 0;
    if (await test('-r', path, '-a', '-x', path)) {
      return (await test('-d', path)) || null;
    }
    const { errors } = await this.run(['stat', '-L', '--', path]);
    return /No such file|Not a directory/.test(errors) ? null : false;
  }

  async read(path: string, most = MOST_READ): Promise<Buffer | null> {
    if ((await this.facts(path))?.kind !== 'file') {
      return null;
    }
    const { exitCode, output } = await this.run(['head', '-c', String(most + 1), '--', path], { most: most + 1 });
    if (output.length > most) {
      throw new FileTooLarge(path, most);
    }
    return exitCode === 0 ? output : null;
  }

  async write(path: string, content: string | Uint8Array, { mode = 0o600, isNew = false } = {}): Promise<void> {
    const exclusive = isNew ? ['conv=excl'] : [];
    const input = Buffer.from(content);
    const answer = await this.run(['dd', 'bs=65536', 'status=none', ...exclusive, `of=${path}`], {
      input,
      umask: 0o777 & ~mode,
    });
    requireDone(answer, path);
  }

  async makeDirectory(path: string, mode = 0o700): Promise<void> {
    requireDone(await this.run(['mkdir', '-p', '-m', mode.toString(8), '--', path]), path);
  }

  async remove(path: string): Promise<void> {
    requireDone(await this.run(['rm', '-rf', '--', path]), path);
  }

  async rename(from: string, to: string): Promise<void> {
    requireDone(await this.run(['mv', '-fT', '--', from, to]), from);
  }

  async list(path: string): Promise<DirectoryEntry[]> {
    const args = ['find', path, '-mindepth', '1', '-maxdepth', '1', '-printf', '%y%f\\0'];
    const { output } = await this.run(args);
    const entries = output.toString('utf8').split('\0').slice(0, -1);
    return entries.map((entry) => ({ name: entry.slice(1), kind: LISTED.get(entry.charAt(0)) ?? 'other' }));
  }

  follow(path: string): never {
    throw new Error(`${path} is not among the files of the attempt`);
  }
}

/** Letters of find(1). */
const LISTED: ReadonlyMap<string, FileFacts['kind']> = new Map([
  ['f', 'file'],
  ['d', 'directory'],
]);

const kindOf = (words: string): FileFacts['kind'] =>
  words.startsWith('regular') ? 'file' : words === 'directory' ? 'directory' : 'other';

/** @throws Error with the code that a call of this process would have */
function requireDone({ exitCode, errors }: ProgramAnswer, path: string): void {
  if (exitCode !== 0) {
    const code = /File exists/.test(errors) ? 'EEXIST' : 'EIO';
    throw Object.assign(new Error(`${path}: ${errors.trim().slice(0, 500) || `exit code ${exitCode}`}`), { code });
  }
}
