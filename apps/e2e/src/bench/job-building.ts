import { createTemplate, runTask } from '../support/project.js';
import type { BenchStack } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile, spread } from './statistics.js';

const SAMPLES = 15;
const SIZE = 2 * 1024 * 1024;
const LINE = 'web-0000.example.com ansible_host=10.0.0.1 zone=eu-north-1 role=frontend\n';

/** How much later a script starts when its job carries an inventory of 2 MB: building, sealing, sending, opening. */
export async function measureJobBuilding(bench: BenchStack): Promise<Row[]> {
  const { client, project } = bench;
  const inventory = LINE.repeat(Math.floor(SIZE / LINE.length));
  const large = await client.create(`/project/${project.id}/inventory`, {
    project_id: project.id,
    name: 'Two megabytes',
    type: 'static',
    inventory,
    ssh_key_id: project.keyId,
  });
  const ofInventory = (name: string, inventory_id: number): Promise<number> =>
    createTemplate(client, project, { name, playbook: 'spawn.sh', inventory_id });
  const templates = [await ofInventory('small job', project.inventoryId), await ofInventory('large job', large)];
  const differences: number[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const [small = 0, big = 0] = [await startMs(bench, templates[0] ?? 0), await startMs(bench, templates[1] ?? 0)];
    differences.push(big - small);
  }
  const measured = differences.slice(1);
  const p50 = quantile(measured, 0.5);
  return [
    {
      what: `job with an inventory of 2 MB: what it adds from POST to spawn (n = ${SAMPLES})`,
      measured: `${spread(measured)} ms`,
      target: '≤ 50 ms',
      met: p50 <= 50,
    },
  ];
}

async function startMs({ client, project }: BenchStack, template: number): Promise<number> {
  const posted = performance.timeOrigin + performance.now();
  const task = await runTask(client, project, template);
  await client.untilStatus(project.id, task, 'success');
  const [printed = ''] = await client.toolLines(project.id, task);
  return Number(printed.replace(',', '.')) * 1000 - posted;
}
