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

/** The command as a person would type it. For reading only, it is never given to a shell. */
export function readableCommand(command: Pick<Command, 'file' | 'args'>): string {
  return [command.file, ...command.args].map(quoteForReading).join(' ');
}

function quoteForReading(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
