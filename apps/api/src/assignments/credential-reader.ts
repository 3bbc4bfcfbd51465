import { Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
import { AccessKey, type EnvironmentSecret } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { openEnvironmentSecret } from '../environments/stored-secret.js';
import { openCredential } from '../keys/stored-credential.js';

/** Opens stored secrets for a job. What it answers must not be kept, logged or sent unsealed. */
@Injectable()
export class CredentialReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** The credential of a key; `none` without one. */
  async read(keyId: number | null): Promise<Credential> {
    if (keyId === null) {
      return { type: 'none' };
    }
    const key = await this.dataSource.manager.findOneByOrFail(AccessKey, { id: keyId });
    return openCredential(this.secretBox, key);
  }

  environmentSecret(row: Pick<EnvironmentSecret, 'id' | 'secret'>): string {
    return openEnvironmentSecret(this.secretBox, row);
  }
}
