import { createInterface } from 'node:readline';
import { Readable, Writable } from 'node:stream';

/** Input and output of a command. */
export interface Terminal {
  env: NodeJS.ProcessEnv;
  input: Readable & { isTTY?: boolean };
  /** One line of the result. */
  print(line: string): void;
  /** One line about a fault, or a question. */
  complain(line: string): void;
}

/** A command used wrongly; the message explains the mistake. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The first line of the input. At a terminal there is a prompt, and what is typed is not shown. */
export async function readPassword({ input, complain }: Terminal): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input, output: nowhere, terminal: input.isTTY === true });
  if (input.isTTY) {
    complain('New password:');
  }
  try {
    for await (const line of lines) {
      return line;
    }
    return '';
  } finally {
    lines.close();
  }
}
