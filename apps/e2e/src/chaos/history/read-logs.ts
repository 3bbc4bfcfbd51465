import { inflateRawSync } from 'node:zlib';
import type pg from 'pg';
import { groupBy } from '../group-by.js';
import type { StoredLog } from './history.js';

interface ChunkRow {
  task_id: number;
  attempt: number;
  first_line: number;
  line_count: number;
  kind: number;
  codec: number;
  body: Buffer;
}

interface LogRow {
  attempt_id: number;
  task_id: number;
  attempt: number;
  base_line: number;
  next_line: number;
}

/** The stored log of every attempt. Attempts that share a log have the part of it up to the first line of the next. */
export async function readLogs(database: pg.Pool): Promise<StoredLog[]> {
  const logs = await database.query<LogRow>('select * from attempt_log order by attempt_id');
  const chunks = await database.query<ChunkRow>(
    'select task_id, attempt, first_line, line_count, kind, codec, body from log_chunk order by task_id, attempt, first_line',
  );
  const chunksOf = groupBy(chunks.rows, logKey);
  return [...groupBy(logs.rows, logKey).values()].flatMap((sharers) =>
    sharers.map((log, i) => {
      const end = sharers[i + 1]?.base_line ?? Infinity;
      const own = (chunksOf.get(logKey(log)) ?? []).filter(
        ({ first_line: first }) => first >= log.base_line && first < end,
      );
      return storedLog(log, own);
    }),
  );
}

const logKey = (row: { task_id: number; attempt: number }): string => `${row.task_id} ${row.attempt}`;

const storedLog = (log: LogRow, chunks: readonly ChunkRow[]): StoredLog => ({
  attemptId: log.attempt_id,
  taskId: log.task_id,
  baseLine: log.base_line,
  nextLine: log.next_line,
  chunks: chunks.map((chunk) => ({
    firstLine: chunk.first_line,
    lineCount: chunk.line_count,
    kind: chunk.kind,
    lines: linesOf(chunk),
  })),
});

function linesOf({ codec, body }: ChunkRow): string[] {
  const plain = codec === 1 ? inflateRawSync(body) : body;
  return plain.toString('utf8').split('\n').slice(0, -1);
}
