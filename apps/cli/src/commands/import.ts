import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '@switchyard/concurrency';
import type { RestoredProject, RestorePreview } from '@switchyard/contracts';
import { sentencesOf } from '../client/sentences.js';
import { CommandError, EXIT } from '../exit-codes.js';
import { newProjectText } from '../files/preview-text.js';
import type { Invocation } from '../invocation.js';
import { inert } from '../output/inert.js';
import { ask } from '../terminal.js';
import type { Registry } from './register.js';

/** Most bytes of a backup: what the server takes. */
const MAX_BYTES = 16 * 1024 * 1024;

interface ImportOptions {
  backup: string;
  name?: string;
  skipFaults?: boolean;
  dryRun?: boolean;
  yes?: boolean;
}

/** Commands that bring in what another product holds. */
export function addImport(registry: Registry): void {
  const parent = registry.program.command('import').description('Bring in what another product holds');
  registry
    .add<ImportOptions>(parent, 'semaphore', 'Make a project of a project backup of Semaphore UI', importBackup)
    .requiredOption('--backup <file>', 'backup of a project, versions 2.8 to 2.19')
    .option('--name <name>', 'name of the new project')
    .option('--skip-faults', 'leave out entries with faults')
    .option('--dry-run', 'only show what would come')
    .option('--yes', 'do not ask');
}

async function importBackup(
  { client, terminal, language }: Invocation,
  _: string[],
  { backup, name, skipFaults, dryRun, yes }: ImportOptions,
): Promise<number> {
  const body = await readBackup(backup, name);
  // What is inactive starts nothing twice while both products run.
  const request = { method: 'POST', query: { partial: skipFaults === true, schedules: false }, body };
  const preview = await client.json<RestorePreview>({ ...request, path: '/api/projects/restore/plan' });
  const sentence = await sentencesOf(language);
  terminal.stdout.write(newProjectText(preview));
  terminal.stderr.write(
    preview.notes.map((note) => `note: ${inert(`${note.path.join('.')}: ${sentence(note)}`)}\n`).join(''),
  );
  if (dryRun === true) {
    return EXIT.ok;
  }
  if (yes !== true && !/^y(es)?$/i.test(await ask(terminal, 'Import this? [y/N]'))) {
    terminal.stderr.write('Nothing was imported\n');
    return EXIT.interrupted;
  }
  const project = await client.json<RestoredProject>({ ...request, path: '/api/projects/restore' });
  terminal.stderr.write(
    `Imported as project ${project.id}. Schedules are paused; ${project.emptyKeys} keys lack their secret.\n`,
  );
  return EXIT.ok;
}

async function readBackup(file: string, name: string | undefined): Promise<object> {
  try {
    if ((await stat(file)).size > MAX_BYTES) {
      throw new CommandError(`${file} is larger than ${MAX_BYTES} bytes`, EXIT.usage);
    }
    const document = JSON.parse(await readFile(file, 'utf8')) as unknown;
    if (typeof document !== 'object' || document === null || !('meta' in document)) {
      throw new CommandError(`${file} is no backup of a project`, EXIT.usage);
    }
    return name === undefined ? document : { ...document, meta: { ...Object(document.meta), name } };
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(`${file}: ${messageOf(error)}`, EXIT.usage);
  }
}
