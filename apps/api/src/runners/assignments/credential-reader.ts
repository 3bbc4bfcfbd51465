import { Injectable } from '@nestjs/common';
import {
  type Credential,
  type GithubAppCredential,
  isAppKey,
  type KeyProblem,
  privateKeyProblem,
  type Problem,
  problem,
} from '@switchyard/contracts';
import {
  type AccessKey,
  type EnvironmentSecret,
  type GitRepository,
  ItemFault,
  type Task,
  type Template,
} from '@switchyard/database';
import { taskSecretContext } from '@switchyard/engine';
import { EncryptionError, SecretBox } from '@switchyard/server';
import { openEnvironmentSecret } from '../../resources/environments/stored-secret.js';
import { openAddress } from '../../resources/git-repositories/stored-address.js';
import { openCredential, withVaultValue } from '../../resources/keys/stored-credential.js';
import { openDefault } from '../../resources/templates/stored-default.js';
import type { VaultValues } from '../../resources/vault/vault-values.js';

/**
 * Opens stored secrets for a job. Its answers must not be kept, logged or sent unsealed. A secret that does not open is
 * thrown as an `ItemFault` that names it.
 */
@Injectable()
export class CredentialReader {
  constructor(private readonly secretBox: SecretBox) {}

  /** The credentials of these keys, by the key's id. */
  openAll(keys: readonly AccessKey[], vault: VaultValues): Map<number, Credential> {
    return new Map(keys.map((key) => [key.id, this.credential(key, vault)]));
  }

  private credential(key: AccessKey, vault: VaultValues): Credential {
    const owner = problem('owner_key', { name: key.name });
    const stored = opened(owner, () => openCredential(this.secretBox, key));
    if (stored.type === 'github_app') {
      throw keyFault(key, 'github_app_use');
    }
    const credential =
      key.vaultReference === null ? stored : withVaultValue(key.type, stored, vault.get(key.vaultReference, owner));
    const isJudged = credential.type === 'ssh' && key.vaultReference === null;
    const fault = isJudged ? privateKeyProblem(credential.private_key) : null;
    if (fault !== null) {
      throw keyFault(key, fault);
    }
    return credential.type === 'none' ? credential : { ...credential, key_name: key.name };
  }

  /** The GitHub App that a key is; null for any other. */
  app(key: AccessKey): GithubAppCredential | null {
    if (!isAppKey(key)) {
      return null;
    }
    const stored = opened(problem('owner_key', { name: key.name }), () => openCredential(this.secretBox, key));
    return stored.type === 'github_app' ? stored : null;
  }

  /** The full addresses of those repositories that were stored with credentials in it, by their id. */
  addresses(repositories: readonly (GitRepository | null)[]): Map<number, string> {
    const sealed = repositories.flatMap((row) =>
      row?.secretUrl ? [{ id: row.id, name: row.name, secretUrl: row.secretUrl }] : [],
    );
    return new Map(
      sealed.map((row) => [
        row.id,
        opened(problem('owner_repository_address', { name: row.name }), () => openAddress(this.secretBox, row)),
      ]),
    );
  }

  environmentSecret(row: EnvironmentSecret, vault: VaultValues): string {
    const owner = problem('owner_secret', { name: row.name });
    return row.vaultReference === null
      ? opened(owner, () => openEnvironmentSecret(this.secretBox, row))
      : vault.get(row.vaultReference, owner);
  }

  /** The stored defaults of secret questions, by their name. */
  surveyDefaults({ projectId, surveyVars }: Pick<Template, 'projectId' | 'surveyVars'>): Map<string, string> {
    const sealed = surveyVars.flatMap(({ type, name, sealed_default: text }) =>
      type === 'secret' && text ? [[name, text] as const] : [],
    );
    const open = ([name, text]: readonly [string, string]): [string, string] => [
      name,
      opened(problem('owner_default', { name }), () => openDefault(this.secretBox, projectId, name, text)),
    ];
    return new Map(sealed.map(open));
  }

  /** JSON of the secret values that were given at the launch; null without any. */
  taskSecret({ secret, projectId }: Pick<Task, 'secret' | 'projectId'>): string | null {
    return secret
      ? opened(problem('owner_answers'), () => this.secretBox.openText(secret, taskSecretContext(projectId)))
      : null;
  }
}

/** Why a key cannot be used, as a task shows it. */
export const keyFault = (
  { name }: Pick<AccessKey, 'name'>,
  code: 'github_app_use' | 'github_app_address' | KeyProblem,
): ItemFault => new ItemFault(problem('key_unusable', { name, reason: problem(code) }));

function opened<T>(what: Problem, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const reason = cause instanceof EncryptionError ? cause.reason : problem('no_credential');
    throw new ItemFault(problem('unopened', { what, reason }), { cause });
  }
}
