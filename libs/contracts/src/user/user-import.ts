import { z } from 'zod';
import { Flag } from '../primitives/primitives.js';
import { SentIssue } from '../refusal/error-body.js';

/** Most users of one import; more come in several. */
export const MAX_IMPORTED_USERS = 500;

/** Most bytes of the body of an import of users. */
export const MAX_USER_IMPORT_BYTES = 1024 * 1024;

/** An account of another product. Texts are judged one user at a time, as those of {@link UserCreate}. */
const ImportedUser = z.strictObject({
  username: z.string().max(255),
  name: z.string().max(255),
  email: z.string().max(255),
  alert: z.boolean(),
  admin: z.boolean(),
  external: z.boolean(),
  /** `null` = no password. */
  password_hash: z.string().max(255).nullable(),
  /** Secret of an authenticator in base32 (RFC 6238 with SHA-1, 6 digits and 30 seconds). `null` = no authenticator. */
  totp_secret: z.string().max(128).nullable(),
});
export type ImportedUser = z.infer<typeof ImportedUser>;

/** Body of `POST /api/users/import`. `dry_run`: the answer says what would come, and nothing is stored. */
export const UserImport = z.object({
  users: z.array(ImportedUser).max(MAX_IMPORTED_USERS),
  dry_run: Flag,
});
export type UserImport = z.infer<typeof UserImport>;

/** The end of the import of a user: `exists` = an account has this login or email, and stays as it is. */
export const UserImportOutcome = z.enum(['created', 'exists', 'refused']);
export type UserImportOutcome = z.infer<typeof UserImportOutcome>;

/** Answer of an import: the users in their order. */
export const ImportedUsers = z.object({
  users: z.array(
    z.object({
      username: z.string(),
      outcome: UserImportOutcome,
      /** Whether the account has the password of the other product. */
      password: z.boolean(),
      authenticator: z.boolean(),
      /** Why it is refused. */
      problems: z.array(SentIssue),
    }),
  ),
});
export type ImportedUsers = z.infer<typeof ImportedUsers>;

/**
 * Hashes that a sign-in checks: bcrypt of cost 11, and Argon2id with the parameters of this product. No other costs, so
 * that nobody stores a hash whose check burns the processor, and each check takes the same time.
 */
const HASHES = [
  /^\$2[aby]\$11\$[./A-Za-z0-9]{53}$/,
  /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
];

export const isCheckableHash = (hash: string): boolean => HASHES.some((form) => form.test(hash));

/** Whether an authenticator of 16 bytes (RFC 4226, section 4) to 64 bytes has this secret. */
export const isTotpSecret = (secret: string): boolean => /^[A-Z2-7]{26,103}$/.test(secret);
