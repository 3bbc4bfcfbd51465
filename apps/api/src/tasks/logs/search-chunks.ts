import { LRUCache } from 'lru-cache';
import { type Matcher, matcherFor, PatternFault } from './line-matcher.js';
import type { SearchedPart, SearchJob, SearchPart } from './search-job.js';
import { searchChunk } from './search-chunk.js';

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

function scan(job: SearchJob, matcher: Matcher, now: () => number): SearchedPart {
  const { pattern, chunks, from, most, turnMs } = job;
  const part: SearchedPart = { count: 0, lines: [], next: null };
  const end = now() + turnMs;
  for (const { body, ...chunk } of chunks) {
    // Between threads a buffer becomes an array of bytes.
    const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    const found = searchChunk({ ...chunk, body: bytes }, from, matcher, pattern.invert, () => now() > end);
    part.count += found.lines.length;
    part.lines.push(...found.lines.slice(0, most - part.lines.length));
    if (found.next !== null) {
      return { ...part, next: found.next };
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
