import type { IncomingMessage } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import type { Server } from 'socket.io';
import { credentialOf } from '../../../auth/access/authenticator.js';
import { LiveAdmission, type LiveEntry, type LiveRefusal } from './live-admission.js';

/** A request of engine.io; `sid` = the connection that it continues. */
type EngineRequest = IncomingMessage & { _query?: { sid?: string } };
interface Connection {
  id: string;
  request: IncomingMessage;
  once: (event: 'close', listener: () => void) => void;
}

type Decide = (error: string | null | undefined, allowed: boolean) => void;

/** Lets the connections of consoles in, and counts them until they end. */
@Injectable()
export class ConsoleAdmission {
  private readonly log = new Logger(ConsoleAdmission.name);
  /** Requests that open a connection and were let in. */
  private readonly entries = new WeakMap<IncomingMessage, LiveEntry>();
  /** The request that opened each connection, by its id. */
  private readonly openers = new Map<string, IncomingMessage>();

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

  /** Connections are counted until engine.io ends them, and serve only the credential that opened them. */
  follow({ engine }: Server): void {
    engine.use((request: EngineRequest, _: unknown, next: (error?: Error) => void) =>
      next(this.mayContinue(request) ? undefined : new Error('the connection is of another caller')),
    );
    engine.on('connection', (connection: Connection) => {
      const { id, request } = connection;
      this.openers.set(id, request);
      connection.once('close', () => {
        this.openers.delete(id);
        this.leave(request);
      });
    });
    engine.on('connection_error', ({ req }: { req: IncomingMessage }) => this.leave(req));
  }

  private mayContinue({ _query: query, headers }: EngineRequest): boolean {
    const opener = this.openers.get(query?.sid ?? '');
    return !opener || credentialOf(opener.headers)?.hash === credentialOf(headers)?.hash;
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
