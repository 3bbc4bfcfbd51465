const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Midnight of the day on the clock of this browser; `undefined` for a text that is no day. */
function midnight(day: string, later = 0): string | undefined {
  const [year = 0, month = 0, date = 0] = DAY.test(day) ? day.split('-').map(Number) : [];
  const moment = new Date(year, month - 1, date + later);
  return year < 1970 || Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

/** The moments from the beginning of `from` to the end of `to`, days of this browser's clock. */
export const rangeOfDays = (from: string, to: string): { start?: string | undefined; end?: string | undefined } => ({
  start: midnight(from),
  end: midnight(to, 1),
});
