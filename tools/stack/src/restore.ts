import { existsSync } from 'node:fs';
import { atServer, runApiCommand } from './at-server.js';
import { installationFile } from './installation-file.js';
import { StartError } from './start-error.js';
import { prepareDataDirectory } from './supervisor/data-directory.js';
import { stopOrphans } from './supervisor/orphans.js';
import { StackRecord } from './supervisor/stack-record.js';

const report = (line: string): void => void process.stderr.write(`${line}\n`);

/** Fills an empty data directory, or an empty database, from a backup. No stack starts there meanwhile. */
process.exit(
  await atServer(async (settings) => {
    const file = installationFile('restore', process.argv.slice(2));
    if (!existsSync(file)) {
      throw new StartError(`${file}: there is no such file`);
    }
    prepareDataDirectory(settings, report);
    const record = StackRecord.claim(settings.dataDir);
    try {
      await stopOrphans(record, report, settings.graceMs);
      return await runApiCommand(settings, ['restore', '--file', file]);
    } finally {
      record.release();
    }
  }),
);
