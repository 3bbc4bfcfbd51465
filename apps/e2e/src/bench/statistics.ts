/** The value below which the share `q` (0–1) of the values lies; NaN without values. */
export function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(q * sorted.length) - 1)] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Median with smallest and largest value, as the tables show it. */
export function spread(values: readonly number[], digits = 0): string {
  const text = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: digits });
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))})`;
}
