import type { IncomingMessage } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { clientAddress } from '@switchyard/server';
import type { Caller } from '../../../auth/access/caller.js';
import type { ApiConfig } from '../../../platform/config.js';
import { API_CONFIG } from '../../../platform/infrastructure/tokens.js';
import { EventRate } from '../event-rate.js';
import { LiveQuota } from './live-quota.js';
import { UpgradeAccess } from './upgrade-access.js';

/** A live connection that may be opened. */
export interface LiveEntry {
  caller: Caller;
  /** Called when the connection ended or did not come about; once or more. */
  leave: () => void;
}

/** Status of an HTTP answer that refuses a live connection: not signed in, or too many already. */
export type LiveRefusal = 401 | 429;

/** Decides which live connections are opened: of whom, how many, and how often. */
@Injectable()
export class LiveAdmission {
  private readonly quota = new LiveQuota();

  constructor(
    private readonly access: UpgradeAccess,
    private readonly rate: EventRate,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async enter(request: IncomingMessage): Promise<LiveEntry | LiveRefusal> {
    const caller = await this.access.callerOf(request);
    if (!caller) {
      return 401;
    }
    const leave = this.rate.admitsUser(caller.userId)
      ? this.quota.enter(caller.userId, clientAddress(request, this.config.SWITCHYARD_TRUST_PROXY))
      : null;
    return leave ? { caller, leave } : 429;
  }
}
