import { EXTRA_MINUTE_CENTS, FINAL_STATUSES, tierOf } from '@switchyard/contracts';
import { type Engine, FeedCursor, TransitionFeed } from '@switchyard/engine';
import type { EntityManager } from 'typeorm';
import { balanceOf, holdAccount, post } from '../books/books.repository.js';
import { extraMinutes } from './quota-decision.js';
import { addUsage, coverMinutes, monthsOf } from './usage.repository.js';

/**
 * Counts what ended tasks used by project and month from the stream of transitions, and charges minutes beyond the tier.
 * Several may run at once: each task is counted once.
 */
export class UsageCounter {
  private readonly feed: TransitionFeed;
  private readonly cursor: FeedCursor;

  /** @param zone IANA name of the zone in which months end */
  constructor(
    private readonly engine: Pick<Engine, 'dataSource'>,
    private readonly zone: string,
  ) {
    this.feed = new TransitionFeed(engine);
    this.cursor = new FeedCursor(engine, 'billing_usage.cursor');
  }

  /** Transitions have not settled yet: another round soon may find more. */
  get isBehind(): boolean {
    return this.feed.isBehind;
  }

  /** Counts what has settled since the last round. */
  async run(): Promise<void> {
    for (;;) {
      const after = await this.cursor.position();
      const { events, last } = await this.feed.readTo(after, FINAL_STATUSES);
      if (last === null) {
        return;
      }
      const ended = events.map(({ taskId }) => taskId);
      await this.engine.dataSource.transaction(async (manager) => {
        if ((await this.cursor.move(manager, after, last)) && ended.length > 0) {
          await this.count(manager, ended);
        }
      });
    }
  }

  private async count(manager: EntityManager, taskIds: readonly number[]): Promise<void> {
    await addUsage(manager, taskIds, this.zone);
    for (const { projectId, month, ...used } of await monthsOf(manager, taskIds, this.zone)) {
      const { tier } = await holdAccount(manager, projectId);
      const usage = { ...used, seconds: Number(used.seconds), bytes: Number(used.bytes) };
      const balance = await balanceOf(manager, projectId);
      const { charged, coveredMinutes } = extraMinutes(tierOf(tier), usage, balance);
      await coverMinutes(manager, projectId, month, coveredMinutes);
      if (charged > 0) {
        const reference = `${projectId} ${month} ${coveredMinutes}`;
        const cents = charged * EXTRA_MINUTE_CENTS;
        await post(manager, {
          projectId,
          debit: 'customer',
          credit: 'revenue',
          cents,
          cause: 'extra_minutes',
          reference,
        });
      }
    }
  }
}
