import { columnsOf, Task, givenArrays } from '@switchyard/database';
import { type Executor, type Numbered, rows } from '../statements/sql.js';
import { NOTHING_YET, type TaskDraft } from './task-draft.js';
import { RECORDED_COLUMNS, recordCtes } from '../life-cycle/record-transition.js';
import { type UpdateRow, updateRowOf } from '../life-cycle/task-update.js';
import { countTasks } from '../life-cycle/template-counter.js';

/** A stored task: as an entity, and as the row of its live message. */
export interface StoredTask {
  entity: Task;
  update: UpdateRow;
}

interface GivenRow extends Numbered {
  id: number;
  created: Date;
  deliveries?: number;
}

/**
 * Inserts tasks with their activity records and counts them at their templates, in one statement, in their order.
 * @param notifiesRunners some runner has a webhook, so that there may be something to deliver
 */
export async function insertTasks(
  on: Executor,
  drafts: readonly TaskDraft[],
  notifiesRunners: boolean,
): Promise<StoredTask[]> {
  const values = COLUMNS.map(({ member }) => drafts.map((draft) => stored(draft[member])));
  const given = await rows<GivenRow>(on, notifiesRunners ? INSERTION.delivering : INSERTION.silent, values);
  return given.flatMap((row) => {
    const draft = drafts[row.n - 1];
    return draft ? [asStored(draft, row)] : [];
  });
}

/** As `insertTasks`, for one. */
export async function insertTask(on: Executor, draft: TaskDraft, notifiesRunners: boolean): Promise<StoredTask> {
  const [stored] = await insertTasks(on, [draft], notifiesRunners);
  if (!stored) {
    throw new Error('the task was not stored');
  }
  return stored;
}

/** Columns that a new task fills; the others have their defaults. */
const COLUMNS = columnsOf(Task).flatMap(({ member, name, type }) =>
  member === 'id' || member === 'created' || member in NOTHING_YET ? [] : [{ member, name, type }],
);

/** An object is JSON; everything else is for the driver. */
const stored = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : value;

const names = COLUMNS.map(({ name }) => name).join(', ');

function insertion(deliveries: boolean): string {
  const record = recordCtes('created', { source: 'stored', deliveries });
  return `
  with draft as materialized (
    select nextval('task_id_seq')::int as id, draft.*
      from unnest(${givenArrays(...COLUMNS.map(({ type }, i): [number, string] => [i + 1, String(type)]))})
             with ordinality as draft(${names}, n)),
  stored as (
    insert into task (id, ${names}) overriding system value select id, ${names} from draft order by n
    returning task.id, task.created, task.project_id, task.template_id, task.status, task.tag, ${RECORDED_COLUMNS}),
  ${countTasks('draft', '+')},
  ${record.ctes.join(',\n  ')}
  select draft.n::int, stored.id, stored.created${record.count} from stored join draft on draft.id = stored.id order by draft.n`;
}

const INSERTION = { silent: insertion(false), delivering: insertion(true) };

function asStored(draft: TaskDraft, { id, created: at, deliveries }: GivenRow): StoredTask {
  const entity = Object.assign(new Task(), draft, { id, created: at });
  const update = { ...updateRowOf(entity), ...(deliveries !== undefined && { deliveries }) };
  return { entity, update };
}
