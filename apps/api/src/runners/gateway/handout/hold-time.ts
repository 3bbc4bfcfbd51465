import { POLL_HOLD_SECONDS } from '@switchyard/contracts';

/** Holds end at multiples of this, in milliseconds: polls that end together, and come back together, cost the process one wake-up. */
export const HOLD_STEP_MS = 500;

/**
 * How long an empty poll is held, in milliseconds: jittered, so that polls that started together do not all come back
 * together, within the bounds of the contract.
 * @param now time by the clock that holds are measured with, in milliseconds
 */
export function holdMs(now: number, random = Math.random()): number {
  const [shortest, longest] = [1000 * POLL_HOLD_SECONDS.min + HOLD_STEP_MS, 1000 * POLL_HOLD_SECONDS.max];
  const end = now + shortest + random * (longest - shortest);
  return Math.floor(end / HOLD_STEP_MS) * HOLD_STEP_MS - now;
}
