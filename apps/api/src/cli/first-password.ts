import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { Audit, Session } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import { findByLogin } from '../identity/users/user.repository.js';

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
      !(await hasActed(manager, user.id))
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

/** A sign-in leaves a session, and a record that outlives it. */
async function hasActed(manager: EntityManager, userId: number): Promise<boolean> {
  return (
    (await manager.existsBy(Session, { userId })) ||
    (await manager.existsBy(Audit, { userId, outcome: 'done' as const }))
  );
}
