import { spawn } from 'node:child_process';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

/** Reaction of a forge to a request: it answers, answers with a status, or ends the connection. */
export type ForgeMood = 'well' | 'reset' | number;

/** A web server in front of `git http-backend` (the "smart" protocol), which can fail like a forge. */
export interface GitForge {
  origin: string;
  /** The moods of the next requests, first come first served; then it is well again. */
  moods: ForgeMood[];
  requests: number;
  stop(): Promise<void>;
}

export interface GitForgeOptions {
  /** It speaks the first protocol alone, in which a commit that no reference names is refused. */
  isOld?: boolean;
  /** It speaks TLS with this certificate and key, as PEM. */
  tls?: { cert: string; key: string } | undefined;
  /** Whether it has answered the request itself, before git sees it. */
  guard?: (request: IncomingMessage, response: ServerResponse) => boolean;
}

/** @param root directory of bare repositories */
export async function startGitForge(
  root: string,
  { isOld = false, tls, guard = () => false }: GitForgeOptions = {},
): Promise<GitForge> {
  const forge = { origin: '', moods: [] as ForgeMood[], requests: 0 };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    if (guard(request, response)) {
      return;
    }
    forge.requests += 1;
    const mood = forge.moods.shift() ?? 'well';
    if (mood === 'well') {
      answer(root, isOld, request, response);
    } else if (mood === 'reset') {
      request.socket.resetAndDestroy();
    } else {
      response.writeHead(mood, { 'content-type': 'text/plain' }).end('The forge is being repaired\n');
    }
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  forge.origin = `http${tls ? 's' : ''}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return Object.assign(forge, { stop });
}

/** Hands a request over as CGI has it (RFC 3875). */
function answer(root: string, isOld: boolean, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://x');
  const header = (name: string): string => String(request.headers[name] ?? '');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: process.env.PATH,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_PROTOCOL: isOld ? '' : header('git-protocol'),
      REQUEST_METHOD: request.method,
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      CONTENT_TYPE: header('content-type'),
      HTTP_CONTENT_ENCODING: header('content-encoding'),
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  backend.stdin.on('error', () => undefined);
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const all = Buffer.concat(chunks);
    const end = all.indexOf('\r\n\r\n');
    const lines = all.subarray(0, end).toString('latin1').split('\r\n');
    const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
    const { Status: status = '200', ...others } = headers;
    response.writeHead(Number.parseInt(status, 10), others).end(all.subarray(end + 4));
  });
}
