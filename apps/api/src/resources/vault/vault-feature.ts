import { Inject, Injectable } from '@nestjs/common';
import type { Entitlements } from '@switchyard/server';
import { badMember } from '../../platform/http/refusals.js';
import { ENTITLEMENTS } from '../../platform/infrastructure/tokens.js';

/** Members of a body that may refer to a vault. */
interface Referring {
  vault_reference: string | null;
}

/** Refuses new references where values of vaults are not included. */
@Injectable()
export class VaultFeature {
  constructor(@Inject(ENTITLEMENTS) private readonly entitlements: Entitlements) {}

  isIncluded(projectId: number | null): Promise<boolean> {
    return this.entitlements.features(projectId).then(({ hashicorp_vault_secrets: isIncluded }) => isIncluded);
  }

  /** @param member at which a form shows the refusal @throws 400 */
  async requireIncluded(
    projectId: number | null,
    given: readonly Referring[],
    member = 'vault_reference',
  ): Promise<void> {
    const isWanted = given.some(({ vault_reference: reference }) => reference !== null);
    if (isWanted && !(await this.isIncluded(projectId))) {
      throw badMember(member, 'vault_not_included');
    }
  }
}
