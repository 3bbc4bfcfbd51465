import { baseApi } from '../base-api.js';
import { store } from '../store.js';

/** A call as the server gets it. */
export interface Call {
  /** `GET project/1/keys`, below `/api/`. */
  line: string;
  body: unknown;
  headers: Headers;
}

/** Answer to the calls that begin so: a status, or a body of success. */
type Answer = number | object;

const ORIGIN = 'http://switchyard.test';

/** Answers the calls of the console in the place of a server. By itself lists are empty and everything else is `{}`. */
export class FakeServer {
  readonly calls: Call[] = [];
  private readonly answers = new Map<string, Answer>();
  private readonly before = { fetch: globalThis.fetch, Request: globalThis.Request };

  start(): void {
    this.calls.length = 0;
    this.answers.clear();
    const { Request } = this.before;
    globalThis.Request = class extends Request {
      constructor(input: string | URL | Request, init?: RequestInit) {
        super(typeof input === 'string' ? new URL(input, ORIGIN) : input, init);
      }
    };
    globalThis.fetch = async (input, init) => this.take(new globalThis.Request(input, init));
  }

  /** Stops the server and drops the data of the console. */
  stop(): void {
    Object.assign(globalThis, this.before);
    store.dispatch(baseApi.util.resetApiState());
  }

  /** @param line the beginning of a call's line */
  answer(line: string, answer: Answer): void {
    this.answers.set(line, answer);
  }

  /** The lines of all calls since the last time. */
  lines(): string[] {
    return this.calls.splice(0).map(({ line }) => line);
  }

  private async take(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    const line = `${request.method} ${pathname.replace(/^\/api\//, '')}${search}`;
    const text = await request.text();
    this.calls.push({ line, body: text === '' ? undefined : JSON.parse(text), headers: request.headers });
    const [, answer = request.method === 'GET' ? [] : {}] =
      [...this.answers].find(([start]) => line.startsWith(start)) ?? [];
    return typeof answer === 'number' ? Response.json({}, { status: answer }) : Response.json(answer);
  }
}

/** Starts a call of the API by its name, as hooks do; settles when all that it leads to is answered. */
export async function callApi(name: string, args?: unknown): Promise<unknown> {
  type Endpoint = {
    initiate: (args: unknown, options: { forceRefetch: true }) => Parameters<typeof store.dispatch>[0];
  };
  const endpoint = (baseApi.endpoints as Readonly<Record<string, Endpoint>>)[name];
  if (endpoint === undefined) {
    throw new Error(`No call of the API is named ${name}`);
  }
  const result: unknown = await Promise.resolve(store.dispatch(endpoint.initiate(args, { forceRefetch: true })));
  await Promise.all(store.dispatch(baseApi.util.getRunningQueriesThunk()));
  return result;
}
