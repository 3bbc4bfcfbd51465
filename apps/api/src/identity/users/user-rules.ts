import { EmailAddress, type UserUpdate } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../auth/access/caller.js';
import { requireAccountChange } from '../../auth/access/fresh-sign-in.js';
import { badMember, badRequest, notPermitted } from '../../platform/http/refusals.js';
import { violatedUnique } from '../../platform/database/constraints.js';
import { isNameOfAnother, lockAdmins, lockOnlyOwned } from './user.repository.js';

/** Administrators change everybody, other people themselves alone; 401 otherwise. */
export function requireSelfOrAdmin(caller: Caller, userId: number): void {
  if (!caller.admin && caller.userId !== userId) {
    throw notPermitted();
  }
}

/**
 * Nobody changes his own admin flag, only administrators the pro flag, and nobody where an external user signs in. Others
 * have an address.
 */
export function requirePermittedChange(caller: Caller, stored: User, input: UserUpdate): void {
  const changesOwnRank = caller.userId === stored.id && input.admin !== stored.admin;
  if (changesOwnRank || (!caller.admin && input.pro !== stored.pro)) {
    throw notPermitted();
  }
  if (stored.external && (input.username !== stored.username || input.email !== stored.email)) {
    throw badRequest('external_identity');
  }
  if (!stored.external && !EmailAddress.safeParse(input.email).success) {
    throw badMember('email', 'email');
  }
  if (stored.external && input.password) {
    throw badRequest('external_password');
  }
}

/** A change of how somebody signs in, or of their rights, needs a fresh sign-in of the caller, or a token that may. */
export function requireFreshForSignIn(caller: Caller, stored: User, input: UserUpdate): void {
  const { username, email, admin } = stored;
  if (input.username !== username || input.email !== email || input.admin !== admin) {
    requireAccountChange(caller);
  }
}

/**
 * Refuses a login that is the email of somebody else, or the reverse: both are good for signing in.
 * @param id of the user itself; absent when it is created
 */
export async function requireDistinct(
  manager: EntityManager,
  names: Pick<User, 'username' | 'email'>,
  id = 0,
): Promise<void> {
  if (await isNameOfAnother(manager, names, id)) {
    throw badRequest('identity_taken');
  }
}

/** Refuses when the checked password is not the current one any more. */
export function requireSamePassword(checked: User, stored: User): void {
  if (checked.passwordHash !== stored.passwordHash) {
    throw badMember('old_password', 'wrong_password');
  }
}

/** Runs an insert or update of a user. @throws 400 when login or email is taken */
export async function withUniqueUser<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const index = violatedUnique(error);
    if (index === null) {
      throw error;
    }
    throw badRequest(index === 'user_email_key' ? 'email_taken' : 'login_taken');
  }
}

/** The last administrator stays, or nobody could manage the installation. */
export async function requireAnotherAdmin(manager: EntityManager, stored: User): Promise<void> {
  if (stored.admin && (await lockAdmins(manager)).length < 2) {
    throw badRequest('last_administrator');
  }
}

/** The last owner of a project stays, or nobody but administrators could manage it. @throws 400 */
export async function requireOtherOwners(manager: EntityManager, { id }: User): Promise<void> {
  const projects = await lockOnlyOwned(manager, id);
  if (projects.length > 0) {
    throw badRequest('last_owner_of', { projects });
  }
}
