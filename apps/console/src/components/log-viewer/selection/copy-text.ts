import { PLAIN_SGR } from '@switchyard/contracts';
import type { RowMap } from '../phases/fold-map.js';
import type { LogStore } from '../store/log-store.js';
import type { SelectedRange } from './selection.js';
import { parsedLine } from '../ansi/spans.js';
import type { LogLine, LogSource } from '../types.js';
import { LineBuilder } from '../store/line-builder.js';

const MAX_LINES = 50_000;
const MAX_CHARACTERS = 5_000_000;
const FETCH_LINES = 5_000;

/** Visible lines of a selection, 0-based; undefined when there are too many to copy. */
export function selectedLines(range: SelectedRange, map: RowMap): number[] | undefined {
  const first = map.rowOf(range.from.line);
  const last = map.rowOf(range.to.line);
  if (last - first >= MAX_LINES) {
    return undefined;
  }
  const lines = Array.from({ length: last - first + 1 }, (_, i) => map.lineOf(first + i));
  return lines.filter((line) => line >= range.from.line && line <= range.to.line);
}

/** Every line of a log, 0-based; undefined when there are too many to copy. */
export const allLines = (total: number): number[] | undefined =>
  total > MAX_LINES ? undefined : Array.from({ length: total }, (_, line) => line);

/** The text of the selection, without numbers, times and colours; undefined when a line is not in memory. */
export function textInMemory(range: SelectedRange, lines: readonly number[], store: LogStore): string | undefined {
  return joined(range, lines, (line) => store.get(line));
}

/** The same with the missing lines fetched; undefined when the text is too large for the clipboard. */
export async function textFetched(
  range: SelectedRange,
  lines: readonly number[],
  source: LogSource,
  signal: AbortSignal,
): Promise<string | undefined> {
  const held = new Map<number, LogLine>();
  const wanted = new Set(lines);
  const last = lines.at(-1) ?? -1;
  let characters = 0;
  for (let at = lines[0] ?? 0; at <= last && characters <= MAX_CHARACTERS;) {
    const answer = await source.fetchLines({ after: at, limit: Math.min(FETCH_LINES, last - at + 1) }, signal);
    if (answer.lines.length === 0) {
      break;
    }
    new LineBuilder(PLAIN_SGR, answer.sgr).build(answer).forEach((line, i) => {
      if (!wanted.has(answer.first + i)) {
        return;
      }
      held.set(answer.first + i, line);
      characters += line.text.length;
    });
    at = answer.first + answer.lines.length;
  }
  return characters > MAX_CHARACTERS ? undefined : joined(range, lines, (line) => held.get(line));
}

function joined(
  range: SelectedRange,
  lines: readonly number[],
  get: (line: number) => LogLine | undefined,
): string | undefined {
  const texts: string[] = [];
  for (const line of lines) {
    const record = get(line);
    if (!record) {
      return undefined;
    }
    const from = line === range.from.line ? range.from.column : 0;
    const to = line === range.to.line ? range.to.column : undefined;
    texts.push(parsedLine(record).text.slice(from, to));
  }
  return texts.join('\n');
}
