import { stripAnsi } from '@switchyard/contracts/log-text';
import { countLines, linesOf, NEWLINE, plainBody, startOfLine, textPieces } from './chunk-lines.js';
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
  const bytes = matcher.candidate && bytesOf(chunk);
  if (bytes && isOver()) {
    return { lines: [], next: chunk.first_line + skip };
  }
  const hits = bytes && matcher.candidate && candidates(bytes, skip, matcher, matcher.candidate);
  if (!hits) {
    return lineByLine(chunk, skip, matcher, invert, isOver);
  }
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

/**
 * Matching lines of a text by their index, from that of `skip` on: other lines cost one pass over the text, and are not even
 * counted behind the last match. `null` when the expression of candidates does not hold for the text.
 */
function candidates(bytes: Buffer, skip: number, matcher: Matcher, candidate: RegExp): number[] | null {
  const hits: number[] = [];
  let [line, counted] = [skip, startOfLine(bytes, skip)];
  for (const { at, text } of textPieces(bytes, counted)) {
    if (text.includes(OSC)) {
      return null;
    }
    const found = matchesIn(text, matcher, candidate);
    if (found.length > 0) {
      line += countLines(bytes.subarray(counted, at));
      counted = at;
      found.forEach((index) => hits.push(line + index));
    }
  }
  return hits;
}

function matchesIn(text: string, { matches }: Matcher, candidate: RegExp): number[] {
  const found: number[] = [];
  let [line, start] = [0, 0];
  const toNext = (): void => {
    start = text.indexOf('\n', start) + 1;
    line++;
  };
  candidate.lastIndex = 0;
  for (let hit = candidate.exec(text); hit !== null; hit = candidate.exec(text)) {
    while (text.indexOf('\n', start) < hit.index) {
      toNext();
    }
    if (matches(stripAnsi(text.slice(start, text.indexOf('\n', start))))) {
      found.push(line);
    }
    toNext();
    candidate.lastIndex = start;
  }
  return found;
}

function allBut(hits: readonly number[], first: number, end: number): number[] {
  const without = new Set(hits);
  return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i).filter((line) => !without.has(line));
}

/** `null` when the chunk is damaged: the other way takes it for what it is. */
function bytesOf(chunk: Chunk): Buffer | null {
  try {
    const bytes = plainBody(chunk);
    return bytes.at(-1) === NEWLINE ? bytes : null;
  } catch {
    return null;
  }
}
