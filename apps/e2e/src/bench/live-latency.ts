import { once } from 'node:events';
import { WebSocket } from 'ws';
import { runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

/** A log as people watch it, and one that floods; limits of the latency in milliseconds. */
const PACES = [
  { rate: 20, seconds: 15, most: { p50: 10, p95: 30 } },
  { rate: 5_000, seconds: 10, most: { p50: 125, p95: 250 } },
] as const;

type Pace = (typeof PACES)[number];

/** A line printed by a tool until it is in the hands of a WebSocket client. */
export async function measureLiveLatency(bench: BenchStack): Promise<Row[]> {
  const rows: Row[] = [];
  for (const pace of PACES) {
    rows.push(rowOf(pace, await latenciesAt(bench, pace)));
  }
  return rows;
}

/** Milliseconds from print to receipt of each line that arrived. */
async function latenciesAt({ client, project, template }: BenchStack, { rate, seconds }: Pace): Promise<number[]> {
  const socket = new WebSocket(`${client.address.replace('http', 'ws')}/api/ws`, { headers: client.headers });
  const latencies: number[] = [];
  socket.on('message', (data: Buffer) => {
    const printed = /"output":"(\d{13}\.\d{3}) line /.exec(data.toString('latin1'))?.[1];
    if (printed) {
      latencies.push(performance.timeOrigin + performance.now() - Number(printed));
    }
  });
  await once(socket, 'open');
  const task = await runTask(client, project, await template('paced.sh', [String(rate), String(seconds)]));
  await client.untilStatus(project.id, task, 'success', 60_000);
  socket.close();
  return latencies;
}

function rowOf({ rate, seconds, most }: Pace, latencies: readonly number[]): Row {
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  const count = latencies.length.toLocaleString('en-US');
  return {
    what: `line printed → WebSocket client at ${rate.toLocaleString('en-US')} lines/s (n = ${count})`,
    measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
    target: `p50 ≤ ${most.p50} ms, p95 ≤ ${most.p95} ms`,
    met: p50 <= most.p50 && p95 <= most.p95 && latencies.length >= rate * seconds * 0.99,
  };
}
