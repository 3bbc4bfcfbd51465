import { messageOf } from '@switchyard/concurrency';
import { own } from '@switchyard/contracts';
import { openDatabase } from '@switchyard/database';
import { trustAuthorities, UserError } from '@switchyard/server';
import { ConfigError, CONFIG_EXIT_CODE, loadConfig } from '@switchyard/settings';
import { auditScope, commandScope } from '../auth/audit/audit-scope.js';
import { backup } from './installation/backup.js';
import type { InstallationContext } from './installation/installation-context.js';
import { restore } from './installation/restore.js';
import { API_DATABASE } from '../platform/infrastructure/open-infrastructure.js';
import { claimBucket, newIdentity, removeOld } from './bucket-commands.js';
import { parseCliArgs, type CliOptions } from './cli-args.js';
import { cliConfigSchema, offlineConfigSchema } from './cli-config.js';
import type { CliContext, OfflineContext } from './cli-context.js';
import { openWithin, waitSeconds } from './database-wait.js';
import { doctor } from './doctor.js';
import { HELP } from './help.js';
import { idTokenKeyCommands } from './id-token-key-commands.js';
import { setup } from './setup.js';
import { issueSubscription, makeKeys, signCoupons } from './subscription-commands.js';
import { UsageError, type Terminal } from './terminal.js';
import { addUser, changePassword, disableTwoFactor, listUsers } from './user-commands.js';

const COMMANDS: Readonly<Record<string, (context: CliContext) => Promise<void>>> = {
  setup,
  'bucket claim': claimBucket,
  'bucket new-identity': newIdentity,
  'bucket remove-old': removeOld,
  ...idTokenKeyCommands,
  'user list': listUsers,
  'user change-password': changePassword,
  'user add': addUser,
  'user disable-two-factor': disableTwoFactor,
};

/** Those that need no database. */
const OFFLINE_COMMANDS: Readonly<Record<string, (context: OfflineContext) => Promise<void>>> = {
  'subscription make-keys': makeKeys,
  'subscription issue': issueSubscription,
  'subscription sign-coupons': signCoupons,
};

/** Those that open the database themselves: it must not change before, or is empty. */
const INSTALLATION_COMMANDS: Readonly<Record<string, (context: InstallationContext) => Promise<void>>> = {
  backup,
  restore,
};

const FAILED = 1;
const USED_WRONGLY = 2;

/** Runs one command. Answers the exit code: 0, 1 for a failure, 2 for wrong use, 78 for a wrong configuration. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { values, positionals } = parseCliArgs(args);
    if (values.help || positionals.length === 0) {
      terminal.print(HELP);
      return 0;
    }
    await runCommand(positionals.join(' '), values, terminal);
    return 0;
  } catch (error) {
    terminal.complain(messageOf(error));
    return exitCodeOf(error);
  }
}

async function runCommand(name: string, options: CliOptions, terminal: Terminal): Promise<void> {
  if (name === 'doctor') {
    return doctor(options, terminal);
  }
  const installation = own(INSTALLATION_COMMANDS, name);
  if (installation) {
    return installation({ options, config: readSettings(terminal), terminal });
  }
  const offline = own(OFFLINE_COMMANDS, name);
  if (offline) {
    return offline({ options, config: loadConfig(offlineConfigSchema, terminal.env), terminal });
  }
  const command = own(COMMANDS, name);
  if (!command) {
    throw new UsageError(`There is no command "${name}"`);
  }
  return auditScope.run(commandScope(name), () => withDatabase(options, terminal, command));
}

function readSettings({ env }: Terminal): CliContext['config'] {
  const config = loadConfig(cliConfigSchema, env);
  trustAuthorities(config.SWITCHYARD_CA_FILE);
  return config;
}

async function withDatabase(
  options: CliOptions,
  terminal: Terminal,
  command: (context: CliContext) => Promise<void>,
): Promise<void> {
  const config = readSettings(terminal);
  const dataSource = await openWithin(waitSeconds(options.wait), () =>
    openDatabase(config.SWITCHYARD_DATABASE_URL, API_DATABASE),
  );
  try {
    await command({ options, config, dataSource, terminal });
  } finally {
    await dataSource.destroy();
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof ConfigError) {
    return CONFIG_EXIT_CODE;
  }
  return error instanceof UsageError || error instanceof UserError ? USED_WRONGLY : FAILED;
}
