import { messageOf } from '@switchyard/concurrency';
import { CommandError, EXIT } from '../../exit-codes.js';
import { BoltDatabase, type SourceDatabase } from './source-database.js';
import { ProjectReader, type SourceProject } from './source-project.js';
import { SourceSecrets } from './source-secrets.js';

/**
 * The projects of a Bolt file.
 * @param keys values of `access_key_encryption`
 * @param timezone by which schedules run that name none; empty = that of the server
 * @throws CommandError
 */
export function readDatabase(
  path: string,
  { keys, timezone }: { keys: readonly string[]; timezone: string },
): SourceProject[] {
  let database: SourceDatabase | null = null;
  try {
    const secrets = new SourceSecrets(keys);
    const opened = (database = new BoltDatabase(path));
    return opened.rows('project').map((row) => new ProjectReader(opened, secrets, row, timezone).read());
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${messageOf(error)}`, EXIT.usage);
  } finally {
    database?.close();
  }
}
