import { Inject, Injectable } from '@nestjs/common';
import type { Template } from '@switchyard/database';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';

/** How long an attempt may run: the lower of the template's limit and the installation's. */
@Injectable()
export class TimeLimit {
  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  /** Seconds; null = as long as it takes. */
  seconds({ timeoutMinutes }: Pick<Template, 'timeoutMinutes'>): number | null {
    const limits = [timeoutMinutes * 60, this.config.SWITCHYARD_MAX_TASK_DURATION_SECONDS].filter((limit) => limit > 0);
    return limits.length === 0 ? null : Math.min(...limits);
  }
}
