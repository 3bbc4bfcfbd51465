import { Injectable } from '@nestjs/common';
import {
  allows,
  deliveryMessage,
  RealtimeEvent,
  WatchDeliveries,
  WatchProject,
  WatchRunners,
  WatchTask,
  withoutSecretNames,
} from '@switchyard/contracts';
import type { Socket } from 'socket.io';
import { DataSource } from 'typeorm';
import type { Caller } from '../../../auth/access/caller.js';
import { ProjectAccessReader } from '../../../auth/access/project-access.js';
import { MAX_BATCH_BYTES } from '../../../platform/bounds.js';
import { isTaskOf } from '../../logs/log-chunk.repository.js';
import { LogReader } from '../../logs/log-reader.js';
import { cutOverloaded, untilRead } from './console-backlog.js';
import {
  dataOf,
  deliveriesRoom,
  leaveRoom,
  namedRoom,
  projectRoom,
  runnersRoom,
  taskRoom,
  type Watched,
} from '../console-rooms.js';
import { BATCH_LINES, batchOf } from '../log-feeds/log-feed.js';
import { LogFeeds } from '../log-feeds/log-feeds.js';
import { OpenLines } from '../log-feeds/open-lines.js';
import { UpgradeAccess } from '../admission/upgrade-access.js';

/** A console further behind than this many lines fetches ranges over REST instead of being sent everything. */
const MAX_CATCH_UP_LINES = 20_000;

/** How something of one kind is watched. */
interface Watching<W> {
  may: (caller: Caller, wanted: W) => Promise<boolean>;
  rooms: (wanted: W) => string[];
  /** Done before the room is joined. */
  before?: (wanted: W) => Promise<void>;
  /** Done once it is joined. */
  after?: (wanted: W) => void;
}

/** Joins the rooms that a console requests, and leaves those that its user may no longer see. */
@Injectable()
export class ConsoleWatching {
  /** Requests of consoles whose users learn what the secrets of the task are called. */
  private readonly named = new WeakSet<NonNullable<WatchTask>>();

  constructor(
    private readonly access: UpgradeAccess,
    private readonly projects: ProjectAccessReader,
    private readonly feeds: LogFeeds,
    private readonly openLines: OpenLines,
    private readonly reader: LogReader,
    private readonly dataSource: DataSource,
  ) {}

  /** Answers whether the console is in the room from now on; true also when it left on request. */
  watchProject(socket: Socket, body: unknown): Promise<boolean> {
    return this.watch(socket, 'project', WatchProject.parse(body ?? null), {
      may: ({ userId }, { project_id: id }) => this.access.canSeeProject(userId, id),
      rooms: ({ project_id: id }) => [projectRoom(id)],
    });
  }

  /** Sends what the console lacks, then joins the room in the same turn in which nothing is lacking any more. */
  watchTask(socket: Socket, body: unknown): Promise<boolean> {
    return this.watch(socket, 'task', WatchTask.parse(body ?? null), {
      may: (caller, wanted) => this.mayWatch(caller, wanted),
      rooms: (wanted) => this.roomsOfTask(wanted),
      before: (wanted) => this.catchUp(socket, wanted),
      after: ({ task_id: id }) => this.sendOpenLine(socket, id),
    });
  }

  watchRunners(socket: Socket, body: unknown): Promise<boolean> {
    return this.watch(socket, 'runners', WatchRunners.parse(body ?? null), {
      may: (caller, wanted) => this.maySeeRunners(caller, wanted),
      rooms: ({ project_id: id }) => [runnersRoom(id)],
    });
  }

  watchDeliveries(socket: Socket, body: unknown): Promise<boolean> {
    return this.watch(socket, 'deliveries', WatchDeliveries.parse(body ?? null), {
      may: (caller, wanted) => this.maySeeDeliveries(caller, wanted),
      rooms: ({ project_id: projectId, of }) => [deliveriesRoom(deliveryMessage({ projectId, of }))],
    });
  }

  /** Looks again who may see what: ends a connection whose session is over, leaves rooms of projects that are gone. */
  async recheck(socket: Socket): Promise<void> {
    const { watched, userId } = dataOf(socket);
    const caller = await this.access.callerOf(socket.request);
    if (caller === null) {
      socket.disconnect(true);
      return;
    }
    const { runners, deliveries } = watched;
    if (runners && !(await this.maySeeRunners(caller, runners))) {
      forget(socket, 'runners', runners);
    }
    if (deliveries && !(await this.maySeeDeliveries(caller, deliveries))) {
      forget(socket, 'deliveries', deliveries);
    }
    for (const kind of ['project', 'task'] as const) {
      const wanted = watched[kind];
      if (wanted && !(await this.access.canSeeProject(userId, wanted.project_id))) {
        forget(socket, kind, wanted);
        socket.emit(RealtimeEvent.gone, { project_id: wanted.project_id });
      }
    }
    await this.recheckNames(socket, caller);
  }

