import { eventually } from '@switchyard/testing';
import { type FleetStack, withFleet } from './fleet-stack.js';
import { processorSeconds } from './processor-time.js';
import type { Row } from './report.js';

const TASKS = 500;
const SECONDS = 30;
const LINES = 300;
const FLEET = {
  runners: 100,
  slots: 5,
  tool: { lines: LINES, durationMs: SECONDS * 1000, outcome: 'success' },
} as const;

/** 500 tasks that run at the same time, each with a log. */
export function measureRunningTasks(): Promise<Row[]> {
  return withFleet(FLEET, async (fleet) => {
    const { client, project, templateId, stack } = fleet;
    fleet.fleet.forEach(({ runner }) => runner.start());
    const launch = () => client.create(`/project/${project.id}/tasks`, { template_id: templateId });
    for (let launched = 0; launched < TASKS; launched += 20) {
      await Promise.all(Array.from({ length: 20 }, launch));
    }
    const pid = stack.apis[0]?.pid ?? 0;
    await eventually(async () => (await state(fleet)).running === TASKS, { timeout: 60_000, interval: 100 });
    const [began, before] = [performance.now(), processorSeconds(pid)];
    await eventually(async () => (await state(fleet)).success > 0, { timeout: 60_000, interval: 200 });
    const share = ((processorSeconds(pid) - before) / ((performance.now() - began) / 1000)) * 100;
    await eventually(async () => (await state(fleet)).success === TASKS, { timeout: 90_000, interval: 200 });
    const { success, lines } = await state(fleet);
    return [
      {
        what: `${TASKS} running tasks on ${FLEET.runners} simulated runners, ${LINES} lines each in ${SECONDS} s`,
        measured: `all at once; api ${share.toFixed(0)} % of a core; ${success} succeeded, ${lines.toLocaleString('en')} lines stored`,
        target: `${TASKS} at once, no line lost`,
        met: success === TASKS && lines === TASKS * LINES,
      },
    ];
  });
}

interface State {
  running: number;
  success: number;
  lines: number;
}

async function state({ database }: FleetStack): Promise<State> {
  const { rows } = await database.query<State>(
    `select (count(*) filter (where status = 'running'))::int as running,
            (count(*) filter (where status = 'success'))::int as success,
            (select coalesce(sum(next_line), 0)::int from attempt_log) as lines from task`,
  );
  return rows[0] ?? { running: 0, success: 0, lines: 0 };
}
