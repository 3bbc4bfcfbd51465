import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Levels of pino: 50 = error, 60 = fatal. */
const ERROR_LEVEL = 50;
const MOST_BYTES = 1_048_576;
const MOST_LINES = 50;

/** Members of a line that are taken: no message of a library, which may quote its input. */
const Line = z.object({
  level: z.number().min(ERROR_LEVEL),
  time: z.union([z.number(), z.string()]),
  name: z.string().optional(),
  msg: z.string().optional(),
  err: z.object({ type: z.string().optional(), code: z.string().optional() }).optional(),
});
type ErrorLine = z.infer<typeof Line>;

/** The last errors of each program in the logs of `npm start`; none where others keep the logs. */
export async function lastErrors(dataDir: string): Promise<Record<string, ErrorLine[]>> {
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
