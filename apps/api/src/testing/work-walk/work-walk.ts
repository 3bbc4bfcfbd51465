import { ROLES } from '@switchyard/contracts';
import { WORST_FILLERS, worstJson, type WorstShape } from '@switchyard/contracts/testing';
import { DEFAULT_BODY_LIMIT } from '@switchyard/server';
import { isForPrograms } from '../../auth/access/access.js';
import { longestTurn, slowness } from './longest-turn.js';
import { bodyOf, type MatrixFixture } from '../permission-matrix/matrix-fixture.js';
import { type Actor, ACTORS, fillPath, placesOf, verdictOf } from '../permission-matrix/verdicts.js';
import { everyRoute, type Route } from '../routes.js';

/** Most milliseconds of processor time for which one request may hold the event loop, on the machine of the bench. */
const MOST_HELD_MS = 20;
/** The same for a restore or an apply. */
const RESTORE_HELD_MS = 50;
/** A stall is the route's when it is there each time: a collection of garbage comes and goes. */
export const TRIES = 8;
const MIB = 1024 * 1024;
/** Bytes by which the process may grow over one request. */
const MOST_GROWTH = 256 * MIB;
/** Bytes of a query; the server takes headers of 16 KiB in all. */
const QUERY_BYTES = 8 * 1024;

/** One shape in which requests of a route are large. */
export interface WalkedInput {
  shape: WorstShape;
  filler: string;
}

/** Those that cost most, as a rule. */
export const DEAREST_INPUTS: readonly WalkedInput[] = [
  { shape: 'many', filler: 'x' },
  { shape: 'long', filler: 'é' },
];

/** Every shape with a plain text, and long texts of each filler. */
export const ALL_INPUTS: readonly WalkedInput[] = [
  { shape: 'many', filler: 'x' },
  { shape: 'deep', filler: 'x' },
  ...WORST_FILLERS.map((filler) => ({ shape: 'long', filler }) as const),
];

/** Routes that people may call with a body or query. Those of runners and Terraform are walked with their own senders. */
export const walkedRoutes = (): Route[] =>
  everyRoute().filter(({ body, query, rule }) => (body ?? query) && !(rule && isForPrograms(rule)));

const mostOf = ({ path }: Route): number => (/projects\/restore|\/apply/.test(path) ? RESTORE_HELD_MS : MOST_HELD_MS);

/** Sends a request and answers the status. */
export type Send = () => Promise<number>;

/**
 * How a request fails to be bounded work; null = it holds the event loop no longer than it may, leaves memory alone, and is answered.
 * @param prepare what is done before each try, as by its sender
 */
export async function workFault(prepare: () => Send, mostHeldMs = MOST_HELD_MS): Promise<string | null> {
  let held = Infinity;
  let growth = Infinity;
  for (let i = 0; i < TRIES && (held > mostHeldMs || growth > MOST_GROWTH); i += 1) {
    const send = prepare();
    const before = process.memoryUsage.rss();
    const { answer, milliseconds } = await longestTurn(send);
    if (answer >= 500) {
      return `answers ${answer}`;
    }
    held = Math.min(held, milliseconds > mostHeldMs ? milliseconds / slowness() : milliseconds);
    growth = Math.min(growth, process.memoryUsage.rss() - before);
  }
  if (held > mostHeldMs) {
    return `holds the event loop for ${Math.round(held)} ms`;
  }
  return growth > MOST_GROWTH ? `grows by ${Math.round(growth / MIB)} MiB` : null;
}

/** From nobody to those who may do everything in a project. */
const BY_RIGHTS: readonly Actor[] = ['anonymous', 'outsider', ...ROLES.toReversed()];

/** Actor with the fewest rights among those whom the route lets pass, beside administrators. */
export const weakestOf = (route: Route): Actor[] =>
  BY_RIGHTS.filter((actor) => verdictOf(route, actor, placesOf(route)[0] ?? 'none') === 'passes').slice(0, 1);

/** Sends the largest inputs of routes to an app in this process. */
export class WorkWalk {
  constructor(private readonly fixture: MatrixFixture) {}

  /** How the route fails with its largest input in each of these shapes, of each of these people: one line a fault. */
  async faultsOf(route: Route, actors: readonly Actor[], inputs: readonly WalkedInput[]): Promise<string[]> {
    const faults: string[] = [];
    for (const actor of actors) {
      for (const input of inputs) {
        const request = this.requestOf(route, input);
        const fault = await workFault(() => () => this.send(route.method, request, actor), mostOf(route));
        faults.push(...(fault === null ? [] : [`${actor}, ${input.shape} ${JSON.stringify(input.filler)}: ${fault}`]));
      }
    }
    return faults;
  }

  /** Actors who were signed out by what they sent, so that nothing more of theirs was worked on. */
  async signedOut(): Promise<Actor[]> {
    const actors = ACTORS.filter((actor) => actor !== 'anonymous');
    const statuses = await Promise.all(actors.map((actor) => this.send('GET', { url: '/api/user' }, actor)));
    return actors.filter((_, index) => statuses[index] !== 200);
  }

  private requestOf(route: Route, input: WalkedInput): { url: string; payload?: Buffer } {
    const { own } = this.fixture;
    const url = fillPath(route, own).split('?')[0] ?? '';
    const query = route.query && worstQuery(route.query, input);
    const valid = bodyOf(route, own);
    const payload = route.body && worstJson(route.body, { ...input, valid }, (route.limit ?? DEFAULT_BODY_LIMIT) - 64);
    return { url: query ? `${url}?${query}` : url, ...(payload !== undefined && { payload: Buffer.from(payload) }) };
  }

  private async send(method: string, request: { url: string; payload?: Buffer }, actor: Actor): Promise<number> {
    const cookie = this.fixture.cookies.get(actor) ?? '';
    const headers = { ...(cookie && { cookie }), ...(request.payload && { 'content-type': 'application/json' }) };
    const { statusCode } = await this.fixture.test.app.inject({ method: method as 'GET', headers, ...request });
    return statusCode;
  }
}

/** The members of the largest value as a query. */
function worstQuery(schema: NonNullable<Route['query']>, input: WalkedInput): string {
  const members = JSON.parse(worstJson(schema, input, QUERY_BYTES / 3)) as Record<string, unknown>;
  const texts = Object.entries(members).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return new URLSearchParams(texts).toString();
}
