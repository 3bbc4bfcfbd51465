import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

const HEAD_TOO_LARGE = [431, 'The head of the request is too large'] as const;
const TOO_SLOW = [408, 'The request did not arrive in time'] as const;
const NO_REQUEST = [400, 'What was sent is no HTTP request'] as const;

const ANSWERS = new Map<string | undefined, readonly [status: number, message: string]>([
  ['HPE_HEADER_OVERFLOW', HEAD_TOO_LARGE],
  ['ERR_HTTP_REQUEST_TIMEOUT', TOO_SLOW],
]);

/**
 * Answers what Node could not read as a request, and closes. It says so: a client that thinks the connection good sends
 * its next request over it and gets no answer (RFC 9112, 9.6).
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = ANSWERS.get(error.code) ?? NO_REQUEST;
  const body = JSON.stringify({ error: message });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
