import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import { findByLogin, hasSignedIn } from '../identity/users/user.repository.js';

/**
 * The made password of the first administrator in a file (0600) until its first use, so that a set-up or start that is
 * interrupted does not lose it.
 */
export class FirstPassword {
  /** @param file absent: the password is kept nowhere */
  constructor(private readonly file: string | undefined) {}

  /** Makes one, or takes that of a set-up that did not come to its end. */
  make(): string {
    const password = this.kept() ?? randomBytes(15).toString('base64url');
    if (this.file !== undefined) {
      writeFileSync(this.file, `${password}\n`, { mode: 0o600 });
    }
    return password;
  }

  /** The password while the user has it and has never signed in; after that the file is removed. */
  async unused(manager: EntityManager, username: string): Promise<string | null> {
    const password = this.kept();
    if (password === null || this.file === undefined) {
      return null;
    }
    const user = await findByLogin(manager, username);
    if (
      user &&
      (await new PasswordHasher().verify(user.passwordHash, password)) &&
      !(await hasSignedIn(manager, user.id))
    ) {
      return password;
    }
    rmSync(this.file, { force: true });
    return null;
  }

  private kept(): string | null {
    return this.file !== undefined && existsSync(this.file) ? readFileSync(this.file, 'utf8').trim() || null : null;
  }
}
