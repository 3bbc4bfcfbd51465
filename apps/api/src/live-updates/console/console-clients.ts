import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { settleInTurn, throwFailed } from '@switchyard/database';
import { Injectable, Logger } from '@nestjs/common';
import { type LogBatch, RealtimeEvent, type TaskUpdate } from '@switchyard/contracts';
import { Server, type Socket } from 'socket.io';
import { cut, cutOverloaded, isBehind } from './console-backlog.js';
import { dataOf, leaveRoom, projectRoom, runnersRoom, type SocketData, taskRoom } from './console-rooms.js';
import { ConsoleWatching } from './console-watching.js';
import { EventRate } from '../admission/event-rate.js';
import { LiveAdmission, type LiveEntry, type LiveRefusal } from '../admission/live-admission.js';
import { UpgradeAccess } from '../admission/upgrade-access.js';

/** socket.io connections of the console: rooms for the project and the task on screen. */
@Injectable()
export class ConsoleClients {
  private readonly log = new Logger(ConsoleClients.name);
  private io: Server | undefined;
  /** Requests that open a connection and were let in. */
  private readonly entries = new WeakMap<IncomingMessage, LiveEntry>();

  constructor(
    private readonly admission: LiveAdmission,
    private readonly rate: EventRate,
    private readonly access: UpgradeAccess,
    private readonly watching: ConsoleWatching,
  ) {}

  attach(http: HttpServer): void {
    this.io = new Server(http, {
      path: '/api/ws',
      addTrailingSlash: false,
      destroyUpgrade: false,
      serveClient: false,
      maxHttpBufferSize: 65_536,
      allowRequest: (request, decide) => void this.allow(request, decide),
    });
    this.io.use((socket, next) => void this.admit(socket).then(() => next(), next));
    this.io.on('connection', (socket) => this.connected(socket));
    this.io.engine.on('connection', (conn: { request: IncomingMessage; once: Socket['once'] }) =>
      conn.once('close', () => this.leave(conn.request)),
    );
    this.io.engine.on('connection_error', ({ req }: { req: IncomingMessage }) => this.leave(req));
  }

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

  watchesTask(taskId: number): boolean {
    return this.hasSockets(taskRoom(taskId));
  }

  watchesProject(projectId: number): boolean {
    return this.hasSockets(projectRoom(projectId));
  }

  sendUpdate(update: TaskUpdate): void {
    if (this.watchesProject(update.project_id)) {
      this.send(projectRoom(update.project_id), RealtimeEvent.task, update);
    }
  }

  /** A console that does not keep up leaves the room; it watches again from its last line when it has read that. */
  sendLog(batch: LogBatch): void {
    const room = taskRoom(batch.task_id);
    this.send(room, RealtimeEvent.log, batch);
    for (const socket of this.socketsOf(room).filter(isBehind)) {
      leaveRoom(socket, 'task');
      socket.emit(RealtimeEvent.behind);
    }
  }

  watchesEveryRunner(): boolean {
    return this.hasSockets(runnersRoom(null));
  }

  /** Projects whose runners somebody here watches. */
  projectsWithWatchedRunners(): number[] {
    const prefix = runnersRoom(null);
    const rooms = [...(this.io?.sockets.adapter.rooms.keys() ?? [])];
    return rooms
      .filter((room) => room.startsWith(prefix) && room !== prefix)
      .map((room) => Number(room.slice(prefix.length)));
  }

  sendRunnersChanged(projectId: number | null): void {
    this.send(runnersRoom(projectId), RealtimeEvent.runners);
  }

  /** @param userIds whose consoles are notified; `null` = all */
  sendAccessChanged(userIds: ReadonlySet<number> | null): void {
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      if (userIds === null || userIds.has(dataOf(socket).userId)) {
        socket.emit(RealtimeEvent.access);
      }
    }
  }

  /** Looks again who may see what: ends connections whose session is over, leaves rooms of projects that are gone. */
  async recheck(userIds: ReadonlySet<number> | null): Promise<void> {
    const sockets = [...(this.io?.sockets.sockets.values() ?? [])];
    const concerned = sockets.filter((socket) => userIds === null || userIds.has(dataOf(socket).userId));
    throwFailed('consoles', await settleInTurn(concerned, (socket) => this.watching.recheck(socket)));
  }

  async close(): Promise<void> {
    this.io?.disconnectSockets(true);
    this.io?.engine.close();
    await Promise.resolve();
  }

  private async allow(request: IncomingMessage, decide: Decide): Promise<void> {
    try {
      const refusal = this.entries.has(request) ? 0 : await this.enterPolling(request);
      decide(refusal === 429 ? 'too many live connections' : null, refusal === 0);
    } catch (error) {
      this.log.warn(`live connection refused: ${String(error)}`);
      decide(null, false);
    }
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

  /** Runs before the client learns that it is connected: its first requests must find their handlers. */
  private async admit(socket: Socket): Promise<void> {
    const caller = await this.access.callerOf(socket.request);
    if (!caller) {
      throw new Error('not signed in');
    }
    const watched = { project: null, task: null, runners: null };
    socket.data = { userId: caller.userId, refused: 0, watched } satisfies SocketData;
  }

  private connected(socket: Socket): void {
    socket.use((event, next) => this.admitEvent(socket, event.at(-1), next));
    socket.on(RealtimeEvent.watchProject, (body: unknown, ack: unknown) => {
      void this.answer(ack, () => this.watching.watchProject(socket, body));
    });
    socket.on(RealtimeEvent.watchTask, (body: unknown, ack: unknown) => {
      void this.answer(ack, () => this.watching.watchTask(socket, body));
    });
    socket.on(RealtimeEvent.watchRunners, (body: unknown, ack: unknown) => {
      void this.answer(ack, () => this.watching.watchRunners(socket, body));
    });
  }

  private admitEvent(socket: Socket, ack: unknown, next: () => void): void {
    if (this.rate.admits(socket)) {
      next();
    } else if (this.rate.isExhausted(socket)) {
      cut(socket);
    } else {
      replyOf(ack)({ ok: false });
    }
  }

  private async answer(ack: unknown, work: () => Promise<boolean>): Promise<void> {
    const reply = replyOf(ack);
    try {
      reply({ ok: await work() });
    } catch (error) {
      this.log.warn(`live request failed: ${String(error)}`);
      reply({ ok: false });
    }
  }

  private send(room: string, event: string, ...body: object[]): void {
    this.io?.to(room).emit(event, ...body);
    cutOverloaded(this.socketsOf(room), this.io?.sockets.sockets ?? new Map<string, Socket>());
  }

  private hasSockets(room: string): boolean {
    return this.io?.sockets.adapter.rooms.has(room) ?? false;
  }

  private socketsOf(room: string): Socket[] {
    const sockets = this.io?.sockets;
    const ids = [...(sockets?.adapter.rooms.get(room) ?? [])];
    return ids.map((id) => sockets?.sockets.get(id)).filter((socket) => socket !== undefined);
  }
}

type Decide = (error: string | null, allowed: boolean) => void;

const replyOf = (ack: unknown): ((answer: { ok: boolean }) => void) =>
  typeof ack === 'function' ? (ack as (answer: { ok: boolean }) => void) : (): void => {};
