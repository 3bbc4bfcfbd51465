import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { spawnProgram } from './process/spawn-program.js';
import { startEmbeddedPostgres } from './postgres/embedded-postgres.js';
import { serverInput } from './supervisor/server-input.js';
import { readSettings, type StackSettings } from './supervisor/settings.js';
import { StartError } from './start-error.js';

/** The checkout, unless SWITCHYARD_STACK_ROOT names another directory that holds built applications. */
const root = process.env.SWITCHYARD_STACK_ROOT ?? resolve(import.meta.dirname, '../../..');

process.exit(await main(process.argv.slice(2)));

/** The api's user commands on the database of the stack, whether the stack is running or not. */
async function main(args: string[]): Promise<number> {
  try {
    const settings = readSettings([], process.env, root);
    return settings === 'help' ? 0 : await withDatabase(settings, (url) => runUserCommand(settings, url, args));
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}

/** A server that runs already is used as it is; one that was started for this command is stopped after it. */
async function withDatabase(settings: StackSettings, work: (url: string) => Promise<number>): Promise<number> {
  if (settings.databaseUrl) {
    return work(settings.databaseUrl);
  }
  const server = await startEmbeddedPostgres({ dataDir: join(settings.dataDir, 'postgres'), hidden: true });
  try {
    return await work(server.url);
  } finally {
    if (!server.adopted) {
      await server.stop();
    }
  }
}

async function runUserCommand(settings: StackSettings, url: string, args: string[]): Promise<number> {
  const cli = join(root, 'apps/api/dist/cli.js');
  const child = spawnProgram(
    {
      args: [cli, ...userCommand(args)],
      ...serverInput(settings, { SWITCHYARD_DATABASE_URL: url, SWITCHYARD_DATA_DIR: settings.dataDir }),
    },
    ['inherit', 'inherit', 'inherit'],
    false,
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 1;
}

/** The help writes commands as `user list`; `list` alone is understood as well. */
function userCommand(args: string[]): string[] {
  const [first, ...rest] = args;
  return first === undefined ? ['--help'] : ['user', ...(first === 'user' ? rest : args)];
}
