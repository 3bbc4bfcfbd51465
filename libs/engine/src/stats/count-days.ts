import { FINAL_STATUSES } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { FeedCursor } from '../history/feed-cursor.js';
import { TransitionFeed } from '../history/transition-feed.js';
import { type Executor, rows } from '../statements/sql.js';

/** Days that counts are kept: more than the longest range that is offered. */
const DAYS_KEPT = 400;

/** Counts ended tasks by day from the stream of transitions. Several may run at once: each transition is counted once. */
export class DayCounter {
  private readonly feed: TransitionFeed;
  private readonly cursor: FeedCursor;

  constructor(private readonly engine: Pick<Engine, 'dataSource'>) {
    this.feed = new TransitionFeed(engine);
    this.cursor = new FeedCursor(engine, 'task_days.cursor');
  }

  /** Transitions have not settled yet: another round soon may find more. */
  get isBehind(): boolean {
    return this.feed.isBehind;
  }

  /** Counts what has settled since the last round. @returns how many tasks were counted */
  async run(): Promise<number> {
    let total = 0;
    for (;;) {
      const after = await this.cursor.position();
      const { events, last } = await this.feed.readTo(after, FINAL_STATUSES);
      if (last === null) {
        return total;
      }
      const ended = events.map(({ taskId }) => taskId);
      total += await this.count(ended, after, last);
    }
  }

  /** The cursor moves in the transaction of the counts; who finds it moved already counts nothing. */
  private count(taskIds: readonly number[], after: string, to: string): Promise<number> {
    return this.engine.dataSource.transaction(async (manager) => {
      const moved = await this.cursor.move(manager, after, to);
      if (moved && taskIds.length > 0) {
        await countEnded(manager, taskIds);
      }
      return moved ? taskIds.length : 0;
    });
  }
}

/** Removes counts that no range shows any more. */
export async function deleteOldDays({ dataSource }: Pick<Engine, 'dataSource'>): Promise<void> {
  await rows(dataSource, `delete from task_day where day < (now() at time zone 'UTC')::date - ${DAYS_KEPT}`);
}

/** Counts these ended tasks, each call once more. */
export async function countEnded(on: Executor, taskIds: readonly number[]): Promise<void> {
  await rows(on, COUNT, [taskIds]);
}

/** Rows are taken in the order of their key. A task that was deleted since is not counted. */
const COUNT = `
  insert into task_day (project_id, template_id, user_id, day, status, tasks, ran, seconds)
    select task.project_id, counted.template_id, counted.user_id, (task.ended at time zone 'UTC')::date as day, task.status,
           count(*), count(task.started), coalesce(sum(extract(epoch from task.ended - task.started)), 0)::bigint
      from task
      cross join lateral (
        select distinct template_id, user_id
          from unnest(array[0, task.template_id]) template_id, unnest(array[0, coalesce(task.user_id, 0)]) user_id
      ) counted
     where task.id = any($1::int[]) and task.ended is not null
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
  on conflict (project_id, template_id, user_id, day, status) do update
    set tasks = task_day.tasks + excluded.tasks, ran = task_day.ran + excluded.ran,
        seconds = task_day.seconds + excluded.seconds`;
