import { Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
import type { AccessKey, EnvironmentSecret, GitRepository } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { openEnvironmentSecret } from '../environments/stored-secret.js';
import { openAddress } from '../git-repositories/stored-address.js';
import { openCredential } from '../keys/stored-credential.js';

/** Opens stored secrets for a job. What it answers must not be kept, logged or sent unsealed. */
@Injectable()
export class CredentialReader {
  constructor(private readonly secretBox: SecretBox) {}

  /** The credentials of these keys, by the key's id. */
  openAll(keys: readonly AccessKey[]): Map<number, Credential> {
    return new Map(keys.map((key) => [key.id, openCredential(this.secretBox, key)]));
  }

  /** The full addresses of those repositories that were stored with credentials in it, by their id. */
  addresses(repositories: readonly (GitRepository | null)[]): Map<number, string> {
    const sealed = repositories.flatMap((row) => (row?.secretUrl ? [{ id: row.id, secretUrl: row.secretUrl }] : []));
    return new Map(sealed.map((row) => [row.id, openAddress(this.secretBox, row)]));
  }

  environmentSecret(row: Pick<EnvironmentSecret, 'id' | 'secret'>): string {
    return openEnvironmentSecret(this.secretBox, row);
  }
}
