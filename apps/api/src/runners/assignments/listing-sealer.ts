import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { BranchListing, SealedListing } from '@switchyard/contracts';
import type { AccessKey, GitRepository, RepositoryDraft } from '@switchyard/database';
import type { TakenListing } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';
import { VaultPendingError } from '../../resources/vault/vault-pending.js';
import { VaultReader } from '../../resources/vault/vault-reader.js';
import { VaultValues } from '../../resources/vault/vault-values.js';
import { CredentialReader } from './credential-reader.js';
import { findKeys, getRepositoryAndKeys } from './job-rows.repository.js';
import { repositoryAccess } from './repository-access.js';

/** How long a poll waits for the vault of a listing. */
const PATIENCE_MS = 3_000;

/** Seals listings of branches to the key a runner shares with the control plane. */
@Injectable()
export class ListingSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: CredentialReader,
    private readonly vault: VaultReader,
  ) {}

  /** @throws ItemFault explaining what is wrong with the repository, EntityNotFoundError when it is gone */
  async seal(taken: TakenListing, sharedKey: Uint8Array): Promise<SealedListing> {
    const listing = await this.listingOf(taken);
    const nonce = new Uint8Array(randomBytes(nacl.box.nonceLength));
    const box = nacl.box.after(new Uint8Array(Buffer.from(JSON.stringify(listing))), nonce, sharedKey);
    return {
      id: taken.id,
      lease: taken.lease,
      nonce: Buffer.from(nonce).toString('base64'),
      sealed: Buffer.from(box).toString('base64'),
    };
  }

  private async listingOf(taken: TakenListing): Promise<BranchListing> {
    const { manager } = this.dataSource;
    const { project_id, branch } = taken;
    if (taken.draft !== null) {
      return this.testOf(taken, taken.draft);
    }
    const { repository: row, keys } = await getRepositoryAndKeys(manager, project_id, taken.repository_id);
    const url = this.credentials.addresses([row]).get(row.id) ?? row.gitUrl;
    const credentials = this.credentials.openAll(keys, await this.valuesOf(row, keys));
    return {
      project_id,
      repository: { id: row.id, name: row.name, url, branch, ...repositoryAccess(row, credentials) },
    };
  }

  /** Runners know a repository by a number, which this one has not: nothing is kept of it. */
  private async testOf({ id, project_id, branch }: TakenListing, draft: RepositoryDraft): Promise<BranchListing> {
    const keys = await findKeys(this.dataSource.manager, project_id, draft);
    const credentials = this.credentials.openAll(keys, await this.valuesOf({ id, projectId: project_id }, keys));
    const access = repositoryAccess({ ...draft, lfs: false, submodules: false }, credentials);
    return { project_id, repository: { id, name: draft.gitUrl, url: draft.gitUrl, branch, ...access } };
  }

  /** Waited for: a listing that is put off would wait for its lease. */
  private async valuesOf(
    { id, projectId }: Pick<GitRepository, 'id' | 'projectId'>,
    keys: readonly AccessKey[],
  ): Promise<VaultValues> {
    const references = keys.map(({ vaultReference }) => vaultReference).filter((reference) => reference !== null);
    const values = this.vault.read({ projectId, reader: `listing ${id}` }, references, PATIENCE_MS);
    return values.catch((error: unknown) => {
      if (error instanceof VaultPendingError) {
        return VaultValues.slow(references);
      }
      throw error;
    });
  }
}
