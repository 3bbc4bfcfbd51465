import { Connection, RECONNECT_MS, type SocketLoader } from './live/connection.js';
import { Subscriptions } from './live/subscriptions.js';
import { ownAddress } from '../lib/own-address.js';

const loadSocket: SocketLoader = async () => {
  const { io } = await import('socket.io-client');
  return () =>
    io({
      path: ownAddress('/api/ws'),
      addTrailingSlash: false,
      transports: ['websocket', 'polling'],
      tryAllTransports: true,
      reconnectionDelay: RECONNECT_MS,
      reconnectionDelayMax: RECONNECT_MS,
      randomizationFactor: 0,
    });
};

/** The live link of this page, and what the page has asked for on it. */
export const connection = new Connection(loadSocket);
export const subscriptions = new Subscriptions(connection);

/** Closes the link, for instance after sign-out. */
export function closeSocket(): void {
  connection.close();
  subscriptions.forget();
}
