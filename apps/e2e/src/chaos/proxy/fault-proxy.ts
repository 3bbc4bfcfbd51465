import { once, setMaxListeners } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Random } from '../random.js';
import { type ForwardedAnswer, Forwarder, type ReadRequest, readWhole } from './forward.js';
import { CLEAR, drawFate, type Fate, type NetworkConditions } from './network-conditions.js';

/** Bounds of a delay and of the time after which a request is played again, in milliseconds. */
const DELAY_MS = { least: 20, most: 2_500 } as const;
const REPLAY_MS = { least: 200, most: 12_000 } as const;
/** A poll that is played again is not waited for longer. */
const REPLAY_LIMIT_MS = 5_000;
/** A request that lets others pass waits at most so long for one. */
const REORDER_MS = 1_000;

/**
 * Stands between runners and the apis like a load balancer, and treats each request by its conditions: cuts it
 * before or after it took effect, sends it twice, plays it again later, delays it, lets later ones pass it. Runners can
 * be cut off one by one.
 */
export class FaultProxy {
  conditions: NetworkConditions = CLEAR;
  /** Origins of the apis. */
  origins: readonly string[] = [];
  /** Requests by their fate. */
  readonly counts: Partial<Record<Fate | 'isolated', number>> = {};
  private readonly forwarder = new Forwarder();
  private readonly isolated = new Set<string>();
  private readonly passed = new Map<string, Set<() => void>>();
  private readonly closing = new AbortController();
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly random: Random,
  ) {
    setMaxListeners(0, this.closing.signal);
    server.on('request', (incoming: IncomingMessage, answer: ServerResponse) => void this.handle(incoming, answer));
  }

  static async start(random: Random): Promise<FaultProxy> {
    const server = createServer({ keepAliveTimeout: 60_000 }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultProxy(server, random);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Nothing of the runner with this token gets through until {@link rejoin}. Messages on their way are lost too. */
  isolate(token: string): void {
    this.isolated.add(`Bearer ${token}`);
  }

  rejoin(token: string): void {
    this.isolated.delete(`Bearer ${token}`);
  }

  /** Breaks every connection that stands. */
  cutAll(): void {
    this.server.closeAllConnections();
  }

  async close(): Promise<void> {
    this.closing.abort();
    this.forwarder.close();
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const hangUp = new AbortController();
    outgoing.once('close', () => hangUp.abort());
    try {
      const { method = 'POST', url: path = '/', headers } = incoming;
      const read = { method, path, headers, body: await readWhole(incoming) };
      const answer = await this.passOn(read, hangUp.signal);
      if (answer && !this.isIsolated(read)) {
        outgoing.writeHead(answer.status, answer.headers).end(answer.body);
        return;
      }
    } catch {
      // The runner sees any fault as a broken connection.
    }
    incoming.socket.destroy();
  }

  /** The answer that gets through; null when none does. */
  private async passOn(incoming: ReadRequest, hangUp: AbortSignal): Promise<ForwardedAnswer | null> {
    if (this.isIsolated(incoming)) {
      this.count('isolated');
      return null;
    }
    const fate = drawFate(this.random, this.conditions);
    this.count(fate);
    switch (fate) {
      case 'cut before':
        return null;
      case 'cut after':
        await this.forward(incoming, hangUp);
        return null;
      case 'duplicate':
        return firstSuccess([this.forward(incoming, hangUp), this.forward(incoming, hangUp)]);
      case 'replay':
        void this.replay(incoming);
        return this.forward(incoming, hangUp);
      case 'delay':
        await this.sleep(this.random.between(DELAY_MS.least, DELAY_MS.most));
        return this.forward(incoming, hangUp);
      case 'reorder':
        await this.untilPassed(incoming);
        return this.forward(incoming, hangUp);
      case 'pass':
        return this.forward(incoming, hangUp);
    }
  }

  private forward(incoming: ReadRequest, signal: AbortSignal): Promise<ForwardedAnswer> {
    this.turn++;
    this.passed.get(runnerOf(incoming))?.forEach((wake) => wake());
    const origins = this.origins.map((_, i, all) => all[(i + this.turn) % all.length] ?? '');
    return this.forwarder.forward(incoming, origins, signal);
  }

  private async replay(incoming: ReadRequest): Promise<void> {
    await this.sleep(this.random.between(REPLAY_MS.least, REPLAY_MS.most));
    if (this.closing.signal.aborted) {
      return;
    }
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), REPLAY_LIMIT_MS);
    await this.forward(incoming, limit.signal).catch(() => undefined);
    clearTimeout(timer);
  }

  /** Resolves when another request of the same runner has gone on. */
  private async untilPassed(incoming: ReadRequest): Promise<void> {
    const runner = runnerOf(incoming);
    const waiting = this.passed.get(runner) ?? new Set();
    this.passed.set(runner, waiting);
    let wake = (): void => undefined;
    const overtaken = new Promise<void>((resolve) => (wake = resolve));
    waiting.add(wake);
    await Promise.race([overtaken, this.sleep(REORDER_MS)]);
    waiting.delete(wake);
  }

  private async sleep(ms: number): Promise<void> {
    await pause(ms, undefined, { signal: this.closing.signal }).catch(() => undefined);
  }

  private isIsolated(incoming: ReadRequest): boolean {
    return this.isolated.has(runnerOf(incoming));
  }

  private count(what: Fate | 'isolated'): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

const runnerOf = ({ headers }: ReadRequest): string => headers.authorization ?? '';

/** The second of two equal requests may be refused as a replay: the runner gets the answer of the one that worked. */
async function firstSuccess(copies: readonly Promise<ForwardedAnswer>[]): Promise<ForwardedAnswer> {
  const successes = copies.map(async (copy) => {
    const answer = await copy;
    return answer.status < 300 ? answer : Promise.reject(new Error(`refused with ${answer.status}`));
  });
  return Promise.any(successes).catch(() => Promise.any(copies));
}
