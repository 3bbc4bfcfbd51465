import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { hashSecret } from '../auth/secrets/credentials.js';
import { newRunnerSecrets } from '../runners/runner-secrets.js';
import { readRunnerCredentials, writeRunnerCredentials } from './runner-credentials.js';
import { disableOtherRunners, enableRunner, saveRunner } from './set-up.repository.js';

/** A runner of this machine and the directory of its credential files. */
export interface LocalRunner {
  name: string;
  dir: string;
}

const PREFIX = 'local-';

/**
 * Ensures that the runners `local-1` to `local-<count>` have credential files and matching rows, and switches off
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

async function provision({ manager }: DataSource, { name, dir }: LocalRunner): Promise<void> {
  const known = await readRunnerCredentials(dir);
  if (known && (await enableRunner(manager, name, identityOf(known)))) {
    return;
  }
  const fresh = newRunnerSecrets();
  await writeRunnerCredentials(dir, fresh);
  await saveRunner(manager, name, identityOf(fresh));
}

const identityOf = ({ token, publicKey }: { token: string; publicKey: string }) => ({
  tokenHash: hashSecret(token),
  publicKey,
});
