import { Inject, Injectable } from '@nestjs/common';
import {
  issueAt,
  NEXT_RUNS,
  type Problem,
  problem,
  type ScheduleForecast,
  type ScheduleTimingInput,
} from '@switchyard/contracts';
import type { Schedule } from '@switchyard/database';
import { isZone, nextRuns, timingFault } from '@switchyard/engine';
import { UserError } from '@switchyard/server';
import type { ApiConfig } from '../../platform/config.js';
import { badMember, badRequest } from '../../platform/http/refusals.js';
import { API_CONFIG } from '../../platform/infrastructure/tokens.js';

/** When a schedule runs. */
export type Timing = Pick<Schedule, 'type' | 'cronFormat' | 'runAt' | 'timezone'>;

/** Planned times of schedules, by their zones. */
@Injectable()
export class ScheduleCalendar {
  constructor(@Inject(API_CONFIG) private readonly config: ApiConfig) {}

  /** The next due times of what was typed. @throws 400 for what has none, beginning with `Cron: ` */
  forecast({ type, cron_format, run_at, timezone = '' }: ScheduleTimingInput): ScheduleForecast {
    const timing = { type, cronFormat: cron_format, runAt: run_at === null ? null : new Date(run_at), timezone };
    const zone = this.zoneOf(timing);
    const runs = type === 'run_at' ? [this.once(timing)] : nextRuns(this.cronOf(timing), new Date(), NEXT_RUNS);
    return { next_runs: runs.map((run) => run.toISOString()), timezone: zone };
  }

  /**
   * The next due time of a schedule that is active.
   * @param stored the schedule as it is: what is planned stays planned while its timing stays
   * @throws 400 when it has none
   */
  next(timing: Timing, stored: (Timing & Pick<Schedule, 'nextDue'>) | null): Date | null {
    if (stored?.nextDue && isSame(timing, stored)) {
      return stored.nextDue;
    }
    return timing.type === 'run_at' ? this.once(timing) : (nextRuns(this.cronOf(timing), new Date(), 1)[0] ?? null);
  }

  /** @throws 400 for a timing that means nothing, also of a schedule that is not active */
  require(timing: Timing): void {
    this.zoneOf(timing);
    if (timing.type !== 'run_at') {
      this.cronOf(timing);
    }
  }

  private once({ runAt }: Timing): Date {
    if (runAt === null || runAt <= new Date()) {
      throw badMember('run_at', runAt === null ? 'required' : 'in_past');
    }
    return runAt;
  }

  private cronOf(timing: Timing) {
    const cron = { cron: timing.cronFormat, timezone: this.zoneOf(timing) };
    const fault = timingFault(cron, new Date());
    if (fault) {
      throw wrongCron(fault);
    }
    return cron;
  }

  private zoneOf({ timezone }: Timing): string {
    if (timezone !== '' && !isZone(timezone)) {
      throw badRequest('cron', { fault: problem('time_zone', { name: timezone }) });
    }
    return timezone || this.config.SWITCHYARD_SCHEDULE_TIMEZONE;
  }
}

/** The problem is that of the timing as a whole, and of the member that a form shows it at. */
function wrongCron(fault: Problem): UserError {
  const found = problem('cron', { fault });
  return new UserError(400, found, { body: { issues: [issueAt(['cron_format'], found)] } });
}

const isSame = (one: Timing, other: Timing): boolean =>
  one.type === other.type &&
  one.cronFormat === other.cronFormat &&
  one.timezone === other.timezone &&
  one.runAt?.getTime() === other.runAt?.getTime();
