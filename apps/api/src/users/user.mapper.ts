import type { MinimalUser, User as WireUser } from '@switchyard/contracts';
import type { User } from '@switchyard/database';

/** A user as administrators and the user see it; nothing of the password. */
export function toUser(row: User): WireUser {
  return {
    id: row.id,
    created: row.created.toISOString(),
    username: row.username,
    name: row.name,
    email: row.email,
    admin: row.admin,
    external: row.external,
    alert: row.alert,
    pro: row.pro,
    totp: null,
  };
}

/** A user as other people see it (rest contract 3.2). */
export function toMinimalUser({ id, username, name }: User): MinimalUser {
  return { id, username, name };
}
