import { Readable } from 'node:stream';
import { BlobMissingError } from '@switchyard/server';
import { notFound } from '../../http/refusals.js';

/**
 * The bytes of a version, of which the first are there.
 * @throws 404 when the version was removed meanwhile
 */
export async function openBytes(content: AsyncIterable<Buffer>): Promise<Readable> {
  const parts = content[Symbol.asyncIterator]();
  const first = await parts.next().catch((error: unknown) => {
    throw error instanceof BlobMissingError ? notFound() : error;
  });
  return Readable.from(continued(parts, first), { objectMode: false });
}

async function* continued(parts: AsyncIterator<Buffer>, first: IteratorResult<Buffer>): AsyncGenerator<Buffer> {
  try {
    for (let part = first; !part.done; part = await parts.next()) {
      yield part.value;
    }
  } finally {
    await parts.return?.();
  }
}
