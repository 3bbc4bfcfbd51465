import type { Project, RestoredProject, RestorePreview } from '@switchyard/contracts';
import { type SentenceOf, sentencesOf } from '../client/sentences.js';
import { CommandError, EXIT } from '../exit-codes.js';
import type { Candidate } from '../files/candidate.js';
import { newProjectText } from '../files/preview-text.js';
import type { SemaphoreSource } from '../files/semaphore/semaphore-projects.js';
import type { SourceHistory } from '../files/semaphore/source-history.js';
import type { SourceRunner } from '../files/semaphore/source-runners.js';
import type { SourceUser } from '../files/semaphore/source-users.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';
import { ask } from '../terminal.js';
import { importHistory, previewHistory } from './import-history.js';
import { importRunners } from './import-runners.js';
import { importUsers } from './import-users.js';
import type { Registry } from './register.js';

interface ImportOptions {
  users?: boolean;
  admins?: boolean;
  runners?: boolean;
  history?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** Commands that bring in what another product holds. */
export function addImport(registry: Registry): void {
  const parent = registry.program.command('import').description('Bring in what another product holds');
  const semaphore = registry
    .add(parent, 'semaphore', 'Bring in projects of Semaphore UI', importSemaphore)
    .option('--config <file>', 'config.json of Semaphore UI, which names its database and opens the values of keys')
    .option(
      '--database <address>',
      'its database, where it is elsewhere: postgres://USER@HOST/NAME, mysql://… or sqlite:FILE',
    )
    .option('--bolt <file>', 'or its Bolt file')
    .option('--old-key <key...>', 'earlier values of access_key_encryption')
    .option('--timezone <zone>', 'time zone of the machine that it ran on, by which its schedules went', '')
    .option('--users', 'bring its users, too, with the hashes of their passwords')
    .option('--admins', 'let its administrators be administrators here')
    .option('--runners', 'register its runners, too; their machines are to be registered again')
    .option('--history', 'bring the tasks of its projects, too, with their logs')
    .option('--backup <file>', 'or a backup of one project, versions 2.8 to 2.19, which holds no secrets')
    .option('--name <name>', 'name of the project that is made of a backup')
    .option('--skip-faults', 'leave out what a backup has that is refused');
  const awx = registry.add(
    parent,
    'awx <file>',
    'Bring in what "awx export" wrote, a project for each organization',
    importAwx,
  );
  for (const command of [semaphore, awx]) {
    command.option('--dry-run', 'only show what would come').option('--yes', 'do not ask');
  }
}

async function importSemaphore(invocation: Invocation, _: string[], options: ImportOptions & SemaphoreSource) {
  const { semaphoreProjects, semaphoreRunners, semaphoreUsers, withSemaphoreHistory } =
    await import('../files/semaphore/semaphore-projects.js');
  const { env } = invocation.terminal;
  if (options.admins === true && options.users !== true) {
    throw new CommandError('--admins needs --users', EXIT.usage);
  }
  const users = options.users === true ? await semaphoreUsers(options, env) : [];
  const runners = options.runners === true ? await semaphoreRunners(options, env) : [];
  const candidates = await semaphoreProjects(options, env);
  const fresh = options.backup === undefined ? await newOnes(invocation, candidates) : candidates;
  const offer = { users, candidates: fresh, runners: { list: runners, of: candidates } };
  return options.history === true
    ? withSemaphoreHistory(options, env, (history) =>
        importAll(invocation, { ...offer, history: { source: history, of: candidates } }, options),
      )
    : importAll(invocation, offer, options);
}

async function importAwx(invocation: Invocation, [file = '']: string[], options: ImportOptions) {
  const { readExport } = await import('../files/awx/awx-export.js');
  const { projectsOf } = await import('../files/awx/awx-organization.js');
  const candidates = projectsOf(await readExport(file)).map(({ name, document, notes }) => ({
    name,
    body: document,
    notes,
    isPartial: true,
  }));
  const runners = { list: [], of: [] };
  return importAll(invocation, { users: [], candidates: await newOnes(invocation, candidates), runners }, options);
}

/** Candidates whose name no project has: a repeated import takes these alone. */
async function newOnes({ client, terminal }: Invocation, candidates: readonly Candidate[]): Promise<Candidate[]> {
  const known = new Set((await client.get<Project[]>('/api/projects')).map(({ name }) => name));
  for (const { name } of candidates.filter((each) => known.has(each.name))) {
    terminal.stderr.write(`There is a project ${inert(name)} already: it is left alone\n`);
  }
  return candidates.filter(({ name }) => !known.has(name));
}

/** Users and projects to bring in. */
interface Offer {
  users: readonly SourceUser[];
  candidates: readonly Candidate[];
  /** Runners, some of them of these projects. */
  runners: { list: readonly SourceRunner[]; of: readonly Candidate[] };
  /** History of these projects, of which some may be there already. */
  history?: { source: SourceHistory; of: readonly Candidate[] };
}

async function importAll(invocation: Invocation, offer: Offer, options: ImportOptions) {
  const { users, candidates, runners, history } = offer;
  const { client, terminal } = invocation;
  const admins = options.admins === true;
  const coming = await importUsers(invocation, users, { admins, dryRun: true });
  await preview(invocation, candidates, coming);
  const names = new Map(runners.of.flatMap(({ name, origin }) => (origin ? [[origin.id, name] as const] : [])));
  await importRunners(invocation, runners.list, { names, dryRun: true });
  if (history) {
    await previewHistory(invocation, history.source, history.of);
  }
  const comes = candidates.length + coming.size + runners.list.length > 0 || history !== undefined;
  if (options.dryRun === true || !comes) {
    return EXIT.ok;
  }
  if (options.yes !== true && !/^y(es)?$/i.test(await ask(terminal, 'Import this? [y/N]'))) {
    terminal.stderr.write('Nothing was imported\n');
    return EXIT.interrupted;
  }
  // Members come where their accounts exist.
  await importUsers(invocation, users, { admins, dryRun: false });
  for (const candidate of candidates) {
    const project = await client.json<RestoredProject>(requestOf(candidate, '/api/projects/restore'));
    const counts = `${project.filledKeys.length} keys have their secret, ${project.emptyKeys} lack it`;
    terminal.stderr.write(
      `Imported ${inert(project.name)} as project ${project.id}: ${counts}, schedules are paused\n`,
    );
  }
  await importRunners(invocation, runners.list, { names, dryRun: false });
  if (history) {
    await importHistory(invocation, history.source, history.of);
  }
  return EXIT.ok;
}

/** Body of the import. Schedules are paused, so that nothing starts twice while both products run. */
const requestOf = ({ body, isPartial }: Candidate, path: string) => ({
  method: 'POST',
  path,
  query: { partial: isPartial, schedules: false },
  body,
});

/** @param coming logins that have an account by then, so that they may be members */
async function preview(
  { client, terminal, language }: Invocation,
  candidates: readonly Candidate[],
  coming: ReadonlySet<string>,
): Promise<void> {
  const sentence = await sentencesOf(language);
  const isTrue = ({ path, code }: RestorePreview['notes'][number], body: object): boolean =>
    // Schedules come paused.
    code !== 'restore_active' && !isMember(body, path, coming);
  for (const candidate of candidates) {
    const found = await client.json<RestorePreview>(requestOf(candidate, '/api/projects/restore/plan'));
    terminal.stdout.write(newProjectText(found));
    const notes = [
      ...candidate.notes,
      ...found.notes
        .filter((note) => isTrue(note, candidate.body))
        .map((note) => noteText(candidate.body, note, sentence)),
    ];
    terminal.stdout.write(notes.map((note) => `    note: ${inert(note)}\n`).join(''));
  }
}

/** Whether a note is about a member of a document who is one of these. */
function isMember(body: object, [section, index]: readonly unknown[], logins: ReadonlySet<string>): boolean {
  const members = 'members' in body && Array.isArray(body.members) ? (body.members as { username?: unknown }[]) : [];
  const username = section === 'members' ? members[Number(index)]?.username : undefined;
  return typeof username === 'string' && logins.has(username);
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
