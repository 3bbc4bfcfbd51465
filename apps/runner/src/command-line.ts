import { flagOptions, flagTexts, runnerSettings } from '@switchyard/settings';
import { parseArgs } from 'node:util';
import { messageOf } from '@switchyard/concurrency';

export const COMMANDS = ['start', 'register', 'unregister', 'check'] as const;
export type Command = (typeof COMMANDS)[number];

/** The parsed command line. */
export type CommandLine =
  | { kind: 'run'; command: Command; flags: Record<string, string>; force: boolean }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; message: string };

const options = {
  ...flagOptions(runnerSettings),
  force: { type: 'boolean' },
  help: { type: 'boolean' },
  version: { type: 'boolean' },
} as const satisfies Record<string, { type: 'string' | 'boolean' }>;

/** Reads the words after the program's name. Secrets have no flag, because everybody on the machine can read flags. */
export function readCommandLine(words: readonly string[]): CommandLine {
  const parsed = parse(words);
  if ('message' in parsed) {
    return { kind: 'wrong', message: parsed.message };
  }
  const { values, positionals } = parsed;
  const [command = 'start', ...rest] = positionals;
  if (values['help'] ?? values['version']) {
    return { kind: values['help'] ? 'help' : 'version' };
  }
  if (rest.length > 0 || !isCommand(command)) {
    return { kind: 'wrong', message: `unknown command: ${positionals.join(' ')}` };
  }
  return { kind: 'run', command, flags: flagTexts(runnerSettings, values), force: values['force'] === true };
}

type Values = Record<string, string | boolean | undefined>;

function parse(words: readonly string[]): { values: Values; positionals: string[] } | { message: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    return { message: messageOf(error) };
  }
}

const isCommand = (word: string): word is Command => (COMMANDS as readonly string[]).includes(word);
