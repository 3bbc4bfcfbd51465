import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import type { ProjectFiles } from '@switchyard/contracts/project-files';
import { CommandError, EXIT } from '../exit-codes.js';

/** Most bytes of all files together: what the server takes. */
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Reads all YAML files of a directory.
 * @throws CommandError which names file, line and column of every fault
 */
export async function readFiles(directory: string): Promise<ProjectFiles> {
  const texts = await textsOf(directory);
  const { FileFaults, parseFiles } = await import('@switchyard/contracts/project-files');
  try {
    return parseFiles(texts);
  } catch (error) {
    throw error instanceof FileFaults ? new CommandError(error.message, EXIT.usage) : error;
  }
}

async function textsOf(directory: string): Promise<{ name: string; text: string }[]> {
  try {
    const names = (await readdir(directory)).filter((name) => /\.ya?ml$/.test(name)).sort();
    if (names.length === 0) {
      throw new CommandError(`${directory} has no YAML file`, EXIT.usage);
    }
    const sizes = await Promise.all(names.map(async (name) => (await stat(join(directory, name))).size));
    if (sizes.reduce((sum, size) => sum + size, 0) > MAX_BYTES) {
      throw new CommandError(`The files of ${directory} are larger than ${MAX_BYTES} bytes`, EXIT.usage);
    }
    return await Promise.all(
      names.map(async (name) => ({ name: join(directory, name), text: await readFile(join(directory, name), 'utf8') })),
    );
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(messageOf(error), EXIT.usage);
  }
}
