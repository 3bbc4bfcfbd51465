import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { problem, type Problem } from '@switchyard/contracts';
import { problemBody } from './errors.js';

const HEAD_TOO_LARGE = [431, problem('head_too_large')] as const;
const TOO_SLOW = [408, problem('request_too_slow')] as const;
const NO_REQUEST = [400, problem('no_request')] as const;

const ANSWERS = new Map<string | undefined, readonly [status: number, fault: Problem]>([
  ['HPE_HEADER_OVERFLOW', HEAD_TOO_LARGE],
  ['ERR_HTTP_REQUEST_TIMEOUT', TOO_SLOW],
]);

/**
 * Answers what Node could not read as a request, and closes, with `Connection: close`: a client that thinks the connection good sends
 * its next request over it and gets no answer (RFC 9112, 9.6).
 */
export function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, fault] = ANSWERS.get(error.code) ?? NO_REQUEST;
  const body = JSON.stringify(problemBody(fault));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
