import { isNextChunk, type LogChunk, type LogGrowth, type LogMasks, MAX_LOG_BYTES } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { noteRefusals } from '../history/refused-calls.js';

/**
 * Result of a chunk, and the 0-based number of the line expected next.
 *
 * - `stored`: all its lines are stored, now or before; the sender may forget lines below `next`.
 * - `gap`: it begins behind `next`; the sender must go back.
 * - `stale`: the lease or the runner does not own the log, or the log has reached {@link MAX_LOG_BYTES}.
 */
export type AppendResult =
  | { attempt: number; result: 'stored' | 'gap'; next: number }
  | { attempt: number; result: 'stale' };

interface Appended {
  attempt_id: number;
  project_id: number;
  task_id: number;
  /** Number of the log. */
  attempt: number;
  base_line: number;
  next_line: number;
}

/**
 * Appends the chunks of a runner's request, each to the log of its attempt, once. Only chunks that begin at the next line
 * expected, and those that follow them, are stored, so a repeated or late chunk changes nothing. Runners count the lines of an attempt from
 * 0; what applies a plan goes on in the log of what made it, behind its `base_line`.
 * @param chunks checked against their heads, those of one attempt in their order
 * @returns one result per chunk, in their order
 */
export async function appendLog(
  engine: Engine,
  runnerId: number,
  chunks: readonly LogChunk[],
): Promise<AppendResult[]> {
  const appended = new Map((await append(engine, runnerId, chunks)).map((log) => [log.attempt_id, log]));
  if (appended.size > 0) {
    engine.signals.logGrew(growth(appended.values()));
  }
  const others = chunks.filter((chunk) => !appended.has(chunk.head.attempt));
  const standing = others.length > 0 ? await readNext(engine, runnerId, others) : new Map<string, number>();
  const stale = others.filter(({ head }) => !standing.has(leaseKey(head.attempt, head.lease)));
  if (stale.length > 0) {
    const attempts = stale.map(({ head }) => head.attempt);
    await noteRefusals(engine.dataSource, 'log', attempts, runnerId);
  }
  return chunks.map(({ head }) => {
    const log = appended.get(head.attempt);
    const next = (log && log.next_line - log.base_line) ?? standing.get(leaseKey(head.attempt, head.lease));
    if (next === undefined) {
      return { attempt: head.attempt, result: 'stale' };
    }
    return { attempt: head.attempt, result: next > head.first ? 'stored' : 'gap', next };
  });
}

const growth = (logs: Iterable<Appended>): LogGrowth =>
  [...logs].map((log) => [log.project_id, log.task_id, log.attempt, log.next_line]);

/** All bytes travel as one binary value that the statement cuts up: an array of byte strings would be sent as text. */
function append(engine: Engine, runnerId: number, chunks: readonly LogChunk[]): Promise<Appended[]> {
  const sorted = withoutGaps(chunks).toSorted((a, b) => a.head.attempt - b.head.attempt);
  const heads = sorted.map((chunk) => chunk.head);
  const sizes = sorted.map((chunk) => [chunk.times.length, chunk.body.length] as const);
  return rows<Appended>(engine.dataSource, appendStatement, [
    heads.map((head) => head.attempt),
    heads.map((head) => head.lease),
    heads.map((head) => head.first),
    heads.map((head) => head.n),
    heads.map((head) => head.t0),
    heads.map((head) => head.kind),
    heads.map((head) => head.codec),
    heads.map((head) => head.sgr),
    starts(sizes),
    sizes.map(([times]) => times),
    sizes.map(([, body]) => body),
    Buffer.concat(sorted.flatMap((chunk) => [chunk.times, chunk.body])),
    runnerId,
    MAX_LOG_BYTES,
    heads.map(({ masks }) => masksText(masks)),
  ]);
}

/** The chunks of each attempt that follow its first one. */
function withoutGaps(chunks: readonly LogChunk[]): LogChunk[] {
  const ends = new Map<number, LogChunk['head']>();
  return chunks.filter(({ head }) => {
    const before = ends.get(head.attempt);
    const follows = before === undefined || isNextChunk(before, head);
    if (follows) {
      ends.set(head.attempt, head);
    }
    return follows;
  });
}

/** As it is stored: nearly every chunk is without a secret, and takes one byte for it. */
const masksText = (masks: LogMasks | undefined): string | null =>
  masks === undefined ? null : masks.at.length === 0 ? '' : JSON.stringify(masks);

/** 1-based position of each chunk's bytes. */
function starts(sizes: readonly (readonly [number, number])[]): number[] {
  let at = 1;
  return sizes.map(([times, body]) => {
    const start = at;
    at += times + body;
    return start;
  });
}

const appendStatement = `
  with chunk as (
    select * from unnest($1::int[], $2::uuid[], $3::int[], $4::int[], $5::float8[], $6::smallint[], $7::smallint[],
                         $8::text[], $9::int[], $10::int[], $11::int[], $15::text[])
      as chunk(id, lease, first, n, t0, kind, codec, sgr, start, times_length, body_length, masks)),
  run as (
    select id, lease, min(first) as first, sum(n)::int as lines,
           sum(times_length + body_length + coalesce(octet_length(masks), 0)) as size
      from chunk group by id, lease),
  appended as (
    update attempt_log l set next_line = l.next_line + run.lines, bytes = l.bytes + run.size
      from run join attempt on attempt.id = run.id and attempt.runner_id = $13
     where l.attempt_id = run.id and l.lease_id = run.lease and l.next_line = l.base_line + run.first and l.bytes < $14
    returning l.attempt_id, l.project_id, l.task_id, l.attempt, l.base_line, l.next_line),
  stored as (
    insert into log_chunk (task_id, attempt, first_line, line_count, first_time, kind, codec, sgr, times, body, masks)
      select task_id, attempt, base_line + first, n, to_timestamp(t0 / 1000), kind, codec, sgr,
             substr($12::bytea, start, times_length), substr($12::bytea, start + times_length, body_length), masks
        from appended join chunk on chunk.id = appended.attempt_id)
  select attempt_id, project_id, task_id, attempt, base_line, next_line from appended`;

const leaseKey = (attempt: number, lease: string): string => `${attempt} ${lease}`;

/** The next line expected of the logs whose leases still hold. */
async function readNext(engine: Engine, runnerId: number, chunks: readonly LogChunk[]): Promise<Map<string, number>> {
  const found = await rows<{ attempt_id: number; lease_id: string; next_line: number }>(
    engine.dataSource,
    `select l.attempt_id, l.lease_id, l.next_line - l.base_line as next_line
       from attempt_log l join attempt on attempt.id = l.attempt_id and attempt.runner_id = $3
      where l.attempt_id = any($1) and l.lease_id = any($2) and l.bytes < $4`,
    [chunks.map((chunk) => chunk.head.attempt), chunks.map((chunk) => chunk.head.lease), runnerId, MAX_LOG_BYTES],
  );
  return new Map(found.map((log) => [leaseKey(log.attempt_id, log.lease_id), log.next_line]));
}
