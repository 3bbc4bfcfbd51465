import { parseArgs } from 'node:util';
import { root } from '../support/part.js';
import { playUpgrade } from './upgrade-play.js';

const { values } = parseArgs({
  options: { from: { type: 'string' }, name: { type: 'string' }, queue: { type: 'string' } },
});
const queues = (['postgres', 'redis'] as const).filter((queue) => (values.queue ?? queue) === queue);
if (values.from === undefined || queues.length === 0) {
  console.error('node dist/upgrade/main.js --from <built checkout> [--name <its commit>] [--queue postgres|redis]');
  process.exit(2);
}

for (const queue of queues) {
  const log = (line: string): void => console.log(`[${queue}] ${line}`);
  const { requests, seconds, launched, faults } = await playUpgrade({ queue, from: values.from, to: root, log });
  const rate = Math.round(requests / seconds);
  log(`from ${values.name ?? values.from} and back: ${requests} requests (${rate}/s), ${launched} tasks started`);
  faults.forEach((fault) => log(`FAULT ${fault}`));
  process.exitCode = faults.length > 0 ? 1 : (process.exitCode ?? 0);
}
