import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Task } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { Siege } from '../hostile/siege.js';

const SECONDS = 20;
const MAX_API_MB = 600;

let siege: Siege;

beforeAll(async () => {
  siege = await Siege.open();
});
afterAll(() => siege.close());

it('should serve twenty users while a guest and a stranger send what costs most', async () => {
  const { seen, p95, peakMb, attacks } = await siege.run(SECONDS);
  process.stdout.write(
    `figure: hostile guest: p95 ${p95.toFixed(0)} ms of ${seen.times.length} requests, api ${peakMb.toFixed(0)} MB, ${attacks}\n`,
  );
  expect(seen.failures).toEqual([]);
  expect(peakMb).toBeLessThan(MAX_API_MB);
  await eventually(async () => (await statuses(seen.tasks)).every((status) => status === 'success'), {
    timeout: 60_000,
  });
  expect(siege.place.stack.parts.every(({ running }) => running)).toBe(true);
});

async function statuses(tasks: readonly number[]): Promise<Task['status'][]> {
  const { client, project } = siege.place;
  const found: Task['status'][] = [];
  for (const id of tasks) {
    found.push((await client.task(project.id, id)).status);
  }
  return found;
}
