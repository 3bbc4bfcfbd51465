import type { WatchDeliveries, WatchProject, WatchRunners, WatchTask } from '@switchyard/contracts';
import type { Socket } from 'socket.io';

/** Things on a console's screen; it watches at most one of each. */
export interface Watched {
  project: WatchProject;
  task: WatchTask;
  runners: WatchRunners;
  deliveries: WatchDeliveries;
}

/** State of a console's connection. */
export interface SocketData {
  userId: number;
  /** Events that were not answered because there were too many. */
  refused: number;
  /** The last request of each kind, from before it is granted until it is refused, replaced or lost. */
  watched: Watched;
}

export const dataOf = (socket: Socket): SocketData => socket.data as SocketData;

const SEPARATOR = ':';

const room = (kind: keyof Watched, id: number | string): string => `${kind}${SEPARATOR}${id}`;

export const projectRoom = (id: number): string => room('project', id);
export const taskRoom = (id: number): string => room('task', id);
/** Those of them who learn what its secrets are called. */
export const namedRoom = (id: number): string => `${taskRoom(id)}${SEPARATOR}names`;
/** Who watches the runners of a project; `null` = of the installation. */
export const runnersRoom = (projectId: number | null): string => room('runners', projectId ?? '');

/** Who watches a list of deliveries, as `deliveryMessage` names it; `''` begins all of them. */
export const deliveriesRoom = (list: string): string => room('deliveries', list);

/** Leaves the room of what is watched of a kind, if it was joined. */
export function leaveRoom(socket: Socket, kind: keyof Watched): void {
  for (const room of socket.rooms) {
    if (room.startsWith(`${kind}${SEPARATOR}`)) {
      void socket.leave(room);
    }
  }
}
