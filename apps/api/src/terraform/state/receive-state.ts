import type { Readable } from 'node:stream';
import { drainBody } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { badRequest } from '../../platform/http/refusals.js';
import { requireSize, type StateOrigin, type StateStore, type WriteTerms } from './state-store.js';

/** A state that comes in as the body of a request. */
export interface SentState {
  /** MD5 of the bytes in base64, as the sender has it. */
  md5: string | null;
  /** Bytes as they were announced; NaN = they were not. */
  length: number;
  body: Readable;
}

/** The state in the body of a request whose route leaves it unread. */
export const sentState = ({ headers, raw }: FastifyRequest, md5: string | undefined): SentState => ({
  md5: md5 ?? null,
  length: Number(headers['content-length']),
  body: raw,
});

/**
 * Stores a state that is sent as the next version. A body that is refused is left open and read to its end: its sender
 * must be able to read why.
 * @param onRefused before the refusal is answered
 * @throws what `StateStore.write` does
 */
export async function receiveState(
  store: StateStore,
  { origin, terms }: { origin: StateOrigin; terms: Omit<WriteTerms, 'md5'> },
  { md5, length, body }: SentState,
  onRefused: () => void,
): Promise<void> {
  const content = body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  try {
    requireSize(length);
    await store.write(origin, { ...terms, md5 }, content);
  } catch (error) {
    const isCutOff = body.errored !== null;
    await drainBody(body);
    onRefused();
    throw isCutOff ? badRequest('body_incomplete') : error;
  }
}
