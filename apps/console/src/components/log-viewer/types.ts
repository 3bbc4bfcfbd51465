import type { LogOutline, MaskedPlaces, SecretName, SgrStyle } from '@switchyard/contracts';

/** Source of a line: the tool, the control plane (violet), or a section header that opens a phase. */
export const lineKind = { tool: 0, system: 1, section: 2 } as const;

/**
 * A run of lines, one entry per line in `lines`, `times` and `kinds`. `first` is the 0-based number of the first of them, `total` how
 * many the log has at this moment, `sgr` the SGR parameters (ECMA-48 8.3.117, such as `1;31`) in force where `first` begins, `masked`
 * where secrets were.
 */
export interface LogLines {
  total: number;
  first: number;
  sgr: string;
  lines: string[];
  /** Epoch milliseconds. */
  times: number[];
  kinds: number[];
  masked?: MaskedPlaces | undefined;
}

/** Lines that have just been stored, in the order of the log. */
export interface LogBatch {
  first: number;
  lines: string[];
  times: number[];
  kinds: number[];
  masked?: MaskedPlaces | undefined;
}

/** `after` is the 0-based first line wanted, `limit` at most 5,000; `tail` means that many lines at the end. */
export type LogRange = { after: number; limit: number } | { tail: number };

/** A last line without its end, as far as it is written: `line` is the number that it will have, 0-based. */
export interface OpenLine {
  line: number;
  /** Epoch milliseconds. */
  time: number;
  /** Empty = nothing of it is shown any more. */
  text: string;
}

/** Reports of a source while it is followed. */
export interface LogListener {
  onBatch: (batch: LogBatch) => void;
  onOpenLine: (open: OpenLine) => void;
  onState: (state: LogConnection) => void;
}

export type LogConnection = 'live' | 'reconnecting' | 'off';

/** Why a search failed: the expression is none, takes too long on one line, or the server has no time for it now. */
export type SearchFault = 'invalid' | 'costly' | 'busy';

/** Error with which `search` of a source rejects when the server refused. */
export class SearchRefused extends Error {
  constructor(readonly fault: SearchFault) {
    super(fault);
  }
}

export interface LogQuery {
  q: string;
  regex: boolean;
  caseSensitive: boolean;
  /** The lines without a match are looked for. */
  invert: boolean;
}

/** Lines from `after` on, 0-based, are looked at; with `first` no longer than until some are found. */
export interface SearchedPart {
  after: number;
  first: boolean;
}

/**
 * `count` lines match; `lines` holds the first of them, ascending and 0-based, all of them unless `truncated`. `next` is the
 * line to go on from when the time of one search did not suffice or the first lines were wanted, null when the whole log was searched.
 */
export interface LogMatches {
  count: number;
  lines: number[];
  truncated: boolean;
  next: number | null;
}

/** Where the lines come from. Promises reject when the signal aborts or the request fails. */
export interface LogSource {
  fetchLines(range: LogRange, signal: AbortSignal): Promise<LogLines>;
  /** The section lines of the whole log; `line` is 0-based. */
  fetchSections(signal: AbortSignal): Promise<{ line: number; time: number; text: string }[]>;
  /** The headings of the tool from a line (0-based) on. */
  fetchOutline(after: number, signal: AbortSignal): Promise<LogOutline>;
  search(query: LogQuery, part: SearchedPart, signal: AbortSignal): Promise<LogMatches>;
  /** Returns the function that ends the subscription. */
  subscribe(listener: LogListener): () => void;
}

/** Stars in the place of a secret. */
export interface LineMask {
  /** The first of them, in UTF-16 units of the raw line. */
  readonly column: number;
  /** `null` = it is not known, or not for this reader. */
  readonly secret: SecretName | null;
}

/** One line as the viewer holds it; the object stays the same as long as the line is in memory. */
export interface LogLine {
  readonly text: string;
  readonly time: number;
  readonly kind: number;
  /** Colour state where the line begins. */
  readonly sgr: SgrStyle;
  /** Where secrets were, ascending; absent in nearly every line. */
  readonly masks?: readonly LineMask[] | undefined;
}

/** Characters `from` up to but without `to` of a line that lead to an address. */
export interface LineLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

/**
 * The links of a line, ascending and apart.
 * @param above the text of the line so many lines above; undefined = it is not in memory
 */
export type LinksIn = (text: string, above: (lines: number) => string | undefined) => readonly LineLink[];

/** Lines that a link points to, numbered from 1, both ends included. */
export interface LogTarget {
  from: number;
  to: number;
}

/** `failed`, `stopped` and `success` are ends; `waiting` has not begun to run. */
export type LogOutcome = 'waiting' | 'running' | 'success' | 'failed' | 'stopped';

/** The whole log as a file: plain text, and with the colours and other sequences of the tool. */
export interface LogDownload {
  href: string;
  name: string;
  colouredHref: string;
  colouredName: string;
  /** Command of a shell that prints the log, given an API token. */
  command: string;
}

/** Something else that the page does with the log, in the menu. */
export interface LogAction {
  label: string;
  onChoose: () => void;
}

/** Epoch milliseconds; `end` is undefined while the phase lasts. */
export interface PhaseSpan {
  readonly start: number;
  readonly end: number | undefined;
}

/** Of the letters of the lines; the rows keep their height. */
export type TextSize = 'small' | 'normal' | 'large';

/** `delta` = since the line before. */
export type TimeMode = 'off' | 'clock' | 'relative' | 'delta';
