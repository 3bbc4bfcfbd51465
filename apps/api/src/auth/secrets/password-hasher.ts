import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';

/** Argon2id with 19 MiB, 2 passes and 1 lane (OWASP password storage, the argon2id minimum); memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Hashes and checks passwords. */
@Injectable()
export class PasswordHasher {
  private decoy: Promise<string> | undefined;

  /** Hash in PHC form, algorithm and parameters included. */
  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  /**
   * Whether the password belongs to the hash. Without a hash the same work is done on a decoy and the answer is no, so
   * the time of a sign-in does not reveal whether the account exists.
   */
  async verify(storedHash: string | null, password: string): Promise<boolean> {
    const matches = await verify(storedHash ?? (await this.decoyHash()), password).catch(() => false);
    return matches && storedHash !== null;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= this.hash(randomBytes(16).toString('hex'));
    return this.decoy;
  }
}
