import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { LiveRefusal } from './live-admission.js';

/** Answers a request for a WebSocket with a refusal and closes it. */
export function refuseUpgrade(socket: Duplex, status: LiveRefusal): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}
