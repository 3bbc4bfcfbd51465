import { once } from 'node:events';
import { WebSocket } from 'ws';
import { runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile } from './statistics.js';

const RATE = 5_000;
const SECONDS = 10;

/** A line printed by a tool until it is in the hands of a WebSocket client, at 5,000 lines a second. */
export async function measureLiveLatency(bench: BenchStack): Promise<Row[]> {
  const { client, project } = bench;
  const socket = new WebSocket(`${client.address.replace('http', 'ws')}/api/ws`, { headers: client.headers });
  const latencies: number[] = [];
  socket.on('message', (data: Buffer) => {
    const printed = /"output":"(\d{13}\.\d{3}) line /.exec(data.toString('latin1'))?.[1];
    if (printed) {
      latencies.push(performance.timeOrigin + performance.now() - Number(printed));
    }
  });
  await once(socket, 'open');
  const template = await bench.template('paced.sh', [String(RATE), String(SECONDS)]);
  const task = await runTask(client, project, template);
  await client.untilStatus(project.id, task, 'success', 60_000);
  socket.close();
  const [p50, p95] = [quantile(latencies, 0.5), quantile(latencies, 0.95)];
  return [
    {
      what: `line printed → WebSocket client at ${RATE.toLocaleString('en-US')} lines/s (n = ${latencies.length.toLocaleString('en-US')})`,
      measured: `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`,
      target: 'p95 ≤ 250 ms',
      met: p95 <= 250 && latencies.length >= RATE * SECONDS * 0.99,
    },
  ];
}
