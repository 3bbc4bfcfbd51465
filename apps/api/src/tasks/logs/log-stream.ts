import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { stripAnsi, type TaskOutput } from '@switchyard/contracts';
import { LogReader } from './log-reader.js';
import { linesOf } from './chunk-lines.js';
import { type StoredChunk, timesOf } from './stored-chunk.js';

/** Streams logs chunk by chunk as fast as they are read, so that memory does not grow with the log. */
@Injectable()
export class LogStream {
  constructor(private readonly reader: LogReader) {}

  /** JSON array of output records: all, or at most `limit` behind the line `after`. */
  output(taskId: number, after = 0, limit = Number.MAX_SAFE_INTEGER): Readable {
    return Readable.from(this.outputText(taskId, after, after + limit));
  }

  /** Text, one line each, without colours unless they are wanted. */
  raw(taskId: number, colours: boolean): Readable {
    return Readable.from(this.rawText(taskId, colours ? (line) => line : stripAnsi));
  }

  private async *outputText(taskId: number, from: number, end: number): AsyncGenerator<string> {
    let separator = '[';
    for await (const chunk of this.chunks(taskId, from, end)) {
      const records = recordsOf(taskId, chunk).filter(({ id }) => id > from && id <= end);
      if (records.length > 0) {
        yield separator + records.map((record) => JSON.stringify(record)).join(',');
        separator = ',';
      }
    }
    yield separator === '[' ? '[]' : ']';
  }

  private async *rawText(taskId: number, form: (line: string) => string): AsyncGenerator<string> {
    for await (const chunk of this.chunks(taskId, 0, Number.MAX_SAFE_INTEGER)) {
      yield linesOf(chunk)
        .map((line) => `${form(line)}\n`)
        .join('');
    }
  }

  /** One chunk at a time, when the reader has room for it. */
  private async *chunks(taskId: number, from: number, end: number): AsyncGenerator<StoredChunk> {
    const extent = await this.reader.extent(taskId);
    for await (const page of this.reader.pages(taskId, { ...extent, total: Math.min(extent.total, end) }, from)) {
      yield* page;
    }
  }
}

function recordsOf(taskId: number, chunk: StoredChunk): TaskOutput[] {
  const times = timesOf(chunk);
  return linesOf(chunk).map((line, i) => outputRecord(taskId, chunk.first_line + i, times[i] ?? 0, line));
}

/** One output record; `line` is 0-based, the record's id 1-based. */
function outputRecord(taskId: number, line: number, time: number, output: string): TaskOutput {
  return { id: line + 1, task_id: taskId, time: new Date(time).toISOString(), output, task: '' };
}
