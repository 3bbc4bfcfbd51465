import { Password, UserCreate } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import { z } from 'zod';
import { PasswordHasher } from '../auth/password-hasher.js';
import { PasswordChange } from '../users/password-change.js';
import { requireDistinct, withUniqueUser } from '../users/user-rules.js';
import type { CliContext } from './cli-context.js';
import { readPassword, UsageError } from './terminal.js';

/** One line a user: id, login, name, email, rank; separated by tabs. */
export async function listUsers({ dataSource, terminal }: CliContext): Promise<void> {
  for (const user of await dataSource.getRepository(User).find({ order: { id: 'ASC' } })) {
    terminal.print([user.id, user.username, user.name, user.email, user.admin ? 'admin' : 'user'].join('\t'));
  }
}

/** Gives a user a new password; his sessions and tokens end. */
export async function changePassword({ options, dataSource, terminal }: CliContext): Promise<void> {
  const username = options.login?.trim().toLowerCase();
  if (!username) {
    throw new UsageError('user change-password needs --login L');
  }
  const user = await dataSource.manager.findOneBy(User, { username });
  if (!user || user.external) {
    throw new UsageError(`There is no user "${username}" with a password here`);
  }
  const password = requireValid(Password, options.password ?? (await readPassword(terminal)));
  const change = new PasswordChange(new PasswordHasher());
  await dataSource.transaction((manager) => change.apply(manager, user.id, password));
  terminal.print(`The password of ${username} was changed`);
}

/** Adds a user who signs in with a password. */
export async function addUser({ options, dataSource, terminal }: CliContext): Promise<void> {
  const { login, name, email, admin } = options;
  if (!login || !name || !email) {
    throw new UsageError('user add needs --login L --name N --email E');
  }
  const password = options.password ?? (await readPassword(terminal));
  const user = requireValid(UserCreate, { username: login, name, email, admin, password });
  await requireDistinct(dataSource.manager, user);
  const passwordHash = await new PasswordHasher().hash(password);
  const row = { username: user.username, name: user.name, email: user.email, admin: user.admin, passwordHash };
  await withUniqueUser(dataSource.manager.insert(User, row));
  terminal.print(`The user ${user.username} was added`);
}

function requireValid<S extends z.ZodType>(schema: S, value: unknown): z.infer<S> {
  const result = schema.safeParse(value);
  if (!result.success) {
    throw new UsageError(z.prettifyError(result.error));
  }
  return result.data;
}
