import { Task } from '@switchyard/database';
import type { DataSource } from 'typeorm';
import { insertMessages, TOLD } from './runner-messages.js';
import { waitingReason } from './waiting-reason.js';
import type { NewTask } from './new-task.js';
import { row, type Executor } from './sql.js';
import { insertEvents, queuedText } from './task-events.js';
import { insertStep } from './task-history.js';
import type { TaskOrigin } from './task-origin.js';
import type { UpdateRow } from './task-update.js';

/** A stored task: as an entity, and as the row of its live message. */
export interface StoredTask {
  entity: Task;
  update: UpdateRow;
}

/** Inserts the task with its activity record and counts it at its template, in one statement. */
export async function insertTask(
  source: DataSource,
  on: Executor,
  task: NewTask,
  origin: TaskOrigin,
  version: string | null,
): Promise<StoredTask> {
  const reason = waitingReason('queued', origin.tag, origin.app);
  const values: Record<string, unknown> = {
    project_id: task.projectId,
    template_id: task.templateId,
    status: 'waiting',
    waiting_reason: reason.code,
    waiting_reason_text: reason.text,
    tag: origin.tag,
    app: origin.app,
    playbook: task.playbook ?? '',
    environment: task.environment ?? '',
    secret: task.secret ?? null,
    arguments: task.arguments ?? null,
    git_branch: task.gitBranch ?? null,
    message: task.message ?? '',
    params: JSON.stringify(task.params ?? {}),
    inventory_id: task.inventoryId ?? null,
    build_task_id: task.buildTaskId ?? null,
    version,
    commit_hash: origin.commitHash,
    user_id: task.userId ?? null,
    integration_id: task.integrationId ?? null,
    schedule_id: task.scheduleId ?? null,
  };
  const stored = await row<UpdateRow>(on, insertion(Object.keys(values), origin.hasWebhooks), Object.values(values));
  if (!stored) {
    throw new Error('the task was not stored');
  }
  return { entity: asEntity(source, stored), update: stored };
}

const created = insertStep({
  kind: 'created',
  source: 'stored task',
  to: 'task.status',
  detail: `jsonb_strip_nulls(jsonb_build_object('user_id', task.user_id))`,
});

const insertion = (columns: string[], hasWebhooks: boolean): string => `
  with stored as (
    insert into task (${columns.join(', ')}) values (${columns.map((_, i) => `$${i + 1}`).join(', ')}) returning *),
  counted as (update template set tasks = tasks + 1 from stored where template.id = stored.template_id),
  events as (${insertEvents('stored', queuedText)}),
  history as (${created})
  ${hasWebhooks ? `, ${insertMessages('task.queued', 'stored')} select stored.*, ${TOLD}` : 'select stored.*'} from stored`;

function asEntity(source: DataSource, stored: object): Task {
  const columns = source.getMetadata(Task).columns;
  const members = new Map<string, unknown>(Object.entries(stored));
  return Object.assign(
    new Task(),
    Object.fromEntries(columns.map((column) => [column.propertyName, members.get(column.databaseName)])),
  );
}
