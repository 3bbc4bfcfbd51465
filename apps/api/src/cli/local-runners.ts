import { join } from 'node:path';
import { Runner } from '@switchyard/database';
import { IsNull, type DataSource } from 'typeorm';
import { hashSecret } from '../auth/secrets/credentials.js';
import { newRunnerSecrets } from '../runners/runner-secrets.js';
import { readRunnerCredentials, writeRunnerCredentials } from './runner-credentials.js';
import { disableOtherRunners } from './set-up.repository.js';

/** A runner of this machine and the directory of its credential files. */
export interface LocalRunner {
  name: string;
  dir: string;
}

const PREFIX = 'local-';

/**
 * Sees to it that the runners `local-1` to `local-<count>` have credential files and matching rows, and switches off
 * those above. A runner whose files are missing, damaged or unknown to the database gets new ones; its settings stay.
 */
export async function provisionLocalRunners(
  dataSource: DataSource,
  directory: string,
  count: number,
): Promise<LocalRunner[]> {
  const names = Array.from({ length: count }, (_, index) => `${PREFIX}${index + 1}`);
  const runners = names.map((name) => ({ name, dir: join(directory, name) }));
  for (const runner of runners) {
    await provision(dataSource, runner);
  }
  await disableOtherRunners(dataSource.manager, PREFIX, names);
  return runners;
}

async function provision(dataSource: DataSource, { name, dir }: LocalRunner): Promise<void> {
  const runners = dataSource.getRepository(Runner);
  const known = await readRunnerCredentials(dir);
  const where = { name, projectId: IsNull() };
  if (known) {
    const identity = { tokenHash: hashSecret(known.token), publicKey: known.publicKey };
    const { affected } = await runners.update({ ...where, ...identity }, { active: true, local: true });
    if (affected) {
      return;
    }
  }
  const fresh = newRunnerSecrets();
  await writeRunnerCredentials(dir, fresh);
  const identity = { tokenHash: hashSecret(fresh.token), publicKey: fresh.publicKey, active: true, local: true };
  const { affected } = await runners.update(where, identity);
  if (!affected) {
    await runners.insert({ name, projectId: null, ...identity });
  }
}
