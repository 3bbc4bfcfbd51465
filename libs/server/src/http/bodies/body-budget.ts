import { problem } from '@switchyard/contracts';
import { OutsideError, UserError } from '../errors/errors.js';

/** Whose bodies are counted together, and how many bytes of them may be in memory at once. */
export interface BodySender {
  key: string;
  share: number;
}

/** Share of one request in the budget. */
export interface BodyShare {
  /** @throws UserError 429 when the sender has too much in memory, OutsideError 503 when all have */
  take: (bytes: number) => void;
  /** Gives everything back; more than once does no harm. */
  release: () => void;
}

/** Bounds the bytes of bodies that are in memory at once: those of one sender, and all. */
export class BodyBudget {
  private readonly held = new Map<string, number>();
  private total = 0;

  constructor(private readonly most: number) {}

  open({ key, share }: BodySender): BodyShare {
    let taken = 0;
    return {
      take: (bytes) => {
        this.take(key, bytes, share);
        taken += bytes;
      },
      release: () => {
        this.giveBack(key, taken);
        taken = 0;
      },
    };
  }

  private take(key: string, bytes: number, share: number): void {
    const held = (this.held.get(key) ?? 0) + bytes;
    if (held > share) {
      throw new UserError(429, problem('bodies_of_sender'));
    }
    if (this.total + bytes > this.most) {
      throw new OutsideError(problem('bodies_of_all'), 503);
    }
    this.held.set(key, held);
    this.total += bytes;
  }

  private giveBack(key: string, bytes: number): void {
    const rest = (this.held.get(key) ?? 0) - bytes;
    this.total -= bytes;
    if (rest > 0) {
      this.held.set(key, rest);
    } else {
      this.held.delete(key);
    }
  }
}
