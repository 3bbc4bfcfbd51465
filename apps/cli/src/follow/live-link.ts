import { RealtimeEvent } from '@switchyard/contracts';
import type { Socket } from 'socket.io-client';
import { addressOf, type ApiClient } from '../client/api-client.js';

/** Events of the live connection. */
export interface LinkEvents {
  connected: () => void;
  lost: () => void;
  log: (batch: unknown) => void;
  task: (update: unknown) => void;
  /** Too many lines waited; no more are sent until the task is watched again. */
  behind: () => void;
  /** Access to the project ended. */
  gone: () => void;
}

/** Pause between two tries to connect, in milliseconds. */
const RECONNECT_MS = 1_000;

/** Opens a live connection, which is tried again whenever it is lost. */
export async function openLink(client: ApiClient, events: LinkEvents): Promise<Socket> {
  const { io } = await import('socket.io-client');
  const socket = io(client.server.origin, {
    path: addressOf(client.server, '/api/ws').pathname,
    addTrailingSlash: false,
    transports: ['websocket', 'polling'],
    tryAllTransports: true,
    reconnectionDelay: RECONNECT_MS,
    reconnectionDelayMax: 5 * RECONNECT_MS,
    extraHeaders: { authorization: `Bearer ${client.token ?? ''}` },
    // The types are those of browsers, which have no agent; on Node engine.io passes it to `http`.
    agent: client.agent as unknown as boolean,
  });
  socket.on('connect', events.connected);
  socket.on('disconnect', (reason) => {
    events.lost();
    if (reason === 'io server disconnect') {
      socket.connect();
    }
  });
  socket.on('connect_error', events.lost);
  socket.on(RealtimeEvent.log, events.log);
  socket.on(RealtimeEvent.task, events.task);
  socket.on(RealtimeEvent.behind, events.behind);
  socket.on(RealtimeEvent.gone, events.gone);
  return socket;
}
