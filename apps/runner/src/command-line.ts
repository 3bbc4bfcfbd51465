import { own } from '@switchyard/contracts';
import { parseArgs } from 'node:util';
import type { ConfigInput } from './config/config-source.js';
import { SECRET_SETTINGS, type SettingName, settingNames } from './config/settings.js';

export const COMMANDS = ['start', 'register', 'unregister', 'check'] as const;
export type Command = (typeof COMMANDS)[number];

/** What the user asked for. */
export type CommandLine =
  | { kind: 'run'; command: Command; flags: NonNullable<ConfigInput['flags']>; force: boolean }
  | { kind: 'help' }
  | { kind: 'version' }
  | { kind: 'wrong'; message: string };

const flagOf = (name: SettingName): string => name.toLowerCase().replaceAll('_', '-');
const flagged = settingNames.filter((name) => !SECRET_SETTINGS.includes(name));

const options = {
  ...Object.fromEntries(flagged.map((name) => [flagOf(name), { type: name === 'ONE_OFF' ? 'boolean' : 'string' }])),
  config: { type: 'string' },
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
  return { kind: 'run', command, flags: flagsOf(values), force: values['force'] === true };
}

type Values = Record<string, string | boolean | undefined>;

function parse(words: readonly string[]): { values: Values; positionals: string[] } | { message: string } {
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: values as Values, positionals };
  } catch (error) {
    return { message: error instanceof Error ? error.message : String(error) };
  }
}

function flagsOf(values: Values): NonNullable<ConfigInput['flags']> {
  const given = flagged.map((name) => [name, own(values, flagOf(name))] as const);
  return Object.fromEntries([...given, ['CONFIG', values['config']]].filter(([, value]) => value !== undefined));
}

const isCommand = (word: string): word is Command => (COMMANDS as readonly string[]).includes(word);
