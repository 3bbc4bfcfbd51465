import type { Socket } from 'socket.io';
import type { WebSocket } from 'ws';
import { MAX_CONSOLE_BACKLOG, MAX_CONSOLE_PACKETS, MAX_USER_BACKLOG, STALL_MS } from '../../../platform/bounds.js';
import { dataOf } from '../console-rooms.js';

/** Pause before another look whether a console has read, in milliseconds, unless an event comes before. */
const LOOK_MS = 100;

/** The parts of engine.io under a socket that its types keep back. */
interface Connection {
  writeBuffer: { data?: unknown }[];
  transport: {
    writable: boolean;
    socket?: WebSocket;
    once(event: 'ready', listener: () => void): void;
    removeListener(event: 'ready', listener: () => void): void;
  };
}

const connectionOf = (socket: Socket): Connection => socket.conn as unknown as Connection;

/** Bytes that were sent to the console and not taken by it yet, without what a long poll carries. */
export function backlogOf(socket: Socket): number {
  const { writeBuffer, transport } = connectionOf(socket);
  const sizes = writeBuffer.map(({ data }) => (typeof data === 'string' ? data.length : 0));
  return sizes.reduce((sum, size) => sum + size, transport.socket?.bufferedAmount ?? 0);
}

/** Whether the console takes so little that it is sent no more lines for now. */
export const isBehind = (socket: Socket): boolean => backlogOf(socket) > MAX_CONSOLE_BACKLOG;

/** Ends the connections among these, of one user or of many, for which too much waits. */
export function cutOverloaded(sockets: readonly Socket[], all: ReadonlyMap<string, Socket>): void {
  for (const socket of sockets) {
    if (
      connectionOf(socket).writeBuffer.length > MAX_CONSOLE_PACKETS ||
      (isBehind(socket) && userIsOver(socket, all))
    ) {
      cut(socket);
    }
  }
}

/** Ends the connection at once: a close that waits until all is read would keep what waits. */
export function cut(socket: Socket): void {
  const { transport } = connectionOf(socket);
  socket.disconnect(true);
  transport.socket?.terminate();
}

/** Waits until the console has taken nearly all it was sent. Answers false when it ended, or was ended because it took nothing. */
export async function untilRead(socket: Socket): Promise<boolean> {
  const end = Date.now() + STALL_MS;
  while (socket.connected && backlogOf(socket) > MAX_CONSOLE_BACKLOG / 4) {
    if (Date.now() > end) {
      cut(socket);
      return false;
    }
    await movement(connectionOf(socket));
  }
  return socket.connected;
}

function userIsOver(socket: Socket, all: ReadonlyMap<string, Socket>): boolean {
  const { userId } = dataOf(socket);
  const own = [...all.values()].filter((each) => dataOf(each).userId === userId);
  return own.reduce((sum, each) => sum + backlogOf(each), 0) > MAX_USER_BACKLOG;
}

function movement({ transport }: Connection): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      transport.removeListener('ready', done);
      resolve();
    };
    const timer = setTimeout(done, LOOK_MS);
    transport.once('ready', done);
  });
}
