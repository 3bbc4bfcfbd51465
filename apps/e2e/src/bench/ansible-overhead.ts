import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createTemplate, runTask } from '../support/project.js';
import { type BenchStack, PLAYBOOK } from './bench-stack.js';
import type { Row } from './report.js';
import { quantile, spread } from './statistics.js';

const SAMPLES = 7;
const run = promisify(execFile);

/** A playbook as a task, from its creation to its end, against the same command run by hand; in turns. */
export async function measureAnsibleOverhead(bench: BenchStack): Promise<Row[]> {
  const { client, project } = bench;
  const template = await createTemplate(client, project, { name: 'play', app: 'ansible', playbook: 'site.yml' });
  const dir = await mkdtemp(join(tmpdir(), 'switchyard-bench-'));
  await writeFile(join(dir, 'site.yml'), PLAYBOOK);
  await writeFile(join(dir, 'hosts'), 'localhost ansible_connection=local\n');
  const tasks: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const task = await runTask(client, project, template);
    const ended = await client.untilStatus(project.id, task, 'success');
    tasks.push(Date.parse(ended.end ?? '') - Date.parse(ended.created));
    const start = performance.now();
    await run('ansible-playbook', ['-i', 'hosts', 'site.yml'], { cwd: dir, env: { ...process.env, HOME: dir } });
    bare.push(performance.now() - start);
  }
  await rm(dir, { recursive: true, force: true });
  const overheads = tasks.slice(1).map((ms, i) => ms - (bare[i + 1] ?? 0));
  const p50 = quantile(overheads, 0.5);
  return [
    {
      what: `playbook as a task, beyond the bare command (warm mirror, n = ${SAMPLES}; bare ${spread(bare.slice(1))} ms)`,
      measured: `${spread(overheads)} ms`,
      target: '≤ 300 ms',
      met: p50 <= 300,
    },
  ];
}
