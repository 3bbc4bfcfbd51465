import { createHash, createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { type IdTokenKey, type PublicRsaKey } from '@switchyard/database';
import { SecretBox, signedJwt } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../../platform/config.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { type KeySchedule, keySchedule } from './key-schedule.js';
import {
  addSigningKey,
  findSigningKeys,
  lockSigningKeys,
  removeSigningKeys,
  type StoredKeys,
} from './signing-keys.repository.js';

const DAY_MS = 86_400_000;
/** Providers demand it, and take no other size everywhere. */
const MODULUS_BITS = 2_048;
/** How long what was read is used: much less than a key is published before it signs. */
const KEPT_MS = 30_000;

const generate = promisify(generateKeyPair);

/** A published key: a JSON Web Key (RFC 7517) for RS256. */
export interface PublishedKey extends PublicRsaKey {
  kid: string;
  alg: 'RS256';
  use: 'sig';
}

/** Schedule that was read, and until when it is used. */
interface Kept {
  schedule: KeySchedule<IdTokenKey>;
  until: number;
}

/**
 * Keys that sign ID tokens. They are stored for all processes of the api, the private parts encrypted; whichever first finds
 * that another one is due makes it.
 */
@Injectable()
export class SigningKeys {
  private kept: Kept | null = null;
  private reading: Promise<KeySchedule<IdTokenKey>> | null = null;
  private opened: { id: string; key: KeyObject } | null = null;

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** Keys by which tokens are verified, the next one included. */
  async published(): Promise<PublishedKey[]> {
    const { published } = await this.schedule();
    return published.map(({ id, publicKey }) => ({ ...publicKey, kid: id, alg: 'RS256', use: 'sig' }));
  }

  /** A token with these claims. */
  async sign(claims: object): Promise<string> {
    const { signing } = await this.schedule();
    if (!signing) {
      throw new Error('there is no key that signs ID tokens');
    }
    return signedJwt(claims, this.open(signing), { kid: signing.id });
  }

  /** Concurrent callers share one read. */
  private schedule(): Promise<KeySchedule<IdTokenKey>> {
    if (this.kept && this.kept.until > Date.now()) {
      return Promise.resolve(this.kept.schedule);
    }
    this.reading ??= this.read().finally(() => (this.reading = null));
    return this.reading;
  }

  private async read(): Promise<KeySchedule<IdTokenKey>> {
    let schedule = this.scheduleOf(await findSigningKeys(this.dataSource.manager));
    if (schedule.nextFrom) {
      schedule = await this.add();
    }
    if (schedule.over.length > 0) {
      await removeSigningKeys(this.dataSource.manager, schedule.over);
    }
    this.kept = { schedule, until: Date.now() + KEPT_MS };
    return schedule;
  }

  /** Makes the key that is due, unless another process has. */
  private async add(): Promise<KeySchedule<IdTokenKey>> {
    const made = await this.make();
    return this.dataSource.transaction(async (manager) => {
      await lockSigningKeys(manager);
      const { nextFrom } = this.scheduleOf(await findSigningKeys(manager));
      if (nextFrom) {
        await addSigningKey(manager, { ...made, signsFrom: nextFrom });
      }
      return this.scheduleOf(await findSigningKeys(manager));
    });
  }

  private async make(): Promise<Omit<IdTokenKey, 'signsFrom'>> {
    const { publicKey, privateKey } = await generate('rsa', { modulusLength: MODULUS_BITS });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    const id = thumbprint({ kty: 'RSA', n, e });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    return { id, publicKey: { kty: 'RSA', n, e }, privateKey: this.box.seal(pem, contextOf(id)) };
  }

  private scheduleOf({ keys, rotation }: StoredKeys): KeySchedule<IdTokenKey> {
    const periodMs = this.config.SWITCHYARD_ID_TOKEN_KEY_DAYS * DAY_MS;
    return keySchedule(keys, { now: Date.now(), periodMs, rotation: rotation && rotation.getTime() });
  }

  private open({ id, privateKey }: IdTokenKey): KeyObject {
    if (this.opened?.id !== id) {
      this.opened = { id, key: createPrivateKey(this.box.openText(privateKey, contextOf(id))) };
    }
    return this.opened.key;
  }
}

const contextOf = (id: string): string => `id_token_key:${id}`;

/** RFC 7638. */
const thumbprint = ({ e, kty, n }: PublicRsaKey): string =>
  createHash('sha256').update(JSON.stringify({ e, kty, n })).digest('base64url');
