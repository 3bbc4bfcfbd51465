import type { DataSource, EntityManager } from 'typeorm';
import { PasswordHasher } from '../auth/secrets/password-hasher.js';
import type { CliConfig } from './cli-config.js';
import type { FirstPassword } from './first-password.js';
import { hasAdmin, insertUser, promoteByLogin } from '../identity/users/user.repository.js';
import { lockSetUp } from './set-up.repository.js';

/** The first administrator. `password` is set as long as it was made, and nobody has signed in with it. */
export interface FirstAdmin {
  login: string;
  password: string | null;
  created: boolean;
}

/**
 * Makes an administrator when there is none. A user who has the configured login already becomes one and keeps the
 * password.
 */
export function ensureFirstAdmin(
  dataSource: DataSource,
  config: CliConfig,
  firstPassword: FirstPassword,
): Promise<FirstAdmin> {
  const login = config.SWITCHYARD_ADMIN_LOGIN.trim();
  return dataSource.transaction(async (manager) => {
    await lockSetUp(manager);
    if (await hasAdmin(manager)) {
      return { login, password: await firstPassword.unused(manager, login), created: false };
    }
    const promoted = await promoteByLogin(manager, login);
    return promoted ? { login, password: null, created: false } : create(manager, config, firstPassword);
  });
}

async function create(manager: EntityManager, config: CliConfig, firstPassword: FirstPassword): Promise<FirstAdmin> {
  const login = config.SWITCHYARD_ADMIN_LOGIN.trim();
  const given = config.SWITCHYARD_ADMIN_PASSWORD;
  const password = given ?? firstPassword.make();
  const passwordHash = await new PasswordHasher().hash(password);
  const email = config.SWITCHYARD_ADMIN_EMAIL;
  await insertUser(manager, { username: login, name: 'Administrator', email, admin: true, passwordHash });
  return { login, password: given === undefined ? password : null, created: true };
}
