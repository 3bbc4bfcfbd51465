import { Injectable } from '@nestjs/common';
import type { Credential } from '@switchyard/contracts';
import { AccessKey, type EnvironmentSecret } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { DataSource, In } from 'typeorm';
import { openEnvironmentSecret } from '../environments/stored-secret.js';
import { openCredential } from '../keys/stored-credential.js';

/** Opens stored secrets for a job. What it answers must not be kept, logged or sent unsealed. */
@Injectable()
export class CredentialReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly secretBox: SecretBox,
  ) {}

  /** The credentials of these keys, by the key's id, in one query. */
  async readAll(keyIds: readonly number[]): Promise<Map<number, Credential>> {
    const ids = [...new Set(keyIds)];
    const keys = ids.length === 0 ? [] : await this.dataSource.manager.findBy(AccessKey, { id: In(ids) });
    return new Map(keys.map((key) => [key.id, openCredential(this.secretBox, key)]));
  }

  environmentSecret(row: Pick<EnvironmentSecret, 'id' | 'secret'>): string {
    return openEnvironmentSecret(this.secretBox, row);
  }
}
