import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { type Environment, type Program, spawnProgram } from './process/spawn-program.js';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js';
import { serverInput } from './supervisor/server-input.js';
import { readSettings, type StackSettings } from './supervisor/settings.js';
import { StartError } from './start-error.js';

/** The checkout, unless SWITCHYARD_STACK_ROOT names another directory that holds built applications. */
const root = process.env.SWITCHYARD_STACK_ROOT ?? resolve(import.meta.dirname, '../../..');

/** A command of the api on the database of the stack. */
type AtServer = (settings: StackSettings) => Promise<number>;

/** Runs a command with the settings of the stack. Answers the exit code. */
export async function atServer(command: AtServer): Promise<number> {
  try {
    const settings = readSettings([], process.env, root);
    return settings === 'help' ? 0 : await command(settings);
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/**
 * Runs a command of the api. A database server that runs already is used as it is; one that was started for this command is
 * stopped after it.
 */
export async function runApiCommand(settings: StackSettings, args: readonly string[]): Promise<number> {
  if (settings.databaseUrl) {
    return spawnCommand(settings, settings.databaseUrl, args);
  }
  const server = await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), hidden: true });
  try {
    return await spawnCommand(settings, server.url, args);
  } finally {
    if (!server.adopted) {
      await server.stop();
    }
  }
}

/**
 * Looks at the installation. Everything but a database of our own comes to the command as it was given, so that it can say from where.
 * @param hasDatabase false: there is none yet
 */
export async function runDoctor(
  settings: StackSettings,
  args: readonly string[],
  hasDatabase: boolean,
): Promise<number> {
  const program = (own: Environment) => ({
    args: [join(root, 'apps/api/dist/cli.js'), 'doctor', ...args],
    environment: { ...process.env, SWITCHYARD_DATA_DIR: settings.dataDir, ...own },
  });
  if (settings.databaseUrl !== undefined || !hasDatabase) {
    return spawnAndWait(program({}));
  }
  const server = await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), hidden: true });
  try {
    return await spawnAndWait(program({ SWITCHYARD_DATABASE_URL: server.url }));
  } finally {
    if (!server.adopted) {
      await server.stop();
    }
  }
}

/** Runs a command of the api that needs no database. */
export const runOfflineCommand = (settings: StackSettings, args: readonly string[]): Promise<number> =>
  spawnCommand(settings, '', args);

/** @param url empty = none */
function spawnCommand(settings: StackSettings, url: string, args: readonly string[]): Promise<number> {
  const cli = join(root, 'apps/api/dist/cli.js');
  return spawnAndWait({
    args: [cli, ...args],
    ...serverInput(settings, { SWITCHYARD_DATABASE_URL: url, SWITCHYARD_DATA_DIR: settings.dataDir }),
  });
}

async function spawnAndWait(program: Program): Promise<number> {
  const child = spawnProgram(program, ['inherit', 'inherit', 'inherit'], false);
  const passOn = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal sends its own to the command as well, which then ends by itself and cleans up.
  process
    .on('SIGINT', () => undefined)
    .on('SIGTERM', passOn)
    .on('SIGHUP', passOn);
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}
