import type { LogSearchQuery } from '@switchyard/contracts';
import type { StoredChunk } from './stored-chunk.js';

/** One turn of a search: a part of a log. */
export interface SearchJob {
  pattern: Pick<LogSearchQuery, 'q' | 'regex' | 'case' | 'invert'>;
  chunks: Pick<StoredChunk, 'first_line' | 'line_count' | 'codec' | 'body'>[];
  /** The first line to look at; earlier ones were looked at before. */
  from: number;
  /** Most line numbers wanted. */
  most: number;
  /** Length of the turn in milliseconds; an expression is interrupted after any line, a literal after any chunk. */
  turnMs: number;
}

/** Result of one turn of a search. */
export type SearchPart = SearchedPart | { fault: string };

export interface SearchedPart {
  /** How many lines match. */
  count: number;
  /** The first of them. */
  lines: number[];
  /** The first line that was not looked at; `null` = all were. */
  next: number | null;
}