  /** Joins the room of what is wanted, if it is allowed and neither replaced nor lost until then. */
  private async watch<K extends keyof Watched>(
    socket: Socket,
    kind: K,
    wanted: Watched[K],
    { may, rooms, before, after }: Watching<NonNullable<Watched[K]>>,
  ): Promise<boolean> {
    leaveRoom(socket, kind);
    dataOf(socket).watched[kind] = wanted;
    if (wanted === null) {
      return true;
    }
    const caller = await this.access.callerOf(socket.request);
    if (!caller || !(await may(caller, wanted))) {
      forget(socket, kind, wanted);
      return false;
    }
    await before?.(wanted);
    if (!isWatched(socket, kind, wanted)) {
      return false;
    }
    await socket.join(rooms(wanted));
    after?.(wanted);
    return true;
  }

  /** The runners of a project are for its members, the list of all for administrators. */
  private maySeeRunners({ admin, userId }: Caller, { project_id: id }: NonNullable<WatchRunners>): Promise<boolean> {
    return id === null ? Promise.resolve(admin) : this.access.canSeeProject(userId, id);
  }

  /** As the calls that answer the lists. */
  private async maySeeDeliveries(caller: Caller, { project_id, of }: NonNullable<WatchDeliveries>): Promise<boolean> {
    if (project_id === null) {
      return caller.admin;
    }
    const access = await this.projects.read(caller, project_id);
    return access !== null && (of !== 'alerts' || allows(access.permissions, 'manageProjectResources'));
  }

  private async catchUp(socket: Socket, wanted: NonNullable<WatchTask>): Promise<void> {
    const { project_id: projectId, task_id: taskId, next } = wanted;
    const feed = await this.feeds.open(projectId, taskId);
    const { attempt } = feed;
    let first = feed.position - next > MAX_CATCH_UP_LINES ? feed.position : next;
    while (first < feed.position && attempt === feed.attempt && isWatched(socket, 'task', wanted)) {
      if (!(await untilRead(socket))) {
        return;
      }
      const limit = Math.min(BATCH_LINES, feed.position - first);
      const extent = { attempt, total: feed.position };
      const lines = await this.reader.range(taskId, { first, limit, extent, maxBytes: MAX_BATCH_BYTES });
      if (isWatched(socket, 'task', wanted)) {
        const batch = batchOf(taskId, lines);
        socket.emit(RealtimeEvent.log, this.named.has(wanted) ? batch : withoutSecretNames(batch));
        cutOverloaded([socket], socket.nsp.sockets);
      }
      first += Math.max(1, lines.lines.length);
    }
  }

  private sendOpenLine(socket: Socket, taskId: number): void {
    const open = this.openLines.of(taskId);
    if (open) {
      socket.emit(RealtimeEvent.openLine, open);
    }
  }

  private async mayWatch(caller: Caller, wanted: NonNullable<WatchTask>): Promise<boolean> {
    const { project_id: projectId, task_id: id } = wanted;
    const mayRead =
      (await isTaskOf(this.dataSource.manager, projectId, id)) &&
      (await this.access.canSeeProject(caller.userId, projectId));
    if (mayRead) {
      await this.lookAtNames(caller, wanted);
    }
    return mayRead;
  }

  /** As the call that answers lines. */
  private async lookAtNames(caller: Caller, wanted: NonNullable<WatchTask>): Promise<void> {
    const access = await this.projects.read(caller, wanted.project_id);
    if (access !== null && allows(access.permissions, 'manageProjectResources')) {
      this.named.add(wanted);
    } else {
      this.named.delete(wanted);
    }
  }

  private async recheckNames(socket: Socket, caller: Caller): Promise<void> {
    const { task } = dataOf(socket).watched;
    if (task === null) {
      return;
    }
    await this.lookAtNames(caller, task);
    if (!this.named.has(task)) {
      await socket.leave(namedRoom(task.task_id));
    } else if (isWatched(socket, 'task', task) && socket.rooms.has(taskRoom(task.task_id))) {
      await socket.join(namedRoom(task.task_id));
    }
  }

  private roomsOfTask(wanted: NonNullable<WatchTask>): string[] {
    const { task_id: id } = wanted;
    return this.named.has(wanted) ? [taskRoom(id), namedRoom(id)] : [taskRoom(id)];
  }
}

const isWatched = <K extends keyof Watched>(socket: Socket, kind: K, wanted: Watched[K]): boolean =>
  socket.connected && dataOf(socket).watched[kind] === wanted;

/** Ends the watching of what was wanted, unless something else is by now. */
function forget<K extends keyof Watched>(socket: Socket, kind: K, wanted: Watched[K]): void {
  const { watched } = dataOf(socket);
  if (watched[kind] === wanted) {
    watched[kind] = null as Watched[K];
    leaveRoom(socket, kind);
  }
}
