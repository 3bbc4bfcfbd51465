import { promisify } from 'node:util';
import { gunzip, gzip, gzipSync } from 'node:zlib';
import { MAX_TRIED_BODY } from '@switchyard/contracts';
import type { SecretBox } from '@switchyard/server';
import { z } from 'zod';
import { SMALL_WEBHOOK_BYTES } from '../../../platform/bounds.js';
import { isProofHeader } from '../reading/shown-reading.js';

const contextOf = (deliveryId: string): string => `integration_delivery:${deliveryId}`;
const MAX_OPENED = 4 * 1024 * 1024;
/** Most compressed bytes of one webhook that its entries keep together. */
const MAX_KEPT = 16 * 1024 * 1024;

const LEVEL = { level: 1 } as const;

const KeptRequest = z.object({ headers: z.array(z.tuple([z.string(), z.string()])), text: z.string() });

/** A request that can be delivered again. */
export interface StoredWebhook {
  headers: ReadonlyMap<string, string>;
  text: string;
}

/** A webhook that its entries in the logs keep, each sealed for itself; it is compressed once. */
export class RequestKeeper {
  private readonly packed = new Map<string, Buffer | Promise<Buffer>>();
  private kept = 0;

  /** @param body `null` = too large to be kept */
  constructor(
    private readonly headers: ReadonlyMap<string, string>,
    private readonly body: string | null,
  ) {}

  /** Its body is small enough to be kept. */
  get isKept(): boolean {
    return this.body !== null;
  }

  static of(headers: ReadonlyMap<string, string>, body: Buffer): RequestKeeper {
    return new RequestKeeper(headers, body.length > MAX_TRIED_BODY ? null : body.toString('utf8'));
  }

  /** Ciphertext of the webhook without what proved its sender; `null` = it, or all that keep it, would be too large. */
  async sealed(box: SecretBox, id: string, authHeader: string): Promise<string | null> {
    if (this.body === null) {
      return null;
    }
    const packed = await this.packedWithout(authHeader, this.body);
    this.kept += packed.length;
    return this.kept > MAX_KEPT ? null : box.seal(packed, contextOf(id));
  }

  private packedWithout(authHeader: string, text: string): Buffer | Promise<Buffer> {
    const headers = [...this.headers].filter(([name]) => !isProofHeader(name, { authHeader }));
    const name = headers.map(([each]) => each).join(' ');
    const made = this.packed.get(name) ?? packed(JSON.stringify({ headers, text }));
    this.packed.set(name, made);
    return made;
  }
}

/** Small bodies are compressed at once: another thread would take longer. */
const packed = (text: string): Buffer | Promise<Buffer> =>
  text.length <= SMALL_WEBHOOK_BYTES ? gzipSync(text, LEVEL) : promisify(gzip)(text, LEVEL);

/** The webhook of a delivery. @throws when it does not open */
export async function openRequest(box: SecretBox, id: string, sealed: string): Promise<StoredWebhook> {
  const opened = await promisify(gunzip)(box.open(sealed, contextOf(id)), { maxOutputLength: MAX_OPENED });
  const { headers, text } = KeptRequest.parse(JSON.parse(opened.toString('utf8')));
  return { headers: new Map(headers), text };
}
