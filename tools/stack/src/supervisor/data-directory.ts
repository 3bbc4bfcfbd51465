import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '../start-error.js';

/**
 * Creates the data directory and proves that it can be written. Other users may enter it, because the database may run
 * as one of them, but may not list it.
 */
export function prepareDataDirectory(directory: string): void {
  const probe = join(directory, `.probe-${process.pid}`);
  try {
    mkdirSync(directory, { recursive: true, mode: 0o711 });
    mkdirSync(join(directory, 'logs'), { recursive: true, mode: 0o700 });
    closeSync(openSync(probe, 'w'));
    rmSync(probe);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new StartError(
      `The data directory ${directory} cannot be written${code}: mend its permissions or choose another with --data-dir.`,
    );
  }
}
