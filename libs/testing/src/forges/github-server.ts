import type { IncomingMessage, ServerResponse } from 'node:http';
import { startGitForge } from '../services/git-forge.js';
import { GITHUB_API } from './github-api.js';
import { operationOf, requestFaults } from './published-api.js';

const MINUTE_MS = 60_000;
const API = '/api/v3/';
/** Owner of all its repositories. */
const OWNER = '/ops/';

/** What an app has got a token for. */
export interface IssuedToken {
  token: string;
  repositories?: string[];
  permissions?: Record<string, string>;
}

/** A GitHub Enterprise server: its API gives tokens to an app, and git asks for one of them. */
export interface GithubServer {
  origin: string;
  /** Method and path of the calls of the API. */
  calls: string[];
  issued: IssuedToken[];
  /** What of the calls the public document does not name. */
  faults: string[];
  /** How long its next tokens live. */
  minutes: number;
  /** Answers calls of the API in its place, first come first served. */
  moods: ((response: ServerResponse, request: IncomingMessage) => void)[];
  /** Address of a repository of the directory. */
  url(name: string): string;
  stop(): Promise<void>;
}

/** @param root directory of bare repositories, which it shows below `/ops` */
export async function startGithubServer(root: string): Promise<GithubServer> {
  const state = {
    calls: [] as string[],
    issued: [] as IssuedToken[],
    faults: [] as string[],
    minutes: 60,
    moods: [] as GithubServer['moods'],
  };
  const forge = await startGitForge(root, { guard });
  return Object.assign(state, {
    origin: forge.origin,
    url: (name: string) => `${forge.origin}${OWNER}${name}`,
    stop: forge.stop,
  });

  function guard(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    if (url.startsWith(API)) {
      void request.toArray().then((parts) => answer(request, Buffer.concat(parts).toString(), response));
      return true;
    }
    if (!isLetIn(request)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
      return true;
    }
    request.url = url.slice(OWNER.length - 1);
    return false;
  }

  function isLetIn({ url = '', headers }: IncomingMessage): boolean {
    const [login, token] = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
      .toString()
      .split(':');
    const given = state.issued.find((each) => each.token === token);
    const name = /^\/ops\/([^/]+?)(?:\.git)?\//.exec(url)?.[1] ?? '';
    return login === 'x-access-token' && given?.repositories?.includes(name) === true;
  }

  function answer(request: IncomingMessage, body: string, response: ServerResponse): void {
    const { method, url = '', headers } = request;
    const call = { method, url: `${forge.origin}${url}`, headers, body };
    state.calls.push(`${method} ${url}`);
    state.faults.push(...requestFaults(GITHUB_API, call));
    const mood = state.moods.shift();
    if (mood) {
      mood(response, request);
      return;
    }
    const { status, example } = operationOf(GITHUB_API, call) ?? { status: 404, example: {} };
    response.writeHead(status).end(JSON.stringify('token' in example ? { ...example, ...issue(body) } : example));
  }

  function issue(body: string): { token: string; expires_at: string } {
    const token = `ghs_token_number_${state.issued.length + 1}`;
    state.issued.push({ token, ...(JSON.parse(body) as Omit<IssuedToken, 'token'>) });
    return { token, expires_at: new Date(Date.now() + state.minutes * MINUTE_MS).toISOString() };
  }
}
