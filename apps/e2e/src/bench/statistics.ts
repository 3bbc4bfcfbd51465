/** The value below which the share `q` (0–1) of the values lies; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(q * sorted.length) - 1))] ?? Number.NaN;
}

/** Median with the least and the largest value, as the table shows it. */
export function spread(values: readonly number[], digits = 0): string {
  const [least, middle, most] = [0, 0.5, 1].map((q) => quantile(values, q).toFixed(digits));
  return `${middle} (${least}–${most})`;
}

/** How long something takes, in seconds. */
export async function seconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
}
