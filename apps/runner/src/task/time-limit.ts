/**
 * Calls `expire` with the reason once the attempt has run `seconds`.
 * @returns the timer to clear, undefined without a limit
 */
export function startTimeLimit(seconds: number | null, expire: (reason: string) => void): NodeJS.Timeout | undefined {
  if (seconds === null) {
    return undefined;
  }
  return setTimeout(() => expire(`The task ran longer than its time limit of ${limitText(seconds)}`), seconds * 1000);
}

/** The limit in words: whole minutes where it is some. */
function limitText(seconds: number): string {
  const [amount, unit] = seconds % 60 === 0 ? [seconds / 60, 'minute'] : [seconds, 'second'];
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`;
}
