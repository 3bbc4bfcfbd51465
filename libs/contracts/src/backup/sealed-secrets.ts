import { z } from 'zod';

/** Fewest and most characters of the passphrase of a backup. */
export const MIN_PASSPHRASE = 12;
export const MAX_PASSPHRASE = 1_024;

/** Most secrets of a backup that is restored. */
const MAX_SECRETS = 50_000;
/** Most characters of one: a sealed text of 65,536 characters in UTF-8, as base64. */
const MAX_SEALED = 524_288;

/** Cost of making a key from a passphrase (scrypt, RFC 7914). Bounded, as a file names it: 64 MiB and about a second at most. */
export const SealCost = z.object({
  n: z.union([z.literal(16_384), z.literal(32_768), z.literal(65_536)]),
  r: z.literal(8),
  p: z.int().min(1).max(4),
  /** Base64. */
  salt: z.base64().min(22).max(88),
});
export type SealCost = z.infer<typeof SealCost>;

/**
 * The secrets of a backup, sealed with a passphrase: scrypt makes the key, AES-256-GCM seals each text. A sealed text is the
 * base64 of nonce (12 bytes), ciphertext and tag (16 bytes). Authenticated with it are its path and what else the file
 * holds, so that it opens in its own place of its own file alone; only the name of the project may be changed.
 */
export const SealedSecrets = z.object({
  format: z.literal(1),
  kdf: SealCost,
  /** The number of values. It opens with the right passphrase, whatever was changed elsewhere. */
  check: z.base64().max(128),
  /** The path is that of the member, as the form of the resource has it: `keys.0.ssh.private_key`. */
  values: z.array(z.object({ path: z.string().max(64), sealed: z.base64().max(MAX_SEALED) })).max(MAX_SECRETS),
});
export type SealedSecrets = z.infer<typeof SealedSecrets>;

/** Body of a backup that holds the secrets, too. */
export const SealedBackupInput = z.object({ passphrase: z.string().min(MIN_PASSPHRASE).max(MAX_PASSPHRASE) });
export type SealedBackupInput = z.infer<typeof SealedBackupInput>;
