import { Inject, Injectable } from '@nestjs/common';
import { holdAccount } from '@switchyard/billing';
import { tierOf, type Role } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import type { ApiConfig } from '../../platform/config.js';
import { refusal } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';
import { countSeats } from './member.repository.js';

/** Members that a tier of the hosted edition allows. Guests are free; who is there when a tier becomes smaller stays. */
@Injectable()
export class TierSeats {
  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  /**
   * Counts under a lock of the project's account, so that of two for the last seat one gets it.
   * @param before the role until now; `null` = no member yet
   * @throws 409
   */
  async require(manager: EntityManager, projectId: number, before: Role | null, role: Role): Promise<void> {
    const takesSeat = role !== 'guest' && (before === null || before === 'guest');
    if (this.config.SWITCHYARD_EDITION !== 'hosted' || !takesSeat) {
      return;
    }
    const { users: seats, isLicence } = tierOf((await holdAccount(manager, projectId)).tier);
    if (seats === null || isLicence) {
      return;
    }
    const taken = await countSeats(manager, projectId);
    if (taken >= seats) {
      throw refusal(409, 'plan_seats_taken', { seats });
    }
  }
}
