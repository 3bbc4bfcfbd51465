import { LogLineKind } from '@switchyard/contracts';
import { type Executor, row, rows } from '../statements/sql.js';
import { blobFolder } from '../blobs/blob-kinds.js';
import type { Engine } from '../ports.js';
import { packSegment, type StoredChunk } from './segment-format.js';

/** A segment ends with the chunk that reaches so many bytes, or with so many chunks. */
const SEGMENT_BYTES = 524_288;
const SEGMENT_CHUNKS = 1_000;

/** The blob store took no segment: it will take no other now. */
export class ArchiveAwayError extends Error {
  override readonly name = 'ArchiveAwayError';
}

/** Stores that archiving needs. */
export type Stores = Pick<Engine, 'dataSource' | 'blobs'>;

interface Log {
  task_id: number;
  attempt: number;
  archived_lines: number;
}

/**
 * Moves the logs of an ended task from chunks to segments, and notes that nothing is left. Each segment is moved by itself: its
 * blob is whole before one transaction stores its row and removes its chunks, so that a log is read in one way at every moment.
 * @param isOver asked between two segments; what is left is for the next call
 * @returns bytes moved; undefined when something is left
 * @throws ArchiveAwayError
 */
export async function archiveTask(engine: Stores, taskId: number, isOver: () => boolean): Promise<number | undefined> {
  let bytes = 0;
  for (const log of await rows<Log>(engine.dataSource, logsOf, [taskId])) {
    for (let moved = 1; moved > 0; bytes += moved) {
      if (isOver()) {
        return undefined;
      }
      moved = await archiveNext(engine, log);
    }
  }
  return (await row(engine.dataSource, done, [taskId])) && bytes;
}

const logsOf = `
  select a.task_id, l.attempt, min(l.archived_lines) as archived_lines
    from attempt a join attempt_log l on l.attempt_id = a.id where a.task_id = $1 group by 1, 2 order by 2`;

const done = `
  update task set log_archived = now()
   where id = $1 and log_archived is null and not exists (select from log_chunk where task_id = $1)
  returning id`;

/** Bytes of the segment that was moved; 0 when there is nothing left, or somebody else was here. */
async function archiveNext(engine: Stores, log: Log): Promise<number> {
  const chunks = await rows<StoredChunk>(engine.dataSource, nextChunks, [log.task_id, log.attempt, log.archived_lines]);
  const final = chunks.at(-1);
  if (!final) {
    return 0;
  }
  const { key, size, sha256 } = await put(engine, log.task_id, packSegment(chunks));
  const next = final.first_line + final.line_count;
  const sections = chunks.filter(({ kind }) => kind === LogLineKind.section);
  const lines = chunks.reduce((sum, chunk) => sum + chunk.line_count, 0);
  const about = [lines, key, size, sha256, sections.length > 0 ? packSegment(sections) : null];
  const isMoved = await engine.dataSource.transaction((on) => moveSegment(on, log, next, about));
  if (!isMoved) {
    await engine.blobs.delete([key]);
    return 0;
  }
  log.archived_lines = next;
  return size;
}

const nextChunks = `
  select first_line, line_count, first_time, kind, codec, sgr, times, body, masks from (
    select *, sum(octet_length(body)) over (order by first_line) - octet_length(body) as before from (
      select * from log_chunk where task_id = $1 and attempt = $2 and first_line >= $3
       order by first_line limit ${SEGMENT_CHUNKS}) next) counted
   where before < ${SEGMENT_BYTES} order by first_line`;

async function put({ blobs }: Stores, taskId: number, bytes: Buffer): ReturnType<Engine['blobs']['put']> {
  async function* content(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  return blobs.put(blobFolder('segment', taskId), content()).catch((cause: unknown) => {
    throw new ArchiveAwayError('The blob store took no segment of a log', { cause });
  });
}

interface Moved {
  logs: number;
  lines: number;
}

/**
 * Moves a segment. Archiving and deletion of a log lock its row, and a closed log does not grow: the chunks are those that were read as long as
 * `archived_lines` is.
 * @returns false when the task is gone, or the segment was moved by somebody else
 */
async function moveSegment(
  on: Executor,
  { task_id: taskId, attempt, archived_lines: first }: Log,
  next: number,
  about: readonly unknown[],
): Promise<boolean> {
  const moved = await row<Moved>(on, move, [taskId, attempt, first, next, ...about]);
  if (!moved?.logs) {
    return false;
  }
  if (moved.lines !== about[0]) {
    throw new Error(`Task ${taskId}: of ${String(about[0])} lines of its log ${moved.lines} were found again`);
  }
  return true;
}

const move = `
  with log as (
    select l.attempt_id from attempt a join attempt_log l on l.attempt_id = a.id
     where a.task_id = $1 and l.attempt = $2 and l.archived_lines = $3 and l.lease_id is null
     order by l.attempt_id for no key update of l),
  logs as (
    update attempt_log set archived_lines = $4 from log where attempt_log.attempt_id = log.attempt_id returning 1),
  gone as (
    delete from log_chunk where task_id = $1 and attempt = $2 and first_line >= $3 and first_line < $4
       and exists (select from log) returning first_line, line_count),
  stored as (
    insert into log_segment (task_id, attempt, first_line, line_count, blob, size, sha256, sections)
      select $1, $2, first_line, $5, $6, $7, $8, $9 from (select min(first_line) as first_line from gone) begin
       where exists (select from log))
  select (select count(*)::int from logs) as logs, (select coalesce(sum(line_count), 0)::int from gone) as lines`;
