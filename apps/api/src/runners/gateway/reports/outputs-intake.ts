import { Inject, Injectable } from '@nestjs/common';
import {
  decodeSealedFrame,
  MAX_PUBLISHED_BYTES,
  OutputsHead,
  type PublishedOutput,
  readPublishedOutputs,
  type SealedFrame,
} from '@switchyard/contracts';
import { type Engine, saveOutputs } from '@switchyard/engine';
import { holdsSecret } from '@switchyard/masking';
import nacl from 'tweetnacl';
import { badRequest } from '../../../platform/http/refusals.js';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { Boxes } from '../boxes/boxes.js';
import type { RunnerIdentity } from '../identity/runner-identity.js';
import { AttemptMaskers } from './attempt-maskers.js';

/** Outputs of tasks on their way from runners to the database: sealed to the control plane on the wire. */
@Injectable()
export class OutputsIntake {
  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly boxes: Boxes,
    private readonly maskers: AttemptMaskers,
  ) {}

  /** @throws 400 when it does not open, is too large or has another form */
  async store(runner: RunnerIdentity, frame: unknown): Promise<void> {
    const sent = Buffer.isBuffer(frame) ? decodeSealedFrame(OutputsHead, frame) : null;
    const json = sent && (await this.opened(runner, sent));
    const outputs = json && readPublishedOutputs(json.toString('utf8'));
    if (!sent || !outputs) {
      throw badRequest('outputs_unreadable');
    }
    const { attempt, lease } = sent.head;
    await saveOutputs(this.engine, runner.id, { attempt, lease }, await this.withSecrets(attempt, outputs));
  }

  private async opened(runner: RunnerIdentity, { head, sealed }: SealedFrame<OutputsHead>): Promise<Buffer | null> {
    const fits = sealed.length <= MAX_PUBLISHED_BYTES + nacl.box.overheadLength;
    const salt = new Uint8Array(Buffer.from(head.nonce, 'base64'));
    return fits ? this.boxes.open(runner, new Uint8Array(sealed), salt) : null;
  }

  /** Its runner has looked for secrets before. */
  private async withSecrets(attempt: number, outputs: readonly PublishedOutput[]): Promise<PublishedOutput[]> {
    const masker = await this.maskers.of(attempt);
    return outputs
      .filter(({ name }) => !holdsSecret(masker, name))
      .map((output) => ({ ...output, secret: output.secret || holdsSecret(masker, output.value) }));
  }
}
