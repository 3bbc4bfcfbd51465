import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { TaskOutput } from '@switchyard/contracts';
import { stripAnsi } from './ansi.js';
import { LogReader } from './log-reader.js';
import { linesOf, type StoredChunk, timesOf } from './stored-chunk.js';

/** Streams whole logs page by page, so that memory does not grow with the log. */
@Injectable()
export class LogStream {
  constructor(private readonly reader: LogReader) {}

  /** JSON array of output records, in the contract's form (rest contract 3.12). */
  output(taskId: number): Readable {
    return Readable.from(this.outputText(taskId));
  }

  /** Plain text without colours, one line each. */
  raw(taskId: number): Readable {
    return Readable.from(this.rawText(taskId));
  }

  private async *outputText(taskId: number): AsyncGenerator<string> {
    let separator = '[';
    for await (const page of this.reader.pages(taskId, await this.reader.extent(taskId))) {
      const records = page.flatMap((chunk) => recordsOf(taskId, chunk)).map((record) => JSON.stringify(record));
      yield separator + records.join(',');
      separator = ',';
    }
    yield separator === '[' ? '[]' : ']';
  }

  private async *rawText(taskId: number): AsyncGenerator<string> {
    for await (const page of this.reader.pages(taskId, await this.reader.extent(taskId))) {
      yield page.flatMap((chunk) => linesOf(chunk).map((line) => `${stripAnsi(line)}\n`)).join('');
    }
  }
}

function recordsOf(taskId: number, chunk: StoredChunk): TaskOutput[] {
  const times = timesOf(chunk);
  return linesOf(chunk).map((line, i) => outputRecord(taskId, chunk.first_line + i, times[i] ?? 0, line));
}

/** One output record; `line` is 0-based, the record's id 1-based. */
export function outputRecord(taskId: number, line: number, time: number, output: string): TaskOutput {
  return { id: line + 1, task_id: taskId, time: new Date(time).toISOString(), output, task: '' };
}
