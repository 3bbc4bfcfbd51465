import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HmacAlgorithm } from '@switchyard/contracts';
import type { Integration } from '@switchyard/database';
import { isSameCredential, readBasicCredential } from '../../terraform/backend/basic-credential.js';

/** The login and password of a key. */
export interface Login {
  login: string;
  password: string;
}

/** How the senders of one integration prove themselves. */
export interface Lock {
  row: Pick<Integration, 'authMethod' | 'authHeader' | 'hmacAlgorithm' | 'hmacPrefix'>;
  /** `null` = there is no secret, so that nobody can. */
  secret: Login | null;
}

/** Who sent a webhook, asked for many integrations: what is the same for several is looked at once. */
export class SenderProof {
  private readonly decided = new Map<string, boolean>();

  constructor(
    private readonly headers: ReadonlyMap<string, string>,
    private readonly body: Buffer,
  ) {}

  /** Whether the sender proved itself. Takes the same time wherever texts differ. */
  holds(lock: Lock): boolean {
    const { row, secret } = lock;
    if (row.authMethod === '') {
      return true;
    }
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
    if (row.authMethod === 'basic') {
      const sent = readBasicCredential(this.headers.get('authorization'));
      return isSameCredential(sent ?? { login: '', password: '' }, secret) && sent !== null;
    }
    const [header, expected] = this.expected(row, secret.password);
    return isSame(this.headers.get(header) ?? '', expected);
  }

  /** The header of a signature or token, and what it must hold. */
  private expected(row: Lock['row'], password: string): [header: string, text: string] {
    switch (row.authMethod) {
      case 'github':
        return ['x-hub-signature-256', `sha256=${this.digest('sha256', password)}`];
      case 'bitbucket':
        return ['x-hub-signature', `sha256=${this.digest('sha256', password)}`];
      case 'hmac':
        return [row.authHeader.toLowerCase(), row.hmacPrefix + this.digest(row.hmacAlgorithm, password)];
      default:
        return [row.authHeader.toLowerCase(), password];
    }
  }

  private digest(algorithm: HmacAlgorithm, password: string): string {
    return createHmac(algorithm, password).update(this.body).digest('hex');
  }
}

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(hash(one), hash(other));
