import { type Edition, tierOf, type Problem } from '@switchyard/contracts';
import type { Engine, LaunchQuota } from '@switchyard/engine';
import { quotaRefusal } from './quota-decision.js';
import { readUsage } from './usage.repository.js';

/** Lets projects launch as long as their tier or their balance has something left. */
class TierQuota implements LaunchQuota {
  /** @param zone IANA name of the zone in which months end */
  constructor(private readonly zone: string) {}

  async refusals(
    on: Parameters<LaunchQuota['refusals']>[0],
    projectIds: readonly number[],
  ): Promise<ReadonlyMap<number, Problem>> {
    const usage = await readUsage(on, projectIds, this.zone);
    return new Map(
      usage.flatMap((used): [number, Problem][] => {
        const refusal = quotaRefusal(tierOf(used.tier), used, used.balanceCents);
        return refusal ? [[used.projectId, refusal]] : [];
      }),
    );
  }
}

/** Settings that the quota follows. */
export interface QuotaSettings {
  SWITCHYARD_EDITION: Edition;
  SWITCHYARD_SCHEDULE_TIMEZONE: string;
}

/** The quota of an engine: projects are limited where they are paid for. */
export const quotaOf = ({ SWITCHYARD_EDITION, SWITCHYARD_SCHEDULE_TIMEZONE }: QuotaSettings): Pick<Engine, 'quota'> =>
  SWITCHYARD_EDITION === 'hosted' ? { quota: new TierQuota(SWITCHYARD_SCHEDULE_TIMEZONE) } : {};
