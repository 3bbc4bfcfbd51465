import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type HmacAlgorithm, provesSender } from '@switchyard/contracts';
import { isSameCredential, readBasicCredential } from '../../../platform/http/basic-credential.js';
import type { WorkBudget } from '../../../platform/workers/work-budget.js';
import { formPayload, isForm } from './form-payload.js';
import { isTimely, sentSignatures, standardSignature } from './standard-signature.js';
import type { Lock } from './webhook-rules.js';

/** Steps of a digest beside those for its bytes, and of looking at one lock. */
const STEPS_OF_DIGEST = 1_024;
const STEPS_OF_LOCK = 64;

/** Digits of a digest. */
const DIGITS: Readonly<Record<HmacAlgorithm, RegExp>> = {
  sha1: /^[\da-f]{40}$/,
  sha256: /^[\da-f]{64}$/,
  sha512: /^[\da-f]{128}$/,
};

/** Who sent a webhook, asked for many integrations: what is the same for several is looked at once. */
export class SenderProof {
  private readonly decided = new Map<string, boolean>();
  private readonly digests = new Map<string, string>();
  private mayBeSigned: readonly Uint8Array[] | undefined;

  constructor(
    private readonly headers: ReadonlyMap<string, string>,
    private readonly body: Uint8Array,
    private readonly budget: WorkBudget,
  ) {}

  /** Whether the sender proved itself. Takes the same time wherever texts differ. @throws BudgetSpent */
  holds(lock: Lock): boolean {
    const { row, secret } = lock;
    if (!provesSender(row.authMethod)) {
      return true;
    }
    this.budget.spend(STEPS_OF_LOCK);
    const { authMethod, authHeader, hmacAlgorithm, hmacPrefix } = row;
    const key = JSON.stringify([authMethod, authHeader, hmacAlgorithm, hmacPrefix, secret]);
    const decided = this.decided.get(key) ?? this.isProved(lock);
    this.decided.set(key, decided);
    return decided;
  }

  private isProved({ row, secret }: Lock): boolean {
    if (secret === null || secret.password === '') {
      return false;
    }
    switch (row.authMethod) {
      case 'basic': {
        const sent = readBasicCredential(this.headers.get('authorization'));
        return isSameCredential(sent ?? { login: '', password: '' }, secret) && sent !== null;
      }
      case 'github':
        return this.isSigned('x-hub-signature-256', 'sha256=', 'sha256', secret.password);
      case 'gitlab':
        return isSame(this.headers.get('x-gitlab-token') ?? '', secret.password);
      case 'bitbucket':
        return this.isSigned('x-hub-signature', 'sha256=', 'sha256', secret.password);
      case 'standard':
        return this.isStandard(secret.password);
      case 'hmac':
        return this.isSigned(row.authHeader, row.hmacPrefix, row.hmacAlgorithm, secret.password);
      default:
        return isSame(this.headers.get(row.authHeader.toLowerCase()) ?? '', secret.password);
    }
  }

  /** Without what has the form of a signature no digest is made. */
  private isSigned(header: string, prefix: string, algorithm: HmacAlgorithm, password: string): boolean {
    const sent = this.headers.get(header.toLowerCase()) ?? '';
    const isSignature = sent.startsWith(prefix) && DIGITS[algorithm].test(sent.slice(prefix.length));
    return isSignature && this.signed().some((bytes) => isSame(sent, prefix + this.digest(algorithm, password, bytes)));
  }

  private isStandard(password: string): boolean {
    const sent = sentSignatures(this.headers);
    if (sent.length === 0 || !this.headers.get('webhook-id') || !isTimely(this.headers)) {
      return false;
    }
    this.budget.spend(STEPS_OF_DIGEST + this.body.length);
    const made = standardSignature(this.headers, this.body, password);
    return sent.some((each) => isSame(each, made));
  }

  /** What may be signed: the body, or, as Gogs does it, the JSON in a form. */
  private signed(): readonly Uint8Array[] {
    this.mayBeSigned ??= isForm(this.headers) ? [this.body, this.payloadOfForm()] : [this.body];
    return this.mayBeSigned;
  }

  private payloadOfForm(): Uint8Array {
    const { buffer, byteOffset, length } = this.body;
    return Buffer.from(formPayload(Buffer.from(buffer, byteOffset, length).toString('utf8'), this.budget) ?? '');
  }

  private digest(algorithm: HmacAlgorithm, password: string, bytes: Uint8Array): string {
    const name = `${algorithm} ${this.signed().indexOf(bytes)} ${password}`;
    const known = this.digests.get(name);
    if (known !== undefined) {
      return known;
    }
    this.budget.spend(STEPS_OF_DIGEST + bytes.length);
    const made = createHmac(algorithm, password).update(bytes).digest('hex');
    this.digests.set(name, made);
    return made;
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));
