import { Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
import type { AccessKey, EnvironmentSecret } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { openEnvironmentSecret } from '../environments/stored-secret.js';
import { openCredential } from '../keys/stored-credential.js';

/** Opens stored secrets for a job. What it answers must not be kept, logged or sent unsealed. */
@Injectable()
export class CredentialReader {
  constructor(private readonly secretBox: SecretBox) {}

  /** The credentials of these keys, by the key's id. */
  openAll(keys: readonly AccessKey[]): Map<number, Credential> {
    return new Map(keys.map((key) => [key.id, openCredential(this.secretBox, key)]));
  }

  environmentSecret(row: Pick<EnvironmentSecret, 'id' | 'secret'>): string {
    return openEnvironmentSecret(this.secretBox, row);
  }
}
