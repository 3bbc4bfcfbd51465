import { LogLineKind, type TaskStatus } from '@switchyard/contracts';
import { unpackSegment } from '@switchyard/engine';
import type { EntityManager } from 'typeorm';
import type { StoredChunk } from './stored-chunk.js';

/** Which attempt's log stands for the task, and how many lines it has. */
export interface LogExtent {
  attempt: number;
  total: number;
  /** How many of them, from the first on, are archived; absent = not looked up. */
  archived?: number;
}

/** Chunks with lines from `from` to `end`, until they hold `maxBytes` as stored, which is less than they unpack to. */
export interface ChunkRange {
  from: number;
  end: number;
  maxBytes: number;
  maxChunks?: number;
  order?: 'asc' | 'desc';
}

const COLUMNS = 'first_line, line_count, first_time, kind, codec, sgr, times, body, masks';
/** Most sections of one answer. */
const MAX_SECTIONS = 1_000;

export async function isTaskOf(manager: EntityManager, projectId: number, taskId: number): Promise<boolean> {
  const rows = await manager.query<unknown[]>('select 1 from task where id = $1 and project_id = $2', [
    taskId,
    projectId,
  ]);
  return rows.length > 0;
}

/** A task of a template. */
export interface TaskOfTemplate {
  id: number;
  status: TaskStatus;
  created: Date;
}

/** The newest tasks of a template, those below the id `before`; `null` when the project has no such template. */
export async function findTasksOfTemplate(
  manager: EntityManager,
  projectId: number,
  templateId: number,
  { before, limit }: { before: number; limit: number },
): Promise<TaskOfTemplate[] | null> {
  const rows = await manager.query<(TaskOfTemplate | { id: null })[]>(
    `select t.id, t.status, t.created from template p
       left join lateral (select id, status, created from task
                           where template_id = p.id and id < $3 order by id desc limit $4) t on true
      where p.id = $1 and p.project_id = $2 order by t.id desc`,
    [templateId, projectId, before, limit],
  );
  return rows.length === 0 ? null : rows.filter((row) => row.id !== null);
}

export async function findExtent(manager: EntityManager, taskId: number): Promise<LogExtent> {
  const [row] = await manager.query<LogExtent[]>(
    `select l.attempt, l.next_line as total, l.archived_lines as archived from attempt a join attempt_log l on l.attempt_id = a.id
     where a.task_id = $1 order by a.number desc limit 1`,
    [taskId],
  );
  return row ?? { attempt: 0, total: 0, archived: 0 };
}

/** When an attempt began and with which line of the task's log. */
export async function findLogStart(
  manager: EntityManager,
  taskId: number,
  attempt: number,
): Promise<{ created: Date; base_line: number } | undefined> {
  const [row] = await manager.query<{ created: Date; base_line: number }[]>(
    `select a.created, l.base_line from attempt a join attempt_log l on l.attempt_id = a.id
      where a.task_id = $1 and l.attempt = $2 order by a.number desc limit 1`,
    [taskId, attempt],
  );
  return row;
}

/** Chunks that begin phases, archived or not, as they are at one moment. */
export async function findSections(manager: EntityManager, taskId: number, attempt: number): Promise<StoredChunk[]> {
  const rows = await manager.query<(StoredChunk & { packed: Buffer | null })[]>(
    `(select first_line, 0 as line_count, null as first_time, 0 as kind, 0 as codec, '' as sgr, null as times, null as body,
             null as masks, sections as packed
        from log_segment where task_id = $1 and attempt = $2 and sections is not null order by first_line limit ${MAX_SECTIONS})
     union all
     (select ${COLUMNS}, null from log_chunk where task_id = $1 and attempt = $2 and kind = $3 order by first_line
       limit ${MAX_SECTIONS})
     order by first_line`,
    [taskId, attempt, LogLineKind.section],
  );
  return rows.flatMap(({ packed, ...chunk }) => (packed ? unpackSegment(packed) : [chunk])).slice(0, MAX_SECTIONS);
}

export function findChunks(
  manager: EntityManager,
  taskId: number,
  attempt: number,
  { from, end, maxBytes, maxChunks, order = 'asc' }: ChunkRange,
): Promise<StoredChunk[]> {
  return manager.query<StoredChunk[]>(
    `select ${COLUMNS} from (
       select *, sum(octet_length(body)) over (order by first_line ${order}) - octet_length(body) as before from (
         select ${COLUMNS} from log_chunk where task_id = $1 and attempt = $2 and first_line < $4
           and first_line >= coalesce((select first_line from log_chunk where task_id = $1 and attempt = $2
                                        and first_line <= $3 order by first_line desc limit 1), 0)
           and first_line + line_count > $3
         order by first_line ${order} limit $6) wanted) counted
     where before < $5 order by first_line ${order}`,
    [taskId, attempt, from, end, maxBytes, maxChunks ?? null],
  );
}
