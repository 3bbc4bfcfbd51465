import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '@switchyard/concurrency';
import type { Project, RestoredProject, RestorePreview } from '@switchyard/contracts';
import { CHECK, digestOf, PassphraseSeal, placeOf } from '@switchyard/contracts/backup-seal';
import { type SentenceOf, sentencesOf } from '../client/sentences.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { newProjectText } from '../files/preview-text.js';
import type { SourceProject } from '../files/semaphore/source-project.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';
import { ask } from '../terminal.js';
import type { Registry } from './register.js';

/** Most bytes of a backup: what the server takes. */
const MAX_BYTES = 16 * 1024 * 1024;

interface ImportOptions {
  backup?: string;
  config?: string;
  bolt?: string;
  oldKey?: string[];
  timezone: string;
  name?: string;
  skipFaults?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** Commands that bring in what another product holds. */
export function addImport(registry: Registry): void {
  const parent = registry.program.command('import').description('Bring in what another product holds');
  registry
    .add<ImportOptions>(parent, 'semaphore', 'Bring in projects of Semaphore UI', importSemaphore)
    .option('--config <file>', 'config.json of Semaphore UI: its Bolt database, with the values of keys')
    .option('--bolt <file>', 'the Bolt file, where it is not the one of the configuration')
    .option('--old-key <key...>', 'earlier values of access_key_encryption')
    .option('--timezone <zone>', 'time zone of the machine that it ran on, by which its schedules went', '')
    .option('--backup <file>', 'or a backup of one project, versions 2.8 to 2.19, which holds no secrets')
    .option('--name <name>', 'name of the project that is made of a backup')
    .option('--skip-faults', 'leave out what a backup has that is refused')
    .option('--dry-run', 'only show what would come')
    .option('--yes', 'do not ask');
}

/** A project that an import would make. */
interface Candidate {
  name: string;
  body: object;
  notes: readonly string[];
  isPartial: boolean;
}

async function importSemaphore(invocation: Invocation, _: string[], options: ImportOptions): Promise<number> {
  const { client, terminal } = invocation;
  const candidates =
    options.backup === undefined ? await ofDatabase(options) : [await ofBackup(options.backup, options)];
  const known = new Set((await client.get<Project[]>('/api/projects')).map(({ name }) => name));
  const fresh = candidates.filter(({ name }) => options.backup !== undefined || !known.has(name));
  for (const { name } of candidates.filter((each) => !fresh.includes(each))) {
    terminal.stderr.write(`There is a project ${inert(name)} already: it is left alone\n`);
  }
  await preview(invocation, fresh);
  if (options.dryRun === true || fresh.length === 0) {
    return EXIT.ok;
  }
  if (options.yes !== true && !/^y(es)?$/i.test(await ask(terminal, 'Import this? [y/N]'))) {
    terminal.stderr.write('Nothing was imported\n');
    return EXIT.interrupted;
  }
  for (const candidate of fresh) {
    const project = await client.json<RestoredProject>(requestOf(candidate, '/api/projects/restore'));
    const counts = `${project.filledKeys.length} keys have their secret, ${project.emptyKeys} lack it`;
    terminal.stderr.write(
      `Imported ${inert(project.name)} as project ${project.id}: ${counts}, schedules are paused\n`,
    );
  }
  return EXIT.ok;
}

/** What is paused starts nothing twice while both products run. */
const requestOf = ({ body, isPartial }: Candidate, path: string) => ({
  method: 'POST',
  path,
  query: { partial: isPartial, schedules: false },
  body,
});

async function preview({ client, terminal, language }: Invocation, candidates: readonly Candidate[]): Promise<void> {
  const sentence = await sentencesOf(language);
  for (const candidate of candidates) {
    const found = await client.json<RestorePreview>(requestOf(candidate, '/api/projects/restore/plan'));
    terminal.stdout.write(newProjectText(found));
    const notes = [...candidate.notes, ...found.notes.map((note) => noteText(candidate.body, note, sentence))];
    terminal.stdout.write(notes.map((note) => `    note: ${inert(note)}\n`).join(''));
  }
}

/** A note with the name of its entry in place of its number. */
function noteText(body: object, note: RestorePreview['notes'][number], sentence: SentenceOf): string {
  const [section = '', index = '', ...member] = note.path;
  const list = Object.entries(body).find(([name]) => name === section)?.[1] as unknown;
  const entry = Object(Array.isArray(list) ? (list as unknown[])[Number(index)] : null) as {
    name?: unknown;
    title?: unknown;
  };
  const name = entry.name ?? entry.title;
  const place = typeof name === 'string' ? [section, `"${name}"`, ...member] : note.path;
  return `${place.join(' ')}: ${sentence(note)}`;
}

/** All projects of the database. Each is judged by the server, which leaves out what it must refuse. */
async function ofDatabase({ config: path, bolt, oldKey = [], timezone }: ImportOptions): Promise<Candidate[]> {
  if (path === undefined) {
    throw new CommandError('Name the configuration of Semaphore UI by --config, or a backup by --backup', EXIT.usage);
  }
  const { readConfig } = await import('../files/semaphore/source-config.js');
  const { readDatabase } = await import('../files/semaphore/read-database.js');
  const config = await readConfig(path);
  const projects = readDatabase(bolt ?? config.bolt, { keys: [config.accessKey, ...oldKey], timezone });
  return Promise.all(
    projects.map(async (project) => ({
      name: project.name,
      body: await sealedDocument(project),
      notes: project.notes,
      isPartial: true,
    })),
  );
}

/** The least work that the schema of a backup takes: the passphrase is 256 random bits. */
const WORK = { n: 16_384, r: 8, p: 1 } as const;

/** The body of a restore: the document with its secrets, sealed by a passphrase that is used once. */
async function sealedDocument({ document, secrets }: SourceProject): Promise<object> {
  const passphrase = randomBytes(32).toString('base64url');
  const seal = await PassphraseSeal.withNewSalt(passphrase, WORK);
  const digest = digestOf(document);
  const values = [...secrets].map(([path, text]) => ({ path, sealed: seal.seal(text, placeOf(path, digest)) }));
  const check = seal.seal(String(values.length), CHECK);
  return { ...document, passphrase, sealed: { format: 1, kdf: seal.cost, values, check } };
}

async function ofBackup(file: string, { name, skipFaults }: ImportOptions): Promise<Candidate> {
  const document = await readBackup(file);
  const meta = { ...document.meta, ...(name !== undefined && { name }) };
  return { name: String(meta['name']), body: { ...document, meta }, notes: [], isPartial: skipFaults === true };
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
