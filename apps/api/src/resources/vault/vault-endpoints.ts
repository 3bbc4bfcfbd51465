import { Inject, Injectable } from '@nestjs/common';
import { problem } from '@switchyard/contracts';
import type { Project } from '@switchyard/database';
import { type Entitlements, MEBIBYTE, OutboundClient, SecretBox } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { getProject } from '../../platform/database/project-row.repository.js';
import { API_CONFIG, ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';
import type { VaultEndpoint } from './read-secrets.js';
import { VaultFault } from './vault-fault.js';
import { openVaultToken } from './vault-token.js';

/** Longest time of one try; a task's whole time is a setting. */
const TRY_MS = 5_000;
/** A secret of a vault has a mebibyte at most, as long as nobody raised the limit of its storage. */
const MAX_ANSWER_BYTES = 2 * MEBIBYTE;

/**
 * Knows which vault a project reads, and its token. The address of the settings is an administrator's and may be a private
 * one; that of a project is held to the filter of outbound addresses.
 */
@Injectable()
export class VaultEndpoints {
  private readonly ofServer: OutboundClient;
  private readonly ofProjects: OutboundClient;

  constructor(
    private readonly dataSource: DataSource,
    private readonly box: SecretBox,
    @Inject(ENTITLEMENTS) private readonly entitlements: Entitlements,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {
    const { SWITCHYARD_OUTBOUND_ALLOW: allow, SWITCHYARD_VAULT_CA_FILE: authorities } = config;
    const ca = authorities === undefined ? {} : { ca: authorities };
    const options = { ...ca, timeoutMs: TRY_MS, maxAnswerBytes: MAX_ANSWER_BYTES };
    this.ofServer = new OutboundClient({ ...options, allow: [...allow, ...hostOf(config.SWITCHYARD_VAULT_ADDRESS)] });
    this.ofProjects = new OutboundClient({ ...options, allow });
  }

  /** @throws VaultFault */
  async of(projectId: number): Promise<VaultEndpoint> {
    if (!(await this.entitlements.features(projectId)).hashicorp_vault_secrets) {
      throw new VaultFault(problem('vault_not_included'), false);
    }
    const project = await getProject(this.dataSource.manager, projectId);
    const vault =
      project.vaultAddress === null ? this.vaultOfServer(project) : this.vaultOf(project.vaultAddress, project);
    const token = openVaultToken(this.box, project);
    if (token === null) {
      throw new VaultFault(problem('vault_no_token'), false);
    }
    return { ...vault, token };
  }

  private vaultOfServer({ vaultNamespace }: Project): Omit<VaultEndpoint, 'token'> {
    const { SWITCHYARD_VAULT_ADDRESS: address, SWITCHYARD_VAULT_NAMESPACE: namespace } = this.config;
    if (address === undefined) {
      throw new VaultFault(problem('vault_no_address'), false);
    }
    return { address, namespace: vaultNamespace ?? namespace ?? null, client: this.ofServer };
  }

  private vaultOf(address: string, { vaultNamespace }: Project): Omit<VaultEndpoint, 'token'> {
    return { address, namespace: vaultNamespace, client: this.ofProjects };
  }
}

const hostOf = (address: string | undefined): string[] =>
  address === undefined ? [] : [new URL(address).hostname.replace(/^\[(.*)\]$/, '$1')];
