import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { settleInTurn, throwFailed } from '@switchyard/database';
import { Injectable, Logger } from '@nestjs/common';
import { type LogBatch, RealtimeEvent, type TaskUpdate } from '@switchyard/contracts';
import { Server, type Socket } from 'socket.io';
import { dataOf, projectRoom, runnersRoom, type SocketData, taskRoom } from './console-rooms.js';
import { ConsoleWatching } from './console-watching.js';
import { UpgradeAccess } from './upgrade-access.js';

/** Packets that may wait for a slow console before its connection is closed; it reconnects and asks for what it missed. */
const MAX_WAITING_PACKETS = 1_000;

/** socket.io connections of the console: rooms for the project and the task on screen. */
@Injectable()
export class ConsoleClients {
  private readonly log = new Logger(ConsoleClients.name);
  private io: Server | undefined;

  constructor(
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
  }

  watchesTask(taskId: number): boolean {
    return this.hasSockets(taskRoom(taskId));
  }

  watchesProject(projectId: number): boolean {
    return this.hasSockets(projectRoom(projectId));
  }

  sendUpdate(update: TaskUpdate): void {
    if (this.watchesProject(update.project_id)) {
      this.io?.to(projectRoom(update.project_id)).emit(RealtimeEvent.task, update);
    }
  }

  sendLog(batch: LogBatch): void {
    this.io?.to(taskRoom(batch.task_id)).emit(RealtimeEvent.log, batch);
    for (const socket of this.socketsOf(taskRoom(batch.task_id))) {
      if (waitingPackets(socket) > MAX_WAITING_PACKETS) {
        socket.disconnect(true);
      }
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
    this.io?.to(runnersRoom(projectId)).emit(RealtimeEvent.runners);
  }

  /** @param userIds whose consoles are told; `null` = all */
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

  private async allow(request: IncomingMessage, decide: (error: null, allowed: boolean) => void): Promise<void> {
    try {
      decide(null, (await this.access.callerOf(request)) !== null);
    } catch (error) {
      this.log.warn(`live connection refused: ${String(error)}`);
      decide(null, false);
    }
  }

  /** Runs before the client is told that it is connected: what it asks for at once must find somebody who listens. */
  private async admit(socket: Socket): Promise<void> {
    const caller = await this.access.callerOf(socket.request);
    if (!caller) {
      throw new Error('not signed in');
    }
    const watched = { project: null, task: null, runners: null };
    socket.data = { userId: caller.userId, watched } satisfies SocketData;
  }

  private connected(socket: Socket): void {
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

  private async answer(ack: unknown, work: () => Promise<boolean>): Promise<void> {
    const reply = typeof ack === 'function' ? (ack as (answer: { ok: boolean }) => void) : (): void => {};
    try {
      reply({ ok: await work() });
    } catch (error) {
      this.log.warn(`live request failed: ${String(error)}`);
      reply({ ok: false });
    }
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

const waitingPackets = (socket: Socket): number =>
  (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;
