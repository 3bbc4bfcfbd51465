/** Part of a text, from its first character to before its last, that a search found. */
export type Range = readonly [from: number, to: number];

export interface TextMatch {
  /** Lower is better: 0 at the beginning of the text, 1 at the beginning of a word, 2 within one. */
  rank: number;
  ranges: readonly Range[];
}

/** Whether each word of the search stands somewhere in the text, whatever their case; an empty search finds every text. */
export function matchText(text: string, search: string): TextMatch | null {
  const lower = text.toLocaleLowerCase();
  if (lower.length !== text.length) {
    return lower.includes(search.toLocaleLowerCase().trim()) ? { rank: 2, ranges: [] } : null;
  }
  const ranges: Range[] = [];
  for (const word of search.toLocaleLowerCase().split(/\s+/).filter(Boolean)) {
    const at = placeOf(lower, word);
    if (at === -1) {
      return null;
    }
    ranges.push([at, at + word.length]);
  }
  const rank = Math.max(0, ...ranges.map(([from]) => (from === 0 ? 0 : isWordStart(lower, from) ? 1 : 2)));
  return { rank, ranges: joined(ranges) };
}

/** The beginning of a word before the middle of one. */
function placeOf(text: string, word: string): number {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    if (isWordStart(text, at)) {
      return at;
    }
  }
  return text.indexOf(word);
}

const isWordStart = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1] ?? '');

/** In order and without overlaps. */
function joined(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const [from, to] of [...ranges].sort(([one], [other]) => one - other)) {
    const last = result.at(-1);
    if (last && from <= last[1]) {
      result[result.length - 1] = [last[0], Math.max(last[1], to)];
    } else {
      result.push([from, to]);
    }
  }
  return result;
}
