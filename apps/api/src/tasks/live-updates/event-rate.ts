import { Injectable } from '@nestjs/common';
import type { Socket } from 'socket.io';
import { TokenBuckets } from '../../auth/throttle/token-bucket.js';
import { MAX_REFUSED_EVENTS, SOCKET_EVENTS, USER_EVENTS } from '../../platform/bounds.js';
import { dataOf } from './console-rooms.js';

/** Keys that are remembered at a time. */
const MAX_KEYS = 20_000;

/** Holds back too frequent events of live connections. */
@Injectable()
export class EventRate {
  private readonly users = new TokenBuckets(USER_EVENTS, MAX_KEYS);
  private readonly sockets = new TokenBuckets(SOCKET_EVENTS, MAX_KEYS);

  admitsUser(userId: number): boolean {
    return this.users.take(String(userId)) === 0;
  }

  /** Whether one more event of the console is answered; counts those that are not. */
  admits(socket: Socket): boolean {
    const data = dataOf(socket);
    const admitted = this.sockets.take(socket.id) === 0 && this.admitsUser(data.userId);
    data.refused += admitted ? 0 : 1;
    return admitted;
  }

  isExhausted(socket: Socket): boolean {
    return dataOf(socket).refused > MAX_REFUSED_EVENTS;
  }
}
