/** Hours after which a message that nobody accepted is given up. */
const GIVE_UP_HOURS = 24;
const FIRST_SECONDS = 5;
const LONGEST_SECONDS = 3_600;

/**
 * Seconds until a message is tried again: twice as long after each try up to an hour, between half and all of that, so
 * that what failed together does not come back together.
 * @param tries tries so far, from 1
 * @param random from 0 to below 1
 * @returns null when the message is given up
 */
export function retryDelay(tries: number, ageSeconds: number, random = Math.random()): number | null {
  if (ageSeconds >= GIVE_UP_HOURS * 3_600) {
    return null;
  }
  const longest = Math.min(FIRST_SECONDS * 2 ** (tries - 1), LONGEST_SECONDS);
  return longest * (0.5 + random / 2);
}
