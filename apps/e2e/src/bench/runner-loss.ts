import { eventually } from '@switchyard/testing';
import { type FleetStack, withFleet } from './fleet-stack.js';
import type { Row } from './report.js';
import { spread } from './statistics.js';

const RUNNERS = 20;
const TARGET_SECONDS = 60;
const FLEET = { runners: RUNNERS, slots: 1, tool: { lines: 100, durationMs: 600_000, outcome: 'success' } } as const;

/** From the moment a runner falls silent to the final status of what it ran. */
export function measureRunnerLoss(): Promise<Row[]> {
  return withFleet(FLEET, async (fleet) => {
    const { client, project, templateId } = fleet;
    fleet.fleet.forEach(({ runner }) => runner.start());
    const launch = () => client.create(`/project/${project.id}/tasks`, { template_id: templateId });
    await Promise.all(Array.from({ length: RUNNERS }, launch));
    await eventually(async () => (await ended(fleet)).running === RUNNERS, { timeout: 60_000, interval: 100 });
    const killed = Date.now();
    fleet.fleet.forEach(({ runner }) => runner.kill());
    await eventually(async () => (await ended(fleet)).running === 0, { timeout: 120_000, interval: 200 });
    const { ends } = await ended(fleet);
    const seconds = ends.map((end) => (end - killed) / 1000);
    return [
      {
        what: `runner killed → final status of its task (n = ${RUNNERS})`,
        measured: `${spread(seconds, 1)} s`,
        target: `≤ ${TARGET_SECONDS} s`,
        met: Math.max(...seconds) <= TARGET_SECONDS,
      },
    ];
  });
}

async function ended({ database }: FleetStack): Promise<{ running: number; ends: number[] }> {
  const { rows } = await database.query<{ status: string; ended: Date | null }>('select status, ended from task');
  return {
    running: rows.filter(({ status }) => status === 'running').length,
    ends: rows.flatMap(({ ended: end }) => (end ? [end.getTime()] : [])),
  };
}
