import { describeIssues, issuesOf, Password, UserCreate } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import type { DataSource, EntityManager } from 'typeorm';
import type { z } from 'zod';
import { AuditTrail } from '../auth/audit/audit-trail.js';
import { totpChange } from '../auth/audit/totp-status.js';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import { PasswordChange } from '../identity/users/password-change.js';
import { deleteTotp, findByLogin, findUsers, getUser, insertUser } from '../identity/users/user.repository.js';
import { requireDistinct, withUniqueUser } from '../identity/users/user-rules.js';
import { announceAccess } from './announce-access.js';
import type { CliContext } from './cli-context.js';
import { readPassword, UsageError } from './terminal.js';

/** One line a user: id, login, name, email, rank; separated by tabs. */
export async function listUsers({ dataSource, terminal }: CliContext): Promise<void> {
  for (const user of await findUsers(dataSource.manager)) {
    terminal.print([user.id, user.username, user.name, user.email, user.admin ? 'admin' : 'user'].join('\t'));
  }
}

/** Gives a user a new password; his sessions, tokens and live connections end. */
export async function changePassword({ options, config, dataSource, terminal }: CliContext): Promise<void> {
  const login = options.login?.trim();
  if (!login) {
    throw new UsageError('user change-password needs --login L');
  }
  const user = await findByLogin(dataSource.manager, login);
  if (!user || user.external) {
    throw new UsageError(`There is no user "${login}" with a password here`);
  }
  const password = requireValid(Password, options.password ?? (await readPassword(terminal)));
  const change = new PasswordChange(new PasswordHasher());
  await dataSource.transaction(async (manager) => {
    await change.apply(manager, { userId: user.id, password, revokeTokens: true });
    await record(dataSource, manager, user, await getUser(manager, user.id));
  });
  await announceAccess(config, [user.id]);
  terminal.print(`The password of ${user.username} was changed`);
}

/** Adds a user who signs in with a password. */
export async function addUser({ options, dataSource, terminal }: CliContext): Promise<void> {
  const { login, name, email, admin } = options;
  if (!login || !name || !email) {
    throw new UsageError('user add needs --login L --name N --email E');
  }
  const password = requireValid(Password, options.password ?? (await readPassword(terminal)));
  const user = requireValid(UserCreate, { username: login, name, email, admin, password });
  await requireDistinct(dataSource.manager, user);
  const passwordHash = await new PasswordHasher().hash(password);
  const row = { username: user.username, name: user.name, email: user.email, admin: user.admin, passwordHash };
  await dataSource.transaction(async (manager) => {
    const { id } = await withUniqueUser(insertUser(manager, row));
    await record(dataSource, manager, null, await getUser(manager, id));
  });
  terminal.print(`The user ${user.username} was added`);
}

/** Takes the authenticator off a user. */
export async function disableTwoFactor({ options, dataSource, terminal }: CliContext): Promise<void> {
  const login = options.login?.trim() ?? '';
  const user = await findByLogin(dataSource.manager, login);
  const missing = new UsageError(`There is no user "${login}" with two-factor sign-in`);
  if (!user) {
    throw missing;
  }
  await dataSource.transaction(async (manager) => {
    if (!(await deleteTotp(manager, { userId: user.id }))) {
      throw missing;
    }
    await new AuditTrail(dataSource).record(manager, totpChange(user.id, false));
  });
  terminal.print(`Two-factor sign-in of ${user.username} is off`);
}

function record(dataSource: DataSource, manager: EntityManager, before: User | null, after: User): Promise<void> {
  const trail = new AuditTrail(dataSource);
  return trail.record(manager, { entity: User, objectType: 'user', objectId: after.id, before, after });
}

function requireValid<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new UsageError(describeIssues(issuesOf(result.error.issues)));
  }
  return result.data;
}
