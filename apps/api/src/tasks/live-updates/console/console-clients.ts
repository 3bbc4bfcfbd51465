import { settleInTurn, throwFailed } from '@switchyard/database';
import { Injectable } from '@nestjs/common';
import {
  type LogBatch,
  type OpenLine,
  RealtimeEvent,
  type TaskUpdate,
  withoutSecretNames,
  type WorkspaceChange,
} from '@switchyard/contracts';
import type { Server, Socket } from 'socket.io';
import { cutOverloaded, isBehind } from './console-backlog.js';
import { dataOf, deliveriesRoom, leaveRoom, namedRoom, projectRoom, runnersRoom, taskRoom } from '../console-rooms.js';
import { ConsoleWatching } from './console-watching.js';

/** socket.io connections of the console: rooms for the project and the task on screen. */
@Injectable()
export class ConsoleClients {
  private io: Server | undefined;

  constructor(private readonly watching: ConsoleWatching) {}

  /** The server whose connections these are; set once at start. */
  serve(io: Server): void {
    this.io = io;
  }

  /** Open connections. */
  count(): number {
    return this.io?.sockets.sockets.size ?? 0;
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
    if (batch.masked) {
      const named = namedRoom(batch.task_id);
      this.send(named, RealtimeEvent.log, batch);
      this.send(room, RealtimeEvent.log, withoutSecretNames(batch), named);
    } else {
      this.send(room, RealtimeEvent.log, batch);
    }
    for (const socket of this.socketsOf(room).filter(isBehind)) {
      leaveRoom(socket, 'task');
      socket.emit(RealtimeEvent.behind);
    }
  }

  sendOpenLine(open: OpenLine): void {
    if (this.watchesTask(open.task_id)) {
      this.send(taskRoom(open.task_id), RealtimeEvent.openLine, open);
    }
  }

  watchesEveryRunner(): boolean {
    return this.hasSockets(runnersRoom(null));
  }

  /** Projects whose runners somebody here watches. */
  projectsWithWatchedRunners(): number[] {
    return this.roomsBehind(runnersRoom(null)).map(Number);
  }

  sendRunnersChanged(projectId: number | null): void {
    this.send(runnersRoom(projectId), RealtimeEvent.runners);
  }

  /** The lists of deliveries that somebody here watches. */
  watchedDeliveries(): string[] {
    return this.roomsBehind(deliveriesRoom(''));
  }

  /** @param list as `deliveryMessage` names it */
  sendDeliveriesChanged(list: string): void {
    this.send(deliveriesRoom(list), RealtimeEvent.deliveries);
  }

  sendWorkspaceChanged(change: WorkspaceChange): void {
    if (this.watchesProject(change.project_id)) {
      this.send(projectRoom(change.project_id), RealtimeEvent.workspace, change);
    }
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

  /** @param except those of the room who are in this one too are left out */
  private send(room: string, event: string, body?: object, except?: string): void {
    this.io
      ?.to(room)
      .except(except ?? [])
      .emit(event, ...(body ? [body] : []));
    cutOverloaded(this.socketsOf(room), this.io?.sockets.sockets ?? new Map<string, Socket>());
  }

  /** Names of rooms without their prefix. */
  private roomsBehind(prefix: string): string[] {
    const rooms = [...(this.io?.sockets.adapter.rooms.keys() ?? [])];
    return rooms.filter((room) => room.startsWith(prefix) && room !== prefix).map((room) => room.slice(prefix.length));
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
