import { inflateRawSync } from 'node:zlib';
import { LogLineKind, MAX_CHUNK_BYTES } from '@switchyard/contracts';
import { type Executor, row, rows } from '../statements/sql.js';
import { errorLine, type ErrorLine, failureText, type HostFailure } from './error-line.js';

/** Lines before the end of a log, and chunks, that are looked through: what ends a run stands there. */
const LINES = 2_000;
const CHUNKS = 64;
/** Masking may lengthen what a runner sent. */
const MAX_BYTES = 4 * MAX_CHUNK_BYTES;

interface Chunk {
  first_line: number;
  codec: number;
  body: Buffer;
}

const lastChunks = `
  with log as (
    select l.attempt, l.next_line from attempt a join attempt_log l on l.attempt_id = a.id
     where a.task_id = $1 order by a.number desc limit 1)
  select first_line, codec, body from log join lateral (
    select first_line, codec, body from log_chunk
     where task_id = $1 and log_chunk.attempt = log.attempt and kind = ${LogLineKind.tool}
       and first_line >= log.next_line - ${LINES}
     order by first_line desc limit ${CHUNKS}) latest on true
   order by first_line`;

/** The line of a task's log that names its failure, in the words of its results where it has some. Lines of runners are masked already. */
export async function readErrorLine(on: Executor, taskId: number): Promise<ErrorLine | null> {
  const line = errorLine((await rows<Chunk>(on, lastChunks, [taskId])).flatMap(linesOf));
  const failure = await row<HostFailure>(on, firstFailure, [taskId]);
  return line && failure ? { ...line, text: failureText(failure) } : line;
}

const firstFailure = `
  select host, task, left(error, 2000) as error from task_error where task_id = $1 and host <> '' order by index limit 1`;

/** None of a chunk that is damaged. */
function linesOf({ first_line: first, codec, body }: Chunk): ErrorLine[] {
  try {
    const plain = codec === 1 ? inflateRawSync(body, { maxOutputLength: MAX_BYTES }) : body;
    const lines = plain.toString('utf8').split('\n').slice(0, -1);
    return lines.map((text, i) => ({ number: first + i + 1, text }));
  } catch {
    return [];
  }
}
