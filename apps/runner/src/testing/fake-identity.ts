import { createHash, createHmac, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type Job,
  MAX_CLOCK_SKEW_MS,
  RUNNER_HEADERS,
  type SealedFrame,
  type SealedJob,
  signedText,
} from '@switchyard/contracts';
import nacl from 'tweetnacl';
import { rawPrivateKey } from '../gateway/runner-keys.js';

/** A runner's token and key as the control plane would hand them out. */
export function newRunnerIdentity(): {
  token: string;
  privateKeyPem: string;
  privateKey: Uint8Array;
  publicKey: Uint8Array;
} {
  const pem = generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const privateKey = rawPrivateKey(pem);
  const { publicKey } = nacl.box.keyPair.fromSecretKey(privateKey);
  return { token: randomBytes(24).toString('base64url'), privateKeyPem: pem, privateKey, publicKey };
}

/** The control plane's side of authentication for one runner. */
export class FakeIdentity {
  readonly server = nacl.box.keyPair();
  private key: Uint8Array;
  private readonly nonces = new Set<string>();

  constructor(
    private runner: { token: string; publicKey: Uint8Array },
    private readonly now: () => number,
  ) {
    this.key = nacl.box.before(runner.publicKey, this.server.secretKey);
  }

  /** Knows the runner by a new key from now on; answers its token. */
  adopt({ public_key }: { public_key: string }): string {
    this.runner = { ...this.runner, publicKey: new Uint8Array(Buffer.from(public_key, 'base64')) };
    this.key = nacl.box.before(this.runner.publicKey, this.server.secretKey);
    return this.runner.token;
  }

  /** Error code of the contract, or `null` when the request is the runner's. */
  fault(request: IncomingMessage, body: Buffer): string | null {
    const header = (name: string): string => String(request.headers[name] ?? '');
    const time = header(RUNNER_HEADERS.time);
    const nonce = header(RUNNER_HEADERS.nonce);
    if (header('authorization') !== `Bearer ${this.runner.token}`) {
      return 'UNKNOWN_RUNNER';
    }
    if (!(Math.abs(Number(time) - this.now()) <= MAX_CLOCK_SKEW_MS)) {
      return 'CLOCK_SKEW';
    }
    const hash = createHash('sha256').update(body).digest('hex');
    const text = signedText(request.method ?? '', request.url ?? '', time, nonce, hash);
    if (createHmac('sha256', this.key).update(text).digest('hex') !== header(RUNNER_HEADERS.signature)) {
      return 'BAD_SIGNATURE';
    }
    if (this.nonces.has(nonce)) {
      return 'REPLAYED';
    }
    this.nonces.add(nonce);
    return null;
  }

  open({ head: { nonce }, sealed }: SealedFrame<{ nonce: string }>): Buffer {
    const opened = nacl.box.open.after(new Uint8Array(sealed), new Uint8Array(Buffer.from(nonce, 'base64')), this.key);
    if (!opened) {
      throw new Error('not sealed with the shared key');
    }
    return Buffer.from(opened);
  }

  sealPlan(plan: Buffer): { sha256: string; nonce: string; sealed: string } {
    return { sha256: createHash('sha256').update(plan).digest('hex'), ...this.sealed(plan) };
  }

  sealed(bytes: Buffer): { nonce: string; sealed: string } {
    const nonce = nacl.randomBytes(nacl.box.nonceLength);
    const sealed = nacl.box.after(new Uint8Array(bytes), nonce, this.key);
    const base64 = (part: Uint8Array): string => Buffer.from(part).toString('base64');
    return { nonce: base64(nonce), sealed: base64(sealed) };
  }

  seal(job: Job, lease: { attempt: number; lease: string; number: number }): SealedJob {
    const nonce = nacl.randomBytes(nacl.box.nonceLength);
    const sealed = nacl.box.after(new TextEncoder().encode(JSON.stringify(job)), nonce, this.key);
    const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
    return { ...lease, task_id: job.task_id, codec: 0, nonce: base64(nonce), sealed: base64(sealed) };
  }
}
