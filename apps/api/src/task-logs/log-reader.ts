import { Injectable } from '@nestjs/common';
import type { LogLines, LogSection } from '@switchyard/contracts';
import { LogLineKind } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { sgrAfter } from './sgr-state.js';
import { linesOf, type StoredChunk, timesOf } from './stored-chunk.js';

/** Which attempt's log stands for the task, and how many lines it has. */
export interface LogExtent {
  attempt: number;
  total: number;
}

const COLUMNS = 'first_line, line_count, first_time, kind, codec, sgr, times, body';
/** Chunks read at a time while a whole log is walked: bounds memory and the time the event loop is held. */
const PAGE = 8;

/** Reads stored log chunks. Lines are numbered from 0 within the newest log of a task. */
@Injectable()
export class LogReader {
  constructor(private readonly dataSource: DataSource) {}

  async extent(taskId: number): Promise<LogExtent> {
    const [row] = await this.dataSource.query<LogExtent[]>(
      `select l.attempt, l.next_line as total from attempt a join attempt_log l on l.attempt_id = a.id
       where a.task_id = $1 order by a.number desc limit 1`,
      [taskId],
    );
    return row ?? { attempt: 0, total: 0 };
  }

  /** At most `limit` lines from `first` on, with the colour state before them. */
  async range(taskId: number, first: number, limit: number, known?: LogExtent): Promise<LogLines> {
    const extent = known ?? (await this.extent(taskId));
    const from = Math.min(Math.max(0, first), extent.total);
    const end = Math.min(from + limit, extent.total);
    const answer: LogLines = { ...extent, first: from, sgr: '', lines: [], times: [], kinds: [] };
    if (from < end) {
      for (const chunk of await this.chunks(taskId, extent.attempt, from, end)) {
        addChunk(answer, chunk, end);
      }
    }
    return answer;
  }

  /** The last `count` lines. */
  async tail(taskId: number, count: number): Promise<LogLines> {
    const extent = await this.extent(taskId);
    return this.range(taskId, extent.total - count, count, extent);
  }

  /** Every phase of the log with its line number. */
  async sections(taskId: number): Promise<LogSection[]> {
    const { attempt } = await this.extent(taskId);
    const chunks = await this.dataSource.query<StoredChunk[]>(
      `select ${COLUMNS} from log_chunk where task_id = $1 and attempt = $2 and kind = $3 order by first_line`,
      [taskId, attempt, LogLineKind.section],
    );
    return chunks.flatMap((chunk) => {
      const times = timesOf(chunk);
      return linesOf(chunk).map((text, i) => ({ line: chunk.first_line + i, time: times[i] ?? 0, text }));
    });
  }

  /** Pages of chunks in order; between two pages other work gets its turn. */
  async *pages(taskId: number, extent: LogExtent): AsyncGenerator<StoredChunk[]> {
    let last = -1;
    for (;;) {
      const page = await this.dataSource.query<StoredChunk[]>(
        `select ${COLUMNS} from log_chunk where task_id = $1 and attempt = $2 and first_line > $3
         order by first_line limit ${PAGE}`,
        [taskId, extent.attempt, last],
      );
      const final = page.at(-1);
      if (!final) {
        return;
      }
      yield page;
      last = final.first_line;
    }
  }

  private chunks(taskId: number, attempt: number, from: number, end: number): Promise<StoredChunk[]> {
    return this.dataSource.query<StoredChunk[]>(
      `select ${COLUMNS} from log_chunk where task_id = $1 and attempt = $2 and first_line < $4
         and first_line >= coalesce((select first_line from log_chunk where task_id = $1 and attempt = $2
                                      and first_line <= $3 order by first_line desc limit 1), 0)
       order by first_line`,
      [taskId, attempt, from, end],
    );
  }
}

/** Appends the chunk's lines that fall into the answer; lines before it only move the colour state. */
function addChunk(answer: LogLines, chunk: StoredChunk, end: number): void {
  const lines = linesOf(chunk);
  const times = timesOf(chunk);
  const skip = Math.max(0, answer.first - chunk.first_line);
  if (answer.lines.length === 0) {
    answer.sgr = lines.slice(0, skip).reduce((state, line) => sgrAfter(line, state), chunk.sgr);
  }
  const stop = Math.min(lines.length, end - chunk.first_line);
  for (let i = skip; i < stop; i++) {
    answer.lines.push(lines[i] ?? '');
    answer.times.push(times[i] ?? 0);
    answer.kinds.push(chunk.kind);
  }
}
