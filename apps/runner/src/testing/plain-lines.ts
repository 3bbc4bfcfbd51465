import { inflateRawSync } from 'node:zlib';
import type { PackedBody } from '../logs/packed-body.js';

/** The lines of a chunk as they were before they were packed. */
export const plainLines = ({ codec, body }: Pick<PackedBody, 'codec' | 'body'>): Buffer =>
  codec === 1 ? inflateRawSync(body) : body;
