/** The counter is the last run of digits; what stands before and after it is kept. */
const COUNTER = /^(.*\D)?(\d+)(\D+)?$/s;

/**
 * The version of the next build. `start` sets the form; `previous` is the version of the newest task of the template,
 * whatever became of it. The counter goes on from the higher of the two, and starts over when the form has changed
 * or `start` has no digits. Leading zeros are not kept.
 */
export function nextVersion(start: string, previous: string | null): string {
  const form = COUNTER.exec(start);
  if (previous === null || !form) {
    return start;
  }
  const [, prefix = '', first = '', suffix = ''] = form;
  const middle = previous.slice(prefix.length, previous.length - suffix.length);
  const fits = previous.startsWith(prefix) && previous.endsWith(suffix) && /^\d+$/.test(middle);
  if (!fits) {
    return start;
  }
  const counter = BigInt(first) > BigInt(middle) ? BigInt(first) : BigInt(middle) + 1n;
  return `${prefix}${counter}${suffix}`;
}
