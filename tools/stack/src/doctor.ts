import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { atServer, runDoctor } from './at-server.js';

/** Looks at the installation, whether the stack is running or not. */
process.exit(
  await atServer((settings) => {
    const hasDatabase = settings.databaseUrl !== undefined || existsSync(join(settings.dataDir, 'postgres/cluster'));
    return runDoctor(settings, process.argv.slice(2), hasDatabase);
  }),
);
