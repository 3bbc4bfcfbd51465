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

/** Where a signature is sent, and how it is made. */
interface Signing {
  header: string;
  prefix: string;
  algorithm: HmacAlgorithm;
}

const GITHUB: Signing = { header: 'x-hub-signature-256', prefix: 'sha256=', algorithm: 'sha256' };
const BITBUCKET: Signing = { header: 'x-hub-signature', prefix: 'sha256=', algorithm: 'sha256' };

/** Who sent a webhook, asked for many integrations: what is the same for several is looked at once. */
export class SenderProof {
  private readonly decided = new Map<string, boolean>();
  private readonly digests = new Map<string, string>();
  private mayBeSigned: readonly Uint8Array[] | undefined;
  private standardSent: readonly string[] | undefined;

  constructor(
    private readonly headers: ReadonlyMap<string, string>,
    private readonly body: Uint8Array,
    private readonly budget: WorkBudget,
  ) {}

  /**
   * Asks before the first digest whether there may be as many as all locks need: each is tried in any case, so what is too much
   * is known without doing any of it.
   * @throws BudgetSpent
   */
  requireBudget(locks: readonly Lock[]): void {
    const needed = new Set(locks.flatMap((lock) => this.neededDigest(lock) ?? []));
    this.budget.require(needed.size * (STEPS_OF_DIGEST + this.body.length));
  }

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
    const signing = signingOf(row);
    if (signing) {
      return this.isSigned(signing, secret.password);
    }
    switch (row.authMethod) {
      case 'basic': {
        const sent = readBasicCredential(this.headers.get('authorization'));
        return isSameCredential(sent ?? { login: '', password: '' }, secret) && sent !== null;
      }
      case 'gitlab':
        return isSame(this.headers.get('x-gitlab-token') ?? '', secret.password);
      case 'standard':
        return this.isStandard(secret.password);
      default:
        return isSame(this.headers.get(row.authHeader.toLowerCase()) ?? '', secret.password);
    }
  }

  /** Name of the digest that proves that the secret is the sender's; `null` = none is needed. */
  private neededDigest({ row, secret }: Lock): string | null {
    const signing = signingOf(row);
    const isSent = signing
      ? this.sentAs(signing) !== null
      : row.authMethod === 'standard' && this.sentStandard().length > 0;
    return isSent && secret?.password ? `${signing?.algorithm ?? row.authMethod} ${secret.password}` : null;
  }

  /** Returns the text of the header, where it has the form of a signature: without it no digest is made. */
  private sentAs({ header, prefix, algorithm }: Signing): string | null {
    const sent = this.headers.get(header.toLowerCase()) ?? '';
    return sent.startsWith(prefix) && DIGITS[algorithm].test(sent.slice(prefix.length)) ? sent : null;
  }

  private isSigned(signing: Signing, password: string): boolean {
    const { prefix, algorithm } = signing;
    const sent = this.sentAs(signing);
    return (
      sent !== null && this.signed().some((bytes) => isSame(sent, prefix + this.digest(algorithm, password, bytes)))
    );
  }

  /** Signatures of Standard Webhooks that were sent, none without the id and the time that they sign. */
  private sentStandard(): readonly string[] {
    const isComplete = (): boolean => !!this.headers.get('webhook-id') && isTimely(this.headers);
    this.standardSent ??= isComplete() ? sentSignatures(this.headers) : [];
    return this.standardSent;
  }

  private isStandard(password: string): boolean {
    const sent = this.sentStandard();
    if (sent.length === 0) {
      return false;
    }
    this.budget.spend(STEPS_OF_DIGEST + this.body.length);
    const made = standardSignature(this.headers, this.body, password);
    return sent.some((each) => isSame(each, made));
  }

  /** Bytes that may be signed: the body, or, as Gogs does it, the JSON in a form. */
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

function signingOf({ authMethod, authHeader, hmacAlgorithm, hmacPrefix }: Lock['row']): Signing | null {
  switch (authMethod) {
    case 'github':
      return GITHUB;
    case 'bitbucket':
      return BITBUCKET;
    case 'hmac':
      return { header: authHeader, prefix: hmacPrefix, algorithm: hmacAlgorithm };
    default:
      return null;
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));
