import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { type BranchListing, problem, type SealedListing } from '@switchyard/contracts';
import { type AccessKey, type GitRepository, ItemFault, type RepositoryDraft } from '@switchyard/database';
import type { TakenListing } from '@switchyard/engine';
import nacl from 'tweetnacl';
import { DataSource } from 'typeorm';
import { PendingSecretsError } from '../../resources/shared/pending-secrets.js';
import { VaultReader } from '../../resources/vault/vault-reader.js';
import { VaultValues } from '../../resources/vault/vault-values.js';
import { CredentialReader } from './credential-reader.js';
import { findKeys, getRepositoryAndKeys } from './job-rows.repository.js';
import { openedKeyIds, type OpenedKeys, repositoryAccess } from './repository-access.js';
import { RepositoryTokens } from './repository-tokens.js';

type ListedRow = Pick<GitRepository, 'id' | 'projectId' | 'gitUrl' | 'sshKeyId' | 'secondKeyId' | 'caCertificates'>;

/** How long a poll waits for the vault of a listing, and for the token that opens it. */
const PATIENCE_MS = 3_000;

/** Seals listings of branches to the key a runner shares with the control plane. */
@Injectable()
export class ListingSealer {
  constructor(
    private readonly dataSource: DataSource,
    private readonly credentials: CredentialReader,
    private readonly vault: VaultReader,
    private readonly tokens: RepositoryTokens,
  ) {}

  /** @throws ItemFault explaining what is wrong with the repository, EntityNotFoundError when it is gone */
  async seal(taken: TakenListing, sharedKey: Uint8Array, files?: BranchListing['files']): Promise<SealedListing> {
    const listing = { ...(await this.listingOf(taken)), ...(files && { files }) };
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
    const opened = await this.opened(row, keys);
    return {
      project_id,
      repository: { id: row.id, name: row.name, url, branch, ...repositoryAccess(row, opened) },
    };
  }

  /** Runners know a repository by a number, which this one has not: nothing is kept of it. */
  private async testOf({ id, project_id, branch }: TakenListing, draft: RepositoryDraft): Promise<BranchListing> {
    const keys = await findKeys(this.dataSource.manager, project_id, draft);
    const row = { ...draft, id, projectId: project_id, lfs: false, submodules: false };
    const access = repositoryAccess(row, await this.opened(row, keys));
    return { project_id, repository: { id, name: draft.gitUrl, url: draft.gitUrl, branch, ...access } };
  }

  private async opened(row: ListedRow, keys: readonly AccessKey[]): Promise<OpenedKeys> {
    const tokens = await this.tokensOf(row, keys);
    const ids = openedKeyIds(row, tokens);
    const others = keys.filter(({ id }) => ids.includes(id));
    return { tokens, credentials: this.credentials.openAll(others, await this.valuesOf(row, others)) };
  }

  private tokensOf(row: ListedRow, keys: readonly AccessKey[]): Promise<OpenedKeys['tokens']> {
    return this.tokens.of([row], keys, PATIENCE_MS).catch((error: unknown) => {
      if (error instanceof PendingSecretsError) {
        throw new ItemFault(problem('app_late'));
      }
      throw error;
    });
  }

  /** Waited for: a listing that is put off would wait for its lease. */
  private async valuesOf(
    { id, projectId }: Pick<GitRepository, 'id' | 'projectId'>,
    keys: readonly AccessKey[],
  ): Promise<VaultValues> {
    const references = keys.map(({ vaultReference }) => vaultReference).filter((reference) => reference !== null);
    const values = this.vault.read({ projectId, reader: `listing ${id}` }, references, PATIENCE_MS);
    return values.catch((error: unknown) => {
      if (error instanceof PendingSecretsError) {
        return VaultValues.slow(references);
      }
      throw error;
    });
  }
}
