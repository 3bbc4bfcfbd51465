import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { KeyedLimiter } from '@switchyard/concurrency';
import { decodeSealedFrame, KeptStateHead, type SealedFrame } from '@switchyard/contracts';
import { badRequest } from '../../../platform/http/refusals.js';
import { StateOffers } from '../../../terraform/offers/state-offers.js';
import { openBytes } from '../../../terraform/state/state-bytes.js';
import { Boxes } from '../boxes/boxes.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';

/** Kept states that are opened at once, and that may wait: each may take as much memory as a state may. */
const CALLS = { atATime: 1, maxWaiting: 8 } as const;

/** States that tasks could not save, on their way from the runner that kept them. */
@Injectable()
export class KeptStateIntake {
  private readonly calls = new KeyedLimiter();

  constructor(
    private readonly offers: StateOffers,
    private readonly boxes: Boxes,
  ) {}

  /** @throws 400 when it does not open, 429 when many come at once, and what `StateOffers.take` does */
  take(runner: RunnerIdentity, frame: unknown): Promise<void> {
    return this.calls.run('all', () => this.open(runner, frame), CALLS);
  }

  private async open(runner: RunnerIdentity, frame: unknown): Promise<void> {
    const sent = Buffer.isBuffer(frame) ? decodeSealedFrame(KeptStateHead, frame) : null;
    const packed = sent && (await this.opened(runner, sent));
    if (!sent || !packed) {
      throw badRequest('state_offered_unreadable');
    }
    const content = await openBytes(Readable.from([packed]));
    await this.offers.take(runner.id, sent.head, content).catch((error: unknown) => {
      throw isDamage(error) ? badRequest('state_offered_unreadable') : error;
    });
  }

  private opened(runner: RunnerIdentity, { head, sealed }: SealedFrame<KeptStateHead>): Promise<Buffer | null> {
    return this.boxes.open(runner, new Uint8Array(sealed), new Uint8Array(Buffer.from(head.nonce, 'base64')));
  }
}

/** Whether zlib has thrown it. */
const isDamage = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
