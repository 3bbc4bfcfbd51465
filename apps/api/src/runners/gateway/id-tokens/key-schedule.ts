import { ID_TOKEN_SECONDS } from '@switchyard/contracts';

/** How long a verifier may keep the published keys. */
export const KEYS_MAX_AGE_SECONDS = 300;
/** Time from the publication of a key to its first signature: by then no copy without it is in use. */
export const LEAD_MS = 2 * KEYS_MAX_AGE_SECONDS * 1_000;
/** Time that a key stays published once the next one signs: its last token has expired, by clocks that differ, too. */
export const LINGER_MS = (ID_TOKEN_SECONDS + 300) * 1_000;

/** A key, and when it begins to sign. */
interface ScheduledKey {
  signsFrom: Date;
}

/** What the keys are for at one moment. */
export interface KeySchedule<Key> {
  /** `null` = there is none. */
  signing: Key | null;
  published: Key[];
  /** They verify nothing any more. */
  over: Key[];
  /** A key is to be made that signs from then on; `null` = none yet. */
  nextFrom: Date | null;
}

/** Times that decide about the next key, in epoch milliseconds. */
interface Wanted {
  now: number;
  /** How long a key signs, in milliseconds. */
  periodMs: number;
  /** When somebody last asked for another key; `null` = nobody did. */
  rotation: number | null;
}

/**
 * Which key signs, which are published, and whether another one is to be made. The very first one signs at once: nobody
 * has a copy without it.
 */
export function keySchedule<Key extends ScheduledKey>(keys: readonly Key[], wanted: Wanted): KeySchedule<Key> {
  const { now } = wanted;
  const sorted = keys.toSorted((one, other) => at(one) - at(other));
  const isOver = (place: number): boolean => {
    const next = sorted[place + 1];
    return next !== undefined && at(next) + LINGER_MS <= now;
  };
  const published = sorted.filter((_, place) => !isOver(place));
  return {
    signing: published.findLast((key) => at(key) <= now) ?? published[0] ?? null,
    published,
    over: sorted.filter((_, place) => isOver(place)),
    nextFrom: nextFrom(sorted.at(-1), wanted),
  };
}

function nextFrom(newest: ScheduledKey | undefined, { now, periodMs, rotation }: Wanted): Date | null {
  if (!newest) {
    return new Date(now);
  }
  const until = at(newest) + periodMs;
  const isAsked = rotation !== null && rotation > at(newest);
  return isAsked || until - LEAD_MS <= now ? new Date(now + LEAD_MS) : null;
}

const at = ({ signsFrom }: ScheduledKey): number => signsFrom.getTime();
