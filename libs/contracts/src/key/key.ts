import { z } from 'zod';
import { BodyId } from '../primitives/absent.js';
import { type Issue, issueAt } from '../errors/issue.js';
import { problem } from '../errors/problem.js';
import { Flag, Id, Name } from '../primitives/primitives.js';
import { VaultReference } from '../vault-reference/vault-reference.js';
import { githubAppFault, GithubAppInput } from './github-app.js';
import { KEY_PROBLEMS } from './private-key.js';

export const KEY_TYPES = ['ssh', 'login_password', 'github_app', 'none'] as const;
export const KeyType = z.enum(KEY_TYPES);
export type KeyType = z.infer<typeof KeyType>;

/** Whether a vault may keep the secret of such a key. */
export const hasVaultPlace = (type: KeyType): boolean => type === 'ssh' || type === 'login_password';

/** Whether a key is a GitHub App, which stays with the control plane: it signs in at its server alone. */
export const isAppKey = ({ type }: { type: KeyType }): boolean => type === 'github_app';

/** Whether tasks may have such a key. */
export const isTaskKey = (key: { type: KeyType }): boolean => !isAppKey(key);

const Short = z
  .string()
  .max(1024)
  .nullish()
  .transform((value) => value ?? '');

/** Characters of a private key; an RSA key of 16,384 bits has 12,800. */
const MAX_PRIVATE_KEY = 32_768;

/** Characters of a password: tokens with claims in them are long. */
const Password = z
  .string()
  .max(4096)
  .nullish()
  .transform((value) => value ?? '');

const LoginPassword = z.object({ login: Short, password: Password });
const Ssh = z.object({
  login: Short,
  passphrase: Short,
  private_key: z
    .string()
    .max(MAX_PRIVATE_KEY)
    .nullish()
    .transform((value) => value ?? ''),
  /** The server makes an Ed25519 key pair; the private key of the body is ignored. */
  generate: Flag,
});

/**
 * Body of create and update of an access key. Whether the secret is required depends on the call:
 * use {@link keySecretFault} when a key is created or `override_secret` is set.
 */
export const KeyInput = z.object({
  id: BodyId,
  project_id: BodyId,
  name: Name,
  type: KeyType,
  login_password: LoginPassword.nullish(),
  ssh: Ssh.nullish(),
  github_app: GithubAppInput.nullish(),
  /** Where the password or the private key is kept instead of here; what the body gives for it is ignored. That of a GitHub App is kept here alone. */
  vault_reference: VaultReference,
  override_secret: Flag,
});
export type KeyInput = z.infer<typeof KeyInput>;

/** Returns the fault of a key's secret, at the member that has it; `null` = none. */
export function keySecretFault(
  input: Pick<KeyInput, 'type' | 'ssh' | 'login_password' | 'github_app' | 'vault_reference'>,
): Issue | null {
  const { type, ssh, login_password, github_app, vault_reference } = input;
  if (type === 'github_app') {
    return githubAppFault(github_app ?? {});
  }
  if (vault_reference !== null) {
    return null;
  }
  if (type === 'ssh') {
    const isThere = ssh?.generate === true || (ssh?.private_key ?? '') !== '';
    return isThere ? null : issueAt(['ssh', 'private_key'], problem('private_key_missing'));
  }
  return type === 'login_password' && !login_password?.password
    ? issueAt(['login_password', 'password'], problem('password_missing'))
    : null;
}

/** A private key and a passphrase that shall open it. Nothing of them is stored. */
export const PassphraseTest = z.object({
  private_key: z.string().min(1).max(MAX_PRIVATE_KEY),
  passphrase: z.string().min(1).max(1024),
});
export type PassphraseTest = z.infer<typeof PassphraseTest>;

export const PassphraseTestResult = z.object({
  /** Whether the passphrase opens the key; `null` = its form or the work that it asks for is beyond this test. */
  opens: z.boolean().nullable(),
});
export type PassphraseTestResult = z.infer<typeof PassphraseTestResult>;

/** An access key as it is read: the secret members are present but blank. `empty` = no secret is stored. */
export const Key = z.object({
  id: Id,
  project_id: Id,
  name: z.string(),
  type: KeyType,
  string: z.literal(''),
  login_password: z.object({ login: z.literal(''), password: z.literal('') }),
  ssh: z.object({ login: z.literal(''), passphrase: z.literal(''), private_key: z.literal('') }),
  github_app: z.object({
    server: z.literal(''),
    app_id: z.literal(''),
    installation_id: z.literal(''),
    private_key: z.literal(''),
  }),
  /** Where the password or the private key is kept; `null` = here. */
  vault_reference: z.string().nullable(),
  override_secret: z.literal(false),
  empty: z.boolean(),
  /** Of an SSH key, as a line of `authorized_keys`; `null` = of another type, stored without it, or not readable without its passphrase. */
  public_key: z.string().nullable(),
  /** SHA-256 of the public key as `ssh-keygen -l` prints it. */
  fingerprint: z.string().nullable(),
  /** Why a stored private key opens nothing; `null` = no fault is known. */
  problem: z.enum(KEY_PROBLEMS).nullable(),
});
export type Key = z.infer<typeof Key>;

/** Encryption context of a key's secret: the ciphertext opens in its own row only. */
export const accessKeyContext = (keyId: number): string => `access_key:${keyId}`;
