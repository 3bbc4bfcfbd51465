import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import bcrypt from '@node-rs/bcrypt';

/** Argon2id with 19 MiB, 2 passes and 1 lane (OWASP password storage, the argon2id minimum); memory in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Cost of the bcrypt hashes that an import of users takes. */
const BCRYPT_COST = 11;

/** bcrypt reads no more of a password. */
const BCRYPT_BYTES = 72;

/** Whether another product has made the hash, with bcrypt. */
export const isForeignHash = (storedHash: string): boolean => storedHash.startsWith('$2');

/** Hashes and checks passwords, in threads beside that which serves requests. */
@Injectable()
export class PasswordHasher {
  private decoy: Promise<string> | undefined;
  private foreignDecoy: Promise<string> | undefined;

  /** Hash in PHC form, algorithm and parameters included. */
  hash(password: string): Promise<string> {
    return hash(password, COST);
  }

  /**
   * Whether the password belongs to the hash. A check that fails does the same work on a decoy for each kind of hash that
   * this one is not, so the time of a sign-in does not reveal whether the account exists, or what hash it has.
   * @param amongForeign whether some account has a hash of bcrypt, so that its kind is checked at all
   */
  async verify(storedHash: string | null, password: string, amongForeign = false): Promise<boolean> {
    const isForeign = storedHash !== null && isForeignHash(storedHash);
    const own = storedHash === null || isForeign ? null : storedHash;
    const matches = await verify(own ?? (await this.decoyHash()), password).catch(() => false);
    if ((matches && own !== null) || !(isForeign || amongForeign)) {
      return matches && own !== null;
    }
    return this.verifyForeign(isForeign ? storedHash : null, password);
  }

  /** A longer password is not the one that was hashed: it is refused after the same work. */
  private async verifyForeign(storedHash: string | null, password: string): Promise<boolean> {
    const bytes = Buffer.from(password);
    const read = bytes.subarray(0, BCRYPT_BYTES);
    const matches = await bcrypt.verify(read, storedHash ?? (await this.foreignDecoyHash())).catch(() => false);
    return matches && storedHash !== null && bytes.length <= BCRYPT_BYTES;
  }

  private decoyHash(): Promise<string> {
    this.decoy ??= this.hash(randomBytes(16).toString('hex'));
    return this.decoy;
  }

  private foreignDecoyHash(): Promise<string> {
    this.foreignDecoy ??= bcrypt.hash(randomBytes(16).toString('hex'), { cost: BCRYPT_COST });
    return this.foreignDecoy;
  }
}
