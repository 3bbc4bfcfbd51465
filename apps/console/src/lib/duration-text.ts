type Unit = 'day' | 'hour' | 'minute' | 'second';

/** The narrow minute of Ukrainian is one letter that reads as a sign of multiplication. */
function unitText(value: number, unit: Unit, locale: string, digits = 1): string {
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: locale === 'uk' ? 'short' : 'narrow',
    minimumIntegerDigits: digits,
  }).format(value);
}

/** Two units at most, the second padded so that figures align: `48s`, `2m 14s`, `5m 02s`, `1h 05m`, `2d 03h`. Bound: `ms` ≥ 0. */
export function durationText(ms: number, locale: string): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const parts: [Unit, number][] = [
    ['day', Math.floor(seconds / 86_400)],
    ['hour', Math.floor(seconds / 3_600) % 24],
    ['minute', Math.floor(seconds / 60) % 60],
    ['second', seconds % 60],
  ];
  const first = parts.findIndex(([, value]) => value > 0);
  const shown = first === -1 ? parts.slice(-1) : parts.slice(first, first + 2);
  return shown.map(([unit, value], index) => unitText(value, unit, locale, index === 0 ? 1 : 2)).join(' ');
}

/** Milliseconds between two RFC 3339 times; `null` when the first is absent. An absent second means `now`. */
export function elapsedMs(
  start: string | null | undefined,
  end: string | null | undefined,
  now: number,
): number | null {
  if (!start) {
    return null;
  }
  return Math.max(0, (end ? Date.parse(end) : now) - Date.parse(start));
}
