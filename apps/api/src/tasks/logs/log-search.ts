import { problem } from '@switchyard/contracts';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type LogSearchQuery, type LogSearchResult, MAX_SEARCH_HITS } from '@switchyard/contracts';
import { OutsideError } from '@switchyard/server';
import {
  MAX_WAITING_SEARCHES,
  SEARCH_MS,
  SEARCH_OVERTIME_MS,
  SEARCH_THREAD_MIB,
  SEARCH_THREADS,
  SEARCH_TURN_MS,
} from '../../platform/bounds.js';
import { badMember, refusal } from '../../platform/http/refusals.js';
import { ownFile } from '../../own-file.js';
import { JobEnded, WorkerPool, WorkersBusy } from '../../platform/workers/worker-pool.js';
import { LogReader } from './log-reader.js';
import type { SearchedPart, SearchJob, SearchPart } from './search-job.js';
import type { StoredChunk } from './stored-chunk.js';
import { workAhead } from './work-ahead.js';

/** `end` = the line behind the page. */
interface SearchedPage extends SearchedPart {
  end: number;
}

/**
 * Finds lines in a stored log, in threads of their own and in short turns, so that neither requests nor other searches
 * wait for one. Grows linearly with the log.
 */
@Injectable()
export class LogSearch implements OnApplicationShutdown {
  private readonly threads = new WorkerPool<SearchJob, SearchPart>({
    file: ownFile('tasks/logs/search-thread.js'),
    threads: SEARCH_THREADS,
    memoryMib: SEARCH_THREAD_MIB,
    maxWaiting: MAX_WAITING_SEARCHES,
    waitMs: SEARCH_MS,
    limitMs: SEARCH_TURN_MS + SEARCH_OVERTIME_MS,
  });

  constructor(private readonly reader: LogReader) {}

  onApplicationShutdown(): Promise<void> {
    return this.threads.close();
  }

  /**
   * @throws 400 for an expression that cannot be used, 422 when one line takes too long, 503 when too many search
   * @throws LinesLost when lines that are to be looked at cannot be read
   */
  async find(taskId: number, query: LogSearchQuery, aborted: () => boolean): Promise<LogSearchResult> {
    const end = Date.now() + SEARCH_MS;
    const isOver = (): boolean => aborted() || Date.now() > end;
    const result: LogSearchResult = { count: 0, lines: [], truncated: false, next: null };
    const extent = await this.reader.extent(taskId);
    const pages = this.reader.pages(taskId, extent, query.after);
    for await (const part of workAhead(pages, SEARCH_THREADS, (page) => this.searchPage(query, page, isOver))) {
      collect(result, part);
      const isEnough = query.first && result.count > 0 && part.end < extent.total;
      const next = part.next ?? (isEnough ? part.end : null);
      if (next !== null) {
        return { ...result, truncated: true, next };
      }
    }
    return result;
  }

  /** As many turns as it takes. */
  private async searchPage(query: LogSearchQuery, page: StoredChunk[], isOver: () => boolean): Promise<SearchedPage> {
    const lost = page.find((chunk) => chunk.lost)?.lost;
    if (lost) {
      throw lost;
    }
    const found: SearchedPart = { count: 0, lines: [], next: Math.max(query.after, page[0]?.first_line ?? 0) };
    while (found.next !== null && !isOver()) {
      const part = await this.turn(query, page, found.next, MAX_SEARCH_HITS - found.lines.length);
      found.count += part.count;
      found.lines.push(...part.lines);
      found.next = part.next;
    }
    return { ...found, end: endOf(page) };
  }

  private async turn(pattern: LogSearchQuery, page: StoredChunk[], from: number, most: number): Promise<SearchedPart> {
    const chunks = page
      .filter(({ first_line: first, line_count: count }) => first + count > from)
      .map(({ first_line, line_count, codec, body }) => ({
        first_line,
        line_count,
        codec,
        body: Buffer.from(new Uint8Array(body).buffer),
      }));
    const { q, regex, case: caseSensitive, invert } = pattern;
    const job = { pattern: { q, regex, case: caseSensitive, invert }, chunks, from, most, turnMs: SEARCH_TURN_MS };
    const part = await this.threads
      .run(
        job,
        chunks.map(({ body }) => body.buffer),
      )
      .catch(refuse);
    if ('fault' in part) {
      throw badMember('q', 'expression', { reason: part.fault });
    }
    return part;
  }
}

function endOf(page: readonly StoredChunk[]): number {
  const final = page.at(-1);
  return final ? final.first_line + final.line_count : 0;
}

function collect(result: LogSearchResult, { count, lines }: SearchedPart): void {
  result.count += count;
  result.lines.push(...lines.slice(0, MAX_SEARCH_HITS - result.lines.length));
  result.truncated ||= result.count > result.lines.length;
}

function refuse(error: unknown): never {
  if (error instanceof JobEnded) {
    throw refusal(422, 'search_expression_slow');
  }
  if (error instanceof WorkersBusy) {
    throw new OutsideError(problem('searches_full'), 503);
  }
  throw error;
}
