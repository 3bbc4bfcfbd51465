import type { CacheClearing } from '@switchyard/contracts';
import { subscriptions } from '../../api/socket.js';

/** Longest time that the progress is shown, in milliseconds; runners go on without it. */
const MOST_MS = 60_000;

interface Following {
  projectId: number;
  /** Reads how far it is. */
  look: () => Promise<CacheClearing>;
  onProgress: (state: CacheClearing) => void;
}

/** Follows runners that clear their caches, from one message about them to the next, until all that are online are done. */
export async function followClearing({ projectId, look, onProgress }: Following): Promise<CacheClearing> {
  let wake = (): void => {};
  const ended = new Promise<true>((resolve) => setTimeout(() => resolve(true), MOST_MS));
  const stops = [subscriptions.runners(projectId, () => wake()), subscriptions.missed.add(() => wake())];
  try {
    for (;;) {
      const changed = new Promise<false>((resolve) => (wake = () => resolve(false)));
      const state = await look();
      onProgress(state);
      if (state.left === 0 || (await Promise.race([changed, ended]))) {
        return state;
      }
    }
  } finally {
    stops.forEach((stop) => stop());
  }
}
