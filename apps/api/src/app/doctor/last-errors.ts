import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { recentErrors } from '@switchyard/server';
import { z } from 'zod';
import { scrapes } from './scrapes.js';

const MOST_BYTES = 1_048_576;
const MOST_LINES = 50;

/** Members of a line that are taken: no message of a library, which may quote its input. */
const Line = z.object({
  level: z.enum(['error', 'fatal']),
  time: z.string(),
  name: z.string().optional(),
  msg: z.string().optional(),
  err: z.object({ type: z.string().optional(), code: z.string().optional() }).optional(),
});
type ErrorLine = z.infer<typeof Line>;

/**
 * The last errors of each program: by file in the logs of `npm start`, and by process from those that run now, of others
 * than this one where they serve metrics.
 */
export async function lastErrors(texts: Readonly<Record<string, string>>): Promise<Record<string, ErrorLine[]>> {
  const served = Object.entries(await scrapes(texts, '/errors')).map(
    ([name, text]) => [name, errorsIn(listed(text))] as const,
  );
  const own = [...recentErrors()];
  const logs = await errorsOfFiles(texts.SWITCHYARD_DATA_DIR ?? '.');
  return { ...logs, ...Object.fromEntries(served), ...(own[0] ? { [own[0].name]: own } : {}) };
}

/** The members of a JSON list as lines; a sentence that says why there is none is no error line. */
function listed(text: string): string {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list.map((each) => JSON.stringify(each)).join('\n') : '';
  } catch {
    return '';
  }
}

async function errorsOfFiles(dataDir: string): Promise<Record<string, ErrorLine[]>> {
  const directory = join(dataDir, 'logs');
  const files = (await readdir(directory).catch(() => [])).filter((name) => name.endsWith('.log'));
  const read = await Promise.all(
    files.map(async (name) => [name, errorsIn(await tail(join(directory, name)))] as const),
  );
  return Object.fromEntries(read);
}

async function tail(file: string): Promise<string> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const length = Math.min(size, MOST_BYTES);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await handle.close();
  }
}

const errorsIn = (text: string): ErrorLine[] => text.split('\n').flatMap(errorOf).slice(-MOST_LINES);

function errorOf(line: string): ErrorLine[] {
  try {
    const { success, data } = Line.safeParse(JSON.parse(line));
    return success ? [data] : [];
  } catch {
    return [];
  }
}
