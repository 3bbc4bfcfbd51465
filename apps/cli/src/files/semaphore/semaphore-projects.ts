import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '@switchyard/concurrency';
import type { BackupDocument } from '@switchyard/contracts';
import { CHECK, digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { CommandError, EXIT } from '../../exit-codes.js';
import type { Candidate } from '../candidate.js';
import { hiddenAddresses } from './backup-addresses.js';
import { readDatabase, readRunners, readUsers, withHistory } from './read-database.js';
import { type ConfigOptions, readConfig } from './source-config.js';
import type { SourceHistory } from './source-history.js';
import type { SourceProject } from './source-project.js';
import type { SourceRunner } from './source-runners.js';
import type { SourceUser } from './source-users.js';

/** Most bytes of a backup: what the server takes. */
const MAX_BYTES = 16 * 1024 * 1024;

/** Where projects of Semaphore UI come from: its configuration, or a backup of one project. */
export interface SemaphoreSource extends ConfigOptions {
  backup?: string;
  /** Earlier values of `access_key_encryption`. */
  oldKey?: string[];
  /** By which its schedules went; '' = the zone of the server. */
  timezone: string;
  name?: string;
  skipFaults?: boolean;
}

/**
 * @param env variables of the environment
 * @throws CommandError
 */
export async function semaphoreProjects(
  source: SemaphoreSource,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Candidate[]> {
  return source.backup === undefined ? ofDatabase(source, env) : [await ofBackup(source.backup, source)];
}

/** The users of the database. @throws CommandError also for a backup, which has none */
export async function semaphoreUsers(
  source: SemaphoreSource,
  env: Parameters<typeof readConfig>[1],
): Promise<SourceUser[]> {
  if (source.backup !== undefined) {
    throw new CommandError('A backup has no users: leave out --users', EXIT.usage);
  }
  return readUsers((await readConfig(source, env)).database);
}

/** The runners of the database. @throws CommandError also for a backup, which has none */
export async function semaphoreRunners(
  source: SemaphoreSource,
  env: Parameters<typeof readConfig>[1],
): Promise<SourceRunner[]> {
  if (source.backup !== undefined) {
    throw new CommandError('A backup has no runners: leave out --runners', EXIT.usage);
  }
  return readRunners((await readConfig(source, env)).database);
}

/** Uses the history of the database. @throws CommandError also for a backup, which has none */
export async function withSemaphoreHistory<T>(
  source: SemaphoreSource,
  env: Parameters<typeof readConfig>[1],
  use: (history: SourceHistory) => Promise<T>,
): Promise<T> {
  if (source.backup !== undefined) {
    throw new CommandError('A backup has no history: leave out --history', EXIT.usage);
  }
  return withHistory((await readConfig(source, env)).database, use);
}

/** All projects of the database. Each is judged by the server, which leaves out what it must refuse. */
async function ofDatabase(source: SemaphoreSource, env: Parameters<typeof readConfig>[1]): Promise<Candidate[]> {
  const { oldKey = [], timezone } = source;
  const { database, accessKey } = await readConfig(source, env);
  const projects = await readDatabase(database, { keys: [accessKey, ...oldKey], timezone });
  return Promise.all(
    projects.map(async (project) => ({
      name: project.name,
      body: await sealedDocument(project),
      notes: project.notes,
      isPartial: true,
      origin: project.origin,
    })),
  );
}

/** The least work that the schema of a backup takes: the passphrase is 256 random bits. */
const WORK = { n: 16_384, r: 8, p: 1 } as const;

/** The body of a restore: the document with its secrets, sealed by a passphrase that is used once. */
async function sealedDocument({
  document,
  secrets,
}: Pick<SourceProject, 'secrets'> & { document: object }): Promise<object> {
  const passphrase = randomBytes(32).toString('base64url');
  const seal = await PassphraseSeal.withNewSalt(passphrase, WORK);
  const digest = digestOf(document as BackupDocument);
  const values = [...secrets].map(([path, text]) => ({ path, sealed: seal.seal(text, placeOf(path, digest)) }));
  const check = seal.seal(String(values.length), CHECK);
  return { ...document, passphrase, sealed: { format: 1, kdf: seal.cost, values, check } };
}

async function ofBackup(file: string, { name, skipFaults }: SemaphoreSource): Promise<Candidate> {
  const document = await readBackup(file);
  const meta = { ...document.meta, ...(name !== undefined && { name }) };
  const whole = { ...document, meta };
  // A sealed one is of this product, and hides its addresses itself.
  const body = 'sealed' in whole ? whole : await sealedDocument(hiddenAddresses(whole));
  return { name: String(meta['name']), body, notes: [], isPartial: skipFaults === true };
}

async function readBackup(file: string): Promise<{ meta: Record<string, unknown> }> {
  try {
    if ((await stat(file)).size > MAX_BYTES) {
      throw new CommandError(`${file} is larger than ${MAX_BYTES} bytes`, EXIT.usage);
    }
    const document = JSON.parse(await readFile(file, 'utf8')) as unknown;
    if (typeof document !== 'object' || document === null || !('meta' in document)) {
      throw new CommandError(`${file} is no backup of a project`, EXIT.usage);
    }
    return { ...document, meta: Object(document.meta) as Record<string, unknown> };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${file}: ${messageOf(error)}`, EXIT.usage);
  }
}
