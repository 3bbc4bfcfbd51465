import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { atServer, runApiCommand } from './at-server.js';
import { installationFile } from './installation-file.js';
import { StartError } from './start-error.js';

/** Backs up the installation, whether the stack is running or not. */
process.exit(
  await atServer((settings) => {
    const file = installationFile('backup', process.argv.slice(2));
    if (!settings.databaseUrl && !existsSync(join(settings.dataDir, 'postgres/cluster'))) {
      throw new StartError(
        `There is no installation in ${settings.dataDir}: name its directory in SWITCHYARD_DATA_DIR.`,
      );
    }
    return runApiCommand(settings, ['backup', '--file', file]);
  }),
);
