import { createInterface } from 'node:readline';
import { CommandError, EXIT } from './exit-codes.js';

/** Streams that a command reads from and writes to. */
export interface Terminal {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadStream;
  stdout: NodeJS.WriteStream;
  stderr: NodeJS.WriteStream;
}

/** Whether colours of a log may be shown: on a terminal, and unless `NO_COLOR` is set (no-color.org). */
export const showsColours = ({ stdout, env }: Terminal): boolean => stdout.isTTY && !env['NO_COLOR'];

/** Width in columns; null = no terminal, so nothing is cut. */
export const widthOf = ({ stdout }: Terminal): number | null => (stdout.isTTY ? (stdout.columns ?? 80) : null);

/** Characters of one answer to a question. */
const MAX_ANSWER = 65_536;

/**
 * Asks the person at the terminal.
 * @param hidden what is typed is not shown
 * @throws CommandError when there is no terminal to ask at
 */
export async function ask(terminal: Terminal, question: string, { hidden = false } = {}): Promise<string> {
  const { stdin, stderr } = terminal;
  if (!stdin.isTTY) {
    throw new CommandError(`"${question}" cannot be asked: this is no terminal`, EXIT.usage);
  }
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  if (hidden) {
    showOnly(lines, `${question}: `);
  }
  try {
    return await new Promise((resolve, reject) => {
      lines.once('SIGINT', () => reject(new CommandError('Interrupted', EXIT.interrupted)));
      lines.once('close', () => reject(new CommandError('Interrupted', EXIT.interrupted)));
      lines.question(`${question}: `, (answer) => resolve(answer.slice(0, MAX_ANSWER)));
    });
  } finally {
    lines.close();
    if (hidden) {
      stderr.write('\n');
    }
  }
}

/** Readline echoes through this method, which is not in its types. */
function showOnly(lines: object, prompt: string): void {
  const echo = lines as { output: NodeJS.WritableStream; _writeToOutput: (text: string) => void };
  echo._writeToOutput = (text) => {
    if (text.includes(prompt)) {
      echo.output.write(prompt);
    }
  };
}

/** All of stdin as text. @throws CommandError when it is larger than `limit` bytes */
export async function readInput({ stdin }: Terminal, limit: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > limit) {
      throw new CommandError(`The input is larger than ${limit} bytes`, EXIT.usage);
    }
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
