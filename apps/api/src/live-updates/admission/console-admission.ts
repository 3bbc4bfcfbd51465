import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { Server } from 'socket.io';
import { LiveAdmission, type LiveEntry, type LiveRefusal } from './live-admission.js';

type Decide = (error: string | null | undefined, allowed: boolean) => void;

/** Lets the connections of consoles in, and counts them until they end. */
@Injectable()
export class ConsoleAdmission {
  private readonly log = new Logger(ConsoleAdmission.name);
  /** Requests that open a connection and were let in. */
  private readonly entries = new WeakMap<IncomingMessage, LiveEntry>();

  constructor(private readonly admission: LiveAdmission) {}

  /** Lets a request in that opens a WebSocket, before engine.io sees it. Answers 0, or the status that refuses it. */
  async enter(request: IncomingMessage): Promise<0 | LiveRefusal> {
    const entry = await this.admission.enter(request);
    if (typeof entry === 'number') {
      return entry;
    }
    this.entries.set(request, entry);
    request.socket.once('close', entry.leave);
    if (request.socket.destroyed) {
      entry.leave();
    }
    return 0;
  }

  /** Decides about a request of engine.io: of a WebSocket that has entered, or the first one of long polls. */
  async allow(request: IncomingMessage, decide: Decide): Promise<void> {
    try {
      const refusal = this.entries.has(request) ? 0 : await this.enterPolling(request);
      decide(refusal === 429 ? 'too many live connections' : null, refusal === 0);
    } catch (error) {
      this.log.warn(`live connection refused: ${String(error)}`);
      decide(null, false);
    }
  }

  /** Connections are counted until engine.io ends them. */
  follow({ engine }: Server): void {
    engine.on('connection', (conn: { request: IncomingMessage; once(event: 'close', listener: () => void): void }) =>
      conn.once('close', () => this.leave(conn.request)),
    );
    engine.on('connection_error', ({ req }: { req: IncomingMessage }) => this.leave(req));
  }

  /** The TCP connections of long polls come and go. */
  private async enterPolling(request: IncomingMessage): Promise<0 | LiveRefusal> {
    const entry = await this.admission.enter(request);
    if (typeof entry === 'number') {
      return entry;
    }
    this.entries.set(request, entry);
    return 0;
  }

  private leave(request: IncomingMessage): void {
    this.entries.get(request)?.leave();
  }
}
