import { resolve } from 'node:path';
import type { CliOptions } from '../cli-args.js';
import type { CliConfig } from '../cli-config.js';
import { type Terminal, UsageError } from '../terminal.js';

/** Facilities of the commands about a whole installation: they open the database themselves, in their own way. */
export interface InstallationContext {
  options: CliOptions;
  config: CliConfig;
  terminal: Terminal;
}

/** The file and the passphrase. @throws UsageError when one is missing */
export function requireFile({ options, config }: InstallationContext): { file: string; passphrase: string } {
  const passphrase = config.SWITCHYARD_BACKUP_PASSPHRASE;
  if (!options.file) {
    throw new UsageError('backup and restore need --file FILE');
  }
  if (passphrase === undefined) {
    throw new UsageError(
      'SWITCHYARD_BACKUP_PASSPHRASE, or _FILE with the name of a file that holds it, must be set: backups are encrypted',
    );
  }
  return { file: resolve(options.file), passphrase };
}

/** Runs until somebody at the terminal, or the system, ends the command; then `work` is aborted and cleans up. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const abort = (): void => interruption.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  signals.forEach((name) => process.on(name, abort));
  try {
    return await work(interruption.signal);
  } catch (error) {
    throw interruption.signal.aborted ? new Error('Interrupted: nothing was changed', { cause: error }) : error;
  } finally {
    signals.forEach((name) => process.off(name, abort));
  }
}
