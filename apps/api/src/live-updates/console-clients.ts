import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Injectable, Logger } from '@nestjs/common';
import {
  type LogBatch,
  RealtimeEvent,
  type TaskUpdate,
  WatchProject,
  WatchRunners,
  WatchTask,
} from '@switchyard/contracts';
import { Server, type Socket } from 'socket.io';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/caller.js';
import { LogReader } from '../task-logs/log-reader.js';
import { BATCH_LINES, batchOf } from './log-feed.js';
import { LogFeeds } from './log-feeds.js';
import { UpgradeAccess } from './upgrade-access.js';

/** Packets that may wait for a slow console before its connection is closed; it reconnects and asks for what it missed. */
const MAX_WAITING_PACKETS = 1_000;
/** A console further behind than this many lines fetches ranges over REST instead of being sent everything. */
const MAX_CATCH_UP_LINES = 20_000;

const projectRoom = (id: number): string => `project:${id}`;
const taskRoom = (id: number): string => `task:${id}`;
/** Who watches the runners of a project; `null` = of the installation. */
const runnersRoom = (projectId: number | null): string => `runners:${projectId ?? ''}`;

interface SocketData {
  userId: number;
  projectId: number | null;
  taskProjectId: number | null;
  runners: WatchRunners;
}

/** socket.io connections of the console: rooms for the project and the task on screen. */
@Injectable()
export class ConsoleClients {
  private readonly log = new Logger(ConsoleClients.name);
  private io: Server | undefined;

  constructor(
    private readonly access: UpgradeAccess,
    private readonly feeds: LogFeeds,
    private readonly reader: LogReader,
    private readonly dataSource: DataSource,
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
    for (const socket of this.io?.sockets.sockets.values() ?? []) {
      const data = dataOf(socket);
      if (userIds === null || userIds.has(data.userId)) {
        await this.recheckSocket(socket, data);
      }
    }
  }

  async close(): Promise<void> {
    this.io?.disconnectSockets(true);
    this.io?.engine.close();
    await Promise.resolve();
  }

  private async recheckSocket(socket: Socket, data: SocketData): Promise<void> {
    const caller = await this.access.callerOf(socket.request);
    if (caller === null) {
      socket.disconnect(true);
      return;
    }
    if (data.runners && !(await this.maySeeRunners(caller, data.runners))) {
      leaveRooms(socket, 'runners:');
      data.runners = null;
    }
    for (const projectId of [data.projectId, data.taskProjectId]) {
      if (projectId !== null && !(await this.access.canSeeProject(data.userId, projectId))) {
        leaveRooms(socket, 'project:');
        leaveRooms(socket, 'task:');
        socket.emit(RealtimeEvent.gone, { project_id: projectId });
      }
    }
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
    socket.data = { userId: caller.userId, projectId: null, taskProjectId: null, runners: null } satisfies SocketData;
  }

  private connected(socket: Socket): void {
    socket.on(RealtimeEvent.watchProject, (body: unknown, ack: unknown) => {
      this.answer(ack, () => this.watchProject(socket, body));
    });
    socket.on(RealtimeEvent.watchTask, (body: unknown, ack: unknown) => {
      this.answer(ack, () => this.watchTask(socket, body));
    });
    socket.on(RealtimeEvent.watchRunners, (body: unknown, ack: unknown) => {
      this.answer(ack, () => this.watchRunners(socket, body));
    });
  }

  private answer(ack: unknown, work: () => Promise<boolean>): void {
    const reply = typeof ack === 'function' ? (ack as (answer: { ok: boolean }) => void) : (): void => {};
    work().then(
      (ok) => reply({ ok }),
      (error: unknown) => {
        this.log.warn(`live request failed: ${String(error)}`);
        reply({ ok: false });
      },
    );
  }

  private async watchProject(socket: Socket, body: unknown): Promise<boolean> {
    const wanted = WatchProject.parse(body ?? null);
    leaveRooms(socket, 'project:');
    dataOf(socket).projectId = null;
    if (!wanted || !(await this.access.canSeeProject(dataOf(socket).userId, wanted.project_id))) {
      return wanted === null;
    }
    dataOf(socket).projectId = wanted.project_id;
    await socket.join(projectRoom(wanted.project_id));
    return true;
  }

  private async watchTask(socket: Socket, body: unknown): Promise<boolean> {
    const wanted = WatchTask.parse(body ?? null);
    leaveRooms(socket, 'task:');
    dataOf(socket).taskProjectId = null;
    if (!wanted || !(await this.mayWatch(socket, wanted.project_id, wanted.task_id))) {
      return wanted === null;
    }
    dataOf(socket).taskProjectId = wanted.project_id;
    await this.catchUp(socket, wanted.project_id, wanted.task_id, wanted.next);
    return true;
  }

  private async watchRunners(socket: Socket, body: unknown): Promise<boolean> {
    const wanted = WatchRunners.parse(body ?? null);
    leaveRooms(socket, 'runners:');
    dataOf(socket).runners = null;
    const caller = wanted && (await this.access.callerOf(socket.request));
    if (!caller || !(await this.maySeeRunners(caller, wanted))) {
      return wanted === null;
    }
    dataOf(socket).runners = wanted;
    await socket.join(runnersRoom(wanted.project_id));
    return true;
  }

  /** The runners of a project are for its members, the list of all for administrators. */
  private maySeeRunners({ admin, userId }: Caller, { project_id: id }: NonNullable<WatchRunners>): Promise<boolean> {
    return id === null ? Promise.resolve(admin) : this.access.canSeeProject(userId, id);
  }

  /** Sends what the console lacks, then joins the room in the same turn in which nothing is lacking any more. */
  private async catchUp(socket: Socket, projectId: number, taskId: number, next: number): Promise<void> {
    const feed = await this.feeds.open(projectId, taskId);
    const { attempt } = feed;
    let first = feed.position - next > MAX_CATCH_UP_LINES ? feed.position : next;
    while (first < feed.position && attempt === feed.attempt && socket.connected) {
      const limit = Math.min(BATCH_LINES, feed.position - first);
      const lines = await this.reader.range(taskId, first, limit, { attempt, total: feed.position });
      socket.emit(RealtimeEvent.log, batchOf(taskId, lines));
      first += Math.max(1, lines.lines.length);
    }
    await socket.join(taskRoom(taskId));
  }

  private async mayWatch(socket: Socket, projectId: number, taskId: number): Promise<boolean> {
    const rows = await this.dataSource.query<unknown[]>('select 1 from task where id = $1 and project_id = $2', [
      taskId,
      projectId,
    ]);
    return rows.length > 0 && this.access.canSeeProject(dataOf(socket).userId, projectId);
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

const dataOf = (socket: Socket): SocketData => socket.data as SocketData;

const waitingPackets = (socket: Socket): number =>
  (socket.conn as unknown as { writeBuffer: unknown[] }).writeBuffer.length;

function leaveRooms(socket: Socket, prefix: string): void {
  for (const room of socket.rooms) {
    if (room.startsWith(prefix)) {
      void socket.leave(room);
    }
  }
}
