import { Inject, Injectable } from '@nestjs/common';
import { BillingRefusedError, changeTier, holdAccount, monthEnd, readUsage, saveAccount } from '@switchyard/billing';
import type { BillingProject, BillingQuery, NewLicenseKey, TierChange } from '@switchyard/contracts';
import type { BillingAccount } from '@switchyard/database';
import { UserError } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { ProjectAccess } from '../auth/access/caller.js';
import type { ApiConfig } from '../platform/config.js';
import { getProject } from '../platform/database/project-row.repository.js';
import { refusal } from '../platform/http/refusals.js';
import { API_CONFIG } from '../platform/infrastructure/tokens.js';
import { toBillingProject } from './billing.mapper.js';
import { Coupons } from './coupons.js';
import { Gateways } from './gateways/gateways.js';
import { LicenseKeys } from './license-keys.js';
import { findAccount } from './payment.repository.js';

/** The plan of a project, and its changes. */
@Injectable()
export class BillingService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly gateways: Gateways,
    private readonly keys: LicenseKeys,
    private readonly coupons: Coupons,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  /** @param coupon what somebody has, who wants to know what it takes off */
  async read({ projectId }: ProjectAccess, { coupon }: BillingQuery): Promise<BillingProject> {
    const { manager } = this.dataSource;
    const zone = this.config.SWITCHYARD_SCHEDULE_TIMEZONE;
    const project = await getProject(manager, projectId);
    const account = (await findAccount(manager, projectId)) ?? newAccount(projectId);
    const [usage] = await readUsage(manager, [projectId], zone);
    if (!usage) {
      throw new Error('every project has a usage');
    }
    const facts = { project, account, usage, usageUntil: await monthEnd(manager, zone) };
    const support = this.config.SWITCHYARD_BILLING_SUPPORT ?? null;
    const licenseKey = this.keys.keyOf(account);
    const couponOpen = await this.coupons.isOpen(manager, projectId);
    const couponPercent = couponOpen && coupon !== undefined ? await this.coupons.percentOf(projectId, coupon) : null;
    const offered = { gateways: this.gateways.names, support, licenseKey, couponOpen, couponPercent };
    return { ...toBillingProject(facts), ...offered };
  }

  /** @throws 409 naming what the change needs */
  async change({ projectId }: ProjectAccess, change: TierChange): Promise<void> {
    await changeTier(this.dataSource, projectId, change).catch((error: unknown) => {
      throw error instanceof BillingRefusedError ? new UserError(409, error.problem) : error;
    });
  }

  /** Makes a new key of the licence. @throws 409 without one */
  rekey({ projectId }: ProjectAccess): Promise<NewLicenseKey> {
    return this.dataSource.transaction(async (manager) => {
      const account = await holdAccount(manager, projectId);
      account.keyNumber += 1;
      const key = this.keys.keyOf(account);
      if (key === null) {
        throw refusal(409, 'no_license');
      }
      await saveAccount(manager, account);
      return { key };
    });
  }
}

/** The account of a project that has booked nothing. */
const newAccount = (projectId: number): BillingAccount => ({
  projectId,
  tier: 'free',
  annual: false,
  canceled: false,
  trial: false,
  trialUsed: false,
  periodEnds: null,
  anchorDay: 1,
  keyNumber: 1,
});
