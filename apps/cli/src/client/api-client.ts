import http from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { messageOf } from '@switchyard/concurrency';
import { connectionAgent } from '@switchyard/connections';
import { CommandError, EXIT } from '../exit-codes.js';
import { VERSION } from '../version.js';
import { refusal } from './refusal.js';

/** Milliseconds without a byte after which a request has failed. */
const TIMEOUT_MS = 30_000;

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface ApiRequest {
  method: string;
  /** Begins with `/`. */
  path: string;
  query?: Query;
  /** Sent as JSON; a text is sent as it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** Access to a server. */
export interface ServerAccess {
  server: URL;
  /** API token; null = signed out. */
  token: string | null;
  /** Language of refusals, a BCP 47 tag. */
  language: string;
}

/** Calls of the REST API of one server as one person. Paths are those of its OpenAPI document. */
export class ApiClient {
  readonly agent: http.Agent;

  constructor(private readonly access: ServerAccess) {
    this.agent = connectionAgent(access.server);
  }

  get server(): URL {
    return this.access.server;
  }

  get token(): string | null {
    return this.access.token;
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.json({ method: 'GET', path, query });
  }

  post<T = unknown>(path: string, body: unknown = {}): Promise<T> {
    return this.json({ method: 'POST', path, body });
  }

  put<T = unknown>(path: string, body: unknown): Promise<T> {
    return this.json({ method: 'PUT', path, body });
  }

  delete(path: string): Promise<unknown> {
    return this.json({ method: 'DELETE', path });
  }

  /** The value of a JSON answer, `null` of an empty one. @throws CommandError when the call was refused, or not answered */
  async json<T>(request: ApiRequest): Promise<T> {
    const body = await text(await this.send(request));
    return (body === '' ? null : JSON.parse(body)) as T;
  }

  /** The answer, once its head has come. @throws CommandError when the call was refused, or not answered */
  async send(request: ApiRequest): Promise<http.IncomingMessage> {
    const answer = await this.open(request);
    const status = answer.statusCode ?? 0;
    if (status >= 400) {
      throw await refusal(status, await text(answer), this.access.language);
    }
    return answer;
  }

  close(): void {
    this.agent.destroy();
  }

  private open({ method, path, query = {}, body, headers }: ApiRequest): Promise<http.IncomingMessage> {
    const { server } = this.access;
    const content = contentOf(body);
    return new Promise((resolve, reject) => {
      const outgoing = (server.protocol === 'https:' ? https : http).request(addressOf(server, path, query), {
        method,
        agent: this.agent,
        timeout: TIMEOUT_MS,
        headers: { ...this.headers(content), ...headers },
      });
      outgoing.on('timeout', () => outgoing.destroy(new Error('no answer in time')));
      outgoing.on('error', (error) => reject(unreachable(server, error)));
      outgoing.on('response', resolve);
      outgoing.end(content);
    });
  }

  private headers(content: string | undefined): Record<string, string> {
    const { token } = this.access;
    return {
      accept: 'application/json',
      'user-agent': `switchyard/${VERSION}`,
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(content !== undefined && {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(content)),
      }),
    };
  }
}

const contentOf = (body: unknown): string | undefined =>
  typeof body === 'string' || body === undefined ? body : JSON.stringify(body);

/** The address of a path below that of the server, which may have a path of its own. */
export function addressOf(server: URL, path: string, query: Query = {}): URL {
  const address = new URL(server);
  const [plain = '', given = ''] = path.split('?', 2);
  address.pathname = `${server.pathname.replace(/\/$/, '')}${plain}`;
  address.search = given;
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) {
      address.searchParams.set(name, String(value));
    }
  }
  return address;
}

const unreachable = (server: URL, error: unknown): CommandError =>
  new CommandError(`${server.origin} cannot be reached: ${reasonOf(error)}`, EXIT.unavailable);

/** The reason of a failed connection; an attempt at several addresses fails for several. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError && error.errors.length > 0 ? messageOf(error.errors[0]) : messageOf(error);
