import type { ApplyPreview, Project, RestoredProject, RestorePreview } from '@switchyard/contracts';
import type { ProjectFiles } from '@switchyard/contracts/project-files';
import { Refusal } from '../client/refusal.js';
import { type SentenceOf, sentencesOf } from '../client/sentences.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { newProjectText, previewText } from '../files/preview-text.js';
import { readFiles } from '../files/read-files.js';
import { filesOfProject, SCHEMA_FILE, writeFiles } from '../files/write-files.js';
import { findNamed } from '../find-named.js';
import type { Invocation } from '../invocation.js';
import { printOne } from '../output/print.js';
import { ask } from '../terminal.js';
import type { Registry } from './register.js';

/** Where the files of a project lie. */
const DIRECTORY = '.switchyard';

interface FileOptions {
  directory: string;
  prune?: boolean;
}

/** Commands of projects as code. */
export function addFiles(registry: Registry): void {
  const { program } = registry;
  registry
    .add<FileOptions>(program, 'export [project]', 'Write a project as files, without secrets', exportProject)
    .option('-d, --directory <directory>', 'where to', DIRECTORY);
  registry
    .add<FileOptions & { exitCode?: boolean }>(program, 'diff', 'Show what an apply would change', diff)
    .option('-d, --directory <directory>', 'where the files lie', DIRECTORY)
    .option('--prune', 'delete what a list of the files lacks')
    .option('--exit-code', 'end with 1 when something would change');
  registry
    .add<FileOptions & { yes?: boolean }>(program, 'apply', 'Make a project what its files are', apply)
    .option('-d, --directory <directory>', 'where the files lie', DIRECTORY)
    .option('--prune', 'delete what a list of the files lacks')
    .option('--yes', 'do not ask');
  registry.add(program, 'schema', 'Write the JSON Schema of the files to stdout', async ({ client, terminal }) => {
    terminal.stdout.write(`${JSON.stringify(await client.get(SCHEMA_PATH), null, 2)}\n`);
  });
}

/** JSON Schema of files. */
const SCHEMA_PATH = '/api/project_files/schema';

async function exportProject(invocation: Invocation, [name]: string[], { directory }: FileOptions): Promise<void> {
  const project = name === undefined ? await invocation.project() : await projectNamed(invocation, name);
  const backup = await invocation.client.get<Record<string, unknown>>(`/api/project/${project.id}/backup`);
  const schema = await invocation.client.get(SCHEMA_PATH);
  await writeFiles(directory, new Map([...filesOfProject(backup), [SCHEMA_FILE, schema]]));
  invocation.terminal.stderr.write(`${project.name} was written to ${directory}\n`);
}

const projectNamed = async (invocation: Invocation, name: string): Promise<Project> =>
  findNamed('project', await invocation.client.get<Project[]>('/api/projects'), name);

async function diff(
  invocation: Invocation,
  _: string[],
  { directory, prune, exitCode }: FileOptions & { exitCode?: boolean },
): Promise<number> {
  const change = await planned(invocation, await readFiles(directory), prune === true);
  await show(invocation, change);
  return exitCode === true && !change.isEmpty ? EXIT.failed : EXIT.ok;
}

async function apply(
  invocation: Invocation,
  _: string[],
  { directory, prune, yes }: FileOptions & { yes?: boolean },
): Promise<number> {
  const { terminal } = invocation;
  const change = await planned(invocation, await readFiles(directory), prune === true);
  await show(invocation, change);
  if (change.isEmpty) {
    return EXIT.ok;
  }
  if (yes !== true && !/^y(es)?$/i.test(await ask(terminal, 'Apply this? [y/N]'))) {
    terminal.stderr.write('Nothing was changed\n');
    return EXIT.interrupted;
  }
  await change.make();
  terminal.stderr.write('Applied\n');
  return EXIT.ok;
}

/** Changes that files would make. */
interface Change {
  preview: ApplyPreview | RestorePreview;
  text: string;
  notes: readonly string[];
  isEmpty: boolean;
  make(): Promise<unknown>;
}

/** The project is the one that the command line names, else the one that the files name; one that is not there is made. */
async function planned(invocation: Invocation, files: ProjectFiles, isPruned: boolean): Promise<Change> {
  const sentence = await sentencesOf(invocation.language);
  const project = await projectOf(invocation, files);
  return project === null
    ? await newProject(invocation, files, sentence)
    : await changedProject(invocation, files, { project, isPruned, sentence });
}

async function projectOf(invocation: Invocation, { document }: ProjectFiles): Promise<Project | null> {
  const name = document.meta?.['name'];
  if (invocation.isProjectGiven || typeof name !== 'string') {
    return invocation.project();
  }
  const projects = await invocation.client.get<Project[]>('/api/projects');
  return projects.some((each) => each.name === name) ? findNamed('project', projects, name) : null;
}

async function changedProject(
  { client }: Invocation,
  files: ProjectFiles,
  { project, isPruned, sentence }: { project: Project; isPruned: boolean; sentence: SentenceOf },
): Promise<Change> {
  const path = `/api/project/${project.id}/apply`;
  const request = { method: 'POST', query: { prune: isPruned }, body: files.document };
  const preview = await placed(files, client.json<ApplyPreview>({ ...request, path: `${path}/plan` }));
  return {
    preview,
    text: previewText(preview),
    notes: preview.notes.map((note) => `${placeText(files, note.path)}: ${sentence(note)}`),
    isEmpty: preview.changes.length === 0,
    make: () => placed(files, client.json({ ...request, path, headers: { 'if-match': preview.tag } })),
  };
}

async function newProject({ client }: Invocation, files: ProjectFiles, sentence: SentenceOf): Promise<Change> {
  const request = { method: 'POST', body: files.document };
  const preview = await placed(files, client.json<RestorePreview>({ ...request, path: '/api/projects/restore/plan' }));
  return {
    preview,
    text: newProjectText(preview),
    notes: preview.notes.map((note) => `${placeText(files, note.path)}: ${sentence(note)}`),
    isEmpty: false,
    make: () => placed(files, client.json<RestoredProject>({ ...request, path: '/api/projects/restore' })),
  };
}

async function show({ terminal, format }: Invocation, { preview, text, notes }: Change): Promise<void> {
  if (format === 'table') {
    terminal.stdout.write(text);
  } else {
    await printOne<object>(terminal, format, preview, []);
  }
  terminal.stderr.write(notes.map((note) => `note: ${note}\n`).join(''));
}

/** A refusal names the places in the files. */
async function placed<T>(files: ProjectFiles, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.faults.length > 0) {
      const lines = error.faults.map(({ path, sentence }) => `${placeText(files, path)}: ${sentence}`);
      throw new CommandError([error.sentence, ...lines].join('\n'), error.code);
    }
    throw error;
  }
}

/** A member of a file with its place; what only the project has is named by its path. */
function placeText(files: ProjectFiles, path: readonly (string | number)[]): string {
  const place = typeof path[1] === 'number' || path[0] === 'meta' ? files.place(path) : null;
  const member = path.slice(2).join('.');
  return place === null ? path.join(' ') : [place, member].filter(Boolean).join(': ');
}
