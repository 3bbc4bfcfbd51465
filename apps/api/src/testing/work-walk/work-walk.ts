import { WORST_FILLERS, worstJson, type WorstShape } from '@switchyard/contracts/testing';
import { DEFAULT_BODY_LIMIT } from '@switchyard/server';
import { isForPrograms } from '../../auth/access/access.js';
import { longestTurn, slowness } from './longest-turn.js';
import { bodyOf, type MatrixFixture } from '../permission-matrix/matrix-fixture.js';
import { fillPath } from '../permission-matrix/verdicts.js';
import { everyRoute, type Route } from '../routes.js';

/** Most milliseconds of processor time for which one request may hold the event loop, on the machine of the bench. */
const MOST_HELD_MS = 20;
/** The same for an administrator's restore. */
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

const mostOf = ({ path }: Route): number => (path.includes('projects/restore') ? RESTORE_HELD_MS : MOST_HELD_MS);

/**
 * How a request fails to be bounded work; null = it holds the event loop no longer than it may, leaves memory alone, and is answered.
 * @param send sends it and answers the status
 */
export async function workFault(send: () => Promise<number>, mostHeldMs = MOST_HELD_MS): Promise<string | null> {
  let held = Infinity;
  let growth = Infinity;
  for (let i = 0; i < TRIES && (held > mostHeldMs || growth > MOST_GROWTH); i += 1) {
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

/** Sends the largest inputs of routes to an app in this process. */
export class WorkWalk {
  constructor(
    private readonly fixture: MatrixFixture,
    private readonly cookie: string,
  ) {}

  /** How the route fails with its largest input in each of these shapes: one line a fault. */
  async faultsOf(route: Route, inputs: readonly WalkedInput[]): Promise<string[]> {
    const faults: string[] = [];
    for (const input of inputs) {
      const request = this.requestOf(route, input);
      const fault = await workFault(() => this.send(route.method, request), mostOf(route));
      faults.push(...(fault === null ? [] : [`${input.shape} ${JSON.stringify(input.filler)}: ${fault}`]));
    }
    return faults;
  }

  private requestOf(route: Route, input: WalkedInput): { url: string; payload?: string } {
    const { own } = this.fixture;
    const url = fillPath(route, own).split('?')[0] ?? '';
    const query = route.query && worstQuery(route.query, input);
    const valid = bodyOf(route, own);
    const payload = route.body && worstJson(route.body, { ...input, valid }, (route.limit ?? DEFAULT_BODY_LIMIT) - 64);
    return { url: query ? `${url}?${query}` : url, ...(payload !== undefined && { payload }) };
  }

  private async send(method: string, request: { url: string; payload?: string }): Promise<number> {
    const headers = { cookie: this.cookie, 'content-type': 'application/json' };
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
