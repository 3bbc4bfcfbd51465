/** How many lines a reader can have before and after each match. */
export const AROUND = [0, 2, 5] as const;

/** The lines with so many before and after each, ascending and each once. `lines` are ascending and 0-based, below `total`. */
export function withContext(lines: readonly number[], around: number, total: number): readonly number[] {
  if (around === 0) {
    return lines;
  }
  const all: number[] = [];
  for (const line of lines) {
    const first = Math.max(0, line - around, (all.at(-1) ?? -1) + 1);
    for (let at = first; at <= Math.min(total - 1, line + around); at += 1) {
      all.push(at);
    }
  }
  return all;
}
