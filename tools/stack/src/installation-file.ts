import { resolve } from 'node:path';
import { StartError } from './start-error.js';

/**
 * The one file that `npm run backup` or `npm run restore` is called with, seen from where npm was called.
 * @throws StartError with the use of the command
 */
export function installationFile(command: 'backup' | 'restore', args: readonly string[]): string {
  const [file, ...more] = args;
  if (file === undefined || file.startsWith('-') || more.length > 0) {
    throw new StartError(
      `npm run ${command} -- FILE\n` +
        'The passphrase of the file: SWITCHYARD_BACKUP_PASSPHRASE, or the file that SWITCHYARD_BACKUP_PASSPHRASE_FILE names.\n' +
        'The installation is that of SWITCHYARD_DATA_DIR, or of the settings that npm start reads.',
    );
  }
  return resolve(process.env.INIT_CWD ?? process.cwd(), file);
}
