import { randomUUID } from 'node:crypto';
import { BucketBook } from '@switchyard/database';
import { namedOf } from '@switchyard/engine';
import { type OpenBucket, openBucket } from '@switchyard/server';
import type { CliContext } from './cli-context.js';
import { UsageError } from './terminal.js';

/** Originals that are looked at together. */
const PAGE = 500;

/** Makes this database the owner of its place in the bucket instead of the one that was. */
export async function claimBucket(context: CliContext): Promise<void> {
  const { owner, prefix } = await open(context);
  await owner.take();
  context.terminal.print(`This database owns ${prefix} in its bucket. Nobody else may use that place any more.`);
}

/** Gives a copied database a place of its own; the blobs are copied there from the place of the other one while it runs. */
export async function newIdentity(context: CliContext): Promise<void> {
  const { prefix } = await open(context);
  const book = new BucketBook(context.dataSource);
  await book.depart(randomUUID(), prefix);
  const { owner, prefix: own } = await open(context);
  await owner.require();
  context.terminal.print(
    `This database has its own place now: ${own}. What it names is read from ${prefix} until the dispatcher has copied it; keep that until then.`,
  );
}

/** Removes what was taken over from the root of the bucket, when all of it was. */
export async function removeOld(context: CliContext): Promise<void> {
  const { store, owner } = await open(context);
  await owner.require();
  const book = new BucketBook(context.dataSource);
  if (!(await book.isTakenOver())) {
    throw new UsageError('The dispatcher has not yet taken over everything: try again later');
  }
  let [removed, after] = [0, ''];
  for (let keys = await book.originals(after, PAGE); keys.length > 0; keys = await book.originals(after, PAGE)) {
    after = keys.at(-1) ?? after;
    const kept = await store.removeOriginals(keys, await namedOf(context.dataSource, keys));
    kept.forEach((key) => context.terminal.complain(`Kept, because there is no copy of it: ${key}`));
    const gone = keys.filter((key) => !kept.includes(key));
    await book.forget(gone);
    removed += gone.length;
  }
  context.terminal.print(`Removed ${removed} originals from the root of the bucket`);
}

async function open({ config, dataSource }: CliContext): Promise<OpenBucket> {
  const bucket = await openBucket({ url: config.SWITCHYARD_BLOB_URL, book: new BucketBook(dataSource) });
  if (!bucket) {
    throw new UsageError('There is no bucket: SWITCHYARD_BLOB_URL is not set');
  }
  return bucket;
}
