import { type HistoryRequest, historyRequests, placesIn } from '@switchyard/testing';
import type pg from 'pg';
import type { ApiClient } from '../support/api-client.js';
import type { TestStack } from '../support/stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const CALLS = 20;

/** Every kind of request, each many times; first those that take the longest. */
export async function timedRequests(stack: TestStack, database: pg.Client): Promise<Row[]> {
  const client = await stack.admin();
  const measured: { row: Row; p95: number }[] = [];
  for (const request of historyRequests(await placesIn(database))) {
    measured.push(await timed(client, request));
  }
  return measured.toSorted((a, b) => b.p95 - a.p95).map(({ row }) => row);
}

async function timed(client: ApiClient, { what, path, budget }: HistoryRequest): Promise<{ row: Row; p95: number }> {
  const times: number[] = [];
  const first = await timeOf(client, path);
  for (let i = 0; i < CALLS; i++) {
    times.push(await timeOf(client, path));
  }
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  const measured = `first ${first.toFixed(0)}, then p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms`;
  return { p95, row: { what, measured, target: `p95 ≤ ${budget} ms`, met: p95 <= budget } };
}

async function timeOf(client: ApiClient, path: string): Promise<number> {
  const start = performance.now();
  await client.call('GET', path);
  return performance.now() - start;
}
