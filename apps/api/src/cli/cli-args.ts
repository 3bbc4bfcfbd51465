import { parseArgs } from 'node:util';
import { messageOf } from '@switchyard/concurrency';
import { UsageError } from './terminal.js';

const OPTIONS = {
  file: { type: 'string' },
  bundle: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  'runner-dir': { type: 'string' },
  'password-file': { type: 'string' },
  runners: { type: 'string' },
  login: { type: 'string' },
  name: { type: 'string' },
  email: { type: 'string' },
  password: { type: 'string' },
  admin: { type: 'boolean' },
  plan: { type: 'string' },
  seats: { type: 'string' },
  expires: { type: 'string' },
  id: { type: 'string' },
  wait: { type: 'string' },
} as const;

type Parsed = ReturnType<typeof parse>;

/** The options given, by name. */
export type CliOptions = Parsed['values'];

/** Options and the words of the command. @throws UsageError */
export function parseCliArgs(args: readonly string[]): Parsed {
  try {
    return parse(args);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
}
