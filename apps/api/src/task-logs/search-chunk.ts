import { stripAnsi } from '@switchyard/contracts';
import { linesOf, plainBody } from './chunk-lines.js';
import type { Matcher } from './line-matcher.js';
import type { SearchJob } from './search-job.js';

type Chunk = SearchJob['chunks'][number];

/** Numbers of the lines found, ascending; `next` = the first that was not looked at, `null` = all were. */
interface Found {
  lines: number[];
  next: number | null;
}

/** Begins an operating system command (ECMA-48 OSC), whose end a candidate's expression does not look for. */
const OSC = '\u001b]';

/** Looks for the matching lines of a chunk, from the line `from` on, until the time is over. */
export function searchChunk(
  chunk: Chunk,
  from: number,
  matcher: Matcher,
  invert: boolean,
  isOver: () => boolean,
): Found {
  const skip = Math.max(0, from - chunk.first_line);
  const text = matcher.candidate && textOf(chunk);
  if (!matcher.candidate || !text || text.includes(OSC)) {
    return lineByLine(chunk, skip, matcher, invert, isOver);
  }
  if (isOver()) {
    return { lines: [], next: chunk.first_line + skip };
  }
  const hits = candidates(text, skip, matcher, matcher.candidate);
  const lines = invert ? allBut(hits, skip, chunk.line_count) : hits;
  return { lines: lines.map((line) => chunk.first_line + line), next: null };
}

function lineByLine(chunk: Chunk, skip: number, { matches }: Matcher, invert: boolean, isOver: () => boolean): Found {
  const found: Found = { lines: [], next: null };
  const lines = linesOf({ codec: chunk.codec, body: chunk.body });
  for (let i = skip; i < lines.length; i++) {
    if (isOver()) {
      return { ...found, next: chunk.first_line + i };
    }
    if (matches(stripAnsi(lines[i] ?? '')) !== invert) {
      found.lines.push(chunk.first_line + i);
    }
  }
  return found;
}

/** Matching lines of a text by their index, from that of `skip` on: one pass over all of it, so that other lines cost nothing. */
function candidates(text: string, skip: number, { matches }: Matcher, candidate: RegExp): number[] {
  const hits: number[] = [];
  let [line, start] = [0, 0];
  const toNext = (): void => {
    start = text.indexOf('\n', start) + 1;
    line++;
  };
  while (line < skip) {
    toNext();
  }
  candidate.lastIndex = start;
  for (let found = candidate.exec(text); found !== null; found = candidate.exec(text)) {
    while (text.indexOf('\n', start) < found.index) {
      toNext();
    }
    if (matches(stripAnsi(text.slice(start, text.indexOf('\n', start))))) {
      hits.push(line);
    }
    toNext();
    candidate.lastIndex = start;
  }
  return hits;
}

function allBut(hits: readonly number[], first: number, end: number): number[] {
  const without = new Set(hits);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).filter((line) => !without.has(line));
}

/** `null` when the chunk is damaged: the other way takes it for what it is. */
function textOf(chunk: Chunk): string | null {
  try {
    const text = plainBody(chunk).toString('utf8');
    return text.endsWith('\n') ? text : null;
  } catch {
    return null;
  }
}
