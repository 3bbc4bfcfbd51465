import { FeedCursor } from '../history/feed-cursor.js';
import { TransitionFeed } from '../history/transition-feed.js';
import type { Engine } from '../ports.js';
import { addressAlerts, type AlertTargets } from './address-alerts.js';
import { scheduleAlerts } from './schedule-facts.js';
import { taskAlerts } from './task-facts.js';

/** Most planned times of one transaction. */
const BATCH = 500;

/**
 * Writes deliveries for what people want to be alerted about: transitions of tasks, and planned times that started
 * nothing. Several may run at once, and each may end at any moment: an event is handled in the transaction that
 * remembers that it was, so that each target gets one delivery of it.
 */
export class AlertWriter {
  private readonly feed: TransitionFeed;
  private readonly cursor: FeedCursor;

  constructor(
    private readonly engine: Pick<Engine, 'dataSource' | 'signals'>,
    private readonly targets: AlertTargets,
  ) {
    this.feed = new TransitionFeed(engine);
    this.cursor = new FeedCursor(engine, 'alerts.cursor');
  }

  /** Handles what has settled since the last round. @returns how many deliveries were written */
  async run(): Promise<number> {
    const written = (await this.handleTasks()) + (await this.handleSchedules());
    if (written > 0) {
      this.engine.signals.deliveriesWritten();
    }
    return written;
  }

  /** What stands in an alert is read before the transaction: a log may be long. */
  private async handleTasks(): Promise<number> {
    const { dataSource } = this.engine;
    let total = 0;
    for (;;) {
      const after = await this.cursor.position();
      const events = await this.feed.read(after);
      const last = events.at(-1);
      if (!last) {
        return total;
      }
      const alerts = await taskAlerts(dataSource, events);
      total += await dataSource.transaction(async (manager) =>
        (await this.cursor.move(manager, after, last.id)) ? addressAlerts(manager, alerts, this.targets) : 0,
      );
    }
  }

  private async handleSchedules(): Promise<number> {
    let total = 0;
    for (let more = true; more;) {
      const round = await this.engine.dataSource.transaction(async (manager) => {
        const { taken, alerts } = await scheduleAlerts(manager, BATCH);
        return { taken, written: await addressAlerts(manager, alerts, this.targets) };
      });
      total += round.written;
      more = round.taken === BATCH;
    }
    return total;
  }
}
