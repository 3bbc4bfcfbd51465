import { FakeSocket } from './fake-socket.js';

/** The links that the page has opened, the newest last. */
export const sockets: FakeSocket[] = [];

/** Stands for `socket.io-client` in specs: no page connects to anything. */
export function io(): FakeSocket {
  const socket = new FakeSocket();
  sockets.push(socket);
  return socket;
}
