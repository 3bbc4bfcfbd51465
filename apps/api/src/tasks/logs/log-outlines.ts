import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  LogLineKind,
  type LogOutline,
  MAX_OUTLINE_FAILURES,
  MAX_OUTLINE_GROUPS,
  OutlineScanner,
  outlinePattern,
} from '@switchyard/contracts';
import { OUTLINE_MS } from '../../platform/bounds.js';
import { linesOf, plainBody, textPieces } from './chunk-lines.js';
import { LogReader } from './log-reader.js';
import { type StoredChunk, timesOf } from './stored-chunk.js';

/** Finds the headings of tools in stored logs, chunk by chunk: between two of them other requests get their turn. */
@Injectable()
export class LogOutlines {
  constructor(private readonly reader: LogReader) {}

  /** From the line `after` on, until the log, the time or the room of one answer ends. */
  async read(taskId: number, after: number, aborted: () => boolean): Promise<LogOutline> {
    const end = Date.now() + OUTLINE_MS;
    const scanner = new OutlineScanner();
    const extent = await this.reader.extent(taskId);
    const answer = (next: number): LogOutline => ({ groups: scanner.groups, failures: scanner.failures, next });
    for await (const page of this.reader.pages(taskId, extent, after)) {
      for (const chunk of page) {
        scan(scanner, chunk, after);
        const next = chunk.first_line + chunk.line_count;
        if (aborted() || Date.now() > end || isFull(scanner)) {
          return answer(next);
        }
        await setImmediate();
      }
    }
    return answer(Math.max(after, extent.total));
  }
}

/** A chunk more may be in an answer than its bounds. */
const isFull = ({ groups, failures }: OutlineScanner): boolean =>
  groups.length >= MAX_OUTLINE_GROUPS || failures.length >= MAX_OUTLINE_FAILURES;

function scan(scanner: OutlineScanner, chunk: StoredChunk, after: number): void {
  if (chunk.kind !== LogLineKind.tool || !hasMarks(chunk)) {
    return;
  }
  const times = timesOf(chunk);
  linesOf(chunk).forEach((text, i) => {
    if (chunk.first_line + i >= after) {
      scanner.take(text, chunk.first_line + i, times[i] ?? 0);
    }
  });
}

/** Most chunks of most logs have none, and need not be cut into lines. */
function hasMarks(chunk: StoredChunk): boolean {
  try {
    for (const { text } of textPieces(plainBody(chunk))) {
      if (outlinePattern.test(text)) {
        return true;
      }
    }
  } catch {
    // A damaged chunk has none.
  }
  return false;
}
