import { FeedCursor } from '../history/feed-cursor.js';
import { TransitionFeed } from '../history/transition-feed.js';
import type { Executor } from '../statements/sql.js';
import type { Engine } from '../ports.js';
import { addressAlerts, type AlertTargets } from './address-alerts.js';
import { ALERTED_STATUSES } from './alert-event.js';
import { driftAlerts } from './drift-facts.js';
import { runAlerts } from './run-facts.js';
import { scheduleAlerts } from './schedule-facts.js';
import { type Alert, taskAlerts } from './task-facts.js';

/** Most due times, approvals or workspaces of one transaction. */
const BATCH = 500;

/** Takes what nobody was alerted about, for the transaction that it runs in. */
type TakeAlerts = (on: Executor, limit: number) => Promise<{ taken: number; alerts: Alert[] }>;

/** How far the writer has come with the transitions of tasks: a row of the settings. */
export const ALERTS_CURSOR = 'alerts.cursor';

/**
 * Writes deliveries for what people want to be alerted about: transitions of tasks, due times that started
 * nothing, approvals that wait or that nobody decided in time, and workspaces that have drifted or are in step again. Several may run at once, and each may end at any moment: an event is handled in the transaction that
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
    this.cursor = new FeedCursor(engine, ALERTS_CURSOR);
  }

  /** Transitions have not settled yet: another round soon may find more. */
  get isBehind(): boolean {
    return this.feed.isBehind;
  }

  /** Handles what has settled since the last round. @returns how many deliveries were written */
  async run(): Promise<number> {
    const written = [
      ...(await this.handleTasks()),
      ...(await this.handle(scheduleAlerts)),
      ...(await this.handle(runAlerts)),
      ...(await this.handle(driftAlerts)),
    ];
    if (written.length > 0) {
      this.engine.signals.messagesWritten();
      this.engine.signals.deliveryListsChanged(written.map((projectId) => ({ projectId, of: 'alerts' })));
    }
    return written.length;
  }

  /** Answers the project of each delivery. The contents of an alert are read before the transaction: a log may be long. */
  private async handleTasks(): Promise<number[]> {
    const { dataSource } = this.engine;
    const written: number[] = [];
    for (;;) {
      const after = await this.cursor.position();
      const { events, last } = await this.feed.readTo(after, ALERTED_STATUSES);
      if (last === null) {
        return written;
      }
      const alerts = await taskAlerts(dataSource, events);
      const addressed = await dataSource.transaction(async (manager) =>
        (await this.cursor.move(manager, after, last)) ? addressAlerts(manager, alerts, this.targets) : [],
      );
      written.push(...addressed);
    }
  }

  /** Writes alerts in batches until none is left. Rows remember whether people were alerted. */
  private async handle(take: TakeAlerts): Promise<number[]> {
    const written: number[] = [];
    for (let more = true; more;) {
      const round = await this.engine.dataSource.transaction(async (manager) => {
        const { taken, alerts } = await take(manager, BATCH);
        return { taken, written: await addressAlerts(manager, alerts, this.targets) };
      });
      written.push(...round.written);
      more = round.taken === BATCH;
    }
    return written;
  }
}
