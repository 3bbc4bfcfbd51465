import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { AccessChanges } from '../../../auth/access/access-changes.js';

/** The longest a timer of Node runs. */
const MAX_DELAY_MS = 2_147_483_647;
/** Pause before another look when the clock of the database lags behind ours. */
const MIN_DELAY_MS = 100;

/** Closes a live connection when the token that opened it ends. */
@Injectable()
export class TokenEnds implements OnModuleDestroy {
  private readonly timers = new Map<number, { at: number; timer: NodeJS.Timeout }>();

  constructor(private readonly changes: AccessChanges) {}

  onModuleDestroy(): void {
    this.timers.forEach(({ timer }) => clearTimeout(timer));
  }

  /** The connections of the user are looked at again when the token ends, or before. */
  watch(userId: number, end: Date): void {
    const at = end.getTime();
    const known = this.timers.get(userId);
    if (known && known.at <= at) {
      return;
    }
    clearTimeout(known?.timer);
    const delay = Math.min(Math.max(at - Date.now(), MIN_DELAY_MS), MAX_DELAY_MS);
    const timer = setTimeout(() => {
      this.timers.delete(userId);
      this.changes.notifyListeners([userId]);
    }, delay).unref();
    this.timers.set(userId, { at, timer });
  }
}
