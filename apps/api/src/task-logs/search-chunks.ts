import { stripAnsi } from '@switchyard/contracts';
import { LRUCache } from 'lru-cache';
import { type Matcher, matcherFor, PatternFault } from './line-matcher.js';
import type { SearchedPart, SearchJob, SearchPart } from './search-job.js';
import { linesOf } from './chunk-lines.js';

/** Patterns that stay compiled between two turns. */
const MAX_KEPT = 16;
const kept = new LRUCache<string, Matcher>({ max: MAX_KEPT });

/** Looks for the lines that match until all are looked at or the turn is over. */
export function searchChunks(job: SearchJob, now: () => number = () => performance.now()): SearchPart {
  try {
    return scan(job, keptMatcher(job.pattern), now);
  } catch (error) {
    if (error instanceof PatternFault) {
      return { fault: error.message };
    }
    throw error;
  }
}

function scan({ pattern, chunks, from, most, turnMs }: SearchJob, matches: Matcher, now: () => number): SearchedPart {
  const part: SearchedPart = { count: 0, lines: [], next: null };
  const end = now() + turnMs;
  for (const { first_line: first, codec, body } of chunks) {
    const lines = linesOf({ codec, body: Buffer.from(body.buffer, body.byteOffset, body.byteLength) });
    for (let i = Math.max(0, from - first); i < lines.length; i++) {
      if (now() > end) {
        return { ...part, next: first + i };
      }
      if (matches(stripAnsi(lines[i] ?? '')) !== pattern.invert) {
        part.count++;
        if (part.lines.length < most) {
          part.lines.push(first + i);
        }
      }
    }
  }
  return part;
}

function keptMatcher(pattern: SearchJob['pattern']): Matcher {
  const key = JSON.stringify(pattern);
  const matcher = kept.get(key) ?? matcherFor(pattern);
  kept.set(key, matcher);
  return matcher;
}
