import { readFileSync } from 'node:fs';
import { HttpClient } from '@switchyard/testing';
import { Random } from '../chaos/random.js';
import { ApiClient } from '../support/api-client.js';
import { TestStack } from '../support/stack.js';
import { type ApiDocument, operationsOf } from './api-document.js';
import { type FuzzRequest, makeRequest } from './make-request.js';
import { nameOf, type Target, targetsOf } from './places.js';
import { sendRequest } from './send-request.js';
import { createWorld, type FuzzWorld } from './world.js';

export interface FuzzOptions {
  requests: number;
  seed: number;
  signal: AbortSignal;
  /** Called with the progress of the run. */
  log: (line: string) => void;
}

/** A request that was answered by 5xx, or by nothing. */
export interface Failure {
  number: number;
  target: string;
  who: string;
  request: FuzzRequest;
  status: number;
  /** The error as the log of the api has it, or why no answer came. */
  reason: string;
}

export interface FuzzResult {
  seed: number;
  requests: number;
  operations: number;
  targets: number;
  /** Targets that were reached. */
  reached: number;
  /** Answers by status. */
  statuses: Map<number, number>;
  failures: Failure[];
  /** Programs that do not live or answer at the end. */
  dead: string[];
  /** Resident memory of the api, in bytes. */
  memory: { before: number; most: number };
}

const AT_ONCE = 8;
/** Requests after which there are new things and people: many requests destroy some. */
const WORLD_REQUESTS = 250;

/** Sends requests to a real stack of its own, hostile at each place in turn. */
export async function runFuzz(options: FuzzOptions): Promise<FuzzResult> {
  const stack = await TestStack.start({ runners: 0 });
  const http = new HttpClient();
  try {
    return await play(stack, http, options);
  } finally {
    await http.destroy();
    await stack.close();
  }
}

async function play(stack: TestStack, http: HttpClient, options: FuzzOptions): Promise<FuzzResult> {
  const { requests, seed, signal, log } = options;
  const document = (await (await fetch(`${stack.address}/api/docs-json`)).json()) as ApiDocument;
  const operations = operationsOf(document);
  const targets = shuffled(operations.flatMap(targetsOf), new Random(seed));
  const run = new Run(stack, http, targets, seed);
  for (let first = 0; first < requests && !signal.aborted; first += WORLD_REQUESTS) {
    const world = await createWorld(stack, http);
    await run.send(world, first, Math.min(first + WORLD_REQUESTS, requests));
    log(`${run.sent} requests, ${run.failures.length} failures, api ${Math.round(run.most / 2 ** 20)} MB`);
  }
  const dead = await deadParts(stack);
  await Promise.all(stack.apis.map((api) => api.stop()));
  return {
    seed,
    requests: run.sent,
    operations: operations.length,
    targets: targets.length,
    reached: run.reached.size,
    statuses: run.statuses,
    failures: run.failures.map((each) => ({ ...each, reason: loggedReason(stack, each.reason) })),
    dead,
    memory: { before: run.before, most: run.most },
  };
}

/** The requests of one run and what came of them. */
class Run {
  readonly statuses = new Map<number, number>();
  readonly failures: Failure[] = [];
  readonly reached = new Set<string>();
  readonly before: number;
  most = 0;
  sent = 0;

  constructor(
    private readonly stack: TestStack,
    private readonly http: HttpClient,
    private readonly targets: readonly Target[],
    private readonly seed: number,
  ) {
    this.before = this.most = residentBytes(stack);
  }

  /** Sends the requests with the numbers from `first` to before `end`, some at once. */
  async send(world: FuzzWorld, first: number, end: number): Promise<void> {
    let next = first;
    const worker = async (): Promise<void> => {
      while (next < end) {
        await this.sendOne(world, next++);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.most = Math.max(this.most, residentBytes(this.stack));
  }

  private async sendOne(world: FuzzWorld, number: number): Promise<void> {
    const target = this.targets[number % this.targets.length];
    if (!target) {
      throw new Error('the document has no operation');
    }
    const random = new Random(this.seed * 1_000_003 + number);
    const request = makeRequest(random, target, world.known);
    const { who, status, text, error } = await sendRequest(this.http, this.stack.address, { request, random, world });
    this.sent++;
    this.reached.add(nameOf(target));
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    if (error !== null || status >= 500) {
      this.failures.push({ number, target: nameOf(target), who, request, status, reason: error ?? text });
    }
  }
}

/** Entry of the api's whole log about the id in an answer: the error's text and its first own line of code. */
function loggedReason(stack: TestStack, text: string): string {
  const id = /id ([0-9a-f]{12})/.exec(text)?.[1];
  const line = id && stack.apis.flatMap((api) => api.output().split('\n')).find((each) => each.includes(id));
  if (!line) {
    return text;
  }
  const { err } = JSON.parse(line) as { err?: { message?: string; stack?: string } };
  const frames = err?.stack?.split('\n').filter((each) => /^\s+at /.test(each)) ?? [];
  const own = frames.find((each) => /(apps|libs)\/\w+\/src/.test(each)) ?? frames[0] ?? '';
  return `${err?.message ?? ''} ${own.trim()}`;
}

function residentBytes({ apis }: TestStack): number {
  const of = (pid: number): number => {
    const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  };
  return Math.max(...apis.filter(({ running }) => running).map(({ pid }) => of(pid)), 0);
}

async function deadParts(stack: TestStack): Promise<string[]> {
  const ended = stack.parts.filter(({ running }) => !running).map(({ name }) => `${name} has ended`);
  const health = await new ApiClient(stack.address).send('GET', '/health').catch(() => ({ status: 0 }));
  return health.status === 200 ? ended : [...ended, `health answers ${health.status}`];
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, place: random.next() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}
