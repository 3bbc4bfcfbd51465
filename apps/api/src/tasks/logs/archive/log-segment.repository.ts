import type { SegmentRow } from '@switchyard/engine';
import type { EntityManager } from 'typeorm';

/** Most segments of one answer: more than are needed for as many bytes as one may have. */
const MAX_SEGMENTS = 32;

/** Segments with lines from `from` to `end`. */
export function findSegments(
  manager: EntityManager,
  taskId: number,
  attempt: number,
  { from, end, order }: { from: number; end: number; order: 'asc' | 'desc' },
): Promise<SegmentRow[]> {
  return manager.query<SegmentRow[]>(
    `select first_line, line_count, blob, size, sha256 from log_segment
      where task_id = $1 and attempt = $2 and first_line < $4
        and first_line >= coalesce((select first_line from log_segment where task_id = $1 and attempt = $2
                                     and first_line <= $3 order by first_line desc limit 1), 0)
        and first_line + line_count > $3
      order by first_line ${order} limit ${MAX_SEGMENTS}`,
    [taskId, attempt, from, end],
  );
}

/** How many lines of a log are archived at this moment. */
export async function countArchived(manager: EntityManager, taskId: number, attempt: number): Promise<number> {
  const [row] = await manager.query<{ lines: number }[]>(
    `select coalesce(max(l.archived_lines), 0) as lines from attempt a join attempt_log l on l.attempt_id = a.id
      where a.task_id = $1 and l.attempt = $2`,
    [taskId, attempt],
  );
  return row?.lines ?? 0;
}

export interface ArchiveFacts {
  lines: number;
  segments: number;
  bytes: number;
  archived: Date | null;
}

export async function findArchiveFacts(manager: EntityManager, taskId: number, attempt: number): Promise<ArchiveFacts> {
  const [row] = await manager.query<ArchiveFacts[]>(
    `select coalesce(sum(line_count), 0)::int as lines, count(*)::int as segments, coalesce(sum(size), 0)::float8 as bytes,
            max(created) as archived
       from log_segment where task_id = $1 and attempt = $2`,
    [taskId, attempt],
  );
  return row ?? { lines: 0, segments: 0, bytes: 0, archived: null };
}
