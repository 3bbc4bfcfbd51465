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
 * Writes a message for the forge when a task changes whose repository has a key for it, and whose commit is known; another one where
 * a pull request started it. Waiting
 * messages of the same task are dropped then: only its last status counts. As with alerts, each transition is handled in the
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
  const given = [
    last.map(({ taskId }) => taskId),
    last.map(({ to }) => commitProgressOf(to)),
    last.map(({ id }) => id),
  ];
  const statuses = await rows<{ projectId: number }>(manager, insertStatuses, given);
  const comments = await rows<{ projectId: number }>(manager, insertComments, given);
  return [...statuses, ...comments].map(({ projectId }) => projectId);
}

/** Most characters of the name of a template that a forge gets. */
export const LONGEST_NAME = 100;

/** Tasks whose repository has a key for it, as SQL. */
const reported = (columns: string, condition: string): string => `
    select given.progress, given.event, task.id, task.project_id, template.id as template_id,
           left(template.name, ${LONGEST_NAME}) as template, repository.id as repository_id, ${columns}
      from unnest($1::int[], $2::text[], $3::bigint[]) as given(task_id, progress, event)
      join task on task.id = given.task_id and ${condition}
      join template on template.id = task.template_id
      join git_repository repository on repository.id = template.repository_id and repository.status_key_id is not null`;

/** A message for each, in place of those that wait to be sent where `isSame` holds of `message` and `reported`. */
const insert = (kind: 'commit_status' | 'pull_request_comment', member: string, isSame: string): string => `
  superseded as (
    delete from outbox_message message using reported
     where message.kind = '${kind}' and message.target_id = reported.repository_id and message.status = 'pending' and ${isSame})
  insert into outbox_message (id, kind, target_id, project_id, payload)
    select ${stableId(`concat_ws(' ', '${kind}', repository_id, id, event)`)}, '${kind}', repository_id, project_id,
           jsonb_build_object('progress', progress, '${member}', ${member}, 'project', jsonb_build_object('id', project_id),
             'template', jsonb_build_object('id', template_id, 'name', template), 'task', jsonb_build_object('id', id))
      from reported
  on conflict (id) do nothing returning project_id as "projectId"`;

const SAME_TASK = `message.payload -> 'task' ->> 'id' = reported.id::text`;

const insertStatuses = `
  with reported as (${reported('lower(task.commit_hash) as commit', `task.commit_hash ~* '^([0-9a-f]{40}|[0-9a-f]{64})$'`)}),
  ${insert('commit_status', 'commit', SAME_TASK)}`;

const insertComments = `
  with reported as (${reported(`(task.pull_request ->> 'number')::int as number`, 'task.pull_request is not null')}),
  ${insert('pull_request_comment', 'number', SAME_TASK)}`;
