import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { BACKUP_SECTIONS } from '@switchyard/contracts';
import { CommandError } from '../exit-codes.js';

/** Names the schema, which editors read. */
export const SCHEMA_FILE = 'switchyard.schema.json';
const HEADER = `# yaml-language-server: $schema=./${SCHEMA_FILE}\n`;

/** Members of a backup's settings that files hold: kind and secrets of a project are none. */
const SETTINGS = ['name', 'alert', 'alert_chat', 'max_parallel_tasks'] as const;

/** The content of each file of a project, by its name. */
export function filesOfProject(backup: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const meta = backup['meta'] as Readonly<Record<string, unknown>>;
  const settings = SETTINGS.flatMap((name) => (name in meta ? [[name, meta[name]] as const] : []));
  return new Map<string, unknown>([
    ['project.yaml', { project: Object.fromEntries(settings) }],
    ...BACKUP_SECTIONS.map((section) => [`${section}.yaml`, { [section]: backup[section] ?? [] }] as const),
  ]);
}

/**
 * Writes files into a directory, which is made where there is none. Each appears whole; other files stay.
 * @param contents values by the names of the files
 * @throws CommandError
 */
export async function writeFiles(directory: string, contents: ReadonlyMap<string, unknown>): Promise<void> {
  const { stringify } = await import('yaml');
  try {
    await mkdir(directory, { recursive: true });
    for (const [name, value] of contents) {
      const text = name.endsWith('.json')
        ? `${JSON.stringify(value, null, 2)}\n`
        : HEADER + stringify(value, { lineWidth: 0, aliasDuplicateObjects: false });
      await replaceFile(join(directory, name), text);
    }
  } catch (error) {
    throw new CommandError(`${directory} cannot be written: ${messageOf(error)}`);
  }
}

async function replaceFile(path: string, text: string): Promise<void> {
  const partial = `${path}.partial`;
  try {
    await writeFile(partial, text);
    await rename(partial, path);
  } finally {
    await rm(partial, { force: true });
  }
}
