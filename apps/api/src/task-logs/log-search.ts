import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type LogSearchQuery, type LogSearchResult, MAX_SEARCH_HITS } from '@switchyard/contracts';
import { RE2JS } from 're2js';
import { badRequest } from '../http/refusals.js';
import { stripAnsi } from './ansi.js';
import { LogReader } from './log-reader.js';
import { linesOf } from './stored-chunk.js';

type Matcher = (line: string) => boolean;

/** Longest time one search may take, in milliseconds; what was found until then is answered as truncated. */
const TIME_LIMIT_MS = 10_000;

/** Finds lines in a stored log. Grows linearly with the log; the event loop is released after every page of chunks. */
@Injectable()
export class LogSearch {
  constructor(private readonly reader: LogReader) {}

  async find(taskId: number, query: LogSearchQuery, aborted: () => boolean): Promise<LogSearchResult> {
    const matches = matcherFor(query);
    const deadline = Date.now() + TIME_LIMIT_MS;
    const result: LogSearchResult = { count: 0, lines: [], truncated: false };
    for await (const page of this.reader.pages(taskId, await this.reader.extent(taskId))) {
      for (const chunk of page) {
        linesOf(chunk).forEach((line, i) => {
          if (matches(stripAnsi(line))) {
            collect(result, chunk.first_line + i);
          }
        });
      }
      if (aborted() || Date.now() > deadline) {
        return { ...result, truncated: true };
      }
      await setImmediate();
    }
    return result;
  }
}

function collect(result: LogSearchResult, line: number): void {
  result.count++;
  if (result.lines.length < MAX_SEARCH_HITS) {
    result.lines.push(line);
  } else {
    result.truncated = true;
  }
}

/** A user's regular expression runs on RE2, whose time is linear in the line: no pattern can hang the server. */
function matcherFor({ q, regex, case: caseSensitive }: LogSearchQuery): Matcher {
  if (regex) {
    const pattern = compile(q, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
    return (line) => pattern.matcher(line).find();
  }
  if (caseSensitive) {
    return (line) => line.includes(q);
  }
  const literal = new RegExp(q.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'iu');
  return (line) => literal.test(line);
}

function compile(pattern: string, flags: number): RE2JS {
  try {
    return RE2JS.compile(pattern, flags);
  } catch (error) {
    throw badRequest(`q: is not a regular expression (${error instanceof Error ? error.message : 'syntax'})`);
  }
}
