import type { TaskStatus } from '@switchyard/contracts';
import { SettledIds, type TaskEventOrigin, type TaskTransition } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** A transition of a task, as those read it that follow the life of tasks. */
export interface TransitionEvent {
  /** The cursor behind it: decimal digits. */
  id: string;
  projectId: number;
  taskId: number;
  kind: TaskTransition;
  /** Null when the task was created. */
  from: TaskStatus | null;
  to: TaskStatus;
  attemptId: number | null;
  runnerId: number | null;
  at: Date;
  origin: TaskEventOrigin;
  /** The user who did it. */
  actorId: number | null;
  reasonCode: string | null;
}

/** Most events of one read. */
const MOST = 1_000;

/**
 * Reads the transitions of all tasks from a cursor on, for consumers such as meters, alerts and workflows. None is lost
 * and none comes twice, as long as the consumer keeps the id of the last event with the effects that it had, and
 * is less than `EVENT_DAYS` behind. The events of a task come in the order in which they took effect.
 *
 * A read ends at the id up to which all are settled. A transition has a transaction id before its event takes its id, because it
 * has written the task.
 */
export class TransitionFeed {
  private readonly settled: SettledIds;

  constructor(private readonly engine: Pick<Engine, 'dataSource'>) {
    this.settled = new SettledIds(engine.dataSource, 'task_event_id_seq');
  }

  /**
   * The transitions behind a cursor that are settled, oldest first.
   * @param after id of the last event that was handled; `'0'` = from the oldest that is kept
   * @param limit at most 1,000
   */
  async read(after: string, limit = MOST): Promise<TransitionEvent[]> {
    const settled = await this.settled.read();
    return rows<TransitionEvent>(this.engine.dataSource, transitions, [after, settled, Math.min(limit, MOST)]);
  }

  /**
   * As `read`, of the transitions to some statuses alone.
   * @returns them, and the cursor behind all that were looked at; null = nothing has settled behind `after`
   */
  async readTo(
    after: string,
    statuses: readonly TaskStatus[],
  ): Promise<{ events: TransitionEvent[]; last: string | null }> {
    const settled = await this.settled.read();
    if (BigInt(settled) <= BigInt(after)) {
      return { events: [], last: null };
    }
    const parameters = [after, settled, MOST, statuses];
    const events = await rows<TransitionEvent>(this.engine.dataSource, transitionsTo, parameters);
    return { events, last: events.length < MOST ? settled : (events.at(-1)?.id ?? settled) };
  }

  /** Some transition has not settled yet: another read soon may find more. */
  get isBehind(): boolean {
    return this.settled.isBehind;
  }
}

const transitionsWhere = (condition: string): string => `
  select id, project_id as "projectId", task_id as "taskId", kind, from_status as "from", to_status as "to",
         attempt_id as "attemptId", runner_id as "runnerId", at, origin, actor_id as "actorId", reason_code as "reasonCode"
    from task_event where id > $1::bigint and id <= $2::bigint and ${condition} order by id limit $3`;

const transitions = transitionsWhere('to_status is not null');
const transitionsTo = transitionsWhere('to_status = any($4::text[])');
