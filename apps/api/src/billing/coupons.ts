import { Inject, Injectable } from '@nestjs/common';
import { type Coupon, couponDiscount } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import { ProjectThrottle } from '../auth/throttle/project-throttle.js';
import type { ApiConfig } from '../platform/config.js';
import { badMember } from '../platform/http/refusals.js';
import { API_CONFIG } from '../platform/infrastructure/tokens.js';
import { publicKeyOf } from './subscription/subscription-key.js';
import { hasPaid } from './payment.repository.js';
import { couponOf, readCouponList } from './coupon-list.js';

/** Coupons of the signed list of the settings, each project's first payment may redeem one. */
@Injectable()
export class Coupons {
  private readonly list: readonly Coupon[];

  /** @throws Error for a list that is not signed by the key of the settings */
  constructor(
    @Inject(API_CONFIG) config: ApiConfig,
    private readonly throttle: ProjectThrottle,
  ) {
    const { SWITCHYARD_COUPONS: list, SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: key } = config;
    this.list = list === undefined || key === undefined ? [] : readCouponList(list, publicKeyOf(key));
  }

  /** Whether the project may redeem one: it has paid nothing so far. */
  async isOpen(manager: EntityManager, projectId: number): Promise<boolean> {
    return this.list.length > 0 && !(await hasPaid(manager, projectId));
  }

  /** Discount of the coupon on a payment, in percent; `null` = it does not count. @throws 429 after many that do not */
  async percentOf(projectId: number, code: string): Promise<number | null> {
    await this.throttle.take('coupon', projectId);
    const percent = couponOf(this.list, code, new Date())?.percent ?? null;
    if (percent !== null) {
      await this.throttle.giveBack('coupon', projectId);
    }
    return percent;
  }

  /** Discount of the coupon on this payment, in cents. @throws 400 for a coupon that does not count, 429 after many */
  async discount(manager: EntityManager, projectId: number, code: string, cents: number): Promise<number> {
    if (code === '' || !(await this.isOpen(manager, projectId))) {
      return 0;
    }
    const percent = await this.percentOf(projectId, code);
    if (percent === null) {
      throw badMember('coupon', 'coupon_unknown');
    }
    return couponDiscount(cents, percent);
  }
}
