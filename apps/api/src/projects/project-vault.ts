import { Injectable } from '@nestjs/common';
import type { ProjectUpdate } from '@switchyard/contracts';
import type { Project } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { VaultFeature } from '../resources/vault/vault-feature.js';
import { vaultMembers, vaultsOf } from './vault-members.js';

/** The vault that a project uses. */
@Injectable()
export class ProjectVault {
  constructor(
    private readonly secretBox: SecretBox,
    private readonly feature: VaultFeature,
  ) {}

  /** @param projectId `null` = of one to be made @throws 400 for a token where values of vaults are not included */
  requireIncluded(projectId: number | null, input: ProjectUpdate): Promise<void> {
    return this.feature.requireIncluded(projectId, vaultsOf(input), 'vault_token');
  }

  /** The changes of a body to it. @throws 400 at `vault_token` */
  members(stored: Project, input: ProjectUpdate): Partial<Project> {
    return vaultMembers(this.secretBox, stored, input);
  }
}
