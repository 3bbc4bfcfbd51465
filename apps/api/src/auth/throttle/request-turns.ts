import type { ServerResponse } from 'node:http';
import { Injectable, SetMetadata } from '@nestjs/common';
import { KeyedLimiter } from '@switchyard/concurrency';
import { UserError } from '@switchyard/server';
import { MAX_WAITING_REQUESTS, REQUESTS_AT_A_TIME } from '../../platform/bounds.js';
import { LoopLoad } from '../../platform/http/loop-load.js';

/** Cost of a request. */
export type RequestCost = keyof typeof REQUESTS_AT_A_TIME;

/** Rest after an answer that others of the same user wait for, as a multiple of what it took, while the process is busy. */
const REST = 2;
const MAX_REST_MS = 500;

/** Metadata key under which a handler (or its whole controller) carries what its requests cost. */
export const REQUEST_COST = 'switchyard:request-cost';

/** Marks routes that cost more than others of their method: each user has few of them at a time. */
export const Costs = (cost: RequestCost): ClassDecorator & MethodDecorator => SetMetadata(REQUEST_COST, cost);

/** Makes requests of one user, or reader of a link, wait for each other, so that nobody's flood of them delays the others. */
@Injectable()
export class RequestTurns {
  private readonly load = new LoopLoad();
  /** A user who keeps a busy process at work gets a third of the time that answers alone would give. */
  private readonly turns = new KeyedLimiter((workedMs) =>
    this.load.isBusy ? Math.min(REST * workedMs, MAX_REST_MS) : 0,
  );

  /**
   * Waits for a turn, which ends with the answer.
   * @param who id of the user, or what stands for somebody without an account
   * @throws 429, or when nobody waits for the answer any more
   */
  async enter(who: number | string, cost: RequestCost, answer: ServerResponse): Promise<void> {
    const givenUp = new AbortController();
    const giveUp = (): void => givenUp.abort(new UserError(400));
    answer.once('close', giveUp);
    const key = `${cost}:${who}`;
    const atATime = REQUESTS_AT_A_TIME[cost];
    const { signal } = givenUp;
    const leave = await this.turns.enter(key, { atATime, maxWaiting: MAX_WAITING_REQUESTS, signal });
    answer.off('close', giveUp);
    if (answer.destroyed) {
      leave();
      throw new UserError(400);
    }
    answer.once('finish', leave).once('close', leave);
  }
}
