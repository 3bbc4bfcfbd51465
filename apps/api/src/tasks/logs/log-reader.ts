import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { LogLines, LogSection } from '@switchyard/contracts';
import { DataSource } from 'typeorm';
import { MAX_ANSWER_BYTES, MAX_PAGE_BYTES } from '../../platform/bounds.js';
import { ByteBudget, jsonBytes } from '../../platform/http/byte-budget.js';
import { sgrAfter } from './sgr-state.js';
import { linesOf } from './chunk-lines.js';
import { type LineMask, masksOf } from './chunk-masks.js';
import { findExtent, findSections, type LogExtent } from './log-chunk.repository.js';
import { LogChunks } from './log-chunks.js';
import { MaskedLines, PLACE_BYTES } from './masked-lines.js';
import { type StoredChunk, timesOf } from './stored-chunk.js';

/** Chunks read at a time while a whole log is walked. */
const PAGE = 32;
/** JSON of the time and the kind of a line, and of what separates them, in bytes. */
const LINE_EXTRA_BYTES = 18;

/** A range of lines to read. */
export interface LogRange {
  first: number;
  /** Most lines. */
  limit: number;
  /** Where the log ends, if it is known already. */
  extent?: LogExtent;
  /** Most bytes of the lines as JSON; the first line is read however long it is. */
  maxBytes?: number;
}

/** Reads stored log chunks. Lines are numbered from 0 within the newest log of a task. */
@Injectable()
export class LogReader {
  constructor(
    private readonly dataSource: DataSource,
    private readonly chunks: LogChunks,
  ) {}

  extent(taskId: number): Promise<LogExtent> {
    return findExtent(this.dataSource.manager, taskId);
  }

  /** Lines from `first` on, with the colour state before them; fewer than requested when they have too many bytes. */
  async range(
    taskId: number,
    { first, limit, extent: known, maxBytes = MAX_ANSWER_BYTES }: LogRange,
  ): Promise<LogLines> {
    const extent = known ?? (await this.extent(taskId));
    const from = Math.min(Math.max(0, first), extent.total);
    const end = Math.min(from + limit, extent.total);
    const { attempt, total } = extent;
    const answer: LogLines = { attempt, total, first: from, next: from, sgr: '', lines: [], times: [], kinds: [] };
    const masked = new MaskedLines();
    if (from < end) {
      const budget = new ByteBudget(maxBytes);
      for (const chunk of await this.chunks.read(taskId, extent, { from, end, maxBytes })) {
        if (!addChunk({ answer, masked, budget }, chunk, end)) {
          break;
        }
        await setImmediate();
      }
    }
    return { ...answer, next: from + answer.lines.length, ...masked.member };
  }

  /** The last `count` lines; when they have too many bytes, the last ones that fit. */
  async tail(taskId: number, count: number): Promise<LogLines> {
    const extent = await this.extent(taskId);
    const first = Math.max(0, extent.total - count);
    const answer = await this.range(taskId, { first, limit: count, extent });
    if (answer.next >= extent.total) {
      return answer;
    }
    const start = await this.startOfLast(taskId, extent, first);
    return this.range(taskId, { first: start, limit: extent.total - start, extent });
  }

  /** Every phase of the log with its line number, and how many lines the log has. */
  async phases(taskId: number): Promise<{ sections: LogSection[]; total: number }> {
    const { attempt, total } = await this.extent(taskId);
    const chunks = await findSections(this.dataSource.manager, taskId, attempt);
    const sections = chunks.flatMap((chunk) => {
      const times = timesOf(chunk);
      return linesOf(chunk).map((text, i) => ({ line: chunk.first_line + i, time: times[i] ?? 0, text }));
    });
    return { sections, total };
  }

  /** Pages of chunks in order, from the one with the line `from` on; the next is read while the caller works on one. */
  async *pages(taskId: number, extent: LogExtent, from = 0): AsyncGenerator<StoredChunk[]> {
    const { total } = extent;
    const read = (line: number): Promise<StoredChunk[]> => {
      const page = this.chunks.read(taskId, extent, {
        from: line,
        end: total,
        maxBytes: MAX_PAGE_BYTES,
        maxChunks: PAGE,
      });
      page.catch(() => undefined);
      return page;
    };
    let coming = from < total ? read(from) : null;
    while (coming !== null) {
      const page: StoredChunk[] = await coming;
      const final = page.at(-1);
      if (!final) {
        return;
      }
      const next = final.first_line + final.line_count;
      coming = next < total ? read(next) : null;
      yield page;
    }
  }

  /** Where the last lines begin that fit into one answer, at `from` or behind it. */
  private async startOfLast(taskId: number, extent: LogExtent, from: number): Promise<number> {
    const budget = new ByteBudget(MAX_ANSWER_BYTES);
    let start = extent.total;
    const chunks = await this.chunks.read(taskId, extent, {
      from,
      end: extent.total,
      maxBytes: MAX_ANSWER_BYTES,
      order: 'desc',
    });
    for (const chunk of chunks) {
      const lines = linesOf(chunk);
      const masks = masksOf(chunk, lines);
      for (let i = lines.length - 1; i >= 0; i--) {
        if (chunk.first_line + i < from || !budget.admits(lineBytes(lines[i] ?? '', masks.get(i)))) {
          return start;
        }
        start = chunk.first_line + i;
      }
      await setImmediate();
    }
    return start;
  }
}

const lineBytes = (line: string, masks: readonly LineMask[] = []): number =>
  jsonBytes(line) + LINE_EXTRA_BYTES + masks.length * PLACE_BYTES;

/** An answer that is being made. */
interface Making {
  answer: LogLines;
  masked: MaskedLines;
  budget: ByteBudget;
}

/**
 * Appends the chunk's lines that fall into the answer; lines before it only move the colour state.
 * @returns false when one did not fit any more
 */
function addChunk({ answer, masked, budget }: Making, chunk: StoredChunk, end: number): boolean {
  const lines = linesOf(chunk);
  const masks = masksOf(chunk, lines);
  const times = timesOf(chunk);
  const skip = Math.max(0, answer.first - chunk.first_line);
  if (answer.lines.length === 0) {
    answer.sgr = sgrAfter(lines.slice(0, skip), chunk.sgr);
  }
  const stop = Math.min(lines.length, end - chunk.first_line);
  for (let i = skip; i < stop; i++) {
    const line = lines[i] ?? '';
    const places = masks.get(i);
    if (!budget.admits(lineBytes(line, places))) {
      return false;
    }
    if (places) {
      masked.add(answer.lines.length, places);
    }
    answer.lines.push(line);
    answer.times.push(times[i] ?? 0);
    answer.kinds.push(chunk.kind);
  }
  return true;
}
