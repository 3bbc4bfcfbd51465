import { MAX_PLAN_BYTES, problem } from '@switchyard/contracts';
import { z } from 'zod';
import { AttemptFailure } from '../../attempt-failure.js';
import type { AttemptFiles } from '../../files/attempt-files.js';

/**
 * Files of a plan that are kept until it is decided: the plan file, and the files that it needs. These are the lock file of
 * the provider versions it was made with, because Terraform refuses a saved plan under other versions; and the file of the
 * stack, because Pulumi encrypts the secrets of a plan with the key in it.
 *
 * ```
 *   "SYPLAN1\n"   8 bytes
 *   u32           length of the head, big-endian
 *   head          JSON: { "files": [{ "name": "plan", "size": 1234 }, …] }
 *   bytes         the files one after the other
 * ```
 */
const MAGIC = Buffer.from('SYPLAN1\n');
const FILES = ['plan', 'lock', 'stack'] as const;
type BundledFile = (typeof FILES)[number];

const Head = z.object({ files: z.array(z.object({ name: z.enum(FILES), size: z.int().min(0) })).max(FILES.length) });

/** Where the files of a bundle lie; each may be missing but the plan. */
export interface BundlePaths {
  plan: string;
  /** The provider lock file beside the configuration; absent for Pulumi. */
  lock?: string;
  /** A copy of the file of the stack; absent for Terraform. */
  stack?: string;
}

/** Packs the plan and the files beside it that are there. */
export async function packPlan(files: AttemptFiles, paths: BundlePaths): Promise<Buffer> {
  const contents = await Promise.all(
    FILES.map(async (name) => ({ name, bytes: await contentOf(files, name, paths[name]) })),
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
export async function unpackPlan(files: AttemptFiles, bundle: Buffer, paths: BundlePaths): Promise<void> {
  const head = readHead(bundle);
  let at = head.start;
  for (const { name, size } of head.files) {
    const path = paths[name];
    if (path === undefined) {
      throw new AttemptFailure(problem('plan_damaged'));
    }
    await files.write(path, bundle.subarray(at, at + size));
    at += size;
  }
  if (at !== bundle.length || !head.files.some(({ name }) => name === 'plan')) {
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

async function contentOf(files: AttemptFiles, name: BundledFile, path: string | undefined): Promise<Buffer | null> {
  const size = path === undefined ? 0 : ((await files.facts(path))?.size ?? 0);
  if (size > MAX_PLAN_BYTES) {
    throw new AttemptFailure(problem('plan_too_large', { bytes: size, max: MAX_PLAN_BYTES }));
  }
  const content = path === undefined ? null : await files.read(path, MAX_PLAN_BYTES);
  if (content === null && name === 'plan') {
    throw new Error(`${path} is missing`);
  }
  return content;
}
