import { readFile, writeFile } from 'node:fs/promises';
import { problem } from '@switchyard/contracts';
import { z } from 'zod';
import { AttemptFailure } from '../../attempt-failure.js';

/**
 * What is kept of a plan until it is decided: the plan file, and the lock file of the provider versions it was made
 * with, because Terraform refuses a saved plan under other versions.
 *
 * ```
 *   "SYPLAN1\n"   8 bytes
 *   u32           length of the head, big-endian
 *   head          JSON: { "files": [{ "name": "plan", "size": 1234 }, …] }
 *   bytes         the files one after the other
 * ```
 */
const MAGIC = Buffer.from('SYPLAN1\n');
const FILES = ['plan', 'lock'] as const;
type BundledFile = (typeof FILES)[number];

const Head = z.object({ files: z.array(z.object({ name: z.enum(FILES), size: z.int().min(0) })).max(FILES.length) });

/** Where the files of a bundle lie. */
export interface BundlePaths {
  plan: string;
  /** The provider lock file beside the configuration. */
  lock: string;
}

/** Packs plan and lock file; a lock file that is not there is left out. */
export async function packPlan(paths: BundlePaths): Promise<Buffer> {
  const contents = await Promise.all(
    FILES.map(async (name) => ({ name, bytes: await readFile(paths[name]).catch(absent(name)) })),
  );
  const present = contents.flatMap(({ name, bytes }) => (bytes === null ? [] : [{ name, bytes }]));
  const head = Buffer.from(JSON.stringify({ files: present.map(({ name, bytes }) => ({ name, size: bytes.length })) }));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(head.length);
  return Buffer.concat([MAGIC, length, head, ...present.map(({ bytes }) => bytes)]);
}

/**
 * Puts the files of a bundle to their places, readable for this user alone.
 * @throws AttemptFailure when it is no bundle
 */
export async function unpackPlan(bundle: Buffer, paths: BundlePaths): Promise<void> {
  const { files, start } = readHead(bundle);
  let at = start;
  for (const { name, size } of files) {
    await writeFile(paths[name], bundle.subarray(at, at + size), { mode: 0o600 });
    at += size;
  }
  if (at !== bundle.length || !files.some(({ name }) => name === 'plan')) {
    throw new AttemptFailure(problem('plan_damaged'));
  }
}

function readHead(bundle: Buffer): { files: { name: BundledFile; size: number }[]; start: number } {
  const headAt = MAGIC.length + 4;
  try {
    if (!bundle.subarray(0, MAGIC.length).equals(MAGIC)) {
      throw new Error('no bundle');
    }
    const start = headAt + bundle.readUInt32BE(MAGIC.length);
    return { ...Head.parse(JSON.parse(bundle.subarray(headAt, start).toString('utf8'))), start };
  } catch {
    throw new AttemptFailure(problem('plan_damaged'));
  }
}

const absent =
  (name: BundledFile) =>
  (error: NodeJS.ErrnoException): null => {
    if (name === 'lock' && error.code === 'ENOENT') {
      return null;
    }
    throw error;
  };
