import type { MinimalUser, Totp, User as WireUser, UserOptions } from '@switchyard/contracts';
import type { PendingTotp, User, UserTotp } from '@switchyard/database';

/** A user as administrators and the user see it; nothing of the password or the authenticator's secret. */
export function toUser(row: User, totp: UserTotp | null = null): WireUser {
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
    left_directory: row.leftDirectory?.toISOString() ?? null,
    totp: totp && toTotp(totp),
  };
}

/** A user as other people see it. */
export function toMinimalUser({ id, username, name }: User): MinimalUser {
  return { id, username, name };
}

/** The authenticator of a user without what it proves. */
export function toTotp({ id, created, userId }: UserTotp | PendingTotp): Totp {
  return { id, created: created.toISOString(), user_id: userId };
}

/** Choices of the user for the console. */
export function toUserOptions({ language, theme }: User): UserOptions {
  return { language, theme };
}
