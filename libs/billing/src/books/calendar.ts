/** The beginning of the next period: so many months later, on the day of the first one or the last that the month has. */
export function monthsLater(start: Date, months: number, anchorDay: number): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const next = new Date(start);
  next.setUTCFullYear(year, month, Math.min(anchorDay, lastDay));
  return next;
}

const DAY_MS = 86_400_000;

export const daysLater = (start: Date, days: number): Date => new Date(start.getTime() + days * DAY_MS);
