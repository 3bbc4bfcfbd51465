import { commitProgressOf, TASK_STATUSES } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import { FeedCursor } from '../history/feed-cursor.js';
import { TransitionFeed, type TransitionEvent } from '../history/transition-feed.js';
import type { Engine } from '../ports.js';
import { rows, stableId } from '../statements/sql.js';

/** How far the writer has come with the transitions of tasks: a row of the settings. */
export const COMMIT_STATUSES_CURSOR = 'commit-statuses.cursor';

const REPORTED = TASK_STATUSES.filter((status) => commitProgressOf(status) !== null);

/**
 * Writes a message for the forge when a task changes whose repository has a key for it, and whose commit is known. What waits to be
 * sent of the same task is left out then: only its last status counts. As with alerts, each transition is handled in the
 * transaction that moves the cursor.
 */
export class CommitStatusWriter {
  private readonly feed: TransitionFeed;
  private readonly cursor: FeedCursor;

  constructor(private readonly engine: Pick<Engine, 'dataSource' | 'signals'>) {
    this.feed = new TransitionFeed(engine);
    this.cursor = new FeedCursor(engine, COMMIT_STATUSES_CURSOR);
  }

  /** Transitions have not settled yet: another round soon may find more. */
  get isBehind(): boolean {
    return this.feed.isBehind;
  }

  /** Handles what has settled since the last round. @returns how many messages were written */
  async run(): Promise<number> {
    const projects: number[] = [];
    for (;;) {
      const after = await this.cursor.position();
      const { events, last } = await this.feed.readTo(after, REPORTED);
      if (last === null) {
        break;
      }
      const written = await this.engine.dataSource.transaction(async (manager) =>
        (await this.cursor.move(manager, after, last)) ? write(manager, events) : [],
      );
      projects.push(...written);
    }
    if (projects.length > 0) {
      this.engine.signals.messagesWritten();
      this.engine.signals.deliveryListsChanged(projects.map((projectId) => ({ projectId, of: 'alerts' })));
    }
    return projects.length;
  }
}

/** The last transition of each task. @returns the project of each message */
async function write(manager: EntityManager, events: readonly TransitionEvent[]): Promise<number[]> {
  const last = [...new Map(events.map((event) => [event.taskId, event])).values()];
  if (last.length === 0) {
    return [];
  }
  const written = await rows<{ projectId: number }>(manager, insert, [
    last.map(({ taskId }) => taskId),
    last.map(({ to }) => commitProgressOf(to)),
    last.map(({ id }) => id),
  ]);
  return written.map(({ projectId }) => projectId);
}

/** Most characters of the name of a template that a forge gets. */
const LONGEST_NAME = 100;

const insert = `
  with reported as (
    select given.progress, given.event, task.id, task.project_id, lower(task.commit_hash) as commit, template.id as template_id,
           left(template.name, ${LONGEST_NAME}) as template, repository.id as repository_id
      from unnest($1::int[], $2::text[], $3::bigint[]) as given(task_id, progress, event)
      join task on task.id = given.task_id and task.commit_hash ~* '^([0-9a-f]{40}|[0-9a-f]{64})$'
      join template on template.id = task.template_id
      join git_repository repository on repository.id = template.repository_id and repository.status_key_id is not null),
  superseded as (
    delete from outbox_message message using reported
     where message.kind = 'commit_status' and message.target_id = reported.repository_id and message.status = 'pending'
       and message.payload -> 'task' ->> 'id' = reported.id::text)
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select ${stableId("concat_ws(' ', 'commit_status', repository_id, id, event)")}, 'commit_status', repository_id, project_id,
           jsonb_build_object('progress', progress, 'commit', commit, 'project', jsonb_build_object('id', project_id),
             'template', jsonb_build_object('id', template_id, 'name', template), 'task', jsonb_build_object('id', id))
      from reported
  on conflict (id) do nothing returning project_id as "projectId"`;
