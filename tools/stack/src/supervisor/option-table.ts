/** One setting of the stack: its flag, the environment name every script may rely on, and its line in the help. */
export interface OptionEntry {
  flag?: string;
  variable: string;
  argument: string;
  text: string;
  fallback?: string;
}

/** Settings with a flag. What may hold a password has none: command lines can be read by every user of a machine. */
export const optionTable: readonly OptionEntry[] = [
  {
    flag: 'port',
    variable: 'SWITCHYARD_PORT',
    argument: 'PORT',
    text: 'port of console and API',
    fallback: '3000',
  },
  {
    flag: 'host',
    variable: 'SWITCHYARD_HOST',
    argument: 'ADDRESS',
    text: 'address to listen on; 0.0.0.0 for every network of this machine',
    fallback: '127.0.0.1',
  },
  {
    flag: 'web-host',
    variable: 'SWITCHYARD_WEB_HOST',
    argument: 'URL',
    text: 'address people reach the console at, when it is another one',
  },
  {
    flag: 'data-dir',
    variable: 'SWITCHYARD_DATA_DIR',
    argument: 'DIRECTORY',
    text: 'where database, keys and logs live (./data in the checkout)',
  },
  {
    flag: 'runners',
    variable: 'SWITCHYARD_LOCAL_RUNNERS',
    argument: 'COUNT',
    text: 'runners started on this machine, 0 to 32',
    fallback: '1',
  },
  {
    flag: 'log-level',
    variable: 'SWITCHYARD_LOG_LEVEL',
    argument: 'LEVEL',
    text: 'debug, info, warn or error',
  },
  {
    flag: 'config',
    variable: 'SWITCHYARD_CONFIG',
    argument: 'FILE',
    text: 'YAML or JSON file that holds settings under their environment names',
  },
  {
    variable: 'SWITCHYARD_DATABASE_URL',
    argument: 'URL',
    text: 'a PostgreSQL server instead of the built-in one',
  },
  { variable: 'SWITCHYARD_QUEUE_URL', argument: 'URL', text: 'redis://… for queue and bus instead of the database' },
  { variable: 'SWITCHYARD_SECRET_KEY', argument: 'BASE64', text: '32 bytes that encrypt stored secrets' },
  {
    variable: 'SWITCHYARD_LOCAL_RUNNER_RUN_AS',
    argument: 'USERS',
    text:
      'whom tasks of the local runners run as: user ids FIRST-LAST, one for each task at a time; an account for all; ' +
      'off: as the server itself, whose secrets every task can read then',
    fallback: 'under root on Linux free ids from 700000 on, else off',
  },
  {
    variable: 'SWITCHYARD_LOCAL_RUNNER_WORK_DIR',
    argument: 'DIRECTORY',
    text: 'where such tasks work; every user must be able to pass to it',
    fallback: '/var/lib/switchyard-tasks',
  },
  {
    variable: 'SWITCHYARD_LOCAL_REPOSITORY_ROOTS',
    argument: 'LIST',
    text: 'directories that repositories given as paths must lie in',
    fallback: 'any that the user of a task may read',
  },
  {
    variable: 'SWITCHYARD_OUTBOUND_ALLOW',
    argument: 'LIST',
    text: 'addresses, ranges and hosts beside public ones that webhooks may reach',
  },
  { variable: 'SWITCHYARD_ADMIN_LOGIN', argument: 'NAME', text: 'first administrator', fallback: 'admin' },
  { variable: 'SWITCHYARD_ADMIN_PASSWORD', argument: 'TEXT', text: 'their password; made and shown once when absent' },
  { variable: 'SWITCHYARD_ADMIN_EMAIL', argument: 'ADDRESS', text: 'their e-mail address' },
  {
    variable: 'SWITCHYARD_STOP_GRACE_MS',
    argument: 'MILLISECONDS',
    text: 'time a process gets to end by itself',
    fallback: '10000',
  },
];

/** The text of `npm start -- --help`. */
export function helpText(): string {
  const flagged = optionTable.filter((entry) => entry.flag);
  const environmentOnly = optionTable.filter((entry) => !entry.flag);
  return [
    'Usage: npm start -- [options]',
    '',
    'Starts Switchyard on this machine: database, api, dispatcher and local runners.',
    '',
    'Options, each with its environment name:',
    ...flagged.map((entry) => row(`--${entry.flag} ${entry.argument}`, `${describe(entry)} [${entry.variable}]`)),
    row('--help', 'this text'),
    '',
    'Environment only:',
    ...environmentOnly.map((entry) => row(entry.variable, describe(entry))),
    '',
    'What is a secret may stand in a file instead, named by the same variable with _FILE behind it.',
    '',
  ].join('\n');
}

function describe({ text, fallback }: OptionEntry): string {
  return fallback ? `${text} (${fallback})` : text;
}

function row(left: string, right: string): string {
  return `  ${left.padEnd(27)}${right}`;
}
