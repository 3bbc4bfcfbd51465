import type { IncomingMessage, ServerResponse } from 'node:http';
import { type GitForgeOptions, startGitForge } from '../services/git-forge.js';
import { GITHUB_API } from './github-api.js';
import { LargeFiles } from './large-files.js';
import { operationOf, requestFaults } from './published-api.js';

const MINUTE_MS = 60_000;
const API = '/api/v3/';
/** Owner of all its repositories. */
const OWNER = '/ops/';

/** Token that an app has got, with its scope. */
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
  /** Faults of the calls: members that the public document does not name. */
  faults: string[];
  /** Permissions of the app, as its installation names them. */
  granted: Record<string, string>;
  /** How long its next tokens live. */
  minutes: number;
  /** Answers calls of the API in its place, first come first served. */
  moods: ((response: ServerResponse, request: IncomingMessage) => void)[];
  /** Names of repositories that everybody may read. */
  open: string[];
  largeFiles: LargeFiles;
  /** Logins and tokens that git has sent, with the names of the repositories. */
  logins: Set<string>;
  /** Address of a repository of the directory. */
  url(name: string): string;
  stop(): Promise<void>;
}

type State = Omit<GithubServer, 'origin' | 'url' | 'stop'>;

const freshState = (): State => ({
  calls: [],
  issued: [],
  faults: [],
  granted: { metadata: 'read', contents: 'write', pull_requests: 'write', issues: 'write', statuses: 'write' },
  minutes: 60,
  moods: [],
  open: [],
  largeFiles: new LargeFiles(),
  logins: new Set(),
});

/** @param root directory of bare repositories, which it shows below `/ops` */
export async function startGithubServer(
  root: string,
  { tls }: Pick<GitForgeOptions, 'tls'> = {},
): Promise<GithubServer> {
  const state = freshState();
  const forge = await startGitForge(root, { guard, tls });
  return Object.assign(state, {
    origin: forge.origin,
    url: (name: string) => `${forge.origin}${OWNER}${name}`,
    stop: forge.stop,
  });

  function guard(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    if (url.startsWith(API)) {
      void request
        .toArray()
        .then((parts) => answer(state, forge.origin, request, { body: Buffer.concat(parts).toString(), response }));
      return true;
    }
    if (state.largeFiles.answerStored(request, response)) {
      return true;
    }
    if (!isLetIn(state, request)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="GitHub"' }).end();
      return true;
    }
    request.url = url.slice(OWNER.length - 1);
    return state.largeFiles.answerBatch(request, forge.origin, response);
  }
}

function isLetIn(state: State, { url = '', headers }: IncomingMessage): boolean {
  const [login, token] = Buffer.from(headers.authorization?.slice('Basic '.length) ?? '', 'base64')
    .toString()
    .split(':');
  const given = state.issued.find((each) => each.token === token);
  const name = /^\/ops\/([^/]+?)(?:\.git)?\//.exec(url)?.[1] ?? '';
  state.logins.add(login ? `${login}:${token} ${name}` : name);
  return state.open.includes(name) || (login === 'x-access-token' && given?.repositories?.includes(name) === true);
}

/** Call that has arrived, and where its answer goes. */
interface Arrived {
  body: string;
  response: ServerResponse;
}

function answer(state: State, origin: string, request: IncomingMessage, { body, response }: Arrived): void {
  const { method, url = '', headers } = request;
  const call = { method, url: `${origin}${url}`, headers, body };
  state.calls.push(`${method} ${url}`);
  state.faults.push(...requestFaults(GITHUB_API, call));
  const mood = state.moods.shift();
  if (mood) {
    mood(response, request);
    return;
  }
  if (!isAllowed(state, request)) {
    response.writeHead(403).end('{"message":"Resource not accessible by integration"}');
    return;
  }
  const { status, example } = operationOf(GITHUB_API, call) ?? { status: 404, example: {} };
  response.writeHead(status).end(JSON.stringify({ ...example, ...answered(state, example, body) }));
}

function answered(state: State, example: object, body: string): object {
  if ('token' in example) {
    return issue(state, body);
  }
  return 'permissions' in example ? { permissions: state.granted } : {};
}

/** Comments are issues to GitHub: a token of an installation writes them where it may write those of its repository. */
function isAllowed({ issued, granted }: State, { method, url = '', headers }: IncomingMessage): boolean {
  const name = /\/repos\/ops\/([^/]+)\/issues\//.exec(url)?.[1];
  const token = headers.authorization?.slice('Bearer '.length);
  const given = issued.find((each) => each.token === token);
  const isIssue = name !== undefined && method !== 'GET';
  return (
    !isIssue || (given?.repositories?.includes(name) === true && (given.permissions ?? granted)['issues'] === 'write')
  );
}

function issue(state: State, body: string): { token: string; expires_at: string } {
  const token = `ghs_token_number_${state.issued.length + 1}`;
  state.issued.push({ token, ...(JSON.parse(body) as Omit<IssuedToken, 'token'>) });
  return { token, expires_at: new Date(Date.now() + state.minutes * MINUTE_MS).toISOString() };
}
